// Names that are properties of all edges, decided in one pass: layers, chains, trees, series-parallel graphs.
#include "analysis/pattern/pattern_catalogue.h"
#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

namespace unply {

namespace {
std::string on_all_edges(const GraphCounts& counts, std::string_view property) {
  return fmt::format("checked on all {} edges: {}", counts.edges, property);
}

// All tasks form one chain of dependences, so vertices are numbered along it.
Pattern serial_pattern(const Dag& dag, const GraphCounts& counts) {
  uint64_t n = counts.tasks, order = 0;
  if (counts.edges == n - 1)
    return pattern_of(PatternKind::chain, {{"length", n}}, fmt::format("{} tasks, each waits for the one before", n),
                      on_all_edges(counts, "each leads to the next task"));
  for (uint32_t v = 1; v < dag.vertices(); ++v) order = std::max<uint64_t>(order, v - dag.predecessors(v).front());
  if (counts.edges == order * n - order * (order + 1) / 2)
    return pattern_of(PatternKind::recurrence, {{"length", n}, {"order", order}},
                      order == n - 1 ? fmt::format("{} tasks, each waits for all before", n)
                                     : fmt::format("{} tasks, each waits for the {} before", n, order),
                      on_all_edges(counts, fmt::format("every two tasks at most {} apart are joined", order)));
  return pattern_of(PatternKind::serial, {{"length", n}, {"edges", counts.edges}},
                    fmt::format("{} tasks, each waits for the one before and some for earlier ones", n),
                    on_all_edges(counts, "every two neighbours in the order are joined"));
}

// Every task waits for all tasks of the level before and for nothing else.
bool has_complete_layers(const Dag& dag, const GraphCounts& counts) {
  uint64_t wanted = 0;
  for (size_t l = 1; l < counts.levels(); ++l) wanted += counts.widths[l - 1] * counts.widths[l];
  if (wanted != counts.edges) return false;
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t u : dag.predecessors(v))
      if (counts.level[u] + 1 != counts.level[v]) return false;
  return true;
}

Pattern layered_pattern(const GraphCounts& counts) {
  const std::vector<uint64_t>& widths = counts.widths;
  std::string evidence = on_all_edges(counts, "every task waits for all tasks of the level before");
  uint64_t levels = counts.levels(), narrowest = counts.widest(), wide = 0;
  bool wide_neighbours = false;
  for (size_t l = 0; l < levels; ++l) {
    if (widths[l] == 1) continue;
    ++wide;
    narrowest = std::min(narrowest, widths[l]);
    wide_neighbours |= l > 0 && widths[l - 1] > 1;
  }
  if (levels == 2 && widths[0] == 1)
    return pattern_of(PatternKind::broadcast, {{"receivers", widths[1]}},
                      fmt::format("1 task, then {} that use its result", widths[1]), evidence);
  if (levels == 2 && widths[1] == 1)
    return pattern_of(PatternKind::gather, {{"contributors", widths[0]}},
                      fmt::format("{} tasks, then 1 that uses all results", widths[0]), evidence);
  std::string width =
      narrowest == counts.widest() ? std::to_string(narrowest) : fmt::format("{} to {}", narrowest, counts.widest());
  if (!wide_neighbours)
    return pattern_of(
        PatternKind::fork_join,
        {{"phases", wide}, {"narrowest", narrowest}, {"widest", counts.widest()}, {"serial", levels - wide}},
        fmt::format("{} parallel {} of {} tasks, {} serial between, before and after", wide,
                    wide == 1 ? "phase" : "phases", width, levels - wide),
        evidence);
  if (wide == levels && narrowest == counts.widest())
    return pattern_of(PatternKind::all_to_all, {{"width", narrowest}, {"levels", levels}},
                      fmt::format("{} levels of {}, each task waits for the whole level before", levels, width),
                      evidence);
  return pattern_of(
      PatternKind::barrier_phases, {{"levels", levels}, {"widest", counts.widest()}},
      fmt::format("{} levels, widest {}, each task waits for the whole level before", levels, counts.widest()),
      evidence);
}

struct TreeForm {
  uint64_t leaves = 0, fan = 0;
  bool complete = true; // all leaves equally deep, all others with `fan` children
};

// children(v): how many; the leaves of a complete tree are on the level `leaf_level`.
TreeForm tree_form(const Dag& dag, const GraphCounts& counts, bool out, uint32_t leaf_level) {
  TreeForm form;
  auto children = [&](uint32_t v) { return out ? dag.successors(v).size() : dag.predecessors(v).size(); };
  for (uint32_t v = 0; v < dag.vertices(); ++v) form.fan = std::max<uint64_t>(form.fan, children(v));
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    uint64_t count = children(v);
    form.leaves += count == 0;
    form.complete &= count == 0 ? counts.level[v] == leaf_level : count == form.fan;
  }
  return form;
}

bool is_out_tree(const Dag& dag) {
  if (dag.edges() + 1 != dag.vertices()) return false;
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    if (dag.predecessors(v).size() > 1) return false;
  return true;
}

bool is_in_tree(const Dag& dag) {
  if (dag.edges() + 1 != dag.vertices()) return false;
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    if (dag.successors(v).size() > 1) return false;
  return true;
}

