/* Runs a program's main, which -Dmain=program_main has renamed, once for each rank of 1 to 9: each in a process of its own
 * that meets no other. Lines of the output:
 *   run P RANK             post NUMBER KIND LINE PEER TAG BYTES       wait LINE NUMBER...      collective LINE KIND BYTES
 *   endless | crash        the run's last line, where it does not end properly
 * A number of `wait` is -1 where the program waits for what was never posted. Nothing here matches anything. */
#include "mpi.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kMostOperations = 400, kCpuSeconds = 1, kHandle = 0x5eed0000, kLast = 9 };
int program_main(int argc, char** argv);
static int own_rank, own_size, own_line, posts, operations;

static void count_operation(void) {
  if (++operations <= kMostOperations) return;
  printf("endless\n");
  fflush(stdout);
  _exit(0);
}

void lone_line(int line) { own_line = line; }
int lone_rank(int* rank) { return *rank = own_rank, 0; }
int lone_size(int* size) { return *size = own_size, 0; }

int lone_post(const char* kind, int count, MPI_Datatype type, int peer, int tag, MPI_Request* request) {
  count_operation();
  printf("post %d %s %d %d %d %d\n", posts, kind, own_line, peer, tag, count * type);
  if (request)
    *request = kHandle + posts;
  else
    printf("wait %d %d\n", own_line, posts);
  ++posts;
  return 0;
}

int lone_wait(int count, MPI_Request* requests) {
  count_operation();
  printf("wait %d", own_line);
  for (int i = 0; i < count; i++) {
    if (requests[i] == 0) continue; /* MPI_REQUEST_NULL */
    const int number = requests[i] - kHandle;
    printf(" %d", number >= 0 && number < posts ? number : -1);
    requests[i] = 0;
  }
  printf("\n");
  return 0;
}

int lone_collective(const char* kind, int count, MPI_Datatype type) {
  count_operation();
  printf("collective %d %s %d\n", own_line, kind, count * type);
  return 0;
}

int lone_end(void) {
  fflush(stdout);
  _exit(0);
}

int main(int argc, char** argv) {
  for (own_size = 1; own_size <= kLast; own_size++)
    for (own_rank = 0; own_rank < own_size; own_rank++) {
      printf("run %d %d\n", own_size, own_rank);
      fflush(stdout);
      const pid_t child = fork();
      if (child == 0) {
        const struct rlimit limit = {kCpuSeconds, kCpuSeconds};
        setrlimit(RLIMIT_CPU, &limit);
        program_main(argc, argv);
        lone_end();
      }
      int status = 0;
      waitpid(child, &status, 0);
      if (WIFSIGNALED(status))
        printf("%s\n", WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? "endless" : "crash");
      fflush(stdout);
    }
  return 0;
}
