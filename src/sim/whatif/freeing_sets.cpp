#include "sim/whatif/freeing_sets.h"
#include "base/none.h"
#include <algorithm>
#include <bit>
#include <map>
#include <unordered_set>

namespace unply {

namespace {
using Set = uint64_t;                 // a bit for each variable
constexpr size_t kMostVariables = 63; // of the most edges; the others stay
constexpr Set kFixed = Set{1} << 63;  // an edge with this bit cannot be removed

class Search {
public:
  Search(const WhatIfGraph& graph, uint32_t processors, uint64_t visits)
      : graph_(graph), processors_(processors), visits_(visits), finish_(graph.tasks()), best_edge_(graph.tasks()) {}
  FreeingSets run();

private:
  void name_variables();
  void join_edges();
  uint64_t span_without(Set removed);
  bool frees(Set removed, uint32_t room);
  std::vector<std::string> names_of(Set set) const;

  const WhatIfGraph& graph_;
  uint32_t processors_;
  uint64_t visits_;
  std::vector<std::string> variables_;
  std::vector<Set> of_group_;
  // Edges into task v: rows in_first_[v] to in_first_[v + 1], one for each source.
  std::vector<uint32_t> in_first_ = {0}, from_;
  std::vector<Set> carriers_;
  std::vector<uint64_t> finish_;
  std::vector<uint32_t> best_edge_; // that holds each task back longest, or kNone
  uint64_t enough_ = 0;
  uint32_t longest_end_ = kNone;    // where the longest path of the last span_without ends
  std::unordered_set<Set> refuted_; // sets that do not free with the room that is left in this round
  Set found_ = 0;
};

void Search::name_variables() {
  std::map<std::string, uint64_t> edges_of;
  for (const DependenceGroup& group : graph_.groups)
    if (group.kind != EdgeKind::extension && !group.variable.empty()) edges_of[group.variable] += group.edges;
  for (const auto& [name, edges] : edges_of) variables_.push_back(name);
  std::ranges::stable_sort(variables_, [&](const auto& a, const auto& b) { return edges_of[a] > edges_of[b]; });
  for (const DependenceGroup& group : graph_.groups) {
    auto place = std::ranges::find(variables_, group.variable);
    auto number = static_cast<size_t>(place - variables_.begin());
    bool removable = group.kind != EdgeKind::extension && number < std::min(variables_.size(), kMostVariables);
    of_group_.push_back(removable ? Set{1} << number : kFixed);
  }
}

void Search::join_edges() {
  for (uint32_t v = 0; v < graph_.tasks(); ++v) {
    for (uint32_t e = graph_.in_first[v]; e < graph_.in_first[v + 1]; ++e) {
      if (from_.size() > in_first_[v] && from_.back() == graph_.from[e]) {
        carriers_.back() |= of_group_[graph_.group[e]];
      } else {
        from_.push_back(graph_.from[e]);
        carriers_.push_back(of_group_[graph_.group[e]]);
      }
    }
    in_first_.push_back(static_cast<uint32_t>(from_.size()));
  }
}

uint64_t Search::span_without(Set removed) {
  visits_ -= std::min<uint64_t>(visits_, from_.size() + graph_.tasks());
  uint64_t span = 0;
  longest_end_ = kNone;
  for (uint32_t v = 0; v < graph_.tasks(); ++v) {
    uint64_t ready = 0;
    best_edge_[v] = kNone;
    for (uint32_t e = in_first_[v]; e < in_first_[v + 1]; ++e)
      if ((carriers_[e] & ~removed) != 0 && finish_[from_[e]] > ready) ready = finish_[from_[e]], best_edge_[v] = e;
    finish_[v] = ready + graph_.length[v];
    if (finish_[v] > span) span = finish_[v], longest_end_ = v;
  }
  return span;
}

// Whether `removed` with at most `room` more variables leaves a span that is enough; found_ is then such a set.
bool Search::frees(Set removed, uint32_t room) {
  if (visits_ == 0 || refuted_.contains(removed)) return false;
  if (span_without(removed) <= enough_) {
    found_ = removed;
    return true;
  }
  std::vector<Set> tries; // of the edges of the path that is too long
  if (longest_end_ != kNone)
    for (uint32_t e = best_edge_[longest_end_]; e != kNone; e = best_edge_[from_[e]]) {
      Set more = carriers_[e] & ~removed;
      if ((more & kFixed) == 0 && static_cast<uint32_t>(std::popcount(more)) <= room) tries.push_back(more);
    }
  std::ranges::sort(tries);
  auto repeated = std::ranges::unique(tries);
  tries.erase(repeated.begin(), repeated.end());
  for (Set more : tries)
    if (frees(removed | more, room - static_cast<uint32_t>(std::popcount(more)))) return true;
  refuted_.insert(removed);
  return false;
}

std::vector<std::string> Search::names_of(Set set) const {
  std::vector<std::string> names;
  for (size_t i = 0; i < variables_.size() && i < kMostVariables; ++i)
    if (set >> i & 1) names.push_back(variables_[i]);
  return names;
}

FreeingSets Search::run() {
  name_variables();
  FreeingSets sets;
  auto count = static_cast<uint32_t>(std::min(variables_.size(), kMostVariables));
  if (count == 0) return sets;
  join_edges();
  Set all = (Set{1} << count) - 1;
  sets.variables = names_of(all);
  sets.span = span_without(all);
  sets.leaves_map = std::ranges::none_of(carriers_, [&](Set carriers) { return (carriers & ~all) != 0; });
  uint64_t work = 0;
  for (uint64_t length : graph_.length) work += length;
  uint64_t best = WhatIfFigures{.work = work, .span = sets.span}.least_time(processors_);
  enough_ = std::max(best, static_cast<uint64_t>(static_cast<long double>(best) * kEnoughTimes));
  bool found = false;
  for (uint32_t room = 0; room < count && !found && visits_ > 0; ++room) {
    refuted_.clear();
    found = frees(0, room);
  }
  sets.proven = visits_ > 0 && variables_.size() <= kMostVariables;
  Set fewest = found ? found_ : all;
  sets.fewest = names_of(fewest);
  sets.fewest_span = span_without(fewest);
  return sets;
}
} // namespace

FreeingSets find_freeing_sets(const WhatIfGraph& graph, uint32_t processors, uint64_t visits) {
  return Search(graph, processors, visits).run();
}

} // namespace unply
