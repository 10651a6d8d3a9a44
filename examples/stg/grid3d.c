// Faces, edges and one corner of a grid of ranks in three dimensions: grid3d COLUMNS ROWS PLANES.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank, size;
  double edge = 0, received;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int nx = atoi(argv[1]), ny = atoi(argv[2]), nz = atoi(argv[3]);
  if (nx * ny * nz != size) MPI_Abort(MPI_COMM_WORLD, 1);
  int column = rank % nx, row = (rank / nx) % ny, plane = rank / (nx * ny);
  if (column > 0) MPI_Send(&edge, 1, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD);
  if (column < nx - 1) MPI_Recv(&received, 1, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (row > 0) MPI_Send(&edge, 1, MPI_DOUBLE, rank - nx, 2, MPI_COMM_WORLD);
  if (row < ny - 1) MPI_Recv(&received, 1, MPI_DOUBLE, rank + nx, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (plane > 0) MPI_Send(&edge, 1, MPI_DOUBLE, rank - nx * ny, 3, MPI_COMM_WORLD);
  if (plane < nz - 1) MPI_Recv(&received, 1, MPI_DOUBLE, rank + nx * ny, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (row > 0 && plane > 0) MPI_Send(&edge, 1, MPI_DOUBLE, rank - nx * ny - nx, 4, MPI_COMM_WORLD);
  if (row < ny - 1 && plane < nz - 1)
    MPI_Recv(&received, 1, MPI_DOUBLE, rank + nx * ny + nx, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (column > 0 && row > 0 && plane > 0) MPI_Send(&edge, 1, MPI_DOUBLE, rank - nx * ny - nx - 1, 5, MPI_COMM_WORLD);
  if (column < nx - 1 && row < ny - 1 && plane < nz - 1)
    MPI_Recv(&received, 1, MPI_DOUBLE, rank + nx * ny + nx + 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank > 0)
    MPI_Send(&edge, 1, MPI_DOUBLE, 0, 6, MPI_COMM_WORLD);
  else
    for (int s = 1; s < size; s++) MPI_Recv(&received, 1, MPI_DOUBLE, s, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
