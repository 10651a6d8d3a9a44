// The open record of the current run: see nodes.h.
#include "runtime/nodes.h"

namespace unply::runtime {

OpenNodes nodes;
uint32_t next_history = 1; // 0 means "nothing known", and id 1 (index 0, a write) is kSplit
uint64_t no_counter;

namespace {

// A record is passed on when it holds this many, so that the reader has work while a long run goes on.
constexpr uint32_t kMostEntries = 4096;
constexpr uint32_t kHeadBytes = sizeof(RingRecord) + sizeof(RingRun);

RingRun* row_of_record() { return (RingRun*)nodes.entries - 1; }

void open_record(uint32_t room) {
  RingHeader* header = ring_header();
  auto* record = (RingRecord*)ring_at_head();
  *record = {.bytes = 0, .type = kRecordRun};
  *(RingRun*)(record + 1) = {.vertex = vertex.id,
                             .instance = vertex.instance,
                             .entries = 0,
                             .first_index = next_history,
                             .region = 0,
                             .trace = 0,
                             .hooks = 0,
                             .transitions = 0,
                             .begin_tsc = 0,
                             .ticks = 0,
                             .reserved = 0};
  uint32_t entries = (room - kHeadBytes) / (uint32_t)sizeof(RingEntry);
  nodes = {.entries = (RingEntry*)((char*)record + kHeadBytes),
           .count = 0,
           .limit = entries < kMostEntries ? entries : kMostEntries};
  header->open_entries = 0;
  __atomic_store_n(&header->open_at, ring_head(), __ATOMIC_RELEASE);
}

void publish(RingRecordType type) {
  row_of_record()->entries = nodes.count;
  uint32_t bytes = kHeadBytes + nodes.count * (uint32_t)sizeof(RingEntry);
  *((RingRecord*)row_of_record() - 1) = {.bytes = bytes, .type = (uint32_t)type};
  nodes = {};
  publish_bytes(bytes);
}

} // namespace

void begin_nodes() {
  nodes = {};
  uint32_t room = ring_room();
  if (UNPLY_LIKELY(room >= kHeadBytes + kEntriesAhead * sizeof(RingEntry))) open_record(room);
}

void close_nodes() {
  if (!nodes.entries) return;
  if (mode == Mode::off) return discard_nodes();
  if (nodes.count)
    publish(kRecordRun);
  else
    nodes = {};
  context.known_floor = history_floor(); // no site counts on in what the reader has
}

bool close_leaf(const RingRun& row) {
  if (!nodes.entries) return false;
  uint32_t first_index = row_of_record()->first_index;
  *row_of_record() = row;
  row_of_record()->first_index = first_index;
  publish(kRecordLeaf);
  return true;
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
