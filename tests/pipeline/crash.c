// A segmentation fault inside a task: the program dies of it as it does without unply.
// signal: 11
// graph:
//   tasks 2
//   1 -> 2 flow x
int x, y;
int *volatile nowhere;
int main(void) {
#pragma exg trace
  {
#pragma exg task
    x = 1;
#pragma exg task
    {
      y = x;
      *nowhere = y;
    }
  }
}