std::optional<Pattern> tree_pattern(const Dag& dag, const GraphCounts& counts, bool complete) {
  uint64_t depth = counts.levels() - 1;
  if (is_out_tree(dag)) {
    TreeForm form = tree_form(dag, counts, true, static_cast<uint32_t>(depth));
    if (form.complete != complete) return std::nullopt;
    std::string evidence = on_all_edges(counts, "every task but the first has one predecessor");
    return pattern_of(
        complete ? PatternKind::tree : PatternKind::out_tree,
        {{"leaves", form.leaves}, {"fan_out", form.fan}, {"depth", depth}},
        fmt::format("{} leaves, fan-out {}{}, depth {}", form.leaves, complete ? "" : "at most ", form.fan, depth),
        evidence);
  }
  if (is_in_tree(dag)) {
    // A complete in-tree has all its leaves on level 0 by itself, but then all other tasks need equal depths below.
    TreeForm form = tree_form(dag, counts, false, 0);
    if (form.complete)
      for (uint32_t v = 0; v < dag.vertices(); ++v)
        for (uint32_t u : dag.predecessors(v)) form.complete &= counts.level[u] + 1 == counts.level[v];
    if (form.complete != complete) return std::nullopt;
    std::string evidence = on_all_edges(counts, "every task but the last has one successor");
    return pattern_of(
        complete ? PatternKind::reduction_tree : PatternKind::in_tree,
        {{"leaves", form.leaves}, {"fan_in", form.fan}, {"depth", depth}},
        fmt::format("{} leaves, fan-in {}{}, depth {}", form.leaves, complete ? "" : "at most ", form.fan, depth),
        evidence);
  }
  return std::nullopt;
}

// Replaces tasks with one predecessor and one successor by an edge between these, and joins parallel edges, as long as
// there are any (Valdes, Tarjan and Lawler 1982). What is left of a two-terminal series-parallel graph is one edge.
class SeriesParallel {
public:
  explicit SeriesParallel(const Dag& dag) : ins_(dag.vertices()), outs_(ins_), in_xor_(ins_), out_xor_(ins_) {
    edges_.reserve(2 * size_t{dag.edges()});
    for (uint32_t v = 0; v < dag.vertices(); ++v)
      for (uint32_t u : dag.predecessors(v)) add(u, v);
  }
  bool reduces_to_one_edge() {
    std::vector<uint32_t> ready;
    for (uint32_t v = 0; v < ins_.size(); ++v)
      if (ins_[v] == 1 && outs_[v] == 1) ready.push_back(v);
    while (!ready.empty()) {
      uint32_t v = ready.back();
      ready.pop_back();
      if (ins_[v] != 1 || outs_[v] != 1) continue;
      uint32_t from = in_xor_[v], to = out_xor_[v];
      remove(from, v), remove(v, to);
      add(from, to);
      for (uint32_t end : {from, to})
        if (ins_[end] == 1 && outs_[end] == 1) ready.push_back(end);
    }
    return edges_.size() == 1;
  }

private:
  static uint64_t key(uint32_t from, uint32_t to) { return (uint64_t{from} << 32) | to; }
  void add(uint32_t from, uint32_t to) {
    if (!edges_.insert(key(from, to)).second) return;
    ++outs_[from], ++ins_[to], out_xor_[from] ^= to, in_xor_[to] ^= from;
  }
  void remove(uint32_t from, uint32_t to) {
    edges_.erase(key(from, to));
    --outs_[from], --ins_[to], out_xor_[from] ^= to, in_xor_[to] ^= from;
  }
  std::unordered_set<uint64_t> edges_;
  std::vector<uint32_t> ins_, outs_, in_xor_, out_xor_; // the only neighbour where there is one: all others cancel out
};
} // namespace

std::optional<Pattern> simple_pattern(const Dag& dag, const GraphCounts& counts) {
  if (counts.tasks == 0) return Pattern{};
  if (counts.tasks == 1) return pattern_of(PatternKind::single_task, {{"tasks", 1}}, "1 task", "there is one task");
  if (counts.edges == 0)
    return pattern_of(PatternKind::map, {{"tasks", counts.tasks}}, fmt::format("{} independent tasks", counts.tasks),
                      "there is no edge");
  if (counts.levels() == counts.tasks) return serial_pattern(dag, counts);
  if (has_complete_layers(dag, counts)) return layered_pattern(counts);
  return tree_pattern(dag, counts, true);
}

std::optional<Pattern> general_pattern(const Dag& dag, const GraphCounts& counts) {
  if (auto tree = tree_pattern(dag, counts, false)) return tree;
  // A simple series-parallel graph has at most 2 n - 3 edges; most others are refused by that or by their ends.
  uint64_t sources = 0, sinks = 0;
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    sources += dag.predecessors(v).empty();
    sinks += dag.successors(v).empty();
  }
  if (sources != 1 || sinks != 1 || counts.edges > 2 * counts.tasks - 3) return std::nullopt;
  if (!SeriesParallel(dag).reduces_to_one_edge()) return std::nullopt;
  return pattern_of(
      PatternKind::nested_fork_join,
      {{"tasks", counts.tasks}, {"levels", counts.levels()}, {"widest", counts.widest()}},
      fmt::format("{} tasks, {} levels, widest {}", counts.tasks, counts.levels(), counts.widest()),
      on_all_edges(counts, "series and parallel parts reduce to one edge from the first to the last task"));
}

} // namespace unply
