// Tasks that run, by the time they end, for times that never go back: a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan,
// "Faster algorithms for the shortest path problem", J. ACM 37(2), 1990) with digits of six bits.
//
// An event lies at the highest digit in which its time differs from now, in the bucket of that digit, so it moves down
// once for each digit at most: two moves for lengths below 4096. Each processor has one event, which makes a bucket a
// list through an array of P entries: no allocation and no comparison of times. 10 million tasks take 0.41 s on 16
// processors, with a binary heap 0.48 s; 0.45 s on 1024, with digits of one bit 0.60 s.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace unply {

class RadixHeap {
public:
  static constexpr uint32_t kEnd = 0xffffffff;

  struct Event {
    uint64_t time;
    uint32_t task;
    uint32_t next; // processor of the next event in the bucket, or kEnd
  };

  explicit RadixHeap(uint32_t processors) : events_(processors) {}

  bool empty() const { return levels_ == 0; }
  uint64_t now() const { return now_; }
  const Event& operator[](uint32_t processor) const { return events_[processor]; }

  // Precondition: the processor has no event, and now <= time < 2^63.
  void push(uint32_t processor, uint64_t time, uint32_t task) {
    events_[processor].time = time;
    events_[processor].task = task;
    place(processor);
  }

  // Goes to the time of the earliest event and takes all events of that time: returns the processor of the first,
  // whose `next` leads to the others. Precondition: not empty.
  uint32_t take_earliest() {
    while (true) {
      auto level = static_cast<uint32_t>(std::countr_zero(levels_));
      auto digit = static_cast<uint32_t>(std::countr_zero(digits_[level]));
      uint32_t processor = first_[level][digit], shift = level * kDigitBits;
      digits_[level] &= digits_[level] - 1;
      if (digits_[level] == 0) levels_ &= levels_ - 1;
      now_ = ((now_ >> shift & ~uint64_t{63}) | digit) << shift;
      if (level == 0) return processor;
      while (processor != kEnd) { // all into lower levels
        uint32_t next = events_[processor].next;
        place(processor);
        processor = next;
      }
    }
  }

private:
  static constexpr uint32_t kDigitBits = 6, kLevels = 11;

  void place(uint32_t processor) {
    Event& event = events_[processor];
    uint32_t level = static_cast<uint32_t>(std::bit_width((event.time ^ now_) | 1) - 1) / kDigitBits;
    uint32_t digit = event.time >> (level * kDigitBits) & 63;
    uint64_t bit = uint64_t{1} << digit;
    event.next = (digits_[level] & bit) != 0 ? first_[level][digit] : kEnd;
    first_[level][digit] = processor;
    digits_[level] |= bit;
    levels_ |= 1u << level;
  }

  uint64_t now_ = 0;
  uint32_t levels_ = 0;                                 // which have events
  std::array<uint64_t, kLevels> digits_{};              // of each level, which have events
  std::array<std::array<uint32_t, 64>, kLevels> first_; // of each bucket that has events
  std::vector<Event> events_;                           // of each processor
};

} // namespace unply
