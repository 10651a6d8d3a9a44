#include "cli/discover/discovery.h"
#include "cli/text_style.h"
#include "collect/source_files.h"
#include "discover/check_verdicts.h"
#include "discover/fortran_text.h"
#include "discover/lambda_text.h"
#include "discover/policy_patch.h"
#include "discover/recorded_text.h"
#include "discover/task_loops.h"
#include "graph/recording_file.h"
#include "trace/forked_children.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace unply {

const LoopGain* Discovery::gain_of(uint32_t loop) const {
  return numbers[loop] == 0 ? nullptr : ranked[numbers[loop] - 1].loop;
}

// A loop whose iterations are tasks of a function that is worth it: a parallel region of each execution would be in
// those around it.
static bool becomes_tasks(const Discovery& found, uint32_t loop) {
  return std::ranges::any_of(found.call_gains, [&](const CallGain& gain) {
    const std::vector<TaskLoop>& tasks = found.call_verdicts[gain.function].loops;
    return gain.worthwhile && std::ranges::find(tasks, loop, &TaskLoop::loop) != tasks.end();
  });
}

// As the rows of loops and those of calls, which are in this order among themselves.
static void rank_all(Discovery& found) {
  std::erase_if(found.gains, [&](const LoopGain& gain) { return becomes_tasks(found, gain.loop); });
  for (const LoopGain& gain : found.gains) found.ranked.push_back({.loop = &gain, .calls = nullptr});
  for (const CallGain& gain : found.call_gains) found.ranked.push_back({.loop = nullptr, .calls = &gain});
  std::ranges::stable_sort(found.ranked, {}, [](const RankedGain& gain) {
    return std::pair(!gain.worthwhile() ? 2 : gain.nested() ? 1 : 0, -gain.headline().likely);
  });
  found.numbers.resize(found.loops->size(), 0);
  found.call_numbers.resize(found.functions.size(), 0);
  for (size_t i = 0; i < found.ranked.size(); ++i) {
    if (const LoopGain* gain = found.ranked[i].loop) {
      found.numbers[gain->loop] = i + 1;
      continue;
    }
    const CallGain& gain = *found.ranked[i].calls;
    found.call_numbers[gain.function] = i + 1;
    if (!gain.worthwhile) continue;
    for (const TaskLoop& loop : found.call_verdicts[gain.function].loops) found.numbers[loop.loop] = i + 1;
  }
}

static void add_lambda_facts(SourceLoops& loops, uint32_t loop, const SourceLines& text) {
  const SourceLoop& row = loops[loop];
  if (only_computes(text, row.at)) loops.set_computes(loop);
  if (only_reads(text, row.at)) loops.set_reads(loop);
  if (const std::string name = called_with(text, row.at); may_be_called(row.algorithm, name))
    loops.set_algorithm(loop, name);
}

Result<Discovery> discover(const std::string& file, Trace&& trace, const std::string& machine) {
  Discovery found;
  found.file = file;
  auto costs = thread_costs(machine);
  if (!costs) return error_of(costs);
  found.costs = std::move(*costs);
  found.trace = std::make_unique<Trace>(std::move(trace));
  found.loops = std::make_unique<SourceLoops>(*found.trace);
  std::map<StringId, std::pair<std::optional<SourceText>, std::optional<SourceLines>>> texts;
  found.functions = source_functions(*found.trace);
  if (found.loops->size() == 0 && found.functions.empty()) {
    const std::string& why = found.trace->info.incomplete_why;
    if (!why.empty())
      return fail(fmt::format("{}: there is no loop in this recording", file),
                  fmt::format("it is incomplete: {}; record again", why));
    return fail(fmt::format("{}: the program executed no loop that was compiled with unply", file),
                "compile the files with the loops with unply cc, unply c++ or unply fc, and record again");
  }
  for (uint32_t loop = 0; loop < found.loops->size(); ++loop) {
    const SourceLoop& row = (*found.loops)[loop];
    if (!row.facts.fortran() && row.algorithm.empty()) continue;
    auto [text, fresh] = texts.try_emplace(row.file);
    auto& [source, lines] = text->second;
    if (fresh) source = find_source_text(*found.trace, file, found.trace->text(row.file));
    if (fresh && source) lines.emplace(source->text);
    if (!lines) continue;
    if (row.facts.fortran())
      add_fortran_facts(*found.loops, loop, *lines);
    else
      add_lambda_facts(*found.loops, loop, *lines);
  }
  mark_recursive_loops(*found.loops, found.functions);
  found.verdicts = judge_loops(*found.loops);
  if (auto checked = check_verdicts(*found.trace, *found.loops, found.verdicts); !checked)
    return std::unexpected(checked.error().about(file));
  found.gains = rank_loops(*found.loops, found.verdicts, found.costs.costs);
  found.call_verdicts = judge_all_calls(*found.loops, found.verdicts, found.functions);
  if (auto checked = check_call_tasks(*found.loops, found.verdicts, found.functions, found.call_verdicts); !checked)
    return std::unexpected(checked.error().about(file));
  found.call_gains = rank_calls(*found.trace, found.functions, found.call_verdicts, found.costs.costs);
  rank_all(found);
  return found;
}

