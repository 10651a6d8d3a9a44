// Determines the sizes of the recordings: from the command line of generalise, from `unply record --param`, or from the
// programs' arguments. Unusable values are reported, never guessed.
#include "base/split.h"
#include "cli/generalise/generalise.h"
#include "cli/time_doubts.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace unply {

namespace {

constexpr size_t kMostParameters = 4; // more would need hundreds of recordings to be told apart

struct Column {
  std::string name, source;
  std::vector<std::string> values; // by recording
};

std::optional<int64_t> whole_number(const std::string& text) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool has_column(const std::vector<Column>& columns, const std::string& name) {
  return std::ranges::any_of(columns, [&](const Column& column) { return column.name == name; });
}

Result<void> add_given(std::vector<Column>& columns, const std::vector<std::string>& given, size_t files) {
  for (const std::string& text : given) {
    size_t equals = text.find('=');
    if (equals == 0 || equals == text.npos)
      return fail(fmt::format("--param {}: expected a name and a value for each recording", text),
                  "for example --param n=16,32,64");
    Column column{text.substr(0, equals), "--param", split(text.substr(equals + 1), ',')};
    if (column.values.size() != files)
      return fail(fmt::format("--param {}: {}, expected {}, one for each recording in the order given", text,
                              count_text(column.values.size(), "value"), files),
                  "for example --param n=16,32,64");
    if (has_column(columns, column.name)) return fail(fmt::format("--param {}: given twice", column.name));
    columns.push_back(std::move(column));
  }
  return {};
}

Result<void> add_recorded(std::vector<Column>& columns, const std::vector<SizedFile>& files) {
  std::vector<std::string> names;
  for (const SizedFile& file : files)
    for (const auto& [name, value] : file.info.parameters)
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  for (const std::string& name : names) {
    if (has_column(columns, name)) continue; // named on the command line of generalise, which counts
    Column column{name, "recorded with --param", {}};
    for (const SizedFile& file : files) {
      auto has_name = [&](const auto& parameter) { return parameter.first == name; };
      auto found = std::ranges::find_if(file.info.parameters, has_name);
      if (found == file.info.parameters.end())
        return fail(fmt::format("{}: has no parameter {}, which other recordings have", file.path, name),
                    fmt::format("name the values of all: --param {}=VALUE,VALUE,... in the order of the files", name));
      column.values.push_back(found->second);
    }
    columns.push_back(std::move(column));
  }
  return {};
}

// Arguments by position, as far as all recordings have one there.
std::vector<Column> argument_columns(const std::vector<SizedFile>& files, std::vector<std::string>& notes) {
  size_t fewest = files[0].info.arguments.size(), most = fewest;
  for (const SizedFile& file : files) {
    fewest = std::min(fewest, file.info.arguments.size());
    most = std::max(most, file.info.arguments.size());
  }
  if (most > fewest)
    notes.push_back(fmt::format("not all recordings have more than {} in their command lines: further ones are "
                                "left out",
                                count_text(fewest, "argument")));
  std::vector<Column> columns;
  for (size_t i = 0; i < fewest; ++i) {
    Column column{fmt::format("arg{}", i + 1), fmt::format("argument {}", i + 1), {}};
    for (const SizedFile& file : files) column.values.push_back(file.info.arguments[i]);
    bool same = std::ranges::all_of(column.values, [&](const auto& value) { return value == column.values[0]; });
    bool numbers =
        std::ranges::all_of(column.values, [](const auto& value) { return whole_number(value).has_value(); });
    if (!same && numbers) columns.push_back(std::move(column));
    if (!same && !numbers)
      notes.push_back(fmt::format("argument {} differs and is not a number: its effect is not modelled", i + 1));
  }
  return columns;
}

// Whether b = factor * a + offset in all recordings; says so.
std::optional<std::string> relation(const SizeTable& table, size_t a, size_t b) {
  const std::vector<Sizes>& sizes = table.sizes;
  auto other = std::ranges::find_if(sizes, [&](const Sizes& s) { return s[a] != sizes[0][a]; });
  if (other == sizes.end()) return {};
  Rational factor = (Rational((*other)[b]) - Rational(sizes[0][b])) / (Rational((*other)[a]) - Rational(sizes[0][a]));
  Rational offset = Rational(sizes[0][b]) - factor * Rational(sizes[0][a]);
  for (const Sizes& s : sizes)
    if (!(factor * Rational(s[a]) + offset == Rational(s[b]))) return {};
  SizeFunction form{
      {{factor, {{.kind = FactorKind::power, .parameter = static_cast<uint8_t>(a), .other = 0, .exponent = 1}}}}};
  if (!offset.is_zero()) form.parts.push_back({offset, {}});
  return fmt::format("{} = {} in all recordings: their effects cannot be separated, forms use {}", table.names[b],
                     form.text(table.names), table.names[a]);
}

void drop(SizeTable& table, size_t p) {
  auto at = static_cast<std::ptrdiff_t>(p);
  table.names.erase(table.names.begin() + at), table.sources.erase(table.sources.begin() + at);
  for (Sizes& sizes : table.sizes) sizes.erase(sizes.begin() + at);
}

void drop_dependent(SizeTable& table) {
  for (size_t b = table.names.size(); b-- > 1;)
    for (size_t a = 0; a < b; ++a)
      if (auto sentence = relation(table, a, b)) {
        table.notes.push_back(*sentence);
        drop(table, b);
        break;
      }
}

Result<void> add_column(SizeTable& table, const Column& column, const std::vector<SizedFile>& files) {
  bool same = std::ranges::all_of(column.values, [&](const auto& value) { return value == column.values[0]; });
  if (same) {
    table.notes.push_back(fmt::format("{} = {} in all recordings: left out", column.name, column.values[0]));
    return {};
  }
  for (size_t i = 0; i < files.size(); ++i) {
    auto value = whole_number(column.values[i]);
    if (!value)
      return fail(fmt::format("{}: parameter {} is '{}', expected a whole number", files[i].path, column.name,
                              column.values[i]),
                  fmt::format("name the values: --param {}=VALUE,VALUE,... in the order of the files", column.name));
    table.sizes[i].push_back(*value);
  }
  table.names.push_back(column.name), table.sources.push_back(column.source);
  return {};
}

} // namespace

