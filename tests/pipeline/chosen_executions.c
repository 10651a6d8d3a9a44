// Each execution of a chosen loop is a trace, as with pragmas: a breadth-first search, a solver in time steps, loops in
// one another, reached again by recursion, inlined several times, and ended by exit.
// build: $CC $LEVEL $TASKS $SRC -o program
// tasks: --tasks chosen_executions.c:18 --tasks chosen_executions.c:28 --tasks chosen_executions.c:42 --tasks chosen_executions.c:56 --tasks chosen_executions.c:81 --tasks chosen_executions.c:103
// marked: yes
// exit: 3
// traces: 6
// report: trace region executions inside another one: the outer one counts
#include <stdio.h>
#include <stdlib.h>
#define N 40
int head[N + 1], to[4 * N], dist[N], queue[2][N];
static int a[64], sum;
static inline __attribute__((always_inline)) void sweep(int* u, int n) {
#ifdef MARKED
#pragma exg trace
#endif
  for (int i = 1; i < n; i++)
#ifdef MARKED
#pragma exg task
#endif
    u[i] += u[i - 1];
}
static void steps(int n) {
#ifdef MARKED
#pragma exg trace
#endif
  for (int t = 0; t < n; t++)
#ifdef MARKED
#pragma exg task
#endif
  {
    sweep(a, 4);
    sweep(a + 8, 4);
    a[t + 1] += a[12];
  }
}
static void walk(int n) {
#ifdef MARKED
#pragma exg trace
#endif
  for (int i = 0; i < n; i++)
#ifdef MARKED
#pragma exg task
#endif
  {
    sum += i;
    walk(i);
    a[20 + i] += sum;
  }
}
static void last(int n) {
#ifdef MARKED
#pragma exg trace
#endif
  while (n--)
#ifdef MARKED
#pragma exg task
#endif
  {
    a[30 + n] = a[31 + n] + n;
    if (n == 2 && sum > 20) exit(sum & 7);
  }
}
static void search(void) {
  int e = 0;
  for (int v = 0; v < N; v++) {
    head[v] = e;
    for (int k = 1; k <= 3; k++) to[e++] = (v * 3 + k * k) % N;
    dist[v] = -1;
  }
  head[N] = e;
  int now = 0, count = 1, next = 0;
  dist[0] = 0;
  queue[0][0] = 0;
  for (int level = 0; count > 0; level++, count = next, now = 1 - now) {
    next = 0;
#ifdef MARKED
#pragma exg trace
#endif
    for (int i = 0; i < count; i++)
#ifdef MARKED
#pragma exg task
#endif
    {
      int v = queue[now][i];
      for (int a = head[v]; a < head[v + 1]; a++)
        if (dist[to[a]] < 0) {
          dist[to[a]] = dist[v] + 1;
          queue[1 - now][next++] = to[a];
        }
    }
  }
  int sum = 0;
  for (int v = 0; v < N; v++) sum += dist[v];
  printf("%d\n", sum);
}
static void stencil(int steps) {
  for (int t = 0; t < steps; t++) {
#ifdef MARKED
#pragma exg trace
#endif
    for (int i = 1; i < 9; i++)
#ifdef MARKED
#pragma exg task
#endif
      a[40 + i] = (a[40 + i - 1] + a[40 + i + 1]) / 2 + t;
  }
}
int main(void) {
  search();
  stencil(4);
  a[0] = 1;
  sweep(a, 5);
  sweep(a, 5);
  steps(3);
  steps(2);
  walk(3);
  walk(4);
  printf("%d %d\n", sum, a[22]);
  last(2);
  last(5);
  sum += 100;
  last(5);
}
