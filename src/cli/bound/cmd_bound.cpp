// unply bound: computes how fast a program could be on P processors: bounds, schedules, and a recommended number of
// processors (idra-ideal-speedups-1994). Every schedule is checked before its makespan is printed.
#include "base/split.h"
#include "cli/bound/bound.h"
#include "cli/command.h"
#include "cli/graph_output.h"
#include "cli/kinds_option.h"
#include "cli/spelling.h"
#include "sim/machine_file.h"
#include "sim/schedulers/request.h"
#include "sim/simulated_trace.h"
#include "trace/output_file.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace unply {

namespace {
constexpr uint32_t kMostPoints = 4096;

struct BoundCommand {
  std::string file, processors, schedulers, machine, region, kinds, format, output, emit;
  uint32_t trace = 0, execution = 0;
  bool json = false, unit_lengths = false, profile = false;
  SchedulerOptions options;
};

std::string scheduler_list() {
  std::string text;
  for (const Scheduler& scheduler : schedulers())
    text += fmt::format("  {:<12} {}\n", scheduler.name, scheduler.purpose);
  return text;
}

std::string footer() {
  return "FILE is a recording, JSON of unply graph, a .stg file of the Standard Task Graph Set, JSON of WfCommons, or\n"
         "fork-join events. P is 8, 1,2,4 or 1..64; without -p 1, 2, 4, ... to the number that reaches the span, at\n"
         "most 64. Bounds hold for every schedule; each schedule is checked before its value is used.\n"
         "\n"
         "Schedulers:\n" +
         scheduler_list() +
         "\n"
         "Exit codes: 0 printed; 2 usage, unreadable input, a graph without durations or with a cycle.\n"
         "\n"
         "Examples:\n"
         "  unply bound heat.trace                           # work, span, processors, and a table\n"
         "  unply bound heat.trace -p 1..64 -o heat.svg      # the speedup curve\n"
         "  unply bound heat.trace -p 8 --emit heat-8.trace  # the simulated run, as a trace\n"
         "  unply bound rand0000.stg -p 2,4 --scheduler hlfet,exact";
}

Error bad_processors(const std::string& text, const std::string& why) {
  return {fmt::format("-p {}: {}", text, why), "for example -p 8, -p 1,2,4,8 or -p 1..64"};
}

Result<uint32_t> parse_count(const std::string& text, std::string_view word) {
  uint64_t value = 0;
  auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || end != word.data() + word.size() || problem == std::errc::invalid_argument)
    return std::unexpected(bad_processors(text, fmt::format("'{}' is not a number of processors", word)));
  if (value == 0) return std::unexpected(bad_processors(text, "0 processors, expected at least 1"));
  if (problem != std::errc() || value > kMostProcessors)
    return std::unexpected(bad_processors(text, fmt::format("{} processors, at most {} fit", word, kMostProcessors)));
  return static_cast<uint32_t>(value);
}

// Ascending, each once.
Result<std::vector<uint32_t>> parse_processors(const std::string& text) {
  std::vector<uint32_t> processors;
  for (const std::string& range : split(text, ',')) {
    std::string_view word = range;
    size_t dots = word.find("..");
    auto first = parse_count(text, word.substr(0, dots));
    if (!first) return error_of(first);
    auto last = dots == std::string_view::npos ? first : parse_count(text, word.substr(dots + 2));
    if (!last) return error_of(last);
    if (*last < *first) return std::unexpected(bad_processors(text, fmt::format("{} is not an ascending range", word)));
    if (processors.size() + *last - *first >= kMostPoints)
      return std::unexpected(bad_processors(text, fmt::format("at most {} numbers fit", kMostPoints)));
    for (uint32_t p = *first; p <= *last; ++p) processors.push_back(p);
  }
  std::ranges::sort(processors);
  processors.erase(std::ranges::unique(processors).begin(), processors.end());
  return processors;
}