std::string change_text(const Discovery& found, StringId file, const RecordedText& text) {
  const std::string_view name = found.trace->text(file);
  const auto source = find_source_text(*found.trace, found.file, name);
  return source && has_changed(text, SourceLines(source->text)) ? changed_text(std::string(name)) : "";
}

std::string ranked_place(const Discovery& found, const RankedGain& gain, const SourceQuotes& sources) {
  if (gain.loop) return loop_place(found, gain.loop->loop, sources);
  const SourceFunction& function = found.functions[gain.calls->function];
  return fmt::format("{}:{}", sources.file(function.file), function.line);
}

std::string ranked_kind(const Discovery& found, const RankedGain& gain) {
  if (gain.loop) return loop_kind((*found.loops)[gain.loop->loop]);
  return fmt::format("calls in {}()", found.trace->text(found.functions[gain.calls->function].function));
}

static std::string lines_text(const std::set<uint32_t>& lines) {
  return fmt::format("line{} {}", lines.size() == 1 ? "" : "s", fmt::join(lines, ", "));
}

std::string group_text(const SourceFunction& function, const CallGroup& group) {
  std::vector<std::string> names;
  std::set<uint32_t> lines;
  for (const TaskCall& call : group.calls) {
    const CallFact& fact = call.call.call_in(function.facts);
    if (std::ranges::find(names, fact.name) == names.end()) names.push_back(fact.name);
    lines.insert(fact.begin.line);
  }
  return fmt::format("calls of {} on {} at once, until line {}{}", fmt::join(names, " and "), lines_text(lines),
                     group.join.line, group.join_reason.empty() ? "" : fmt::format(" ({})", group.join_reason));
}

std::string group_text(const Discovery& found, const SourceFunction& function, const TaskLoop& loop) {
  return fmt::format("iterations of the loop on line {} at once, with their calls of {}",
                     (*found.loops)[loop.loop].at.line, found.trace->text(function.function));
}

std::string calls_evidence(const Discovery& found, uint32_t function) {
  const uint64_t times = found.functions[function].instances;
  return fmt::format("observed {}on {}, {}", found.trace->loops.lost == 0 ? "" : "in part ",
                     count_text(found.trace->info.input_count(), "input"), count_text(times, "execution"));
}

std::string cut_off_text(const CallGain& gain) {
  if (!gain.cut_off.needed) return "";
  if (gain.cut_off.size.empty()) return "many calls are too short for a task, and no parameter tells which";
  return fmt::format("tasks only if {}: shorter calls are not worth one", condition_of(gain.cut_off));
}

Error no_loop_profile(const std::string& file, const Trace& trace) {
  const std::string& why = trace.info.incomplete_why;
  return {fmt::format("{}: there is no loop profile in this recording", file),
          trace.tasks.size() != 0 ? "the program has tasks: unply record --loops records its loops instead"
          : !why.empty()          ? fmt::format("it is incomplete: {}; record again", why)
                                  : "compile with unply cc, unply c++ or unply fc, and record again"};
}

Result<Discovery> discover(const std::string& file, const std::string& machine) {
  auto trace = read_recording(file);
  if (!trace) return error_of(trace);
  if (!trace->loops.recorded) return std::unexpected(no_loop_profile(file, *trace));
  return discover(file, std::move(*trace), machine);
}

std::string loop_place(const Discovery& found, uint32_t loop, const SourceQuotes& sources) {
  const SourceLoop& row = (*found.loops)[loop];
  if (row.at.line == 0) return fmt::format("a loop in {}()", found.trace->text(row.function));
  std::string place = fmt::format("{}:{}", sources.file(row.file), row.at.line);
  auto on_line = [&](size_t other) { // loops ascend by place
    return other < found.loops->size() && (*found.loops)[other].file == row.file &&
           (*found.loops)[other].at.line == row.at.line;
  };
  return on_line(loop + size_t{1}) || (loop > 0 && on_line(loop - size_t{1}))
             ? fmt::format("{}:{}", place, row.at.column)
             : place;
}

