// Variables that each thread has for itself and that the statement of the loop does not name (judge_types.cpp has the
// others): a directive would change which one is meant.
#include "discover/judge.h"
#include "discover/thread_locals.h"
#include <fmt/format.h>

namespace unply {

namespace {

// Whether a value comes from outside of one execution of the loop, or is read there.
In crosses(const Judgement& j, const LoopDependence& row) {
  const uint32_t other = row.loop == kNoLoop ? kNoSourceLoop : j.loops.loop_of_row(row.loop);
  if (other != kNoSourceLoop && (other == j.index || j.loops.is_inside(other, j.index))) return In::no;
  const In from = j.uses.in_loop(row.site_from), to = j.uses.in_loop(row.site_to);
  return from == In::yes || to == In::yes ? In::yes : from == In::no ? to : from;
}

// The one that is sure to cross if there is such; null: none.
const LoopDependence* crossing(const Judgement& j, const ThreadLocalUse& use) {
  const LoopDependence* found = nullptr;
  for (const LoopDependence& row : j.loops.trace().loops.dependences) {
    if (!is_flow_through(j.loops, use, row.kind, row.site_from, row.site_to)) continue;
    const In in = crosses(j, row);
    if (in == In::yes) return &row;
    if (in == In::maybe && !found) found = &row;
  }
  return found;
}

void refuse(Judgement& j, const std::string& name, std::string what, std::string fix) {
  j.verdict.rewrites.push_back(
      {.kind = Blocker::Kind::variable, .name = name, .what = std::move(what), .fix = std::move(fix), .at = {}});
}

} // namespace

void judge_threads(Judgement& j) {
  const Trace& trace = j.loops.trace();
  if (j.loop.facts.error_number_behind)
    refuse(j, "errno", "errno is another variable for each thread, and is read behind the loop",
           "look at it in the loop, and keep what it says in a variable");
  for (const ThreadLocalUse& use : thread_locals_in(j.loops, j.index)) {
    const FactVariable* named = j.loop.facts.find(use.name);
    if (named && named->thread_local_) continue;
    const std::string name = use.name.empty() ? "a variable" : use.name;
    if (use.address) {
      refuse(j, use.name,
             fmt::format("{} is another variable for each thread (thread_local), and functions get its address", name),
             fmt::format("give them what stands in {} as an argument", name));
      continue;
    }
    if (const LoopDependence* row = crossing(j, use))
      refuse(j, use.name,
             fmt::format("{} is another variable for each thread (thread_local), with a {}", name,
                         dependence_words(trace, j.loop.file, row->kind, row->site_from, row->site_to)),
             fmt::format("hand the value of {} to the functions that use it as an argument, or on as a result", name));
  }
}

} // namespace unply
