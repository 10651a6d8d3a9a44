// Edges of a grid of ranks go to the left and up: grid2d COLUMNS SIZE.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int py = atoi(argv[1]), n = atoi(argv[2]);
  double *edge = calloc(n, sizeof(double)), *received = calloc(n, sizeof(double));
  int row = rank / py, column = rank % py;
  if (column > 0) MPI_Send(edge, n, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD);
  if (column < py - 1) MPI_Recv(received, n, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (row > 0) MPI_Send(edge, n, MPI_DOUBLE, rank - py, 2, MPI_COMM_WORLD);
  if (row < size / py - 1) MPI_Recv(received, n, MPI_DOUBLE, rank + py, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
