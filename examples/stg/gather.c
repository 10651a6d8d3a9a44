// Rank 0 receives a number of each other rank, and sends one to each.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, size;
  double mine = 0, all[4096];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    for (int s = 1; s < size; s++) MPI_Recv(&all[s], 1, MPI_DOUBLE, s, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int d = 1; d < size; d++) MPI_Send(&all[d], 1, MPI_DOUBLE, d, 6, MPI_COMM_WORLD);
  } else {
    MPI_Send(&mine, 1, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD);
    MPI_Recv(&mine, 1, MPI_DOUBLE, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
