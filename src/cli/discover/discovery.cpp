#include "cli/discover/discovery.h"
#include "cli/text_style.h"
#include "collect/source_files.h"
#include "discover/check_verdicts.h"
#include "discover/fortran_text.h"
#include "graph/recording_file.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

const LoopGain* Discovery::gain_of(uint32_t loop) const {
  return numbers[loop] == 0 ? nullptr : &gains[numbers[loop] - 1];
}

Result<Discovery> discover(const std::string& file, Trace&& trace) {
  Discovery found;
  found.file = file;
  found.trace = std::make_unique<Trace>(std::move(trace));
  found.loops = std::make_unique<SourceLoops>(*found.trace);
  std::map<StringId, std::pair<std::optional<SourceText>, std::optional<SourceLines>>> texts;
  if (found.loops->size() == 0)
    return fail(fmt::format("{}: the program executed no loop that was compiled with unply", file),
                "compile the files with the loops with unply cc, unply c++ or unply fc, and record again");
  for (uint32_t loop = 0; loop < found.loops->size(); ++loop) {
    const SourceLoop& row = (*found.loops)[loop];
    if (!row.facts.fortran()) continue;
    auto [text, fresh] = texts.try_emplace(row.file);
    auto& [source, lines] = text->second;
    if (fresh) source = find_source_text(*found.trace, file, found.trace->text(row.file));
    if (fresh && source) lines.emplace(source->text);
    if (lines) add_fortran_facts(*found.loops, loop, *lines);
  }
  found.verdicts = judge_loops(*found.loops);
  if (auto checked = check_verdicts(*found.trace, *found.loops, found.verdicts); !checked)
    return std::unexpected(checked.error().about(file));
  found.gains = rank_loops(*found.loops, found.verdicts);
  found.numbers.resize(found.loops->size(), 0);
  for (size_t i = 0; i < found.gains.size(); ++i) found.numbers[found.gains[i].loop] = i + 1;
  return found;
}

Error no_loop_profile(const std::string& file, const Trace& trace) {
  return {fmt::format("{}: there is no loop profile in this recording", file),
          trace.tasks.size() != 0 ? "the program has tasks: unply record --loops records its loops instead"
                                  : "compile with unply cc, unply c++ or unply fc, and record again"};
}

Result<Discovery> discover(const std::string& file) {
  auto trace = read_recording(file);
  if (!trace) return error_of(trace);
  if (!trace->loops.recorded) return std::unexpected(no_loop_profile(file, *trace));
  return discover(file, std::move(*trace));
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

std::string speedup_text(const LoopGain& gain) {
  const Speedup& speedup = gain.headline();
  return fmt::format("{:.1f}x on {} threads ({:.1f} to {:.1f})", speedup.likely, kHeadlineCores, speedup.low,
                     speedup.high);
}

std::string command_text(const TraceInfo& info) {
  std::string command = info.program;
  for (const std::string& argument : info.arguments) command += " " + argument;
  return command;
}

std::string missing_text(const Discovery& found, size_t width, const Style& style) {
  const std::string loss = loss_text(found.trace->loops);
  if (loss.empty()) return "";
  return style.warning(wrapped(
      fmt::format("missing: {}; compile fewer of the program's files with unply, or record them in parts", loss), 0, 3,
      width));
}

std::string form_text(const Directive& directive) {
  const size_t at = directive.head.find("parallel");
  return at == std::string::npos ? directive.head : directive.head.substr(at);
}

} // namespace unply
