// Faces of a Cartesian grid whose sides MPI chooses: cart SIZE.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank, size, left, right, up, down, dims[2] = {0, 0}, periods[2] = {1, 0};
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int n = atoi(argv[1]);
  double *edge = calloc(n, sizeof(double)), *received = calloc(n, sizeof(double));
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_shift(grid, 0, 1, &up, &down);
  MPI_Cart_shift(grid, 1, 1, &left, &right);
  MPI_Sendrecv(edge, n, MPI_DOUBLE, right, 1, received, n, MPI_DOUBLE, left, 1, grid, MPI_STATUS_IGNORE);
  MPI_Sendrecv(edge, n, MPI_DOUBLE, down, 2, received, n, MPI_DOUBLE, up, 2, grid, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
