// Every cell is checked, as tables come from spreadsheets and other tools; a message names the line and the column.
#include "base/split.h"
#include "model/regression/feature_term.h"
#include "model/skeleton/samples.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace unply {

namespace {

constexpr const char* kColumnsHint =
    "columns are phase, seconds (or begin_ns and end_ns), rank, call, level, bytes, and one for each feature";

std::string trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return std::string(text);
}

class TableReader {
public:
  TableReader(Samples& samples, const std::string& name) : samples_(samples), name_(name) {
    samples.sources.push_back(name);
  }

  Result<void> read(const std::string& text) {
    size_t begin = 0;
    bool any = false;
    while (begin < text.size()) {
      size_t end = std::min(text.find('\n', begin), text.size());
      std::string_view line(text.data() + begin, end - begin);
      begin = end + 1;
      ++line_;
      if (line_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3); // the mark of spreadsheets
      if (trimmed(line).empty() || line.starts_with("#")) continue;
      if (columns_.empty()) {
        TRY(head(line));
      } else {
        TRY(row(line));
        any = true;
      }
    }
    if (columns_.empty())
      return fail(fmt::format("{}: is empty, expected a line that names the columns", name_), kColumnsHint);
    if (!any) return fail(fmt::format("{}: has no rows below its columns", name_));
    return {};
  }

private:
  Result<void> head(std::string_view line) {
    std::set<std::string> seen;
    for (const std::string& cell : split(line, ',')) {
      columns_.push_back(trimmed(cell));
      const std::string& column = columns_.back();
      if (!seen.insert(column).second)
        return fail(fmt::format("{}:{}: two columns are named '{}'", name_, line_, column));
      const bool known = std::ranges::find(kFixed, column) != std::end(kFixed);
      if (!known && !is_feature_name(column))
        return fail(fmt::format("{}:{}: '{}' is no name of a column", name_, line_, column), kColumnsHint);
      feature_of_.push_back(known ? kNone : samples_.feature(column));
    }
    const bool timed = seen.contains("seconds") || (seen.contains("begin_ns") && seen.contains("end_ns"));
    if (!seen.contains("phase"))
      return fail(fmt::format("{}:{}: no column is named phase", name_, line_), kColumnsHint);
    if (!timed) return fail(fmt::format("{}:{}: no column has the time", name_, line_), kColumnsHint);
    has_calls_ = seen.contains("call");
    return {};
  }

  Result<std::optional<double>> number(const std::string& cell, const std::string& column, double least, bool whole) {
    if (cell.empty()) return std::nullopt;
    double value = 0;
    auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (problem != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value))
      return fail(fmt::format("{}:{}: {} is '{}', expected a number", name_, line_, column, cell));
    if (value < least || (whole && (value != std::floor(value) || value > 4e9)))
      return fail(fmt::format("{}:{}: {} is {}, expected a {}number from {:g}", name_, line_, column, cell,
                              whole ? "whole " : "", least));
    return value;
  }

  Result<void> row(std::string_view line) {
    const std::vector<std::string> cells = split(line, ',');
    if (cells.size() != columns_.size())
      return fail(fmt::format("{}:{}: {} cells, expected {}", name_, line_, cells.size(), columns_.size()));
    PhaseSample sample;
    sample.source = static_cast<uint32_t>(samples_.sources.size() - 1);
    sample.line = line_;
    sample.call = has_calls_ ? 0 : line_;
    double begin = kUnknown, end = kUnknown;
    for (size_t c = 0; c < cells.size(); ++c) {
      const std::string& column = columns_[c];
      const std::string cell = trimmed(cells[c]);
      if (column == "phase") {
        sample.phase = cell;
        if (cell.empty()) return fail(fmt::format("{}:{}: the row names no phase", name_, line_));
        continue;
      }
      const bool whole = column == "rank" || column == "call" || column == "level";
      const bool may_be_negative = feature_of_[c] != kNone || column == "partner";
      auto value = number(cell, column, may_be_negative ? -1e300 : 0, whole);
      if (!value) return error_of(value);
      if (!*value) continue;
      take(sample, c, **value, begin, end);
    }
    if (!std::isnan(begin) && !std::isnan(end)) {
      if (end < begin) return fail(fmt::format("{}:{}: end_ns is before begin_ns", name_, line_));
      sample.seconds = (end - begin) * 1e-9;
    }
    samples_.rows.push_back(std::move(sample));
    return {};
  }

  void take(PhaseSample& sample, size_t c, double value, double& begin, double& end) {
    const std::string& column = columns_[c];
    if (feature_of_[c] != kNone) {
      if (sample.features.size() <= feature_of_[c]) sample.features.resize(feature_of_[c] + 1, kUnknown);
      sample.features[feature_of_[c]] = value;
    } else if (column == "rank") {
      sample.rank = static_cast<uint32_t>(value);
    } else if (column == "call") {
      sample.call = static_cast<uint32_t>(value);
    } else if (column == "level") {
      sample.level = static_cast<uint32_t>(value);
    } else if (column == "bytes") {
      sample.bytes = value;
    } else if (column == "seconds") {
      sample.seconds = value;
    } else if (column == "begin_ns") {
      begin = value;
    } else if (column == "end_ns") {
      end = value;
    } else if (column == "cpu_ns" && value > 0) { // 0: not known
      sample.cpu_seconds = value * 1e-9;
    }
  }

  static constexpr size_t kNone = static_cast<size_t>(-1);
  static constexpr const char* kFixed[] = {"rank",  "call",    "phase",    "level",  "partner",
                                           "bytes", "seconds", "begin_ns", "end_ns", "cpu_ns"};
  Samples& samples_;
  const std::string& name_;
  std::vector<std::string> columns_;
  std::vector<size_t> feature_of_; // of each column; kNone if it is none
  uint32_t line_ = 0;
  bool has_calls_ = false;
};

} // namespace

Result<void> add_csv(Samples& samples, const std::string& text, const std::string& name) {
  return TableReader(samples, name).read(text);
}

} // namespace unply
