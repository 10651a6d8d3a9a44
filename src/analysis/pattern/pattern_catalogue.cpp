// Candidates by counts: the sizes are divisors of the number of tasks that give the number of levels and edges.
#include "analysis/pattern/pattern_catalogue.h"
#include <algorithm>
#include <bit>

namespace unply {

namespace {
class Candidates {
public:
  explicit Candidates(const GraphCounts& counts)
      : n_(counts.tasks), m_(counts.edges), levels_(counts.levels()), even_(counts.widest() * levels_ == n_) {}
  std::vector<Shape> find();

private:
  void add(Shape shape) {
    if (shape.tasks == n_ && shape.edges == m_ && (shape.levels == 0 || shape.levels == levels_))
      shapes_.push_back(std::move(shape));
  }
  // By rising size for as long as they have no more tasks.
  template <class Make> void grow(uint64_t from, Make make) {
    for (uint64_t size = from;; ++size) {
      Shape shape = make(size);
      if (shape.tasks > n_) return;
      add(std::move(shape));
    }
  }
  void chains_and_scans();
  void networks();
  void wavefronts();
  void stencils();
  void stencils_of(const ShapeSizes& points, uint64_t steps, bool copy);
  void in_place(const ShapeSizes& points, uint64_t sweeps);
  void red_black();
  void triangles_and_matrices();

