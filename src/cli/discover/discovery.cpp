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
  auto at = std::ranges::find(gains, loop, &LoopGain::loop);
  return at == gains.end() ? nullptr : &*at;
}

size_t Discovery::number_of(uint32_t loop) const {
  const LoopGain* gain = gain_of(loop);
  return gain == nullptr ? 0 : static_cast<size_t>(gain - gains.data()) + 1;
}

Result<Discovery> discover(const std::string& file, Trace&& trace) {
  Discovery found;
  found.file = file;
  found.trace = std::make_unique<Trace>(std::move(trace));
  found.loops = std::make_unique<SourceLoops>(*found.trace);
  std::map<StringId, std::optional<SourceText>> texts;
  if (found.loops->size() == 0)
    return fail(fmt::format("{}: the program executed no loop that was compiled with unply", file),
                "compile the files with the loops with unply cc, unply c++ or unply fc, and record again");
  for (uint32_t loop = 0; loop < found.loops->size(); ++loop) {
    const SourceLoop& row = (*found.loops)[loop];
    if (!row.facts.fortran()) continue;
    auto [text, fresh] = texts.try_emplace(row.file);
    if (fresh) text->second = find_source_text(*found.trace, file, found.trace->text(row.file));
    if (text->second) add_fortran_facts(*found.loops, loop, text->second->text);
  }
  found.verdicts = judge_loops(*found.loops);
  if (auto checked = check_verdicts(*found.trace, *found.loops, found.verdicts); !checked)
    return std::unexpected(checked.error().about(file));
  found.gains = rank_loops(*found.loops, found.verdicts);
  return found;
}

Result<Discovery> discover(const std::string& file) {
  auto trace = read_recording(file);
  if (!trace) return error_of(trace);
  if (!trace->loops.recorded)
    return fail(fmt::format("{}: there is no loop profile in this recording", file),
                trace->tasks.size() != 0 ? "the program has tasks: unply record --loops records its loops instead"
                                         : "compile with unply cc, unply c++ or unply fc, and record again");
  return discover(file, std::move(*trace));
}

std::string loop_place(const Discovery& found, uint32_t loop, const SourceQuotes& sources) {
  const SourceLoop& row = (*found.loops)[loop];
  if (row.at.line == 0) return fmt::format("a loop in {}()", found.trace->text(row.function));
  std::string place = fmt::format("{}:{}", sources.file(row.file), row.at.line);
  size_t on_line = 0;
  for (const SourceLoop& other : found.loops->all()) on_line += other.file == row.file && other.at.line == row.at.line;
  return on_line > 1 ? fmt::format("{}:{}", place, row.at.column) : place;
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

std::string form_text(const Directive& directive) {
  const size_t at = directive.head.find("parallel");
  return at == std::string::npos ? directive.head : directive.head.substr(at);
}

} // namespace unply