Result<SizeTable> find_sizes(const std::vector<SizedFile>& files, const std::vector<std::string>& given) {
  SizeTable table;
  table.sizes.resize(files.size());
  std::vector<Column> columns;
  TRY(add_given(columns, given, files.size()));
  TRY(add_recorded(columns, files));
  if (columns.empty()) columns = argument_columns(files, table.notes);
  for (const Column& column : columns) TRY(add_column(table, column, files));
  if (table.names.empty())
    return fail(columns.empty() ? "sizes: no number differs between the command lines of the recordings"
                                : "sizes: equal in all recordings, expected at least two different ones",
                "record other sizes, or name them: --param n=16,32,64 in the order of the files");
  drop_dependent(table);
  if (std::ranges::any_of(files, [](const SizedFile& file) { return times_are_bounds(file.info); }))
    table.notes.push_back("the time in work and span " + bounds_sentence());
  if (table.names.size() > kMostParameters)
    return fail(fmt::format("sizes: {} parameters differ ({}), expected at most {}", table.names.size(),
                            fmt::join(table.names, ", "), kMostParameters),
                "record sizes in which fewer of them change");
  return table;
}

Result<Sizes> parse_at(const std::string& text, const SizeTable& table) {
  std::string example;
  for (size_t p = 0; p < table.names.size(); ++p)
    example += fmt::format("{}{}={}", p ? "," : "", table.names[p], 2 * table.sizes.back()[p]);
  const std::string hint = "for example --at " + example;
  std::vector<std::optional<int64_t>> values(table.names.size());
  for (const std::string& word : split(text, ',')) {
    size_t equals = std::min(word.find('='), word.size());
    auto name = std::ranges::find(table.names, word.substr(0, equals));
    auto value = whole_number(word.substr(std::min(equals + 1, word.size())));
    if (name == table.names.end() || equals == word.size())
      return fail(fmt::format("--at {}: '{}' is not a size of these recordings, expected {}", text,
                              word.substr(0, equals), fmt::join(table.names, ", ")),
                  hint);
    if (!value) return fail(fmt::format("--at {}: expected a whole number for {}", text, *name), hint);
    values[static_cast<size_t>(name - table.names.begin())] = value;
  }
  Sizes sizes;
  for (size_t p = 0; p < values.size(); ++p) {
    if (!values[p]) return fail(fmt::format("--at {}: lacks a value for {}", text, table.names[p]), hint);
    sizes.push_back(*values[p]);
  }
  return sizes;
}

} // namespace unply
