// The steps, in the order of their cost: refine; map isomorphic components onto each other; of one component of each
// kind, take over the automorphisms of its root if it is a line digraph, and map it onto itself, by random choices,
// until the orbits found are the cells. What is left is decided cell by cell by the complete search, whose negative
// answers refine the partition again. Every map becomes a permutation of all vertices, which is verified on the graph
// itself before its orbits are united. docs/design/symmetry.md gives the reasons.
#include "analysis/symmetry/orbits.h"
#include "analysis/hash_numbers.h"
#include "analysis/symmetry/cell_decision.h"
#include "analysis/symmetry/isomorphism.h"
#include "analysis/symmetry/line_root.h"
#include "analysis/symmetry/matching.h"
#include "analysis/symmetry/verified_orbits.h"
#include <algorithm>
#include <numeric>
#include <optional>

namespace unply {

namespace {

constexpr int kFailuresInRow = 8; // of matching without going back, until the complete search takes over
constexpr size_t kMostLifts = 64;
constexpr size_t kKeptLifts = 12; // of a root even if fewer make its orbits: its edges have to become orbits, too
constexpr size_t kKindsTried = 8; // kinds of components with one signature that a further one is compared with

// One colouring of the graph, taken apart, and the search in it.
class OrbitSearch {
public:
  OrbitSearch(const Dag& dag, std::span<const uint32_t> colours, const Deadline& deadline, uint64_t seed)
      : dag_(dag), given_(colours), deadline_(deadline), found_(dag, colours), seed_(seed) {}
  OrbitPartition run();
  // Before run(): keeps the automorphisms that it finds.
  void keep_automorphisms() { kept_.emplace(); }
  const std::vector<std::vector<uint32_t>>& automorphisms() const { return *kept_; }

private:
  struct Part { // a component as a graph of its own
    std::span<const uint32_t> vertices;
    Dag dag;
    std::vector<uint32_t> colours;
  };
  struct Kind { // components that were mapped onto each other
    uint32_t component;
    int failures = 0;
    bool resolved = false;
  };

  void search(const ColouredGraph& graph);
  void match_components(const ColouredGraph& graph, std::vector<Kind>& kinds);
  void adopt_by_kind(const ColouredGraph& graph, const std::vector<Kind>& kinds);
  bool append_to_cycle(const ColouredGraph& graph, Matching& matching, uint32_t kind, uint32_t component);
  std::optional<DagEdge> open_pair(const ColouredGraph& graph, const Kind& kind);
  void lift_from_root(const ColouredGraph& graph, const Kind& kind);
  void adopt_within(std::span<const uint32_t> vertices, std::span<const uint32_t> image);
  void match_within(const ColouredGraph& graph, std::vector<Kind>& kinds);
  void match_pair(const ColouredGraph& graph, Matching& matching, Kind& kind);
  bool adopt() { return found_.adopt(kept_ ? &*kept_ : nullptr); }
  bool resolved(const Colouring& colouring) const { return found_.orbits() == colouring.colours; }

  void split_by_components(ColouredGraph& graph);
  std::vector<std::vector<uint32_t>> open_cells(const Colouring& colouring);
  Part part_of(const ColouredGraph& graph, uint32_t component) const;
  void decide_cell(ColouredGraph& graph);
  void separate(ColouredGraph& graph, std::vector<uint32_t>& label);

