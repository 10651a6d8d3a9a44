// The condition of a guard holds for every value of the variables that it names, or there is none.
// RUN: env UNPLY_COPIES=1 %ir_cc -O2 -w | %filecheck
int a[999];
void shortened(int n, int k) { for (int i = 0; i < n - k; i++) a[i + k] = a[i] + 1; }
// CHECK: {{.*}}\22begin\22:[[[@LINE-1]],{{[^}]*}}\22guards\22:[{\22condition\22:\22k >= n - k\22,\22variable\22:\22a[]\22}]
void added(int n, int k) { for (int i = 0; i + k < n; i++) a[i + k] = a[i] + 1; }
// CHECK-SAME: {{.*}}\22begin\22:[[[@LINE-1]],{{[^}]*}}\22guards\22:[{\22condition\22:\22k >= n - k\22,\22variable\22:\22a[]\22}]
void backwards(int n, int k) { for (int i = n - 1; i >= 0; i--) a[i] = a[i + k]; }
// CHECK-SAME: {{.*}}\22begin\22:[[[@LINE-1]],{{[^}]*}}\22guards\22:[{\22condition\22:\22k >= n\22,\22variable\22:\22a[]\22}]
void sometimes(int n, int k) { for (int i = 0; i < n; i++) { int j = i + k; if (a[i] > 0) a[j] = 1; } }
// CHECK-SAME: {{.*}}\22begin\22:[[[@LINE-1]],{{[^}]*}}\22guards\22:[{\22condition\22:\22k >= n\22,\22variable\22:\22a[]\22}]
void no_sign(unsigned n, unsigned k) { for (unsigned i = 0; i < n; i++) a[i + k] = a[i] + 1; }
// CHECK-SAME: {{.*}}\22begin\22:[[[@LINE-1]],{{[^}]*}}\22guards\22:[{\22condition\22:\22k >= n && -k >= n\22,\22variable\22:\22a[]\22}]
void sign_and_none(unsigned n, int k) { for (unsigned i = 0; i < n; i++) a[i + k] = a[i] + 1; }
// CHECK-SAME: {{.*}}\22begin\22:[[[@LINE-1]],{{[^}]*}}\22guards\22:[{\22variable\22:\22a[]\22}]
void changed(int n, int k) { k = k * 3 + a[0]; for (int i = 0; i < n; i++) a[i + k] = a[i] + 1; }
// CHECK-SAME: {{.*}}\22begin\22:[[[@LINE-1]],{{[^}]*}}\22guards\22:[{\22variable\22:\22a[]\22}]
void two(int n, int k, int m) { for (int i = 0; i < n; i++) a[i + k] = a[i + m]; }
// CHECK-SAME: {{.*}}\22begin\22:[[[@LINE-1]],{{[^}]*}}\22guards\22:[{\22variable\22:\22a[]\22}]
void twice_as_often(int n, int k) { for (int i = 0; i < 2 * n; i++) a[i + k] = a[i] + 1; }
// CHECK-SAME: {{.*}}\22begin\22:[[[@LINE-1]],{{[^}]*}}\22guards\22:[{\22variable\22:\22a[]\22}]
void wide(int n, int k) { for (int i = 0; i < n; i++) *(long *)(a + i + k) = a[i] + 1; }
// CHECK-SAME: {{.*}}\22begin\22:[[[@LINE-1]],{{[^}]*}}\22guards\22:[{\22variable\22:\22a[]\22}]
