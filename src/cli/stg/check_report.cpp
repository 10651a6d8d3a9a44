// The report of `unply stg check`; see check_report.h.
#include "cli/stg/check_report.h"
#include "cli/stg/values_option.h"
#include "stg/program/place_text.h"
#include <algorithm>
#include <cctype>
#include <cstring>
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
  if (matching.orders > 1 || !matching.all_orders) orders[ranks] = {matching.orders, matching.all_orders};
  for (const stg::Finding& finding : matching.findings) add_finding(ranks, finding, matching.orders, "");
}

static bool is_same(const stg::Finding& one, const stg::Finding& other) {
  return one.fault == other.fault && one.place.line == other.place.line && one.other.line == other.other.line;
}

void CheckReport::add_finding(int ranks, const stg::Finding& finding, uint64_t of_orders,
                              const std::string& condition) {
  auto row = std::ranges::find_if(rows, [&](const Row& known) {
    return is_same(known.first, finding) && known.condition.empty() == condition.empty();
  });
  if (row == rows.end())
    row = rows.insert(rows.end(), {.first = finding, .ranks = {}, .condition = condition, .some_orders = false});
  row->ranks[ranks].insert(finding.ranks.begin(), finding.ranks.end());
  row->some_orders = row->some_orders || finding.orders < of_orders;
}

void CheckReport::add_conditional(int ranks, const stg::Matching& without, const stg::Matching& with,
                                  const std::string& condition) {
  conditions.insert(condition);
  for (const stg::Finding& finding : with.findings) {
    const bool anyway = std::ranges::any_of(without.findings, [&](const auto& one) { return is_same(one, finding); });
    const bool known =
        std::ranges::any_of(rows, [&](const Row& row) { return row.condition.empty() && is_same(row.first, finding); });
    if (!anyway && !known) add_finding(ranks, finding, with.orders, condition);
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

// The program runs, on this machine and at these sizes; or the condition never holds where the fault needs it.
bool CheckReport::is_note(const Row& row) {
  return row.first.fault == stg::Fault::needs_buffers || row.first.fault == stg::Fault::different_types ||
         !row.condition.empty();
}

bool CheckReport::fails(bool strict) const {
  return std::ranges::any_of(rows, [&](const Row& row) { return strict || !is_note(row); });
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
  const stg::Fault fault = row.first.fault;
  const bool of_partners = fault == stg::Fault::invalid_partner || fault == stg::Fault::unmatched_send ||
                           fault == stg::Fault::unmatched_receive || fault == stg::Fault::different_tags;
  for (const Proven& set : proven)
    if (of_partners && row.condition.empty() && set.place.line == row.first.place.line)
      return fmt::format("proven for all P: {}", set.set);
  std::string text = tried.size() > 1 ? fmt::format("observed at P = {} to {}", tried.front(), tried.back())
                                      : fmt::format("observed at P = {}", tried.front());
  if (!assumed.empty())
    text += fmt::format(", with {} = {}", fmt::join(assumed, ", "), values.empty() ? "24, iterations 3" : values);
  return text;
}

std::string CheckReport::bounds_text() const {
  std::string text;
  if (!orders.empty()) {
    std::vector<int> all, some;
    uint64_t most = 0;
    for (const auto& [number, tried_of] : orders) {
      (tried_of.second ? all : some).push_back(number);
      most = std::max(most, tried_of.second ? 0 : tried_of.first);
    }
    text += "orders of receives from any source:";
    if (!all.empty()) text += fmt::format(" all with P = {}", fmt::join(all, ", "));
    if (!some.empty())
      text += fmt::format("{} at most {} with P = {}", all.empty() ? "" : ";", most, fmt::join(some, ", "));
    text += "\n";
  }
  if (!conditions.empty())
    text += fmt::format("conditions on data: false on every rank, then {} true on every rank{}\n",
                        fmt::join(conditions, ", "), conditions.size() > 1 ? ", one at a time" : "");
  if (!left_out.empty())
    text += fmt::format("conditions on data that are only tried as false: {}\n", fmt::join(left_out, ", "));
  if (observed) text += "tests and waits for any request: only as if the first request were always complete\n";
  return text;
}

std::string CheckReport::text(bool strict) const {
  std::string text = bounds_text();
  for (const Row& row : rows) {
    const bool note = is_note(row) && !strict;
    text += fmt::format("{}: {}: {}\n", place_text(program, row.first.place), note ? "note" : "error",
                        stg::name_of(row.first.fault));
    if (const std::string line = quoted_line(program, row.first.place); !line.empty())
      text += fmt::format("    {}\n", line);
    if (row.first.other.line) {
      text += fmt::format("  with {}\n", place_text(program, row.first.other));
      if (const std::string line = quoted_line(program, row.first.other); !line.empty())
        text += fmt::format("    {}\n", line);
    }
    text +=
        fmt::format("  {}\n  on {}; smallest P = {}\n", row.first.detail, ranks_text(row), row.ranks.begin()->first);
    if (!row.condition.empty()) text += fmt::format("  if the condition {} holds\n", row.condition);
    if (row.some_orders) text += "  in some orders of receives from any source\n";
    text += fmt::format("  {}\n\n", known_text(row));
  }
  for (const auto& [number, why] : skipped) text += fmt::format("P = {} is left out: {}\n", number, why);
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
                                {"condition", row.condition},
                                {"some_orders", row.some_orders},
                                {"known", known_text(row)}});
  }
  for (const auto& [number, tried_of] : orders)
    made["orders"][std::to_string(number)] = {{"tried", tried_of.first}, {"all", tried_of.second}};
  made["conditions"] = conditions, made["conditions_only_false"] = left_out, made["first_request_completes"] = observed;
  for (const auto& [number, why] : skipped) made["skipped"][std::to_string(number)] = why;
  return made.dump(2) + "\n";
}

