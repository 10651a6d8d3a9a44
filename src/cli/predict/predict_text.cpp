// The output of predict for people: a row for each number of processes or each size, the limit of the best of them, and
// doubts about the figures.
#include "cli/predict/predict.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace unply {

bool PredictAnswer::within_tolerance() const { return !tolerance || worst_error() <= *tolerance; }

double PredictAnswer::worst_error() const {
  double worst = 0;
  for (const ComparedRow& row : compared) worst = std::max(worst, std::abs(row.error()));
  return worst;
}

std::string at_text(const SizeValues& at) {
  std::string text;
  for (const auto& [name, value] : at)
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, number_words(value));
  return text;
}

namespace {
using Align = TextTable::Align;

class PredictWriter {
public:
  PredictWriter(const PredictAnswer& answer, const Style& style) : answer_(answer), style_(style) {}

  std::string text() {
    head();
    if (answer_.model.skeleton)
      calls();
    else
      parts();
    compared();
    foot();
    return std::move(out_);
  }

private:
  void field(std::string_view name, std::string_view value) { out_ += field_text(name, value, answer_.width, style_); }

  void head() {
    field("model", fmt::format("{}, {}", answer_.file,
                               answer_.model.skeleton
                                   ? fmt::format("divide and conquer on a {}", shape_name(answer_.model.shape))
                                   : std::string("parts of a program")));
    if (!answer_.machine.empty()) field("machine", answer_.machine);
    for (const std::string& note : answer_.notes) field("note", note);
  }

  // Rows of equal sizes are a table over the processes; a sweep of a size is one table for each number of them.
  void calls() {
    std::vector<bool> printed(answer_.rows.size(), false);
    for (size_t i = 0; i < answer_.rows.size(); ++i) {
      if (printed[i]) continue;
      std::vector<const PredictedRow*> group;
      for (size_t j = i; j < answer_.rows.size(); ++j) {
        const PredictedRow &a = answer_.rows[i], &b = answer_.rows[j];
        const bool same =
            answer_.swept.empty() ? a.at == b.at : a.call.processes == b.call.processes && same_but_swept(a.at, b.at);
        if (same) group.push_back(&b), printed[j] = true;
      }
      table(group);
      if (answer_.swept.empty()) best(group);
      careful(group);
    }
  }

  bool same_but_swept(SizeValues a, SizeValues b) const {
    a.erase(answer_.swept), b.erase(answer_.swept);
    return a == b;
  }

  static std::string longest(const CallPrediction& call) {
    const PhasePrediction& phase = call.dominant();
    const double share = call.total.value > 0 ? phase.ours.value / call.total.value : 0;
    return fmt::format("{} {:.0f} %", phase.name, 100 * share);
  }

  void table(const std::vector<const PredictedRow*>& group) {
    const bool sweep = !answer_.swept.empty();
    SizeValues at = group[0]->at;
    if (sweep) at.erase(answer_.swept);
    out_ += "\n";
    std::string where = at_text(at);
    if (sweep) where = fmt::format("P={}{}{}", group[0]->call.processes, where.empty() ? "" : ", ", where);
    if (!where.empty()) field("at", where);
    TextTable table({Align::right, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right,
                     Align::left});
    table.add(
        {sweep ? answer_.swept : "P", "time", "95 % from", "to", "speedup", "efficiency", "paper", "longest phase"});
    for (const PredictedRow* row : group) {
      const CallPrediction& call = row->call;
      table.add({sweep ? number_words(row->at.at(answer_.swept)) : fmt::format("{}", call.processes),
                 seconds_text(row->total.value), end_text(row->total, row->total.low),
                 end_text(row->total, row->total.high), fmt::format("{:.2f}", call.speedup),
                 fmt::format("{:.0f} %", 100 * call.efficiency), known_text(row->paper), longest(call)});
    }
    out_ += table.text(0, style_);
  }

  void best(const std::vector<const PredictedRow*>& group) {
    const PredictedRow* best =
        *std::ranges::min_element(group, {}, [](const PredictedRow* row) { return row->total.value; });
    const CallPrediction& call = best->call;
    if (group.size() > 1) {
      std::string doubt;
      for (const PredictedRow* row : group)
        if (doubt.empty() && row->call.processes < call.processes && row->total.low < best->total.value)
          doubt = fmt::format("; P = {} may do as well, by its interval", row->call.processes);
      if (call.speedup < 1) doubt += "; one process alone is faster";
      const std::string speedup =
          call.processes > 1 ? fmt::format(", {:.2f} times as fast as one process", call.speedup) : "";
      field("best", fmt::format("P = {}: {}{}{}", call.processes, seconds_text(best->total.value), speedup, doubt));
    }
    const PhasePrediction& phase = call.dominant();
    const double halved = call.total.value - phase.ours.value / 2;
    if (halved > 0)
      field("limit",
            fmt::format("on P = {} {} takes {}; in half the time it would make the call {:.2f} times as fast ({})",
                        call.processes, phase.name, seconds_text(phase.ours.value), call.total.value / halved,
                        seconds_text(halved)));
    if (call.per_dimension && group.size() == 1 && !std::isnan(call.paper))
      field("paper", fmt::format("its exchanges 2 (l + K g) take {}, ours {}, measured between partners",
                                 seconds_text(call.phases[2].paper), seconds_text(call.phases[2].ours.value)));
    if (call.idle > 0)
      field("idle", fmt::format("{} of {} processes only get the solution: {} is the largest power of two", call.idle,
                                call.processes, call.processes - call.idle));
  }

