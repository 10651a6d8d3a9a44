// A loop reads words that the program has written and words that nobody has: there is no dependence on nothing.
#include <stdio.h>
enum { kWords = 100 };
static int words[kWords];
int main(int count, char** arguments) {
  for (int i = 0; i < kWords / 2; i++) words[i] = i + count;
  int sum = 0;
  for (int i = 0; i < kWords; i++) sum += words[i];
  printf("%d\n", sum);
}
