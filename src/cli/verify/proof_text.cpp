#include "cli/verify/proof.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace unply {

const char* outcome_name(Proof::Outcome outcome) {
  constexpr const char* kNames[] = {"verified", "unequal", "race", "not_compiled", "no_patch"};
  return kNames[static_cast<size_t>(outcome)];
}

namespace {

std::string seconds_text(double seconds) { return fmt::format("{:.{}f}", seconds, seconds < 1 ? 4 : 2); }

std::string expected_text(const RankedGain& gain, uint32_t threads) {
  const auto at = std::ranges::find(kRankedCores, threads);
  if (threads > std::thread::hardware_concurrency()) return "more threads than processors";
  if (at == kRankedCores.end()) return "";
  const Speedup& speedup = gain.speedups()[static_cast<size_t>(at - kRankedCores.begin())];
  return fmt::format("{:.1f} ({:.1f} to {:.1f})", speedup.likely, speedup.low, speedup.high);
}

std::string times_text(const Prover& prover, const Proof& proof, const RankedGain& gain, const Style& style) {
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::right, Align::right, Align::left});
  table.add({"threads", "seconds", "speedup", "expected"});
  table.add({"serial", seconds_text(prover.serial_seconds()), "", ""});
  for (const ThreadsResult& result : proof.results)
    table.add({fmt::format("{}", result.threads), seconds_text(result.seconds),
               fmt::format("{:.2f}", prover.serial_seconds() / std::max(result.seconds, 1e-9)),
               expected_text(gain, result.threads)});
  return table.text(3, style);
}

std::string outputs_text(const Prover& prover, const Proof& proof) {
  auto wrong = std::ranges::find(proof.results, false, &ThreadsResult::equal);
  if (wrong != proof.results.end())
    return fmt::format("not those of the serial program with {}: {}", count_text(wrong->threads, "thread"),
                       wrong->difference);
  std::string threads;
  for (size_t i = 0; i < proof.results.size(); ++i)
    threads += fmt::format("{}{}",
                           i == 0                          ? ""
                           : i + 1 == proof.results.size() ? " and "
                                                           : ", ",
                           proof.results[i].threads);
  std::string text = fmt::format("equal to the serial program's with {} threads: standard output, exit code", threads);
  if (prover.files() != 0) text += ", " + count_text(prover.files(), "file");
  if (proof.largest > 0)
    text += fmt::format("; numbers differ by {:.1e} at most, as sums are taken in another order ({:.0e} is accepted)",
                        proof.largest, proof.tolerance);
  return text;
}

// "line 3 of the output, line 2 of values.txt and 7 more".
std::string not_compared_text(const std::vector<std::string>& places) {
  constexpr size_t kMostNamed = 4;
  const size_t named = places.size() <= kMostNamed ? places.size() : kMostNamed - 1;
  std::string text = fmt::format("{}", fmt::join(places.begin(), places.begin() + static_cast<ptrdiff_t>(named), ", "));
  if (named < places.size()) text += fmt::format(" and {} more", places.size() - named);
  return text + ", where runs of the serial program differ";
}

std::string place_text(const RacePlace& place) {
  if (place.line == 0) return place.access;
  return fmt::format("{} at {}:{} in {}", place.access, place.file, place.line,
                     shortened(place.function, kLongestName));
}

// "unless ext has side effects"; "" if all code of the loop was seen.
std::string unless_text(const Discovery& found, const Suggestion& suggestion) {
  const std::vector<std::string>& unseen = unless_side_effects(found, suggestion);
  if (unseen.empty()) return "";
  return fmt::format("unless {} {} side effects", fmt::join(unseen, ", "), unseen.size() == 1 ? "has" : "have");
}

std::string races_text(const Proof& proof) {
  if (!proof.no_race_check.empty()) return "not looked for: " + proof.no_race_check;
  return "none found by ThreadSanitizer";
}

} // namespace

