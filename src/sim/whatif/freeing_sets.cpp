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
  uint64_t span_without(Set removed);
  bool frees(Set removed, uint32_t room);
  std::vector<std::string> names_of(Set set) const;

  const WhatIfGraph& graph_;
  uint32_t processors_;
  uint64_t visits_;
  std::vector<std::string> variables_;
  std::vector<Set> of_group_;
  std::vector<Set> carriers_; // of each set of groups
  std::vector<uint64_t> finish_;
  std::vector<uint32_t> best_edge_; // that holds each task back longest, or kNone
  uint64_t enough_ = 0;
  std::vector<uint32_t> longest_ends_; // where the longest path of the last span_without ends, of each part
  std::unordered_set<Set> refuted_;    // sets that do not free with the room that is left in this round
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
  for (const std::vector<uint32_t>& set : graph_.sets) {
    carriers_.push_back(0);
    for (uint32_t g : set) carriers_.back() |= of_group_[g];
  }
}

uint64_t Search::span_without(Set removed) {
  visits_ -= std::min<uint64_t>(visits_, graph_.from.size() + graph_.uses.size() + graph_.tasks());
  std::vector<uint8_t> holds; // whether an edge of the set is left
  for (Set carriers : carriers_) holds.push_back((carriers & ~removed) != 0);
  ListMeanings<std::pair<uint64_t, uint32_t>> of_lists(graph_); // the row that holds back longest
  uint64_t span = 0, begin = 0;
  longest_ends_.clear();
  for (size_t part = 0; part < graph_.part_first.size(); ++part, begin = span) {
    longest_ends_.push_back(kNone);
    for (uint32_t v = graph_.part_first[part]; v < graph_.part_end(part); ++v) {
      uint64_t ready = begin;
      best_edge_[v] = kNone;
      for (uint32_t e = graph_.in_first[v]; e < graph_.in_first[v + 1]; ++e)
        if (uint64_t before = finish_[graph_.from[e]]; before > ready && holds[graph_.set[e]])
          ready = before, best_edge_[v] = e;
      for (const WhatIfGraph::ListUse& use : graph_.lists_of(v)) {
        const auto& [before, row] = of_lists.of(use.list, [&](uint32_t e, std::pair<uint64_t, uint32_t>& best) {
          if (holds[graph_.set[e]] && finish_[graph_.from[e]] > best.first) best = {finish_[graph_.from[e]], e};
        });
        if (before > ready) ready = before, best_edge_[v] = row;
      }
      finish_[v] = ready + graph_.length[v];
      if (finish_[v] > span) span = finish_[v], longest_ends_.back() = v;
    }
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
  std::vector<bool> seen(carriers_.size(), false);
  for (uint32_t end : longest_ends_)
    for (uint32_t e = end == kNone ? kNone : best_edge_[end]; e != kNone; e = best_edge_[graph_.from[e]]) {
      if (seen[graph_.set[e]]) continue;
      seen[graph_.set[e]] = true;
      Set more = carriers_[graph_.set[e]] & ~removed;
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
  Set all = (Set{1} << count) - 1;
  sets.variables = names_of(all);
  sets.span = span_without(all);
  sets.leaves_map = std::ranges::none_of(graph_.set, [&](uint32_t set) { return (carriers_[set] & ~all) != 0; });
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
