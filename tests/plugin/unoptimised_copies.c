// At -O0 clang alone makes functions that not even the optimiser of the linker touches (-flto): so are their copies, but
// those of functions that are to be small.
// RUN: env UNPLY_COPIES=1 %plugin_cc -O0 -S -emit-llvm -o - %s | %filecheck
// RUN: env UNPLY_COPIES=1 %plugin_cc -O1 -S -emit-llvm -o - %s | %filecheck --check-prefix=OPTIMISED
// CHECK: define internal double @mean.plain({{.*}}) #[[COPY:[0-9]+]]
// CHECK: attributes #[[COPY]] = {{.*}}noinline {{.*}}optnone
// OPTIMISED-NOT: optnone
double mean(const double* x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  return s / n;
}
