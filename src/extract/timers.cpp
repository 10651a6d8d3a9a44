#include "extract/timers.h"
#include "extract/timer_marks.h"
#include <algorithm>

namespace unply::extract {
using namespace llvm;

uint32_t Tables::timer(const std::string& name) {
  const auto [at, added] = timers.try_emplace(name, uint32_t(program.timers.size()));
  if (added) program.timers.push_back(name);
  return at->second;
}

std::string Tables::timer_of(const Instruction& instruction) const {
  std::string innermost;
  for (const StringRef name : timers_around(instruction)) {
    if (around_messages.contains(name.str())) continue;
    innermost = name.str();
    if (!around_kept.contains(innermost)) break;
  }
  return innermost;
}

std::set<std::string> Tables::all_timers_of(const Instruction& instruction) const {
  std::set<std::string> names;
  for (const StringRef name : timers_around(instruction))
    if (!around_messages.contains(name.str())) names.insert(name.str());
  return names;
}

void Tables::look_at_timers() {
  for (const Function* function : slice.procedures())
    for (const BasicBlock& block : *function)
      for (const Instruction& instruction : block) {
        const auto names = timers_around(instruction);
        if (names.empty()) continue;
        const auto* call = dyn_cast<CallBase>(&instruction);
        const bool communicates = call && any_of(points_to.callees(*call), [&](const Function* callee) {
                                    return !callee->isDeclaration() && slice.communicates(*callee);
                                  });
        for (const StringRef name : names) {
          if (communicates) around_messages.insert(name.str());
          if (slice.needs(instruction)) around_kept.insert(name.str());
        }
      }
}

void TimerCollector::see(const Tables& tables, const Instruction& instruction, bool long_running) {
  const std::string name = tables.timer_of(instruction);
  if (!name.empty()) names.insert(name);
  all.merge(tables.all_timers_of(instruction));
  lacks_one = lacks_one || (long_running && name.empty());
}

namespace {

using Timers = std::set<uint32_t>;

class Spreader {
public:
  explicit Spreader(Tables& tables) : tables_(tables) {
    for (const auto& [function, number] : tables.procedures) functions_.push_back(function);
    for (const KeptCall& call : tables.kept_calls)
      for (const Function* callee : call.callees) calls_[callee].push_back(&call);
  }

  void spread() {
    std::vector<std::pair<stg::Computation*, Timers>> found; // where no computation that they would hold has its own
    for (const Function* function : functions_) {
      const std::optional<Timers> around = around_calls(*function);
      if (!around || has_timers_inside(*function)) continue;
      for (stg::Computation& computation : computations(*function)) found.emplace_back(&computation, *around);
    }
    for (const auto& [computation, timers] : found) computation->timers.assign(timers.begin(), timers.end());
    while (make_consistent()) continue;
  }

private:
  Tables& tables_;
  std::vector<const Function*> functions_;
  std::map<const Function*, std::vector<const KeptCall*>> calls_;
  std::map<const Function*, std::optional<Timers>> around_;

  std::vector<stg::Computation>& computations(const Function& function) {
    return tables_.program.procedures[tables_.procedures.at(&function)].computations;
  }

  bool has_timers_inside(const Function& function) {
    return any_of(tables_.reachable(function), [&](const Function* inside) {
      return tables_.procedures.contains(inside) &&
             any_of(computations(*inside), [](const stg::Computation& one) { return !one.timers.empty(); });
    });
  }

  // The timers of all calls of a function; empty: it also runs under none, or communicates.
  std::optional<Timers> around_calls(const Function& function) {
    const auto [known, added] = around_.try_emplace(&function, std::nullopt); // a recursive function is under none
    if (!added || tables_.slice.communicates(function) || !calls_.contains(&function)) return known->second;
    Timers all;
    for (const KeptCall* call : calls_.at(&function)) {
      if (!call->timer.empty()) {
        all.insert(tables_.timer(call->timer));
        continue;
      }
      const std::optional<Timers> outer = around_calls(*call->caller);
      if (!outer) return std::nullopt;
      all.insert(outer->begin(), outer->end());
    }
    return around_[&function] = all;
  }

  template <class F> void for_all(F body) {
    for (const Function* function : functions_)
      for (stg::Computation& computation : computations(*function)) body(computation);
  }

  static bool has(const stg::Computation& computation, uint32_t timer) {
    return std::ranges::find(computation.timers, timer) != computation.timers.end();
  }

  // A timer that counts for a computation holds the time of all that lies under it. True: something has changed.
  bool make_consistent() {
    Timers used;
    for_all([&](const stg::Computation& one) { used.insert(one.timers.begin(), one.timers.end()); });
    bool more = false;
    for (const auto& [which, names] : tables_.timers_of_computations)
      for (const std::string& name : names)
        if (const uint32_t timer = tables_.timer(name); used.contains(timer))
          more |= cover(computations(*which.first)[which.second], timer);
    for (const KeptCall& call : tables_.kept_calls)
      for (const std::string& name : call.timers)
        if (const uint32_t timer = tables_.timer(name); used.contains(timer))
          for (const Function* callee : call.callees) more |= cover_all(*callee, timer);
    return more;
  }

  bool cover(stg::Computation& one, uint32_t timer) {
    if (has(one, timer)) return false;
    if (one.timers.empty()) return forget(timer);
    one.timers.push_back(timer);
    return true;
  }

  bool cover_all(const Function& callee, uint32_t timer) {
    bool more = false;
    if (callee.isDeclaration()) return false;
    for (const Function* inside : tables_.reachable(callee))
      if (tables_.procedures.contains(inside))
        for (stg::Computation& one : computations(*inside)) more |= cover(one, timer);
    return more;
  }

  // With all timers that share a computation with it.
  bool forget(uint32_t timer) {
    bool more = false;
    std::vector<uint32_t> open = {timer};
    while (!open.empty()) {
      const uint32_t gone = open.back();
      open.pop_back();
      for_all([&](stg::Computation& one) {
        if (!has(one, gone)) return;
        open.insert(open.end(), one.timers.begin(), one.timers.end());
        one.timers.clear();
        more = true;
      });
    }
    return more;
  }
};

// Only those that are needed stay in the table.
void drop_unused(stg::Program& program) {
  std::map<uint32_t, uint32_t> numbers;
  std::vector<std::string> names;
  for (stg::Procedure& procedure : program.procedures)
    for (stg::Computation& computation : procedure.computations)
      for (uint32_t& timer : computation.timers) {
        const auto [at, added] = numbers.try_emplace(timer, uint32_t(names.size()));
        if (added) names.push_back(program.timers[timer]);
        timer = at->second;
      }
  program.timers = std::move(names);
}

} // namespace

void spread_timers(Tables& tables) {
  Spreader(tables).spread();
  drop_unused(tables.program);
}

} // namespace unply::extract
