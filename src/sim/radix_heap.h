// Events in the order of their times, for times that never go back: Ahuja, Mehlhorn, Orlin and Tarjan, "Faster
// algorithms for the shortest path problem", J. ACM 37(2), 1990.
//
// An event lies in the bucket of the highest bit in which its time differs from now, so it moves down at most 64 times
// and in fact twice or three times; no comparison of times. From about 32 events in flight on it beats a binary heap.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace unply {

template <class Item> class RadixHeap {
public:
  struct Event {
    uint64_t time;
    Item item;
  };

  bool empty() const { return filled_ == 0; }
  uint64_t now() const { return now_; }

  // Precondition: time is not before now.
  void push(uint64_t time, Item item) { place({time, item}); }

  // Goes to the time of the earliest event and takes all events of that time. Precondition: not empty.
  void take_earliest(std::vector<Event>& taken) {
    taken.clear();
    if ((filled_ & 1) == 0) spread(static_cast<size_t>(std::countr_zero(filled_)));
    std::swap(taken, buckets_[0]);
    filled_ &= ~uint64_t{1};
  }

private:
  void place(Event event) {
    size_t bucket = static_cast<size_t>(std::bit_width(event.time ^ now_)); // at most 63: times are below 2^63
    filled_ |= uint64_t{1} << bucket;
    buckets_[bucket].push_back(event);
  }

  void spread(size_t bucket) {
    std::vector<Event>& events = buckets_[bucket];
    now_ = std::ranges::min(events, {}, &Event::time).time;
    filled_ &= ~(uint64_t{1} << bucket);
    for (const Event& event : events) place(event); // all into lower buckets
    events.clear();
  }

  uint64_t now_ = 0, filled_ = 0;
  std::array<std::vector<Event>, 64> buckets_;
};

} // namespace unply
