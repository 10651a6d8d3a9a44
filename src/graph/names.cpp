// These texts are in one place, so that the report, the graph and the picture use the same names.
#include "graph/names.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

std::string site_text(const Trace& trace, uint32_t site) {
  const Site& s = trace.sites[site];
  if (s.line == 0) return std::string(trace.text(s.file));
  return fmt::format("{}:{}:{}", trace.text(s.file), s.line, s.column);
}

std::string call_text(const Trace& trace, const PathCall& call) {
  return call.line == 0 ? "" : fmt::format("{}:{}", trace.text(call.file), call.line);
}

std::string region_text(const Trace& trace, uint32_t region) {
  if (region == kNoRegion) return "outside every trace region";
  const Region& r = trace.regions[region];
  if (r.line != 0) return fmt::format("{}:{}", trace.text(r.file), r.line);
  std::string_view label = trace.text(r.label), function = trace.text(r.function);
  return !label.empty()      ? std::string(label)
         : !function.empty() ? std::string(function)
                             : fmt::format("region {}", region);
}

std::string_view edge_variable(const Trace& trace, uint32_t site_from, uint32_t site_to) {
  std::string_view sink = trace.text(trace.sites[site_to].variable);
  return sink.empty() ? trace.text(trace.sites[site_from].variable) : sink;
}

std::vector<std::string_view> edge_variables(const Trace& trace, uint32_t edge) {
  std::vector<std::pair<std::string_view, uint64_t>> bytes_of;
  trace.each_pair(edge, [&](const SitePair& pair) {
    std::string_view name = edge_variable(trace, pair.from, pair.to);
    auto known = std::ranges::find(bytes_of, name, &std::pair<std::string_view, uint64_t>::first);
    if (known == bytes_of.end())
      bytes_of.emplace_back(name, pair.bytes);
    else
      known->second += pair.bytes;
  });
  std::ranges::sort(bytes_of, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::vector<std::string_view> names;
  for (const auto& [name, bytes] : bytes_of)
    if (!name.empty()) names.push_back(name);
  return names;
}

std::string variable_list(const Trace& trace, uint32_t edge) {
  return fmt::format("{}", fmt::join(edge_variables(trace, edge), ", "));
}

std::string_view base_name(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

std::string task_label(const Trace& trace, uint32_t vertex) {
  const Region& region = trace.regions[trace.tasks.region[vertex]];
  std::string_view label = trace.text(region.label);
  if (!label.empty()) return fmt::format("{} {}", vertex + 1, label);
  return fmt::format("{} {}", vertex + 1, base_name(region_text(trace, trace.tasks.region[vertex])));
}

} // namespace unply
