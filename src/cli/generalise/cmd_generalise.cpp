// unply generalise: fits functions of the size to recordings of one program, and predicts other sizes. One recording is
// in memory at a time.
#include "cli/command.h"
#include "cli/generalise/generalise.h"
#include "cli/kinds_option.h"
#include "cli/progress.h"
#include "graph/load_trace.h"
#include "graph/read_json.h"
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <set>

namespace unply {

namespace {

constexpr const char* kGeneraliseFooter =
    "A count is called exact if a closed form gives it at all sizes, also after leaving out any one of them, and is\n"
    "much shorter than the numbers themselves. This is induction from examples, not a proof. Counts without a form, "
    "and\n"
    "all times, are estimated by one term c n^a log2(n)^b and a constant, with an interval of 95 %.\n"
    "\n"
    "Sizes come from --param here, from unply record --param, or from the numbers that differ in the command lines\n"
    "(arg1, arg2, ...).\n"
    "\n"
    "Exit codes: 0 printed; 2 usage, unreadable or incomplete recording, fewer than two sizes.\n"
    "\n"
    "Examples:\n"
    "  unply generalise run16.trace run32.trace run64.trace run128.trace\n"
    "  unply generalise --at nx=1000,nt=500 heat-*.trace\n"
    "  unply generalise --param n=16,32,64 a.trace b.trace c.trace";

bool is_json(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<uint8_t> head(64);
  file.read(reinterpret_cast<char*>(head.data()), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<size_t>(file.gcount()));
  return looks_like_json(head);
}

// Reads one recording, measures it and lets go of its graph.
Result<SizedRecording> measure(const std::string& path, const QuantityOptions& options, TraceInfo& info) {
  if (is_json(path))
    return fail(fmt::format("{}: a graph in JSON, expected a recording", path),
                "give the .trace files that unply record wrote: they hold sizes, times and executions");
  auto trace = load_trace(path);
  if (!trace) return error_of(trace);
  info = trace->info;
  auto graph = ExecutionGraph::build(std::move(*trace));
  if (!graph) return std::unexpected(graph.error().about(path));
  if (graph->vertices() == 0) return std::unexpected(no_tasks(path, graph->trace()));
  if (!info.complete)
    return fail(fmt::format("{}: incomplete ({}), so its counts are too small", path,
                            info.incomplete_why.empty() ? "the recording ends early" : info.incomplete_why),
                "leave it out, or record again");
  auto regions = measure_regions(*graph, options);
  if (!regions) return std::unexpected(regions.error().about(path));
  return SizedRecording{{}, std::move(*regions)};
}

void add_notes(Generalised& result) {
  constexpr size_t kFewSizes = 3; // and one more for each further parameter
  const std::set<Sizes> distinct(result.table.sizes.begin(), result.table.sizes.end());
  if (distinct.size() < kFewSizes + result.table.names.size())
    result.table.notes.push_back(
        fmt::format("only {} different sizes: more sizes make forms more certain", distinct.size()));
  const TraceInfo& first = result.files[0].info;
  for (const SizedFile& file : result.files)
    if (file.info.program != first.program) {
      result.table.notes.push_back(
          fmt::format("the recordings are of different programs: {} and {}", first.program, file.info.program));
      break;
    }
}

} // namespace

int cmd_generalise(int argc, char** argv) {
  std::vector<std::string> paths, given, at;
  std::string kinds;
  bool json = false, no_classes = false;
  QuantityOptions options;
  Generalised result;
  CLI::App app("Fits tasks, dependences, levels, width, classes, work and span as functions of the size, from several "
               "recordings.");
  app.add_option("FILE", paths, "recordings of one program at different sizes")->required();
  app.add_option("--param", given, "NAME=VALUE,VALUE,...: a size, its value in each recording in the order given")
      ->allow_extra_args(false);
  app.add_option("--at", at, "NAME=VALUE[,NAME=VALUE]: predict this size; may be repeated")->allow_extra_args(false);
  app.add_flag("--json", json, "machine-readable output: JSON on standard output");
  app.add_option("--kinds", kinds, "dependences to count: flow,anti,output,extension or all (default flow,extension)");
  app.add_flag("--no-classes", no_classes, "do not search for symmetries");
  app.add_option("--limit", options.classes_limit_s, "seconds for the symmetries of one recording (default 10)")
      ->check(CLI::Range(0., 1e6));
  app.add_option("--width", result.width, "width of the text (default: the terminal's, else 100)")
      ->check(CLI::Range(40, 10000));
  app.footer(kGeneraliseFooter);
  result.width = terminal_width();
  if (int status = parse_command_line(app, argc, argv); status >= 0) return status;
  options.classes = !no_classes;
  if (!kinds.empty()) {
    auto parsed = parse_kinds(kinds);
    if (!parsed) return print_error(parsed.error());
    options.kinds = *parsed;
  }
  if (paths.size() < 2)
    return print_error({fmt::format("{}: one recording, expected at least two of different sizes", paths[0]),
                        "five or more sizes distinguish most forms"});

  std::vector<SizedRecording> recordings;
  for (const std::string& path : paths) {
    result.files.push_back({path, {}});
    auto recording = [&] {
      Progress progress("measuring " + path);
      return measure(path, options, result.files.back().info);
    }();
    if (!recording) return print_error(recording.error());
    recordings.push_back(std::move(*recording));
  }
  auto table = find_sizes(result.files, given);
  if (!table) return print_error(table.error());
  result.table = std::move(*table);
  for (const std::string& text : at) {
    auto sizes = parse_at(text, result.table);
    if (!sizes) return print_error(sizes.error());
    result.at.push_back(std::move(*sizes));
  }
  add_notes(result);
  for (size_t i = 0; i < recordings.size(); ++i) recordings[i].sizes = result.table.sizes[i];
  result.regions = generalise(recordings, result.table.names);
  std::string text = json ? generalise_json(result) : generalise_text(result, Style::of_stdout());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

} // namespace unply
