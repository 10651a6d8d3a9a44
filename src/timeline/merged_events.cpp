// The merge, and its thread.
#include "timeline/merged_events.h"
#include <algorithm>
#include <bit>

namespace unply {

LaneMerge::LaneMerge(const EventSource& source)
    : source_(source), lane_bits_(std::bit_width(source.threads().size())), heads_(source.threads().size()),
      lanes_(source.threads().size()) {
  auto blocks = source.blocks();
  uint64_t last_ns = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    Lane& lane = lanes_[blocks[i].thread];
    if (lane.left++ == 0) lane.block = i;
    last_ns = std::max(last_ns, blocks[i].last_ns);
  }
  while (std::bit_width(last_ns >> unit_bits_) + lane_bits_ > 63) ++unit_bits_;
}

void LaneMerge::unpack(Lane& lane) {
  --lane.left;
  lane.ready = true;
  if (auto read = source_.read_block(lane.block++, block_); !read) {
    lane.failed = read.error();
    return;
  }
  Rows& rows = lane.next;
  rows.size = block_.size();
  if (rows.events.size() <= rows.size) rows.events.resize(rows.size + 1);
  for (size_t i = 0; i < rows.size; ++i)
    rows.events[i] = {.time_ns = block_.time_ns[i],
                      .a = block_.a[i],
                      .b = block_.b[i],
                      .lane = block_.thread,
                      .site = block_.site[i],
                      .core = block_.core[i],
                      .kind = block_.kind[i]};
}

// Blocks of a lane are used up in the order of their last events, more or less.
bool LaneMerge::unpack_ahead() {
  if (!started_) return false;
  size_t first = lanes_.size();
  for (size_t i = 0; i < lanes_.size(); ++i)
    if (!lanes_[i].ready && lanes_[i].left > 0 &&
        (first == lanes_.size() || heads_[i].end[-1].time_ns < heads_[first].end[-1].time_ns))
      first = i;
  if (first == lanes_.size()) return false;
  unpack(lanes_[first]);
  return true;
}

Result<uint64_t> LaneMerge::advance(uint32_t number) {
  Lane& lane = lanes_[number];
  while (lane.ready || lane.left > 0) {
    if (!lane.ready) unpack(lane);
    if (lane.failed) return std::unexpected(*lane.failed);
    lane.ready = false;
    if (lane.next.size == 0) continue;
    std::swap(lane.rows, lane.next);
    const Event* first = lane.rows.events.data();
    heads_[number] = {first, first + lane.rows.size, key(first[1])};
    return key(*first);
  }
  return kNoMore;
}

// Lanes are the leaves of a full tree: match i is between the winners of 2i and 2i + 1.
Result<void> LaneMerge::start() {
  started_ = true;
  size_t leaves = std::bit_ceil(std::max<size_t>(lanes_.size(), 1));
  std::vector<uint64_t> winners(2 * leaves, kNoMore);
  for (uint32_t lane = 0; lane < lanes_.size(); ++lane) {
    auto first = advance(lane);
    if (!first) return error_of(first);
    winners[leaves + lane] = *first;
  }
  losers_.resize(leaves);
  for (size_t match = leaves - 1; match > 0; --match) {
    winners[match] = std::min(winners[2 * match], winners[2 * match + 1]);
    losers_[match] = std::max(winners[2 * match], winners[2 * match + 1]);
  }
  losers_[0] = winners[1];
  return {};
}

Result<std::span<const Event>> LaneMerge::fill(std::span<Event> out) {
  if (!started_) TRY(start());
  uint64_t winner = losers_[0];
  const size_t leaves = losers_.size();
  size_t filled = 0;
  while (filled < out.size() && winner != kNoMore) {
    auto lane = static_cast<uint32_t>(winner & ((uint64_t{1} << lane_bits_) - 1));
    Head& head = heads_[lane];
    out[filled++] = *head.at++;
    winner = head.next;
    if (head.at != head.end) {
      head.next = key(head.at[1]);
    } else {
      auto next = advance(lane);
      if (!next) return error_of(next);
      winner = *next;
    }
    for (size_t match = (leaves + lane) / 2; match > 0; match /= 2) {
      uint64_t other = losers_[match];
      losers_[match] = std::max(winner, other);
      winner = std::min(winner, other);
    }
  }
  losers_[0] = winner;
  return out.first(filled);
}

MergedEvents::MergedEvents(const EventSource& source) : merge_(source), rooms_(kBatches), filled_(kBatches) {
  thread_ = std::thread([this] { run(); });
}

MergedEvents::~MergedEvents() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  work_.notify_one();
  thread_.join();
}

void MergedEvents::run() {
  std::unique_lock lock(mutex_);
  for (bool more = true; more;) {
    if (!stop_ && written_ - taken_ == kBatches) {
      lock.unlock();
      bool unpacked = merge_.unpack_ahead();
      lock.lock();
      if (unpacked) continue;
      work_.wait(lock, [&] { return stop_ || written_ - taken_ < kBatches; });
    }
    if (stop_) return;
    size_t room = written_ % kBatches;
    lock.unlock();
    rooms_[room].resize(kBatchEvents);
    filled_[room] = merge_.fill(rooms_[room]);
    more = filled_[room] && !filled_[room]->empty();
    lock.lock();
    ++written_;
    done_.notify_one();
  }
}

// The batch given last stays its reader's until it asks for the next.
Result<std::span<const Event>> MergedEvents::next() {
  std::unique_lock lock(mutex_);
  if (handed_out_) {
    handed_out_ = false;
    ++taken_;
    work_.notify_one();
  }
  done_.wait(lock, [&] { return written_ > taken_; });
  handed_out_ = true;
  return filled_[taken_ % kBatches];
}

} // namespace unply
