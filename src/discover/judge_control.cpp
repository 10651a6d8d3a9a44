// What leaves the loop, what it calls, and whether a directive can stand before it.
#include "base/readable_name.h"
#include "discover/judge.h"
#include "discover/known_calls.h"
#include "discover/thread_locals.h"
#include "trace/ended_inside.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

static void judge_exits(Judgement& j) {
  for (const FactExit& exit : j.loop.facts.exits)
    j.verdict.blockers.push_back({.kind = Blocker::Kind::leaves,
                                  .name = exit.kind,
                                  .what = fmt::format("leaves the loop early at line {} ({})", exit.at.line, exit.kind),
                                  .fix = exit.kind == "throw"
                                             ? "catch it inside the iteration, and report it behind the loop"
                                             : "let all iterations run, and choose the result behind the loop",
                                  .at = exit.at});
}

// The statement that calls it, where the loop itself does.
static SourceSpot place_of_call(const LoopFacts& facts, std::string_view name) {
  for (const FactCall& call : facts.calls)
    if (call.name == name) return call.at;
  return {};
}

static void judge_call(Judgement& j, const std::string& name) {
  auto is_pure = [&](const FactCall& call) { return call.pure && (call.name == name || call.callee == name); };
  if (std::ranges::any_of(j.loop.facts.calls, is_pure)) return;
  const CallEffect effect = effect_of_call(name);
  if (effect == CallEffect::none) return;
  const std::string readable = readable_name(name);
  if (effect == CallEffect::unknown) return add_name(j.verdict.unseen, readable);
  const bool output = effect == CallEffect::output;
  j.verdict.blockers.push_back(
      {.kind = Blocker::Kind::call,
       .name = readable,
       .what = output ? fmt::format("calls of {} read or write in the order of the iterations", readable)
                      : fmt::format("calls of {} keep something from one to the next", readable),
       .fix = output ? "gather what is written, and write it behind the loop"
                     : fmt::format("use a variant of {} whose state the caller holds", readable),
       .at = place_of_call(j.loop.facts, name)});
}

static bool has_call(const Trace& trace, const SourceLoop& loop, std::string_view name) {
  return std::ranges::any_of(loop.calls, [&](const LoopCall& call) { return trace.text(call.name) == name; });
}

// Of loops in the statement and of those of functions that it calls, too: their rows say what was called there.
static void judge_calls(Judgement& j) {
  std::vector<std::string> names;
  std::vector<uint32_t> open{j.index};
  while (!open.empty()) {
    const SourceLoop& loop = j.loops[open.back()];
    open.pop_back();
    open.insert(open.end(), loop.inside.begin(), loop.inside.end());
    for (const LoopCall& call : loop.calls) add_name(names, std::string(j.loops.trace().text(call.name)));
  }
  std::erase(names, kThrownOut); // one that left a loop inside may have been caught in this one
  std::erase(names, kEndedInside);
  std::erase_if(names, [](const std::string& name) { return thread_local_use(name).has_value(); });
  for (const std::string& name : names) judge_call(j, name);
  if (has_call(j.loops.trace(), j.loop, kEndedInside))
    j.verdict.blockers.push_back({.kind = Blocker::Kind::leaves,
                                  .name = "end",
                                  .what = "the program ended in it, so what needs its results was not seen",
                                  .fix = "record a run that ends behind it",
                                  .at = {}});
  if (has_call(j.loops.trace(), j.loop, kThrownOut)) // or longjmp
    j.verdict.blockers.push_back({.kind = Blocker::Kind::leaves,
                                  .name = "throw",
                                  .what = "an exception, or the end of the program, left it",
                                  .fix = "catch it inside the iteration, or report it behind the loop",
                                  .at = {}});
  else if (j.loop.facts.exceptions && j.loop.facts.language != "c") // which has none
    j.verdict.notes.push_back("an exception must not leave an iteration of a parallel loop");
}

static void judge_head(Judgement& j) {
  const LoopFacts& facts = j.loop.facts;
  if (!j.loop.algorithm.empty()) return; // it gets no directive
  std::string& why = j.verdict.no_directive;
  if (j.loop.at.line == 0)
    why = "its place in the source is not known";
  else if (facts.macro_statement)
    why = "it comes from a macro";
  else if (!facts.openmp.empty())
    why = fmt::format("it belongs to a directive already, {}", facts.openmp);
  else if (facts.attributes)
    why = "attributes stand before it";
  else if (facts.form == "while" || facts.form == "do" || facts.form == "goto")
    why = fmt::format("OpenMP wants a counted loop, this is a {} loop", facts.form);
  else if (!facts.no_directive.empty())
    why = facts.no_directive;
  else if (facts.canonical == false)
    why = facts.not_canonical.empty() ? "OpenMP does not accept its head"
                                      : "OpenMP does not accept its head: " + facts.not_canonical;
  else if (!facts.fortran() && facts.canonical != true)
    why = "the compiler left no facts about its head";
}

// OpenMP, and any other way of giving iterations to threads, needs their number beforehand.
static bool is_counted(const LoopFacts& facts) {
  if (facts.form == "while" || facts.form == "do" || facts.form == "goto") return false;
  auto says = [&](std::string_view words) { return facts.not_canonical.contains(words); };
  return !(says("test") || says("written in the body") || says("depends on"));
}

// A list: the next element is found in order, but elements can be worked on at once.
static bool is_traversal(const LoopFacts& facts) {
  const FactVariable* index = facts.find(facts.index);
  return facts.canonical != true && !facts.index.empty() && index && index->shape == VariableShape::pointer &&
         std::ranges::any_of(facts.scalars, [&](const FactScalar& scalar) {
           return scalar.name == facts.index && scalar.kind != ScalarKind::induction;
         });
}

static void judge_outputs(Judgement& j) {
  for (const FactCall& output : j.loop.facts.outputs)
    j.verdict.blockers.push_back({.kind = Blocker::Kind::call,
                                  .name = output.name,
                                  .what = fmt::format("{} at line {} reads or writes in the order of the iterations",
                                                      output.name, output.at.line),
                                  .fix = "gather what is written, and write it behind the loop",
                                  .at = output.at});
}

static void judge_number(Judgement& j) {
  const LoopFacts& facts = j.loop.facts;
  j.verdict.traversal = is_traversal(facts);
  if (is_counted(facts) || facts.counted || j.verdict.traversal) return;
  j.verdict.blockers.push_back({.kind = Blocker::Kind::leaves,
                                .name = facts.form,
                                .what = "how often it runs is known only when it ends",
                                .fix = "find the number of iterations first, and count them in the head of a for loop",
                                .at = facts.begin});
}

void judge_control(Judgement& judgement) {
  judge_exits(judgement);
  judge_outputs(judgement);
  judge_number(judgement);
  judge_calls(judgement);
  judge_head(judgement);
  if (judgement.loop.facts.bound_calls)
    judgement.verdict.notes.push_back(
        "the head of the loop calls a function, whose result must not change in the loop");
}

} // namespace unply
