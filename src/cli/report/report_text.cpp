// Text output of the report: the run, the task regions, then for each trace region the sentence, the figures, the
// critical path and the most important dependences; at the end how each claim is known, and the next command.
#include "cli/pair_calls.h"
#include "cli/report/fold_repeats.h"
#include "cli/report/report.h"
#include "cli/time_doubts.h"
#include "cli/unseen_calls.h"
#include "graph/names.h"
#include "graph/text_output.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace unply {

namespace {
using Align = TextTable::Align;

class Writer {
public:
  Writer(const Trace& trace, const ReportOptions& options, SourceQuotes& sources, const Style& style)
      : trace_(trace), options_(options), sources_(sources), style_(style) {}
  std::string text(const std::vector<TraceSummary>& traces);

private:
  void header();
  void field(std::string_view name, std::string_view value);
  void region_table(const std::vector<TraceSummary>& traces);
  void trace_region(const TraceSummary& summary);
  void figures(const TraceSummary& summary);
  std::string time(uint64_t time_ns, uint64_t measured_ns) const;
  void independent(const TraceSummary& summary);
  void dependences(const TraceSummary& summary);
  void critical_path(const TraceSummary& summary);
  std::vector<uint32_t> path_words(const TraceSummary& summary) const;
  void path_part(const TraceSummary& summary, size_t first, size_t period, size_t times);
  void hottest(const TraceSummary& summary);
  void quote(std::string_view role, uint32_t site, const ReachedSite* reached, bool first);
  void footer(const std::vector<TraceSummary>& traces);
  void paragraph(std::string_view words, size_t indent = 2) {
    out_ += wrapped(words, indent, indent + 2, options_.width);
  }

  const Trace& trace_;
  const ReportOptions& options_;
  SourceQuotes& sources_;
  const Style& style_;
  std::string out_;
};

void Writer::field(std::string_view name, std::string_view value) {
  out_ += field_text(name, value, options_.width, style_);
}

void Writer::header() {
  const TraceInfo& info = trace_.info;
  std::string command = info.program;
  for (const std::string& argument : info.arguments) command += " " + argument;
  field("program", valid_utf8(command));
  for (const auto& [name, value] : info.parameters) field("parameter", fmt::format("{} = {}", name, value));
  std::string when = fmt::format("{}, {}", info.started_at.empty() ? "at an unknown time" : info.started_at,
                                 duration_text(info.duration_ns));
  if (!info.machine.empty()) when += fmt::format(", on {}", info.machine);
  if (!info.cpu.empty()) when += fmt::format(" ({}, {})", info.cpu, count_text(info.cores, "core"));
  field("recorded", when);
  if (info.complete)
    field("complete", info.exit_signal != 0 ? fmt::format("yes, the program ended by signal {}", info.exit_signal)
                                            : fmt::format("yes, exit status {}", info.exit_status));
  else
    out_ += style_.warning(
        wrapped(fmt::format("complete   no: {}; results are valid up to that point",
                            info.incomplete_why.empty() ? "the recording ends early" : info.incomplete_why),
                0, 11, options_.width));
  if (std::string unseen = unseen_sentence(info); !unseen.empty())
    out_ += style_.warning(wrapped(
        fmt::format(
            "not seen   {}: their reads and writes inside tasks are missing below, and so are their dependences",
            unseen.substr(0, unseen.rfind(" w"))),
        0, 11, options_.width));
  for (const std::string& sentence : coverage_sentences(trace_)) field("followed", sentence);
}

void Writer::region_table(const std::vector<TraceSummary>& traces) {
  uint64_t all_ns = 0;
  for (const TraceSummary& summary : traces) all_ns += summary.figures.work_ns;
  TextTable table({Align::left, Align::left, Align::left, Align::right, Align::right, Align::right, Align::right});
  table.add({"task region", "function", "in trace", "instances", "work", "share", "tracing cost"});
  for (const TraceSummary& summary : traces)
    for (const TaskRegionSummary& row : summary.regions) {
      const Region& region = trace_.regions[row.region];
      std::string name = sources_.region(row.region);
      std::string_view label = trace_.text(region.label);
      if (!label.empty() && label != name) name += fmt::format(" '{}'", label);
      table.add({name, shortened(trace_.text(region.function), kLongestName), std::to_string(summary.id),
                 std::to_string(row.instances), time(row.work_ns, row.measured_ns), percent_text(row.work_ns, all_ns),
                 duration_text(row.measured_ns - row.work_ns)});
    }
  out_ += "\n" + table.text(0, style_);
}

void Writer::figures(const TraceSummary& summary) {
  const Figures &f = summary.figures, &all = summary.all_kinds;
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::right});
  const bool bounds = times_are_bounds(trace_.info);
  auto row = [&](std::string name, const Figures& x, bool measured) {
    table.add({std::move(name), time(measured ? x.measured_work_ns : x.work_ns, x.measured_work_ns),
               time(measured ? x.measured_span_ns : x.span_ns, x.measured_span_ns),
               fmt::format("{}{:.2f}", bounds ? "~" : "", measured ? x.measured_parallelism() : x.parallelism()),
               std::to_string(x.levels), std::to_string(x.width)});
  };
  table.add({"counting dependences", "work", "span", "parallelism", "levels", "width"});
  bool renamed = options_.kinds == KindSet::after_renaming();
  row(renamed ? "flow, extension: after renaming" : options_.kinds.names(", "), f, false);
  if (options_.kinds != KindSet::all()) row("all: as written", all, false);
  if (!bounds) row("first row, tracing cost left in", f, true);
  out_ += table.text(2, style_);
  if (bounds) paragraph("what follows < or ~ " + bounds_sentence());
}