  static std::string known_text(double seconds) { return std::isnan(seconds) ? "-" : seconds_text(seconds); }

  // Nothing where the model says nothing of its errors, as one written by hand.
  static std::string end_text(const Interval& interval, double end) {
    return interval.low == interval.high ? "" : seconds_text(end);
  }

  void careful_line(const std::string& sentence) {
    out_ += style_.warning(wrapped("careful: " + sentence, 0, 4, answer_.width));
  }

  static std::string beyond_text(const Extrapolation& beyond) {
    return fmt::format("{} of {} is {:.3g} times {}", beyond.size, beyond.phase, beyond.factor,
                       beyond.above ? "the largest that was fitted" : "smaller than what was fitted");
  }

  void careful(const std::vector<const PredictedRow*>& group) {
    Extrapolation worst;
    double longest = 0, words = 0;
    for (const PredictedRow* row : group) {
      if (row->call.beyond.factor > worst.factor) worst = row->call.beyond;
      if (row->call.longest_words > 0) longest = row->call.longest_words, words = row->call.words;
    }
    if (worst.factor > 1.01) careful_line(beyond_text(worst) + ": caches and memory may behave otherwise there");
    if (longest > 0)
      careful_line(fmt::format("exchanges of {} words, where the longest measured had {}", number_words(words),
                               number_words(longest)));
  }

  void parts() {
    for (const PredictedRow& row : answer_.rows) {
      out_ += "\n";
      if (!row.at.empty()) field("at", at_text(row.at));
      TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right});
      table.add({"part", "time", "95 % from", "to", "linear"});
      Extrapolation worst;
      for (const PartPrediction& part : row.parts) {
        table.add({part.name, seconds_text(part.ours.value), end_text(part.ours, part.ours.low),
                   end_text(part.ours, part.ours.high), seconds_text(part.paper)});
        if (part.beyond.factor > worst.factor) worst = part.beyond;
      }
      if (row.parts.size() > 1)
        table.add({"all", seconds_text(row.total.value), end_text(row.total, row.total.low),
                   end_text(row.total, row.total.high), seconds_text(row.paper)});
      out_ += table.text(0, style_);
      if (worst.factor > 1.01) careful_line(beyond_text(worst) + ": caches and memory may behave otherwise there");
    }
  }

  void compared() {
    if (answer_.against.empty()) return;
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right});
    table.add({"at", "measured", "predicted", "error", "in interval", "paper", "its error"});
    double sum = 0, of_paper = 0, worst_of_paper = 0;
    const bool has_paper =
        std::ranges::none_of(answer_.compared, [](double of) { return std::isnan(of); }, &ComparedRow::paper);
    size_t held = 0, intervals = 0;
    for (const ComparedRow& row : answer_.compared) {
      std::string where = answer_.model.skeleton ? fmt::format("P={}, {}", row.processes, at_text(row.at))
                                                 : fmt::format("{}, {}", row.name, at_text(row.at));
      if (row.runs > 1) where += fmt::format(" ({} runs)", row.runs);
      table.add({where, seconds_text(row.observed), seconds_text(row.predicted.value),
                 fmt::format("{:+.2f} %", 100 * row.error()),
                 !row.has_interval() ? ""
                 : row.held()        ? "yes"
                                     : "no",
                 known_text(row.paper),
                 std::isnan(row.paper) ? "-" : fmt::format("{:+.2f} %", 100 * row.paper_error())});
      sum += std::abs(row.error()), of_paper += std::abs(row.paper_error()), held += row.held() && row.has_interval();
      intervals += row.has_interval();
      worst_of_paper = std::max(worst_of_paper, std::abs(row.paper_error()));
    }
    out_ += "\n" + table.text(0, style_);
    const auto n = static_cast<double>(answer_.compared.size());
    field("errors", fmt::format("(measured - predicted) / measured: {:.2f} % in the mean, {:.2f} % at worst{}{}",
                                100 * sum / n, 100 * answer_.worst_error(),
                                has_paper ? fmt::format("; the paper's model {:.2f} and {:.2f} %", 100 * of_paper / n,
                                                        100 * worst_of_paper)
                                          : "; the paper's model needs l(P) and g(P), which were not measured",
                                intervals == 0 ? "" : fmt::format("; {} of {} within the interval", held, intervals)));
    if (answer_.tolerance)
      field("verdict", fmt::format("{} the tolerance of {:g} %", answer_.within_tolerance() ? "within" : "beyond",
                                   100 * *answer_.tolerance));
  }

  void foot() {
    out_ += "\n";
    field("known", answer_.model.skeleton ? "estimated; paper: its linear laws and 2 (l(P) + K g(P)) for an exchange"
                                          : "estimated; linear: 1 and each size, by ordinary least squares");
  }

  const PredictAnswer& answer_;
  const Style& style_;
  std::string out_;
};

} // namespace

std::string predict_text(const PredictAnswer& answer, const Style& style) {
  return PredictWriter(answer, style).text();
}

} // namespace unply
