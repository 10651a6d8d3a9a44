// The outer loop keeps its place and facts where nothing is left at its end but the way back: `row` advances to the end
// of the inner loop's range.
// RUN: env UNPLY_COPIES=1 %ir_cxx -O0 | %filecheck
// RUN: env UNPLY_COPIES=1 %ir_cxx -O2 | %filecheck
struct Row {
  int x[12];
  const int* begin() const { return x; }
  const int* end() const { return x + 12; }
};
// CHECK: @__unply.loop_infos = internal constant [12 x i32] [i32 1, i32 [[#@LINE+3]], i32 3, {{.*}} i32 [[#@LINE+4]], i32 5,
long sum(const Row* begin, const Row* end) {
  long s = 0;
  for (const Row* row = begin; row != end; ++row)
    for (int x : *row) s += x;
  return s;
}
