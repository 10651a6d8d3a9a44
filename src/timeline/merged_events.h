// All events of a source in the order of time, ties by thread: so that whatever reads them meets causes before effects.
// Blocks are unpacked by a second thread while the first works: unpacking costs a fifth of what follows it.
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
  Result<std::optional<EventBlock>> next(uint32_t thread); // nothing: no more

private:
  struct Queue {
    size_t next = 0, left = 0; // the block to ask for next; blocks not taken yet
    std::optional<Result<EventBlock>> ready;
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
      const Head top = heap_.front();
      const Head limit = second();
      Cursor& cursor = cursors_[top.lane];
      bool more = true;
      do {
        visit(cursor.event(top.lane));
        if (++cursor.at < cursor.block.size()) continue;
        auto filled = fill(top.lane);
        if (!filled) return std::unexpected(filled.error());
        more = *filled;
      } while (more && Head{cursor.block.time_ns[cursor.at], top.lane} < limit);
      replace_top(more ? std::optional(Head{cursor.block.time_ns[cursor.at], top.lane}) : std::nullopt);
    }
    return {};
  }

private:
  struct Head {
    uint64_t time_ns;
    uint32_t lane;
    auto operator<=>(const Head&) const = default;
  };
  struct Cursor {
    EventBlock block;
    size_t at = 0;
    Event event(uint32_t lane) const {
      return {block.time_ns[at], block.a[at], block.b[at], lane, block.site[at], block.core[at], block.kind[at]};
    }
  };
  Result<void> start();
  Result<bool> fill(uint32_t lane); // false: no more events
  Head second() const;
  void replace_top(std::optional<Head> head);
  BlockReader reader_;
  std::vector<Cursor> cursors_;
  std::vector<Head> heap_; // least first
};

} // namespace unply
