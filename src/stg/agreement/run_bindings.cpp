#include "stg/agreement/run_bindings.h"
#include "base/text_file.h"
#include "stg/program/json_file.h"
#include "stg/program/place_text.h"
#include "stg/program/program_file.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply::stg {

namespace {

using nlohmann::json;

constexpr const char* kWriteBindings = "write it again: unply stg verify FILE --save-bindings BINDINGS -- mpirun ...";
constexpr JsonForm kBindingsForm = {.format = "unply run bindings",
                                    .what = "a file of bindings",
                                    .version = 1,
                                    .make = kWriteBindings,
                                    .again = kWriteBindings};

// "x.c:12" of the branch that a symbol names.
std::map<std::string, std::string> places_of(const Program& program) {
  std::map<std::string, std::string> places;
  for (const Procedure& procedure : program.procedures)
    for (const Block& block : procedure.blocks)
      if (!block.symbol.empty()) places[block.symbol] = place_text(program, block.place);
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
    Answers answers{.rest = whole_number(group.at("rest"), 0, 1)};
    for (const json& one : group.at("first")) answers.first.push_back(whole_number(one, 0, 1));
    for (const json& rank : group.at("ranks"))
      if (!by_rank.emplace(int(whole_number(rank, 0, ranks - 1)), answers).second)
        throw Damaged(fmt::format("rank {} stands twice", rank.dump()));
  }
  if (by_rank.empty()) throw Damaged("a condition has no answers");
  return by_rank;
}

bool same(const Answers& one, const Answers& other) { return one.first == other.first && one.rest == other.rest; }

RunBindings bindings_in(const json& file) {
  RunBindings observed{.ranks = int(whole_number(file.at("ranks"), 1, INT32_MAX))};
  for (const json& one : file.at("values")) {
    const auto symbol = one.at("symbol").get<std::string>();
    if (one.contains("trips"))
      observed.trips[symbol] = whole_number(one["trips"], 0, kNeverEnds);
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
  const auto file = json_of_form(*text, path, kBindingsForm);
  if (!file) return error_of(file);
  try {
    const RunBindings observed = bindings_in(*file);
    const auto places = places_of(program);
    for (const json& one : file->at("values")) {
      const auto place = places.find(one.at("symbol").get<std::string>());
      if (place == places.end() || place->second != one.at("place").get<std::string>())
        return fail(path + ": is of another program, or of another version of it", kBindingsForm.again);
    }
    return observed;
  } catch (const std::exception& error) {
    return fail(fmt::format("{}: damaged, {}", path, error.what()), kBindingsForm.again);
  }
}

Result<void> write_run_bindings(const std::string& path, const RunBindings& observed, const Program& program) {
  const auto places = places_of(program);
  json values = json::array();
  for (const auto& [symbol, trips] : observed.trips)
    values.push_back({{"symbol", symbol}, {"place", places.at(symbol)}, {"trips", trips}});
  for (const auto& [symbol, by_rank] : observed.answers)
    values.push_back({{"symbol", symbol}, {"place", places.at(symbol)}, {"answers", json_of(by_rank)}});
  return write_task_graph_json(path, {{"format", kBindingsForm.format},
                                      {"version", kBindingsForm.version},
                                      {"ranks", observed.ranks},
                                      {"values", std::move(values)}});
}

} // namespace unply::stg
