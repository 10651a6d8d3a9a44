// Text output of generalise: the sizes, then for each trace region its forms and how each is known, the growth of
// parallelism, and the predictions.
#include "cli/generalise/generalise.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace unply {

std::string sizes_text(std::span<const std::string> names, const Sizes& sizes) {
  std::string text;
  for (size_t p = 0; p < sizes.size(); ++p) text += fmt::format("{}{}={}", p ? ", " : "", names[p], sizes[p]);
  return text;
}

static std::string listed(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? fmt::format(" {} ", last) : ", ";
    text += words[i];
  }
  return text;
}

std::string scaling_sentence(const Scaling& scaling, std::span<const std::string> names) {
  if (scaling.leading.empty()) return "the growth of parallelism is unknown";
  const std::vector<std::string> all(names.begin(), names.end());
  std::vector<std::string> with, without;
  for (size_t p = 0; p < names.size(); ++p) (scaling.grows_with[p] ? with : without).push_back(names[p]);
  const std::string grows = scaling.exact ? "parallelism grows" : "parallelism seems to grow";
  const std::string like = fmt::format("like {}", scaling.leading);
  const std::string more = "larger inputs keep more processors busy";
  if (with.empty() && !scaling.grows)
    return fmt::format("parallelism {} bounded, by about {}: larger inputs do not increase it",
                       scaling.exact ? "is" : "seems", scaling.leading);
  if (with.empty())
    return fmt::format("{} when {} grow together, {}, not with one alone: {}", grows, listed(all, "and"), like, more);
  return fmt::format("{} with {}{}, {}: {}", grows, listed(with, "and"),
                     without.empty() ? "" : ", not with " + listed(without, "or"), like, more);
}

