// See stack_switches.h.
#include "stack_switches.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"

namespace unply {

using namespace llvm;

StackSwitches::StackSwitches(const Module& module) {
  SmallVector<const Function*> work;
  const auto add = [&](const Function& function) {
    if (functions_.insert(&function).second) work.push_back(&function);
  };
  for (const Function& function : module)
    if (function.isPresplitCoroutine()) functions_.insert(&function);
  for (const char* name : {"swapcontext", "jump_fcontext", "ontop_fcontext"}) // libc, Boost
    if (const Function* change = module.getFunction(name)) add(*change);
  while (!work.empty()) {
    const Function* callee = work.pop_back_val();
    for (const User* user : callee->users())
      if (const auto* call = dyn_cast<CallBase>(user); call && call->getCalledFunction() == callee)
        add(*call->getFunction());
  }
}

} // namespace unply
