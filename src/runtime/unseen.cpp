// Calls of code that has neither hooks nor a model, counted by name when a task makes them. The counts lie in memory
// shared with `unply record`, so they survive if the program is killed; a name is recorded at the first call.
#include "runtime/unseen.h"
#include "runtime/profile/function_stack.h"
#include "runtime/profile/loop_stack.h"
#include "runtime/runtime.h"
#include <string.h>

namespace unply::runtime {

uint64_t* unseen_counts; // by slot

namespace {

uint32_t last_slot;

constexpr uint32_t kMostNameBytes = 4096; // C++ names can be long; the rest is cut off

__attribute__((noinline)) UNPLY_HOOK void name_slot(UnplyUnseen* callee) {
  Busy busy;
  callee->slot = new_unseen_slot(callee->name);
}

} // namespace

uint32_t new_unseen_slot(const char* name) {
  const uint32_t slot = last_slot + 1 < kRingUnseen - 1 ? ++last_slot : kRingUnseen - 1;
  const bool further = slot == kRingUnseen - 1;
  if (further && unseen_counts[slot]) return slot;
  if (further) name = "further functions";
  auto bytes = (uint32_t)strnlen(name, kMostNameBytes);
  if (auto* record = (RingUnseen*)begin_record(kRecordUnseen, (uint32_t)sizeof(RingUnseen) + bytes + 1)) {
    *record = {slot, 0};
    memset((char*)(record + 1) + (bytes & ~7u), 0, 8); // the record's last bytes
    memcpy(record + 1, name, bytes);
    end_record();
  }
  return slot;
}

bool map_unseen() {
  unseen_counts =
      (uint64_t*)map_open_part(kRingOpenTaskBytes + kRingOpenAccessBytes, kRingOpenUnseenBytes, kRingOpenUnseenBytes);
  return unseen_counts;
}

} // namespace unply::runtime

using namespace unply::runtime;

#pragma GCC visibility push(default)
extern "C" {
UNPLY_HOOK void __unply_unseen(UnplyUnseen* callee) {
  if (!context.load_floor || context.busy || callee->elsewhere) return; // outside tasks, or seen
  if (UNPLY_UNLIKELY(!callee->slot)) name_slot(callee);
  unseen_counts[callee->slot]++;
  if (UNPLY_UNLIKELY(mode == Mode::loops)) {
    count_loop_call(callee->slot);
    count_part_call(callee->slot);
  }
}
}
#pragma GCC visibility pop
