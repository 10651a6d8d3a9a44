// Which timers of the executable cover a computation. A timer counts for it if no time of the computation is outside of
// its timers, but for code that takes none, and no time of anything else is inside them, but for computations that have
// the same timers. What cannot be covered in this way has no timer.
#pragma once
#include "extract/emit.h"

namespace unply::extract {

// Collects the timers of instructions that make up a computation.
class TimerCollector {
public:
  // long_running: the instruction repeats, or is a call that takes time.
  void see(const llvm::Instruction& instruction, bool long_running);
  std::vector<uint32_t> take(Tables& tables); // empty: some of it has no timer

private:
  std::set<std::string> names_;
  bool lacks_one_ = false;
};

// Computations of procedures that do not communicate may be covered by the timers of the calls of their procedure.
void spread_timers(Tables& tables);

} // namespace unply::extract
