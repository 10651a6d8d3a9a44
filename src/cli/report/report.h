// The report on a recording, in two output forms from the same summaries.
#pragma once
#include "analysis/summary/trace_summary.h"
#include "cli/source_quotes.h"
#include "cli/text_style.h"

namespace unply {

inline constexpr int kReportSchema = 1;

struct ReportOptions {
  std::string file; // as given
  KindSet kinds = KindSet::after_renaming();
  size_t top = 5;     // hottest dependences and steps of the critical path shown
  size_t width = 100; // of text, in columns
};

std::string report_text(const ExecutionGraph& graph, const std::vector<TraceSummary>& traces,
                        const ReportOptions& options, SourceQuotes& sources, const Style& style);
std::string report_json(const ExecutionGraph& graph, const std::vector<TraceSummary>& traces,
                        const ReportOptions& options);

// The sentence that a user needs: "16 tasks in 4 levels of 4; flow dependences through u[] from heat.cpp:14 to
// heat.cpp:14".
std::string trace_sentence(const Trace& trace, const TraceSummary& summary, KindSet kinds, const SourceQuotes& sources);

// The pattern of the tasks, how it is known, and its usual parallel implementation: one sentence each. None if the
// first sentence of the report suffices.
std::vector<std::string> pattern_sentences(const TraceSummary& summary);

// Variables that tasks only update, and the remaining dependences if each becomes a reduction; "" if there are none.
std::string reduction_sentence(const Trace& trace, const TraceSummary& summary, const SourceQuotes& sources);
// Whether reductions of variables that tasks do nothing else with leave all tasks independent.
bool reductions_free_all(const Reductions& reductions);
// "s", "s and n and 2 more variables".
std::string reduced_names(const Reductions& reductions);
std::string reductions_to_do(const Reductions& reductions); // "add to s"
std::string_view update_name(Update operation);             // "sum"; "" for none

// The effect of private copies (no anti and output dependences). Precondition: the summary's figures count
// KindSet::after_renaming().
std::string renaming_sentence(const TraceSummary& summary);

// The sentences on a function that calls itself. bounds: times contain the tracing cost.
std::vector<std::string> recursion_sentences(const Trace& trace, const RecursiveFunction& f,
                                             const SourceQuotes& sources, bool bounds);
std::string call_dependence_text(const Trace& trace, const CallDependence& dependence, const SourceQuotes& sources);
// Of those with the most calls; null if there is none.
const RecursiveFunction* largest_divide_and_conquer(const std::vector<TraceSummary>& traces);

// The next command.
std::string next_command(const Trace& trace, const std::vector<TraceSummary>& traces, const ReportOptions& options);

// Limits of the recording: one sentence each.
std::vector<std::string> coverage_sentences(const Trace& trace);

} // namespace unply
