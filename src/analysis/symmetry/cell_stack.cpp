// Vertices that a step touches move to the end of their cell, so that those it does not touch, often most, are never
// looked at (after Hopcroft 1971, with the bookkeeping of McKay and Piperno 2014). A cell of one vertex is never split;
// edges to it only count.
#include "analysis/symmetry/cell_stack.h"
#include "analysis/hash_numbers.h"
#include "base/none.h"
#include <numeric>

namespace unply {

ComponentGraph::ComponentGraph(const ColouredGraph& graph, uint32_t component)
    : vertices_(graph.components.of(component)) {
  for (uint32_t v : vertices_) {
    for (int direction : {0, 1})
      for (uint32_t item : graph.lists.list(direction, v))
        neighbours_.push_back(number_of(item & ~ColouredLists::kLastOfRun));
    first_.push_back(static_cast<uint32_t>(neighbours_.size()));
    colours_.push_back(graph.colour()[v]);
  }
}

uint32_t ComponentGraph::number_of(uint32_t vertex) const {
  if (vertices_.back() - vertices_.front() + 1 == vertices_.size()) return vertex - vertices_.front();
  return static_cast<uint32_t>(std::ranges::lower_bound(vertices_, vertex) - vertices_.begin());
}

void LevelSet::add_all(const LevelSet& other) {
  if (other.words_.size() > words_.size()) words_.resize(other.words_.size(), 0);
  for (size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
}

void LevelSet::add_below(uint32_t level) {
  for (uint32_t l = 0; l < level; ++l) add(l);
}

CellStack::CellStack(const ComponentGraph& graph) : graph_(graph) {
  uint32_t n = graph.size();
  for (auto* list : {&order_, &place_, &cell_of_, &size_, &level_of_, &hits_, &touched_in_}) list->assign(n, 0);
  next_open_.assign(size_t{n} + 1, n);
  previous_open_.assign(size_t{n} + 1, n);
  queued_.assign(n, false);
  std::iota(order_.begin(), order_.end(), 0);
  std::ranges::sort(order_, {}, [&](uint32_t v) { return std::pair(graph.colours()[v], v); });
  for (uint32_t begin = 0, end; begin < n; begin = end) {
    for (end = begin; end < n && graph.colours()[order_[end]] == graph.colours()[order_[begin]]; ++end) {
      place_[order_[end]] = end;
      cell_of_[order_[end]] = begin;
    }
    size_[begin] = end - begin;
    if (end - begin == 1) continue;
    uint32_t last = previous_open_[n];
    next_open_[last] = previous_open_[n] = begin;
    previous_open_[begin] = last;
    next_open_[begin] = n;
  }
}

// The cells to which a vertex of this one, and so each, has some edges and not all.
uint32_t CellStack::count_joins(uint32_t cell) {
  touched_.clear();
  for (uint32_t w : graph_.neighbours(order_[cell])) {
    uint32_t of = cell_of_[w];
    if (size_[of] > 1 && touched_in_[of]++ == 0) touched_.push_back(of);
  }
  uint32_t joins = 0;
  for (uint32_t of : touched_) {
    joins += touched_in_[of] < size_[of];
    touched_in_[of] = 0;
  }
  return joins;
}

static std::pair<double, uint32_t> rank_of(CellChoice choice, uint32_t size, uint32_t joins) {
  switch (choice) {
  case CellChoice::most_joined:
    return {-static_cast<double>(joins), size};
  case CellChoice::smallest:
    return {size, ~joins};
  case CellChoice::balanced:
    break;
  }
  return {size / (static_cast<double>(joins) * joins * joins), size};
}

// Of equals the first.
uint32_t CellStack::choose_cell(CellChoice choice) {
  constexpr int kMostLookedAt = 128; // of those with joins: paths are up to thousands of choices long
  uint32_t best = kNone;
  std::pair<double, uint32_t> least;
  int looked_at = 0;
  for (uint32_t n = graph_.size(), cell = next_open_[n]; cell != n && looked_at < kMostLookedAt;
       cell = next_open_[cell]) {
    uint32_t joins = count_joins(cell);
    if (joins == 0) continue;
    ++looked_at;
    auto rank = rank_of(choice, size_[cell], joins);
    if (best == kNone || rank < least) best = cell, least = rank;
  }
  return best;
}

void CellStack::swap_to(uint32_t v, uint32_t place) {
  uint32_t other = order_[place];
  order_[place_[v]] = other;
  place_[other] = place_[v];
  order_[place] = v;
  place_[v] = place;
}

void CellStack::enqueue(uint32_t cell) {
  (size_[cell] == 1 ? singles_ : larger_).push_back(cell);
  queued_[cell] = true;
}

// The vertices from place `cell` to the end of the cell `of` become a cell.
void CellStack::cut(uint32_t cell, uint32_t of, uint32_t level) {
  uint32_t end = of + size_[of];
  for (uint32_t place = cell; place < end; ++place) cell_of_[order_[place]] = cell;
  size_[cell] = end - cell;
  size_[of] = cell - of;
  trail_.push_back({cell, of, level_of_[of]});
  level_of_[cell] = level_of_[of] = level;
  if (size_[cell] > 1) {
    uint32_t after = next_open_[of];
    next_open_[of] = previous_open_[after] = cell;
    next_open_[cell] = after;
    previous_open_[cell] = of;
  }
  if (size_[of] == 1) { // keeps its own links for undo()
    next_open_[previous_open_[of]] = next_open_[of];
    previous_open_[next_open_[of]] = previous_open_[of];
  }
}

void CellStack::undo(size_t mark) {
  for (; trail_.size() > mark; trail_.pop_back()) {
    auto [cell, of, level_before] = trail_.back();
    if (size_[of] == 1) next_open_[previous_open_[of]] = previous_open_[next_open_[of]] = of;
    if (size_[cell] > 1) {
      next_open_[previous_open_[cell]] = next_open_[cell];
      previous_open_[next_open_[cell]] = previous_open_[cell];
    }
    for (uint32_t place = cell; place < cell + size_[cell]; ++place) cell_of_[order_[place]] = of;
    size_[of] += size_[cell];
    level_of_[of] = level_before;
  }
}

void CellStack::individualise(uint32_t v, uint32_t level) {
  uint32_t of = cell_of_[v], last = of + size_[of] - 1;
  read(of, level);
  swap_to(v, last);
  cut(last, of, level);
  enqueue(last);
}

void CellStack::drop_pending() {
  for (uint32_t cell : singles_) queued_[cell] = false;
  for (uint32_t cell : larger_) queued_[cell] = false;
  singles_.clear(), larger_.clear();
  next_single_ = next_larger_ = 0;
}

void CellStack::touch(uint32_t w) {
  if (hits_[w]++ > 0) return;
  uint32_t cell = cell_of_[w];
  if (touched_in_[cell]++ == 0) touched_.push_back(cell);
  swap_to(w, cell + size_[cell] - touched_in_[cell]);
}

// The touched vertices of a cell become parts by how often they were touched.
uint64_t CellStack::split_touched(uint32_t cell, uint32_t level) {
  read(cell, level);
  uint32_t end = cell + size_[cell], begin = end - touched_in_[cell];
  touched_in_[cell] = 0;
  auto hits_at = [&](uint32_t place) { return hits_[order_[place]]; };
  bool alike = true;
  for (uint32_t place = begin + 1; place < end && alike; ++place) alike = hits_at(place) == hits_at(begin);
  if (!alike) {
    std::sort(order_.begin() + begin, order_.begin() + end,
              [&](uint32_t a, uint32_t b) { return hits_[a] < hits_[b]; });
    for (uint32_t place = begin; place < end; ++place) place_[order_[place]] = place;
  }
  uint64_t event = mixed(cell);
  ends_.clear(); // where parts begin, the first excepted
  for (uint32_t place = begin; place < end; ++place) {
    if (place > begin && hits_at(place) == hits_at(place - 1)) continue;
    if (place > cell) ends_.push_back(place);
    event = mixed(event + hits_at(place)) + place;
  }
  for (uint32_t place = begin; place < end; ++place) hits_[order_[place]] = 0;
  if (ends_.empty()) return event;
  bool queued = queued_[cell];
  for (size_t i = ends_.size(); i-- > 0;) cut(ends_[i], cell, level); // the last first: no vertex changes cells twice
  uint32_t largest = cell;
  for (uint32_t part : ends_)
    if (size_[part] > size_[largest]) largest = part;
  if (!queued && largest != cell) enqueue(cell);
  for (uint32_t part : ends_)
    if (queued || part != largest) enqueue(part);
  return event;
}

uint64_t CellStack::step(uint32_t level) {
  uint32_t cell = next_single_ < singles_.size() ? singles_[next_single_++] : larger_[next_larger_++];
  queued_[cell] = false;
  read(cell, level);
  touched_.clear();
  uint64_t event = mixed(cell + (uint64_t{size_[cell]} << 32)), singles = 0;
  for (uint32_t place = cell; place < cell + size_[cell]; ++place) { // no edges within a cell: this range stays
    std::span<const uint32_t> neighbours = graph_.neighbours(order_[place]);
    work_ += neighbours.size() + 1;
    for (uint32_t w : neighbours) {
      uint32_t of = cell_of_[w];
      if (size_[of] > 1) {
        touch(w);
        continue;
      }
      singles += mixed(of);
      read(of, level);
    }
  }
  std::ranges::sort(touched_);
  event += mixed(singles);
  for (uint32_t of : touched_) event = mixed(event + split_touched(of, level));
  bool discrete = next_open_[graph_.size()] == graph_.size();
  if (discrete || !pending()) drop_pending();
  return event;
}

} // namespace unply
