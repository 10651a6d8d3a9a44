// unply stats and unply diff: tables of a parallel run that text, CSV and JSON share, and the sentences above them.
#pragma once
#include "cli/source_quotes.h"
#include "cli/text_style.h"
#include "sim/machine.h"
#include "timeline/advice.h"
#include <optional>

namespace unply {

inline constexpr int kStatsSchema = 1;

enum class ColumnUnit : uint8_t { text, count, time_ns, share, ratio };
struct StatsColumn {
  std::string key;  // in JSON and CSV
  std::string head; // empty: under the head of the column before
  ColumnUnit unit;
  bool brief = true; // also in the overview
  size_t joined = 1; // this and the next ones, which text shows as one: 2 a time and its share, 3 least, mean and most
};
struct StatsCell {
  bool known = false;
  std::string text{};  // of ColumnUnit::text
  uint64_t number = 0; // of count and time_ns
  double real = 0;     // of share and ratio
};
struct StatsTable {
  std::string name;  // "loops", in JSON
  std::string title; // above the table
  std::string note;  // below it, may be empty
  std::vector<StatsColumn> columns;
  std::vector<std::vector<StatsCell>> rows; // a cell for each column
};

struct StatsInput {
  std::string file;
  const Trace* tables;
  std::span<const EventObject> objects;
  std::span<const EventProcess> processes;
  RunStatistics run;
  std::optional<Machine> machine;    // costs of primitives
  std::vector<std::string> excluded; // kinds of statements
};

// Names that --by takes.
std::vector<std::string> stats_tables();
StatsTable make_table(const StatsInput& input, const SourceQuotes& sources, const std::string& by);
std::string statement_name(ConstructKind kind, uint8_t detail);
std::vector<std::string> statement_names();

// Fails on recordings of sequential programs, with the verb that reads those.
Result<EventFile> open_parallel_run(const std::string& path);

// The costs that --machine names; without it the saved ones, if there are any. "none": none.
Result<std::optional<Machine>> stats_machine(const std::string& option);

struct StatsSentence {
  std::string text;
  uint64_t lost_ns;
  std::string estimate; // "schedule(dynamic,16) would ...", may be empty
};
// The first says how much is lost, the others by what.
std::vector<StatsSentence> stats_sentences(const StatsInput& input, const SourceQuotes& sources);

// Which phase of a skeleton takes most of its calls; empty if there are none.
std::string phase_sentence(const RunStatistics& run);

std::string stats_text(const StatsInput& input, const SourceQuotes& sources, const std::string& by, size_t width,
                       const Style& style);
// most_rows: of each table, the last row always among them.
std::string stats_json(const StatsInput& input, const SourceQuotes& sources, const std::string& by,
                       size_t most_rows = ~size_t{0});
std::string stats_csv(const StatsInput& input, const SourceQuotes& sources, const std::string& by);

} // namespace unply
