// The first screen of a report on a program that nobody annotated: the loops worth running in parallel with their
// clauses, what stops the others, what was not seen; then how the figures are known, and the next command.
#include "base/readable_name.h"
#include "cli/discover/discovery.h"
#include "cli/text_style.h"
#include "discover/policy.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace unply {

namespace {

constexpr double kLeastShare = 0.05; // of the work, of functions whose calls are named though nothing is to be gained

class LoopsWriter {
public:
  LoopsWriter(const Discovery& found, const LoopReportOptions& options, SourceQuotes& sources, const Style& style)
      : found_(found), options_(options), sources_(sources), style_(style) {}
  std::string text();

private:
  void suggestions();
  void details(const LoopGain& gain);
  void details(const CallGain& gain);
  void short_loops();
  void calls_in_order();
  std::string form_of(const RankedGain& gain) const;
  void others();
  void unseen();
  void counts();
  void inputs();
  void known();
  void line(std::string_view text, size_t indent, size_t hanging) {
    out_ += wrapped(text, indent, hanging, options_.width);
  }
  std::string place(uint32_t loop) const { return loop_place(found_, loop, sources_); }
  const SourceLoop& loop(uint32_t index) const { return (*found_.loops)[index]; }

  const Discovery& found_;
  const LoopReportOptions& options_;
  SourceQuotes& sources_;
  const Style& style_;
  std::string out_;
};

void LoopsWriter::details(const LoopGain& gain) {
  const LoopVerdict& verdict = found_.verdicts[gain.loop];
  std::string text = clauses_text(verdict.clauses);
  auto add = [&](const std::string& part) { text += (text.empty() ? "" : "   ") + part; };
  add(verdict.waits()    ? "iterations wait for earlier ones"
      : verdict.tested() ? fmt::format("if({}): carried: none in this run", verdict.test)
      : verdict.proven   ? "proven"
                         : "carried: none after that");
  add(executed_text(loop(gain.loop)));
  line(text, 5, 5);
  if (!verdict.certain())
    line(fmt::format("unless {} {} side effects", fmt::join(verdict.unseen, ", "),
                     verdict.unseen.size() == 1 ? "has" : "have"),
         5, 5);
  if (std::string why = why_no_directive(loop(gain.loop), verdict); !why.empty()) line("by hand: " + why, 5, 5);
}

void LoopsWriter::details(const CallGain& gain) {
  const SourceFunction& function = found_.functions[gain.function];
  const CallVerdict& verdict = found_.call_verdicts[gain.function];
  for (const CallGroup& group : verdict.groups) line(group_text(function, group), 5, 5);
  for (const TaskLoop& loop : verdict.loops) line(group_text(found_, function, loop), 5, 5);
  std::string text = calls_evidence(found_, gain.function);
  if (const std::string cut_off = cut_off_text(gain); !cut_off.empty()) text = cut_off + "; " + text;
  line(text, 5, 5);
  if (!verdict.unseen.empty())
    line(fmt::format("unless {} {} side effects", fmt::join(verdict.unseen, ", "),
                     verdict.unseen.size() == 1 ? "has" : "have"),
         5, 5);
}

std::string LoopsWriter::form_of(const RankedGain& gain) const {
  if (gain.loop && !loop(gain.loop->loop).algorithm.empty()) {
    const uint32_t index = gain.loop->loop;
    return why_no_policy(loop(index), found_.verdicts[index]).empty() ? policy_of(*found_.loops, index) : "by hand";
  }
  if (gain.loop && loop(gain.loop->loop).at.line == 0) return "parallel";
  if (gain.calls || !found_.verdicts[gain.loop->loop].no_directive.empty()) return "tasks";
  return loop(gain.loop->loop).facts.fortran() ? "parallel do" : "parallel for";
}

void LoopsWriter::suggestions() {
  size_t shown = 0, nested = 0, more = 0;
  for (size_t number = 1; number <= found_.ranked.size(); ++number) {
    const RankedGain& gain = found_.ranked[number - 1];
    if (!gain.worthwhile()) continue;
    if (gain.nested()) {
      ++nested;
      continue;
    }
    if (shown == options_.top) {
      ++more;
      continue;
    }
    ++shown;
    out_ += fmt::format("{}. {}   {}, {} of the time     {}, {}\n", number,
                        style_.bold(ranked_place(found_, gain, sources_)), ranked_kind(found_, gain),
                        share_text(gain.coverage()), form_of(gain), speedup_text(gain.speedups()));
    if (gain.loop)
      details(*gain.loop);
    else
      details(*gain.calls);
  }
  if (shown + more == 0) out_ += "nothing in this run gains from running in parallel\n";
  if (more != 0)
    line(fmt::format("{} {}: --top {}", shown == 0 ? count_text(more, "suggestion") : fmt::format("and {}", more),
                     shown == 0 ? "not shown" : "with less gain", shown + more),
         0, 3);
  if (const auto together = speedups_together(found_))
    line(fmt::format("all these loops together: {}", speedup_text(*together)), 0, 3);
  if (nested != 0)
    line(fmt::format(
             "inside these loops {} may run in parallel too, which brings more where the outer loop cannot be changed",
             count_text(nested, "loop")),
         0, 3);
}

void LoopsWriter::short_loops() {
  std::string places;
  size_t count = 0;
  for (const LoopGain& gain : found_.gains)
    if (!gain.worthwhile && ++count <= 3) places += (places.empty() ? "" : ", ") + place(gain.loop);
  if (count == 0) return;
  line(fmt::format("independent, but too short to gain: {}{}", places,
                   count > 3 ? fmt::format(" and {} more", count - 3) : ""),
       0, 3);
}

// What stops it, in the words of the first reason.
std::string reason(const LoopVerdict& verdict) {
  if (verdict.blockers.empty()) return verdict.notes.empty() ? "" : verdict.notes[0];
  std::string text = verdict.blockers[0].what;
  if (verdict.blockers.size() > 1)
    text += fmt::format("; and {}", count_text(verdict.blockers.size() - 1, "more reason"));
  return text;
}

// Functions whose calls would share the work, and what stops them or keeps them from gaining.
void LoopsWriter::calls_in_order() {
  size_t shown = 0;
  for (uint32_t index = 0; index < found_.functions.size() && shown < options_.top; ++index) {
    const SourceFunction& function = found_.functions[index];
    const CallVerdict& verdict = found_.call_verdicts[index];
    const size_t number = found_.call_numbers[index];
    std::string what;
    if (number != 0 && found_.ranked[number - 1].worthwhile()) continue;
    if (number != 0)
      what = cut_off_text(*found_.ranked[number - 1].calls);
    else if (!verdict.blockers.empty())
      what = "the call on " + order_text(verdict.blockers[0]);
    const uint64_t all = found_.trace->loops.work;
    const double share = all == 0 ? 0 : std::min(1.0, static_cast<double>(function.work) / static_cast<double>(all));
    if (what.empty() || share < kLeastShare) continue;
    ++shown;
    line(fmt::format("{}: {}:{}   calls in {}(), {}     {}",
                     style_.warning(number != 0 ? "tasks too short" : "not parallel"), sources_.file(function.file),
                     function.line, found_.trace->text(function.function), share_text(share), what),
         0, 3);
  }
}

void LoopsWriter::others() {
  std::vector<std::pair<double, uint32_t>> rows;
  size_t of_library = 0;
  for (uint32_t index = 0; index < found_.loops->size(); ++index) {
    const LoopVerdict& verdict = found_.verdicts[index];
    if (found_.gain_of(index) || verdict.parallel() || verdict.verdict == Verdict::few ||
        verdict.verdict == Verdict::never)
      continue;
    if (is_libstdcxx(found_.trace->text(loop(index).file))) { // which nobody changes
      ++of_library;
      continue;
    }
    rows.emplace_back(-coverage_of(*found_.loops, index), index);
  }
  std::ranges::sort(rows);
  size_t shown = 0;
  for (auto [share, index] : rows) {
    if (shown++ == options_.top) break;
    const LoopVerdict& verdict = found_.verdicts[index];
    const std::string label = verdict.verdict == Verdict::serial ? "not parallel" : verdict_name(verdict.verdict);
    line(fmt::format("{}: {}   {}, {}     {}", style_.warning(label), place(index), loop_kind(loop(index)),
                     share_text(-share), reason(verdict)),
         0, 3);
  }
  if (rows.size() > options_.top)
    line(fmt::format("and {} more that are not parallel: --top {}", rows.size() - options_.top, rows.size()), 0, 3);
  if (of_library != 0)
    line(fmt::format("and {} in headers of the standard library: --json has them", count_text(of_library, "loop")), 0,
         3);
}

void LoopsWriter::unseen() {
  std::map<std::pair<uint32_t, std::string>, uint64_t> calls;
  for (uint32_t index = 0; index < found_.loops->size(); ++index)
    for (const LoopCall& call : loop(index).calls) {
      const std::string name = readable_name(std::string(found_.trace->text(call.name)));
      const LoopVerdict& verdict = found_.verdicts[index];
      const bool matters = std::ranges::find(verdict.unseen, name) != verdict.unseen.end() ||
                           std::ranges::find(verdict.blockers, name, &Blocker::name) != verdict.blockers.end();
      if (matters) calls[{index, name}] += call.count;
    }
  size_t shown = 0;
  for (const auto& [key, count] : calls) {
    if (shown++ == options_.top) break;
    line(fmt::format("unseen: {} of {} in the loop at {}", count_text(count, "call"), key.second, place(key.first)), 0,
         3);
  }
}

void LoopsWriter::counts() {
  std::map<Verdict, size_t> by_verdict;
  for (const LoopVerdict& verdict : found_.verdicts) ++by_verdict[verdict.verdict];
  std::string text;
  for (auto [verdict, count] : by_verdict)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, verdict_name(verdict));
  out_ += "\n" + field_text("loops", fmt::format("{}: {}", found_.loops->size(), text), options_.width, style_);
}