std::string proof_text(const Discovery& found, const Prover& prover, const Proof& proof, size_t width,
                       const Style& style) {
  const Suggestion& suggestion = *proof.suggestion;
  SourceQuotes sources(*found.trace, found.file, false);
  std::string out =
      fmt::format("{}. {}   {}\n", suggestion.number, style.bold(ranked_place(found, suggestion.gain, sources)),
                  suggestion.patch ? suggestion.patch->directive.one_line() : "no patch: " + suggestion.why_not);
  if (proof.outcome == Proof::Outcome::no_patch) return out;
  if (suggestion.newer)
    out += field_text("note", "the source is newer than the recording: check that the loop is still the same", width,
                      style, 3, 14);
  if (!suggestion.directives.empty()) out += field_text("note", suggestion.directives, width, style, 3, 14);
  if (proof.outcome == Proof::Outcome::not_compiled)
    return out + field_text("compiler", "refuses the patched program", width, style, 3, 14) + proof.compiler_output;
  out += field_text("outputs", outputs_text(prover, proof), width, style, 3, 14);
  if (!proof.not_compared.empty())
    out += field_text("left out", not_compared_text(proof.not_compared), width, style, 3, 14);
  if (proof.outcome != Proof::Outcome::unequal) {
    for (const Race& race : proof.races)
      out += field_text("race", fmt::format("{}, and {}", place_text(race.now), place_text(race.before)), width, style,
                        3, 14);
    if (proof.races.empty()) out += field_text("races", races_text(proof), width, style, 3, 14);
  }
  out += times_text(prover, proof, suggestion.gain, style);
  const std::string unless = unless_text(found, suggestion);
  if (proof.ok() && !unless.empty())
    out += field_text("note", "code that was not compiled by unply is not checked for races", width, style, 3, 14);
  std::string verdict = proof.outcome == Proof::Outcome::verified
                            ? (proof.no_race_check.empty() ? "verified" : "outputs verified, races not looked for")
                        : proof.outcome == Proof::Outcome::race
                            ? "NOT verified: the parallel program has data races"
                            : "NOT verified: the parallel program gives something else";
  if (proof.ok() && !unless.empty()) verdict += ", " + unless;
  return out + fmt::format("   {}\n", proof.ok() ? style.bold(verdict) : style.warning(verdict));
}

std::string proofs_json(const Discovery& found, const Prover& prover, const std::vector<Proof>& proofs) {
  using Json = nlohmann::ordered_json;
  Json json{{"schema", kLoopsSchema},
            {"file", found.file},
            {"root", prover.root()},
            {"serial_seconds", prover.serial_seconds()},
            {"processors", std::thread::hardware_concurrency()},
            {"proofs", Json::array()}};
  const auto place = [](const RacePlace& at) {
    return Json{
        {"access", at.access}, {"function", at.function}, {"file", at.file}, {"line", at.line}, {"column", at.column}};
  };
  for (const Proof& proof : proofs) {
    const SourceSpot at = place_of(found, *proof.suggestion);
    Json row{{"suggestion", proof.suggestion->number},
             {"file", found.trace->text(file_of(found, *proof.suggestion))},
             {"line", at.line},
             {"column", at.column},
             {"outcome", outcome_name(proof.outcome)},
             {"unless_side_effects", unless_side_effects(found, *proof.suggestion)},
             {"runs", Json::array()},
             {"largest_difference", proof.largest},
             {"tolerance", proof.tolerance},
             {"lines_not_compared", proof.not_compared.size()},
             {"not_compared", proof.not_compared},
             {"races", Json::array()},
             {"races_checked", proof.no_race_check.empty() && !proof.results.empty()},
             {"no_race_check", proof.no_race_check},
             {"compiler_output", proof.compiler_output}};
    for (const ThreadsResult& result : proof.results)
      row["runs"].push_back({{"threads", result.threads},
                             {"seconds", result.seconds},
                             {"speedup", prover.serial_seconds() / std::max(result.seconds, 1e-9)},
                             {"equal", result.equal},
                             {"difference", result.difference}});
    for (const Race& race : proof.races)
      row["races"].push_back({{"now", place(race.now)}, {"before", place(race.before)}, {"reports", race.count}});
    json["proofs"].push_back(std::move(row));
  }
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace unply
