// Everything known about one loop.
#include "cli/discover/discovery.h"
#include "cli/text_style.h"
#include "discover/call_way.h"
#include "discover/policy.h"
#include "discover/waiting_text.h"
#include "graph/names.h"
#include <fmt/format.h>

namespace unply {

namespace {

// "in push(), called on list.c:30 by add(), called on list.c:12"; "in push()" if no way is known.
std::string call_way_text(const Trace& trace, std::string_view function, const std::vector<CallStep>& steps) {
  std::string text = fmt::format("in {}()", steps.empty() ? function : std::string_view(steps.back().callee));
  for (size_t i = steps.size(); i-- > 0;) {
    text += fmt::format(", called on {}:{}", base_name(trace.text(steps[i].file)), steps[i].line);
    if (i > 0) text += fmt::format(" by {}()", steps[i - 1].callee);
  }
  return text;
}

class LoopExplainer {
public:
  LoopExplainer(const Discovery& found, uint32_t index, SourceQuotes& sources, size_t width, const Style& style)
      : found_(found), index_(index), loop_((*found.loops)[index]), verdict_(found.verdicts[index]), sources_(sources),
        width_(width), style_(style) {}
  std::string text();

private:
  void field(std::string_view name, std::string_view value) { out_ += field_text(name, value, width_, style_); }
  void quote(StringId file, uint32_t line) {
    if (auto text = sources_.line(file, line))
      out_ += "             " +
              style_.dim(cut_text(fmt::format("{}:{}  {}", sources_.file(file), line, *text), width_ - 13)) + "\n";
  }
  void quote(const Site& site) {
    quote(site.file, site.line);
    const std::string_view function = found_.trace->text(site.function);
    if (site.function == loop_.function || function.empty()) return;
    const auto way = calls_to(*found_.loops, found_.functions, index_, function);
    if (way.empty() && function == "operator()") return; // a lambda
    out_ += wrapped(call_way_text(*found_.trace, function, way), 13, 15, width_);
  }
  void changes(std::string_view name, const std::vector<Blocker>& blockers);
  void carried();
  void gain();
  const Discovery& found_;
  uint32_t index_;
  const SourceLoop& loop_;
  const LoopVerdict& verdict_;
  SourceQuotes& sources_;
  size_t width_;
  const Style& style_;
  std::string out_;
};

void LoopExplainer::changes(std::string_view name, const std::vector<Blocker>& blockers) {
  for (size_t i = 0; i < blockers.size(); ++i) {
    const Blocker& blocker = blockers[i];
    field(i == 0 ? name : "", fmt::format("{}. {}", i + 1, blocker.what));
    if (!blocker.fix.empty()) out_ += wrapped("fix: " + blocker.fix, 14, 14, width_);
  }
}

void LoopExplainer::carried() {
  static constexpr const char* kTreatments[] = {
      "keeps iterations in order", "declared in the loop: each iteration has its own", "private", "reduction"};
  if (verdict_.carried.empty()) {
    if (verdict_.verdict != Verdict::never && verdict_.verdict != Verdict::few)
      field("carried", verdict_.proven ? "none: the compiler proves it" : "no dependence in memory");
    return;
  }
  bool first = true;
  for (const CarriedDependence& row : verdict_.carried) {
    field(first ? "carried" : "",
          fmt::format("{}; {}, first from iteration {} to {}: {}", dependence_text(*found_.loops, loop_, row.row),
                      count_text(row.row.count, "time"), grouped(row.row.first_from), grouped(row.row.first_to),
                      kTreatments[static_cast<size_t>(row.treatment)]));
    first = false;
    const Site &from = found_.trace->sites[row.row.site_from], &to = found_.trace->sites[row.row.site_to];
    quote(from);
    if (from.line != to.line || from.file != to.file) quote(to);
  }
}

void LoopExplainer::gain() {
  const LoopGain* gain = found_.gain_of(index_);
  if (gain == nullptr && found_.number_of(index_) != 0)
    field("tasks", fmt::format("its iterations, in suggestion {}: the calls of {}()", found_.number_of(index_),
                               found_.trace->text(loop_.function)));
  if (gain == nullptr) return;
  field("gain", speedups_text(gain->speedups));
  if (!gain->limit.empty()) field("limit", gain->limit);
  field("costs", "of threads: " + costs_text(found_.costs));
  field("grain", grain_text(*gain));
  if (gain->nested_in != kNoSourceLoop)
    field("nested",
          fmt::format("in {}, which may run in parallel as a whole", loop_place(found_, gain->nested_in, sources_)));
}

std::string LoopExplainer::text() {
  out_ +=
      fmt::format("{}   {}, {} of the time: {}\n", style_.bold(loop_place(found_, index_, sources_)), loop_kind(loop_),
                  share_text(coverage_of(*found_.loops, index_)), style_.bold(verdict_name(verdict_.verdict)));
  quote(loop_.file, loop_.at.line);
  field("function", loop_.algorithm.empty() ? found_.trace->text(loop_.function)
                                            : std::string_view("a lambda, which the library's loop calls"));
  field("ran", executed_text(loop_));
  field("known", evidence_text(*found_.loops, loop_, verdict_));
  if (std::string change = change_text(found_, loop_.file, loop_.facts.text); !change.empty())
    field("no patch", change);
  if (std::string loss = loss_text(found_.trace->loops); !loss.empty()) field("missing", loss);
  if (std::string clauses = clauses_text(verdict_.clauses); verdict_.independent() && !clauses.empty())
    field("clauses", clauses);
  changes("stopped by", verdict_.blockers);
  if (verdict_.blockers.size() > 1)
    out_ += wrapped("all of these must go before iterations can run at once", 11, 11, width_);
  changes("by hand", verdict_.rewrites);
  carried();
  for (const std::string& name : verdict_.unseen)
    field("unseen", fmt::format("{}: the verdict holds unless it has side effects", name));
  for (const std::string& note : verdict_.notes) field("note", note);
  if (verdict_.waits() && !loop_.facts.fortran())
    field("waiting", waiting_directive(*found_.loops, index_, verdict_) +
                         " before the first statement of the body, depend(source) behind the last");
  if (verdict_.verdict == Verdict::pipeline)
    field("in order", fmt::format("lines {} to {}; the rest of an iteration can run beside others: a task each",
                                  verdict_.in_order_begin.line, verdict_.in_order_end.line));
  if (!loop_.algorithm.empty() && verdict_.parallel()) {
    const std::string why = why_no_policy(loop_, verdict_);
    field("policy", why.empty() ? policy_of(*found_.loops, index_) : "none: " + why);
  }
  if (verdict_.parallel() && !verdict_.no_directive.empty())
    field("directive",
          fmt::format("none: {}; create a task for each iteration (parallel, single, task)", verdict_.no_directive));
  gain();
  return out_;
}

} // namespace

std::string why_text(const Discovery& found, uint32_t loop, SourceQuotes& sources, size_t width, const Style& style) {
  return LoopExplainer(found, loop, sources, width, style).text();
}

} // namespace unply
