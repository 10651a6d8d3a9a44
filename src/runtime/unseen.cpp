// Calls of code that has neither hooks nor a model, counted by name when a task makes them. The counts lie in memory
// shared with `unply record`, so they survive if the program is killed; a name is recorded at the first call.
#include "runtime/profile/function_stack.h"
#include "runtime/profile/loop_stack.h"
#include "runtime/runtime.h"
#include "runtime/unseen_slots.h"

namespace unply::runtime {

namespace {

__attribute__((noinline)) UNPLY_HOOK void name_slot(UnplyUnseen* callee) {
  Busy busy;
  callee->slot = new_unseen_slot(callee->name);
}

} // namespace

} // namespace unply::runtime

using namespace unply::runtime;

#pragma GCC visibility push(default)
extern "C" {
UNPLY_HOOK void __unply_thread_local(UnplyUnseen* variable) {
  if (!context.load_floor || context.busy || mode != Mode::loops) return;
  if (UNPLY_UNLIKELY(!variable->slot)) name_slot(variable);
  count_loop_call(variable->slot);
  count_part_call(variable->slot);
}

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
