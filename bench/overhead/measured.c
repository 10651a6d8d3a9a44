// Runs a program and writes what the kernel knows of that process alone: seconds of processor, seconds by the clock, peak
// memory in KiB, exit status (128 + N for signal N). bench/overhead/programs puts it between `unply record` and the
// program, so that the recorder's own time is not counted. It is linked statically: `unply record` then loads nothing
// into it, waits for it, and records the program that it starts.
//   measured FILE PROGRAM [ARGUMENTS...]
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

int main(int argc, char **argv) {
  if (argc < 3) return fprintf(stderr, "usage: measured FILE PROGRAM [ARGUMENTS...]\n"), 2;
  double begun = now();
  pid_t child = fork();
  if (child < 0) return perror("measured: fork"), 125;
  if (child == 0) {
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status = 0;
  struct rusage used;
  if (wait4(child, &status, 0, &used) != child) return perror("measured: wait4"), 125;
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  FILE *file = fopen(argv[1], "w");
  if (!file) return perror(argv[1]), 125;
  fprintf(file, "%.6f %.6f %ld %d\n", seconds(used.ru_utime) + seconds(used.ru_stime), now() - begun, used.ru_maxrss, code);
  return fclose(file) == 0 ? code : 125;
}
