#include "extract/timers.h"
#include "extract/timer_marks.h"
#include <algorithm>

namespace unply::extract {
using namespace llvm;

void TimerCollector::see(const Instruction& instruction, bool long_running) {
  const StringRef name = timer_of(instruction);
  if (!name.empty()) names_.insert(name.str());
  lacks_one_ = lacks_one_ || (long_running && name.empty());
}

std::vector<uint32_t> TimerCollector::take(Tables& tables) {
  std::vector<uint32_t> timers;
  if (!lacks_one_)
    for (const std::string& name : names_) timers.push_back(tables.timer(name));
  names_.clear(), lacks_one_ = false;
  return timers;
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
    for (const Function* function : functions_) {
      const std::optional<Timers> around = around_calls(*function);
      for (stg::Computation& computation : computations(*function))
        if (computation.timers.empty() && around) computation.timers.assign(around->begin(), around->end());
    }
    for (bool more = true; more;) {
      more = false;
      for (const KeptCall& call : tables_.kept_calls) more |= keep_consistent(call);
    }
  }

private:
  Tables& tables_;
  std::vector<const Function*> functions_;
  std::map<const Function*, std::vector<const KeptCall*>> calls_;
  std::map<const Function*, std::optional<Timers>> around_;

  std::vector<stg::Computation>& computations(const Function& function) {
    return tables_.program.procedures[tables_.procedures.at(&function)].computations;
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

  // A timer around a call holds the time of all computations in it.
  bool keep_consistent(const KeptCall& call) {
    if (call.timer.empty()) return false;
    const uint32_t timer = tables_.timer(call.timer);
    bool used = false, more = false;
    for_all([&](const stg::Computation& one) { used = used || has(one, timer); });
    for (const Function* callee : call.callees) {
      if (!used || callee->isDeclaration()) continue;
      for (const Function* inside : tables_.reachable(*callee)) {
        if (!tables_.procedures.contains(inside)) continue;
        if (tables_.slice.communicates(*inside)) return forget(timer);
        for (stg::Computation& one : computations(*inside)) {
          if (one.timers.empty()) return forget(timer);
          if (!has(one, timer)) one.timers.push_back(timer), more = true;
        }
      }
    }
    return more;
  }

  // With all timers that share a computation with it.
  bool forget(uint32_t timer) {
    std::vector<uint32_t> open = {timer};
    while (!open.empty()) {
      const uint32_t gone = open.back();
      open.pop_back();
      for_all([&](stg::Computation& one) {
        if (!has(one, gone)) return;
        open.insert(open.end(), one.timers.begin(), one.timers.end());
        one.timers.clear();
      });
    }
    return true;
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
