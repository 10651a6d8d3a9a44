// The report of `unply stg check`; see check_report.h.
#include "cli/stg/check_report.h"
#include "cli/stg/values_option.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

struct Bound { // number, or P - number
  bool of_ranks;
  int number;
  int at(int ranks) const { return of_ranks ? ranks - number : number; }
  std::string text() const { return !of_ranks ? std::to_string(number) : number ? fmt::format("P - {}", number) : "P"; }
};

std::string interval_text(const Bound& low, const Bound& high, int step, int remainder) {
  const bool from_zero = !low.of_ranks && low.number == 0, to_last = high.of_ranks && high.number == 1;
  std::string text = low.of_ranks == high.of_ranks && low.number == high.number ? "rank = " + low.text()
                     : from_zero && to_last                                     ? (step > 1 ? "" : "every rank")
                     : from_zero                                                ? "rank <= " + high.text()
                     : to_last ? "rank >= " + low.text()
                               : fmt::format("{} <= rank <= {}", low.text(), high.text());
  if (step > 1) text += fmt::format("{}rank mod {} = {}", text.empty() ? "" : " and ", step, remainder);
  return text;
}

constexpr Bound kLow[] = {{false, 0}, {false, 1}, {true, 1}, {false, 2}, {true, 2}, {false, 3}, {true, 3}};
constexpr Bound kHigh[] = {{true, 1}, {false, 0}, {true, 2}, {false, 1}, {true, 3}, {false, 2}, {false, 3}};

bool holds(const std::map<int, std::set<int>>& ranks, const std::vector<int>& tried, const Bound& low,
           const Bound& high, int step, int remainder, int smallest) {
  for (const int number : tried) {
    std::set<int> expected;
    for (int rank = std::max(0, low.at(number)); rank <= std::min(number - 1, high.at(number)) && number >= smallest;
         ++rank)
      if (rank % step == remainder) expected.insert(rank);
    const auto found = ranks.find(number);
    if ((found == ranks.end() ? std::set<int>{} : found->second) != expected) return false;
  }
  return true;
}

} // namespace

std::string rank_expression(const std::map<int, std::set<int>>& ranks, const std::vector<int>& tried) {
  const int first = ranks.begin()->first;
  for (int smallest : {1, first})
    for (int step = 1; step <= 3; ++step)
      for (int remainder = 0; remainder < step; ++remainder)
        for (const Bound& low : kLow)
          for (const Bound& high : kHigh)
            if (holds(ranks, tried, low, high, step, remainder, smallest))
              return interval_text(low, high, step, remainder);
  return {};
}

void CheckReport::add(int ranks, const stg::Matching& matching) {
  tried.push_back(ranks);
  observed = observed || matching.observed;
  messages += matching.messages, collectives += matching.collectives;
  for (const stg::Finding& finding : matching.findings) {
    auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& known) {
      return known.first.fault == finding.fault && known.first.place.line == finding.place.line &&
             known.first.other.line == finding.other.line;
    });
    if (row == rows.end()) row = rows.insert(rows.end(), {.first = finding, .ranks = {}, .proven = {}});
    row->ranks[ranks].insert(finding.ranks.begin(), finding.ranks.end());
  }
}

void CheckReport::add_graph(const stg::Graph& graph) {
  for (const stg::Event& event : graph.events)
    for (const stg::Unmatched& unmatched : event.unmatched) {
      const stg::Node& node = graph.nodes[unmatched.node];
      proven.push_back({.place = {.file = node.file, .line = node.line, .column = node.column},
                        .is_send = unmatched.is_send,
                        .set = unmatched.set});
    }
}

// The program runs, on this machine and at these sizes.
static bool is_note(stg::Fault fault) {
  return fault == stg::Fault::needs_buffers || fault == stg::Fault::different_types;
}

bool CheckReport::fails(bool strict) const {
  return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return strict || !is_note(row.first.fault); });
}

std::string CheckReport::ranks_text(const Row& row) const {
  const std::string expression = rank_expression(row.ranks, tried);
  if (!expression.empty()) return expression;
  std::string text;
  for (const auto& [number, ranks] : row.ranks)
    text += fmt::format("{}P = {}: rank {}", text.empty() ? "" : "; ", number, fmt::join(ranks, ", "));
  return text;
}

std::string CheckReport::known_text(const Row& row) const {
  for (const Proven& set : proven)
    if (set.place.line == row.first.place.line) return fmt::format("proven for all P: {}", set.set);
  std::string text = tried.size() > 1 ? fmt::format("observed at P = {} to {}", tried.front(), tried.back())
                                      : fmt::format("observed at P = {}", tried.front());
  if (!assumed.empty())
    text += fmt::format(", with {} = {}", fmt::join(assumed, ", "), values.empty() ? "24, iterations 3" : values);
  return text;
}

