// A copy has tables of its own labels. A table that is linked with those of other object files cannot have a second one:
// such a function has no copy, nor has one that defines a symbol in inline assembly; that one is not inlined either.
// RUN: env UNPLY_COPIES=1 %ir_cxx -O1 | %filecheck
extern int data[8];

// CHECK-DAG: @_ZZ3runPKhE5table = internal {{.*}}constant [2 x ptr] [ptr blockaddress(@_Z3runPKh, {{.*}}), ptr blockaddress(@_Z3runPKh, {{.*}})]
// CHECK-DAG: @_ZZ3runPKhE5table.plain = internal {{.*}}constant [2 x ptr] [ptr blockaddress(@_Z3runPKh.plain, {{.*}}), ptr blockaddress(@_Z3runPKh.plain, {{.*}})]
int run(const unsigned char *code) {
  static void *table[] = {&&add, &&stop};
  goto *table[*code++];
add:
  data[0]++;
  goto *table[*code++];
stop:
  return data[0];
}

// CHECK-NOT: shared{{.*}}.plain
// CHECK-NOT: marked{{.*}}.plain
inline int shared(const unsigned char *code) {
  static void *table[] = {&&add, &&stop};
  goto *table[*code++];
add:
  data[1]++;
  goto *table[*code++];
stop:
  return data[1];
}

// CHECK: define internal {{.*}} @_ZL6markedv() {{.*}}#[[MARKED:[0-9]+]]
static int marked() {
  __asm__ volatile("the_mark: nop");
  return data[2];
}

int all(const unsigned char *code) { return run(code) + shared(code) + marked(); }
// CHECK: attributes #[[MARKED]] = {{.*}}noinline
