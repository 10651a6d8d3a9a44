// What the verbs on programs without annotation share: the loops of a recording, judged, checked and ranked.
#pragma once
#include "cli/discover/thread_costs.h"
#include "cli/source_quotes.h"
#include "cli/text_style.h"
#include "discover/call_ranking.h"
#include "discover/patch.h"
#include "discover/ranking.h"
#include <memory>
#include <optional>

namespace unply {

inline constexpr int kLoopsSchema = 1;

// One of both: what a suggestion is about.
struct RankedGain {
  const LoopGain* loop = nullptr;
  const CallGain* calls = nullptr;
  bool worthwhile() const { return loop ? loop->worthwhile : calls->worthwhile; }
  bool nested() const { return loop && loop->nested_in != kNoSourceLoop; }
  double coverage() const { return loop ? loop->coverage : calls->coverage; }
  const Speedups& speedups() const { return loop ? loop->speedups : calls->speedups; }
  const Speedup& headline() const { return loop ? loop->headline() : calls->headline(); }
};

struct Discovery {
  std::string file; // as given
  ThreadCosts costs;
  std::unique_ptr<Trace> trace;
  std::unique_ptr<SourceLoops> loops;
  std::vector<LoopVerdict> verdicts; // by loop; they have passed check_verdicts
  std::vector<LoopGain> gains;
  std::vector<SourceFunction> functions;
  std::vector<CallVerdict> call_verdicts; // by function; they have passed check_call_tasks
  std::vector<CallGain> call_gains;
  std::vector<RankedGain> ranked; // suggestion n is row n - 1
  // By loop and by function, of its suggestion, from 1; 0: none. Of a loop that becomes tasks, that of its function.
  std::vector<size_t> numbers, call_numbers;
  const LoopGain* gain_of(uint32_t loop) const; // null: it has no suggestion
  size_t number_of(uint32_t loop) const { return numbers[loop]; }
};

// A trace with a loop profile. machine: as in thread_costs().
Result<Discovery> discover(const std::string& file, Trace&& trace, const std::string& machine);
// Reads it; fails if there is no loop profile.
Result<Discovery> discover(const std::string& file, const std::string& machine);
Error no_loop_profile(const std::string& file, const Trace& trace);

// That the lines of a loop or a function are not those that were compiled, so that a patch cannot be made; "": they
// are, as far as is known.
std::string change_text(const Discovery& found, StringId file, const RecordedText& text);

// Short texts about one loop.
std::string loop_place(const Discovery& found, uint32_t loop, const SourceQuotes& sources); // "a.c:12", "a loop in f()"
std::string loop_kind(const SourceLoop& loop);     // "loop over i", "while loop"
std::string share_text(double share);              // "61 %", "<1 %"
std::string grouped(uint64_t number);              // "1,000"
std::string executed_text(const SourceLoop& loop); // "executed 240 times, 1,000 to 4,000 iterations"
// "3.9x on 8 threads (3.4 to 4.2)"; of what gains only on more of them "1.4x on 32 threads (1.1 to 1.8), 0.8x on 8".
std::string speedup_text(const Speedups& speedups);
// Of all loops at once that are worth it and in no other one; nothing for fewer than two.
std::optional<Speedups> speedups_together(const Discovery& found);
std::string speedups_text(const Speedups& speedups); // of all numbers of threads
std::string ranked_place(const Discovery& found, const RankedGain& gain, const SourceQuotes& sources);
std::string ranked_kind(const Discovery& found, const RankedGain& gain); // also "calls in fib()"
std::string form_text(const Directive& directive);                       // "parallel for"
std::string command_text(const TraceInfo& info);                         // "./solver 1000"
// A warning if the profile lacks something, with what to do, to stand before all claims; "" if it does not.
std::string missing_text(const Discovery& found, size_t width, const Style& style);

// The report on a program without annotation.
struct LoopReportOptions {
  size_t top = 10, width = 100;
};
std::string loops_text(const Discovery& found, const LoopReportOptions& options, SourceQuotes& sources,
                       const Style& style);
std::string loops_json(const Discovery& found);
std::string loops_sarif(const Discovery& found);
// "calls of fib on line 5 at once, all done before line 5 (their value is used there)".
std::string group_text(const SourceFunction& function, const CallGroup& group);
// "iterations of the loop on line 7 at once, with their calls of walk".
std::string group_text(const Discovery& found, const SourceFunction& function, const TaskLoop& loop);
std::string calls_evidence(const Discovery& found, uint32_t function); // "observed on 1 input, 240 executions"
std::string cut_off_text(const CallGain& gain);
// All that is known about one loop.
// Functions with rows of calls whose text holds the line.
std::vector<uint32_t> functions_at(const Discovery& found, std::string_view file, uint32_t line);
std::string why_calls_text(const Discovery& found, uint32_t function, SourceQuotes& sources, size_t width,
                           const Style& style);
std::string why_text(const Discovery& found, uint32_t loop, SourceQuotes& sources, size_t width, const Style& style);

} // namespace unply
