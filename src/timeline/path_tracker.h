// The critical path, found in a forward pass: each lane carries the time, by line and activity, of the chain that led
// to its current state, and adopts the chain of another lane that ends its wait. Chains share prefixes; a prefix used
// by only one chain is merged into it, so memory grows with lanes and not with events.
//
// Invariant: the rows of a chain, without the window, add up to the time from the start of its first stretch.
// Dropped nodes are reused: a malloc for each task would take a fifth of the whole pass.
#pragma once
#include "timeline/timeline.h"

namespace unply {

class PathTracker {
  struct Node;

public:
  // The chain that led to a moment of a lane, with reference counts.
  class Point {
  public:
    Point() = default;
    Point(const Point& other);
    Point(Point&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
    Point& operator=(Point other) noexcept {
      std::swap(node_, other.node_);
      return *this;
    }
    ~Point() {
      if (node_ != nullptr) drop();
    }
    explicit operator bool() const { return node_ != nullptr; }

  private:
    friend class PathTracker;
    explicit Point(Node* node) : node_(node) {}
    void drop();
    Node* node_ = nullptr;
  };

  PathTracker(size_t lanes, uint64_t from_ns, uint64_t to_ns);
  PathTracker(const PathTracker&) = delete; // points name it
  ~PathTracker();
  static uint64_t key_of(uint32_t site, Activity activity, ProcState state, uint16_t function = 0) {
    return uint64_t{function} << 48 | uint64_t{site} << 16 | static_cast<uint64_t>(activity) << 8 |
           static_cast<uint64_t>(state);
  }
  void begin(uint32_t lane, uint64_t time_ns) { lanes_[lane].since_ns = lanes_[lane].worked_ns = time_ns; }
  // The lane was active as the key describes, or waited; waits count only if no event is found that ended them.
  void spend(uint32_t lane, uint64_t key, uint64_t begin_ns, uint64_t end_ns, bool working) {
    LaneState& state = lanes_[lane];
    if (working) state.worked_ns = end_ns;
    std::vector<Row>& rows = working ? state.rows : state.waits;
    uint64_t time_ns = clipped(begin_ns, end_ns);
    if (time_ns == 0) return;
    if (working && state.recent < rows.size() && rows[state.recent].key == key) // as in a loop
      rows[state.recent].time_ns += time_ns;
    else if (size_t row = add(rows, key, time_ns); working)
      state.recent = row;
  }
  void stay(uint32_t lane, uint64_t now_ns); // the wait just over had no cause: it is part of the path
  // The event `point` of lane from_lane at from_ns ended the wait that is just over.
  void jump(uint32_t lane, const Point& point, uint64_t from_ns, uint64_t now_ns, uint64_t wait_key);
  Point point(uint32_t lane); // now, or when its wait began
  CriticalPath result();      // of the lane that worked last

private:
  struct Row {
    uint64_t key, time_ns;
  };
  struct LaneState {
    Point behind;
    std::vector<Row> rows, waits;         // since `behind`
    size_t recent = 0;                    // the row of `rows` that was added to last
    uint64_t since_ns = 0, worked_ns = 0; // where `behind` ends; where the last work ended
  };
  static size_t add(std::vector<Row>& rows, uint64_t key, uint64_t time_ns);
  static void merge(std::vector<Row>& rows, std::vector<Row>& more); // both sorted
  void absorb(Node& node);
  Node* new_node();
  void retire(Node* node);
  uint64_t clipped(uint64_t begin_ns, uint64_t end_ns) const {
    uint64_t begin = std::max(begin_ns, from_ns_), end = std::min(end_ns, to_ns_);
    return end > begin ? end - begin : 0;
  }
  std::vector<Node*> spare_; // declared before lanes_: nodes that lanes drop come here
  std::vector<LaneState> lanes_;
  uint64_t from_ns_, to_ns_;
};

} // namespace unply
