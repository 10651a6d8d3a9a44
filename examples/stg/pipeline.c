// Blocks pass from rank to rank, each of which works on them: pipeline BLOCKS SIZE.
#include <mpi.h>
#include <stdlib.h>

static double work(double* block, int size) {
  double sum = 0;
  for (int i = 0; i < size; i++)
    for (int j = 0; j <= i; j++) {
      block[i] = block[i] * 0.999 + 1e-3 * j;
      sum += block[i];
    }
  return sum;
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int nb = atoi(argv[1]), b = atoi(argv[2]);
  double* block = calloc(b, sizeof(double));
  for (int k = 0; k < nb; k++) {
    if (rank != 0) MPI_Recv(block, b, MPI_DOUBLE, rank - 1, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    work(block, b);
    if (rank + 1 < size) MPI_Send(block, b, MPI_DOUBLE, rank + 1, k, MPI_COMM_WORLD);
  }
  free(block);
  MPI_Finalize();
  return 0;
}
