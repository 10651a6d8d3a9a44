// The output of other verbs for a recording with tasks, as further pages of `unply view`: report, graph, quotient and
// speedup curve.
#pragma once
#include "viewer/view_model.h"

namespace unply {

// Above these limits a page names the omitted parts, and the command that shows them.
inline constexpr uint32_t kPageReportTasks = 500'000;   // 2 s of report
inline constexpr uint32_t kPageCurveTasks = 200'000;    // 2 s, most for the fewest processors that reach the span
inline constexpr uint32_t kPageQuotientTasks = 100'000; // most of the 5 s that the search is given
inline constexpr uint32_t kPageJsonTasks = 10'000;      // 2 MB of JSON of the graph
inline constexpr uint64_t kPageJsonEdges = 200'000;     // 30 MB
inline constexpr uint64_t kPageEvents = 1'000'000;      // of an OpenMP program on one thread: 0.5 s to read
inline constexpr double kPageSearchSeconds = 5;

// None for simulated runs, and for parallel ones but OpenMP programs on one thread. A page that cannot be made has the
// reason as its note. events, lanes: of the run as it is shown, so that a long one need not be opened again.
std::vector<ViewPage> pages_of_recording(const std::string& file, uint64_t events, size_t lanes);

} // namespace unply
