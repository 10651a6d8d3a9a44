// Functions that call themselves, in sentences: what makes one divide-and-conquer, or which two lines stop it.
#include "cli/report/report.h"
#include "cli/site_roles.h"
#include "graph/names.h"
#include "graph/text_output.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

static std::string arity_text(const RecursiveFunction& f) {
  return f.least_arity == f.most_arity ? fmt::format("arity {}", f.most_arity)
                                       : fmt::format("arity {} to {}", f.least_arity, f.most_arity);
}

std::string call_dependence_text(const Trace& trace, const CallDependence& dependence, const SourceQuotes& sources) {
  std::string_view variable = edge_variable(trace, dependence.site_from, dependence.site_to);
  return fmt::format(
      "{}{}, {} to {}{}", count_text(dependence.edges, std::string(kind_name(dependence.kind)) + " dependence"),
      variable.empty() ? "" : fmt::format(" through {}", variable), sources.place(trace.sites[dependence.site_from]),
      sources.place(trace.sites[dependence.site_to]), dependence.between ? ", the code between two calls" : "");
}

static std::string shares(const RecursiveFunction& f) {
  uint64_t all = f.work_ns();
  if (all == 0) return "";
  return fmt::format(
      "of its time: divide {} (before its first call{}), combine {} (after its last call), base cases {}",
      percent_text(f.divide_ns + f.between_ns, all),
      f.between_ns > 0 ? fmt::format(", with {} between calls", percent_text(f.between_ns, all)) : "",
      percent_text(f.combine_ns, all), percent_text(f.base_ns, all));
}

std::vector<std::string> recursion_sentences(const Trace& trace, const RecursiveFunction& f,
                                             const SourceQuotes& sources, bool bounds) {
  std::string name = bare_name(trace.text(trace.regions[f.region].function));
  std::string counts =
      fmt::format("depth {}, {}, {}", f.depth, count_text(f.activations, "call"), count_text(f.leaves, "base case"));
  if (f.forks == 0)
    return {fmt::format("{} calls itself once in each activation ({}): a chain, not divide-and-conquer", name, counts)};
  std::vector<std::string> sentences;
  if (f.divide_and_conquer()) {
    sentences.push_back(fmt::format("{} is divide-and-conquer: {}, {}; the calls of each activation are independent "
                                    "(observed on this input)",
                                    name, arity_text(f), counts));
  } else {
    std::vector<std::string> shown;
    constexpr size_t kMost = 3;
    for (const CallDependence& dependence : f.dependences)
      if (shown.size() < kMost) shown.push_back(call_dependence_text(trace, dependence, sources));
    if (f.dependences.size() > kMost)
      shown.push_back(fmt::format("and {}", count_text(f.dependences.size() - kMost, "more pair")));
    sentences.push_back(fmt::format("{} is recursive ({}, {}), but calls of one activation depend on each other: {}",
                                    name, arity_text(f), counts, fmt::join(shown, "; ")));
  }
  sentences.push_back(fmt::format("the largest call of an activation has {:.0f} % of the calls below it, on average",
                                  100 * f.largest_part));
  if (std::string text = shares(f); !text.empty())
    sentences.push_back((bounds ? "roughly, with tracing, " : "") + text);
  return sentences;
}

const RecursiveFunction* largest_divide_and_conquer(const std::vector<TraceSummary>& traces) {
  const RecursiveFunction* largest = nullptr;
  for (const TraceSummary& summary : traces)
    for (const RecursiveFunction& f : summary.recursion)
      if (f.divide_and_conquer() && (!largest || f.activations > largest->activations)) largest = &f;
  return largest;
}

} // namespace unply
