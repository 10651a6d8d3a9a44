// A sum over a hypercube of ranks, whose number must be a power of 2.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, size;
  double sum = 1, received;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int d = 1; d < size; d <<= 1) {
    MPI_Sendrecv(&sum, 1, MPI_DOUBLE, rank ^ d, 3, &received, 1, MPI_DOUBLE, rank ^ d, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    sum += received;
  }
  MPI_Finalize();
  return 0;
}
