// All events of a source in the order of time, ties by thread: readers see causes before effects. A second thread
// unpacks blocks, turns them into rows (columns of 16 threads would be a hundred streams of memory) and merges them
// while the first processes earlier events: together this costs a third of the processing.
#pragma once
#include "timeline/event_source.h"
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace unply {

// The merge in one thread: the blocks of each lane one after the other, merged by a loser tree. A match compares one
// number made of time and lane, so it needs no unpredictable branch: 10 ns an event with 16 lanes instead of 28. In
// recordings of more than 2^63 ns / lanes (200 days with 300) times count in units of 2, 4, ... ns there.
class LaneMerge {
public:
  explicit LaneMerge(const EventSource& source);
  // The next events, as many as `out` has room for; none: that was all.
  Result<std::span<const Event>> fill(std::span<Event> out);
  bool unpack_ahead(); // one block more, of the lane that needs it first; false: all lanes have one ready

private:
  static constexpr uint64_t kNoMore = ~uint64_t{0};
  struct Rows {
    std::vector<Event> events; // more than `size`; its own size only grows
    size_t size = 0;
  };
  struct alignas(32) Head {
    const Event* at = nullptr;
    const Event* end = nullptr;
    uint64_t next = 0; // key of at[1], so that the tree need not wait for memory
  };
  struct Lane {
    Rows rows, next;
    size_t block = 0, left = 0; // the block to unpack next; blocks not unpacked yet
    bool ready = false;         // `next` holds one
    std::optional<Error> failed;
  };
  uint64_t key(const Event& event) const { return event.time_ns >> unit_bits_ << lane_bits_ | event.lane; }
  void unpack(Lane& lane);                 // into `next`
  Result<uint64_t> advance(uint32_t lane); // to the rows after the last one: the key of the first
  Result<void> start();
  const EventSource& source_;
  EventBlock block_; // keeps its room
  unsigned lane_bits_, unit_bits_ = 0;
  std::vector<Head> heads_;
  std::vector<Lane> lanes_;
  std::vector<uint64_t> losers_; // [0]: the winner; behind it the loser of each match
  bool started_ = false;
};

class MergedEvents {
public:
  explicit MergedEvents(const EventSource& source);
  MergedEvents(const MergedEvents&) = delete;
  MergedEvents& operator=(const MergedEvents&) = delete;
  ~MergedEvents();

  // Calls visit(const Event&) for each event. Once.
  template <class Visit> Result<void> for_each(Visit&& visit) {
    while (true) {
      Result<std::span<const Event>> events = next();
      if (!events) return error_of(events);
      if (events->empty()) return {};
      for (const Event& event : *events) visit(event);
    }
  }

private:
  static constexpr size_t kBatches = 8, kBatchEvents = 4096; // of 160 KB: from cache to cache
  void run();
  Result<std::span<const Event>> next(); // the room of the events given before is reused
  LaneMerge merge_;
  std::vector<std::vector<Event>> rooms_;
  std::vector<Result<std::span<const Event>>> filled_; // of each room
  size_t written_ = 0, taken_ = 0;                     // batches: written, and done with
  bool handed_out_ = false, stop_ = false;
  std::mutex mutex_;
  std::condition_variable work_, done_;
  std::thread thread_;
};

} // namespace unply
