// Everything known about the calls of one function.
#include "cli/discover/discovery.h"
#include "cli/text_style.h"
#include "discover/call_items.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

constexpr size_t kMostDependences = 12; // those between calls are few where it matters

class CallsExplainer {
public:
  CallsExplainer(const Discovery& found, uint32_t index, SourceQuotes& sources, size_t width, const Style& style)
      : found_(found), index_(index), function_(found.functions[index]), verdict_(found.call_verdicts[index]),
        sources_(sources), width_(width), style_(style) {}
  std::string text();

private:
  void field(std::string_view name, std::string_view value) { out_ += field_text(name, value, width_, style_); }
  void quote(uint32_t line) {
    if (auto text = sources_.line(function_.file, line))
      out_ += "             " +
              style_.dim(cut_text(fmt::format("{}:{}  {}", sources_.file(function_.file), line, *text), width_ - 13)) +
              "\n";
  }
  void calls();
  void dependences();
  void gain();
  const Discovery& found_;
  uint32_t index_;
  const SourceFunction& function_;
  const CallVerdict& verdict_;
  SourceQuotes& sources_;
  size_t width_;
  const Style& style_;
  std::string out_;
};

void CallsExplainer::calls() {
  for (uint32_t k = 0; k < function_.facts.parts.size(); ++k) {
    const auto count = function_.calls.find(2 * k + 1);
    const uint64_t times = count == function_.calls.end() ? 0 : count->second.count;
    const PartFact& part = function_.facts.parts[k];
    field(k == 0 ? "calls" : "",
          times == 0 ? fmt::format("line {}: never", part.at.line)
                     : fmt::format("line {}{}: {}, {} instructions each on average", part.at.line,
                                   part.loop        ? ", in a loop"
                                   : part.recursive ? ", recursive"
                                                    : "",
                                   part.loop ? count_text(times, "iteration") : count_text(times, "time"),
                                   grouped(count->second.work / times)));
  }
}

// Those between calls, one for each reason; code between the calls stays in order anyway.
void CallsExplainer::dependences() {
  std::vector<std::string> texts;
  for (const PartDependence& row : function_.dependences) {
    if (row.part_from % 2 == 0 || row.part_to % 2 == 0) continue;
    const uint32_t from = function_.facts.parts[row.part_from / 2].at.line,
                   to = function_.facts.parts[row.part_to / 2].at.line;
    const std::string text =
        fmt::format("line {} before line {}: {}", from, to, part_dependence_text(*found_.trace, function_, row));
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
  }
  for (size_t i = 0; i < std::min(texts.size(), kMostDependences); ++i) field(i == 0 ? "needs" : "", texts[i]);
  if (texts.size() > kMostDependences)
    field("", fmt::format("and {} more: unply dump {} --table part_dependences", texts.size() - kMostDependences,
                          found_.file));
}

void CallsExplainer::gain() {
  const size_t number = found_.call_numbers[index_];
  if (number == 0) return;
  const CallGain& gain = *found_.ranked[number - 1].calls;
  field("gain", speedups_text(gain.speedups));
  if (!gain.limit.empty()) field("limit", gain.limit);
  field("costs", "of threads: " + costs_text(found_.costs));
  if (const std::string cut_off = cut_off_text(gain); !cut_off.empty()) field("cut-off", cut_off);
}

std::string CallsExplainer::text() {
  const std::string_view name = found_.trace->text(function_.function);
  out_ += fmt::format("{}   calls in {}(): {}\n",
                      style_.bold(fmt::format("{}:{}", sources_.file(function_.file), function_.line)), name,
                      style_.bold(verdict_.tasks() ? "tasks" : "in order"));
  quote(function_.line);
  field("known", calls_evidence(found_, index_));
  if (std::string change = change_text(found_, function_.file, function_.facts.text); !change.empty())
    field("no patch", change);
  if (std::string loss = loss_text(found_.trace->loops); !loss.empty()) field("missing", loss);
  calls();
  for (size_t i = 0; i < verdict_.groups.size(); ++i)
    field(i == 0 ? "tasks" : "", group_text(function_, verdict_.groups[i]));
  for (size_t i = 0; i < verdict_.loops.size(); ++i)
    field(i == 0 && verdict_.groups.empty() ? "tasks" : "", group_text(found_, function_, verdict_.loops[i]));
  for (size_t i = 0; i < verdict_.blockers.size(); ++i)
    field(i == 0 ? "in order" : "", order_text(verdict_.blockers[i]));
  dependences();
  for (const std::string& unseen : verdict_.unseen)
    field("unseen", fmt::format("{}: the verdict holds unless it has side effects", unseen));
  gain();
  return out_;
}

} // namespace

std::vector<uint32_t> functions_at(const Discovery& found, std::string_view file, uint32_t line) {
  std::vector<uint32_t> there;
  for (uint32_t index = 0; index < found.functions.size(); ++index) {
    const SourceFunction& function = found.functions[index];
    if (names_file(found.trace->text(function.file), file) && line >= function.line &&
        line <= std::max(function.line, function.facts.end.line))
      there.push_back(index);
  }
  return there;
}

std::string why_calls_text(const Discovery& found, uint32_t function, SourceQuotes& sources, size_t width,
                           const Style& style) {
  return CallsExplainer(found, function, sources, width, style).text();
}

} // namespace unply