// Of a merged recording.
void LoopsWriter::inputs() {
  const std::vector<std::string>& inputs = found_.trace->info.inputs;
  const size_t shown = std::min<size_t>(inputs.size(), 4);
  for (size_t i = 0; i < shown; ++i)
    out_ += field_text(i == 0 ? "inputs" : "", fmt::format("{}. {}", i + 1, inputs[i]), options_.width, style_);
  if (shown < inputs.size())
    out_ += field_text("", fmt::format("and {} more", inputs.size() - shown), options_.width, style_);
}

void LoopsWriter::known() {
  const TraceInfo& info = found_.trace->info;
  out_ += field_text("program", command_text(info), options_.width, style_);
  inputs();
  if (!info.complete)
    out_ += style_.warning(
        wrapped(fmt::format("complete   no: {}; dependences after that point are missing", info.incomplete_why), 0, 11,
                options_.width));
  out_ += field_text(
      "known",
      fmt::format("dependences as observed on {}, unless proven: another input may have others; speedups are estimates "
                  "from counted work, without memory bandwidth",
                  count_text(info.input_count(), "input")),
      options_.width, style_);
  if (!found_.ranked.empty())
    out_ += field_text("costs", "of threads: " + costs_text(found_.costs), options_.width, style_);
}

std::string LoopsWriter::text() {
  out_ += missing_text(found_, options_.width, style_);
  suggestions();
  short_loops();
  others();
  calls_in_order();
  unseen();
  counts();
  known();
  const bool any = std::ranges::any_of(found_.ranked, &RankedGain::worthwhile);
  const std::string next = any ? fmt::format("unply suggest {} --patch patches/", found_.file)
                               : fmt::format("unply why {} FILE:LINE", found_.file);
  out_ += "next: " + next + found_.costs.words() + "\n";
  return out_;
}

} // namespace

std::string loops_text(const Discovery& found, const LoopReportOptions& options, SourceQuotes& sources,
                       const Style& style) {
  return LoopsWriter(found, options, sources, style).text();
}

} // namespace unply