std::string loop_kind(const SourceLoop& loop) {
  if (!loop.algorithm.empty()) return "std::" + loop.algorithm;
  if (!loop.facts.index.empty()) return "loop over " + loop.facts.index;
  if (loop.facts.form.empty() || loop.facts.form == "for") return "loop";
  return loop.facts.form + " loop";
}

std::string share_text(double share) { return percent_text(static_cast<uint64_t>(share * 1e6), 1000000); }

std::string grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string executed_text(const SourceLoop& loop) {
  if (loop.instances == 0) return "never executed";
  const std::string times = loop.instances == 1 ? "once" : grouped(loop.instances) + " times";
  const std::string iterations =
      loop.least == loop.most ? grouped(loop.most) : grouped(loop.least) + " to " + grouped(loop.most);
  return fmt::format("executed {}, {} iteration{}", times, iterations, loop.most == 1 ? "" : "s");
}

std::string speedup_text(const Speedups& speedups) {
  size_t shown = kHeadline;
  if (speedups[kHeadline].likely < 0.95) // where the loop waits for its own iterations, few threads may lose
    while (shown + 1 < speedups.size() && speedups[shown].likely < 1.05) ++shown;
  if (speedups[shown].likely < 1.05) shown = kHeadline;
  const Speedup& speedup = speedups[shown];
  const std::string text = fmt::format("{:.1f}x on {} threads ({:.1f} to {:.1f})", speedup.likely, kRankedCores[shown],
                                       speedup.low, speedup.high);
  return shown == kHeadline ? text : fmt::format("{}, {:.1f}x on {}", text, speedups[kHeadline].likely, kHeadlineCores);
}

std::optional<Speedups> speedups_together(const Discovery& found) {
  std::vector<const LoopGain*> gains;
  for (const RankedGain& gain : found.ranked)
    if (gain.loop && gain.worthwhile() && !gain.nested()) gains.push_back(gain.loop);
  return gains.size() < 2 ? std::nullopt : speedups_together(gains);
}

std::string speedups_text(const Speedups& speedups) {
  std::string text;
  for (size_t i = 0; i < kRankedCores.size(); ++i)
    text += fmt::format("{}{:.1f}x on {} ({:.1f} to {:.1f})", i == 0 ? "" : ", ", speedups[i].likely, kRankedCores[i],
                        speedups[i].low, speedups[i].high);
  return text + " threads, estimated for the whole program";
}

std::string command_text(const TraceInfo& info) {
  std::string command = info.program;
  for (const std::string& argument : info.arguments) command += " " + argument;
  return command;
}

// Processes that were not followed, in words.
static std::string processes_text(const TraceInfo& info) {
  const uint64_t others = other_processes(info), children = forked_children(info);
  std::string text;
  if (others != 0)
    text = fmt::format("{} further process{} of instrumented programs ran", others, others == 1 ? "" : "es");
  if (children != 0)
    text += fmt::format("{}{} made by fork", text.empty() ? "" : ", and ",
                        children == 1 ? "1 process was" : fmt::format("{} processes were", children));
  if (text.empty()) return "";
  return text + "; only the first process was recorded: what is said below is about that one alone";
}

// Of a program that was compiled without debug information, all or in part.
static std::string placeless_text(const Discovery& found) {
  const auto count = std::ranges::count_if(
      found.loops->all(), [&](const SourceLoop& loop) { return found.trace->text(loop.file).empty(); });
  if (count == 0) return "";
  return fmt::format("the places of {} of {} in the source: compile with -g for lines, variables and patches", count,
                     count_text(found.loops->size(), "loop"));
}

std::string missing_text(const Discovery& found, size_t width, const Style& style) {
  std::string text;
  if (const std::string loss = loss_text(found.trace->loops); !loss.empty())
    text += wrapped(
        fmt::format("missing: {}; compile fewer of the program's files with unply, or record them in parts", loss), 0,
        3, width);
  if (const std::string processes = processes_text(found.trace->info); !processes.empty())
    text += wrapped("missing: " + processes, 0, 3, width);
  if (const std::string placeless = placeless_text(found); !placeless.empty())
    text += wrapped("missing: " + placeless, 0, 3, width);
  return text.empty() ? "" : style.warning(text);
}

std::string form_text(const Directive& directive) {
  const size_t at = directive.head.find("parallel");
  return at == std::string::npos ? directive.head : directive.head.substr(at);
}

} // namespace unply
