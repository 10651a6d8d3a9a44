// See whole_loops.h.
//
// Streams that meet must have one stride and access the same bytes, or bytes that never overlap. Then the accesses to
// one address come in an order that is the same for all addresses: stream k is there in iteration base_0 - base_k over
// the stride, later than stream 0 by that. At the ends of the loop some addresses lack the first or the last accesses
// of this order, never one in between; so each dependence is between two neighbours in it, and its count is the number
// of addresses that have both. For an address that does not move the order repeats in every iteration.
#include "runtime/profile/whole_loops.h"
#include "runtime/extents.h"
#include "runtime/profile/states.h"

namespace unply::runtime {

namespace {

constexpr uint32_t kMostStreams = kUnplyNestRows;

// One access of the order, `at` iterations behind the first of its class.
struct Access {
  int64_t at;
  uint32_t stream;
};

enum class Meeting { never, same, passed, unclear }; // passed: one stays, the other one comes by once

// A load at one place, and a store over whole elements, one of which is that place. By then they are known to overlap.
bool passing(const UnplyStream& load, const UnplyStream& store) {
  if (load.write || !store.write || load.stride || !store.stride || load.bytes != store.bytes) return false;
  const uint64_t size = (uint64_t)(store.stride < 0 ? -store.stride : store.stride);
  const auto ahead = (int64_t)((uint64_t)load.base - (uint64_t)store.base);
  return load.bytes <= size && ahead % store.stride == 0;
}

Meeting meeting_of(const UnplyStream& a, const UnplyStream& b, const Extent& of_a, const Extent& of_b) {
  if (apart(of_a, of_b)) return Meeting::never;
  if (a.stride != b.stride) return passing(a, b) || passing(b, a) ? Meeting::passed : Meeting::unclear;
  const auto offset = (int64_t)((uint64_t)b.base - (uint64_t)a.base);
  if (a.stride == 0) return offset == 0 && a.bytes == b.bytes ? Meeting::same : Meeting::unclear;
  if (interleaved(a, b, offset)) return Meeting::never;
  const uint64_t size = (uint64_t)(a.stride < 0 ? -a.stride : a.stride);
  return offset % a.stride == 0 && a.bytes == b.bytes && a.bytes <= size ? Meeting::same : Meeting::unclear;
}

void join_classes(uint32_t* class_of, uint32_t count, uint32_t a, uint32_t b) {
  for (uint32_t i = 0; i < count; i++)
    if (class_of[i] == a || class_of[i] == b) class_of[i] = a < b ? a : b;
}

// The class of each stream: the first one with which it shares bytes; passed_by: of each that stays, the store that
// comes by, or itself. False: unclear.
bool find_classes(uint64_t trip, const UnplyStream* streams, uint32_t count, uint32_t* class_of, uint32_t* passed_by) {
  Extent extents[kMostStreams];
  for (uint32_t i = 0; i < count; i++) {
    extents[i] = extent_of(streams[i], trip);
    class_of[i] = passed_by[i] = i;
    const uint64_t size = (uint64_t)(streams[i].stride < 0 ? -streams[i].stride : streams[i].stride);
    if (streams[i].stride && streams[i].bytes > size && streams[i].write) return false; // stores over its own bytes
    for (uint32_t k = 0; k < i; k++) {
      if (!streams[i].write && !streams[k].write) continue;
      const Meeting meeting = meeting_of(streams[k], streams[i], extents[k], extents[i]);
      if (meeting == Meeting::unclear) return false;
      if (meeting == Meeting::same) join_classes(class_of, i + 1, class_of[i], class_of[k]);
      if (meeting != Meeting::passed) continue;
      const uint32_t load = streams[i].write ? k : i, store = streams[i].write ? i : k;
      if (passed_by[load] != load) return false;
      passed_by[load] = store;
    }
  }
  return true;
}

class Order {
public:
  Order(const UnplyLoop& loop, uint64_t trip, const UnplyStream* streams)
      : loop_(loop), trip_(trip), streams_(streams) {}

