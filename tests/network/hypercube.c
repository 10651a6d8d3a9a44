/* Connected components on a hypercube as the paper runs it, without its data: computing is charged by the coefficients of
   table 3, messages have their sizes but no contents. Independent of unply, so that it can judge it: prints the time of
   the slowest rank, and writes the phases to the file of UNPLY_PHASES as the skeleton does.
   hypercube N M [fail] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double Div(double m) { return 2.25e-6 + 1.94e-8 * m; }
static double Comb(double n) { return 2.32e-4 + 2.19e-7 * n; }
static double Seq(double n, double m) { return 1.35e-7 * n + 4.60e-7 * m; }

static FILE* phases;
static double zero;

static void write_phase(int rank, const char* phase, int level, int partner, long bytes, double begin, double n,
                        double m, int size) {
  double end = MPI_Wtime(); /* SimGrid charges 10 ns for it, whether phases are written or not */
  if (!phases) return;
  fprintf(phases, "%d,0,%s,%d,%d,%ld,%.0f,%.0f,0,%d,%.17g,%.17g\n", rank, phase, level, partner, bytes,
          1e9 * (begin - zero), 1e9 * (end - zero), size, n, m);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double n = atof(argv[1]), m = atof(argv[2]), edges[64];
  if (argc > 3 && !strcmp(argv[3], "fail") && rank == size - 1) exit(7);
  char *out = SMPI_SHARED_MALLOC((size_t)64 << 20), *in = SMPI_SHARED_MALLOC((size_t)64 << 20);
  if (getenv("UNPLY_PHASES")) { /* all ranks append, so that none overwrites another one's lines */
    phases = fopen(getenv("UNPLY_PHASES"), "a");
    setvbuf(phases, NULL, _IOLBF, 0);
    if (rank == 0) fprintf(phases, "rank,call,phase,level,partner,bytes,begin_ns,end_ns,cpu_ns,P,N,M\n");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = zero = MPI_Wtime(), at;
  int level = 0, words = (int)n;
  edges[0] = m;
  for (int group = size; group > 1; group /= 2, ++level) {
    at = MPI_Wtime();
    smpi_execute(Div(edges[level]));
    edges[level + 1] = edges[level] / 2;
    write_phase(rank, "divide", level, -1, 0, at, n, edges[level], size);
  }
  at = MPI_Wtime();
  smpi_execute(Seq(n, edges[level]));
  write_phase(rank, "sequential", level, -1, 0, at, n, edges[level], size);
  while (--level >= 0) {
    int partner = rank ^ (size >> (level + 1));
    at = MPI_Wtime();
    MPI_Sendrecv(out, words, MPI_INT, partner, 1, in, words, MPI_INT, partner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    write_phase(rank, "exchange", level, partner, 4L * words, at, n, edges[level], size);
    at = MPI_Wtime();
    smpi_execute(Comb(n));
    write_phase(rank, "combine", level, -1, 0, at, n, edges[level], size);
  }
  double mine = MPI_Wtime() - begin, slowest;
  write_phase(rank, "call", 0, -1, 0, begin, n, m, size);
  MPI_Reduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("total %.6f\n", slowest);
  if (phases) fclose(phases);
  MPI_Finalize();
  return 0;
}
