// What fit prints for people: each law with how it is known, coefficients with intervals, and rows that look wrong.
#include "cli/fit/fit.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace unply {

std::string seconds_text(double seconds) {
  if (!(seconds < 9e9)) return fmt::format("{:.3g} s", seconds);
  if (seconds >= 1) return fmt::format("{:.6g} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.4g} ms", seconds * 1e3);
  if (seconds >= 1e-6) return fmt::format("{:.4g} us", seconds * 1e6);
  return fmt::format("{:.3g} ns", seconds * 1e9);
}

std::string number_words(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value)
                                                              : fmt::format("{:g}", value);
}

std::string sizes_line(const std::vector<std::string>& names, const std::vector<double>& values) {
  std::string text;
  for (size_t i = 0; i < names.size() && i < values.size(); ++i)
    text += fmt::format("{}{}={}", i ? ", " : "", names[i], number_words(values[i]));
  return text;
}

namespace {
using Align = TextTable::Align;

// What is left of an exact law's errors is rounding, which no two machines share.
std::string share_text(double share) { return share < 1e-9 ? "0 %" : fmt::format("{:.3g} %", 100 * share); }
std::string error_text(double error) {
  return std::abs(error) < 0.0005 ? "0.0 %" : fmt::format("{:+.1f} %", 100 * error);
}
std::string four_digits(double value) { return fmt::format("{:.4g}", value); }
std::string one_text(size_t count, const char* one, const char* more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

std::string change_text(const LevelChange& change) {
  if (change.known == LevelChange::Known::unknown) return "its change by a division is not known";
  std::string what = change.factor == 1     ? "the same after a division"
                     : change.factor == 0.5 ? "halved by a division"
                                            : fmt::format("times {:.3g} by a division", change.factor);
  return fmt::format("{}, {}", what, known_name(change.known));
}

class FitWriter {
public:
  FitWriter(const FitAnswer& answer, const Style& style) : answer_(answer), model_(answer.model), style_(style) {}

  std::string text() {
    head();
    laws();
    coefficients();
    work();
    messages();
    for (const PhaseModel& phase : model_.phases) suspects(phase);
    if (answer_.residuals) residuals();
    foot();
    return std::move(out_);
  }

private:
  void field(std::string_view name, std::string_view value) { out_ += field_text(name, value, answer_.width, style_); }

  void head() {
    size_t rows = 0;
    for (const PhaseModel& phase : model_.phases) rows += phase.rows;
    field("model", fmt::format("{} of {}",
                               model_.skeleton ? fmt::format("divide and conquer on a {}", shape_name(model_.shape))
                                               : "parts of a program",
                               model_.clock));
    field("from",
          fmt::format("{}, {}{}", one_text(model_.sources.size(), "file", "files"), one_text(rows, "row", "rows"),
                      model_.processes.empty() ? "" : fmt::format(", P = {}", fmt::join(model_.processes, ", "))));
    for (size_t i = 0; i < model_.sizes.size(); ++i) {
      const ModelSize& size = model_.sizes[i];
      std::string range = size.least == size.most
                              ? number_words(size.least)
                              : fmt::format("{} to {}", number_words(size.least), number_words(size.most));
      field(i == 0 ? "sizes" : "", fmt::format("{} = {}{}", size.name, range,
                                               model_.skeleton ? "; " + change_text(size.change) : std::string()));
    }
    for (const std::string& note : answer_.notes) field("note", note);
    for (const PhaseModel& phase : model_.phases)
      if (!phase.note.empty()) field("note", fmt::format("{} {}", phase.name, phase.note));
  }

  void add_law(TextTable& table, const std::string& name, const PhaseModel& phase, const Law& law, bool chosen) {
    const bool several = phase.imbalance > 1 && chosen;
    table.add({name, law.text(phase.features), fmt::format("{:.6f}", law.r2), share_text(law.left_out_error),
               several ? fmt::format("{:.2f}", phase.imbalance) : "", evidence_text(law.evidence())});
  }

  void laws() {
    TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
    table.add({model_.skeleton ? "phase" : "part", "seconds", "R2", "left out", "imbalance", "how it is known"});
    for (const PhaseModel& phase : model_.phases) {
      add_law(table, phase.name, phase, phase.chosen, true);
      if (phase.linear.text(phase.features) != phase.chosen.text(phase.features))
        add_law(table, "  linear", phase, phase.linear, false);
    }
    out_ += "\n" + table.text(0, style_);
  }

  void coefficients() {
    TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right});
    table.add({"coefficients", "of", "value", "95 % from", "to"});
    for (const PhaseModel& phase : model_.phases)
      for (size_t k = 0; k < phase.chosen.form.terms.size(); ++k) {
        const Interval interval = phase.chosen.coefficient(k);
        table.add({k == 0 ? phase.name : "", term_text(phase.chosen.form.terms[k], phase.features),
                   four_digits(interval.value), four_digits(interval.low), four_digits(interval.high)});
      }
    out_ += "\n" + table.text(0, style_);
  }

