// Jacobi's method on rows of a square grid: jacobi2d N ITERATIONS.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double sweep(const double* old, double* new, int n, int m) {
  double change = 0.0;
  for (int i = 1; i <= m; i++)
    for (int j = 1; j < n - 1; j++) {
      new[i * n + j] = 0.25 * (old[(i - 1) * n + j] + old[(i + 1) * n + j] + old[i * n + j - 1] + old[i * n + j + 1]);
      change = fmax(change, fabs(new[i * n + j] - old[i * n + j]));
    }
  return change;
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int n = atoi(argv[1]), iters = atoi(argv[2]);
  int m = n / size;
  double* old = calloc((size_t)(m + 2) * n, sizeof(double));
  double* new = calloc((size_t)(m + 2) * n, sizeof(double));
  int up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  int down = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  double all_change = 0.0;
  for (int it = 0; it < iters; it++) {
    MPI_Request requests[4];
    MPI_Irecv(old, n, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(old + (m + 1) * n, n, MPI_DOUBLE, down, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(old + n, n, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(old + m * n, n, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    double change = sweep(old, new, n, m);
    MPI_Allreduce(&change, &all_change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    double* swapped = old;
    old = new;
    new = swapped;
  }
  if (rank == 0) printf("%g\n", all_change);
  MPI_Finalize();
  return 0;
}
