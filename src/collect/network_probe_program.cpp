// The program that `unply machine --network` builds with the user's mpicc and starts by the user's command: C99 and
// MPI 3, also under SimGrid. Rank 0 prints lines "unply-probe KEY NUMBERS", which src/collect/network_probe.cpp reads;
// a launcher may put words in front of them.
//
// What goes wrong in such programs, and what is done about it: memory that is touched for the first time (buffers are
// written before), connections that are opened by the first message (the first round is not timed), a clock that is
// too coarse for one message (rounds are repeated until they last 200 us), a barrier that lets ranks go at different
// times (so too; in a simulation all ranks sleep until the same second), ranks that wait and take processors from those
// that are measured (they sleep), and the library's choice of an algorithm for collectives (messages are sent one by
// one, in P - 1 rounds).
#include "collect/network_probe.h"

namespace unply {

const char* const kNetworkProbe = R"PROBE(
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef SMPI_H
enum { kSimulated = 1 };
static void* buffer_of(size_t bytes) { return SMPI_SHARED_MALLOC(bytes); }
#else
enum { kSimulated = 0 };
static void* buffer_of(size_t bytes) { return malloc(bytes); }
#endif
enum { kTag = 7, kMostRepeats = 1000, kMostCounts = 64 };

typedef struct {
  MPI_Comm comm; /* of the ranks that are measured now */
  int rank, size, repeats;
  char *out, *in;
  MPI_Request* requests;
} Probe;

typedef struct {
  double low, median, high;
} Spread;

typedef void Round(Probe* probe, long argument, int other);

static int compare(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static Spread spread_of(double* values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare);
  Spread spread = {values[(count - 1) / 4], values[(count - 1) / 2], values[3 * (count - 1) / 4]};
  if (count % 2 == 0) spread.median = (values[count / 2 - 1] + values[count / 2]) / 2;
  return spread;
}

/* All ranks go on at the same time: nearly so, or in a simulation, whose clocks are one, exactly. */
static void start_together(Probe* probe) {
  MPI_Barrier(probe->comm);
  if (!kSimulated) return;
  double now = MPI_Wtime(), last;
  MPI_Allreduce(&now, &last, 1, MPI_DOUBLE, MPI_MAX, probe->comm);
  double left = last + 1 - MPI_Wtime();
  struct timespec time;
  time.tv_sec = left > 0 ? (time_t)left : 0;
  time.tv_nsec = left > 0 ? (long)(1e9 * (left - (double)time.tv_sec)) : 0;
  nanosleep(&time, NULL);
}

static double time_of(Probe* probe, Round* round, long argument, int other, long times) {
  start_together(probe);
  double begin = MPI_Wtime();
  for (long i = 0; i < times; ++i) round(probe, argument, other);
  return (MPI_Wtime() - begin) / (double)times;
}

/* The time of one round on the slowest rank: the median of repeated measurements. */
static Spread measure(Probe* probe, Round* round, long argument, int other) {
  double values[kMostRepeats], slowest[kMostRepeats];
  long times = 1;
  int repeats = 1;
  if (!kSimulated) { /* a simulated time is exact */
    round(probe, argument, other);
    double once = time_of(probe, round, argument, other, 2), most;
    MPI_Allreduce(&once, &most, 1, MPI_DOUBLE, MPI_MAX, probe->comm);
    while (times < 1024 && (double)times * most < 200e-6) times *= 2;
    repeats = probe->repeats;
    while (repeats > 5 && repeats * (double)times * most > 0.3) --repeats;
  }
  for (int i = 0; i < repeats; ++i) values[i] = time_of(probe, round, argument, other, times);
  MPI_Allreduce(values, slowest, repeats, MPI_DOUBLE, MPI_MAX, probe->comm);
  return spread_of(slowest, repeats);
}

/* One message of `words` to every other process, and one from each. */
static void sizes_round(Probe* probe, long words, int unused) {
  (void)unused;
  for (int step = 1; step < probe->size; ++step) {
    int to = (probe->rank + step) % probe->size, from = (probe->rank - step + probe->size) % probe->size;
    MPI_Sendrecv(probe->out, (int)words, MPI_INT32_T, to, kTag, probe->in, (int)words, MPI_INT32_T, from, kTag,
                 probe->comm, MPI_STATUS_IGNORE);
  }
}

/* `count` messages of one word to every other process, and as many from each. */
static void numbers_round(Probe* probe, long count, int unused) {
  (void)unused;
  int32_t* in = (int32_t*)probe->in;
  int open = 0;
  for (int step = 1; step < probe->size; ++step) {
    int to = (probe->rank + step) % probe->size, from = (probe->rank - step + probe->size) % probe->size;
    for (long i = 0; i < count; ++i) {
      MPI_Irecv(in + open % 1024, 1, MPI_INT32_T, from, kTag, probe->comm, &probe->requests[open]);
      ++open;
      MPI_Isend(probe->out, 1, MPI_INT32_T, to, kTag, probe->comm, &probe->requests[open]);
      ++open;
    }
  }
  MPI_Waitall(open, probe->requests, MPI_STATUSES_IGNORE);
}

/* Where the partner is beyond the last process, this one sits out. */
static void exchange_round(Probe* probe, long words, int distance) {
  int partner = probe->rank ^ distance;
  if (partner < probe->size)
    MPI_Sendrecv(probe->out, (int)words, MPI_INT32_T, partner, kTag, probe->in, (int)words, MPI_INT32_T, partner, kTag,
                 probe->comm, MPI_STATUS_IGNORE);
}

static void line(const char* key, int processes, long a, long b, Spread s, double share) {
  printf("unply-probe %s %d %ld %ld %.9g %.9g %.9g\n", key, processes, a, b, s.low * share, s.median * share,
         s.high * share);
}

/* most_flows: messages on their way at once, whose number decides how long a simulation takes. */
static void measure_all_to_all(Probe* probe, long most_words, long most_count, long most_flows) {
  double share = 1.0 / (probe->size - 1); /* the time per partner, which are served one after the other */
  for (long words = 1; words <= most_words; words *= 4) {
    Spread spread = measure(probe, sizes_round, words, 0);
    if (probe->rank == 0) line("size", probe->size, words, 0, spread, share);
  }
  long pairs = (long)probe->size * (probe->size - 1);
  for (long count = 1; count <= most_count && pairs * count <= most_flows; count *= 2) {
    Spread spread = measure(probe, numbers_round, count, 0);
    if (probe->rank == 0) line("number", probe->size, count * (probe->size - 1), 0, spread, 1);
  }
}

static void measure_exchanges(Probe* probe, long most_words, int growth) {
  for (int distance = 1; distance < probe->size; distance *= 2)
    for (long words = 1; words <= most_words; words *= growth) {
      Spread spread = measure(probe, exchange_round, words, distance);
      if (probe->rank == 0) line("exchange", probe->size, distance, words, spread, 1);
    }
}

/* Lets time pass without a call of MPI. */
static void pass_time(double seconds) {
  if (kSimulated) {
    usleep((useconds_t)(seconds * 1e6 + 1));
    return;
  }
  for (double end = MPI_Wtime() + seconds; MPI_Wtime() < end;) continue;
}

static void send_bytes(Probe* probe, long bytes, int to) {
  MPI_Send(probe->out, (int)bytes, MPI_BYTE, to, kTag, probe->comm);
}
static void receive_bytes(Probe* probe, long bytes, int from) {
  MPI_Recv(probe->in, (int)bytes, MPI_BYTE, from, kTag, probe->comm, MPI_STATUS_IGNORE);
}

/* There and back, halved. Of two ranks only; the others wait in barriers, so they call measure() as well. */
static void ping_round(Probe* probe, long bytes, int other) {
  if (probe->rank == 0) {
    send_bytes(probe, bytes, other);
    receive_bytes(probe, bytes, other);
  } else {
    receive_bytes(probe, bytes, 0);
    send_bytes(probe, bytes, 0);
  }
}

static void train_round(Probe* probe, long messages, int other) {
  for (long i = 0; i < messages; ++i)
    if (probe->rank == 0)
      send_bytes(probe, 1, other);
    else
      receive_bytes(probe, 1, 0);
  if (probe->rank == 0)
    receive_bytes(probe, 1, other);
  else
    send_bytes(probe, 1, 0);
}

/* How long a sender and a receiver are busy with a message of one byte: the sender in MPI_Send, the receiver in MPI_Recv
   when the message has come long before. */
static void measure_overheads(Probe* probe, double half_trip) {
  enum { kTimes = 201 };
  double values[kTimes], clock_cost[kTimes], wait = 20e-6 + 8 * half_trip;
  int times = kSimulated ? 3 : kTimes;
  for (int i = 0; i < times; ++i) {
    double begin = MPI_Wtime();
    clock_cost[i] = MPI_Wtime() - begin;
  }
  double of_clock = spread_of(clock_cost, times).median;
  for (int i = 0; i < times; ++i) {
    MPI_Barrier(probe->comm);
    if (probe->rank == 0) {
      pass_time(wait); /* the receiver has ended the barrier as well */
      double begin = MPI_Wtime();
      send_bytes(probe, 1, 1);
      values[i] = MPI_Wtime() - begin - of_clock;
    } else {
      pass_time(3 * wait);
      double begin = MPI_Wtime();
      receive_bytes(probe, 1, 0);
      values[i] = MPI_Wtime() - begin - of_clock;
    }
    if (values[i] < 0) values[i] = 0;
  }
  Spread mine = spread_of(values, times), other = mine;
  if (probe->rank == 1) MPI_Send(&mine, 3, MPI_DOUBLE, 0, kTag, probe->comm);
  if (probe->rank == 1) return;
  MPI_Recv(&other, 3, MPI_DOUBLE, 1, kTag, probe->comm, MPI_STATUS_IGNORE);
  line("o_send", 2, 1, 0, mine, 1);
  line("o_recv", 2, 1, 0, other, 1);
}

/* Whether a message waits in MPI_Send for its receive, which is posted late; by three trials. */
static int waits_for_receive(Probe* probe, long bytes, double half_trip) {
  double late = 2e-3 + 8 * half_trip;
  int waited = 0;
  for (int trial = 0; trial < (kSimulated ? 1 : 3); ++trial) {
    MPI_Barrier(probe->comm);
    if (probe->rank == 0) {
      pass_time(late / 8);
      double begin = MPI_Wtime();
      send_bytes(probe, bytes, 1);
      waited += MPI_Wtime() - begin > late / 2;
    } else {
      if (kSimulated)
        pass_time(late);
      else
        usleep((useconds_t)(late * 1e6));
      receive_bytes(probe, bytes, 0);
    }
  }
  MPI_Bcast(&waited, 1, MPI_INT, 0, probe->comm);
  return waited > (kSimulated ? 0 : 1);
}

static void measure_ping_pong(Probe* probe, long most_bytes) {
  double half[64], first = 0;
  int sizes = 0;
  for (long bytes = 1; bytes <= most_bytes && sizes < 64; bytes *= 2, ++sizes) {
    Spread spread = measure(probe, ping_round, bytes, probe->rank == 0 ? 1 : 0);
    half[sizes] = spread.median / 2;
    if (probe->rank == 0) line("ping", 2, bytes, 0, spread, 0.5);
  }
  if (sizes > 0) first = half[0];
  measure_overheads(probe, first);
  enum { kTrain = 64 };
  Spread one = measure(probe, train_round, 1, 1), many = measure(probe, train_round, kTrain, 1);
  double gap = (many.median - one.median) / (kTrain - 1);
  Spread gaps = {gap, gap, gap};
  if (probe->rank == 0) line("gap", 2, 1, 0, gaps, 1);
  long sent = 0, waits = 0; /* the longest known to be sent at once, the shortest known to wait */
  for (int i = 0; i < sizes && waits == 0; ++i)
    if (waits_for_receive(probe, 1L << i, half[i]))
      waits = 1L << i;
    else
      sent = 1L << i;
  while (waits - sent > 1) {
    long middle = sent + (waits - sent) / 2;
    int at = 0;
    while ((1L << at) < middle) ++at;
    if (waits_for_receive(probe, middle, half[at]))
      waits = middle;
    else
      sent = middle;
  }
  if (probe->rank == 0) printf("unply-probe eager 2 %ld %d 0 0 0\n", sent, waits == 0);
}

/* The share of a processor that each rank has while all spin, added up. */
static double free_processors(void) {
  if (kSimulated) return 0;
  struct timespec at;
  MPI_Barrier(MPI_COMM_WORLD);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  double cpu = (double)at.tv_sec + 1e-9 * (double)at.tv_nsec, begin = MPI_Wtime(), now = begin, sum = 0;
  while (now < begin + 0.1) now = MPI_Wtime();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  double share = ((double)at.tv_sec + 1e-9 * (double)at.tv_nsec - cpu) / (now - begin);
  MPI_Reduce(&share, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  return sum;
}

/* Ranks that are not measured sleep until the others are done. */
static void wait_for_all(int measured) {
  if (kSimulated || measured) {
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return;
  }
  MPI_Request request;
  int done = 0;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done) return;
    usleep(1000);
  }
}

