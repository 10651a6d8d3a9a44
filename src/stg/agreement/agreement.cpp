// What only the run knows is guessed so that the program follows it; see agreement.h.
#include "stg/agreement/agreement.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply::stg {

namespace {

constexpr size_t kLookBack = 32;                          // decisions before a difference that are tried the other way
constexpr uint64_t kInstructionsWithoutEnd = 100'000'000; // of a trial whether a loop ends by itself
constexpr size_t kMostTries = 4'000;                      // comparisons of one rank for its decisions, all together

class RankInference {
public:
  RankInference(const Program& of, const RecordedRun& whole, int number, Guesses known)
      : program(of), run(whole), rank(number), guesses(std::move(known)) {}

  // The comparison with the best guesses; `guesses` has them.
  Result<Outcome> infer(const Tiers& tiers) {
    for (;;) {
      auto outcome = compare_rank(program, guesses, run, rank, tiers);
      if (!outcome) return outcome;
      if (outcome->unknown) {
        TRY(guess(*outcome));
        continue;
      }
      if (!outcome->difference || outcome->decisions.empty()) return outcome;
      const auto improved = decide_otherwise(*outcome);
      if (!improved) return error_of(improved);
      if (!*improved) return outcome;
    }
  }

  Guesses guesses_made() const { return guesses; }

private:
  static bool is_better(const Outcome& one, const Outcome& other) {
    if (one.difference.has_value() != other.difference.has_value()) return !one.difference;
    return one.followed > other.followed;
  }

  Result<Outcome> attempt(const Guesses& tried) {
    ++tries;
    return compare_rank(program, tried, run, rank, {});
  }

  Result<void> guess(const Outcome& outcome) {
    const std::string& symbol = outcome.unknown->symbol;
    if (symbol.starts_with("T_")) return guess_trips(symbol);
    if (!symbol.starts_with("c_")) return std::unexpected(outcome.reason);
    Guesses one = guesses, zero = guesses;
    one.answers[symbol] = {.rest = 1}, zero.answers[symbol] = {.rest = 0};
    const auto with = attempt(one), without = attempt(zero);
    if (!with) return error_of(with);
    if (!without) return error_of(without);
    guesses = is_better(*with, *without) ? one : zero;
    return {};
  }

  Result<Outcome> with_trips(const std::string& symbol, uint64_t trips) {
    Guesses tried = guesses;
    tried.trips[symbol] = int64_t(trips);
    return attempt(tried);
  }

  // The smallest count that is as good as more of them.
  Result<void> guess_trips(const std::string& symbol) {
    uint64_t least = 0, most = run.ranks[size_t(rank)].calls.size() + run.ranks[size_t(rank)].constructs.size() + 2;
    const auto goal = with_trips(symbol, most);
    if (!goal) return error_of(goal);
    while (least < most) {
      const uint64_t middle = (least + most) / 2;
      const auto reached = with_trips(symbol, middle);
      if (!reached) return error_of(reached);
      if (is_better(*goal, *reached))
        least = middle + 1;
      else
        most = middle;
    }
    const auto smallest = with_trips(symbol, most);
    if (!smallest) return error_of(smallest);
    const bool ends = is_better(*smallest, *goal) || !goes_on_without_end(symbol, *smallest);
    guesses.trips[symbol] = ends ? int64_t(most) : kNeverEnds;
    return {};
  }

  bool goes_on_without_end(const std::string& symbol, const Outcome& reached) {
    Guesses tried = guesses;
    tried.trips[symbol] = kNeverEnds;
    tried.bindings.most_instructions = kInstructionsWithoutEnd;
    const auto outcome = attempt(tried);
    return outcome && !is_better(reached, *outcome);
  }