  const Dag& dag_;
  std::span<const uint32_t> given_;
  const Deadline& deadline_;
  VerifiedOrbits found_;
  std::vector<uint32_t> last_image_;
  std::vector<uint32_t> first_with_; // of each colour, scratch: kNoVertex between uses
  std::optional<std::vector<std::vector<uint32_t>>> kept_;
  uint64_t seed_;
  size_t turn_ = 0; // complete searches in a row that brought nothing
};

// Maps `kind`'s component onto another one, and so the one before in the cycle onto it.
bool OrbitSearch::append_to_cycle(const ColouredGraph& graph, Matching& matching, uint32_t kind, uint32_t component) {
  auto from = graph.components.of(kind), to = graph.components.of(component);
  if (from.size() != to.size()) return false;
  uint32_t x = from[0], colour = graph.colour()[x];
  int tries = 0;
  for (uint32_t y : to) {
    if (graph.colour()[y] != colour || ++tries > kFailuresInRow) continue;
    if (!matching.extend(x, y)) continue;
    for (uint32_t v : matching.mapped()) {
      uint32_t image = matching.image(v);
      found_.move(last_image_[v], image);
      last_image_[v] = image;
    }
    matching.undo();
    return true;
  }
  return false;
}

// Components of one signature are compared with one of each kind that is known so far. Those of a kind are moved in a
// cycle, all kinds at once, by one permutation.
void OrbitSearch::match_components(const ColouredGraph& graph, std::vector<Kind>& kinds) {
  const Components& components = graph.components;
  last_image_.resize(dag_.vertices());
  std::iota(last_image_.begin(), last_image_.end(), 0);
  Matching matching(graph.lists, graph.lists, ++seed_);
  HashNumbers signatures;
  std::vector<std::vector<uint32_t>> kinds_of; // of each signature: components
  for (uint32_t c = 0; c < components.count(); ++c) {
    uint32_t s = signatures.number(components.signature[c]);
    if (s == kinds_of.size()) kinds_of.emplace_back();
    bool placed = false;
    for (size_t k = 0; k < kinds_of[s].size() && k < kKindsTried && !placed; ++k)
      placed = append_to_cycle(graph, matching, kinds_of[s][k], c);
    if (!placed) {
      kinds_of[s].push_back(c);
      kinds.push_back({c});
    }
  }
  for (const Kind& kind : kinds) // close the cycles
    for (uint32_t v : components.of(kind.component))
      if (last_image_[v] != v) found_.move(last_image_[v], v);
  if (kept_)
    adopt_by_kind(graph, kinds);
  else
    adopt();
}

// The cycles of different kinds as separate permutations, so that callers can combine them freely.
void OrbitSearch::adopt_by_kind(const ColouredGraph& graph, const std::vector<Kind>& kinds) {
  constexpr size_t kApart = 64;
  std::vector<uint32_t> all = found_.withdraw();
  for (size_t k = 0; k < kinds.size(); ++k) {
    for (uint32_t v : graph.components.of(kinds[k].component)) {
      if (all[v] == v) continue;
      for (uint32_t w = v; found_.image(w) == w; w = all[w]) found_.move(w, all[w]);
    }
    if (k < kApart || k + 1 == kinds.size()) adopt();
  }
}

// Two vertices of one colour in one component that are not known to be equivalent.
std::optional<DagEdge> OrbitSearch::open_pair(const ColouredGraph& graph, const Kind& kind) {
  auto vertices = graph.components.of(kind.component);
  size_t start = mixed(seed_ + kind.component) % vertices.size();
  std::optional<DagEdge> pair;
  for (size_t i = 0; i < vertices.size() && !pair; ++i) {
    uint32_t v = vertices[(start + i) % vertices.size()], &first = first_with_[graph.colour()[v]];
    if (first == kNoVertex)
      first = v;
    else if (found_.orbit(first) != found_.orbit(v))
      pair = {first, v};
  }
  for (uint32_t v : vertices) first_with_[graph.colour()[v]] = kNoVertex;
  return pair;
}

void OrbitSearch::adopt_within(std::span<const uint32_t> vertices, std::span<const uint32_t> image) {
  for (size_t i = 0; i < vertices.size(); ++i)
    if (image[i] != i) found_.move(vertices[i], vertices[image[i]]);
  adopt();
}

// The automorphisms of the root that are known, and then products of some of them, each with other random turns, until
// the component's cells are orbits. Two or three more than the logarithm of the largest cell would be needed were they
// not random: a butterfly of 2^20 points takes 3 and not 38.
void OrbitSearch::lift_from_root(const ColouredGraph& graph, const Kind& kind) {
  Part part = part_of(graph, kind.component);
  auto root = LineRoot::of(part.dag, part.colours);
  if (!root) return;
  OrbitSearch search(root->dag(), root->colours(), deadline_, seed_);
  search.keep_automorphisms();
  search.run();
  const std::vector<std::vector<uint32_t>>& known = search.automorphisms();
  std::minstd_rand random(static_cast<uint32_t>(seed_));
  std::vector<uint32_t> product(root->dag().vertices());
  for (size_t i = 0; i < kMostLifts && ((kept_ && i < kKeptLifts) || open_pair(graph, kind)); ++i) {
    if (i < known.size()) {
      product = known[i];
    } else {
      std::iota(product.begin(), product.end(), 0);
      for (const std::vector<uint32_t>& factor : known)
        if (random() & 64)
          for (uint32_t& image : product) image = factor[image];
    }
    adopt_within(part.vertices, root->lifted(product, random));
  }
}

// Maps a vertex to another one that is not known to be equivalent, and the rest of the component by chance.
void OrbitSearch::match_pair(const ColouredGraph& graph, Matching& matching, Kind& kind) {
  auto pair = open_pair(graph, kind);
  kind.resolved = !pair;
  if (kind.resolved) return;
  if (!matching.extend(pair->from, pair->to)) {
    ++kind.failures;
    return;
  }
  kind.failures = 0;
  for (uint32_t v : matching.mapped())
    if (matching.image(v) != v) found_.move(v, matching.image(v));
  matching.undo();
}

void OrbitSearch::match_within(const ColouredGraph& graph, std::vector<Kind>& kinds) {
  while (!kinds.empty() && !resolved(graph.colouring)) {
    Matching matching(graph.lists, graph.lists, ++seed_);
    for (Kind& kind : kinds) match_pair(graph, matching, kind);
    adopt();
    std::erase_if(kinds, [](const Kind& kind) { return kind.resolved || kind.failures >= kFailuresInRow; });
  }
}

void OrbitSearch::search(const ColouredGraph& graph) {
  std::vector<Kind> kinds;
  match_components(graph, kinds);
  first_with_.assign(graph.colouring.colours, kNoVertex);
  std::erase_if(kinds, [&](const Kind& kind) { return !open_pair(graph, kind); });
  for (const Kind& kind : kinds) lift_from_root(graph, kind);
  match_within(graph, kinds);
}

// One vertex of each orbit found, for every cell that has several.
std::vector<std::vector<uint32_t>> OrbitSearch::open_cells(const Colouring& colouring) {
  std::vector<std::vector<uint32_t>> cells(colouring.colours);
  for (uint32_t v = 0; v < dag_.vertices(); ++v)
    if (found_.orbit(v) == v) cells[colouring.colour[v]].push_back(v);
  std::erase_if(cells, [](auto& roots) { return roots.size() < 2; });
  return cells;
}

// Refines by labels of orbits found: unions of orbits of the whole group.
void OrbitSearch::separate(ColouredGraph& graph, std::vector<uint32_t>& label) {
  for (uint32_t v = 0; v < dag_.vertices(); ++v) label[v] = label[found_.orbit(v)];
  graph = ColouredGraph(dag_, refine(dag_, label));
}

OrbitSearch::Part OrbitSearch::part_of(const ColouredGraph& graph, uint32_t component) const {
  Part part;
  part.vertices = graph.components.of(component);
  part.dag = component_dag(graph.lists, part.vertices);
  for (uint32_t v : part.vertices) part.colours.push_back(graph.colour()[v]);
  return part;
}

// Vertices of components that are not made of the same colours are not equivalent, even where refinement sees no
// difference, as between a ring of twelve tasks and two of six.
void OrbitSearch::split_by_components(ColouredGraph& graph) {
  for (;;) {
    HashNumbers labels;
    std::vector<uint32_t> label(dag_.vertices());
    for (uint32_t v = 0; v < dag_.vertices(); ++v) {
      uint64_t signature = graph.components.signature[graph.components.component_of[v]];
      label[v] = labels.number(mixed(signature) + graph.colour()[v]);
    }
    if (labels.size() == graph.colouring.colours) return;
    graph = ColouredGraph(dag_, refine(dag_, label));
  }
}

// Asks the complete search about one cell: first quickly about the one of fewest orbits found; where that brings
// nothing, about each of several cells, in the order of how large the search may become, with ever more time.
void OrbitSearch::decide_cell(ColouredGraph& graph) {
  constexpr size_t kMostCells = 6, kSample = 16;
  constexpr uint64_t kQuickly = 20; // edges looked at for each edge of the graph
  std::vector<std::vector<uint32_t>> cells = open_cells(graph.colouring);
  std::ranges::sort(cells, {}, [](auto& roots) { return std::pair(roots.size(), roots[0]); });
  CellDecision decision(graph, found_, kept_ ? &*kept_ : nullptr, deadline_, seed_);
  struct Way {
    double log_ways;
    size_t cell;
    CellChoice choice;
  };
  std::vector<Way> ways = {{0, 0, CellChoice::balanced}};
  if (turn_ > 0) ways.clear();
  for (size_t cell = 0; turn_ > 0 && cell < cells.size() && cell < kMostCells; ++cell)
    for (uint8_t choice = 0; choice < kCellChoices; ++choice)
      ways.push_back({decision.log_ways(cells[cell][0], CellChoice{choice}), cell, CellChoice{choice}});
  std::ranges::sort(ways, {}, [](const Way& w) { return std::tuple(w.log_ways, w.cell, w.choice); });
  const Way& way = ways[(turn_ + ways.size() - 1) % ways.size()];
  uint64_t work = (kQuickly << std::min<size_t>(turn_, 40)) * (uint64_t{dag_.edges()} + dag_.vertices());
  turn_ = decision.decide(cells[way.cell], way.choice, work, turn_ > 0 ? kSample : 1) ? 0 : turn_ + 1;
  std::vector<uint32_t> label = decision.labels();
  if (label != graph.colour()) separate(graph, label);
}

OrbitPartition OrbitSearch::run() {
  OrbitPartition result;
  ColouredGraph graph(dag_, refine(dag_, given_));
  result.equitable_cells = graph.colouring.colours;
  split_by_components(graph);
  search(graph);
  while (!resolved(graph.colouring) && !deadline_.passed()) {
    uint32_t cells = graph.colouring.colours;
    decide_cell(graph);
    if (graph.colouring.colours == cells || resolved(graph.colouring)) continue;
    split_by_components(graph);
    search(graph); // smaller cells: a search that failed before may be easy now
  }
  std::vector<uint32_t> roots(dag_.vertices());
  for (uint32_t v = 0; v < dag_.vertices(); ++v) roots[v] = found_.orbit(v);
  result.orbits = Partition::by_label(roots);
  result.automorphisms = found_.automorphisms();
  result.proof = !resolved(graph.colouring)                          ? OrbitProof::none
                 : graph.colouring.colours == result.equitable_cells ? OrbitProof::equitable
                                                                     : OrbitProof::searched;
  return result;
}

} // namespace

OrbitPartition find_orbits(const Dag& dag, std::span<const uint32_t> colours, const OrbitOptions& options) {
  Deadline deadline(options.limit_s);
  return OrbitSearch(dag, colours, deadline, options.seed).run();
}

Partition coarsest_equitable_partition(const Dag& dag, std::span<const uint32_t> colours) {
  return Partition::by_label(refine(dag, colours).colour);
}

std::vector<uint32_t> find_isomorphism(const Dag& a, std::span<const uint32_t> colours_a, const Dag& b,
                                       std::span<const uint32_t> colours_b, const OrbitOptions& options) {
  Isomorphism found = search_isomorphism(a, colours_a, b, colours_b, Deadline(options.limit_s), options.seed);
  auto colour = [](std::span<const uint32_t> colours, uint32_t v) { return colours.empty() ? 0 : colours[v]; };
  for (uint32_t v = 0; v < found.image.size(); ++v)
    if (colour(colours_a, v) != colour(colours_b, found.image[v])) return {};
  return std::move(found.image);
}

} // namespace unply