static void print_hosts(int rank, int size) {
  char name[MPI_MAX_PROCESSOR_NAME + 1], *names = NULL;
  int length = 0, processors = (int)sysconf(_SC_NPROCESSORS_ONLN), *all = NULL;
  memset(name, 0, sizeof name);
  MPI_Get_processor_name(name, &length);
  if (rank == 0) names = malloc((size_t)size * sizeof name), all = malloc((size_t)size * sizeof(int));
  MPI_Gather(name, sizeof name, MPI_CHAR, names, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Gather(&processors, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank != 0) return;
  int hosts = 0;
  long sum = 0;
  for (int i = 0; i < size; ++i) {
    int known = 0;
    for (int j = 0; j < i && !known; ++j) known = memcmp(names + (size_t)i * sizeof name, names + (size_t)j * sizeof name, sizeof name) == 0;
    if (!known) ++hosts, sum += all[i];
  }
  printf("unply-probe hosts %d %d %ld 0 0 0\n", size, hosts, sum);
  free(names);
  free(all);
}

static void print_start(int rank, int size) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING + 1];
  int length = 0;
  memset(library, 0, sizeof library);
  MPI_Get_library_version(library, &length);
  library[strcspn(library, "\n")] = 0;
  if (rank == 0) printf("unply-probe begin %d %d\nunply-probe mpi %s\n", size, kSimulated, library);
}

