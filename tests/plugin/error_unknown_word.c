// RUN: %errors_cc | %filecheck
void f(void) {
// CHECK: error: unknown word 'taks' after '#pragma exg', expected 'trace' or 'task'
// CHECK: note: hint: did you mean '#pragma exg task'?
#pragma exg taks
  ;
// CHECK: error: unknown word 'Trace' after '#pragma unply', expected 'trace' or 'task'
// CHECK: note: hint: did you mean '#pragma unply trace'?
#pragma unply Trace
  ;
// CHECK: error: '#pragma exg' lacks a word, expected 'trace' or 'task'
#pragma exg
  ;
}
