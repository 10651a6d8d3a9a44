// The trials at one number of processes; see check_runs.h.
#include "cli/stg/check_runs.h"
#include "cli/stg/values_option.h"
#include "stg/program/place_text.h"
#include <algorithm>

namespace unply {

namespace {

constexpr size_t kMostConditions = 16; // at one number of processes

// Values that the user has not given: tried in this order until the program runs with them.
struct Guess {
  const char* text;
  std::function<double(const std::string& name, int ranks)> value;
};

bool counts_iterations(const std::string& name) {
  return name.find("it") != std::string::npos || name.find("step") != std::string::npos || name.starts_with("T_");
}

const std::vector<Guess>& guesses() {
  static const std::vector<Guess> all = {
      {"24, iterations 3", [](const std::string& name, int) { return counts_iterations(name) ? 3.0 : 24.0; }},
      {"P, iterations 3",
       [](const std::string& name, int ranks) { return counts_iterations(name) ? 3.0 : double(ranks); }},
      {"1", [](const std::string&, int) { return 1.0; }},
  };
  return all;
}

bool is_condition(const std::string& symbol) { return symbol.starts_with("c_"); }

stg::Bindings bound(const stg::Program& program, const stg::Bindings& given, const Guess& guess, int ranks,
                    const std::string& true_condition) {
  stg::Bindings bindings = given;
  bindings.ranks = ranks;
  for (const stg::Parameter& parameter : program.parameters)
    if (parameter.argument < 0 || given.arguments.empty()) // a word that is not there is not read
      bindings.values.try_emplace(parameter.name, guess.value(parameter.name, ranks));
  // Conditions on data: the answer of another run, else the same on every rank; 0 leaves what is repeated until it
  // converges.
  bindings.ask = [guess, ranks, true_condition,
                  observed = given.ask](const stg::Unknown& unknown) -> std::optional<int64_t> {
    if (observed)
      if (const auto answer = observed(unknown)) return answer;
    if (is_condition(unknown.symbol)) return unknown.symbol == true_condition;
    return unknown.symbol.starts_with("T_") ? std::optional<int64_t>(int64_t(guess.value(unknown.symbol, ranks)))
                                            : std::nullopt;
  };
  return bindings;
}

bool is_usable(const stg::Matching& matching) { return !matching.aborted && !matching.cut; }

bool is_clean(const stg::Matching& matching) {
  const auto is_type = [](const stg::Finding& one) { return one.fault == stg::Fault::different_types; };
  return is_usable(matching) && std::ranges::all_of(matching.findings, is_type);
}

std::string why_unusable(const stg::Program& program, const stg::Matching& matching) {
  return matching.cut ? "it has more steps than are tried" : "it stops at " + place_text(program, matching.abort_place);
}

// The conditions on data that a run has asked for.
std::vector<std::string> conditions_of(const stg::Matching& matching, const stg::Bindings& given) {
  std::vector<std::string> conditions;
  for (const auto& [symbol, times] : matching.asked)
    if (is_condition(symbol) && !given.values.contains(symbol)) conditions.push_back(symbol);
  return conditions;
}

struct Trial {
  stg::Matching matching;
  std::string condition; // that was true on every rank; empty: none
};

// All conditions on data are false; where the program stops or does not end so (it waits until its data converge), one
// is true.
Result<Trial> try_guess(const stg::Program& program, const stg::Bindings& given, const Guess& guess, int ranks) {
  auto matching = stg::match(program, bound(program, given, guess, ranks, ""), {});
  if (!matching) return error_of(matching);
  if (!is_usable(*matching))
    for (const std::string& condition : conditions_of(*matching, given))
      if (auto other = stg::match(program, bound(program, given, guess, ranks, condition), {});
          other && is_usable(*other))
        return Trial{.matching = *std::move(other), .condition = condition};
  return Trial{.matching = *std::move(matching), .condition = ""};
}

// Each condition on data that the program asked for holds once, on every rank, and all others do not. What is found
// then and not otherwise is a fault if the condition can hold so.
void check_conditions(const stg::Program& program, const stg::Bindings& given, const Guess& guess, int ranks,
                      const Trial& plain, CheckReport& report) {
  const std::vector<std::string> conditions = conditions_of(plain.matching, given);
  for (size_t i = 0; i < conditions.size(); ++i) {
    if (i == kMostConditions) return report.leave_out({conditions.begin() + kMostConditions, conditions.end()});
    if (conditions[i] == plain.condition) continue;
    const auto matching = stg::match(program, bound(program, given, guess, ranks, conditions[i]), {});
    if (!matching || !is_usable(*matching)) continue; // it needs another value, or the program stops there
    report.add_conditional(ranks, plain.matching, *matching, conditions[i]);
  }
}

} // namespace

// The first guess that the program accepts. What only one guess shows may be the fault of the guess: it counts where
// every accepted guess shows some.
Result<void> check_ranks(const stg::Program& program, const stg::Bindings& given, int ranks, CheckReport& report) {
  std::optional<Trial> kept;
  const Guess* used = nullptr;
  std::string why;
  const bool free_values = std::ranges::any_of(
      program.parameters, [&](const stg::Parameter& parameter) { return !given.values.contains(parameter.name); });
  for (const Guess& guess : guesses()) {
    auto trial = try_guess(program, given, guess, ranks);
    if (!trial) return error_of(trial);
    if (!is_usable(trial->matching)) {
      why = why_unusable(program, trial->matching);
    } else if (is_clean(trial->matching)) {
      auto strict = stg::match(program, bound(program, given, guess, ranks, trial->condition), {.rendezvous = true});
      if (!strict) return error_of(strict);
      kept = {.matching = *std::move(strict), .condition = trial->condition}, used = &guess;
      break;
    } else if (!kept) {
      kept = *std::move(trial), used = &guess;
      report.values = guess.text;
    }
    if (!free_values) break;
  }
  if (!kept) {
    report.skipped[ranks] = why;
    return {};
  }
  report.add(ranks, kept->matching);
  for (const auto& [symbol, times] : kept->matching.asked)
    if (!given.values.contains(symbol)) report.assumed.insert(symbol);
  check_conditions(program, given, *used, ranks, *kept, report);
  return {};
}

} // namespace unply