/* Without a choice all up to `dense`, then powers of two and the last. */
static int is_chosen(int processes, int size, int dense, int choices, char** chosen) {
  for (int i = 0; i < choices; ++i)
    if (atoi(chosen[i]) == processes) return 1;
  return choices == 0 && (processes <= dense || processes == size || (processes & (processes - 1)) == 0);
}

/* Arguments: repeats, most words of an exchange, most words and most messages of an all-to-all, the largest P that has
   one, growth of an exchange's words, most messages at once, up to which P each one is measured, then the chosen P. */
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 9 || size < 2) {
    if (rank == 0) printf("unply-probe begin %d 0\n", size);
    MPI_Finalize();
    return 3;
  }
  long most_words = atol(argv[2]), all_words = atol(argv[3]), all_count = atol(argv[4]);
  int all_size = atoi(argv[5]), growth = atoi(argv[6]), dense = atoi(argv[8]);
  long most_flows = atol(argv[7]);
  Probe probe = {MPI_COMM_NULL, rank, size, atoi(argv[1]), NULL, NULL, NULL};
  size_t bytes = 4 * (size_t)(most_words > all_words ? most_words : all_words);
  if (bytes < 262144) bytes = 262144; /* longer than messages that need no receive */
  probe.out = buffer_of(bytes);
  probe.in = buffer_of(bytes);
  probe.requests = malloc(2 * sizeof(MPI_Request) * (size_t)all_count * (size_t)size);
  if (!probe.out || !probe.in || !probe.requests) MPI_Abort(MPI_COMM_WORLD, 4);
  if (!kSimulated) memset(probe.out, 1, bytes), memset(probe.in, 2, bytes);
  setvbuf(stdout, NULL, _IOLBF, 0);
  print_start(rank, size);
  print_hosts(rank, size);
  double free_now = free_processors();
  if (rank == 0) printf("unply-probe free %d 0 0 %.6g 0 0\n", size, free_now);

  int ends = rank == 0 || rank == size - 1; /* the two ranks of the ping-pong */
  MPI_Comm_split(MPI_COMM_WORLD, ends ? 0 : MPI_UNDEFINED, rank, &probe.comm);
  if (ends) {
    MPI_Comm_rank(probe.comm, &probe.rank);
    probe.size = 2;
    measure_ping_pong(&probe, (long)bytes);
    MPI_Comm_free(&probe.comm);
  }
  wait_for_all(ends);
  for (int processes = 2; processes <= size; ++processes) {
    if (!is_chosen(processes, size, dense, argc - 9, argv + 9)) continue;
    int measured = rank < processes;
    if (rank == 0) printf("unply-probe next %d %d 0 0 0 0\n", processes, size);
    MPI_Comm_split(MPI_COMM_WORLD, measured ? 0 : MPI_UNDEFINED, rank, &probe.comm);
    if (measured) {
      MPI_Comm_rank(probe.comm, &probe.rank);
      probe.size = processes;
      if (processes <= all_size) measure_all_to_all(&probe, all_words, all_count, most_flows);
      measure_exchanges(&probe, most_words, growth);
      MPI_Comm_free(&probe.comm);
    }
    wait_for_all(measured);
  }
  free_now = free_processors();
  if (rank == 0) printf("unply-probe free %d 1 0 %.6g 0 0\nunply-probe end %d 0 0 0 0 0\n", size, free_now, size);
  MPI_Finalize();
  return 0;
}
)PROBE";

} // namespace unply
