// One-sided MPI in C: each rank prints what it asks for, as "kind partner how bytes line" after its rank; how: as in
// event_format.h. One window belongs to a communicator in which the ranks count backwards.
#include <mpi.h>
#include <stdio.h>

static int rank, size;
static char said[1 << 14];
static int used;
static void say(const char* kind, int partner, int how, int bytes, int line) {
  used += snprintf(said + used, sizeof said - used, "%d %s %d %d %d %d\n", rank, kind, partner, how, bytes, line);
}

static void fence(MPI_Win win) {
  double values[8] = {0};
  int next = (rank + 1) % size;
  MPI_Win_fence(0, win); // @fence
  say("send", next, 0, 40, __LINE__ + 1);
  MPI_Put(values, 5, MPI_DOUBLE, next, 0, 5, MPI_DOUBLE, win);
  MPI_Put(values, 5, MPI_DOUBLE, MPI_PROC_NULL, 0, 5, MPI_DOUBLE, win);
  MPI_Win_fence(0, win); // @fence
  say("receive", next, 1, 24, __LINE__ + 1);
  MPI_Get(values, 3, MPI_DOUBLE, next, 0, 3, MPI_DOUBLE, win);
  MPI_Win_fence(0, win); // @fence
}

static void locked(MPI_Win win) {
  double one = 1, before = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win); // @exclusive
  say("send", 0, 2, 8, __LINE__ + 1);
  MPI_Accumulate(&one, 1, MPI_DOUBLE, 0, 6, 1, MPI_DOUBLE, MPI_SUM, win);
  MPI_Win_flush(0, win); // @flush
  MPI_Win_unlock(0, win); // @unlock
  MPI_Win_lock(MPI_LOCK_SHARED, size - 1, 0, win); // @shared
  say("receive", size - 1, 2, 8, __LINE__ + 1);
  MPI_Fetch_and_op(&one, &before, MPI_DOUBLE, size - 1, 7, MPI_NO_OP, win);
  MPI_Win_unlock(size - 1, win); // @unlock
  MPI_Win_lock_all(0, win); // @all
  MPI_Request request;
  say("send", 0, 0, 8, __LINE__ + 1);
  MPI_Rput(&one, 1, MPI_DOUBLE, 0, 5, 1, MPI_DOUBLE, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win); // @unlock
}

static void posted(MPI_Win win) {
  double value = 0;
  MPI_Group world, other;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int zero = 0, one = 1;
  if (rank == 0) {
    MPI_Group_incl(world, 1, &one, &other);
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win); // @wait
    MPI_Group_free(&other);
  } else if (rank == 1) {
    MPI_Group_incl(world, 1, &zero, &other);
    MPI_Win_start(other, 0, win); // @start
    say("send", 0, 0, 8, __LINE__ + 1);
    MPI_Put(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
    MPI_Win_complete(win); // @complete
    MPI_Group_free(&other);
  }
  MPI_Group_free(&world);
}

static void turned(void) {
  double* base;
  int value = 0;
  MPI_Comm back;
  MPI_Win win;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &back); // the last rank of the world is its first
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, back, &base, &win);
  MPI_Comm_free(&back);
  MPI_Win_fence(0, win);
  say("send", size - 1, 0, 4, __LINE__ + 1);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

int main(int argc, char** argv) {
  double own[8] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(own, sizeof own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  fence(win);
  locked(win);
  MPI_Barrier(MPI_COMM_WORLD);
  posted(win);
  MPI_Win_free(&win);
  turned();
  fputs(said, stdout); // in one piece
  MPI_Finalize();
}
