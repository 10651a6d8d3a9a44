// A number goes once around the ring of all ranks.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, size;
  double mine = 0, received;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int right = (rank + 1) % size, left = (rank - 1 + size) % size;
  for (int s = 0; s < size - 1; s++) {
    MPI_Sendrecv(&mine, 1, MPI_DOUBLE, right, 3, &received, 1, MPI_DOUBLE, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    mine = received + 1;
  }
  MPI_Finalize();
  return 0;
}
