// Chains of nodes that count their references.
#include "timeline/path_tracker.h"
#include <algorithm>
#include <tuple>

namespace unply {

struct PathTracker::Node {
  PathTracker* of = nullptr;
  Node* behind = nullptr;
  size_t references = 1;
  std::vector<Row> rows; // sorted by key, each once
  std::vector<PathStretch> stretches;
  bool too_many = false; // stretches were dropped
};

PathTracker::Point::Point(const Point& other) : node_(other.node_) {
  if (node_ != nullptr) ++node_->references;
}

// A loop, because a chain may be as long as the run.
void PathTracker::Point::drop() {
  while (node_ != nullptr && --node_->references == 0) {
    Node* behind = node_->behind;
    node_->of->retire(node_);
    node_ = behind;
  }
}

PathTracker::PathTracker(size_t lanes, uint64_t from_ns, uint64_t to_ns)
    : lanes_(lanes), from_ns_(from_ns), to_ns_(to_ns) {}

PathTracker::~PathTracker() {
  lanes_.clear();
  for (Node* node : spare_) delete node;
}

PathTracker::Node* PathTracker::new_node() {
  if (spare_.empty()) {
    Node* node = new Node;
    node->of = this;
    return node;
  }
  Node* node = spare_.back();
  spare_.pop_back();
  return node;
}

void PathTracker::retire(Node* node) {
  node->behind = nullptr;
  node->references = 1;
  node->rows.clear(), node->stretches.clear();
  node->too_many = false;
  spare_.push_back(node);
}

size_t PathTracker::add(std::vector<Row>& rows, uint64_t key, uint64_t time_ns) {
  for (size_t i = rows.size(); i-- > 0;)
    if (rows[i].key == key) {
      rows[i].time_ns += time_ns;
      return i;
    }
  rows.push_back({key, time_ns});
  return rows.size() - 1;
}

void PathTracker::stay(uint32_t lane, uint64_t now_ns) {
  LaneState& state = lanes_[lane];
  for (const Row& row : state.waits) add(state.rows, row.key, row.time_ns);
  state.waits.clear();
  state.worked_ns = now_ns;
}

void PathTracker::jump(uint32_t lane, const Point& point, uint64_t from_ns, uint64_t now_ns, uint64_t wait_key) {
  LaneState& state = lanes_[lane];
  state.behind = point;
  state.rows.clear(), state.waits.clear();
  state.since_ns = from_ns;
  state.worked_ns = now_ns;
  if (uint64_t time_ns = clipped(from_ns, now_ns); time_ns > 0) add(state.rows, wait_key, time_ns);
}

void PathTracker::merge(std::vector<Row>& rows, std::vector<Row>& more) {
  if (more.size() > rows.size()) std::swap(rows, more);
  for (const Row& row : more) {
    auto place = std::ranges::lower_bound(rows, row.key, {}, &Row::key);
    if (place != rows.end() && place->key == row.key)
      place->time_ns += row.time_ns;
    else
      rows.insert(place, row);
  }
}

// Merges the node's predecessors into it while no other chain uses them.
void PathTracker::absorb(Node& node) {
  while (node.behind != nullptr && node.behind->references == 1) {
    Node* behind = node.behind;
    merge(node.rows, behind->rows);
    std::vector<PathStretch>& before = behind->stretches;
    for (const PathStretch& stretch : node.stretches)
      if (!before.empty() && before.back().lane == stretch.lane && before.back().end_ns == stretch.begin_ns)
        before.back().end_ns = stretch.end_ns;
      else
        before.push_back(stretch);
    node.stretches.swap(before);
    node.too_many |= behind->too_many;
    node.behind = std::exchange(behind->behind, nullptr);
    retire(behind);
  }
  if (node.stretches.size() <= kMostStretches) return;
  node.too_many = true; // the first is kept for its begin, the last for its end
  node.stretches = {node.stretches.front(), node.stretches.back()};
}

PathTracker::Point PathTracker::point(uint32_t lane) {
  LaneState& state = lanes_[lane];
  if (state.worked_ns == state.since_ns && state.behind) return state.behind;
  Node* node = new_node();
  node->behind = std::exchange(state.behind.node_, nullptr);
  node->rows.swap(state.rows);
  std::ranges::sort(node->rows, {}, &Row::key);
  if (state.worked_ns > state.since_ns) node->stretches = {{lane, state.since_ns, state.worked_ns}};
  absorb(*node);
  state.behind = Point(node);
  state.since_ns = state.worked_ns;
  return state.behind;
}

CriticalPath PathTracker::result() {
  CriticalPath path;
  if (lanes_.empty()) return path;
  auto last = std::ranges::max_element(lanes_, {}, &LaneState::worked_ns);
  Point end = point(static_cast<uint32_t>(last - lanes_.begin()));
  std::vector<Row> rows;
  std::vector<PathStretch> backwards;
  bool too_many = false;
  for (Node* node = end.node_; node != nullptr; node = node->behind) {
    std::vector<Row> more = node->rows;
    merge(rows, more);
    backwards.insert(backwards.end(), node->stretches.rbegin(), node->stretches.rend());
    too_many |= node->too_many;
  }
  for (const Row& row : rows)
    path.rows.push_back({.site = static_cast<uint32_t>(row.key >> 16),
                         .activity = static_cast<Activity>(row.key >> 8 & 0xff),
                         .state = static_cast<ProcState>(row.key & 0xff),
                         .function = static_cast<uint16_t>(row.key >> 48),
                         .time_ns = row.time_ns});
  std::ranges::sort(path.rows, std::greater(), [](const PathRow& row) {
    return std::tuple(row.time_ns, row.site, row.activity, row.state, row.function);
  });
  for (auto stretch = backwards.rbegin(); stretch != backwards.rend(); ++stretch)
    if (!path.stretches.empty() && path.stretches.back().lane == stretch->lane &&
        path.stretches.back().end_ns == stretch->begin_ns)
      path.stretches.back().end_ns = stretch->end_ns;
    else
      path.stretches.push_back(*stretch);
  if (!path.stretches.empty())
    path.begin_ns = path.stretches.front().begin_ns, path.end_ns = path.stretches.back().end_ns;
  if (too_many) path.stretches.clear();
  return path;
}

} // namespace unply
