// Each rank but the first sends one number to the rank on its left.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, size;
  double mine = 1.0, from_right = 0.0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank > 0) MPI_Send(&mine, 1, MPI_DOUBLE, rank - 1, 7, MPI_COMM_WORLD);
  if (rank < size - 1) MPI_Recv(&from_right, 1, MPI_DOUBLE, rank + 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
