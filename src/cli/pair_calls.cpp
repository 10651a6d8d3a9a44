#include "cli/pair_calls.h"
#include "cli/text_style.h"
#include "graph/names.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

PairCalls calls_of_pair(const Trace& trace, EdgeKind kind, uint32_t site_from, uint32_t site_to,
                        const std::vector<uint32_t>& regions) {
  const CallPaths& paths = trace.call_paths;
  auto first_at = [&](uint32_t site) {
    const ReachedSite* found = nullptr;
    for (size_t i = 0; i < regions.size() && !found; ++i) found = paths.first_in(regions[i], site);
    return found;
  };
  auto listed = [&](uint32_t region) { return std::ranges::find(regions, region) != regions.end(); };
  for (const ReachedSite& to : paths.of_pair(kind, site_from, site_to)) {
    if (!listed(to.region)) continue;
    // The example may begin in another execution, whose edges are not listed.
    return {listed(to.region_from) ? paths.first_in(to.region_from, site_from) : first_at(site_from), &to, false};
  }
  return {first_at(site_from), first_at(site_to), true};
}

static std::string call_words(const Trace& trace, const PathCall& call, const SourceQuotes& sources) {
  std::string function = shortened(trace.text(call.function), kLongestName);
  return call.line == 0 ? function : fmt::format("{} ({}:{})", function, sources.file(call.file), call.line);
}

// Where there is no room for all calls, those next to the access go.
std::string calls_text(const Trace& trace, const ReachedSite& reached, const SourceQuotes& sources, size_t width) {
  std::span<const PathCall> calls = trace.call_paths.at(reached.path);
  if (calls.empty()) return "";
  std::string text = calls[0].line == 0 ? call_words(trace, calls[0], sources)
                                        : fmt::format("{}:{}", sources.file(calls[0].file), calls[0].line);
  std::string_view function = trace.text(trace.sites[reached.site].function);
  std::string end = fmt::format(" -> {}", shortened(function, kLongestName));
  for (size_t i = 1; i < calls.size(); ++i) {
    std::string next = calls[i].left_out ? fmt::format(" -> {}", count_text(calls[i].left_out, "more call")) : "";
    next += " -> " + call_words(trace, calls[i], sources);
    std::string rest = fmt::format(" -> {}", count_text(calls.size() - i, "more call"));
    size_t needed = text.size() + next.size() + end.size() + (i + 1 < calls.size() ? rest.size() : 0);
    if (needed > width) {
      text += rest;
      break;
    }
    text += next;
  }
  return text + end;
}

} // namespace unply