namespace {
using Align = TextTable::Align;
using Unit = Quantity::Unit;

std::string number_text(double value) {
  return value >= 100 && value < 1e15 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

// "2.23 us"; coefficients may be parts of a nanosecond.
std::string amount_text(Unit unit, double value) {
  if (unit != Unit::time_ns) return number_text(value);
  return value < 10 || value > 1e18 ? number_text(value) + " ns" : duration_text(static_cast<uint64_t>(value + 0.5));
}

std::string title_of(const std::string& name) {
  if (name == "levels") return "levels (span in tasks)";
  if (name == "work / span") return "work / span (by time)";
  return name;
}

std::string form_text(const Quantity& quantity, std::span<const std::string> names) {
  if (quantity.exact) return "= " + quantity.exact->forms[0].text(names);
  if (!quantity.estimate) return "";
  const PowerModel& model = quantity.estimate->chosen();
  std::string shape = model.shape_text(names);
  std::string constant = model.constant > 0 ? " + " + amount_text(quantity.unit, model.constant) : "";
  return fmt::format("~ {}{}{}{}", amount_text(quantity.unit, model.coefficient), shape.empty() ? "" : " ", shape,
                     constant);
}

std::string known_text(const Quantity& quantity, std::span<const std::string> names) {
  std::string text;
  if (quantity.exact) {
    text = evidence_text(quantity.evidence());
    for (size_t i = 1; i < quantity.exact->forms.size(); ++i)
      text += fmt::format(", or as simple: {}", quantity.exact->forms[i].text(names));
    for (const SizeFunction& rival : quantity.exact->rivals)
      text += fmt::format(", not ruled out: {}", rival.text(names));
    if (!quantity.exact->deciding.empty())
      text += fmt::format("; {} decides", sizes_text(names, quantity.exact->deciding));
  } else if (quantity.estimate) {
    text = evidence_text(quantity.evidence());
  } else {
    text = quantity.given_up > 0 ? "not known" : "unknown: too few values above 0";
  }
  if (quantity.contradictory) text += ", differs at equal sizes";
  if (quantity.given_up > 0) text += fmt::format(", given up in {}", count_text(quantity.given_up, "recording"));
  return text;
}

bool always_zero(const Quantity& quantity) {
  return std::ranges::all_of(quantity.values, [](const auto& value) { return value && *value == 0; });
}

// Rows that repeat another one, or carry no information, appear only in JSON.
bool is_shown(const GeneralisedRegion& region, const Quantity& quantity) {
  const auto& values = quantity.values;
  if (quantity.name == "executions")
    return !std::ranges::all_of(values, [](const auto& value) { return value && *value == 1; });
  if (quantity.name == "vertices" || quantity.name.starts_with("instances of "))
    return values != region.find("tasks")->values;
  if (quantity.name == "SYM-Explore classes") return values != region.find("classes")->values;
  if (quantity.unit == Unit::ratio || quantity.name.starts_with("SYM-Explore") || quantity.name.starts_with("edges"))
    return !always_zero(quantity);
  return true;
}

class Writer {
public:
  Writer(const Generalised& result, const Style& style) : result_(result), style_(style), names_(result.table.names) {}
  std::string text();

private:
  void field(std::string_view name, std::string_view value) { out_ += field_text(name, value, result_.width, style_); }
  void head();
  void region(size_t number, const GeneralisedRegion& region);
  void forms(const GeneralisedRegion& region);
  void prediction(const GeneralisedRegion& region, const Sizes& sizes);
  void footer();
  std::string record_command() const;
  std::string next() const;

  const Generalised& result_;
  const Style& style_;
  std::span<const std::string> names_;
  std::string out_;
};

void Writer::head() {
  field("recordings", fmt::format("{} of {}", result_.files.size(), result_.files[0].info.program));
  for (size_t p = 0; p < names_.size(); ++p) {
    std::vector<int64_t> values;
    for (const Sizes& sizes : result_.table.sizes) values.push_back(sizes[p]);
    field(p == 0 ? "sizes" : "",
          fmt::format("{} = {} ({})", names_[p], fmt::join(values, ", "), result_.table.sources[p]));
  }
  for (const std::string& note : result_.table.notes) field("note", note);
  for (const std::string& sentence : narrow_sizes(result_.table.sizes, names_)) field("note", sentence);
}

void Writer::forms(const GeneralisedRegion& region) {
  TextTable table({Align::left, Align::left, Align::left});
  table.add({"quantity", "as a function of " + listed({names_.begin(), names_.end()}, "and"), "how it is known"});
  for (const Quantity& quantity : region.quantities) {
    if (!is_shown(region, quantity)) continue;
    table.add({title_of(quantity.name), form_text(quantity, names_), known_text(quantity, names_)});
    if (quantity.name == "levels" && !region.scaling.leading.empty())
      table.add({"parallelism", "~ " + region.scaling.leading,
                 region.scaling.exact ? "tasks / levels, leading terms" : "tasks / levels, estimated"});
  }
  out_ += table.text(2, style_);
}

void Writer::prediction(const GeneralisedRegion& region, const Sizes& sizes) {
  TextTable table({Align::left, Align::right, Align::left});
  table.add({"at " + sizes_text(names_, sizes), "value", "how it is known"});
  std::optional<double> tasks;
  for (const Quantity& quantity : region.quantities) {
    if (!is_shown(region, quantity)) continue;
    Prediction predicted = predict(quantity, sizes);
    std::string value = "?", known = "no value there";
    if (!predicted.exact.empty()) {
      value = predicted.exact[0].text(), known = "exact form";
      for (size_t i = 1; i < predicted.exact.size(); ++i) known += ", or " + predicted.exact[i].text();
    } else if (predicted.estimated) {
      const Interval& interval = *predicted.estimated;
      value = amount_text(quantity.unit, interval.value);
      known = interval_text(amount_text(quantity.unit, interval.low), amount_text(quantity.unit, interval.high));
    }
    table.add({title_of(quantity.name), value, known});
    if (predicted.exact.empty()) continue;
    double number = predicted.exact[0].number();
    if (quantity.name == "tasks") tasks = number;
    if (quantity.name == "levels" && tasks && number > 0)
      table.add({"parallelism", number_text(*tasks / number), "tasks / levels"});
  }
  out_ += "\n" + table.text(2, style_);
  std::vector<Sizes> recorded;
  for (uint32_t r : region.recordings) recorded.push_back(result_.table.sizes[r]);
  for (const std::string& sentence : unlike_recorded(recorded, sizes, names_))
    out_ += style_.warning(wrapped("careful: " + sentence + ": the forms may not hold there", 2, 4, result_.width));
}

void Writer::region(size_t number, const GeneralisedRegion& region) {
  std::string title = region.name;
  if (!region.function.empty()) title = fmt::format("trace {}: {} in {}", number, title, region.function);
  out_ += "\n" + style_.bold(wrapped(title, 0, 4, result_.width));
  if (region.recordings.size() < result_.files.size()) {
    std::vector<std::string> where;
    for (uint32_t r : region.recordings) where.push_back(result_.files[r].path);
    out_ += wrapped(
        fmt::format("only in {} of {} recordings: {}", where.size(), result_.files.size(), listed(where, "and")), 2, 4,
        result_.width);
  }
  forms(region);
  out_ += wrapped(scaling_sentence(region.scaling, names_), 2, 4, result_.width);
  for (const Sizes& sizes : result_.at) prediction(region, sizes);
}

// The command line of the last recording with the first size asked for: an argument that is one of the sizes in every
// recording is that size.
std::string Writer::record_command() const {
  const Sizes& at = result_.at[0];
  std::string options;
  for (size_t p = 0; p < names_.size(); ++p)
    if (!result_.table.sources[p].starts_with("argument")) options += fmt::format(" --param {}={}", names_[p], at[p]);
  const SizedFile& last = result_.files.back();
  std::string words = last.info.program;
  for (size_t i = 0; i < last.info.arguments.size(); ++i) {
    std::string word = last.info.arguments[i];
    for (size_t p = 0; p < names_.size(); ++p) {
      bool is_it = true;
      for (size_t r = 0; r < result_.files.size(); ++r) {
        const std::vector<std::string>& arguments = result_.files[r].info.arguments;
        is_it &= i < arguments.size() && arguments[i] == std::to_string(result_.table.sizes[r][p]);
      }
      if (is_it) word = std::to_string(at[p]);
    }
    words += " " + word;
  }
  return fmt::format("unply record{} {}", options, words);
}

std::string Writer::next() const {
  if (!result_.at.empty()) return record_command() + ", to compare";
  std::string files, sizes, given;
  for (const SizedFile& file : result_.files) files += " " + file.path;
  for (size_t p = 0; p < names_.size(); ++p)
    sizes += fmt::format("{}{}={}", p ? "," : "", names_[p], 2 * result_.table.sizes.back()[p]);
  for (size_t p = 0; p < names_.size(); ++p) {
    if (result_.table.sources[p] != "--param") continue;
    std::vector<int64_t> values;
    for (const Sizes& row : result_.table.sizes) values.push_back(row[p]);
    given += fmt::format(" --param {}={}", names_[p], fmt::join(values, ","));
  }
  return fmt::format("unply generalise --at {}{}{}", sizes, given, files);
}

void Writer::footer() {
  out_ += "\n";
  field("known",
        "exact: a closed form gives every recorded count, also after leaving out any one size; observed on these "
        "sizes, not proven for others");
  field("", "estimated: one term fitted to the values; predictions with an interval of 95 %");
  field("next:", next());
}

std::string Writer::text() {
  head();
  for (size_t i = 0; i < result_.regions.size(); ++i) region(i + 1, result_.regions[i]);
  footer();
  return std::move(out_);
}
} // namespace

std::string generalise_text(const Generalised& result, const Style& style) { return Writer(result, style).text(); }

} // namespace unply
