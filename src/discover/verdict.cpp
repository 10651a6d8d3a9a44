#include "discover/verdict.h"
#include <fmt/format.h>

namespace unply {

const char* verdict_name(Verdict verdict) {
  static constexpr const char* kNames[] = {"doall",    "reduction", "doacross", "guarded",
                                           "pipeline", "serial",    "few",      "never"};
  return kNames[static_cast<size_t>(verdict)];
}

std::string distance_text(uint64_t least, uint64_t most, bool exact) {
  if (least == most) return fmt::format("distance {}{}", exact ? "" : "about ", least);
  return fmt::format("distance {}{} to {}", exact ? "" : "within ", least, most);
}

// "bits/move.h" of the standard library's, however the compiler came to it.
static std::string_view shown_file(std::string_view path) {
  constexpr std::string_view kHeaders = "/include/c++/";
  const size_t at = path.find(kHeaders);
  if (at == std::string_view::npos) return path;
  const size_t version_end = path.find('/', at + kHeaders.size());
  return version_end == std::string_view::npos ? path : path.substr(version_end + 1);
}

std::string dependence_words(const Trace& trace, StringId file, EdgeKind kind, uint32_t site_from, uint32_t site_to) {
  static constexpr const char* kKinds[] = {"flow", "anti", "output", "extension"};
  auto place = [&](uint32_t number) {
    const Site& site = trace.sites[number];
    if (site.line == 0) return std::string("an unknown place");
    if (site.file == file) return fmt::format("line {}", site.line);
    return fmt::format("{}:{}", shown_file(trace.text(site.file)), site.line);
  };
  std::string_view name = trace.text(trace.sites[site_to].variable);
  if (name.empty()) name = trace.text(trace.sites[site_from].variable);
  return fmt::format("{} through {} from {} to {}", kKinds[static_cast<size_t>(kind)],
                     name.empty() ? "memory without a name" : name, place(site_from), place(site_to));
}

std::string dependence_text(const SourceLoops& loops, const SourceLoop& loop, const LoopDependence& row) {
  std::string text = dependence_words(loops.trace(), loop.file, row.kind, row.site_from, row.site_to);
  if (row.carried == Carried::carried) text += ", " + distance_text(row.min_distance, row.max_distance, row.exact);
  return text;
}

std::string evidence_text(const SourceLoops& loops, const SourceLoop& loop, const LoopVerdict& verdict) {
  const Trace& trace = loops.trace();
  if (verdict.verdict == Verdict::never) return "never executed";
  if (verdict.proven) return "proven";
  const size_t all = trace.info.input_count(), ran = all == 1 ? 1 : loop.inputs;
  return fmt::format("observed {}on {}{} input{}, {} iteration{}", trace.loops.lost == 0 ? "" : "in part ",
                     ran == all ? "" : fmt::format("{} of ", ran), all, all == 1 ? "" : "s", loop.iterations,
                     loop.iterations == 1 ? "" : "s");
}

std::string loss_text(const LoopProfile& profile) {
  if (profile.lost == 0) return "";
  return fmt::format("the loop profile had no room for a loop, a dependence or a call, {} time{}: a loop may be called "
                     "parallel although its iterations depend on each other",
                     profile.lost, profile.lost == 1 ? "" : "s");
}

} // namespace unply
