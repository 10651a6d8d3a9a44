// match(): the orders in which receives from any source can take their messages, one run of the ranks for each.
#include "stg/matching/matching_run.h"
#include <algorithm>

namespace unply::stg {

namespace {

void merge(Matching& all, const Matching& one) {
  for (const Finding& finding : one.findings) {
    const auto known = std::ranges::find_if(all.findings, [&](const Finding& other) {
      return other.fault == finding.fault && other.place.line == finding.place.line &&
             other.other.line == finding.other.line;
    });
    if (known == all.findings.end()) {
      all.findings.push_back(finding);
    } else {
      known->ranks.insert(finding.ranks.begin(), finding.ranks.end());
      known->orders += finding.orders;
    }
  }
  ++all.orders;
  all.steps += one.steps;
  all.observed = all.observed || one.observed;
}

// The next order of a depth-first search; empty: this was the last one.
std::vector<uint32_t> next_order(std::vector<MatchingRun::Choice> choices) {
  while (!choices.empty() && choices.back().made + 1 >= choices.back().possible) choices.pop_back();
  if (!choices.empty()) ++choices.back().made;
  std::vector<uint32_t> order;
  for (const MatchingRun::Choice& choice : choices) order.push_back(choice.made);
  return order;
}

} // namespace

Result<Matching> match(const Program& program, const Bindings& bindings, const MatchOptions& options) {
  std::optional<Matching> all;
  std::vector<uint32_t> order;
  for (bool is_last = false;;) {
    auto world = World::make(program, bindings);
    if (!world) return error_of(world);
    MatchingRun run(**world, options, order, is_last);
    const auto one = run.run();
    if (!one && !all) return error_of(one);
    const bool usable = one && !one->aborted && !one->cut; // a later order may need a value that the first one did not
    if (!all)
      all = *one;
    else if (usable)
      merge(*all, *one);
    all->all_orders = all->all_orders && usable;
    if (is_last || !usable) return *std::move(all);
    order = next_order(run.choices());
    if (order.empty()) return *std::move(all);
    if (all->orders >= options.most_orders || all->steps >= options.most_steps)
      order.clear(), all->all_orders = false, is_last = true; // one more, as unlike the first as possible
  }
}

} // namespace unply::stg