// A file of the source as RFC 3986 has it.
static std::string uri_of(const std::string& path) {
  std::string text = path.starts_with("/") ? "file://" : "";
  for (const char byte : path)
    text += std::isalnum(uint8_t(byte)) || std::strchr("/-._~", byte) ? std::string(1, byte)
                                                                      : fmt::format("%{:02X}", uint8_t(byte));
  return text;
}

Result<void> CheckReport::write_sarif(const std::string& path, bool strict) const {
  nlohmann::json results = nlohmann::json::array(), rules = nlohmann::json::array();
  for (size_t fault = 0; fault < stg::kFaults; ++fault) {
    const char* name = stg::name_of(stg::Fault(fault));
    rules.push_back({{"id", name}, {"shortDescription", {{"text", name}}}});
  }
  const auto location = [&](const stg::Place& place) -> nlohmann::json {
    if (place.file == stg::kNone) return {{"message", {{"text", "a place without debug information"}}}};
    return {{"physicalLocation",
             {{"artifactLocation", {{"uri", uri_of(program.files[place.file])}}},
              {"region", {{"startLine", std::max(place.line, 1u)}}}}}};
  };
  for (const Row& row : rows) {
    const bool note = is_note(row) && !strict;
    const std::string condition = row.condition.empty() ? "" : fmt::format("; if {} holds", row.condition);
    nlohmann::json result = {{"ruleId", stg::name_of(row.first.fault)},
                             {"ruleIndex", int(row.first.fault)},
                             {"level", note ? "note" : "error"},
                             {"message",
                              {{"text", fmt::format("{} (on {}; smallest P = {}{})", row.first.detail, ranks_text(row),
                                                    row.ranks.begin()->first, condition)}}},
                             {"locations", nlohmann::json::array({location(row.first.place)})}};
    if (row.first.other.line) result["relatedLocations"] = nlohmann::json::array({location(row.first.other)});
    results.push_back(std::move(result));
  }
  nlohmann::json driver = {{"name", "unply stg check"}, {"rules", rules}};
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
