// The writer's side of the ring, as far as records grow in place (nodes.h). Inline: with calls for these few words, the
// begin and the end of a task took 15 ns more (AMD EPYC).
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

struct RingWriter {
  char* data;
  uint64_t mask;       // of positions
  uint64_t head;       // as published, or ahead of it while a record is being written
  uint64_t room_until; // head may grow up to here without a look at the reader's tail
};
extern RingWriter ring;

bool wait_longer(uint32_t bytes); // false if the reader has ended

UNPLY_INLINE void* ring_at_head() { return ring.data + (ring.head & ring.mask); }

// Room without waiting, at most kRingMaxRecordBytes.
UNPLY_INLINE uint32_t ring_room() {
  if (UNPLY_UNLIKELY(ring.room_until < ring.head + kRingMaxRecordBytes))
    ring.room_until = __atomic_load_n(&shared_header->tail, __ATOMIC_ACQUIRE) + shared_header->capacity;
  uint64_t room = ring.room_until - ring.head;
  return room < kRingMaxRecordBytes ? (uint32_t)room : (uint32_t)kRingMaxRecordBytes;
}

UNPLY_INLINE bool wait_for_room(uint32_t bytes) { return ring.head + bytes <= ring.room_until || wait_longer(bytes); }

UNPLY_INLINE void publish_bytes(uint32_t bytes) {
  ring.head += bytes;
  __atomic_store_n(&shared_header->head, ring.head, __ATOMIC_RELEASE);
}

} // namespace unply::runtime
