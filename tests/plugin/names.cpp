// Variables as the programmer wrote them.
// RUN: %run_cxx -O0 %s | %filecheck
// RUN: %run_cxx -O2 %s | %filecheck
extern "C" int show_accesses;
struct Node {
  int key;
  Node* next;
  int slot[4];
  __attribute__((noinline)) void set(int k) { key = k; }
};
int scalar, vector[4], matrix[3][3];
Node object, objects[3];
thread_local int own;
__attribute__((noinline)) void f(int* p, int* q, Node* n, Node& r, int i) {
  *p = 1;
  q[i] = 1;
  scalar = 1;
  vector[i] = 1;
  matrix[i][1] = 1;
  object.key = 1;
  objects[i].slot[2] = 1;
  n->next->key = 1;
  r.slot[i] = 1;
  own = 1;
  n->set(3);
}
int main() {
  Node a{}, b{};
  a.next = &b;
  show_accesses = 1;
  auto* volatile unknown = f; // called from anywhere, it keeps its own names: see tests/cli/names.t
  unknown(&scalar, vector, &a, b, 1);
  show_accesses = 0;
}
// CHECK-DAG: store 4 *p line 15
// CHECK-DAG: store 4 q[] line 16
// CHECK-DAG: store 4 scalar line 17
// CHECK-DAG: store 4 vector[] line 18
// CHECK-DAG: store 4 matrix[] line 19
// CHECK-DAG: store 4 object.key line 20
// CHECK-DAG: store 4 objects[].slot[] line 21
// CHECK-DAG: load 8 n->next line 22
// CHECK-DAG: store 4 n->next->key line 22
// CHECK-DAG: store 4 r.slot[] line 23
// CHECK-DAG: store 4 own line 24
// CHECK-DAG: store 4 this->key line 9
