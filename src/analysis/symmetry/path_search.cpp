// A failed choice leaves the levels that it read; when all choices of a node have failed, the search goes back to the
// deepest of them. An automorphism found closes the whole branch down to where it leaves the search's own path.
#include "analysis/symmetry/path_search.h"
#include "analysis/hash_numbers.h"
#include "base/none.h"

namespace unply {

// Of a few vertices of the cell, the one whose steps others do not share for long.
static uint32_t unusual_member(CellStack& cells, uint32_t cell, uint32_t level, size_t sample) {
  std::span<const uint32_t> members = cells.members(cell);
  std::vector<uint32_t> tried(members.begin(), members.begin() + std::ptrdiff_t(std::min(sample, members.size())));
  if (tried.size() < 3) return tried[0];
  std::vector<uint64_t> usual;
  size_t mark = cells.mark(), soonest = SIZE_MAX, latest = 0;
  uint32_t best = tried[0];
  for (uint32_t v : tried) {
    cells.individualise(v, level);
    size_t at = 0;
    for (; cells.pending(); ++at) {
      uint64_t event = cells.step(level);
      if (v == tried[0])
        usual.push_back(event);
      else if (at == usual.size() || event != usual[at])
        break;
    }
    cells.drop_pending();
    cells.undo(mark);
    if (v == tried[0]) continue;
    if (at < soonest) best = v, soonest = at;
    latest = std::max(latest, at);
  }
  return soonest < latest ? best : tried[0];
}

void extend_path(CellStack& cells, SearchPath& path, size_t sample) {
  for (uint32_t cell; (cell = cells.choose_cell(path.choice)) != kNone;) {
    auto level = static_cast<uint32_t>(path.choices.size()) + 1,
         size = static_cast<uint32_t>(cells.members(cell).size());
    uint32_t v = unusual_member(cells, cell, level, sample);
    uint64_t work = cells.work();
    cells.individualise(v, level);
    while (cells.pending()) path.events.push_back(cells.step(level));
    path.work += cells.work() - work;
    path.choices.push_back({.cell = cell, .size = size, .vertex = v, .events = path.events.size()});
  }
  path.leaf = cells.order();
}

SearchPath SearchedComponent::path_from(uint32_t first, CellChoice choice, size_t sample) {
  SearchPath path{.choice = choice};
  size_t mark = cells_.mark();
  if (first != kNone) first = graph_.number_of(first);
  if (first != kNone && !cells_.is_alone(first)) {
    uint32_t cell = cells_.cell_of(first), size = static_cast<uint32_t>(cells_.members(cell).size());
    uint64_t work = cells_.work();
    cells_.individualise(first, 1);
    while (cells_.pending()) path.events.push_back(cells_.step(1));
    path.work = cells_.work() - work;
    path.choices.push_back({.cell = cell, .size = size, .vertex = first, .events = path.events.size()});
  }
  extend_path(cells_, path, sample);
  cells_.undo(mark);
  return path;
}

// Steps as far as they give the path's events from `at` to `end`.
PathSearch::Position PathSearch::follow(const SearchPath& path, size_t at, size_t end, uint32_t level) {
  for (; cells_.pending(); ++at) {
    uint64_t event = cells_.step(level);
    if (at == end || event != path.events[at]) return {at, event, true};
  }
  return {at, 0, at != end};
}

bool PathSearch::push() {
  Node node{.mark = cells_.mark(),
            .event = stack_.empty() ? 0 : reference_.choices[stack_.size() - 1].events,
            .cell = reference_.choices[stack_.size()].cell,
            .chosen = kNone,
            .listed = false,
            .candidates = {},
            .tried = {},
            .conflict = {}};
  if (!cells_.is_open(node.cell)) return false; // only if hashes have collided
  stack_.push_back(std::move(node));
  return true;
}

// The first at once, since it is enough most of the time; then the rest in random order.
uint32_t PathSearch::next_candidate(Node& node) {
  std::span<const uint32_t> members = cells_.members(node.cell);
  if (!node.listed && node.tried.empty()) return members[random_() % members.size()];
  if (!node.listed) {
    for (uint32_t v : members)
      if (v != node.tried[0]) node.candidates.push_back(v);
    std::ranges::shuffle(node.candidates, random_);
    node.listed = true;
  }
  bool prunes = own_ && stack_.size() - 1 == own_node_;
  while (!node.candidates.empty()) {
    uint32_t v = node.candidates.back();
    node.candidates.pop_back();
    auto equivalent = [&](uint32_t t) { return own_orbits_->find(t) == own_orbits_->find(v); };
    if (!prunes || std::ranges::none_of(node.tried, equivalent)) return v;
  }
  return kNone;
}

// Goes back to the deepest choice that had to do with the failure.
void PathSearch::leave_node() {
  LevelSet failed = std::move(stack_.back().conflict);
  failed.add(cells_.level_of(stack_.back().cell));
  failed.remove(static_cast<uint32_t>(stack_.size()));
  for (stack_.pop_back(); !stack_.empty(); stack_.pop_back()) {
    auto level = static_cast<uint32_t>(stack_.size());
    cells_.undo(stack_.back().mark);
    if (!failed.has(level)) continue;
    failed.remove(level);
    stack_.back().conflict.add_all(failed);
    return;
  }
}

// Whether the map from `leaf` to the cells as they are keeps edges; it is left in image_.
bool PathSearch::maps(const ComponentGraph& from, std::span<const uint32_t> leaf) {
  const ComponentGraph& to = cells_.graph();
  image_.resize(leaf.size());
  stamp_.assign(leaf.size(), kNone);
  for (uint32_t place = 0; place < leaf.size(); ++place) image_[leaf[place]] = cells_.order()[place];
  for (uint32_t v = 0; v < leaf.size(); ++v) {
    uint32_t w = image_[v];
    if (from.colours()[v] != to.colours()[w] || from.neighbours(v).size() != to.neighbours(w).size()) return false;
    for (uint32_t u : from.neighbours(v)) stamp_[image_[u]] = v;
    for (uint32_t u : to.neighbours(w))
      if (stamp_[u] != v) return false;
  }
  return true;
}

void PathSearch::start_own_path(const Position& failed) {
  own_.emplace().choice = reference_.choice;
  own_->events.assign(reference_.events.begin(), reference_.events.begin() + static_cast<std::ptrdiff_t>(failed.at));
  if (failed.deviates) own_->events.push_back(failed.instead);
  for (size_t i = 0; i < stack_.size(); ++i)
    own_->choices.push_back({.cell = stack_[i].cell,
                             .size = reference_.choices[i].size,
                             .vertex = stack_[i].chosen,
                             .events = reference_.choices[i].events});
  auto level = static_cast<uint32_t>(stack_.size());
  while (cells_.pending()) own_->events.push_back(cells_.step(level));
  own_->choices.back().events = own_->events.size();
  extend_path(cells_, *own_);
  own_deviates_at_ = failed.at;
  own_node_ = stack_.size() - 1;
  own_orbits_.emplace(cells_.graph().size());
}

// Follows the own path from where both have left the reference, with choices at random. Returns whether that gave an
// automorphism.
bool PathSearch::follow_own_path(const Position& failed) {
  bool own_deviates = own_deviates_at_ < own_->events.size();
  if (failed.at != own_deviates_at_ || stack_.size() > own_->choices.size()) return false;
  if (failed.deviates && (!own_deviates || own_->events[failed.at] != failed.instead)) return false;
  size_t at = failed.at + (failed.deviates ? 1 : 0);
  for (size_t i = stack_.size() - 1;;) {
    Position position = follow(*own_, at, own_->choices[i].events, static_cast<uint32_t>(i) + 1);
    if (position.deviates) return false;
    at = position.at;
    if (++i == own_->choices.size()) break;
    uint32_t cell = own_->choices[i].cell;
    if (!cells_.is_open(cell)) return false;
    std::span<const uint32_t> members = cells_.members(cell);
    cells_.individualise(members[random_() % members.size()], static_cast<uint32_t>(i) + 1);
  }
  if (!maps(cells_.graph(), own_->leaf)) return false;
  for (uint32_t v = 0; v < image_.size(); ++v) own_orbits_->unite(v, image_[v]);
  return true;
}

// After a choice has failed: looks for automorphisms that make others fail, too.
void PathSearch::learn(const Position& failed) {
  constexpr int kMostVain = 20; // in a row: the component is rigid, or its paths are too different
  if (stack_.size() < 2 || vain_ >= kMostVain) return;
  if (!own_) return start_own_path(failed);
  if (own_node_ + 1 > stack_.size()) own_node_ = stack_.size() - 1;
  if (!follow_own_path(failed)) {
    ++vain_;
    return;
  }
  vain_ = 0;
  cells_.drop_pending();
  stack_.resize(own_node_ + 1);
  stack_.back().conflict.add_below(static_cast<uint32_t>(stack_.size()));
}

PathAnswer PathSearch::run(uint32_t first, uint64_t work) {
  if (first != kNone && cells_.is_alone(first)) first = kNone; // the map goes there by itself
  PathAnswer result;
  size_t root = cells_.mark();
  uint64_t end = work < UINT64_MAX - cells_.work() ? cells_.work() + work : UINT64_MAX;
  auto leave = [&](Isomorphism::Answer answer) {
    cells_.drop_pending();
    cells_.undo(root);
    result.answer = answer;
    return std::move(result);
  };
  if (reference_.choices.empty()) {
    bool mapped = maps(from_, reference_.leaf);
    result.image = image_;
    return leave(mapped ? Isomorphism::yes : Isomorphism::no);
  }
  if (!push()) return leave(Isomorphism::no);
  if (first != kNone) stack_[0].listed = true, stack_[0].candidates = {first};
  while (!stack_.empty()) {
    if (cells_.work() > end || deadline_.passed()) return leave(Isomorphism::unknown);
    Node& node = stack_.back();
    if (stack_.size() <= own_node_) own_node_ = stack_.size() - 1;
    auto level = static_cast<uint32_t>(stack_.size());
    node.chosen = next_candidate(node);
    if (node.chosen == kNone) {
      leave_node();
      continue;
    }
    node.tried.push_back(node.chosen);
    cells_.record_reads_in(&node.conflict);
    cells_.individualise(node.chosen, level);
    Position position = follow(reference_, node.event, reference_.choices[level - 1].events, level);
    cells_.record_reads_in(nullptr);
    bool at_leaf = level == reference_.choices.size();
    if (!position.deviates && at_leaf && maps(from_, reference_.leaf)) {
      result.image = image_;
      return leave(Isomorphism::yes);
    }
    if (!position.deviates && !at_leaf && push()) continue;
    if (!position.deviates) node.conflict.add_below(level);
    if (position.deviates && level == 1 && first != kNone) {
      result.deviation = mixed(position.at) ^ mixed(position.instead);
      result.deviates_at = position.at;
    }
    learn(position);
    cells_.drop_pending();
    cells_.undo(stack_.back().mark);
  }
  return leave(Isomorphism::no);
}

} // namespace unply