  uint64_t n_, m_, levels_;
  bool even_; // all levels are as wide as the widest
  std::vector<Shape> shapes_;
};

std::vector<uint64_t> divisors(uint64_t n) {
  std::vector<uint64_t> low, high;
  for (uint64_t d = 1; d * d <= n; ++d)
    if (n % d == 0) {
      low.push_back(d);
      if (d * d < n) high.push_back(n / d);
    }
  low.insert(low.end(), high.rbegin(), high.rend());
  return low;
}

// All ordered ways to write n as a product of `axes` sizes from 2.
void each_product(uint64_t n, size_t axes, ShapeSizes& head, const auto& visit) {
  if (axes == 1) {
    if (n < 2) return;
    head.push_back(n);
    visit(head);
    head.pop_back();
    return;
  }
  for (uint64_t d : divisors(n)) {
    if (d < 2 || d == n) continue;
    head.push_back(d);
    each_product(n / d, axes - 1, head, visit);
    head.pop_back();
  }
}

void each_product(uint64_t n, size_t axes, const auto& visit) {
  ShapeSizes head;
  each_product(n, axes, head, visit);
}

uint64_t smallest(const ShapeSizes& sizes) { return *std::ranges::min_element(sizes); }

void Candidates::chains_and_scans() {
  for (bool first : {false, true})
    if ((n_ + first) % 2 == 0 && n_ >= 5) add(reduction_chain_shape((n_ + first) / 2, first));
  if (n_ % 2 == 0 && n_ >= 6) add(scan_chain_shape(n_ / 2, false));
  if (n_ % 3 == 0 && n_ >= 6) add(scan_chain_shape(n_ / 3, true));
  for (bool inputs : {false, true}) {
    for (ScanForm form : {ScanForm::blelloch, ScanForm::blelloch_clear, ScanForm::brent_kung})
      for (uint64_t points = 4; points <= n_; points *= 2) add(parallel_scan_shape(form, points, inputs));
    if (levels_ <= inputs || levels_ > 32) continue;
    uint64_t steps = levels_ - inputs, distances = (uint64_t{1} << steps) - 1;
    for (auto [form, n] :
         {std::pair(ScanForm::hillis_steele, n_), std::pair(ScanForm::hillis_steele_in_place, n_ + distances)})
      if (n % levels_ == 0 && n / levels_ >= 3 && static_cast<uint64_t>(std::bit_width(n / levels_ - 1)) == steps)
        add(parallel_scan_shape(form, n / levels_, inputs));
  }
}

void Candidates::networks() {
  for (bool farthest_first : {false, true})
    if (levels_ >= 2 && levels_ < 32) add(butterfly_shape(levels_, farthest_first));
  for (uint64_t k = 2; k < 32 && k * (k + 1) / 2 <= levels_; ++k) add(bitonic_shape(k));
  if (levels_ < 5 || levels_ % 2 == 0) return;
  for (bool linked : {false, true})
    for (uint64_t fan_out = 2; fan_out < n_; ++fan_out) {
      uint64_t depth = levels_ / 2, tasks = 1; // lower bound: the leaves
      for (uint64_t d = 0; d < depth && tasks <= n_; ++d) tasks *= fan_out;
      if (tasks > n_) break;
      add(divide_and_conquer_shape(fan_out, depth, linked));
    }
}

void Candidates::wavefronts() {
  for (size_t axes : {2, 3})
    each_product(n_, axes, [&](const ShapeSizes& sizes) {
      uint64_t levels = 1;
      for (uint64_t size : sizes) levels += size - 1;
      if (levels != levels_) return;
      for (bool diagonal : {false, true}) add(wavefront_shape(sizes, diagonal));
    });
}

void Candidates::stencils_of(const ShapeSizes& points, uint64_t steps, bool copy) {
  for (Neighbours neighbours : {Neighbours::cross, Neighbours::box}) {
    if (points.size() == 1 && neighbours == Neighbours::box) break;
    for (Boundary boundary : {Boundary::open, Boundary::periodic})
      for (bool centre : {true, false})
        for (uint64_t radius = 1; points.size() == 1 || radius <= 2; ++radius) {
          if (smallest(points) < (boundary == Boundary::periodic ? 2 * radius + 1 : radius + 1)) break;
          StencilForm form{.points = points,
                           .steps = steps,
                           .radius = radius,
                           .neighbours = neighbours,
                           .boundary = boundary,
                           .centre = centre};
          uint64_t edges = (steps - 1) * stencil_reads(form) + (copy ? n_ / 2 : 0);
          if (edges == m_) add(copy ? stencil_with_copy_shape(form) : stencil_shape(form));
          if (edges >= m_) break;
        }
  }
}

void Candidates::stencils() {
  if (!even_ || levels_ < 2) return;
  uint64_t points = n_ / levels_;
  // A stencil reads one cell or more and, up to radius 2 in three dimensions, 125; with radius r at most 2 r + 1.
  if (m_ < (levels_ - 1) * points / 2) return;
  for (bool copy : {false, true}) {
    if (copy && levels_ % 2 != 0) continue;
    uint64_t steps = copy ? levels_ / 2 : levels_;
    if (steps < 2) continue;
    for (size_t axes : {1, 2, 3})
      each_product(points, axes, [&](const ShapeSizes& sizes) { stencils_of(sizes, steps, copy); });
  }
}

void Candidates::in_place(const ShapeSizes& points, uint64_t sweeps) {
  for (Neighbours neighbours : {Neighbours::cross, Neighbours::box})
    for (uint64_t radius = 1; radius < smallest(points) && radius <= 4; ++radius) {
      if (points.size() == 1 ? neighbours == Neighbours::box : radius > 1) break;
      for (bool centre : {true, false}) {
        StencilForm form{.points = points,
                         .steps = sweeps,
                         .radius = radius,
                         .neighbours = neighbours,
                         .boundary = Boundary::open,
                         .centre = centre};
        uint64_t cells = n_ / sweeps, half = (stencil_reads(form) - (centre ? cells : 0)) / 2;
        if (sweeps * half + (sweeps - 1) * (half + (centre ? cells : 0)) == m_) add(in_place_stencil_shape(form));
      }
    }
}

void Candidates::red_black() {
  if (levels_ % 2 != 0 || levels_ < 4 || n_ % (levels_ / 2) != 0) return;
  uint64_t sweeps = levels_ / 2, points = n_ / sweeps;
  for (size_t axes : {1, 2})
    each_product(points, axes, [&](const ShapeSizes& sizes) {
      for (bool centre : {true, false})
        add(red_black_stencil_shape({.points = sizes,
                                     .steps = sweeps,
                                     .radius = 1,
                                     .neighbours = Neighbours::cross,
                                     .boundary = Boundary::open,
                                     .centre = centre}));
    });
}

void Candidates::triangles_and_matrices() {
  auto near_root = [&](uint64_t power, uint64_t times) { // smallest size - 2 whose size^power / times reaches n
    uint64_t size = 2;
    auto reaches = [&] {
      uint64_t product = 1;
      for (uint64_t p = 0; p < power; ++p) product *= size;
      return product / times >= n_;
    };
    while (!reaches()) ++size;
    return size > 6 ? size - 4 : 2;
  };
  grow(near_root(2, 2), [](uint64_t size) { return triangular_solve_shape(size); });
  for (bool from_diagonal : {false, true})
    for (bool diagonal : {false, true})
      grow(near_root(2, 2), [&](uint64_t size) { return triangular_wavefront_shape(size, from_diagonal, diagonal); });
  grow(near_root(2, 2), [](uint64_t size) { return elimination_shape(size); });
  grow(near_root(2, 2), [](uint64_t size) { return interval_shape(size); });
  grow(near_root(3, 6), [](uint64_t tiles) { return cholesky_shape(tiles); });
  grow(near_root(3, 3), [](uint64_t tiles) { return lu_shape(tiles); });
  grow(near_root(3, 3), [](uint64_t tiles) { return qr_shape(tiles); });
  grow(near_root(3, 1), [](uint64_t size) { return floyd_warshall_shape(size); });
}

std::vector<Shape> Candidates::find() {
  chains_and_scans();
  networks();
  wavefronts();
  triangles_and_matrices();
  stencils();
  red_black();
  for (uint64_t sweeps : divisors(n_))
    if (sweeps >= 2)
      for (size_t axes : {1, 2})
        each_product(n_ / sweeps, axes, [&](const ShapeSizes& points) { in_place(points, sweeps); });
  return std::move(shapes_);
}
} // namespace

GraphCounts::GraphCounts(const Dag& dag) : tasks(dag.vertices()), edges(dag.edges()), level(levels_of(dag)) {
  for (uint32_t l : level) {
    if (l >= widths.size()) widths.resize(l + 1, 0);
    ++widths[l];
  }
}

uint64_t GraphCounts::widest() const { return widths.empty() ? 0 : *std::ranges::max_element(widths); }

std::vector<Shape> candidate_shapes(const GraphCounts& counts) { return Candidates(counts).find(); }

} // namespace unply
