// All events of a source in the order of time, ties by thread: so that whatever reads them meets causes before effects.
// Blocks are unpacked and turned into rows by a second thread while the first works: that costs a third of what
// follows, and columns of 16 threads would be a hundred streams of memory.
#pragma once
#include "timeline/event_source.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace unply {

struct Event {
  uint64_t time_ns, a, b;
  uint32_t lane, site;
  uint16_t core;
  uint8_t kind; // UnplyEventKind
};

// The blocks of each thread one after the other; the next one of each is read ahead.
class BlockReader {
public:
  explicit BlockReader(const EventSource& source);
  BlockReader(const BlockReader&) = delete;
  BlockReader& operator=(const BlockReader&) = delete;
  ~BlockReader();
  bool more(uint32_t thread) const { return queues_[thread].left > 0; }
  Result<std::vector<Event>> next(uint32_t thread); // precondition: more(thread)

private:
  struct Queue {
    size_t next = 0, left = 0; // the block to ask for next; blocks not taken yet
    std::optional<Result<std::vector<Event>>> ready;
  };
  void run();
  const EventSource& source_;
  std::vector<Queue> queues_;
  std::deque<uint32_t> asked_;
  bool stop_ = false;
  std::mutex mutex_;
  std::condition_variable work_, done_;
  std::thread thread_;
};

class MergedEvents {
public:
  explicit MergedEvents(const EventSource& source) : reader_(source), cursors_(source.threads().size()) {}

  // Calls visit(const Event&) for each event.
  template <class Visit> Result<void> for_each(Visit&& visit) {
    if (auto started = start(); !started) return started;
    while (!heap_.empty()) {
      const auto lane = static_cast<uint32_t>(heap_.front());
      const Key limit = second();
      Cursor& cursor = cursors_[lane];
      bool more = true;
      do {
        visit(*cursor.at);
        if (++cursor.at != cursor.end) continue;
        auto filled = fill(lane);
        if (!filled) return std::unexpected(filled.error());
        more = *filled;
      } while (more && key(*cursor.at) < limit);
      replace_top(more ? std::optional(key(*cursor.at)) : std::nullopt);
    }
    return {};
  }

private:
  using Key = unsigned __int128; // time << 32 | lane
  static Key key(const Event& event) { return Key{event.time_ns} << 32 | event.lane; }
  struct Cursor {
    std::vector<Event> events;
    const Event* at = nullptr;
    const Event* end = nullptr;
  };
  Result<void> start();
  Result<bool> fill(uint32_t lane); // false: no more events
  Key second() const;
  void replace_top(std::optional<Key> top);
  BlockReader reader_;
  std::vector<Cursor> cursors_;
  std::vector<Key> heap_; // least first
};

} // namespace unply
