// Statements that the skeleton runs at another time than the function does, held against the recorded dependences: what
// runs before the first call must not use values that an earlier call changed, and what runs again behind the last call
// must still find the values it read.
#include "cli/site_roles.h"
#include "cli/skeleton/skeleton.h"
#include "graph/names.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

static bool in_lines(const Site& site, const std::pair<uint32_t, uint32_t>& lines) {
  return site.line >= lines.first && site.line <= lines.second;
}

static std::string variable_text(const Trace& trace, uint32_t from, uint32_t to) {
  std::string_view variable = edge_variable(trace, from, to);
  return variable.empty() ? "memory" : std::string(variable);
}

// A value that a call wrote, read by a statement that moves in front of the call.
static Result<void> check_uses(const Trace& trace, const RecordedRecursion& recursion, StringId file,
                               const SkeletonParts& parts, std::vector<std::string>& notes) {
  bool elsewhere = false;
  for (const CallDependence& use : recursion.found.uses) {
    const Site& to = trace.sites[use.site_to];
    bool here = to.file == file;
    elsewhere |= !here;
    for (const auto& lines : parts.moved_lines)
      if (here && in_lines(to, lines))
        return fail(
            fmt::format(
                "{}: line {} reads {}, which an earlier call wrote (line {}): a later call cannot begin before it",
                recursion.name, to.line, variable_text(trace, use.site_from, use.site_to),
                trace.sites[use.site_from].line),
            "the calls of an activation must not depend on each other");
  }
  if (elsewhere && !parts.moved_lines.empty())
    notes.push_back(fmt::format(
        "lines {}-{} run before the first call, and the recording does not say whether functions that they call "
        "read what calls change: --check compares results",
        parts.moved_lines.front().first, parts.moved_lines.back().second));
  return {};
}

// Read by the statements around the calls, and changed by a call.
static Result<void> check_replay(const ExecutionGraph& graph, const RecordedRecursion& recursion, StringId file,
                                 const SkeletonParts& parts) {
  const Trace& trace = graph.trace();
  RecursionTree tree = recursion_tree(graph, recursion.executions, recursion.found.region);
  Result<void> found;
  graph.each_edge([&](uint32_t e, uint32_t to) {
    if (!found || trace.edges.kind[e] != EdgeKind::anti || !graph.within_one_execution(e, to)) return;
    uint32_t above = tree.of_vertex[trace.edges.from[e]], below = tree.of_vertex[to];
    if (above == kNoActivation || below == kNoActivation || below <= above || below >= tree.activations[above].end)
      return;
    trace.each_pair(e, [&](const SitePair& pair) {
      const Site& from = trace.sites[pair.from];
      if (from.file != file || !in_lines(from, parts.group_lines) || trace.sites[pair.to].file != file) return;
      std::string_view variable = edge_variable(trace, pair.from, pair.to);
      if (variable.empty()) return; // memory of results
      found = fail(fmt::format("{}: line {} reads {}, which calls change (line {}): the statements around the calls "
                               "cannot run again behind them",
                               recursion.name, from.line, variable, trace.sites[pair.to].line),
                   "read it into a variable before the first call");
    });
  });
  return found;
}

Result<void> check_moves(const ExecutionGraph& graph, const RecordedRecursion& recursion, const SkeletonParts& parts,
                         std::vector<std::string>& notes) {
  const Trace& trace = graph.trace();
  StringId file = trace.regions[recursion.found.region].file;
  TRY(check_uses(trace, recursion, file, parts, notes));
  if (parts.replayed) return check_replay(graph, recursion, file, parts);
  return {};
}

} // namespace unply
