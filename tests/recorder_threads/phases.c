// Phases of a skeleton by annotate.h alone, in C and C++ of any compiler. Each line that ends with `= TEXT` begins a
// phase of which `unply dump` must say so; the program prints between which figures the CPU time of the leaf lies.
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unply/annotate.h>

enum { CALL, DIVIDE, SEQUENTIAL, EXCHANGE, COMBINE };

static const char* const sizes[] = {"P", "N"};
static const char* const counts[] = {"N", "work:visits"};

static struct UnplyPhaseInfo phase(unsigned kind, unsigned level, int partner) {
  struct UnplyPhaseInfo info = {0, 0, 0, 0, 0, 0, 0};
  info.phase = kind;
  info.level = level;
  info.partner = partner;
  return info;
}

static unsigned long long cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (unsigned long long)t.tv_sec * 1000000000u + (unsigned long long)t.tv_nsec;
}

static void burn(void) {
  struct UnplyPhaseInfo leaf = phase(SEQUENTIAL, 2, -1);
  double values[] = {0.125, 0};
  unsigned long long outer = cpu_ns(), inner;
  volatile double sum = 0;
  leaf.features = 2, leaf.names = counts, leaf.values = values;
  unply_phase_begin(&leaf); // thread 0 call 0 sequential level 2 N=0.125 work:visits=3000000
  inner = cpu_ns();
  for (int i = 0; i < 3000000; ++i) sum += i;
  values[1] = 3000000; // known at the end
  inner = cpu_ns() - inner;
  unply_phase_end(&leaf);
  printf("least %llu\nmost %llu\n", inner, cpu_ns() - outer);
}

static void* worker(void* nothing) {
  struct UnplyPhaseInfo leaf = phase(SEQUENTIAL, 7, -1);
  unply_phase_begin(&leaf); // thread 1 call 0 sequential level 7
  unply_phase_end(&leaf);
  return nothing;
}

int main(void) {
  double values[] = {4, 1e300};
  struct UnplyPhaseInfo call = phase(CALL, 0, -1), inner = phase(DIVIDE, 0, -1), other;
  pthread_t thread;
  int left;
  call.features = 2, call.names = sizes, call.values = values;
  unply_phase_begin(&call);  // thread 0 call 0 call level 0 P=4 N=1e+300
  unply_phase_begin(&inner); // thread 0 call 0 divide level 0
  unply_phase_end(&inner);
  burn();
  inner = phase(EXCHANGE, 4294967295u, 0);
  unply_phase_begin(&inner); // thread 0 call 0 exchange level 4294967295 partner 0 18446744073709551615 bytes
  inner.bytes = ~0ull;
  unply_phase_end(&inner);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  inner = phase(COMBINE, 1, 2147483646);
  unply_phase_begin(&inner);          // thread 0 call 0 combine level 1 partner 2147483646 unfinished
  for (left = 0; left < 40; ++left) { // deeper than CPU times are kept for; the last three have no end
    other = phase(DIVIDE, 100u + (unsigned)left, -1);
    unply_phase_begin(&other); // thread 0 call 0 divide level 100+
  }
  for (left = 36; left >= 0; --left) {
    other = phase(DIVIDE, 100u + (unsigned)left, -1);
    unply_phase_end(&other);
  }
  unply_record_pause();
  other = phase(DIVIDE, 50, -1);
  unply_phase_begin(&other);
  unply_phase_end(&other);
  unply_phase_end(&inner);
  unply_record_resume();
  unply_phase_end(&call); // the combine has lost its end in the pause
  unply_phase_end(&call); // without a begin: nothing
  call.features = 0;
  unply_phase_begin(&call); // thread 0 call 1 call level 0
  unply_phase_begin(0);     // nothing
  unply_phase_end(&call);
  return 0;
}