Result<std::vector<const Scheduler*>> parse_schedulers(const std::string& text) {
  std::vector<const Scheduler*> found;
  for (const std::string& word : split(text, ',')) {
    const Scheduler* scheduler = find_scheduler(word);
    if (scheduler == nullptr) {
      std::vector<std::string> known;
      for (const Scheduler& each : schedulers()) known.emplace_back(each.name);
      std::string near = nearest_word(word, known);
      return fail(fmt::format("--scheduler: unknown scheduler '{}', expected {}", word, listed(known)),
                  near.empty() ? "for example --scheduler hlfet,exact" : fmt::format("did you mean {}?", near));
    }
    if (std::ranges::find(found, scheduler) == found.end()) found.push_back(scheduler);
  }
  return found;
}

int parse(BoundCommand& command, BoundChoice& choice, int argc, char** argv) {
  CLI::App app("Computes how fast a program could be on P processors: bounds, schedules, and a recommended number of "
               "processors.");
  app.add_option("FILE", command.file, "recording, JSON of unply graph or WfCommons, .stg, or fork-join events")
      ->required();
  app.add_option("-p,--processors", command.processors, "8, 1,2,4,8 or 1..64")->allow_extra_args(false);
  app.add_option("--scheduler", command.schedulers, "names below, separated by commas (default hlfet)");
  app.add_option("--machine", command.machine,
                 "costs measured by unply machine: a file, or none (default: the saved one, for steal)");
  app.add_option("--region", command.region,
                 "only tasks of this region take time: heat.cpp:14, or its id in unply dump");
  auto* trace = app.add_option("--trace", command.trace, "this trace region, as numbered by unply report");
  auto* execution = app.add_option("--execution", command.execution, "this execution of it (default: all, in series)");
  app.add_option("--kinds", command.kinds,
                 "dependences to count: flow,anti,output,extension or all (default flow,extension)");
  app.add_flag("--unit-lengths", command.unit_lengths, "count each task as 1");
  app.add_flag("--profile", command.profile,
               "number of tasks running at the same time, and for how long, without a limit of processors");
  app.add_option("--chunk", command.options.chunk, "chunk size of loop schedules (default: the runtime's)");
  app.add_option("--seed", command.options.seed, "seed of work stealing (default 1)");
  app.add_option("--limit", command.options.limit_s, "seconds for each exact search (default 10); then bounds")
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--emit", command.emit, "write the run on one number of processors by one scheduler as a trace");
  app.add_option("--format", command.format, "text, json, csv or svg (default: by the extension of -o, else text)");
  app.add_flag("--json", command.json, "machine-readable output: same as --format json");
  app.add_option("-o,--output", command.output, "file to write (default standard output)");
  app.footer(footer());
  if (int status = parse_command_line(app, argc, argv); status >= 0) return status;
  if (trace->count() > 0) choice.graph.trace_id = command.trace;
  if (execution->count() > 0) choice.graph.execution = command.execution;
  choice.region = command.region;
  choice.unit_lengths = command.unit_lengths;
  return -1;
}

// The machine of --machine, or the saved one if there is any; its costs are in ns.
Result<void> add_machine(const BoundCommand& command, BoundAnswer& answer) {
  if (command.machine == "none") return {};
  bool asked = !command.machine.empty();
  std::string path = asked ? command.machine : default_machine_path();
  if (asked && answer.unit() != "ns")
    return fail(fmt::format("--machine {}: its costs are in ns, but the lengths in {} have no known unit", path,
                            answer.input.file),
                "omit --machine");
  std::error_code ignored;
  if (!asked && (answer.unit() != "ns" || path.empty() || !std::filesystem::exists(path, ignored))) return {};
  auto file = asked ? read_node_costs(path) : read_machine(path);
  if (!file) return error_of(file);
  if (!file->has_costs) return {}; // those of a network alone
  answer.machine_file = path;
  answer.machine_doubt = file->doubt();
  answer.request.options.machine = file->machine;
  answer.request.on_machine = answer.request.schedulers;
  if (command.schedulers.empty()) answer.request.on_machine = {find_scheduler("steal")};
  std::erase(answer.request.on_machine, find_scheduler("exact")); // bounds and optima know no overheads
  return {};
}