// The times of a run with access hooks are upper bounds, and no better values exist.
std::string Writer::time(uint64_t time_ns, uint64_t measured_ns) const {
  return times_are_bounds(trace_.info) ? "<" + duration_text(measured_ns) : duration_text(time_ns);
}

void Writer::independent(const TraceSummary& summary) {
  const IndependentBounds& bounds = summary.independent;
  if (bounds.lower <= summary.figures.width) return;
  std::string count = bounds.proven() ? fmt::format("{} tasks, and no more,", bounds.lower)
                                      : fmt::format("{} to {} tasks", bounds.lower, bounds.upper);
  std::string kinds;
  if (options_.kinds != KindSet::after_renaming()) kinds = fmt::format(" --kinds {}", options_.kinds.names(","));
  paragraph(fmt::format("{} are independent of each other, counting across levels: unply independent {}{} --trace {}",
                        count, options_.file, kinds, summary.id));
}

void Writer::dependences(const TraceSummary& summary) {
  const KindCounts& edges = summary.figures.edges;
  std::string words =
      fmt::format("dependences: {} flow, {} anti, {} output, {} extension", edges[0], edges[1], edges[2], edges[3]);
  const KindCounts& elsewhere = summary.edges_from_elsewhere;
  if (elsewhere[0] + elsewhere[1] + elsewhere[2] > 0)
    words += fmt::format("; from other executions, not counted above: {} flow, {} anti, {} output", elsewhere[0],
                         elsewhere[1], elsewhere[2]);
  paragraph(words);
  if (options_.kinds == KindSet::after_renaming()) paragraph("renaming: " + renaming_sentence(summary));
}

void Writer::critical_path(const TraceSummary& summary) {
  if (summary.path.empty()) return;
  uint64_t steps = 0, span_ns = 0;
  for (const PathRun& run : summary.path) steps += run.steps, span_ns += run.work_ns;
  std::string which = summary.executions.size() > 1
                          ? fmt::format(" (of its longest execution, number {})", summary.path_execution)
                          : "";
  const bool bounds = times_are_bounds(trace_.info);
  paragraph(fmt::format("critical path: {}{}{}", count_text(steps, "task"), bounds ? "" : ", " + duration_text(span_ns),
                        which));
  std::vector<Fold> folds = fold_repeats(path_words(summary));
  size_t most = std::max<size_t>(options_.top, 1) * 2, lines = 0, shown = 0, parts = 0;
  for (; shown < folds.size() && (lines == 0 || lines + folds[shown].period <= most); ++shown) {
    const Fold& fold = folds[shown];
    if (fold.times > 1) paragraph(fmt::format("{} times in turn:", fold.times), 4);
    for (size_t i = fold.first; i < fold.first + fold.period; ++i) path_part(summary, i, fold.period, fold.times);
    lines += fold.period;
  }
  for (size_t i = shown; i < folds.size(); ++i) parts += folds[i].period * folds[i].times;
  if (parts > 0)
    paragraph(fmt::format("and {} (--top {} shows all)", count_text(parts, "more part"), (summary.path.size() + 1) / 2),
              4);
}

