// Ranks that pass messages round for some 50 ms, and say what the time stamp counter is, which all ranks share whatever
// clock they are recorded by: so the test knows how well clocks were aligned. With "abort", rank 1 ends without
// MPI_Finalize.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unply/annotate.h>
#include <x86intrin.h>

int main(int argc, char** argv) {
  int rank, size, data[4] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 100; ++i) {
    MPI_Sendrecv(data, 2, MPI_INT, (rank + 1) % size, i, data + 2, 2, MPI_INT, (rank + size - 1) % size, i,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    unply_value("tsc", (unsigned long)__rdtsc());
    usleep(500);
  }
  if (argc > 1 && strcmp(argv[1], "abort") == 0 && rank == 1) abort();
  MPI_Finalize();
}
