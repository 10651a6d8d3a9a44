/* Messages of 8 bytes to and fro between two ranks: prints "seconds messages" of wall time. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, count = 20000;
  double value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  double begun = MPI_Wtime();
  for (int i = 0; i < count; ++i)
    if (rank == i % 2)
      MPI_Send(&value, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
    else
      MPI_Recv(&value, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0) printf("%.9f %d\n", MPI_Wtime() - begun, count);
  MPI_Finalize();
  return 0;
}
