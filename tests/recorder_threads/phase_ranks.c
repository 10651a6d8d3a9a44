/* Phases as a skeleton on a hypercube emits them: at level j each rank exchanges 1000 * (j + 1) bytes with the one
 * whose rank in a communicator of its own differs in bit j. That communicator counts ranks the other way round, so that
 * a partner's rank there is not its rank of the world. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unply/annotate.h>

static void exchange(MPI_Comm cube, int level, int partner) {
  MPI_Group all, own;
  int bytes = 1000 * (level + 1), of_world;
  char *out = malloc((size_t)bytes), *in = malloc((size_t)bytes);
  struct UnplyPhaseInfo info;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Comm_group(cube, &own);
  MPI_Group_translate_ranks(own, 1, &partner, all, &of_world);
  MPI_Group_free(&all);
  MPI_Group_free(&own);
  memset(&info, 0, sizeof info);
  memset(out, level, (size_t)bytes);
  info.phase = 3;
  info.level = (unsigned)level;
  info.partner = of_world;
  info.bytes = (unsigned long long)bytes;
  unply_phase_begin(&info);
  MPI_Sendrecv(out, bytes, MPI_CHAR, partner, level, in, bytes, MPI_CHAR, partner, level, cube, MPI_STATUS_IGNORE);
  unply_phase_end(&info);
  free(out);
  free(in);
}

int main(int argc, char** argv) {
  const char* const names[] = {"P", "rank"};
  double values[2];
  struct UnplyPhaseInfo call;
  MPI_Comm cube;
  int rank, size, repeat, level;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &cube);
  memset(&call, 0, sizeof call);
  call.partner = -1;
  call.names = names, call.values = values, call.features = 2;
  values[0] = size, values[1] = rank;
  for (repeat = 0; repeat < 3; ++repeat) {
    unply_phase_begin(&call);
    for (level = 0; 1 << level < size; ++level) {
      int own = size - 1 - rank, partner = own ^ 1 << level;
      if (partner < size) exchange(cube, level, partner);
    }
    unply_phase_end(&call);
  }
  MPI_Comm_free(&cube);
  MPI_Finalize();
  return 0;
}
