// Algorithms that visit elements in an order of their own (algorithm_calls.h): a parallel version does so in another
// one, so nothing counts that their loops hand on, in memory or in registers. Their lambda must leave nothing behind.
// Its text says so (lambda_text.h); code of the user that it may call, as an operator of a class, shows in the profile.
#include "discover/judge.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

// Elements are assigned and constructed by code of the user as well: that of their class.
static bool moves_elements(std::string_view function) {
  const size_t end = std::min(function.find('('), function.size());
  return function.substr(0, end).ends_with("operator=") || function.contains('~');
}

// A subscript of a map adds what it does not find.
static bool is_of_map(std::string_view file) {
  static constexpr std::string_view kMaps[] = {"stl_tree.h", "stl_map.h", "hashtable.h", "hashtable_policy.h"};
  return std::ranges::any_of(kMaps, [&](std::string_view name) { return file.ends_with(name); });
}

static bool is_by_user(const Trace& trace, uint32_t number) {
  const Site& site = trace.sites[number];
  const std::string_view file = trace.text(site.file);
  if (is_libstdcxx(file)) return is_of_map(file);
  return site.line != 0 && !moves_elements(trace.text(site.function));
}

void judge_whole_algorithm(Judgement& j) {
  const Trace& trace = j.loops.trace();
  if (!j.loop.reads)
    j.verdict.blockers.push_back({.kind = Blocker::Kind::call,
                                  .name = "lambda",
                                  .what = "its lambda may do more than read, by its text",
                                  .fix = "let it read its arguments and return a value, and do nothing else",
                                  .at = j.loop.at});
  for (const LoopDependence& row : j.loop.dependences) {
    if (row.carried != Carried::carried) continue;
    const bool by_lambda = (row.kind != EdgeKind::anti && is_by_user(trace, row.site_from)) ||
                           (row.kind != EdgeKind::flow && is_by_user(trace, row.site_to));
    if (!by_lambda) continue;
    const std::string name(j.loops.variable(row));
    j.verdict.carried.push_back({row, name, Treatment::blocks});
    if (std::ranges::find(j.verdict.blockers, name, &Blocker::name) != j.verdict.blockers.end()) continue;
    j.verdict.blockers.push_back({.kind = Blocker::Kind::variable,
                                  .name = name,
                                  .what = dependence_text(j.loops, j.loop, row),
                                  .fix = "let the lambda, and what it calls, write nothing",
                                  .at = {}});
  }
  if (j.verdict.blockers.empty())
    j.verdict.notes.push_back(
        fmt::format("dependences of std::{} itself are left out: with a policy it has others", j.loop.algorithm));
  if (const std::string_view other = other_result(j.loop.algorithm); !other.empty() && j.verdict.blockers.empty())
    j.verdict.notes.emplace_back(other);
}

} // namespace unply
