// MPI in C: each rank prints what it sends and receives, as "kind partner tag bytes line" after its rank.
#include <mpi.h>
#include <stdio.h>

static int rank, size;
static char said[1 << 16];
static int used;
static void say(const char* kind, int partner, int tag, int bytes, int line) {
  used += snprintf(said + used, sizeof said - used, "%d %s %d %d %d %d\n", rank, kind, partner, tag, bytes, line);
}
static void received(MPI_Status* status, const int* world, int line) {
  int bytes;
  MPI_Get_count(status, MPI_BYTE, &bytes);
  say("receive", world ? world[status->MPI_SOURCE] : status->MPI_SOURCE, status->MPI_TAG, bytes, line);
}

static void gather_by_hand(void) {
  double values[100] = {0};
  MPI_Status status;
  if (rank) {
    say("send", 0, rank, 80 * rank, __LINE__ + 1);
    MPI_Send(values, 10 * rank, MPI_DOUBLE, 0, rank, MPI_COMM_WORLD);
  } else {
    for (int i = 1; i < size; ++i) {
      MPI_Recv(values, 100, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      received(&status, NULL, __LINE__ - 1);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void shift(void) {
  int out[7] = {0}, in[7], next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Irecv(in, 7, MPI_INT, before, 4, MPI_COMM_WORLD, &requests[0]);
  say("send", next, 4, 28, __LINE__ + 1);
  MPI_Isend(out, 7, MPI_INT, next, 4, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, statuses);
  received(&statuses[0], NULL, __LINE__ - 1);
  say("send", next, 5, 28, __LINE__ + 1);
  MPI_Sendrecv(out, 7, MPI_INT, next, 5, in, 7, MPI_INT, before, 5, MPI_COMM_WORLD, &statuses[0]);
  received(&statuses[0], NULL, __LINE__ - 1);
  say("send", next, 6, 28, __LINE__ + 1);
  MPI_Sendrecv(out, 7, MPI_INT, next, 6, in, 7, MPI_INT, MPI_PROC_NULL, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Irecv(in, 7, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &requests[0]);
  for (int there = 0; !there;) MPI_Test(&requests[0], &there, &statuses[0]);
  received(&statuses[0], NULL, __LINE__ - 1);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void repeated(void) {
  char data[9] = {0};
  MPI_Request request;
  MPI_Status status;
  if (rank == 0)
    MPI_Send_init(data, 9, MPI_CHAR, size - 1, 3, MPI_COMM_WORLD, &request);
  else if (rank == size - 1)
    MPI_Recv_init(data, 9, MPI_CHAR, 0, 3, MPI_COMM_WORLD, &request);
  else
    return;
  for (int i = 0; i < 3; ++i) {
    MPI_Start(&request);
    if (rank == 0) say("send", size - 1, 3, 9, __LINE__ - 1);
    MPI_Wait(&request, &status);
    if (rank) received(&status, NULL, __LINE__ - 1);
  }
  MPI_Request_free(&request);
}

// In a communicator of every second rank, partners have other numbers.
static void halves(void) {
  MPI_Comm half;
  MPI_Status status;
  int own, count, world[64];
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  MPI_Comm_rank(half, &own);
  MPI_Comm_size(half, &count);
  for (int i = 0, member = size - 1; member >= 0; --member)
    if (member % 2 == rank % 2) world[i++] = member;
  if (count > 1 && own == 0) {
    say("send", world[1], 9, 12, __LINE__ + 1);
    MPI_Send(world, 3, MPI_INT, 1, 9, half);
  } else if (own == 1) {
    MPI_Recv(world + 10, 3, MPI_INT, 0, 9, half, &status);
    received(&status, world, __LINE__ - 1);
  }
  double in[20] = {0}, out[20];
  MPI_Allreduce(in, out, 20, MPI_DOUBLE, MPI_SUM, half);
  say("collective", 3, count, 160, __LINE__ - 1);
  MPI_Comm_free(&half);
}

static void collectives(void) {
  double values[20] = {0}, all[20 * 64];
  MPI_Bcast(values, 5, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  say("collective", 1, size, rank == 1 ? 40 : 0, __LINE__ - 1);
  MPI_Gather(values, 4, MPI_DOUBLE, all, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  say("collective", 4, size, 32, __LINE__ - 1);
  MPI_Alltoall(all, 2, MPI_DOUBLE, all + 640, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  say("collective", 7, size, 16 * size, __LINE__ - 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  gather_by_hand();
  shift();
  repeated();
  halves();
  collectives();
  fputs(said, stdout); // in one piece
  MPI_Finalize();
}