Result<BoundAnswer> ask(const BoundCommand& command, BoundChoice choice) {
  BoundAnswer answer;
  answer.request.options = command.options;
  if (!command.processors.empty()) {
    auto processors = parse_processors(command.processors);
    if (!processors) return error_of(processors);
    answer.request.processors = std::move(*processors);
  }
  auto chosen = parse_schedulers(command.schedulers.empty() ? "hlfet" : command.schedulers);
  if (!chosen) return error_of(chosen);
  answer.request.schedulers = std::move(*chosen);
  if (!command.kinds.empty()) {
    auto kinds = parse_kinds(command.kinds);
    if (!kinds) return error_of(kinds);
    choice.graph.kinds = *kinds;
  }
  if (!command.emit.empty() && (answer.request.processors.size() != 1 || answer.request.schedulers.size() != 1))
    return fail(
        fmt::format("--emit {}: writes one run, expected one number of processors and one scheduler", command.emit),
        "for example -p 8 --scheduler hlfet");
  auto input = load_bound_input(command.file, choice);
  if (!input) return error_of(input);
  answer.input = std::move(*input);
  answer.choice = choice;
  TRY(add_machine(command, answer));
  TRY(find_curve(answer));
  if (command.profile) answer.profile = profile_in_series(answer.input.parts);
  return answer;
}

// The run as asked for: with overheads where a machine was named.
Result<void> emit(const BoundCommand& command, const BoundAnswer& answer) {
  const Scheduler& scheduler = *answer.request.schedulers[0];
  SchedulerOptions options = answer.request.options;
  if (command.machine.empty()) options.machine = Machine();
  uint32_t processors = answer.request.processors[0];
  auto schedules = schedules_of(answer.input.parts, scheduler, processors, options);
  if (!schedules) return error_of(schedules);
  std::string what = fmt::format("simulated: {} on {}{}, from {}", scheduler.name, count_text(processors, "processor"),
                                 options.machine.ideal() ? "" : " of " + options.machine.name, answer.input.file);
  auto file = OutputFile::create(command.emit);
  if (!file) return error_of(file);
  SimulatedRun run{
      .parts = answer.input.parts, .schedules = *schedules, .description = what, .info = answer.input.info};
  if (!answer.input.from_recording) run.info.program = answer.input.file;
  if (auto written = write_simulated_trace(run, **file); !written) return written;
  return (*file)->publish();
}
} // namespace

Result<void> find_curve(BoundAnswer& answer) {
  answer.request.beside = answer.input.info.beside;
  auto curve = speedup_curve(answer.input.parts, answer.request);
  if (!curve) return std::unexpected(curve.error().about(answer.input.file));
  answer.curve = std::move(*curve);
  for (std::span<const CurvePoint> points : curves_of(answer.curve))
    answer.worth.push_back(worthwhile(points, answer.first_solution() ? 0 : answer.curve.totals.span));
  return {};
}

int cmd_bound(int argc, char** argv) {
  BoundCommand command;
  BoundChoice choice;
  if (int status = parse(command, choice, argc, argv); status >= 0) return status;
  if (command.json && command.format.empty()) command.format = "json";
  const std::vector<std::string> formats = {"text", "json", "csv", "svg"};
  bool known_ending =
      std::ranges::any_of(formats, [&](const auto& word) { return command.output.ends_with("." + word); });
  auto format =
      command.format.empty() && !known_ending ? size_t{0} : find_format(command.format, command.output, formats);
  if (!format) return print_error(format.error());
  auto answer = ask(command, choice);
  if (!answer) return print_error(answer.error());
  answer->width = command.output.empty() ? terminal_width() : 100;
  if (!command.emit.empty())
    if (auto emitted = emit(command, *answer); !emitted) return print_error(emitted.error());
  Style style = command.output.empty() ? Style::of_stdout() : Style::plain();
  auto written = write_output(command.output, "curve", [&](TextOutput& out) {
    if (*format == 0) out.put(bound_text(*answer, style));
    if (*format == 1) out.put(bound_json(*answer));
    if (*format == 2) write_bound_csv(*answer, out);
    if (*format == 3) write_bound_svg(*answer, out);
  });
  return written ? kExitOk : print_error(written.error());
}

} // namespace unply
