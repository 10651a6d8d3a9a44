// An ordered partition of one component's vertices that is refined when a vertex is individualised, and can be undone:
// the data structure of every search by individualisation and refinement (McKay 1981). Cells are ranges of an array and
// are named by where they start, so that those of two components, or of one after different choices, can be compared:
// whatever happens to cells follows from names, sizes and counts alone, and comes out as one number a step.
//
// Cost: a step looks at the edges of one cell; going back, at the vertices of the cells that are joined again.
#pragma once
#include "analysis/symmetry/coloured_lists.h"
#include "base/none.h"
#include <algorithm>

namespace unply {

// A component of its own: vertex i is vertices[i]. Predecessors and successors are one list, because all edges between
// two cells of an equitable partition of a Dag have one direction.
class ComponentGraph {
public:
  ComponentGraph(const ColouredGraph& graph, uint32_t component);

  uint32_t size() const { return static_cast<uint32_t>(vertices_.size()); }
  std::span<const uint32_t> vertices() const { return vertices_; } // ascending
  std::span<const uint32_t> neighbours(uint32_t v) const {
    return std::span(neighbours_).subspan(first_[v], first_[v + 1] - first_[v]);
  }
  uint32_t number_of(uint32_t vertex) const; // of one of `vertices`
  const std::vector<uint32_t>& colours() const { return colours_; }

private:
  std::span<const uint32_t> vertices_;
  std::vector<uint32_t> first_ = {0}, neighbours_, colours_;
};

// The levels of a search, each of which individualised one vertex, as a set.
class LevelSet {
public:
  void add(uint32_t level) {
    if (level / 64 >= words_.size()) words_.resize(level / 64 + 1, 0);
    words_[level / 64] |= uint64_t{1} << level % 64;
  }
  void remove(uint32_t level) {
    if (level / 64 < words_.size()) words_[level / 64] &= ~(uint64_t{1} << level % 64);
  }
  bool has(uint32_t level) const { return level / 64 < words_.size() && (words_[level / 64] >> level % 64 & 1) != 0; }
  void add_all(const LevelSet& other);
  void add_below(uint32_t level);

private:
  std::vector<uint64_t> words_;
};

// None is always best: after few choices in cells that are joined to most others nothing is left to choose (planes and
// designs), while choices in small cells are few where all must be tried (Latin squares).
enum class CellChoice : uint8_t { balanced, most_joined, smallest };
inline constexpr uint32_t kCellChoices = 3;

class CellStack {
public:
  explicit CellStack(const ComponentGraph& graph); // one cell for each colour

  const ComponentGraph& graph() const { return graph_; }
  const std::vector<uint32_t>& order() const { return order_; } // vertices, cell after cell
  uint32_t cell_of(uint32_t v) const { return cell_of_[v]; }
  bool is_open(uint32_t cell) const { return cell_of_[order_[cell]] == cell && size_[cell] > 1; }
  bool is_alone(uint32_t v) const { return size_[cell_of_[v]] == 1; }
  std::span<const uint32_t> members(uint32_t cell) const { return std::span(order_).subspan(cell, size_[cell]); }
  uint64_t work() const { return work_; } // edges looked at so far

  // The cell that a search gives up next, of those that are joined to others: whose vertices have edges to some
  // vertices of another cell and not to all. kNone if there is none: then the cells left may be permuted in any way.
  uint32_t choose_cell(CellChoice choice);

  // Individualises v. step() performs the refinement while pending().
  void individualise(uint32_t v, uint32_t level);
  bool pending() const { return next_single_ < singles_.size() || next_larger_ < larger_.size(); }
  uint64_t step(uint32_t level); // equal for all choices that some isomorphism maps to each other
  void drop_pending();
  // Levels, below the one of the step, that what a step read depends on are added to `levels`.
  void record_reads_in(LevelSet* levels) { reads_ = levels; }
  uint32_t level_of(uint32_t cell) const { return level_of_[cell]; } // that changed the cell last, 0 for none

  size_t mark() const { return trail_.size(); }
  void undo(size_t mark);

private:
  struct Cut {
    uint32_t cell, of, level_of; // `cell` was cut off from `of`, which had level_of
  };
  void swap_to(uint32_t v, uint32_t place);
  void touch(uint32_t w);
  void cut(uint32_t cell, uint32_t of, uint32_t level);
  uint64_t split_touched(uint32_t cell, uint32_t level);
  void enqueue(uint32_t cell);
  void read(uint32_t cell, uint32_t level) {
    if (reads_ != nullptr && level_of_[cell] < level) reads_->add(level_of_[cell]);
  }
  uint32_t count_joins(uint32_t cell);

  const ComponentGraph& graph_;
  std::vector<uint32_t> order_, place_, cell_of_;            // vertices by place; of each vertex
  std::vector<uint32_t> size_, level_of_;                    // of each cell
  std::vector<uint32_t> next_open_, previous_open_;          // cells of several vertices, ascending; n is the head
  std::vector<uint32_t> hits_, touched_in_, touched_, ends_; // of a step: by vertex, by cell, cells, parts of a cell
  std::vector<uint32_t> singles_, larger_;                   // cells whose neighbours are to be split
  std::vector<bool> queued_;
  size_t next_single_ = 0, next_larger_ = 0;
  std::vector<Cut> trail_;
  LevelSet* reads_ = nullptr;
  uint64_t work_ = 0;
};

} // namespace unply
