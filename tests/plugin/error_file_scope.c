// RUN: %errors_cc | %filecheck
// CHECK: error_file_scope.c:5:13: error: '#pragma exg task' is outside of any function, expected before a statement
// CHECK: note: hint: move it into a function
int x;
#pragma exg task
int y;
