// Names, notes and other texts that are recorded once: text records in the log of the first thread that uses them.
#include "recorder/spool.h"
#include <string.h>
#include <sys/mman.h>

namespace unply::recorder {

namespace {

// Open addressing over texts that are never freed; the lock is held for a hundred nanoseconds and inside Quiet, so a
// signal handler's event is dropped instead of deadlocking.
constexpr uint32_t kMostNames = 1 << 14;
constexpr size_t kTextBytes = 1 << 20;
struct Names {
  uint32_t offset[2 * kMostNames], number[2 * kMostNames];
  uint32_t count, used;
  char text[kTextBytes];
};
Names* names;
int names_lock;

uint32_t hash_of(const char* text) {
  uint32_t hash = 2166136261u;
  for (; *text; ++text) hash = (hash ^ (uint8_t)*text) * 16777619u;
  return hash;
}

// The name's number; `added` says that it is new. 0: no room for it.
uint32_t look_up(const char* name, bool& added) {
  if (!names) {
    void* memory =
        mmap(nullptr, sizeof(Names), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return 0;
    names = (Names*)memory;
  }
  uint32_t at = hash_of(name) % (2 * kMostNames);
  for (; names->number[at]; at = (at + 1) % (2 * kMostNames))
    if (strcmp(names->text + names->offset[at], name) == 0) return names->number[at];
  size_t bytes = strlen(name) + 1;
  if (names->count == kMostNames || names->used + bytes > kTextBytes) return 0;
  memcpy(names->text + names->used, name, bytes);
  names->offset[at] = names->used;
  names->used += (uint32_t)bytes;
  added = true;
  return names->number[at] = ++names->count;
}

} // namespace

uint32_t name_number(const char* name) {
  if (!recording()) return 0;
  bool added = false;
  uint32_t number;
  {
    Quiet quiet;
    while (__atomic_exchange_n(&names_lock, 1, __ATOMIC_ACQUIRE)) __builtin_ia32_pause();
    number = look_up(name, added);
    __atomic_store_n(&names_lock, 0, __ATOMIC_RELEASE);
  }
  if (added) name_object(0, number, name);
  return number;
}

void name_object(uint32_t kind, uint64_t id, const char* name) {
  if (recording()) emit_text(kSpoolName, kind, 0, id, name);
}

void add_note(const char* text) {
  if (recording()) emit_text(kSpoolNote, 0, 0, 0, text);
}

void set_rank(uint32_t rank) {
  if (SpoolProcess* process = recording() ? this_process() : nullptr) process->rank = rank + 1;
}

void has_seen(uint32_t front_end) {
  SpoolProcess* process = recording() ? this_process() : nullptr;
  if (process && !(process->front_ends & front_end))
    __atomic_fetch_or(&process->front_ends, front_end, __ATOMIC_RELAXED);
}

} // namespace unply::recorder
