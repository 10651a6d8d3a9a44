// The wording of the report's conclusions.
#include "cli/report/report.h"
#include "graph/names.h"
#include "unply/ring_format.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace unply {

namespace {
// The connections between tasks, ranked by number of edges: names of kinds, variables, pairs of lines.
struct Carriers {
  std::vector<std::string> kinds, variables, pairs;
  uint64_t extensions = 0;
};
} // namespace

static std::vector<std::string> ranked(const std::map<std::string, uint64_t>& edges_of) {
  std::vector<std::pair<uint64_t, std::string>> rows;
  for (const auto& [name, edges] : edges_of) rows.emplace_back(edges, name);
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  std::vector<std::string> names;
  for (auto& row : rows) names.push_back(std::move(row.second));
  return names;
}

static Carriers find_carriers(const Trace& trace, const TraceSummary& summary, KindSet kinds,
                              const SourceQuotes& sources) {
  Carriers carriers;
  std::map<std::string, uint64_t> variables, pairs;
  KindSet present;
  for (const HotDependence& hot : summary.hot) {
    if (!kinds.contains(hot.kind)) continue;
    if (hot.kind == EdgeKind::extension) {
      carriers.extensions += hot.edges;
      continue;
    }
    if (hot.edges == hot.nested) continue; // nobody can or need do anything about them
    present.insert(hot.kind);
    variables[std::string(edge_variable(trace, hot.site_from, hot.site_to))] += hot.edges - hot.nested;
    pairs[fmt::format("from {} to {}", sources.place(trace.sites[hot.site_from]),
                      sources.place(trace.sites[hot.site_to]))] += hot.edges - hot.nested;
  }
  for (EdgeKind kind : kAllEdgeKinds)
    if (present.contains(kind)) carriers.kinds.emplace_back(kind_name(kind));
  variables.erase("");
  carriers.variables = ranked(variables);
  carriers.pairs = ranked(pairs);
  return carriers;
}

static std::vector<std::string_view> views(const std::vector<std::string>& words) {
  return {words.begin(), words.end()};
}

// "flow dependences through u[] from heat.cpp:14 to heat.cpp:14"
static std::string carried_by(const Carriers& carriers) {
  std::string text;
  if (!carriers.kinds.empty()) {
    text = and_list(views(carriers.kinds), 3, "") + " dependences";
    if (!carriers.variables.empty()) text += " through " + and_list(views(carriers.variables), 3, "variables");
    text += carriers.pairs.size() == 1 ? " " + carriers.pairs[0] : ", most " + carriers.pairs[0];
  }
  if (carriers.extensions > 0)
    text +=
        fmt::format("{}{} of nested tasks", text.empty() ? "" : ", and ", count_text(carriers.extensions, "extension"));
  return text;
}

std::string trace_sentence(const Trace& trace, const TraceSummary& summary, KindSet kinds,
                           const SourceQuotes& sources) {
  const Figures& f = summary.figures;
  uint64_t executions = summary.executions.size();
  std::string each = executions > 1 ? fmt::format(" in each of the {} executions", executions) : "";
  if (f.tasks == 0) return "no task instance ran inside it";
  std::string tasks = count_text(f.tasks, "task");
  if (f.vertices > f.tasks) tasks += fmt::format(" ({} vertices with extensions)", f.vertices);
  if (executions > 1) tasks += fmt::format(" over {} executions, one after the other", executions);
  if (f.vertices == 1) return "1 task: nothing can run beside it";
  if (f.completely_parallel && f.completely_serial)
    return fmt::format("{}: one task{}, nothing to run beside it", tasks, each);
  if (f.completely_parallel)
    return executions > 1 ? fmt::format("{}: all tasks{} are independent", tasks, each)
                          : fmt::format("all {} are independent: they could all run at the same time", tasks);
  Carriers carriers = find_carriers(trace, summary, kinds, sources);
  if (f.completely_serial)
    return fmt::format("every task depends on the previous one{}{}: {} in a chain; {}", each,
                       reductions_free_all(summary.reductions)
                           ? fmt::format(", but only to {}", reductions_to_do(summary.reductions))
                           : "",
                       tasks, carried_by(carriers));
  bool even = std::all_of(summary.widths.begin(), summary.widths.end(), [&](uint64_t w) { return w == f.width; });
  std::string shape = even ? fmt::format("{} levels of {}", f.levels, f.width)
                           : fmt::format("{} levels, at most {} wide", f.levels, f.width);
  return fmt::format("{} in {}; {}", tasks, shape, carried_by(carriers));
}

