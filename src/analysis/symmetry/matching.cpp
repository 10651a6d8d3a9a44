// Forced images are propagated breadth first; then one choice is made at a time, the newest first, so the consequences
// of a choice are known before the next one. With the oldest first two fronts meet with choices that contradict each
// other: of 200 maps of a divide-and-conquer graph of depth 8 that way found 13, this way 113.
#include "analysis/symmetry/matching.h"
#include <algorithm>

namespace unply {

static uint32_t vertex(uint32_t item) { return item & ~ColouredLists::kLastOfRun; }

Matching::Matching(const ColouredLists& source, const ColouredLists& target, uint64_t seed)
    : source_(source), target_(target), random_(static_cast<uint32_t>(seed)), image_(source.vertices(), kNoVertex),
      preimage_(target.vertices(), kNoVertex) {}

bool Matching::assign(uint32_t x, uint32_t y) {
  if (image_[x] != kNoVertex) return image_[x] == y;
  if (preimage_[y] != kNoVertex) return false;
  image_[x] = y;
  preimage_[y] = x;
  trail_.push_back(x);
  return true;
}

// Neighbours of one colour: those left over on both sides must be as many.
bool Matching::match_run(std::span<const uint32_t> from, std::span<const uint32_t> to) {
  if (from.size() == 1) return assign(vertex(from[0]), vertex(to[0]));
  size_t sources = pool_.size();
  for (uint32_t item : from)
    if (image_[vertex(item)] == kNoVertex) pool_.push_back(vertex(item));
  size_t targets = pool_.size();
  for (uint32_t item : to)
    if (preimage_[vertex(item)] == kNoVertex) pool_.push_back(vertex(item));
  size_t left = targets - sources;
  if (left != pool_.size() - targets) return false;
  if (left >= 2) {
    choices_.push_back({.sources = sources,
                        .targets = targets,
                        .source_count = static_cast<uint32_t>(left),
                        .target_count = static_cast<uint32_t>(left)});
    return true;
  }
  bool possible = left == 0 || assign(pool_[sources], pool_[targets]);
  pool_.resize(sources);
  return possible;
}

bool Matching::match_lists(std::span<const uint32_t> from, std::span<const uint32_t> to) {
  if (from.size() != to.size()) return false;
  for (size_t begin = 0, end; begin < from.size(); begin = end) {
    for (end = begin; !(from[end] & ColouredLists::kLastOfRun);) ++end;
    ++end;
    if (!match_run(from.subspan(begin, end - begin), to.subspan(begin, end - begin))) return false;
  }
  return true;
}

bool Matching::propagate() {
  while (matched_ < trail_.size()) {
    uint32_t x = trail_[matched_++], y = image_[x];
    if (!match_lists(source_.list(0, x), target_.list(0, y)) || !match_lists(source_.list(1, x), target_.list(1, y)))
      return false;
  }
  return true;
}

// Decides the newest open choice for one vertex, and for the last two at once. Precondition: there is one.
bool Matching::choose() {
  Choice choice = choices_.back();
  choices_.pop_back();
  uint32_t *sources = &pool_[choice.sources], *targets = &pool_[choice.targets];
  for (bool decided = false;;) {
    while (choice.source_count > 0 && image_[sources[choice.source_count - 1]] != kNoVertex) --choice.source_count;
    if (choice.source_count == 0) return true;
    uint32_t y = kNoVertex;
    while (choice.target_count > 0) {
      uint32_t& picked = targets[random_() % choice.target_count];
      y = picked;
      picked = targets[--choice.target_count];
      if (preimage_[y] == kNoVertex) break;
      y = kNoVertex;
    }
    if (y == kNoVertex) return false;
    if (decided && choice.source_count > 1) {
      targets[choice.target_count++] = y;
      choices_.push_back(choice);
      return true;
    }
    assign(sources[--choice.source_count], y);
    decided = true;
  }
}

// Each mapped vertex has as many edges as its image, so it is enough that each edge goes to an edge.
bool Matching::keeps_edges() {
  std::vector<uint32_t> found, expected;
  for (uint32_t x : mapped()) {
    auto from = source_.list(1, x), to = target_.list(1, image_[x]);
    found.clear(), expected.clear();
    for (uint32_t item : from) found.push_back(image_[vertex(item)]);
    for (uint32_t item : to) expected.push_back(vertex(item));
    std::ranges::sort(found);
    std::ranges::sort(expected);
    if (found != expected) return false;
  }
  return true;
}

bool Matching::extend(uint32_t x, uint32_t y) {
  extension_ = matched_ = trail_.size();
  pool_.clear();
  choices_.clear();
  bool possible = assign(x, y) && propagate();
  while (possible && !choices_.empty()) possible = choose() && propagate();
  if (possible && keeps_edges()) return true;
  undo();
  return false;
}

void Matching::undo() {
  for (uint32_t x : mapped()) {
    preimage_[image_[x]] = kNoVertex;
    image_[x] = kNoVertex;
  }
  trail_.resize(extension_);
}

} // namespace unply
