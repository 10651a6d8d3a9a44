// A change whose span stays as it is has its key without any pass: the work is known from sums over regions. So the
// list is complete once no change whose span is still a bound could come before the last one in it.
#include "sim/whatif/rank_changes.h"
#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <utility>

namespace unply {

namespace {
constexpr size_t kBits = 64; // changes in a pass over the critical tasks
constexpr size_t kLanes = 8; // changes in a pass over all tasks: their finish times are one line of the cache

// Tasks and edges that lie on some critical path, and one such path.
struct Critical {
  std::vector<uint64_t> finish;
  std::vector<uint32_t> tasks; // ascending
  std::vector<uint32_t> path;  // first to last, through all parts
  std::vector<uint64_t> ends;  // of each part, when it ends
  uint64_t span = 0;
};

uint64_t begin_of(const Critical& critical, size_t part) { return part == 0 ? 0 : critical.ends[part - 1]; }

// Of one part, its last task first.
void add_path(const WhatIfGraph& graph, Critical& critical, size_t part) {
  uint32_t first = graph.part_first[part], end = graph.part_end(part), v = end;
  for (uint32_t t = first; t < end && v == end; ++t)
    if (critical.finish[t] == critical.ends[part]) v = t;
  while (v != end) {
    critical.path.push_back(v);
    uint64_t ready = critical.finish[v] - graph.length[v];
    uint32_t before = end;
    if (ready > begin_of(critical, part))
      graph.each_edge_into(v, [&](uint32_t e) {
        if (critical.finish[graph.from[e]] == ready) before = std::min(before, graph.from[e]);
      });
    v = before;
  }
}

Critical find_critical(const WhatIfGraph& graph) {
  Critical critical;
  critical.finish = finish_times(graph);
  std::vector<uint64_t> tail_of_list(graph.list_first.size(), 0);
  std::vector<uint32_t> first_user(graph.list_first.size(), 0);
  for (size_t i = graph.uses.size(); i-- > 0;) first_user[graph.uses[i].list] = graph.uses[i].to;
  std::vector<uint64_t> after(graph.tasks(), 0); // the heaviest path behind each task in its part, itself not included
  for (size_t part = 0; part < graph.part_first.size(); ++part) {
    uint32_t first = graph.part_first[part], end = graph.part_end(part);
    for (uint32_t v = first; v < end; ++v) critical.span = std::max(critical.span, critical.finish[v]);
    critical.ends.push_back(critical.span);
    for (uint32_t v = end; v-- > first;) {
      uint64_t tail = after[v] + graph.length[v];
      for (uint32_t e = graph.in_first[v]; e < graph.in_first[v + 1]; ++e)
        after[graph.from[e]] = std::max(after[graph.from[e]], tail);
      for (const WhatIfGraph::ListUse& use : graph.lists_of(v)) {
        tail_of_list[use.list] = std::max(tail_of_list[use.list], tail);
        if (first_user[use.list] != v) continue; // all others have been here
        for (uint32_t e = graph.list_first[use.list]; e < graph.list_end(use.list); ++e)
          after[graph.from[e]] = std::max(after[graph.from[e]], tail_of_list[use.list]);
      }
    }
    for (uint32_t v = first; v < end; ++v)
      if (critical.finish[v] + after[v] == critical.span) critical.tasks.push_back(v);
  }
  for (size_t part = graph.part_first.size(); part-- > 0;) add_path(graph, critical, part);
  std::ranges::reverse(critical.path);
  return critical;
}

class Ranker {
public:
  Ranker(const WhatIfGraph& graph, const std::vector<SingleChange>& changes, uint32_t processors, size_t top)
      : graph_(graph), changes_(changes), processors_(processors), top_(std::min(top, changes.size())),
        critical_(find_critical(graph)) {}
  ChangeRanking run();

private:
  auto key(const RankedChange& c) const { return std::tuple(c.time, c.span, c.work, c.change); }
  void set_span(RankedChange& c, uint64_t span) const {
    c.span = span;
    c.time = WhatIfFigures{.work = c.work, .span = span}.least_time(processors_);
  }
  std::vector<RankedChange> all_with_work();
  uint64_t on_critical_paths(size_t first, size_t count) const;
  void bound_spans(std::vector<RankedChange>& some) const;
  std::array<uint64_t, kLanes> spans_after(const std::vector<RankedChange>& some, size_t first);
  // One bit of a mask for each of `count` changes: those that remove the edges of a set, and those that touch a region.
  template <class Mask> struct Masks {
    std::vector<Mask> set, region;
  };
  template <class Mask, class ChangeAt> Masks<Mask> masks_of(size_t count, const ChangeAt& change_at) const;

