// The same tables for programs. Keys are only added within a schema version, never changed or removed.
#include "cli/stats/stats.h"
#include "graph/text_output.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

using Json = nlohmann::ordered_json;

static Json cell_json(const StatsCell& cell, ColumnUnit unit) {
  if (!cell.known) return {};
  switch (unit) {
  case ColumnUnit::text:
    return valid_utf8(cell.text);
  case ColumnUnit::count:
  case ColumnUnit::time_ns:
    return cell.number;
  case ColumnUnit::share:
  case ColumnUnit::ratio:
    return cell.real;
  }
  return {};
}

static Json table_json(const StatsTable& table, size_t most_rows) {
  Json rows = Json::array();
  for (size_t r = 0; r < table.rows.size(); ++r) {
    if (r + 1 >= most_rows) r = std::max(r, table.rows.size() - 1); // the last one may be the sum
    Json& json = rows.emplace_back(Json::object());
    for (size_t c = 0; c < table.columns.size(); ++c)
      json[table.columns[c].key] = cell_json(table.rows[r][c], table.columns[c].unit);
  }
  return rows;
}

static Json dominant_json(const PhaseTimes& phases) {
  auto most = phases.dominant;
  if (!most) return {};
  return {{"phase", name_of(most->phase)},
          {"time_ns", most->time_ns},
          {"calls_ns", phases.call_ns},
          {"level", most->level},
          {"level_time_ns", most->level_ns}};
}

std::string stats_json(const StatsInput& input, const SourceQuotes& sources, const std::string& by, size_t most_rows) {
  const RunStatistics& run = input.run;
  Json json;
  json["schema"] = kStatsSchema;
  json["file"] = valid_utf8(input.file);
  json["complete"] = input.tables->info.complete;
  json["from_ns"] = run.from_ns;
  json["to_ns"] = run.to_ns;
  json["threads"] = run.threads;
  json["lanes"] = run.head.lanes.size();
  json["processes"] = input.processes.size();
  json["active_ns"] = run.active_ns();
  json["capacity_ns"] = run.capacity_ns();
  json["lost_ns"] = run.lost_ns();
  json["unrecorded_ns"] = run.unrecorded_ns();
  json["setup_ns"] = run.setup_ns();
  json["off_core_ns"] = run.off_core_ns;
  json["efficiency"] = run.efficiency();
  Json findings = Json::array();
  auto sentences = stats_sentences(input, sources);
  for (size_t i = 1; i < sentences.size(); ++i)
    findings.push_back({{"lost_ns", sentences[i].lost_ns},
                        {"text", valid_utf8(sentences[i].text)},
                        {"estimate", sentences[i].estimate.empty() ? Json() : Json(sentences[i].estimate)}});
  json["findings"] = findings;
  json["dominant_phase"] = dominant_json(run.phases);
  json["critical_path"] = {
      {"begin_ns", run.path.begin_ns}, {"end_ns", run.path.end_ns}, {"preempted_ns", run.path.preempted_ns()}};
  for (const std::string& name : stats_tables()) {
    if (!by.empty() && name != by) continue;
    StatsTable table = make_table(input, sources, name);
    json["tables"][table.name] = table_json(table, most_rows);
    if (table.rows.size() > most_rows)
      json["cut"].push_back(fmt::format("{}: {} of {} rows; unply stats --by {} has all", table.title, most_rows,
                                        table.rows.size(), name));
  }
  json["notes"] = run.head.notes;
  return json.dump(1) + "\n";
}

static std::string csv_text(const StatsCell& cell, ColumnUnit unit) {
  if (!cell.known) return "";
  if (unit == ColumnUnit::count || unit == ColumnUnit::time_ns) return std::to_string(cell.number);
  if (unit == ColumnUnit::share || unit == ColumnUnit::ratio) return fmt::format("{:.6g}", cell.real);
  if (cell.text.find_first_of(",\"\n") == std::string::npos) return cell.text;
  std::string quoted = "\"";
  for (char c : cell.text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string stats_csv(const StatsInput& input, const SourceQuotes& sources, const std::string& by) {
  StatsTable table = make_table(input, sources, by);
  std::string out;
  for (size_t c = 0; c < table.columns.size(); ++c) out += fmt::format("{}{}", c > 0 ? "," : "", table.columns[c].key);
  out += "\n";
  for (const auto& row : table.rows) {
    for (size_t c = 0; c < row.size(); ++c) out += (c > 0 ? "," : "") + csv_text(row[c], table.columns[c].unit);
    out += "\n";
  }
  return out;
}

} // namespace unply
