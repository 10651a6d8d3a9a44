#include "collect/simulated_phases.h"
#include "base/split.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace unply {

namespace {

constexpr std::string_view kHead = "rank,call,phase,level,partner,bytes,begin_ns,end_ns,cpu_ns";
constexpr const char* kPhasesHint = "is the program built with the skeleton of this version of unply?";

struct Row {
  uint64_t rank = 0, call = 0, level = 0, begin_ns = 0, end_ns = 0;
  std::string phase;
};

std::optional<uint64_t> whole_number(const std::string& word) {
  uint64_t number = 0;
  auto [end, wrong] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (wrong != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

std::optional<Row> row_of(const std::vector<std::string>& cells, size_t columns) {
  if (cells.size() != columns) return std::nullopt;
  Row row;
  row.phase = cells[2];
  for (auto [at, of] : {std::pair{0, &Row::rank}, std::pair{1, &Row::call}, std::pair{3, &Row::level},
                        std::pair{6, &Row::begin_ns}, std::pair{7, &Row::end_ns}}) {
    auto number = whole_number(cells[static_cast<size_t>(at)]);
    if (!number) return std::nullopt;
    row.*of = *number;
  }
  return row.end_ns >= row.begin_ns ? std::optional(row) : std::nullopt;
}

constexpr std::array<std::pair<std::string_view, double SimulatedCall::*>, 5> kPhaseSums = {
    {{"call", &SimulatedCall::seconds},
     {"divide", &SimulatedCall::divide_s},
     {"sequential", &SimulatedCall::sequential_s},
     {"exchange", &SimulatedCall::exchange_s},
     {"combine", &SimulatedCall::combine_s}}};

} // namespace

Result<std::vector<SimulatedCall>> SimulatedPhases::add(const std::string& text, const std::string& name) {
  std::vector<std::string> lines = split(text, '\n');
  std::string head = lines[0];
  if (head.empty()) return {};
  if (!head.starts_with(kHead))
    return fail(fmt::format("{}: begins with \"{}\", expected \"{}\"", name, head.substr(0, 60), kHead), kPhasesHint);
  if (!head_.empty() && head != head_)
    return fail(fmt::format("{}: has columns {}, the runs before had {}", name, head, head_),
                "simulate one number of processes at a time");
  size_t columns = split(head, ',').size();
  if (head_.empty()) text_ = head + "\n";
  head_ = head;
  std::map<uint64_t, SimulatedCall> calls;
  std::map<std::tuple<uint64_t, size_t, uint64_t, uint64_t>, uint64_t> of_rank; // call, phase, level, rank
  uint64_t next = calls_;
  for (size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    std::vector<std::string> cells = split(lines[i], ',');
    auto row = row_of(cells, columns);
    auto phase = std::ranges::find(kPhaseSums, row ? std::string_view(row->phase) : "",
                                   &decltype(kPhaseSums)::value_type::first);
    if (!row || phase == kPhaseSums.end())
      return fail(fmt::format("{}: line {} is no phase: {}", name, i + 1, lines[i].substr(0, 80)), kPhasesHint);
    uint64_t call = calls_ + row->call;
    next = std::max(next, call + 1);
    of_rank[{call, static_cast<size_t>(phase - kPhaseSums.begin()), row->level, row->rank}] +=
        row->end_ns - row->begin_ns;
    text_ += fmt::format("{},{}{}\n", cells[0], call, lines[i].substr(cells[0].size() + 1 + cells[1].size()));
  }
  std::map<std::tuple<uint64_t, size_t, uint64_t>, uint64_t> slowest; // call, phase, level
  for (const auto& [key, ns] : of_rank) {
    uint64_t& most = slowest[{std::get<0>(key), std::get<1>(key), std::get<2>(key)}];
    most = std::max(most, ns);
  }
  for (const auto& [key, ns] : slowest) {
    SimulatedCall& call = calls[std::get<0>(key)];
    call.number = std::get<0>(key);
    call.*kPhaseSums[std::get<1>(key)].second += 1e-9 * static_cast<double>(ns);
  }
  calls_ = next;
  std::vector<SimulatedCall> found;
  for (const auto& [number, call] : calls) found.push_back(call);
  return found;
}

} // namespace unply
