#include "collect/loop_origins.h"
#include <algorithm>

namespace unply {

namespace {

bool is_loop(uint64_t work) { return work <= kWorkSections || work == kWorkDistribute; }

} // namespace

void LoopWalk::step(const UnplyRawEvent& record) {
  uint64_t a = record.kind_a >> 8;
  switch (record.kind_a & 0xff) {
  case kEventImplicitBegin:
    regions_.push_back({a, 0});
    break;
  case kEventImplicitEnd:
    if (!regions_.empty()) regions_.pop_back();
    break;
  case kEventWorkBegin:
    if (!is_loop(a)) break;
    {
      Loop& next = regions_.empty() ? outside_ : regions_.back();
      open_.push_back(next);
      ++next.ordinal;
      iterations_ = record.b;
    }
    break;
  case kEventWorkEnd:
    if (is_loop(a) && !open_.empty()) open_.pop_back();
    break;
  default:
    break;
  }
}

void LoopOrigins::add(const LoopWalk& walk, const UnplyRawEvent& chunk) {
  if (!walk.current()) return;
  int64_t value = loop_value(chunk.kind_a >> 8);
  auto [place, added] = loops_.try_emplace(*walk.current(), value, value, chunk.b, walk.iterations());
  Origin& origin = place->second;
  if (value > origin.most) origin.at_most = chunk.b;
  origin.least = std::min(origin.least, value);
  origin.most = std::max(origin.most, value);
}

uint64_t LoopOrigins::first_iteration(const LoopWalk& walk, uint64_t a) const {
  auto found = walk.current() ? loops_.find(*walk.current()) : loops_.end();
  if (found == loops_.end()) return a;
  const Origin& origin = found->second;
  auto from_begin = static_cast<uint64_t>(loop_value(a) - origin.least);
  // The distance from the first value to the value of the last chunk covers all iterations except those of the last
  // chunk.
  uint64_t before_last = origin.iterations > origin.at_most ? origin.iterations - origin.at_most : 0;
  uint64_t step = before_last ? static_cast<uint64_t>(origin.most - origin.least) / before_last : 1;
  return from_begin / std::max<uint64_t>(step, 1);
}

} // namespace unply
