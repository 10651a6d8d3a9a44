// The overview for people: activity of each thread, losses with causes, then the tables in short; or one table in full.
#include "cli/stats/stats.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace unply {

static constexpr size_t kOverviewRows = 5, kOverviewThreads = 16, kSentences = 6;

static std::string cell_text(const StatsCell& cell, ColumnUnit unit) {
  if (!cell.known) return "-";
  switch (unit) {
  case ColumnUnit::text:
    return cell.text;
  case ColumnUnit::count:
    return std::to_string(cell.number);
  case ColumnUnit::time_ns:
    return cell.number == 0 ? "-" : duration_text(cell.number);
  case ColumnUnit::share:
    return cell.real == 0 ? "-" : percent_text(static_cast<uint64_t>(cell.real * 1e9), 1000000000);
  case ColumnUnit::ratio:
    return fmt::format("{:.2f}", cell.real);
  }
  return "";
}

// Least, mean and most, which CSV and JSON have in three columns, are one here.
static std::string spread_text(const StatsColumn* columns, const StatsCell* cells, bool brief) {
  std::string low = cell_text(cells[0], columns[0].unit), high = cell_text(cells[2], columns[2].unit);
  if (low == high) return low;
  if (brief) return fmt::format("{}..{}", low, high);
  std::string middle = columns[1].unit == ColumnUnit::ratio ? fmt::format("{:.1f}", cells[1].real)
                                                            : cell_text(cells[1], columns[1].unit);
  if (middle.ends_with(".0")) middle.resize(middle.size() - 2);
  return fmt::format("{}/{}/{}", low, middle, high);
}

static std::vector<TextTable::Align> column_aligns(const StatsTable& table, const std::vector<size_t>& columns) {
  std::vector<TextTable::Align> aligns;
  for (size_t c : columns) {
    bool left = table.columns[c].unit == ColumnUnit::text &&
                std::ranges::any_of(table.rows, [&](const auto& row) { return row[c].known; });
    aligns.push_back(left ? TextTable::Align::left : TextTable::Align::right);
  }
  return aligns;
}

// A time with its share that is 0 in every row, of a state that no thread was in, is left out.
static std::vector<size_t> columns_to_show(const StatsTable& table, bool brief) {
  std::vector<size_t> columns;
  for (size_t c = 0; c < table.columns.size(); ++c) {
    if (brief && !table.columns[c].brief) continue;
    size_t joined = table.columns[c].joined;
    bool none = std::ranges::all_of(table.rows, [&](const auto& row) { return row[c].number == 0; });
    if (joined == 2 && none) {
      ++c;
      continue;
    }
    columns.push_back(c);
    if (joined == 3) c += 2;
  }
  return columns;
}

// In an overview the first rows are the most important ones, but threads are in the order of their numbers, with all
// of them last: where there are many, those that lose most.
static std::vector<size_t> rows_to_show(const StatsTable& table, bool brief) {
  std::vector<size_t> rows(table.rows.size());
  std::iota(rows.begin(), rows.end(), size_t(0));
  if (!brief) return rows;
  if (table.name != "threads") {
    rows.resize(std::min(rows.size(), kOverviewRows));
    return rows;
  }
  if (rows.size() <= kOverviewThreads + 1) return rows;
  auto lost_ns = [&](size_t r) {
    uint64_t sum = 0;
    for (size_t c = 3; c < table.columns.size(); ++c)
      if (table.columns[c].unit == ColumnUnit::time_ns) sum += table.rows[r][c].number;
    return sum;
  };
  std::partial_sort(rows.begin(), rows.begin() + kOverviewRows, rows.end() - 1,
                    [&](size_t a, size_t b) { return std::tuple(lost_ns(b), a) < std::tuple(lost_ns(a), b); });
  rows.erase(rows.begin() + kOverviewRows, rows.end() - 1);
  return rows;
}

