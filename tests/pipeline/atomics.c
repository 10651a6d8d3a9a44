// Atomic operations read and write; a compare-and-exchange that fails only reads.
// graph:
//   tasks 7
//   1 -> 2 flow x
//   1 -> 2 output x
//   2 -> 3 flow x
//   2 -> 3 output x
//   3 -> 4 flow x
//   3 -> 5 flow x
//   3 -> 5 output x
//   4 -> 5 anti x
//   5 -> 6 flow x
//   5 -> 7 flow x
#include <stdatomic.h>
#include <stdio.h>
atomic_int x;
int out[8];
int main(void) {
#pragma exg trace
  {
#pragma exg task
    atomic_store(&x, 1);
#pragma exg task
    atomic_fetch_add(&x, 2);
#pragma exg task
    out[2] = atomic_exchange(&x, 9);
#pragma exg task
    out[3] = atomic_load(&x);
#pragma exg task
    {
      int nine = 9;
      out[4] = atomic_compare_exchange_strong(&x, &nine, 11);
    }
#pragma exg task
    {
      int nine = 9;
      out[5] = atomic_compare_exchange_strong(&x, &nine, 12);
    }
#pragma exg task
    out[6] = atomic_load(&x);
  }
  printf("%d %d %d %d\n", out[2], out[3], out[4], x);
}
