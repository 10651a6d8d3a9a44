// A block is known by its smallest lower vertex, and blocks are numbered in that order, which is topological: the edge
// that vertex v is leads from a block whose smallest lower vertex is at most v to one whose smallest is a successor of
// v.
#include "analysis/symmetry/line_root.h"
#include "analysis/hash_numbers.h"
#include "base/none.h"
#include <algorithm>
#include <numeric>
#include <tuple>

namespace unply {

// Places of all vertices; false if two vertices share some successors but not all.
bool LineRoot::find_blocks(const Dag& dag) {
  uint32_t n = dag.vertices();
  std::vector<uint32_t> first_above(n, kNone); // of each vertex that is a block's smallest lower one
  place_.assign(n, {0, 0});
  for (uint32_t u = 0; u < n; ++u) {
    auto below = dag.successors(u);
    if (below.empty()) continue;
    uint32_t& above = first_above[below[0]];
    if (above == kNone) above = u;
    if (above != u && !std::ranges::equal(below, dag.successors(above))) return false;
  }
  std::vector<uint32_t> number(n, 0);
  for (uint32_t v = 0; v < n; ++v)
    if (first_above[v] != kNone) number[v] = ++blocks_;
  for (uint32_t v = 0; v < n; ++v) {
    if (auto below = dag.successors(v); !below.empty()) place_[v].head = number[below[0]];
    for (uint32_t u : dag.predecessors(v)) {
      uint32_t block = number[dag.successors(u)[0]];
      if (place_[v].tail != 0 && place_[v].tail != block) return false;
      place_[v].tail = block;
    }
  }
  return true;
}

// By tail, and then by head: counting sort for the tails, of which each has few vertices.
void LineRoot::sort_vertices() {
  uint32_t n = static_cast<uint32_t>(place_.size());
  first_.assign(size_t{blocks_} + 2, 0);
  for (const Place& place : place_) ++first_[place.tail + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  order_.resize(n);
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  for (uint32_t v = 0; v < n; ++v) order_[next[place_[v].tail]++] = v;
  for (uint32_t tail = 0; tail <= blocks_; ++tail)
    std::sort(order_.begin() + first_[tail], order_.begin() + first_[tail + 1], [&](uint32_t a, uint32_t b) {
      return std::tie(place_[a].head, colour_of_[a], a) < std::tie(place_[b].head, colour_of_[b], b);
    });
}

// A block's colour says which colours its vertices have, above and below. Then the colours of an edge's ends must say
// how many parallel vertices it stands for, and their colours.
bool LineRoot::make_root() {
  std::vector<uint64_t> hash(size_t{blocks_} + 1, 0), edge_hash;
  for (uint32_t v = 0; v < place_.size(); ++v) {
    hash[place_[v].head] += mixed(colour_of_[v] * uint64_t{2});
    hash[place_[v].tail] += mixed(colour_of_[v] * uint64_t{2} + 1);
  }
  HashNumbers numbers, pairs;
  for (uint32_t block = 1; block <= blocks_; ++block) colours_.push_back(numbers.number(hash[block]));
  std::vector<DagEdge> edges;
  for (uint32_t begin = 0, end; begin < order_.size(); begin = end) {
    Place place = place_[order_[begin]];
    uint64_t parallel = 0;
    for (end = begin; end < order_.size() && is_parallel(order_[end], order_[begin]); ++end)
      parallel += mixed(colour_of_[order_[end]]);
    if (place.tail == 0 || place.head == 0) continue; // its colour is part of the block's
    edges.push_back({place.tail - 1, place.head - 1});
    uint32_t pair = pairs.number(mixed(colours_[place.tail - 1]) + colours_[place.head - 1]);
    if (pair == edge_hash.size()) edge_hash.push_back(parallel);
    if (edge_hash[pair] != parallel) return false;
  }
  auto dag = Dag::from_edges(blocks_, edges);
  if (!dag) return false;
  dag_ = std::move(*dag);
  return true;
}

std::optional<LineRoot> LineRoot::of(const Dag& dag, std::span<const uint32_t> colours) {
  LineRoot root;
  root.colour_of_.assign(colours.begin(), colours.end());
  if (!root.find_blocks(dag) || root.blocks_ > dag.vertices() / 4 * 3) return {};
  root.sort_vertices();
  if (!root.make_root()) return {};
  return root;
}

// The place of each vertex goes where the permutation takes it; among the parallel vertices of one colour there, those
// of the vertex's own are turned by chance.
std::vector<uint32_t> LineRoot::lifted(std::span<const uint32_t> permutation, std::minstd_rand& random) const {
  auto image = [&](uint32_t block) { return block == 0 ? 0 : permutation[block - 1] + 1; };
  std::vector<uint32_t> result(place_.size());
  for (uint32_t begin = 0, end; begin < order_.size(); begin = end) {
    const Place &from = place_[order_[begin]], to{image(from.tail), image(from.head)};
    uint32_t colour = colour_of_[order_[begin]];
    for (end = begin + 1;
         end < order_.size() && is_parallel(order_[end], order_[begin]) && colour_of_[order_[end]] == colour;)
      ++end;
    auto first = order_.begin() + first_[to.tail], last = order_.begin() + first_[to.tail + 1];
    auto found = std::partition_point(
        first, last, [&](uint32_t w) { return std::tie(place_[w].head, colour_of_[w]) < std::tie(to.head, colour); });
    uint32_t size = end - begin, turn = size > 1 ? static_cast<uint32_t>(random() % size) : 0;
    bool fits = last - found >= size && place_[*found].head == to.head && colour_of_[*found] == colour;
    for (uint32_t i = 0; i < size; ++i) result[order_[begin + i]] = fits ? found[(i + turn) % size] : order_[begin + i];
  }
  return result;
}

} // namespace unply
