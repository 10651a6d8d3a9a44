// An interpreter that jumps through tables of labels: read from a table, from distances between labels, from threaded
// code that keeps the addresses in memory. The copy of a function without hooks must jump to its own labels.
// graph:
//   tasks 3
//   1 -> 2 flow memory[]
//   2 -> 3 flow memory[]
#include <stdio.h>
int memory[8];
static int by_table(const unsigned char *code) {
  static void *table[] = {&&add, &&twice, &&stop};
  int value = 1;
  goto *table[*code++];
add: value += 1; goto *table[*code++];
twice: value *= 2; goto *table[*code++];
stop: return value;
}
static int by_local_table(const unsigned char *code) {
  void *table[] = {&&add, &&twice, &&stop};
  int value = 1;
  goto *table[*code++];
add: value += 1; goto *table[*code++];
twice: value *= 2; goto *table[*code++];
stop: return value;
}
static int by_distance(const unsigned char *code) {
  static const int table[] = {&&add - &&add, &&twice - &&add, &&stop - &&add};
  int value = 1;
  goto *(&&add + table[*code++]);
add: value += 1; goto *(&&add + table[*code++]);
twice: value *= 2; goto *(&&add + table[*code++]);
stop: return value;
}
static int threaded(void **code, void *const **labels) {
  static void *const table[] = {&&add, &&twice, &&stop};
  int value = 1;
  if (labels) {
    *labels = table;
    return 0;
  }
  goto **code++;
add: value += 1; goto **code++;
twice: value *= 2; goto **code++;
stop: return value;
}
int main(void) {
  static const unsigned char code[] = {0, 1, 1, 0, 2};
  void *const *labels, *words[5];
  threaded(0, &labels);
  for (int i = 0; i < 5; i++) words[i] = labels[code[i]];
#pragma exg trace
  for (int i = 0; i < 3; i++)
#pragma exg task
    memory[i + 1] = memory[i] + by_table(code) + by_local_table(code) + by_distance(code) + threaded(words, 0);
  printf("%d\n", memory[3]);
}
