/* Each construct of OpenMP that has events, once, on two threads. A tag such as @dynamic marks the line that the events of
 * the construct must name. Prints a checksum that does not depend on the schedule. */
#include <omp.h>
#include <stdio.h>

enum { kCells = 1000 };
static double cells[kCells];
static long total;

static void spin(int rounds) {
  volatile double x = 0;
  for (int i = 0; i < rounds; ++i) x += i;
}

static void loops(void) {
#pragma omp for schedule(static) /* @static */
  for (int i = 0; i < kCells; ++i) cells[i] = i;
#pragma omp for schedule(static, 30) /* @static30 */
  for (int i = 0; i < kCells; ++i) cells[i] += 1;
#pragma omp for schedule(dynamic, 70) /* @dynamic */
  for (int i = 0; i < kCells; ++i) cells[i] += 1, spin(10);
#pragma omp for schedule(guided) /* @guided */
  for (int i = 0; i < kCells; ++i) cells[i] += 1, spin(10);
#pragma omp for schedule(runtime) /* @runtime */
  for (int i = 0; i < kCells; ++i) cells[i] += 1;
#pragma omp for ordered schedule(dynamic, 1) /* @orderedloop */
  for (int i = 0; i < 6; ++i) {
#pragma omp ordered /* @ordered */
    total += i;
  }
#pragma omp for reduction(+ : total) /* @reduction */
  for (int i = 0; i < kCells; ++i) total += i;
}

static void locks(omp_lock_t* lock) {
#pragma omp critical /* @critical */
  total += 1;
#pragma omp critical(books) /* @named */
  total += 1;
  omp_set_lock(lock); /* @lock */
  total += 1;
  omp_unset_lock(lock);
}

static void tasks(void) {
  int x = 0, y = 0;
#pragma omp task depend(out : x) shared(x) /* @producer */
  x = 2, spin(1000);
#pragma omp task depend(out : y) shared(y) /* @producer2 */
  y = 3, spin(1000);
#pragma omp task depend(in : x, y) shared(x, y, total) /* @consumer */
  total += x + y;
#pragma omp taskwait /* @taskwait */
#pragma omp taskloop grainsize(100) /* @taskloop */
  for (int i = 0; i < kCells; ++i) cells[i] += 1;
}

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2) /* @parallel */
  {
    loops();
#pragma omp sections /* @sections */
    {
#pragma omp section
      spin(1000);
#pragma omp section
      spin(2000);
    }
    locks(&lock);
#pragma omp barrier /* @barrier */
#pragma omp single /* @single */
    tasks();
#pragma omp masked /* @masked */
    spin(10);
  }
  omp_destroy_lock(&lock);
  double sum = 0;
  for (int i = 0; i < kCells; ++i) sum += cells[i];
  printf("%ld %.0f\n", total, sum);
  return 0;
}