static std::string table_text(const StatsTable& table, bool brief, const Style& style, size_t width) {
  std::vector<size_t> columns = columns_to_show(table, brief);
  TextTable text(column_aligns(table, columns));
  std::vector<std::string> head;
  for (size_t c : columns) head.emplace_back(table.columns[c].head);
  text.add(head);
  std::vector<size_t> rows = rows_to_show(table, brief);
  for (size_t r : rows) {
    const std::vector<StatsCell>& cells = table.rows[r];
    std::vector<std::string> row;
    for (size_t c : columns)
      row.push_back(table.columns[c].joined == 3 ? spread_text(&table.columns[c], &cells[c], brief)
                                                 : cell_text(cells[c], table.columns[c].unit));
    text.add(std::move(row));
  }
  std::string out = style.bold(table.title);
  if (rows.size() < table.rows.size())
    out += table.name == "threads"
               ? fmt::format(", the {} of {} that lose most", rows.size() - 1, table.rows.size() - 1)
               : fmt::format(", {} of {}", rows.size(), table.rows.size());
  out += "\n" + text.text(2, style);
  if (!table.note.empty() && !brief) out += wrapped(table.note, 2, 4, width);
  return out + "\n";
}

static std::string head_text(const StatsInput& input, size_t width, const Style& style) {
  const TraceInfo& info = input.tables->info;
  const RunStatistics& run = input.run;
  std::string out;
  auto field = [&](std::string_view name, const std::string& value) { out += field_text(name, value, width, style); };
  std::string command = info.program;
  for (const std::string& argument : info.arguments) command += " " + argument;
  field("program", command.empty() ? input.file : command);
  std::string when = fmt::format("{}, {}", info.started_at.empty() ? "at an unknown time" : info.started_at,
                                 duration_text(run.head.duration_ns));
  if (!info.machine.empty()) when += fmt::format(", on {}", info.machine);
  if (!info.cpu.empty()) when += fmt::format(" ({}, {})", info.cpu, count_text(info.cores, "core"));
  field("recorded", when);
  if (!info.complete)
    field("complete", fmt::format("no: {}; results are valid up to that point",
                                  info.incomplete_why.empty() ? "the recording ends early" : info.incomplete_why));
  uint64_t end_ns = 0;
  for (const Lane& lane : run.head.lanes) end_ns = std::max(end_ns, lane.end_ns);
  if (run.from_ns > 0 || run.to_ns < end_ns)
    field("window", fmt::format("{} from {} on; counts are of what ends in it", duration_text(run.elapsed_ns()),
                                duration_text(run.from_ns)));
  std::string threads = fmt::format("{} at once", run.threads);
  if (run.head.lanes.size() != run.threads) threads += fmt::format(", {} in all", run.head.lanes.size());
  if (input.processes.size() > 1) threads += fmt::format(", in {}", count_text(input.processes.size(), "process"));
  field("threads", threads);
  for (const std::string& note : info.notes) field("note", note);
  for (const std::string& note : run.head.notes) field("note", note);
  return out + "\n";
}

static std::string sentences_text(const StatsInput& input, const SourceQuotes& sources, size_t width,
                                  const Style& style) {
  auto sentences = stats_sentences(input, sources);
  std::string out = style.bold(wrapped(sentences[0].text, 0, 2, width));
  for (size_t i = 1; i < std::min(sentences.size(), kSentences + 1); ++i) {
    out += wrapped(
        fmt::format("{:>5}  {}", percent_text(sentences[i].lost_ns, input.run.capacity_ns()), sentences[i].text), 2, 9,
        width);
    if (!sentences[i].estimate.empty()) out += wrapped(sentences[i].estimate, 9, 11, width);
  }
  if (std::string phases = phase_sentence(input.run); !phases.empty()) out += wrapped(phases, 0, 2, width);
  return out + "\n";
}

std::string stats_text(const StatsInput& input, const SourceQuotes& sources, const std::string& by, size_t width,
                       const Style& style) {
  std::string out = head_text(input, width, style);
  if (!by.empty()) return out + table_text(make_table(input, sources, by), false, style, width);
  out += sentences_text(input, sources, width, style);
  std::vector<std::string> tables = {"thread"};
  if (input.processes.size() > 1) tables.emplace_back("process");
  for (const char* name : {"phase", "region", "loop", "wait", "lock", "user", "path"}) tables.emplace_back(name);
  for (const std::string& name : tables) {
    StatsTable table = make_table(input, sources, name);
    if (!table.rows.empty()) out += table_text(table, true, style, width);
  }
  out += wrapped("known      times as recorded, with the cost of recording in them; of this run: another run may take "
                 "other turns",
                 0, 11, width);
  const char* next = !input.run.phases.rows.empty() ? "phase" : input.run.loops.empty() ? "wait" : "loop";
  return out + fmt::format("\n{}      unply stats {} --by {}\n", style.dim("next:"), input.file, next);
}

} // namespace unply