// A number for each part of the path, the same for those whose lines differ in times and steps alone.
std::vector<uint32_t> Writer::path_words(const TraceSummary& summary) const {
  std::map<std::tuple<uint32_t, int, uint32_t, uint32_t, std::string>, uint32_t> known;
  std::vector<uint32_t> words;
  const EdgeColumns& edges = trace_.edges;
  for (const PathRun& run : summary.path) {
    uint32_t e = run.first_edge;
    auto key = std::tuple(run.region, -1, 0u, 0u, std::string());
    if (e != kNoEdge)
      key = {run.region, static_cast<int>(edges.kind[e]), run.same_sites ? edges.site_from[e] : 0,
             run.same_sites ? edges.site_to[e] : 0, variable_list(trace_, e)};
    words.push_back(known.try_emplace(std::move(key), static_cast<uint32_t>(known.size())).first->second);
  }
  return words;
}

// Part `first` of the path and those that repeat it, every `period` parts.
void Writer::path_part(const TraceSummary& summary, size_t first, size_t period, size_t times) {
  const PathRun& run = summary.path[first];
  uint64_t least = run.steps, most = run.steps, work_ns = 0;
  for (size_t k = 0; k < times; ++k) {
    const PathRun& each = summary.path[first + k * period];
    least = std::min(least, each.steps), most = std::max(most, each.steps), work_ns += each.work_ns;
  }
  std::string line = sources_.region(run.region);
  if (most > 1) line += least == most ? fmt::format(" x{}", most) : fmt::format(" x{} to x{}", least, most);
  if (!times_are_bounds(trace_.info)) line += fmt::format(", {}{}", duration_text(work_ns), times > 1 ? " in all" : "");
  if (uint32_t e = run.first_edge; e != kNoEdge) {
    const EdgeColumns& edges = trace_.edges;
    std::vector<std::string_view> variables = edge_variables(trace_, e);
    line += fmt::format(": {} waits on {} {} dependence", most > 1 ? "each" : "it",
                        edges.kind[e] == EdgeKind::flow ? "a" : "an", kind_name(edges.kind[e]));
    if (!variables.empty()) line += fmt::format(" through {}", and_list(variables, 4, "variables"));
    if (run.same_sites && edges.site_to[e] != 0)
      line += fmt::format(", {} to {}", sources_.place(trace_.sites[edges.site_from[e]]),
                          sources_.place(trace_.sites[edges.site_to[e]]));
  }
  paragraph(line, times > 1 ? 6 : 4);
}

// first: reached so at first, which says nothing of later accesses.
void Writer::quote(std::string_view role, uint32_t site, const ReachedSite* reached, bool first) {
  const Site& s = trace_.sites[site];
  std::string line = fmt::format("      {} {}", role, sources_.place(s));
  if (s.line != 0 && s.column != 0) line += fmt::format(":{}", s.column);
  if (auto source = sources_.line(s.file, s.line)) {
    size_t room = options_.width > line.size() + 8 ? options_.width - line.size() - 3 : 5;
    line += " " + style_.dim("| " + cut_text(valid_utf8(*source), room));
  }
  out_ += line + "\n";
  std::string by = first ? "        first reached by " : "        reached by ";
  std::string calls =
      !reached ? "" : calls_text(trace_, *reached, sources_, options_.width - std::min(options_.width, by.size()));
  if (!calls.empty())
    out_ += by + calls + "\n";
  else if (s.inlined_line != 0 && !reached)
    out_ += fmt::format("        called from {}:{}\n", sources_.file(s.inlined_file), s.inlined_line);
}

void Writer::hottest(const TraceSummary& summary) {
  if (summary.hot.empty() || options_.top == 0) return;
  paragraph("hottest dependences (steps of the critical path they bind, edges, bytes)");
  size_t shown = std::min(summary.hot.size(), options_.top);
  std::vector<uint32_t> regions;
  for (const TaskRegionSummary& row : summary.regions) regions.push_back(row.region);
  for (size_t i = 0; i < shown; ++i) {
    const HotDependence& hot = summary.hot[i];
    std::string_view variable = edge_variable(trace_, hot.site_from, hot.site_to);
    std::string binds = options_.kinds.contains(hot.kind)
                            ? fmt::format("{} of {}", hot.binds, count_text(summary.path_steps, "step"))
                            : "removed by renaming";
    if (!options_.kinds.contains(hot.kind) && options_.kinds != KindSet::after_renaming()) binds = "not counted";
    out_ += fmt::format("    {}{}{}: {}, {}, {}\n", style_.bold(kind_name(hot.kind)), variable.empty() ? "" : " ",
                        variable, binds, count_text(hot.edges, "edge"), count_text(hot.bytes, "byte"));
    if (hot.kind == EdgeKind::extension) continue;
    PairCalls calls = calls_of_pair(trace_, hot.kind, hot.site_from, hot.site_to, regions);
    quote(hot.kind == EdgeKind::anti ? "read   " : "written", hot.site_from, calls.from, true);
    quote(hot.kind == EdgeKind::flow ? "read   " : "written", hot.site_to, calls.to, calls.to_is_first);
  }
  if (summary.hot.size() > shown)
    paragraph(fmt::format("and {} (--top {} shows all)", count_text(summary.hot.size() - shown, "more pair"),
                          summary.hot.size()),
              4);
}

