// Each page is the default output of the verb, so page and terminal never differ.
#include "cli/view/recording_pages.h"
#include "cli/bound/bound.h"
#include "cli/quotient/quotient_report.h"
#include "cli/report/report.h"
#include "cli/site_roles.h"
#include "graph/load_trace.h"
#include "graph/write_graph.h"
#include "trace/event_file.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {
constexpr size_t kWidth = 100;

template <class Write> std::string text_of(Write write) {
  std::string text;
  TextOutput out(text);
  write(out);
  (void)out.finish(); // into memory
  return text;
}

ViewPage page_of(const char* kind, const char* title) {
  return {.kind = kind, .title = title, .json = "", .svg = "", .text = "", .note = ""};
}

std::string sentence(const Error& error) { return error.hint.empty() ? error.what : error.what + "; " + error.hint; }

std::string too_large(uint32_t tasks, uint32_t most, const std::string& command) {
  return fmt::format("{} tasks, more than the {} that a page is made for: {}", tasks, most, command);
}

ViewPage report_page(const ExecutionGraph& graph, const std::string& file) {
  ViewPage page = page_of("report", "Report");
  if (graph.vertices() > kPageReportTasks) {
    page.note = too_large(graph.vertices(), kPageReportTasks, "unply report " + file);
    return page;
  }
  ReportOptions options;
  options.file = file;
  options.width = kWidth;
  auto traces = summarise(graph, options.kinds);
  if (traces)
    for (TraceSummary& summary : *traces)
      summary.recursion = find_recursion(graph, summary.executions, site_roles(graph.trace(), file));
  if (!traces) {
    page.note = sentence(traces.error());
    return page;
  }
  SourceQuotes sources(graph.trace(), file, true);
  page.text = report_text(graph, *traces, options, sources, Style::plain());
  page.json = report_json(graph, *traces, options);
  return page;
}

ViewPage graph_page(const ExecutionGraph& graph, const std::string& file) {
  ViewPage page = page_of("graph", "Graph");
  GraphSelection selection;
  page.svg = text_of([&](TextOutput& out) { write_svg(graph, selection, out); });
  if (graph.vertices() <= kPageJsonTasks && graph.edges() <= kPageJsonEdges)
    page.json = text_of([&](TextOutput& out) { write_json(graph, selection, out); });
  if (graph.vertices() > kDrawnVertices || graph.edges() > kDrawnEdges)
    page.note = fmt::format("{} and {} are too many to draw: a bar for each level; the quotient draws interchangeable "
                            "tasks as one, and unply graph {} writes all of them",
                            count_text(graph.vertices(), "task"), count_text(graph.edges(), "dependence"), file);
  return page;
}

ViewPage quotient_page(const ExecutionGraph& graph, const std::string& file) {
  ViewPage page = page_of("quotient", "Quotient");
  if (graph.vertices() > kPageQuotientTasks) {
    page.note = too_large(graph.vertices(), kPageQuotientTasks, "unply quotient " + file);
    return page;
  }
  QuotientOptions options;
  options.limit_s = kPageSearchSeconds;
  options.width = kWidth;
  auto input = load_graph(file, options.choice);
  auto report = input ? find_quotient(std::move(*input), options) : std::unexpected(input.error());
  if (!report) {
    page.note = sentence(report.error());
    return page;
  }
  page.text = quotient_text(*report, Style::plain());
  page.svg = text_of([&](TextOutput& out) { quotient_svg(*report, out); });
  page.json = text_of([&](TextOutput& out) { quotient_json(*report, out); });
  return page;
}

ViewPage curve_page(const ExecutionGraph& graph, const std::string& file) {
  ViewPage page = page_of("curve", "Speedup curve");
  if (graph.vertices() > kPageCurveTasks) {
    page.note = too_large(graph.vertices(), kPageCurveTasks, "unply bound " + file);
    return page;
  }
  BoundAnswer answer;
  answer.request.schedulers = {find_scheduler("hlfet")};
  auto input = load_bound_input(file, answer.choice);
  Result<void> drawn = {};
  if (input) answer.input = std::move(*input), drawn = find_curve(answer);
  if (!input || !drawn) {
    page.note = sentence(input ? drawn.error() : input.error());
    return page;
  }
  page.text = bound_text(answer, Style::plain());
  page.svg = text_of([&](TextOutput& out) { write_bound_svg(answer, out); });
  page.json = bound_json(answer);
  return page;
}

// The graph of a parallel run is made of one thread; workers of a team are known without reading their events.
bool ran_workers(const std::string& path) {
  auto events = has_events(path);
  if (!events || !*events) return false;
  auto file = EventFile::open(path);
  auto is_worker = [](const EventThread& thread) { return thread.kind == kThreadOpenmp; };
  return !file || std::ranges::any_of(file->threads(), is_worker);
}
} // namespace

std::vector<ViewPage> pages_of_recording(const std::string& file, uint64_t events, size_t lanes) {
  if (events > kPageEvents && lanes > 1) return {};
  if (events > kPageEvents) {
    ViewPage page = page_of("report", "Report");
    page.note =
        fmt::format("{} events, more than the {} that pages are made of: unply report {}, if it ran OpenMP tasks",
                    events, kPageEvents, file);
    return {page};
  }
  if (ran_workers(file)) return {};
  auto trace = load_trace(file);
  if (!trace || trace->info.simulated || trace->tasks.size() == 0) return {};
  auto graph = ExecutionGraph::build(std::move(*trace));
  if (!graph) {
    ViewPage page = page_of("report", "Report");
    page.note = sentence(graph.error());
    return {page};
  }
  return {report_page(*graph, file), graph_page(*graph, file), quotient_page(*graph, file), curve_page(*graph, file)};
}

} // namespace unply
