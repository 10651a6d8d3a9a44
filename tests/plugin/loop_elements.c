// Facts of loops that use elements at constant places, which a register may hold without an access in the profile.
// RUN: %print_cc -O0 -w | %filecheck
// RUN: %print_cc -O2 -w | %filecheck
struct S { int v[9]; };
int facts(int *p, const int *q, int n, struct S *s, int (*m)[9]) {
  int t[4] = {0}, sum = 0, u[2];
  for (int i = 0; i < n; i++) { t[1] = q[i]; sum += t[1]; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"t",{{[^}]*}}"elements_first":"write","always":true,"used_behind":true}
  for (int i = 0; i < n; i++) { t[1] = q[i]; sum += t[0] + t[1]; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"t",{{[^}]*}}"elements_first":"read","always":true
  for (int i = 0; i < n; i++) t[1] += q[i];
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"t",{{[^}]*}}"elements_first":"carried","always":true
  for (int i = 0; i < n; i++) { if (q[i]) *p = i; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"p",{{[^}]*}}"elements_first":"write"}
  for (int i = 0; i < n; i++) { t[i & 3] = q[i]; t[0] = 1; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"t",{{[^}]*}}"written":true,"address":false{{(,"used_behind":true)?}}}
  for (int i = 0; i < n; i++) { u[0] = q[i]; sum += u[0]; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"u",{{[^}]*}}"elements_first":"write","always":true}
  for (int i = 0; i < n; i++) { m[1][i] = 1; s->v[i] = 1; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"m",{{[^}]*}}"address":false},{"name":"s",{{[^}]*}}"address":false}
  return sum + t[0];
}
