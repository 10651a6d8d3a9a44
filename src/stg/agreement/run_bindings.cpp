#include "stg/agreement/run_bindings.h"
#include "base/text_file.h"
#include "stg/program/program_file.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace unply::stg {

namespace {

using nlohmann::json;

constexpr const char* kBindingsFormat = "unply run bindings";
constexpr int kBindingsVersion = 1;
constexpr const char* kBindingsHint = "write it again: unply stg verify FILE --save-bindings BINDINGS -- mpirun ...";

struct DamagedBindings : std::runtime_error {
  using std::runtime_error::runtime_error;
};

int64_t integer(const json& from, int64_t least, int64_t most) {
  const int64_t number = from.is_number_integer() ? from.get<int64_t>() : least - 1;
  if (number < least || number > most) throw DamagedBindings("found " + from.dump());
  return number;
}

// "x.c:12" of the branch that a symbol names.
std::map<std::string, std::string> places_of(const Program& program) {
  std::map<std::string, std::string> places;
  for (const Procedure& procedure : program.procedures)
    for (const Block& block : procedure.blocks) {
      if (block.symbol.empty()) continue;
      const std::string file = block.place.file == kNone ? "?" : program.files[block.place.file];
      places[block.symbol] = fmt::format("{}:{}", file.substr(file.rfind('/') + 1), block.place.line);
    }
  return places;
}

json json_of(const std::map<int, Answers>& by_rank) {
  json groups = json::array();
  for (const auto& [rank, answers] : by_rank) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&answers = answers](const json& group) {
      return group["rest"] == answers.rest && group["first"] == json(answers.first);
    });
    if (same != groups.end())
      (*same)["ranks"].push_back(rank);
    else
      groups.push_back({{"ranks", {rank}}, {"first", answers.first}, {"rest", answers.rest}});
  }
  return groups;
}

std::map<int, Answers> answers_in(const json& groups, int ranks) {
  std::map<int, Answers> by_rank;
  for (const json& group : groups) {
    Answers answers{.rest = integer(group.at("rest"), 0, 1)};
    for (const json& one : group.at("first")) answers.first.push_back(integer(one, 0, 1));
    for (const json& rank : group.at("ranks"))
      if (!by_rank.emplace(int(integer(rank, 0, ranks - 1)), answers).second)
        throw DamagedBindings(fmt::format("rank {} stands twice", rank.dump()));
  }
  if (by_rank.empty()) throw DamagedBindings("a condition has no answers");
  return by_rank;
}

bool same(const Answers& one, const Answers& other) { return one.first == other.first && one.rest == other.rest; }

RunBindings bindings_in(const json& file) {
  RunBindings observed{.ranks = int(integer(file.at("ranks"), 1, INT32_MAX))};
  for (const json& one : file.at("values")) {
    const auto symbol = one.at("symbol").get<std::string>();
    if (one.contains("trips"))
      observed.trips[symbol] = integer(one["trips"], 0, kNeverEnds);
    else
      observed.answers[symbol] = answers_in(one.at("answers"), observed.ranks);
  }
  return observed;
}

} // namespace

void apply(const RunBindings& observed, Bindings& bindings) {
  bindings.ask = [trips = observed.trips, answers = observed.answers,
                  otherwise = bindings.ask](const Unknown& unknown) -> std::optional<int64_t> {
    if (const auto count = trips.find(unknown.symbol); count != trips.end()) return count->second;
    const auto of_symbol = answers.find(unknown.symbol);
    if (of_symbol != answers.end()) {
      const auto& [symbol, by_rank] = *of_symbol;
      const bool shared = std::all_of(by_rank.begin(), by_rank.end(),
                                      [&](auto& one) { return same(one.second, by_rank.begin()->second); });
      const auto own = shared ? by_rank.begin() : by_rank.find(unknown.rank);
      if (own != by_rank.end()) return own->second.at(unknown.occurrence);
    }
    return otherwise ? otherwise(unknown) : std::nullopt;
  };
}

Result<RunBindings> read_run_bindings(const std::string& path, const Program& program) {
  const auto text = read_text_file(path);
  if (!text) return error_of(text);
  const json file = json::parse(*text, nullptr, false);
  if (!file.is_object() || file.value("format", json()) != kBindingsFormat)
    return fail(path + ": is not a file of bindings", kBindingsHint);
  if (file.value("version", json()) != kBindingsVersion)
    return fail(
        fmt::format("{}: has version {}, expected {}", path, file.value("version", json()).dump(), kBindingsVersion),
        kBindingsHint);
  try {
    const RunBindings observed = bindings_in(file);
    const auto places = places_of(program);
    for (const json& one : file.at("values")) {
      const auto place = places.find(one.at("symbol").get<std::string>());
      if (place == places.end() || place->second != one.at("place").get<std::string>())
        return fail(path + ": is of another program, or of another version of it", kBindingsHint);
    }
    return observed;
  } catch (const std::exception& error) {
    return fail(fmt::format("{}: damaged, {}", path, error.what()), kBindingsHint);
  }
}

Result<void> write_run_bindings(const std::string& path, const RunBindings& observed, const Program& program) {
  const auto places = places_of(program);
  json values = json::array();
  for (const auto& [symbol, trips] : observed.trips)
    values.push_back({{"symbol", symbol}, {"place", places.at(symbol)}, {"trips", trips}});
  for (const auto& [symbol, by_rank] : observed.answers)
    values.push_back({{"symbol", symbol}, {"place", places.at(symbol)}, {"answers", json_of(by_rank)}});
  return write_task_graph_json(path, {{"format", kBindingsFormat},
                                      {"version", kBindingsVersion},
                                      {"ranks", observed.ranks},
                                      {"values", std::move(values)}});
}

} // namespace unply::stg
