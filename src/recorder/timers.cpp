// Timers that `unply stg build` left in the program (unply/timer_abi.h): each object's constructor gives its own, and
// those that the file of UNPLY_TIMERS_VARIABLE names are set. The code of a timer that is set is in the recording as a
// region of the user's. Where the machine counts cache misses (perf_event_open), those of each outermost region follow
// as a value of the same name; they are read outside of the times.
#include "recorder/recorder.h"
#include "recorder/spool.h"
#include "unply/spool_format.h"
#include "unply/timer_abi.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace unply::recorder {

namespace {

enum { kNotOpened = -2, kNone = -1 };
struct CacheMisses { // of a thread
  int counter;       // its file, or one of the two above
  const UnplyTimer* outermost;
  uint64_t before;
};
constinit thread_local CacheMisses cache_misses __attribute__((tls_model("initial-exec"))) = {kNotOpened, nullptr, 0};
bool has_none; // a thread was refused the counter, and so will be the others

int open_counter() {
  if (has_none) return kNone;
  int saved = errno;
  perf_event_attr wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_CACHE_MISSES;
  wanted.exclude_kernel = wanted.exclude_hv = 1;
  long file = syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  errno = saved;
  if (file < 0) has_none = true;
  return file < 0 ? kNone : (int)file;
}

uint64_t read_counter(int file) {
  uint64_t count = 0;
  return read(file, &count, sizeof count) == sizeof count ? count : 0;
}

void begin(UnplyTimer* timer) {
  if (!recording()) return;
  CacheMisses& own = cache_misses;
  if (UNPLY_UNLIKELY(own.counter == kNotOpened)) own.counter = open_counter();
  if (own.counter >= 0 && !own.outermost) own.before = read_counter(own.counter), own.outermost = timer;
  emit(kEventUserBegin, __builtin_return_address(0), timer->number);
}
void end(UnplyTimer* timer) {
  if (!recording()) return;
  emit(kEventUserEnd, __builtin_return_address(0), timer->number);
  CacheMisses& own = cache_misses;
  if (own.outermost != timer) return;
  own.outermost = nullptr;
  emit(kEventUserValue, __builtin_return_address(0), (uint64_t)kValueUnsigned << 48 | timer->number,
       read_counter(own.counter) - own.before);
}

struct Text { // of a file; empty: it cannot be read
  const char* begin = nullptr;
  size_t bytes = 0;
};

Text map_file(const char* path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  Text text;
  if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0) {
    void* memory = mmap(nullptr, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (memory != MAP_FAILED) text = {(const char*)memory, (size_t)status.st_size};
  }
  if (file >= 0) close(file);
  return text;
}

bool has_line(const Text& text, const char* line) {
  size_t length = strlen(line);
  for (size_t at = 0; at + length <= text.bytes;) {
    const char* end = (const char*)memchr(text.begin + at, '\n', text.bytes - at);
    size_t own = end ? (size_t)(end - text.begin) - at : text.bytes - at;
    if (own == length && memcmp(text.begin + at, line, length) == 0) return true;
    at += own + 1;
  }
  return false;
}

void set(UnplyTimer& timer) {
  constexpr size_t kPrefix = sizeof UNPLY_TIMER_PREFIX - 1, kLongest = 1024;
  char name[kPrefix + kLongest];
  size_t length = strlen(timer.name);
  if (length >= kLongest) return;
  memcpy(name, UNPLY_TIMER_PREFIX, kPrefix);
  memcpy(name + kPrefix, timer.name, length + 1);
  timer.number = name_number(name);
  if (!timer.number) return;
  timer.end = end;
  timer.begin = begin;
}

} // namespace

} // namespace unply::recorder

extern "C" UNPLY_EXPORT void __unply_start_timers(UnplyTimer* first, UnplyTimer* end) {
  using namespace unply::recorder;
  const char* path = getenv(UNPLY_TIMERS_VARIABLE);
  if (!path || !*path || !start() || !recording()) return;
  Text wanted = map_file(path);
  if (!wanted.begin) return;
  has_seen(kFrontUser);
  for (UnplyTimer* timer = first; timer != end; ++timer)
    if (has_line(wanted, timer->name)) set(*timer);
  munmap((void*)wanted.begin, wanted.bytes);
}
