// Messages behind conditions on data. Those marked `certain` have partners, tags and sizes that no condition decides;
// `by NAME` is decided by the condition or loop that is marked `NAME:`.
#include <mpi.h>
#include <stdlib.h>

struct plan { // the handle that an operation writes is no number
  int width;
  MPI_Request request;
};
static int stored, others;
static void send_twice(const double* x, int peer, int tag, int from) {
  double got[64];
  for (int i = 0; i < 2; ++i)
    MPI_Sendrecv(x, 4, MPI_DOUBLE, peer, tag, got, 64, MPI_DOUBLE, from, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // certain
}
static int chosen(double sum) {
  if (sum > 5) return 1; // result:
  return 2;
}
static void store(double sum) {
  if (sum > 4) stored = 3; // memory:
  others = 9;
}
static void ring(const double* x, int count, int tag, int next, int last) {
  double got[64];
  MPI_Sendrecv(x, count, MPI_DOUBLE, next, tag, got, 64, MPI_DOUBLE, last, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // by result
}

int main(int argc, char** argv) {
  double x[64], got[64], sum = 0;
  int rank, size, trips = 0, tag = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, last = (rank + size - 1) % size;
  struct plan* plan = malloc(sizeof *plan);
  plan->width = 6;
  for (int i = 0; i < 64; ++i) x[i] = 1;
  while (sum < 20) { // trips:
    MPI_Sendrecv(x, 8, MPI_DOUBLE, next, 5, got, 64, MPI_DOUBLE, last, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // certain
    MPI_Allreduce(x, got, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int k = 1; k < 3; ++k)
      MPI_Sendrecv(x, k, MPI_DOUBLE, next, k, got, 64, MPI_DOUBLE, last, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // certain
    MPI_Irecv(got, 64, MPI_DOUBLE, last, 9, MPI_COMM_WORLD, &plan->request); // certain
    MPI_Send(x, plan->width, MPI_DOUBLE, next, 9, MPI_COMM_WORLD); // certain
    MPI_Wait(&plan->request, MPI_STATUS_IGNORE);
    sum += got[0], ++trips;
  }
  MPI_Sendrecv(x, trips, MPI_DOUBLE, next, 6, got, 64, MPI_DOUBLE, last, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // by trips
  if (sum > 3) tag = 2; // value:
  MPI_Sendrecv(x, 1, MPI_DOUBLE, next, tag, got, 64, MPI_DOUBLE, last, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // by value
  store(sum);
  MPI_Sendrecv(x, stored, MPI_DOUBLE, next, 7, got, 64, MPI_DOUBLE, last, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // by memory
  MPI_Sendrecv(x, others, MPI_DOUBLE, next, 8, got, 64, MPI_DOUBLE, last, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // certain
  ring(x, chosen(sum), 4, next, last);
  if (sum > 6) send_twice(x, next, 3, last);
  MPI_Finalize();
  return 0;
}
