// A loop shared by threads, and tasks that depend on each other.
static double next(double x) { return 0.5 * x + 1; }

void shared_loop(double* a, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 1; i < n; i++) a[i] = next(a[i]);
}

void chain(double* a, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 1; i < n; i++) {
#pragma omp task depend(in : a[i - 1]) depend(out : a[i])
    a[i] = a[i - 1] + next(a[i]);
  }
}

int main(void) {
  static double a[1000];
  shared_loop(a, 1000);
  chain(a, 1000);
  return a[999] < 0;
}
