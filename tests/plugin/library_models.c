// What library functions read and write, by argument, result or string.
// RUN: %run_cc -O0 -Wno-unused-result %s < %s | %filecheck
// RUN: %run_cc -O2 -Wno-unused-result %s < %s | %filecheck
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
  // CHECK: load_str 0 {{.*}} line [[@LINE+2]]
  // CHECK: store_str 0 text[] line [[@LINE+1]]
  strcpy(text, source);
  // CHECK: load 6 text[] line [[@LINE+2]]
  // CHECK: store 6 text[] line [[@LINE+1]]
  strcat(text, source);
  // CHECK: store 3 line[] line [[@LINE+1]]
  snprintf(line, 3, "%s", source);
  // CHECK: store 3 text[] line [[@LINE+1]]
  read(0, text, 3);
  // CHECK: store 10 text[] line [[@LINE+1]]
  fread(text, 2, 5, stdin);
  // CHECK: store 0 text[] line [[@LINE+1]]
  read(-1, text, 3);
  // CHECK: store 5 text[] line [[@LINE+1]]
  fgets(text, 5, stdin);
  // CHECK: load 4 text[] line [[@LINE+2]]
  // CHECK: store 4 text[] line [[@LINE+1]]
  qsort(text, 4, 1, less);
  show_accesses = 0;
  return 0;
}