  // The latest decision before the difference that, made the other way once or from there on, brings the program
  // further. False: there is none.
  Result<bool> decide_otherwise(const Outcome& reached) {
    const auto& decisions = reached.decisions;
    const size_t first = decisions.size() - std::min(decisions.size(), kLookBack);
    for (size_t i = decisions.size(); i-- > first;) {
      const auto& [symbol, execution] = decisions[i];
      const Answers& now = guesses.answers.at(symbol);
      Answers changed = {.first = {}, .rest = now.rest};
      for (uint64_t before = 0; before < execution; ++before) changed.first.push_back(now.at(before));
      Answers from_here = changed;
      from_here.rest = now.at(execution) == 0;
      changed.first.push_back(now.at(execution) == 0);
      for (const Answers& answers : {changed, from_here}) {
        if (tries > kMostTries) return false;
        Guesses tried = guesses;
        tried.answers[symbol] = answers;
        const auto outcome = attempt(tried);
        if (!outcome) return error_of(outcome);
        if (!is_better(*outcome, reached)) continue;
        guesses = std::move(tried);
        return true;
      }
    }
    return false;
  }

  const Program& program;
  const RecordedRun& run;
  const int rank;
  Guesses guesses;
  size_t tries = 0;
};

void add(CallCounts& sum, const CallCounts& each) {
  sum.sends += each.sends, sum.receives += each.receives, sum.nobody += each.nobody;
  sum.collectives += each.collectives, sum.completions += each.completions;
  sum.known_arguments += each.known_arguments;
  for (size_t i = 0; i < std::size(sum.by_tier); ++i) sum.by_tier[i] += each.by_tier[i];
  sum.evaluable_sizes += each.evaluable_sizes;
  ConstructCounts& all = sum.constructs;
  const ConstructCounts& own = each.constructs;
  all.tasks += own.tasks, all.dependences += own.dependences, all.loops += own.loops;
  all.iterations += own.iterations, all.regions += own.regions, all.waits += own.waits;
}

// The condition that was decided more than once before a difference: other answers may fit that were not tried.
std::optional<std::string> doubtful(const Outcome& outcome) {
  std::map<std::string, size_t> times;
  for (const auto& [symbol, execution] : outcome.decisions) ++times[symbol];
  for (const auto& [symbol, count] : times)
    if (count > 1) return symbol;
  return std::nullopt;
}

size_t executions_of(const std::string& symbol, const Outcome& outcome) {
  return size_t(std::count_if(outcome.decisions.begin(), outcome.decisions.end(),
                              [&](auto& one) { return one.first == symbol; }));
}

// The shortest form for that many executions.
Answers without_tail(Answers answers, size_t executions) {
  if (executions == 0 || answers.first.empty()) return answers;
  if (answers.first.size() >= executions) answers.first.resize(executions), answers.rest = answers.first.back();
  while (!answers.first.empty() && answers.first.back() == answers.rest) answers.first.pop_back();
  return answers;
}

} // namespace

Result<Agreement> compare_with_run(const Program& program, Bindings bindings, const RecordedRun& run,
                                   const Tiers& tiers, const StepObserver& observe, AtDifference at_difference) {
  Agreement agreement{.observed = {.ranks = bindings.ranks}};
  for (int rank = 0; rank < bindings.ranks; ++rank) {
    RankInference inference(program, run, rank, {.bindings = bindings, .trips = agreement.observed.trips});
    const auto outcome = inference.infer(tiers);
    if (!outcome) return error_of(outcome);
    const Guesses guesses = inference.guesses_made();
    agreement.observed.trips = guesses.trips; // a trip count holds for all ranks
    for (const auto& [symbol, trips] : guesses.trips) agreement.bound[symbol] = {.rest = trips};
    for (const auto& [symbol, answers] : guesses.answers) {
      const Answers& shortest = agreement.observed.answers[symbol][rank] =
          without_tail(answers, executions_of(symbol, *outcome));
      agreement.bound.try_emplace(symbol, shortest);
    }
    add(agreement.counts, outcome->counts);
    agreement.followed.push_back(outcome->followed);
    if (outcome->difference) {
      if (const auto symbol = doubtful(*outcome))
        return fail(fmt::format("{}: rank {} decides it more than once, and no answers that were tried fit the run",
                                *symbol, rank),
                    fmt::format("give its value, if it has only one: --at {}=1", *symbol));
      if (!agreement.difference) agreement.difference = outcome->difference;
      if (at_difference == AtDifference::stop) return agreement;
    } else if (observe) {
      const auto seen = compare_rank(program, guesses, run, rank, tiers, observe);
      if (!seen) return error_of(seen);
    }
  }
  return agreement;
}

} // namespace unply::stg
