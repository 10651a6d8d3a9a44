// Messages travel while the rank computes: overlap N STEPS.
#include <mpi.h>
#include <stdlib.h>

static void smooth(double* cells, int n) {
  for (int i = 1; i < n; i++) cells[i] = 0.5 * (cells[i] + cells[i - 1]);
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int n = atoi(argv[1]), steps = atoi(argv[2]);
  double *cells = calloc(n, sizeof(double)), halo = 0;
  int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  for (int t = 0; t < steps; t++) {
    MPI_Request requests[2];
    MPI_Irecv(&halo, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&cells[n - 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
    smooth(cells, n - 1);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    cells[0] += halo;
  }
  MPI_Finalize();
  return 0;
}
