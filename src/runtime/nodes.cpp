// The open record of the current run: see nodes.h.
#include "runtime/nodes.h"

namespace unply::runtime {

OpenNodes nodes;
uint32_t next_history = 1; // 0 means "nothing known", and id 1 (index 0, a write) is kSplit
uint64_t no_counter;

void close_nodes() {
  if (!nodes.entries) return;
  if (mode == Mode::off) return discard_nodes();
  if (nodes.count) {
    row_of_record()->entries = nodes.count;
    publish_nodes(kRecordRun);
  } else {
    nodes = {};
  }
  context.known_floor = history_floor(); // no site counts on in what the reader has
}

void discard_nodes() { nodes = {}; }

__attribute__((noinline)) bool more_room() {
  if (mode != Mode::online) return false;
  close_nodes();
  if (!wait_for_room(kHeadBytes + kEntriesAhead * (uint32_t)sizeof(RingEntry))) return false;
  open_record(ring_room());
  return true;
}

} // namespace unply::runtime