std::vector<std::string> pattern_sentences(const TraceSummary& summary) {
  const Pattern& pattern = summary.pattern.pattern;
  if (pattern.kind == PatternKind::none || pattern.kind == PatternKind::single_task) return {};
  std::string which;
  if (uint64_t executions = summary.executions.size(); executions > 1) {
    which = fmt::format(" of the largest of {} executions, number {}", executions, summary.pattern.execution);
    if (pattern.kind != PatternKind::irregular)
      which += summary.pattern.same == executions ? ", and of all others"
                                                  : fmt::format(", and of {} others", summary.pattern.same - 1);
  }
  std::vector<std::string> sentences = {fmt::format("pattern{}: {}; {}", which, pattern.description, pattern.evidence)};
  for (const PatternPart& part : pattern.parts)
    if (!part.region.empty() && part.pattern.kind != PatternKind::irregular && part.pattern.kind != PatternKind::map)
      sentences.push_back(fmt::format("tasks of {} alone: {}; {}", base_name(part.region), part.pattern.description,
                                      part.pattern.evidence));
  if (reductions_free_all(summary.reductions))
    sentences.push_back(fmt::format("usually run: a parallel loop with {} of {}",
                                    summary.reductions.variables.size() > 1 ? "reductions" : "a reduction",
                                    reduced_names(summary.reductions)));
  else if (!pattern.advice.empty())
    sentences.push_back("usually run: " + pattern.advice);
  return sentences;
}

std::string renaming_sentence(const TraceSummary& summary) {
  const Figures &renamed = summary.figures, &written = summary.all_kinds;
  uint64_t anti = written.edges[1], output = written.edges[2];
  if (anti + output == 0) return "there are no anti or output dependences: every dependence carries a value";
  std::string them = anti == 0     ? count_text(output, "output dependence")
                     : output == 0 ? count_text(anti, "anti dependence")
                                   : fmt::format("{} anti and {} output dependences", anti, output);
  bool one = anti + output == 1;
  if (written.levels == renamed.levels && written.span_ns == renamed.span_ns)
    return fmt::format("the {} {} nothing: span and levels are the same without {}", them,
                       one ? "lengthens" : "lengthen", one ? "it" : "them");
  std::string free = renamed.completely_parallel ? ", completely parallel" : "";
  return fmt::format("the {} {} from reused memory, not from values: as written {} and parallelism {:.1f}, with "
                     "private copies {} and parallelism {:.1f}{}",
                     them, one ? "comes" : "come", count_text(written.levels, "level"), written.parallelism(),
                     count_text(renamed.levels, "level"), renamed.parallelism(), free);
}

std::vector<std::string> coverage_sentences(const Trace& trace) {
  const TraceInfo& info = trace.info;
  auto counter = [&](RingCounter which) { return which < info.counters.size() ? info.counters[which] : uint64_t{0}; };
  std::vector<std::string> sentences;
  if (uint64_t threads = counter(kCountThreads); threads > 1)
    sentences.push_back(
        fmt::format("1 of {} threads is followed; what the others read and write, and their {}, are not "
                    "in the graph",
                    threads, count_text(counter(kCountForeignTasks), "task instance")));
  if (uint64_t forks = counter(kCountForks))
    sentences.push_back(fmt::format("{} not followed", count_text(forks, "forked child process")));
  if (uint64_t others = counter(kCountForeignProcesses))
    sentences.push_back(fmt::format("{} not followed", count_text(others, "other instrumented process")));
  if (uint64_t ends = counter(kCountUnbalancedEnds))
    sentences.push_back(fmt::format("{} without a begin ignored", count_text(ends, "region end")));
  if (uint64_t closed = counter(kCountResynchronised))
    sentences.push_back(
        fmt::format("{} left by longjmp, an exception or exit, and ended there", count_text(closed, "region")));
  if (uint64_t nested = counter(kCountNestedTraces))
    sentences.push_back(
        fmt::format("{} inside another one: the outer one counts", count_text(nested, "trace region execution")));
  if (uint64_t results = counter(kCountHandedOn))
    sentences.push_back(fmt::format("{} of selected functions used by code outside tasks: values that it passes to "
                                    "other tasks are not in the graph, so these tasks may look independent",
                                    count_text(results, "result")));
  if (uint64_t calls = counter(kCountUnseenCallers))
    sentences.push_back(
        fmt::format("{} of selected functions from code that was not seen (through a pointer, or not compiled with "
                    "--tasks): values passed in arguments and results are not in the graph",
                    count_text(calls, "call")));
  if (counter(kCountOverwrites) > 0)
    sentences.push_back(
        "code between tasks overwrote values that tasks had used: dependences through this code are not in the graph; "
        "if they matter, make it a task too, or make its repetitions executions of a trace region");
  if (uint64_t skipped = counter(kCountSignalsInside))
    sentences.push_back(fmt::format("{} in signal handlers not seen", count_text(skipped, "access")));
  auto has_line = [](const Site& site) { return site.line != 0; };
  if (trace.sites.size() > 1 && std::none_of(trace.sites.begin(), trace.sites.end(), has_line))
    sentences.push_back("accesses have no source lines and variables: the program was compiled without -g");
  for (const std::string& note : info.notes) sentences.push_back(note);
  return sentences;
}

} // namespace unply
