// Prints totals, a row for each number of processors, the recommended number, and how each figure is known.
#include "cli/bound/bound.h"
#include <algorithm>
#include <bit>
#include <filesystem>
#include <fmt/format.h>

namespace unply {

std::string curve_name(const BoundAnswer& answer, const CurvePoint& point) {
  return point.overheads ? fmt::format("{} on {}", point.scheduler->name, answer.request.options.machine.name)
                         : std::string(point.scheduler->name);
}

std::vector<std::span<const CurvePoint>> curves_of(const SpeedupCurve& curve) {
  std::vector<std::span<const CurvePoint>> curves;
  for (size_t first = 0; first < curve.points.size();) {
    size_t end = first;
    while (end < curve.points.size() && curve.points[end].scheduler == curve.points[first].scheduler &&
           curve.points[end].overheads == curve.points[first].overheads)
      ++end;
    curves.push_back(std::span(curve.points).subspan(first, end - first));
    first = end;
  }
  return curves;
}

static std::string time_text(const BoundAnswer& answer, uint64_t time) {
  if (answer.unit() != "ns") return std::to_string(time);
  return (answer.input.bounds ? "~" : "") + duration_text(time);
}

static std::string speedup_text(const CurvePoint& point) {
  const char* mark = point.known == Known::optimal ? "=" : point.known == Known::bound ? "<" : " ";
  return fmt::format("{:.2f}{}", point.speedup(), mark);
}

// Between lengths beside copies of the program, which share memory as its threads would, and lengths alone.
static std::string bracket_text(const CurvePoint& point) {
  return fmt::format("{:.2f} to {:.2f}", std::min(point.speedup_beside(), point.speedup()), point.speedup());
}

static std::string head(const BoundAnswer& answer, const Style& style) {
  const BoundInput& input = answer.input;
  std::string title = input.file;
  title += input.title.empty() ? fmt::format(" ({})", input.form) : ", " + input.title;
  if (!answer.choice.region.empty()) title += fmt::format("; only {} takes time", answer.choice.region);
  std::string out = style.bold(wrapped(title, 0, 4, answer.width));
  for (const std::string& note : input.notes) out += wrapped(note, 2, 4, answer.width);
  return out + "\n";
}

// Tells whether much of the work may be in loops without events: then the figures are not reliable.
static bool hides_loops(const BoundAnswer& answer) {
  return answer.unit() == "ns" && answer.input.info.hidden_loops_ns > answer.curve.totals.work / 10;
}

static std::string totals_text(const BoundAnswer& answer, const Style& style) {
  const CurveTotals& totals = answer.curve.totals;
  auto line = [&](std::string_view name, const std::string& value, const std::string& meaning) {
    std::string text = wrapped(fmt::format("{:<16}{:<12}{}", name, value, meaning), 0, 28, answer.width);
    return text.replace(0, name.size(), style.dim(name));
  };
  bool repeated = totals.work_most > 0;
  auto longest = [&](uint64_t time) {
    return repeated ? fmt::format("; {} if all tasks have the upper ends of their intervals", time_text(answer, time))
                    : "";
  };
  std::string out =
      line("work", time_text(answer, totals.work),
           fmt::format("all {}, one after the other{}", count_text(totals.tasks, "task"), longest(totals.work_most)));
  out += line("span", time_text(answer, totals.span),
              (totals.parts > 1          ? "the heaviest paths of the executions: no schedule is shorter"
               : answer.first_solution() ? "the heaviest path to any solution"
                                         : "the heaviest path: no schedule is shorter") +
                  longest(totals.span_most));
  if (hides_loops(answer))
    out += line("parallelism", fmt::format(">= {:.2f}", totals.maximum_speedup()),
                fmt::format("work / span without the loops that the recording does not show: {} of the work is in "
                            "parallel regions of code for libgomp, whose loops with a static schedule leave no events",
                            percent_text(answer.input.info.hidden_loops_ns, totals.work)));
  else
    out += line("parallelism", fmt::format("{:.2f}", totals.maximum_speedup()),
                answer.first_solution() ? "work / span: the maximum speedup if all solutions are wanted"
                                        : "work / span: the maximum speedup, and the average of tasks at once");
  out += line("width", std::to_string(totals.width), "most tasks at the same time if each starts as early as it can");
  if (answer.first_solution()) return out;
  bool certain = totals.least_processors == totals.min_processors;
  out += line(
      "processors",
      certain ? std::to_string(totals.min_processors)
              : fmt::format("{} to {}", totals.least_processors, totals.min_processors),
      certain ? "the fewest that reach the span: optimal, fewer are refuted"
              : fmt::format("the fewest that reach the span: a schedule reaches it on {}, fewer than {} are refuted",
                            totals.min_processors, totals.least_processors));
  if (answer.request.options.machine.steal_ns > 0)
    out += line("burdened span", time_text(answer, totals.burdened_span),
                fmt::format("the heaviest path with {} for each task that another processor may take",
                            duration_text(answer.request.options.machine.steal_ns)));
  return out;
}

// How long how many tasks run at once: 1, 2, 3 to 4, 5 to 8, ...
static std::string profile_text(const BoundAnswer& answer, const Style& style) {
  if (!answer.profile || answer.profile->empty()) return "";
  std::vector<uint64_t> time;
  for (size_t i = 0; i + 1 < answer.profile->size(); ++i) {
    const ProfileStep& step = (*answer.profile)[i];
    size_t row = step.running == 0 ? 0 : std::bit_width(step.running - 1) + 1u;
    time.resize(std::max(time.size(), row + 1));
    time[row] += (*answer.profile)[i + 1].time - step.time;
  }
  using enum TextTable::Align;
  TextTable table({right, right, right});
  table.add({"tasks at once", "for", "of the span"});
  for (size_t row = 0; row < time.size(); ++row) {
    uint64_t last = row == 0 ? 0 : uint64_t{1} << (row - 1), first = row < 2 ? last : last / 2 + 1;
    if (time[row] > 0)
      table.add({first == last ? std::to_string(last) : fmt::format("{} to {}", first, last),
                 time_text(answer, time[row]), percent_text(time[row], answer.curve.totals.span)});
  }
  return "\n" + table.text(0, style);
}

static std::string table_text(const BoundAnswer& answer, const Style& style) {
  auto curves = curves_of(answer.curve);
  bool one = curves.size() == 1;
  using enum TextTable::Align;
  bool beside = answer.curve.totals.work_beside > 0;
  std::vector<TextTable::Align> columns(5 + 2 * curves.size(), right);
  TextTable table(columns);
  std::vector<std::string> row = {"P", "at least", "at most"};
  for (const auto& points : curves) {
    if (one) row.push_back(fmt::format("{} takes", curve_name(answer, points[0])));
    row.push_back(one ? "speedup " : curve_name(answer, points[0]) + " ");
  }
  row.push_back("efficiency");
  if (beside) row.push_back("beside others");
  table.add(row);
  for (size_t i = 0; i < curves[0].size(); ++i) {
    const CurvePoint& point = curves[0][i];
    row = {std::to_string(point.processors), "-", "-"};
    if (!answer.curve.bounds.empty()) {
      row[1] = time_text(answer, answer.curve.bounds[i].lower);
      row[2] = time_text(answer, answer.curve.bounds[i].upper);
    }
    for (const auto& points : curves) {
      if (one) row.push_back(time_text(answer, points[i].makespan));
      row.push_back(speedup_text(points[i]));
    }
    row.push_back(fmt::format("{:.0f} %", 100 * point.efficiency()));
    if (beside) row.push_back(point.makespan_beside > 0 ? bracket_text(point) : "-");
    table.add(row);
  }
  return "\n" + table.text(0, style);
}

static std::string legend_text(const BoundAnswer& answer) {
  bool optimal = false, cut = false, heuristic = false, overheads = false;
  for (const CurvePoint& point : answer.curve.points) {
    optimal |= point.known == Known::optimal, cut |= point.known == Known::bound;
    heuristic |= point.known == Known::heuristic && !point.overheads, overheads |= point.overheads;
  }
  std::string text;
  auto add = [&](const std::string& words) { text += (text.empty() ? "" : "; ") + words; };
  if (!answer.curve.bounds.empty())
    add("at least: for every schedule; at most: for every schedule without needless idling");
  if (optimal) add("= optimal: a bound or an exact search shows that no schedule is shorter");
  if (cut) add("< bound: the exact search ended at its limit");
  if (heuristic) add("no mark: heuristic, a better schedule may exist");
  if (overheads) add("on a machine: an estimate with its median costs");
  if (overheads && !answer.machine_doubt.empty())
    add(fmt::format("treat it as a guess: when {} was measured, {}", answer.machine_file, answer.machine_doubt));
  if (curves_of(answer.curve).size() > 1) add("efficiency is for " + curve_name(answer, answer.curve.points[0]));
  if (answer.curve.totals.work_beside > 0)
    add(fmt::format("beside others: the speedup with task times beside copies of the program ({:.1f} % longer in "
                    "total), and with task times alone",
                    100 * (static_cast<double>(answer.curve.totals.work_beside) /
                               static_cast<double>(std::max<uint64_t>(answer.curve.totals.work, 1)) -
                           1)));
  if (answer.first_solution())
    add("the execution ends with the first solution, so work depends on the schedule and a speedup may exceed P");
  return wrapped(text, 2, 2, answer.width);
}

static std::string worth_text(const BoundAnswer& answer, const Style& style) {
  if (hides_loops(answer)) {
    std::string line =
        wrapped("the recommended number is unknown because of these loops: compile the program with clang -fopenmp, or "
                "give the loops schedule(runtime), and record it again",
                0, 12, answer.width);
    return "\n" + line.replace(0, 11, style.dim("recommended"));
  }
  std::string out;
  auto curves = curves_of(answer.curve);
  for (size_t i = 0; i < curves.size(); ++i) {
    const Worthwhile& worth = answer.worth[i];
    if (!answer.input.doubt.empty()) break;
    auto best = std::ranges::find(curves[i], worth.recommended, &CurvePoint::processors);
    std::string words = fmt::format("{}: ", curve_name(answer, curves[i][0]));
    if (best == curves[i].end())
      words += fmt::format("none of these: their efficiency is below {:.0f} %", 100 * kLeastEfficiency);
    else
      words += fmt::format(
          "{}, speedup {:.2f}{} at {:.0f} % efficiency", count_text(worth.recommended, "processor"), best->speedup(),
          best->makespan_most > 0 ? fmt::format(" ({:.2f})", best->speedup_most()) : "", 100 * best->efficiency());
    words += worth.knee ? fmt::format(", knee at {}", *worth.knee) : ", no knee up to here";
    std::string line = wrapped(fmt::format("recommended {}", words), 0, 12, answer.width);
    out += i == 0 ? line.replace(0, 11, style.dim("recommended")) : line.replace(0, 11, std::string(11, ' '));
  }
  if (!answer.input.doubt.empty()) {
    std::string line = wrapped("recommended none: " + answer.input.doubt, 0, 12, answer.width);
    return "\n" + line.replace(0, 11, style.dim("recommended"));
  }
  return "\n" + out +
         wrapped(fmt::format(
                     "knee: from there on, doubling the processors saves less than {:.0f} %; recommended: the most up "
                     "to the knee with an efficiency of at least {:.0f} %",
                     100 * kLeastGain, 100 * kLeastEfficiency),
                 12, 12, answer.width);
}

static std::string known_text(const BoundAnswer& answer, const Style& style) {
  std::string words = "exact for these lengths and dependences";
  if (answer.input.from_recording && answer.unit() == "ns") {
    words = answer.curve.totals.work_most > 0
                ? "exact for the times of repeated recordings (in parentheses: for the upper ends of their intervals)"
            : answer.input.bounds ? "exact for lengths that are not measured times"
                                  : "exact for the times of this recording, which were measured once";
    words += answer.input.info.openmp_tasks          ? "" // a note has it
             : answer.input.info.times_without_hooks ? "; measured without access hooks"
                                                     : "; tracing cost is estimated and subtracted";
    words += "; other inputs may have other dependences";
    if (!answer.input.info.complete) words += "; the recording is incomplete: so are work and span";
  }
  if (answer.choice.unit_lengths) words = "exact for tasks of the same length, which was assumed";
  std::string line = wrapped("known       " + words, 0, 12, answer.width);
  return line.replace(0, 5, style.dim("known"));
}

static std::string next_line(const BoundAnswer& answer, const Style& style) {
  const BoundInput& input = answer.input;
  if (hides_loops(answer)) return fmt::format("\n{} unply stats {}\n", style.dim("next:"), input.file);
  if (input.bounds) {
    std::string command = input.info.program;
    for (const std::string& argument : input.info.arguments) command += " " + argument;
    return fmt::format("\n{} unply record --repeat 5 -o {} {}\n", style.dim("next:"), input.file, valid_utf8(command));
  }
  std::string words = fmt::format("unply bound {}", input.file);
  if (answer.choice.graph.trace_id) words += fmt::format(" --trace {}", *answer.choice.graph.trace_id);
  if (input.execution > 0) words += fmt::format(" --execution {}", input.execution);
  if (answer.choice.graph.kinds != KindSet::after_renaming())
    words += fmt::format(" --kinds {}", answer.choice.graph.kinds.names(","));
  if (!answer.choice.region.empty()) words += fmt::format(" --region {}", answer.choice.region);
  if (answer.choice.unit_lengths) words += " --unit-lengths";
  if (answer.request.schedulers[0]->name != "hlfet")
    words += fmt::format(" --scheduler {}", answer.request.schedulers[0]->name);
  uint32_t p = answer.worth[0].recommended;
  std::string stem = std::filesystem::path(input.file).stem().string();
  return fmt::format("\n{} {} -p {} --emit {}-{}.trace\n", style.dim("next:"), words, p, stem, p);
}

std::string bound_text(const BoundAnswer& answer, const Style& style) {
  return head(answer, style) + totals_text(answer, style) + profile_text(answer, style) + table_text(answer, style) +
         legend_text(answer) + worth_text(answer, style) + known_text(answer, style) + next_line(answer, style);
}

} // namespace unply
