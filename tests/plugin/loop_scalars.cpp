// Values that iterations hand on in registers: their names where an object is in several registers, or is all of its only
// member; and what the index of a rotated loop leaves, which is none.
// RUN: env UNPLY_COPIES=1 %ir_cxx -O0 | %filecheck
// RUN: env UNPLY_COPIES=1 %ir_cxx -O2 | %filecheck
// CHECK: @__unply.strings =
// CHECK-SAME: {{\\22kind\\22:\\22reduction\\22,\\22line\\22:13,\\22live_out\\22:true,\\22name\\22:\\22sum_\\22,\\22operator\\22:\\22max\\22}}
// CHECK-SAME: {{\\22kind\\22:\\22reduction\\22,\\22line\\22:19,\\22live_out\\22:true,\\22name\\22:\\22only_\\22,\\22operator\\22:\\22\+\\22}}
// CHECK-SAME: {{\\22kind\\22:\\22reduction\\22,\\22line\\22:31,\\22live_out\\22:true,\\22name\\22:\\22a\[\]\\22,\\22operator\\22:\\22\+\\22}}
struct Most {
  long sum_ = 0, other_ = 1;
  void of(long* const* v) {
    for (int i = 0; i < 9; i++)
      if ((*v)[i] > sum_) sum_ = (*v)[i];
  }
};
struct Sum {
  long only_ = 0;
  void of(const long* v) {
    for (int i = 0; i < 9; i++) only_ += v[i];
  }
};
long all(long* const* v) {
  Most most;
  Sum sum;
  most.of(v);
  sum.of(*v);
  return most.sum_ + most.other_ + sum.only_;
}
long elements(const long* v) {
  long a[2] = {0, 0};
  for (int i = 0; i < 9; i++) a[0] += v[i], a[1] += 2;
  return a[0] - a[1];
}
// The first scalar is the index: none is carried.
// CHECK-SAME: {{\\22scalars\\22:\[\{[^}]*\\22kind\\22:\\22induction\\22[^}]*\\22name\\22:\\22narrow\\22}\]}}
void widened(int* b) {
  for (unsigned char narrow = 0; narrow < 90; narrow++) b[narrow] += narrow;
}
