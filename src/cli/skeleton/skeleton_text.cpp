// The answer for people: the written file, its certainty, its expected speedup, and how to build it.
#include "cli/skeleton/skeleton.h"
#include "graph/names.h"
#include "graph/text_output.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {
using Align = TextTable::Align;

static std::string prediction_text(const SkeletonPrediction& prediction, const Style& style) {
  TextTable table({Align::right, Align::right, Align::right, Align::right, Align::right});
  const char* mark = prediction.times_are_bounds ? "~" : "";
  table.add({"processors", "time", "speedup", "at most", "efficiency"});
  for (const CurvePoint& point : prediction.points) {
    auto bound = std::ranges::find(prediction.bounds, point.processors, &CurveBounds::processors);
    double most = bound == prediction.bounds.end() || bound->lower == 0
                      ? 1
                      : static_cast<double>(point.alone) / static_cast<double>(bound->lower);
    table.add({std::to_string(point.processors), mark + duration_text(point.makespan),
               fmt::format("{}{:.2f}", mark, point.speedup()), fmt::format("{}{:.2f}", mark, most),
               fmt::format("{}{:.0f} %", mark, 100 * point.efficiency())});
  }
  return table.text(2, style);
}

static std::string check_text(const SkeletonCheck& check, bool gives_nothing) {
  std::string calls = count_text(check.calls, "call") + " from outside";
  std::string compared =
      gives_nothing ? fmt::format("number of calls ({}, which return nothing)", calls)
      : check.compared == check.calls
          ? fmt::format("results ({})", calls)
          : fmt::format("results of {} of {} (the others cannot be compared byte by byte)", check.compared, calls);
  if (!check.difference.empty()) return "differs: " + check.difference;
  return fmt::format("equal: exit status, output ({} bytes) and {} of the original, the sequential skeleton and the "
                     "skeleton on 4 OpenMP threads; known for one input, the recorded one",
                     check.runs[0].output.size(), compared);
}

std::string skeleton_text(const SkeletonAnswer& answer, size_t width, const Style& style) {
  const RecursiveFunction& f = answer.recursion.found;
  const SkeletonParts& parts = answer.emitted.parts;
  std::string out;
  auto field = [&](std::string_view name, const std::string& value) {
    out += field_text(name, value, width, style, 0, 13);
  };
  field("function", fmt::format("{}: {} in {} from outside, depth {}", answer.recursion.name,
                                count_text(f.activations, "call"), count_text(f.roots, "tree"), f.depth));
  field("independent", "yes, observed on this input: no dependence between calls of one activation");
  field("written",
        fmt::format("{}: struct {}_skeleton, {}; it compiles", answer.emitted.output, parts.function,
                    parts.fixed_arity ? fmt::format("{} parts", parts.calls.size()) : "any number of parts"));
  for (const std::string& note : answer.emitted.notes) field("taken for granted", note);
  if (answer.check) field("check", check_text(*answer.check, parts.gives_nothing));
  uint64_t work = f.work_ns();
  const SkeletonPrediction& prediction = answer.prediction;
  const char* mark = prediction.times_are_bounds ? "~" : "";
  if (work > 0)
    field("time", fmt::format("{}{}: divide {}, combine {}, base cases {}", mark, duration_text(work),
                              percent_text(f.divide_ns + f.between_ns, work), percent_text(f.combine_ns, work),
                              percent_text(f.base_ns, work)));
  out += "\n" + prediction_text(prediction, style);
  out += wrapped(fmt::format("of the recorded tree on an ideal machine, by a greedy schedule that was checked; at "
                             "most: no schedule does better; "
                             "span {}{}, so never more than {}{:.2f}",
                             mark, duration_text(prediction.totals.span), mark, prediction.totals.maximum_speedup()),
                 2, 2, width);
  if (prediction.times_are_bounds)
    out += wrapped("~ times come from one run with access hooks: unply record --repeat 5 measures them", 2, 2, width);
  if (!answer.request.phases.empty()) field("phases", answer.request.phases + ": for unply fit");
  out += "\n";
  std::vector<std::string> build = answer.emitted.build;
  std::string program = answer.emitted.output.ends_with(".cpp")
                            ? answer.emitted.output.substr(0, answer.emitted.output.size() - 4)
                            : answer.emitted.output + ".out";
  build.insert(build.end(), {"-o", program});
  field("build", command_line(build));
  if (!answer.check) {
    std::string again = fmt::format("unply skeleton {} fn:{} --check", answer.request.file, answer.recursion.name);
    if (!answer.request.compiler.empty()) again += " -- " + command_line(answer.request.compiler);
    field("next:", again);
  } else if (answer.check->difference.empty()) {
    field("next:", fmt::format("unply machine && unply bound {}", answer.request.file));
  }
  return out;
}

} // namespace unply
