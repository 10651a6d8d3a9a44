// The report's sentences about variables that tasks update, from the facts of the compiler and the dependences.
#include "cli/report/report.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace unply {

namespace {
struct Words {
  std::string_view name, done, clause; // clause: OpenMP's reduction(...)
};
constexpr std::array<Words, 8> kWords = {{{"", "", ""},
                                          {"sum", "added to", "+"},
                                          {"product", "multiplied", "*"},
                                          {"and", "combined by &", "&"},
                                          {"or", "combined by |", "|"},
                                          {"xor", "combined by ^", "^"},
                                          {"minimum", "lowered to a minimum", "min"},
                                          {"maximum", "raised to a maximum", "max"}}};

const Words& words_of(Update operation) { return kWords[static_cast<size_t>(operation)]; }

using Variables = std::vector<const UpdatedVariable*>;

Variables variables_of(const Reductions& reductions, bool only) {
  Variables variables;
  for (const UpdatedVariable& variable : reductions.variables)
    if (variable.only == only) variables.push_back(&variable);
  return variables;
}

std::string names_of(const Variables& variables) {
  std::vector<std::string_view> names;
  for (const UpdatedVariable* variable : variables) names.push_back(variable->name);
  return and_list(names, 3, "variables");
}

// "s and n are only added to (sum.c:5)"
std::string done_with(const Variables& variables, const Trace& trace, const SourceQuotes& sources) {
  const UpdatedVariable& first = *variables[0];
  bool same = std::ranges::all_of(variables, [&](auto* each) { return each->operation == first.operation; });
  return fmt::format("{} {} {}{} ({})", names_of(variables), variables.size() > 1 ? "are" : "is",
                     first.only ? "only " : "", same ? words_of(first.operation).done : "updated",
                     sources.place(trace.sites[first.site]));
}

// OpenMP's, of a plain variable.
std::string clause_for(const Reductions& reductions) {
  const UpdatedVariable& first = reductions.variables[0];
  if (reductions.variables.size() > 1 || first.name.find_first_of("[]*.>()") != std::string::npos) return "";
  return fmt::format(", such as OpenMP's reduction({}:{}),", words_of(first.operation).clause, first.name);
}
} // namespace

std::string_view update_name(Update operation) { return words_of(operation).name; }

std::string reductions_to_do(const Reductions& reductions) {
  bool sums = std::ranges::all_of(reductions.variables,
                                  [](const UpdatedVariable& each) { return each.operation == Update::sum; });
  return fmt::format("{} {}", sums ? "add to" : "update", reduced_names(reductions));
}

std::string reduced_names(const Reductions& reductions) {
  Variables variables;
  for (const UpdatedVariable& variable : reductions.variables) variables.push_back(&variable);
  return names_of(variables);
}

bool reductions_free_all(const Reductions& reductions) {
  return !reductions.variables.empty() && reductions.independent && variables_of(reductions, false).empty();
}

// "s is only added to (sum.c:5): as a reduction, such as OpenMP's reduction(+:s), it leaves all 256 tasks independent"
std::string reduction_sentence(const Trace& trace, const TraceSummary& summary, const SourceQuotes& sources) {
  const Reductions& reductions = summary.reductions;
  if (reductions.variables.empty() || reductions.levels >= summary.figures.levels) return "";
  Variables known = variables_of(reductions, true), likely = variables_of(reductions, false);
  std::string text = known.empty() ? "" : done_with(known, trace, sources);
  if (!likely.empty()) text += (text.empty() ? "" : ", and ") + done_with(likely, trace, sources);
  bool several = reductions.variables.size() > 1;
  std::string what = (several ? "reductions" : "a reduction") + clause_for(reductions);
  if (likely.empty())
    text += fmt::format(": as {} {}", what, several ? "they leave" : "it leaves");
  else
    text += fmt::format("; if the tasks use {} for nothing else, {} {}", names_of(likely), what,
                        several ? "leave" : "leaves");
  return text + (reductions.independent
                     ? fmt::format(" all {} independent", count_text(summary.figures.tasks, "task"))
                     : fmt::format(" {} of {}", reductions.levels, count_text(summary.figures.levels, "level")));
}

} // namespace unply
