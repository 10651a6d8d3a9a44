// The reader ahead and the heap of threads.
#include "timeline/merged_events.h"
#include <algorithm>

namespace unply {

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
    auto read = source_.read_block(block);
    lock.lock();
    queues_[thread].ready = std::move(read);
    done_.notify_one();
  }
}

Result<std::optional<EventBlock>> BlockReader::next(uint32_t thread) {
  std::unique_lock lock(mutex_);
  Queue& queue = queues_[thread];
  if (queue.left == 0) return std::nullopt;
  done_.wait(lock, [&] { return queue.ready.has_value(); });
  auto read = std::move(*queue.ready);
  queue.ready.reset();
  if (--queue.left > 0) asked_.push_back(thread);
  work_.notify_one();
  if (!read) return std::unexpected(read.error());
  return std::optional(std::move(*read));
}

Result<void> MergedEvents::start() {
  for (uint32_t lane = 0; lane < cursors_.size(); ++lane) {
    auto filled = fill(lane);
    if (!filled) return std::unexpected(filled.error());
    if (*filled) heap_.push_back({cursors_[lane].block.time_ns[0], lane});
  }
  std::ranges::sort(heap_); // sorted, so a heap
  return {};
}

Result<bool> MergedEvents::fill(uint32_t lane) {
  while (true) {
    auto block = reader_.next(lane);
    if (!block) return std::unexpected(block.error());
    if (!*block) return false;
    cursors_[lane] = {std::move(**block), 0};
    if (cursors_[lane].block.size() > 0) return true;
  }
}

MergedEvents::Head MergedEvents::second() const {
  Head least{~uint64_t{0}, ~uint32_t{0}};
  if (heap_.size() > 1) least = heap_[1];
  if (heap_.size() > 2) least = std::min(least, heap_[2]);
  return least;
}

void MergedEvents::replace_top(std::optional<Head> head) {
  if (!head) {
    head = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) return;
  }
  size_t at = 0;
  while (true) {
    size_t child = 2 * at + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) ++child;
    if (*head <= heap_[child]) break;
    heap_[at] = heap_[child];
    at = child;
  }
  heap_[at] = *head;
}

} // namespace unply
