// Where the hooks of library calls stand, and what is left out; what they read and write is tested by tests/models.
// RUN: %run_cc -O0 -Wno-unused-result %s < %s | %filecheck
// RUN: %run_cc -O2 -Wno-unused-result %s < %s | %filecheck
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern int show_accesses;
static int less(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
char text[64], line[64];
const char *volatile source = "seven";
int main(void) {
  show_accesses = 1;
  // In front of the call, which needs no result. CHECK: model load {{.*}} line [[@LINE+2]]
  // CHECK-NEXT: model store 0 text[] line [[@LINE+1]]
  strcpy(text, source);
  // The format is a constant. CHECK: model load {{.*}} line [[@LINE+3]]
  // CHECK-NEXT: result 5
  // CHECK-NEXT: model store 0 line[] line [[@LINE+1]]
  snprintf(line, 3, "%s", source);
  // State that the system keeps. CHECK: model load 0 file descriptor state line [[@LINE+4]]
  // CHECK-NEXT: model store 0 file descriptor state line [[@LINE+3]]
  // CHECK-NEXT: result 3
  // CHECK-NEXT: model store 0 text[] line [[@LINE+1]]
  read(0, text, 3);
  // CHECK: model load 0 text[] line [[@LINE+2]]
  // CHECK: model store 0 text[] line [[@LINE+1]]
  qsort(text, 4, 1, less);
  // Touch nothing. CHECK-NOT: {{model|unseen}}
  free(malloc(atoi("7")));
  // Without a model. CHECK: unseen getservbyname
  getservbyname("none", "none");
  show_accesses = 0;
  return 0;
}