std::string CheckReport::text(bool strict) const {
  std::string text;
  for (const Row& row : rows) {
    const bool note = is_note(row.first.fault) && !strict;
    text += fmt::format("{}: {}: {}\n", place_text(program, row.first.place), note ? "note" : "error",
                        stg::name_of(row.first.fault));
    if (const std::string line = quoted_line(program, row.first.place); !line.empty())
      text += fmt::format("    {}\n", line);
    if (row.first.other.line) {
      text += fmt::format("  with {}\n", place_text(program, row.first.other));
      if (const std::string line = quoted_line(program, row.first.other); !line.empty())
        text += fmt::format("    {}\n", line);
    }
    text += fmt::format("  {}\n  on {}; smallest P = {}\n  {}\n\n", row.first.detail, ranks_text(row),
                        row.ranks.begin()->first, known_text(row));
  }
  for (const auto& [number, why] : skipped) text += fmt::format("P = {} is left out: {}\n", number, why);
  if (observed) text += "The order of receives from any source, and of tests, is one of several possible ones.\n";
  if (rows.empty() && !tried.empty())
    text += fmt::format("nothing wrong: {} messages{} matched at P = {}{}\n", messages,
                        collectives ? fmt::format(" and {} calls of collectives", collectives) : "", tried.front(),
                        tried.size() > 1 ? fmt::format(" to {}", tried.back()) : "");
  if (tried.empty()) text += "nothing was tried: the program refuses each of these numbers of processes\n";
  if (!assumed.empty() && rows.empty())
    text += fmt::format("values chosen here: {}; give others with --at\n", fmt::join(assumed, ", "));
  return text;
}

std::string CheckReport::json(bool strict) const {
  nlohmann::json made = {{"tried", tried},
                         {"fails", fails(strict)},
                         {"findings", nlohmann::json::array()},
                         {"messages", messages},
                         {"collectives", collectives}};
  for (const Row& row : rows) {
    nlohmann::json ranks = nlohmann::json::object();
    for (const auto& [number, set] : row.ranks) ranks[std::to_string(number)] = set;
    const stg::Place& place = row.first.place;
    made["findings"].push_back({{"fault", stg::name_of(row.first.fault)},
                                {"file", place.file == stg::kNone ? "" : program.files[place.file]},
                                {"line", row.first.place.line},
                                {"other_line", row.first.other.line},
                                {"detail", row.first.detail},
                                {"ranks", ranks_text(row)},
                                {"ranks_at", ranks},
                                {"smallest_P", row.ranks.begin()->first},
                                {"known", known_text(row)}});
  }
  for (const auto& [number, why] : skipped) made["skipped"][std::to_string(number)] = why;
  return made.dump(2) + "\n";
}

Result<void> CheckReport::write_sarif(const std::string& path, bool strict) const {
  nlohmann::json results = nlohmann::json::array();
  const auto location = [&](const stg::Place& place) {
    nlohmann::json made = {
        {"physicalLocation",
         {{"artifactLocation", {{"uri", place.file == stg::kNone ? "unknown" : program.files[place.file]}}},
          {"region", {{"startLine", std::max(place.line, 1u)}}}}}};
    return made;
  };
  for (const Row& row : rows) {
    const bool note = is_note(row.first.fault) && !strict;
    nlohmann::json result = {{"ruleId", stg::name_of(row.first.fault)},
                             {"level", note ? "note" : "error"},
                             {"message",
                              {{"text", fmt::format("{} (on {}; smallest P = {})", row.first.detail, ranks_text(row),
                                                    row.ranks.begin()->first)}}},
                             {"locations", nlohmann::json::array({location(row.first.place)})}};
    if (row.first.other.line) result["relatedLocations"] = nlohmann::json::array({location(row.first.other)});
    results.push_back(std::move(result));
  }
  nlohmann::json driver = {{"name", "unply stg check"}, {"rules", nlohmann::json::array()}};
  const nlohmann::json run = {{"tool", {{"driver", driver}}}, {"results", results}};
  const nlohmann::json file = {{"version", "2.1.0"},
                               {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                               {"runs", nlohmann::json::array({run})}};
  std::ofstream out(path);
  out << file.dump(2) << "\n";
  if (!out.flush()) return fail(path + ": cannot write");
  return {};
}

} // namespace unply