void Writer::trace_region(const TraceSummary& summary) {
  std::string title;
  if (summary.region == kNoRegion) {
    title = "tasks outside every trace region";
  } else {
    const Region& region = trace_.regions[summary.region];
    title = fmt::format("trace {}: {}", summary.id, sources_.region(summary.region));
    if (std::string_view function = trace_.text(region.function); !function.empty())
      title += fmt::format(" in {}", shortened(function, kLongestName));
    title += fmt::format(", {}", count_text(summary.executions.size(), "execution"));
    if (summary.duration_ns > 0)
      title += fmt::format(", {}{}", duration_text(summary.duration_ns), trace_.info.simulated ? "" : " with tracing");
  }
  out_ += "\n" + style_.bold(wrapped(title, 0, 4, options_.width));
  paragraph(trace_sentence(trace_, summary, options_.kinds, sources_));
  for (const std::string& sentence : pattern_sentences(summary)) paragraph(sentence);
  for (const RecursiveFunction& f : summary.recursion) {
    std::vector<std::string> sentences = recursion_sentences(trace_, f, sources_, times_are_bounds(trace_.info));
    paragraph("recursion: " + sentences[0]);
    for (size_t i = 1; i < sentences.size(); ++i) paragraph(sentences[i], 4);
  }
  if (std::string sentence = reduction_sentence(trace_, summary, sources_); !sentence.empty())
    paragraph("reduction: " + sentence);
  if (std::string unseen = unseen_sentence(trace_.info); !unseen.empty()) paragraph("as far as seen: " + unseen);
  if (summary.figures.tasks == 0) return;
  out_ += "\n";
  figures(summary);
  independent(summary);
  out_ += "\n";
  dependences(summary);
  out_ += "\n";
  critical_path(summary);
  out_ += "\n";
  hottest(summary);
}

void Writer::footer(const std::vector<TraceSummary>& traces) {
  const TraceInfo& info = trace_.info;
  out_ += "\n";
  if (!sources_.changed_files().empty())
    field("note", fmt::format("{} changed after the recording: quoted lines may differ",
                              fmt::join(sources_.changed_files(), ", ")));
  if (info.simulated) {
    field("known", "this is no recording: tasks, dependences and times are those that were simulated; levels and "
                   "critical paths are checked again before printing");
    field("next:", next_command(trace_, traces, options_));
    return;
  }
  field("known", "dependences, levels and critical paths are observed on this one execution, exact to the byte, and "
                 "checked again before printing; other inputs may bring others");
  std::string cost = info.hook_ns > 0 ? fmt::format(" ({:.1f} ns for an access, {:.1f} ns for a task instance)",
                                                    info.hook_ns, info.task_ns)
                                      : "";
  if (times_are_bounds(trace_.info))
    field("", "times of tasks are upper bounds, which contain the tracing cost");
  else
    field("", fmt::format("times are {}; the tracing cost in them is estimated{} and subtracted",
                          trace_.tasks.most_ns.empty() ? "measured once" : "those of repeated runs", cost));
  field("next:", next_command(trace_, traces, options_));
}

std::string Writer::text(const std::vector<TraceSummary>& traces) {
  header();
  region_table(traces);
  for (const TraceSummary& summary : traces) trace_region(summary);
  footer(traces);
  return std::move(out_);
}
} // namespace

std::string report_text(const ExecutionGraph& graph, const std::vector<TraceSummary>& traces,
                        const ReportOptions& options, SourceQuotes& sources, const Style& style) {
  return Writer(graph.trace(), options, sources, style).text(traces);
}

} // namespace unply
