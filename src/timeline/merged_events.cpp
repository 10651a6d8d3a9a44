// The reader ahead and the heap of threads.
#include "timeline/merged_events.h"
#include <algorithm>

namespace unply {

static std::vector<Event> rows_of(const EventBlock& block) {
  std::vector<Event> rows(block.size());
  for (size_t i = 0; i < rows.size(); ++i)
    rows[i] = {block.time_ns[i], block.a[i], block.b[i], block.thread, block.site[i], block.core[i], block.kind[i]};
  return rows;
}

BlockReader::BlockReader(const EventSource& source) : source_(source), queues_(source.threads().size()) {
  auto blocks = source.blocks();
  for (size_t i = 0; i < blocks.size(); ++i) {
    Queue& queue = queues_[blocks[i].thread];
    if (queue.left++ == 0) queue.next = i;
  }
  for (uint32_t thread = 0; thread < queues_.size(); ++thread)
    if (queues_[thread].left > 0) asked_.push_back(thread);
  thread_ = std::thread([this] { run(); });
}

BlockReader::~BlockReader() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  work_.notify_one();
  thread_.join();
}

void BlockReader::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [&] { return stop_ || !asked_.empty(); });
    if (stop_) return;
    uint32_t thread = asked_.front();
    asked_.pop_front();
    size_t block = queues_[thread].next++;
    lock.unlock();
    Result<std::vector<Event>> rows;
    if (auto read = source_.read_block(block))
      rows = rows_of(*read);
    else
      rows = std::unexpected(read.error());
    lock.lock();
    queues_[thread].ready = std::move(rows);
    done_.notify_one();
  }
}

Result<std::vector<Event>> BlockReader::next(uint32_t thread) {
  std::unique_lock lock(mutex_);
  Queue& queue = queues_[thread];
  done_.wait(lock, [&] { return queue.ready.has_value(); });
  auto read = std::move(*queue.ready);
  queue.ready.reset();
  if (--queue.left > 0) asked_.push_back(thread);
  work_.notify_one();
  return read;
}

Result<void> MergedEvents::start() {
  for (uint32_t lane = 0; lane < cursors_.size(); ++lane) {
    auto filled = fill(lane);
    if (!filled) return std::unexpected(filled.error());
    if (*filled) heap_.push_back(key(*cursors_[lane].at));
  }
  std::ranges::sort(heap_); // sorted, so a heap
  return {};
}

Result<bool> MergedEvents::fill(uint32_t lane) {
  Cursor& cursor = cursors_[lane];
  while (reader_.more(lane)) {
    auto events = reader_.next(lane);
    if (!events) return std::unexpected(events.error());
    cursor.events = std::move(*events);
    cursor.at = cursor.events.data();
    cursor.end = cursor.at + cursor.events.size();
    if (!cursor.events.empty()) return true;
  }
  return false;
}

MergedEvents::Key MergedEvents::second() const {
  Key least = ~Key{0};
  if (heap_.size() > 1) least = heap_[1];
  if (heap_.size() > 2) least = std::min(least, heap_[2]);
  return least;
}

void MergedEvents::replace_top(std::optional<Key> top) {
  if (!top) {
    top = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) return;
  }
  size_t at = 0;
  for (size_t child = 1; child < heap_.size(); child = 2 * at + 1) {
    if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) ++child;
    if (*top <= heap_[child]) break;
    heap_[at] = heap_[child];
    at = child;
  }
  heap_[at] = *top;
}

} // namespace unply
