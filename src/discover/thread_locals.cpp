// See thread_locals.h. A value may stay in a thread as long as it stays in an iteration, or in a call: a buffer that a
// function fills and reads hinders nothing. Where an access cannot be placed, the worst is assumed.
#include "discover/thread_locals.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace unply {

namespace {

void add_use(std::vector<ThreadLocalUse>& uses, ThreadLocalUse use) {
  const auto at = std::ranges::find(uses, use.name, &ThreadLocalUse::name);
  if (at == uses.end())
    uses.push_back(std::move(use));
  else
    at->address |= use.address;
}

std::string shown(const ThreadLocalUse& use) { return use.name.empty() ? "a variable without a name" : use.name; }

} // namespace

std::optional<ThreadLocalUse> thread_local_use(std::string_view call) {
  for (const std::string_view prefix : {kThreadLocalUse, kThreadLocalAddress})
    if (call.starts_with(prefix))
      return ThreadLocalUse{variable_name(call.substr(prefix.size())).base, prefix == kThreadLocalAddress};
  return {};
}

std::vector<ThreadLocalUse> thread_locals_in(const SourceLoops& loops, uint32_t loop) {
  std::vector<ThreadLocalUse> uses;
  for (const std::string& name : loops[loop].facts.thread_locals) add_use(uses, {variable_name(name).base, false});
  for (const LoopCall& call : loops[loop].calls)
    if (auto use = thread_local_use(loops.trace().text(call.name))) add_use(uses, std::move(*use));
  return uses;
}

std::vector<ThreadLocalUse> thread_locals_in(const SourceFunction& function) {
  std::vector<ThreadLocalUse> uses;
  for (const std::string& name : function.unseen)
    if (auto use = thread_local_use(name)) add_use(uses, std::move(*use));
  return uses;
}

bool is_flow_through(const SourceLoops& loops, const ThreadLocalUse& use, EdgeKind kind, uint32_t from, uint32_t to) {
  if (kind != EdgeKind::flow) return false;
  return std::ranges::any_of(std::array{from, to}, [&](uint32_t number) {
    const Site& site = loops.trace().sites[number];
    const std::string base = variable_name(loops.trace().text(site.variable)).base;
    return site.is_thread_local() && (base.empty() || use.name.empty() || base == use.name);
  });
}

std::string why_in_one_thread(const SourceLoops& loops, const SourceFunction& function) {
  const Trace& trace = loops.trace();
  // What one function hands on to itself is seen between the parts of this one, unless it stays within a call.
  auto stays_in_function = [&](const LoopDependence& row) {
    const StringId at = trace.sites[row.site_from].function;
    return at == trace.sites[row.site_to].function && at != function.function;
  };
  for (const ThreadLocalUse& use : thread_locals_in(function)) {
    if (use.address)
      return fmt::format("{} is another variable for each thread (thread_local), and calls get its address",
                         shown(use));
    const bool between = std::ranges::any_of(function.dependences, [&](const PartDependence& row) {
      return is_flow_through(loops, use, row.kind, row.site_from, row.site_to);
    });
    const bool outside = std::ranges::any_of(trace.loops.dependences, [&](const LoopDependence& row) {
      return is_flow_through(loops, use, row.kind, row.site_from, row.site_to) && !stays_in_function(row);
    });
    if (between || outside)
      return fmt::format("{} is another variable for each thread (thread_local), and calls hand values on in it",
                         shown(use));
  }
  return "";
}

} // namespace unply
