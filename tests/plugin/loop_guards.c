// Accesses at a distance that only the run knows are in the facts of the loop; those a row apart, or at a constant, not.
// RUN: env UNPLY_COPIES=1 %ir_cc -O2 -w | %filecheck
// CHECK: {{.*}}\22guards\22:[{\22condition\22:\22k >= n\22,\22variable\22:\22a[]\22}]
// CHECK-NOT: \22guards\22
int a[999];
void ahead(int n, int k) { for (int i = 0; i < n; i++) a[i + k] = a[i] + 1; }
void row(int n) { for (int i = 0; i < n; i++) a[i + n] = a[i] + 1; }
void near(int n) { for (int i = 0; i < n; i++) a[i + 3] = a[i] + 1; }
void lines(int n, int m, double (*u)[n]) {
  for (int i = 1; i < m; i++)
    for (int j = 0; j < m; j++) u[i][j] = u[j][i];
}
