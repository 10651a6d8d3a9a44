// The cost of the largest independent set: known shapes of execution graphs and random ones, at a hundred thousand and
// a million tasks, in one table. Ratios are to one pass over the edges (the levels), which is the least that memory allows.
#include "analysis/independence/antichain.h"
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <random>
#include <string_view>

using namespace unply;

namespace {

class Edges {
public:
  void add(uint64_t from, uint64_t to) { list_.push_back({static_cast<uint32_t>(from), static_cast<uint32_t>(to)}); }
  Dag dag(uint64_t vertices) const {
    auto dag = Dag::from_edges(static_cast<uint32_t>(vertices), list_);
    if (dag) return std::move(*dag);
    fmt::print("{}\n", dag.error().what);
    std::exit(1);
  }
  size_t size() const { return list_.size(); }

private:
  std::vector<DagEdge> list_;
};

Dag map(uint64_t n) { return Edges().dag(n); }

Dag chains(uint64_t count, uint64_t length) {
  Edges edges;
  for (uint64_t v = 0; v < count * length; ++v)
    if (v % length != 0) edges.add(v - 1, v);
  return edges.dag(count * length);
}

Dag wavefront(uint64_t side) {
  Edges edges;
  for (uint64_t v = 0; v < side * side; ++v) {
    bool row = v >= side, column = v % side != 0;
    if (row && column) edges.add(v - side - 1, v);
    if (row) edges.add(v - side, v);
    if (column) edges.add(v - 1, v);
  }
  return edges.dag(side * side);
}

Dag heat(uint64_t side) {
  Edges edges;
  for (uint64_t v = side; v < side * side; ++v) {
    if (v % side != 0) edges.add(v - side - 1, v);
    edges.add(v - side, v);
    if (v % side != side - 1) edges.add(v - side + 1, v);
  }
  return edges.dag(side * side);
}

Dag gauss_seidel(uint64_t side) {
  Edges edges;
  for (uint64_t v = 0; v < side * side; ++v) {
    if (v % side != 0) edges.add(v - 1, v);
    if (v >= side) edges.add(v - side, v);
    if (v >= side && v % side != side - 1) edges.add(v - side + 1, v);
  }
  return edges.dag(side * side);
}

Dag fft(uint32_t log2_points) {
  Edges edges;
  uint64_t points = uint64_t{1} << log2_points, v = 0;
  std::vector<uint64_t> last(points, points * 64);
  for (uint32_t stage = 0; stage < log2_points; ++stage)
    for (uint64_t a = 0; a < points; ++a) {
      uint64_t b = a ^ uint64_t{1} << stage;
      if (b < a) continue;
      for (uint64_t point : {a, b}) {
        if (stage > 0) edges.add(last[point], v);
        last[point] = v;
      }
      ++v;
    }
  return edges.dag(v);
}

Dag out_tree(uint64_t n) { // each task is begun by a random earlier one
  std::mt19937 random(1);
  Edges edges;
  for (uint64_t v = 1; v < n; ++v) edges.add(random() % v, v);
  return edges.dag(n);
}

Dag cholesky(uint64_t tiles) {
  Edges edges;
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> last; // task that wrote the tile
  uint64_t v = 0;
  auto task = [&](std::pair<uint64_t, uint64_t> written, std::initializer_list<std::pair<uint64_t, uint64_t>> read) {
    for (const auto& tile : read)
      if (auto found = last.find(tile); found != last.end()) edges.add(found->second, v);
    last[written] = v++;
  };
  for (uint64_t k = 0; k < tiles; ++k) {
    task({k, k}, {{k, k}});
    for (uint64_t i = k + 1; i < tiles; ++i) task({i, k}, {{k, k}, {i, k}});
    for (uint64_t i = k + 1; i < tiles; ++i)
      for (uint64_t j = k + 1; j <= i; ++j) task({i, j}, {{i, k}, {j, k}, {i, j}});
  }
  return edges.dag(v);
}

Dag map_sum_map(uint64_t n) { // the sum one task after the other
  Edges edges;
  uint64_t wide = n / 3;
  for (uint64_t i = 0; i < wide; ++i) {
    edges.add(i, wide + i);
    if (i > 0) edges.add(wide + i - 1, wide + i);
    edges.add(2 * wide - 1, 2 * wide + i);
  }
  return edges.dag(3 * wide);
}

// farthest: how many numbers an edge may span.
Dag random_dag(uint64_t n, uint64_t m, uint64_t farthest) {
  std::mt19937 random(1);
  Edges edges;
  while (edges.size() < m) {
    uint64_t to = 1 + random() % (n - 1);
    edges.add(to - 1 - random() % std::min(to, farthest), to);
  }
  return edges.dag(n);
}

struct Shape {
  const char* name;
  std::function<Dag()> make;
};

const Shape kShapes[] = {
    {"map, 10^5", [] { return map(100'000); }},
    {"chains 2128 x 47 (mmult), 10^5", [] { return chains(2128, 47); }},
    {"wavefront 316 x 316", [] { return wavefront(316); }},
    {"heat 316 x 316", [] { return heat(316); }},
    {"Gauss-Seidel 316 x 316", [] { return gauss_seidel(316); }},
    {"FFT 2^13", [] { return fft(13); }},
    {"out-tree, random, 10^5", [] { return out_tree(100'000); }},
    {"Cholesky 84 tiles", [] { return cholesky(84); }},
    {"map, sum, map, 10^5", [] { return map_sum_map(100'000); }},
    {"random, 10^5, 3 10^5 edges", [] { return random_dag(100'000, 300'000, 100'000); }},
    {"random, 10^5, 10^6 edges", [] { return random_dag(100'000, 1'000'000, 100'000); }},
    {"random near 20000, 3 10^5 edges", [] { return random_dag(100'000, 300'000, 20'000); }},
    {"random near 1000, 3 10^5 edges", [] { return random_dag(100'000, 300'000, 1000); }},
    {"random near 1000, 10^6 edges", [] { return random_dag(100'000, 1'000'000, 1000); }},
    {"map, 10^6", [] { return map(1'000'000); }},
    {"chains 10^4 x 100 (mmult), 10^6", [] { return chains(10'000, 100); }},
    {"wavefront 1000 x 1000", [] { return wavefront(1000); }},
    {"heat 1000 x 1000", [] { return heat(1000); }},
    {"Gauss-Seidel 1000 x 1000", [] { return gauss_seidel(1000); }},
    {"FFT 2^17", [] { return fft(17); }},
    {"out-tree, random, 10^6", [] { return out_tree(1'000'000); }},
    {"Cholesky 181 tiles", [] { return cholesky(181); }},
    {"map, sum, map, 10^6", [] { return map_sum_map(1'000'000); }},
    {"random, 10^6, 3 10^6 edges", [] { return random_dag(1'000'000, 3'000'000, 1'000'000); }},
    {"random, 10^6, 10^7 edges", [] { return random_dag(1'000'000, 10'000'000, 1'000'000); }},
    {"random near 20000, 3 10^6 edges", [] { return random_dag(1'000'000, 3'000'000, 20'000); }},
};

// Of this process: the table shall not depend on other programs on the machine. The limit is of real time all the same.
template <class Work> double cpu_seconds_of(Work work) {
  std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

} // namespace

int main(int argc, char** argv) {
  AntichainOptions options;
  std::string_view word;
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--limit" && i + 1 < argc)
      options.limit_s = std::atof(argv[++i]);
    else
      word = argv[i];
  fmt::print("{:<32}{:>9}{:>10}{:>9}{:>9}{:>9}  {:<7}{:>9}{:>10}\n", "graph", "tasks", "edges", "level", "lower",
             "upper", "known", "CPU s", "passes");
  for (const Shape& shape : kShapes) {
    if (std::string_view(shape.name).find(word) == std::string_view::npos) continue;
    Dag dag = shape.make();
    double pass = cpu_seconds_of([&] { (void)levels_of(dag); });
    Result<AntichainResult> found = fail("not run");
    double all = cpu_seconds_of([&] { found = find_maximum_antichain(dag, options); });
    if (!found) {
      fmt::print("{}: {}\n", shape.name, found.error().what);
      return 1;
    }
    fmt::print("{:<32}{:>9}{:>10}{:>9}{:>9}{:>9}  {:<7}{:>9.2f}{:>10.0f}\n", shape.name, dag.vertices(), dag.edges(),
               found->widest_level, found->lower, found->upper, found->proven() ? "proven" : "bounds", all, all / pass);
    std::fflush(stdout);
  }
  return 0;
}
