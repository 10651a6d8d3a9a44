// Calls through pointers, including virtual ones: targets without hooks are counted by name, as unseen.cpp does for
// other calls. A target with hooks costs two comparisons with the mark before its code: 15 instructions for a virtual
// call in a loop (callgrind). A target without hooks is compared with the last target of the call and counted: 19
// instructions. A call that alternates between targets without hooks looks them up in a table. Finding the name of a
// target takes 45,000 instructions, once.
#include "runtime/marks.h"
#include "runtime/runtime.h"
#include "runtime/symbols.h"
#include "runtime/unseen_slots.h"
#include <errno.h>
#include <string.h>

extern "C" __attribute__((weak)) void* dlsym(void*, const char*); // weak: absent from static programs

namespace unply::runtime {

namespace {

// Library functions that access no memory (library_models.def): names between blanks; a star ends a prefix.
constexpr char kHarmless[] =
#include "harmless_functions.inc"
    ;

struct Known {
  const void* function;
  uint32_t slot;
};
constexpr uint32_t kMostKnown = 2048; // a power of two; more than there are names
Known known[kMostKnown];
uint32_t known_count;

bool is_harmless(const char* name) {
  const size_t length = strlen(name);
  for (const char* at = kHarmless; *at;) {
    const size_t bytes = strcspn(at, " \n");
    const bool prefix = bytes && at[bytes - 1] == '*';
    if (bytes && (prefix ? !strncmp(at, name, bytes - 1) : bytes == length && !memcmp(at, name, bytes))) return true;
    at += bytes + (at[bytes] != 0);
  }
  return false;
}

// The dynamic linker has not yet resolved the jump at this address.
bool leads_to_hooks(const char* name) {
  void* const next = (void*)-1; // RTLD_NEXT
  const void* function = dlsym ? dlsym(next, name) : nullptr;
  return function && has_mark(function);
}

uint32_t slot_at_first_sight(const void* function, bool unresolved) {
  static char name[kMostSymbolBytes];
  name_function(function, name);
  return is_harmless(name) || (unresolved && leads_to_hooks(name)) ? 0 : new_unseen_slot(name);
}

uint32_t slot_of(const void* function, bool unresolved) {
  uint32_t at = (uint32_t)(((uint64_t)function >> 4) * 0x9e3779b97f4a7c15u >> 40) % kMostKnown;
  for (; known[at].function; at = (at + 1) % kMostKnown)
    if (known[at].function == function) return known[at].slot;
  if (known_count == kMostKnown / 2) return new_unseen_slot("further functions");
  known_count++;
  known[at] = {function, slot_at_first_sight(function, unresolved)};
  return known[at].slot;
}

// The last target of a call is cached only if its code is at that address, not a jump that may change.
__attribute__((noinline)) UNPLY_HOOK void count_other_target(const void* target, UnplyIndirect* call) {
  if (context.busy || !target) return; // the program's own mistake
  Busy busy;
  const int saved = errno;
  const void* function = behind_jump(target);
  const bool unresolved = !function;
  if (unresolved) function = target;
  const uint32_t slot = has_mark(function) ? 0 : slot_of(function, unresolved);
  unseen_counts[slot]++;
  if (function == target && !unresolved) {
    call->target = nullptr; // a signal handler may come here meanwhile
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    call->slot = slot;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    call->target = target;
  }
  errno = saved;
}

} // namespace

} // namespace unply::runtime

using namespace unply::runtime;

#pragma GCC visibility push(default)
extern "C" {
UNPLY_HOOK void __unply_indirect(const void* target, UnplyIndirect* call) {
  if (!context.load_floor) return; // outside tasks
  if (UNPLY_LIKELY(may_read_mark(target)) && is_marked(target)) return;
  if (UNPLY_UNLIKELY(call->target != target)) return count_other_target(target, call);
  unseen_counts[call->slot]++;
}
}
#pragma GCC visibility pop
