// What all ways to a block have accessed needs no hook there; into a loop comes what nothing in it ends.
// RUN: %ir_cc -O0 | %filecheck
// RUN: env UNPLY_NO_SHORTCUTS=repeats %ir_cc -O0 | %filecheck --check-prefix=ALL
void call(void);
int global, other, table[8];

// CHECK-LABEL: define {{.*}} @both_ways(
// CHECK-COUNT-2: @__unply_load4(
// CHECK-NOT: @__unply_load4(
// CHECK: ret i32
// ALL-LABEL: define {{.*}} @both_ways(
// ALL-COUNT-3: @__unply_load4(
// ALL: ret i32
int both_ways(int c) {
  int x;
  if (c)
    x = global + 1;
  else
    x = global + 2;
  return x + global;
}

// CHECK-LABEL: define {{.*}} @one_way(
// CHECK-COUNT-2: @__unply_load4(
// CHECK: ret i32
int one_way(int c) {
  int x = 0;
  if (c) x = global;
  return x + global;
}

// A write on one way ends it.
// CHECK-LABEL: define {{.*}} @written(
// CHECK-COUNT-1: @__unply_load4(
// CHECK: @__unply_store4(
// CHECK: @__unply_load4(
// CHECK: ret i32
int written(int c) {
  int x = global;
  if (c) global = 1;
  return x + global;
}

// CHECK-LABEL: define {{.*}} @in_loop(
// CHECK-COUNT-1: @__unply_load4(
// CHECK-NOT: @__unply_load4(
// CHECK: ret i32
// ALL-LABEL: define {{.*}} @in_loop(
// ALL-COUNT-2: @__unply_load4(
// ALL: ret i32
int in_loop(int n) {
  int x = global;
  for (int i = 0; i != n; i += x)
    if (i & 1) x += global;
  return x;
}

// What the loop writes behind the read counts for its next iteration.
// CHECK-LABEL: define {{.*}} @loop_writes(
// CHECK-COUNT-2: @__unply_load4(
// CHECK: @__unply_store4(
// CHECK: ret i32
int loop_writes(int n) {
  int x = global;
  for (int i = 0; i != n; i += x)
    if (i & 1) {
      x += global;
      global = 0;
    }
  return x;
}

// So does a call, behind which another task may have begun.
// CHECK-LABEL: define {{.*}} @loop_calls(
// CHECK-COUNT-2: @__unply_load4(
// CHECK: ret i32
int loop_calls(int n) {
  int x = global;
  for (int i = 0; i != n; i += x) {
    x += global;
    call();
  }
  return x;
}

// Another element in each iteration: the pointer is new each time.
// CHECK-LABEL: define {{.*}} @other_element(
// CHECK-COUNT-2: @__unply_load4(
// CHECK: ret i32
int other_element(int n) {
  int x = table[0];
  for (int i = 0; i != n; i += x)
    if (i & 1) x += table[i & 7];
  return x;
}

// A narrower read on one way covers no wider one behind.
// CHECK-LABEL: define {{.*}} @narrower(
// CHECK: @__unply_load{{1|4}}(
// CHECK: @__unply_load{{1|4}}(
// CHECK: @__unply_load4(
// CHECK: ret i32
int narrower(int c) {
  int x;
  if (c)
    x = *(char *)&global;
  else
    x = global;
  return x + global;
}
