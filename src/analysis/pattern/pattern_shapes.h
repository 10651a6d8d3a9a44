// The ideal graphs of the catalogue. Each Shape knows its counts in closed form, so that one whose counts differ from
// the measured graph's is never generated, and can generate its tasks in the order of a usual program.
//
// Dependences are those that a byte-exact recording finds: from the last writer to each reader.
#pragma once
#include "analysis/pattern/pattern.h"
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace unply {

class Dag;

// Tasks in program order, each with its predecessors, ascending.
class IdealGraph {
public:
  void reserve(uint64_t tasks, uint64_t edges) { first_.reserve(tasks + 1), from_.reserve(edges); }
  uint32_t tasks() const { return static_cast<uint32_t>(first_.size() - 1); }
  uint32_t edges() const { return static_cast<uint32_t>(from_.size()); }
  std::span<const uint32_t> predecessors(uint32_t v) const {
    return std::span(from_).subspan(first_[v], first_[v + 1] - first_[v]);
  }
  // Predecessors in any order, repeated ones count once. Returns the number of the task.
  uint32_t add_task(std::span<const uint32_t> predecessors);
  uint32_t add_task(std::initializer_list<uint32_t> predecessors) {
    return add_task(std::span(predecessors.begin(), predecessors.size()));
  }

private:
  std::vector<uint32_t> first_ = {0}, from_;
};

// A program on cells of memory: each task depends on the last writers of the cells it reads.
class CellProgram {
public:
  CellProgram(IdealGraph& graph, uint64_t cells) : graph_(graph), writer_(cells, kNobody) {}
  void task(std::initializer_list<uint64_t> reads, std::initializer_list<uint64_t> writes) {
    task(std::span(reads.begin(), reads.size()), std::span(writes.begin(), writes.size()));
  }
  void task(std::span<const uint64_t> reads, std::span<const uint64_t> writes);

private:
  static constexpr uint32_t kNobody = 0xffffffff;
  IdealGraph& graph_;
  std::vector<uint32_t> writer_, found_;
};

struct Shape {
  PatternKind kind = PatternKind::none;
  std::string form{}; // "2-D with copy", where the kind has several
  std::vector<std::pair<std::string, uint64_t>> parameters{};
  std::string size{}; // "2000 x 2000"
  uint64_t tasks = 0;
  uint64_t edges = 0;
  uint64_t levels = 0; // 0: not known in closed form
  std::function<void(IdealGraph&)> generate{};
  // Of each vertex of a graph of this shape a task of the ideal one, where a direct way is known; not verified.
  std::function<std::vector<uint32_t>(const Dag&)> places{};
  std::string name() const { return name_of(kind) + (form.empty() ? "" : " " + form); }
};

using ShapeSizes = std::vector<uint64_t>;

// Cells of a grid, each after those one step before it along each axis, or along every combination of axes.
Shape wavefront_shape(const ShapeSizes& sizes, bool diagonal);
// A cell (i, j) with j <= i, or an interval i <= j that waits for the two (three) intervals just inside it.
Shape triangular_wavefront_shape(uint64_t size, bool from_diagonal, bool diagonal);

enum class Neighbours { cross, box }; // 5 and 9 points in two dimensions
enum class Boundary { open, periodic };
struct StencilForm {
  ShapeSizes points;
  uint64_t steps = 0, radius = 1;
  Neighbours neighbours = Neighbours::cross; // the same in one dimension
  Boundary boundary = Boundary::open;
  bool centre = true; // reads the point itself
};
uint64_t stencil_reads(const StencilForm& form); // points that all points together read
Shape stencil_shape(const StencilForm& form);
Shape stencil_with_copy_shape(const StencilForm& form);
Shape in_place_stencil_shape(const StencilForm& form);  // Gauss-Seidel in program order
Shape red_black_stencil_shape(const StencilForm& form); // cross, radius 1

// Partners 1, 2, 4, ... apart (decimation in time) or the other way round: the same graph in another order.
Shape butterfly_shape(uint64_t log2_points, bool farthest_first = false);
// The task of butterfly_shape(log2_points) that each vertex is; empty or wrong if the graph is no butterfly.
std::vector<uint32_t> butterfly_places(const Dag& dag, uint64_t log2_points);
Shape bitonic_shape(uint64_t log2_points);
enum class ScanForm { hillis_steele, hillis_steele_in_place, blelloch, blelloch_clear, brent_kung };
Shape parallel_scan_shape(ScanForm form, uint64_t points, bool inputs); // points: 2^k but for Hillis-Steele
Shape scan_chain_shape(uint64_t elements, bool inputs);
Shape reduction_chain_shape(uint64_t elements, bool starts_with_element);
Shape divide_and_conquer_shape(uint64_t fan_out, uint64_t depth, bool linked);

Shape interval_shape(uint64_t size);
Shape triangular_solve_shape(uint64_t size);
Shape elimination_shape(uint64_t size);
Shape floyd_warshall_shape(uint64_t size);
Shape cholesky_shape(uint64_t tiles);
Shape lu_shape(uint64_t tiles);
Shape qr_shape(uint64_t tiles);

// Serial stages take the items in order, parallel ones any item at any time. Item by item.
Shape pipeline_shape(const std::vector<bool>& serial, uint64_t items);

} // namespace unply