  void work() {
    bool any = false;
    for (const PhaseModel& phase : model_.phases) {
      if (!phase.work) continue;
      if (!any) out_ += "\n";
      any = true;
      const WorkLayer& layer = *phase.work;
      field("work", fmt::format("{}: {} = {} ({}), seconds = {} ({})", phase.name, layer.counter,
                                layer.count.text(phase.features), evidence_text(layer.count.evidence()),
                                layer.cost.text(std::vector<std::string>{layer.counter}),
                                evidence_text(layer.cost.evidence())));
    }
  }

  void messages() {
    if (!model_.words) return;
    const Law& words = model_.words->chosen;
    const std::string known = words.points == 0 ? "given" : evidence_text(words.evidence());
    out_ += "\n";
    field("exchange", fmt::format("{} words of 32 bits ({})", words.text(model_.words->features), known));
    if (model_.exchange)
      field("", fmt::format("recorded: {} s ({})", model_.exchange->chosen.text(model_.exchange->features),
                            evidence_text(model_.exchange->chosen.evidence())));
  }

  void suspects(const PhaseModel& phase) {
    for (const MeasuredRow& row : phase.suspects)
      out_ += style_.warning(field_text("outlier",
                                        fmt::format("{}: {} at {} took {}, where the other rows say {}", row.place,
                                                    phase.name, sizes_line(phase.features, row.features),
                                                    seconds_text(row.measured), seconds_text(row.expected)),
                                        answer_.width, style_));
  }

  void residuals() {
    TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
    table.add({"residuals", "at", "measured", "fitted", "error", "row"});
    for (const PhaseModel& phase : model_.phases)
      for (const MeasuredRow& row : phase.fitted)
        table.add({phase.name, sizes_line(phase.features, row.features), seconds_text(row.measured),
                   seconds_text(row.expected),
                   row.measured > 0 ? error_text((row.measured - row.expected) / row.measured) : "", row.place});
    out_ += "\n" + table.text(0, style_);
  }

  void foot() {
    out_ += "\n";
    field("known", "left out: mean error with which each configuration is predicted from the others; coefficients and "
                   "predictions with intervals of 95 %");
    const std::string file = answer_.output.empty() ? "FILE.model" : answer_.output;
    std::string at;
    for (const ModelSize& size : model_.sizes)
      at += fmt::format("{}{}={}", at.empty() ? "" : ",", size.name, number_words(2 * size.most));
    field("next:", answer_.output.empty() ? "unply fit ... -o FILE.model keeps the model for unply predict"
                   : model_.skeleton      ? fmt::format("unply predict {} -p 2..64 --at {}", file, at)
                                          : fmt::format("unply predict {} --at {}", file, at));
  }

  const FitAnswer& answer_;
  const SkeletonModel& model_;
  const Style& style_;
  std::string out_;
};

} // namespace

std::string fit_text(const FitAnswer& answer, const Style& style) { return FitWriter(answer, style).text(); }

} // namespace unply
