// Access mode (`unply record --accesses`): the full access stream, the paper's trace.out, in place of the graph.
#include "runtime/stream.h"
#include "runtime/call_paths.h"
#include <string.h>

namespace unply::runtime {

namespace {

constexpr uint32_t kEntries = kRingOpenAccesses; // 64 KiB: one record
RingAccess* entries;
uint32_t entry_count;

RingAccess* append(uint32_t n) {
  if (entry_count + n > kEntries) hand_over_stream();
  entry_count += n;
  return entries + entry_count - n;
}

// Only whole entries count if the program dies here.
void appended() { __atomic_store_n(&ring_header()->open_accesses, entry_count, __ATOMIC_RELEASE); }

void append_pair(uint64_t address, RingAccessOp op, uint32_t site, uint32_t bytes, int64_t stride, uint64_t count) {
  RingAccess* pair = append(2);
  pair[0] = {address | (uint64_t)op << 56, site, bytes};
  RingAccessStride tail = {stride, count};
  memcpy(pair + 1, &tail, sizeof tail);
  appended();
}

} // namespace

bool map_stream() {
  entries = (RingAccess*)map_open_part(kRingOpenTaskBytes, kRingOpenAccessBytes, kEntries * sizeof(RingAccess));
  return entries;
}

void stream_access(uint64_t address, uint64_t bytes, int64_t stride, uint64_t count, UnplySite* site, bool write) {
  if (!count) return;
  look_at_calls(site);
  if (bytes > 0xffffffffu) { // a block copy beyond 4 GiB: bytes one by one mean the same
    stride = 1, count = bytes, bytes = 1;
  }
  if (count > 1)
    return append_pair(address, write ? kAccessStoreStrided : kAccessLoadStrided, site->id, (uint32_t)bytes, stride,
                       count);
  *append(1) = {address | (uint64_t)(write ? kAccessStore : kAccessLoad) << 56, site->id, (uint32_t)bytes};
  appended();
}

void stream_forget(uint64_t address, uint64_t bytes) { append_pair(address, kAccessForget, 0, 0, 0, bytes); }

void stream_move(uint64_t from, uint64_t to, uint64_t bytes) {
  append_pair(from, kAccessMove, 0, 0, (int64_t)to, bytes);
}

void stream_copy(uint64_t from, uint64_t to, uint64_t bytes) {
  append_pair(from, kAccessCopy, 0, 0, (int64_t)to, bytes);
}

void hand_over_stream() {
  if (!entry_count) return;
  uint32_t bytes = entry_count * (uint32_t)sizeof(RingAccess);
  entry_count = 0;
  void* record = begin_record(kRecordAccesses, bytes);
  if (!record) return;
  memcpy(record, entries, bytes);
  ring_header()->open_accesses = 0;
  end_record();
}

} // namespace unply::runtime
