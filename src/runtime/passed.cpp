// Values that pass in registers to and from a call that is a task (`--tasks fn:NAME`). The caller announces the call:
// the memory that its arguments were computed from, which the task reads as it begins, and a key for its result, which
// the task writes as it ends. The key's history then moves to the variable that the caller stores the result to.
#include "runtime/passed.h"
#include "runtime/shadow.h"
#include "runtime/stream.h"
#include "runtime/transition.h"

namespace unply::runtime {

bool values_pass;

namespace {

struct Passed {
  uint64_t address, bytes;
  UnplySite* site;
};
constexpr uint32_t kMostArguments = 64;
Passed arguments[kMostArguments];
uint32_t argument_count;
Passed result;
bool announced, taken;

// Results of the open tasks, by depth; results of deeper recursions are lost.
constexpr uint32_t kMostResults = 1 << 16;
Passed results[kMostResults];

void touch_passed(const Passed& p, bool write) {
  context.hooks++;
  touch(p.address, p.bytes, p.site, write);
}

void set_byte(uint64_t address, uint32_t id) {
  uint32_t* word = word_shadow(address);
  uint32_t* plane = byte_shadow(address & ~3ull);
  if (*word != kSplit) {
    for (int i = 0; i < 4; i++) plane[i] = *word;
    *word = kSplit;
  }
  plane[address & 3] = id;
  if (plane[0] == plane[1] && plane[1] == plane[2] && plane[2] == plane[3]) *word = id;
}

void move_value(uint64_t from, uint64_t to, uint64_t bytes) {
  if (mode == Mode::accesses || !((from | to | bytes) & 3)) return move_history(from, to, bytes);
  if (!has_shadow(from, bytes) || !has_shadow(to, bytes)) return;
  for (uint64_t i = 0; i < bytes; i++) {
    uint32_t id = *word_shadow(from + i);
    set_byte(to + i, id == kSplit ? *byte_shadow(from + i) : id);
  }
  forget(from, bytes);
}

// The write that the byte's history begins with, or 0. A later write has a higher number.
uint32_t writer_of(uint64_t address) {
  uint32_t id = *word_shadow(address);
  if (id == kSplit) id = *byte_shadow(address);
  const uint32_t writer = kept_writer(id);
  if (id && !writer && !is_kept(id)) count_event(kCountHandedOn); // read before the first call was announced
  return writer;
}

// Of two writes; those of vertices that ended before histories were kept count as different.
bool same_vertex(uint32_t a, uint32_t b) {
  return a == b || (is_kept(a) && is_kept(b) && kept(a).vertex == kept(b).vertex);
}

void set_writer(uint64_t to, uint64_t bytes, uint32_t writer) {
  for (; bytes && (to & 3); bytes--) set_byte(to++, writer);
  for (; bytes >= 4; to += 4, bytes -= 4) *word_shadow(to) = writer;
  for (; bytes; bytes--) set_byte(to++, writer);
}

void copy_writers(uint64_t from, uint64_t to, uint64_t n) {
  const bool words = !((from | to) & 3);
  for (uint64_t i = 0, bytes; i < n; i += bytes) {
    bytes = words && n - i >= 4 && *word_shadow(from + i) != kSplit ? 4 : 1;
    if (uint32_t writer = writer_of(from + i)) set_writer(to + i, bytes, writer);
  }
}

// The source of the next store outside of tasks: its last writer, or the byte that holds it in the access stream.
struct {
  uint32_t writer;
  bool any, several; // several tasks wrote it: the last one represents all, and a note says so
  char byte;
} pending;

// Before the first region no thread is followed yet, but the first task may have arguments too.
bool attached_here() { return context.followed || mode == Mode::off; }
bool records_here() { return context.followed && !context.busy && follows_memory(); }
bool copies_here(uint64_t address, uint64_t bytes) {
  return records_here() && !vertex.id && shadow_ready && has_shadow(address, bytes);
}

} // namespace

void begin_passed(uint32_t depth, bool function) {
  taken = announced && function;
  if (depth < kMostResults) results[depth] = taken ? result : Passed{};
  for (uint32_t i = 0; taken && i < argument_count; i++) touch_passed(arguments[i], false);
  announced = false;
  argument_count = 0;
  result = {};
}

void end_passed(uint32_t depth) {
  if (depth < kMostResults && results[depth].bytes) touch_passed(results[depth], true);
}

} // namespace unply::runtime

using namespace unply::runtime;

#pragma GCC visibility push(default)
extern "C" {

void __unply_call(void) {
  if (!attached_here()) return;
  if (!values_pass && mode == Mode::online) keep_all_histories();
  values_pass = true;
  announced = true;
  argument_count = 0;
  result = {};
}

void __unply_argument(const void* p, uint64_t n, UnplySite* site) {
  if (attached_here() && argument_count < kMostArguments) arguments[argument_count++] = {(uint64_t)p, n, site};
}

void __unply_result(void* p, uint64_t n, UnplySite* site) {
  if (!attached_here() || context.busy) return;
  Busy busy;
  if (follows_memory()) forget((uint64_t)p, n);
  result = {(uint64_t)p, n, site};
}

void __unply_called(void) {
  if (records_here() && !taken) count_event(kCountUnseenCallers);
  taken = false;
}

void __unply_handed(void* to, void* key, uint64_t n, uint32_t combined) {
  if (!records_here() || (combined && vertex.id)) return;
  if (combined) count_event(kCountHandedOn);
  Busy busy;
  move_value((uint64_t)key, (uint64_t)to, n);
}

void __unply_lost(void) {
  if (records_here() && !vertex.id) count_event(kCountHandedOn);
}

void __unply_between_read(const void* from, uint64_t n) {
  if (!copies_here((uint64_t)from, n)) return;
  Busy busy;
  if (mode == Mode::accesses) {
    if (!pending.any) stream_forget((uint64_t)&pending.byte, 1);
    stream_copy((uint64_t)from, (uint64_t)&pending.byte, 1);
  } else if (uint32_t writer = writer_of((uint64_t)from)) {
    if (pending.writer && !same_vertex(writer, pending.writer)) pending.several = true;
    if (writer > pending.writer) pending.writer = writer;
  }
  pending.any = true;
}

void __unply_between_write(void* to, uint64_t n) {
  if (copies_here((uint64_t)to, n)) {
    Busy busy;
    if (pending.several) count_event(kCountHandedOn);
    if (pending.writer) set_writer((uint64_t)to, n, pending.writer);
    for (uint64_t i = 0; mode == Mode::accesses && pending.any && i < n; i++)
      stream_copy((uint64_t)&pending.byte, (uint64_t)to + i, 1);
  }
  pending = {};
}

void __unply_between_copy(void* to, const void* from, uint64_t n) {
  if (!copies_here((uint64_t)to, n) || !has_shadow((uint64_t)from, n)) return;
  Busy busy;
  if (mode == Mode::accesses)
    stream_copy((uint64_t)from, (uint64_t)to, n);
  else
    copy_writers((uint64_t)from, (uint64_t)to, n);
}
}
#pragma GCC visibility pop
