#include "discover/policy.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

std::string policy_of(const SourceLoops& loops, uint32_t loop) {
  const SourceLoop& row = loops[loop];
  const bool carries = std::ranges::any_of(
      row.dependences, [](const LoopDependence& dependence) { return dependence.carried == Carried::carried; });
  const bool plain = row.computes && row.calls.empty() && row.inside.empty() && !carries && !row.facts.exceptions;
  return plain ? "std::execution::par_unseq" : "std::execution::par";
}

std::string why_no_policy(const SourceLoop& loop, const LoopVerdict& verdict) {
  if (!verdict.parallel()) return "its iterations depend on each other";
  if (loop.walks) return "libstdc++ divides only ranges with random access, and runs this one in order";
  if (loop.algorithm == "accumulate" || loop.algorithm == "inner_product")
    return fmt::format(
        "std::{} adds in order and takes no policy: std::transform_reduce(std::execution::par, ...) with the "
        "operator and the function for one element as two arguments",
        loop.algorithm);
  if (!verdict.clauses.reductions.empty())
    return fmt::format("std::{} does not sum up {}: std::transform_reduce(std::execution::par, ...) does",
                       loop.algorithm, verdict.clauses.reductions[0].item);
  return verdict.rewrites.empty() ? "" : verdict.rewrites[0].what + ": " + verdict.rewrites[0].fix;
}

} // namespace unply
