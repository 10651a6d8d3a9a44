// MPI in C: rank 0 waits for rank 1 in one function after the other, each time for about 60 ms; and before both end.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static void late(int rank) {
  MPI_Barrier(MPI_COMM_WORLD); // @MPI_Barrier
  if (rank == 1) usleep(60000);
}

int main(int argc, char** argv) {
  int rank, data = 0, sum, other;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  late(rank);
  if (rank == 1) MPI_Send(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank == 0) MPI_Recv(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // @MPI_Recv
  late(rank);
  MPI_Irecv(&sum, 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&data, 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); // @MPI_Waitall
  late(rank);
  MPI_Allreduce(&data, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // @MPI_Allreduce
  late(rank);
  if (rank == 0) printf("done\n");
  fflush(stdout);
  MPI_Finalize(); // @MPI_Finalize
  return 0;
}