  void add(Access access) {
    uint32_t at = count_++;
    for (; at && later(order_[at - 1], access); at--) order_[at] = order_[at - 1];
    order_[at] = access;
  }

  // Each access with the last store before it, and each store with the reads since.
  void note_moving() const {
    for (uint32_t to = 0; to < count_; to++)
      for (uint32_t from = to; from-- > 0;) {
        if (writes(from) || writes(to)) note(from, to, (uint64_t)(order_[to].at - order_[from].at));
        if (writes(from)) break;
      }
  }

  // The order again in the next iteration: its first accesses meet the last ones.
  void note_staying() const {
    note_moving();
    if (trip_ < 2) return;
    bool stored = false; // since the iteration began
    for (uint32_t to = 0; to < count_ && !stored; to++) {
      for (uint32_t from = count_; from-- > 0;) {
        if (writes(from) || writes(to)) note(from, to, 1);
        if (writes(from)) break;
      }
      stored = writes(to);
    }
  }

private:
  bool writes(uint32_t at) const { return streams_[order_[at].stream].write; }
  static bool later(const Access& a, const Access& b) { return a.at != b.at ? a.at > b.at : a.stream > b.stream; }

  void note(uint32_t from, uint32_t to, uint64_t distance) const {
    if (distance >= trip_) return;
    const uint32_t source = streams_[order_[from].stream].site->id, sink = streams_[order_[to].stream].site->id;
    const RingEdgeKind kind = kind_of(writes(from), writes(to));
    if (distance)
      note_carried(loop_.id, kind, source, sink, distance, trip_ - distance, 0, {});
    else
      note_within(loop_.id, kind, source, sink, trip_);
  }

  const UnplyLoop& loop_;
  uint64_t trip_;
  const UnplyStream* streams_;
  Access order_[kMostStreams];
  uint32_t count_ = 0;
};

} // namespace

// The load at one place sees the store in front of it from then on, and the store ends all loads before.
static void note_passed(const UnplyLoop& loop, uint64_t trip, const UnplyStream& load, const UnplyStream& store,
                        bool load_first) {
  const auto ahead = (int64_t)((uint64_t)load.base - (uint64_t)store.base) / store.stride;
  const auto at = (uint64_t)ahead;
  if (ahead < 0 || at >= trip) return;
  note_within(loop.id, load_first ? kEdgeAnti : kEdgeFlow, load_first ? load.site->id : store.site->id,
              load_first ? store.site->id : load.site->id, 1);
  note_carried_range(loop.id, kEdgeAnti, load.site->id, store.site->id, at, 0);
  note_carried_range(loop.id, kEdgeFlow, store.site->id, load.site->id, trip - 1 - at, at);
}

bool note_streams(const UnplyLoop& loop, uint64_t trip, const UnplyStream* streams, uint32_t count) {
  uint32_t class_of[kMostStreams], passed_by[kMostStreams];
  if (count > kMostStreams || !find_classes(trip, streams, count, class_of, passed_by)) return false;
  for (uint32_t k = 0; k < count; k++)
    if (passed_by[k] != k) note_passed(loop, trip, streams[k], streams[passed_by[k]], k < passed_by[k]);
  for (uint32_t first = 0; first < count; first++) {
    if (class_of[first] != first) continue;
    Order order(loop, trip, streams);
    bool written = false;
    const int64_t stride = streams[first].stride;
    for (uint32_t k = first; k < count; k++) {
      if (class_of[k] != first) continue;
      written |= streams[k].write != 0;
      const auto offset = (int64_t)((uint64_t)streams[first].base - (uint64_t)streams[k].base);
      order.add({stride ? offset / stride : 0, k}); // a stream further on is there earlier
    }
    if (!written) continue;
    if (stride)
      order.note_moving();
    else
      order.note_staying();
  }
  return true;
}

} // namespace unply::runtime