  const WhatIfGraph& graph_;
  const std::vector<SingleChange>& changes_;
  uint32_t processors_;
  size_t top_;
  Critical critical_;
  std::vector<std::array<uint64_t, kLanes>> finish_; // kept between passes
};

template <class Mask, class ChangeAt>
Ranker::Masks<Mask> Ranker::masks_of(size_t count, const ChangeAt& change_at) const {
  std::vector<Mask> of_group(graph_.groups.size(), 0);
  Masks<Mask> masks{{}, std::vector<Mask>(graph_.region_names.size(), 0)};
  for (size_t bit = 0; bit < count; ++bit) {
    const SingleChange& change = changes_[change_at(bit)];
    Mask one = static_cast<Mask>(Mask{1} << bit);
    for (uint32_t group : change.removed) of_group[group] |= one;
    if (change.region != kNoChangedRegion) masks.region[change.region] |= one;
  }
  masks.set = graph_.common_of_sets(of_group);
  return masks;
}

// Spans are still the graph's own.
std::vector<RankedChange> Ranker::all_with_work() {
  uint64_t work = 0;
  for (uint64_t length : graph_.length) work += length;
  std::vector<std::vector<uint32_t>> of_region(graph_.region_names.size());
  std::vector<RankedChange> all;
  for (uint32_t i = 0; i < changes_.size(); ++i) {
    all.push_back({.change = i, .work = work, .span = critical_.span, .time = 0});
    if (changes_[i].region != kNoChangedRegion) of_region[changes_[i].region].push_back(i);
  }
  for (uint32_t v = 0; v < graph_.tasks(); ++v)
    for (uint32_t i : of_region[graph_.region[v]])
      all[i].work = all[i].work - graph_.length[v] + faster_length(graph_.length[v], changes_[i].faster);
  for (RankedChange& c : all) set_span(c, critical_.span);
  return all;
}

// Which of the changes first to first + count leave no critical path as it is. A bit of `whole` says that a critical
// path up to this task is untouched by the change; where a part begins, that one through all parts before is.
uint64_t Ranker::on_critical_paths(size_t first, size_t count) const {
  auto masks = masks_of<uint64_t>(count, [&](size_t bit) { return first + bit; });
  std::vector<uint64_t> whole(graph_.tasks(), 0);
  struct OfList { // for users that become ready at this time: mostly all of them
    uint64_t ready = ~uint64_t{0}, bits = 0;
  };
  std::vector<OfList> of_lists(graph_.list_first.size());
  uint64_t untouched = 0, before = ~uint64_t{0};
  size_t part = 0;
  for (uint32_t v : critical_.tasks) {
    for (; v >= graph_.part_end(part); ++part) // of a part without length all tasks are critical
      if (graph_.part_end(part) > graph_.part_first[part]) before = std::exchange(untouched, 0);
    uint64_t ready = critical_.finish[v] - graph_.length[v], bits = ready == begin_of(critical_, part) ? before : 0;
    for (uint32_t e = graph_.in_first[v]; e < graph_.in_first[v + 1]; ++e)
      if (critical_.finish[graph_.from[e]] == ready) bits |= whole[graph_.from[e]] & ~masks.set[graph_.set[e]];
    for (const WhatIfGraph::ListUse& use : graph_.lists_of(v)) {
      OfList& known = of_lists[use.list];
      if (known.ready != ready) {
        known = {ready, 0};
        for (uint32_t e = graph_.list_first[use.list]; e < graph_.list_end(use.list); ++e)
          if (critical_.finish[graph_.from[e]] == ready)
            known.bits |= whole[graph_.from[e]] & ~masks.set[graph_.set[e]];
      }
      bits |= known.bits;
    }
    uint64_t touched = masks.region[graph_.region[v]];
    for (uint64_t left = touched & bits; left != 0; left &= left - 1) {
      auto bit = static_cast<size_t>(std::countr_zero(left));
      if (faster_length(graph_.length[v], changes_[first + bit].faster) < graph_.length[v])
        bits &= ~(uint64_t{1} << bit);
    }
    whole[v] = bits;
    if (critical_.finish[v] == critical_.ends[part]) untouched |= bits;
  }
  return ~untouched & (count == kBits ? ~uint64_t{0} : (uint64_t{1} << count) - 1);
}

// The remainder of one critical path after each change is a path of the changed graph: the heaviest piece of each part.
void Ranker::bound_spans(std::vector<RankedChange>& some) const {
  for (size_t first = 0; first < some.size(); first += kBits) {
    size_t count = std::min(kBits, some.size() - first);
    auto masks = masks_of<uint64_t>(count, [&](size_t bit) { return some[first + bit].change; });
    // saved up to here; reached when the piece began; heaviest piece of the part; heaviest ones of parts before
    std::array<uint64_t, kBits> saved{}, began{}, best{}, sum{};
    uint64_t reached = 0;
    auto end_piece = [&](size_t bit) {
      uint64_t now = reached - saved[bit];
      best[bit] = std::max(best[bit], now - began[bit]);
      began[bit] = now;
    };
    auto end_part = [&](size_t bit) {
      end_piece(bit);
      sum[bit] += std::exchange(best[bit], 0);
    };
    size_t part = 0;
    for (size_t i = 0; i < critical_.path.size(); ++i) {
      uint32_t v = critical_.path[i];
      uint64_t cut = 0;
      if (v >= graph_.part_end(part)) {
        while (v >= graph_.part_end(part)) ++part;
        for (size_t bit = 0; bit < count; ++bit) end_part(bit);
      } else if (i > 0) {
        cut = ~uint64_t{0}; // where all edges between the two are removed
        graph_.each_edge_into(v, [&](uint32_t e) {
          if (graph_.from[e] == critical_.path[i - 1]) cut &= masks.set[graph_.set[e]];
        });
      }
      for (; cut != 0; cut &= cut - 1) end_piece(static_cast<size_t>(std::countr_zero(cut)));
      reached += graph_.length[v];
      for (uint64_t left = masks.region[graph_.region[v]]; left != 0; left &= left - 1) {
        auto bit = static_cast<size_t>(std::countr_zero(left));
        saved[bit] += graph_.length[v] - faster_length(graph_.length[v], changes_[some[first + bit].change].faster);
      }
    }
    for (size_t bit = 0; bit < count; ++bit) {
      end_part(bit);
      set_span(some[first + bit], sum[bit]);
    }
  }
}

// The spans after up to kLanes changes of `some` from `first` on, by one pass over all tasks.
std::array<uint64_t, kLanes> Ranker::spans_after(const std::vector<RankedChange>& some, size_t first) {
  size_t count = std::min(kLanes, some.size() - first);
  auto masks = masks_of<uint8_t>(count, [&](size_t lane) { return some[first + lane].change; });
  finish_.resize(graph_.tasks());
  ListMeanings<std::array<uint64_t, kLanes>> of_lists(graph_);
  std::array<uint64_t, kLanes> span{}, begin{};
  size_t part = 0;
  for (uint32_t v = 0; v < graph_.tasks(); ++v) {
    for (; v >= graph_.part_end(part); ++part) begin = span;
    std::array<uint64_t, kLanes> ready = begin;
    auto wait_for = [&](uint32_t e, std::array<uint64_t, kLanes>& until) {
      const auto& before = finish_[graph_.from[e]];
      uint8_t without = masks.set[graph_.set[e]];
      std::array<uint64_t, kLanes> old = until;
      for (size_t lane = 0; lane < kLanes; ++lane) until[lane] = std::max(until[lane], before[lane]);
      if (without != 0)
        for (size_t lane = 0; lane < kLanes; ++lane)
          if (without >> lane & 1) until[lane] = old[lane];
    };
    for (uint32_t e = graph_.in_first[v]; e < graph_.in_first[v + 1]; ++e) wait_for(e, ready);
    for (const WhatIfGraph::ListUse& use : graph_.lists_of(v)) {
      const auto& until = of_lists.of(use.list, wait_for);
      for (size_t lane = 0; lane < kLanes; ++lane) ready[lane] = std::max(ready[lane], until[lane]);
    }
    uint64_t length = graph_.length[v];
    for (uint64_t& lane : ready) lane += length;
    if (uint8_t touched = masks.region[graph_.region[v]]; touched != 0)
      for (size_t lane = 0; lane < count; ++lane)
        if (touched >> lane & 1)
          ready[lane] = ready[lane] - length + faster_length(length, changes_[some[first + lane].change].faster);
    for (size_t lane = 0; lane < kLanes; ++lane) span[lane] = std::max(span[lane], ready[lane]);
    finish_[v] = ready;
  }
  return span;
}

ChangeRanking Ranker::run() {
  ChangeRanking ranking;
  ranking.changes = changes_.size();
  ranking.base = figures_of(graph_);
  std::vector<RankedChange> open, all = all_with_work();
  auto& best = ranking.best;
  for (size_t first = 0; first < all.size(); first += kBits) {
    size_t count = std::min(kBits, all.size() - first);
    uint64_t shorter = on_critical_paths(first, count);
    for (size_t bit = 0; bit < count; ++bit) (shorter >> bit & 1 ? open : best).push_back(all[first + bit]);
  }
  ranking.shorten = open.size();
  bound_spans(open);
  auto before = [&](const RankedChange& a, const RankedChange& b) { return key(a) < key(b); };
  std::ranges::sort(open, before);
  std::ranges::sort(best, before);
  if (best.size() > top_) best.resize(top_);
  for (size_t first = 0; first < open.size() && top_ > 0; first += kLanes) {
    if (best.size() == top_ && before(best.back(), open[first])) break;
    auto spans = spans_after(open, first);
    size_t count = std::min(kLanes, open.size() - first);
    for (size_t lane = 0; lane < count; ++lane) {
      set_span(open[first + lane], spans[lane]);
      best.push_back(open[first + lane]);
    }
    ranking.evaluated += count;
    std::ranges::sort(best, before);
    if (best.size() > top_) best.resize(top_);
  }
  return ranking;
}
} // namespace

ChangeRanking rank_changes(const WhatIfGraph& graph, const std::vector<SingleChange>& changes, uint32_t processors,
                           size_t top) {
  return Ranker(graph, changes, processors, top).run();
}

} // namespace unply
