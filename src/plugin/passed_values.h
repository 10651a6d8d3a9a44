// Values that pass in registers to and from the calls that --tasks fn:NAME makes tasks. `x = f(x)` is a chain, although
// no task touches x: the argument is loaded, and the result stored, by the caller. In each function that calls one,
//  - what the arguments are computed from counts as read by the task that the call begins;
//  - the result has a key in the shadow of its own, written by the task as it ends, whose history moves to the variable
//    that the result is stored to, and which the caller reads if it uses the result and is a task itself.
//  - what code outside of tasks copies from memory, or computes from it, to another place has the task that wrote it as
//    its writer there (`y = x; x = f(y)`).
// Where the caller combines several such values outside of tasks, or hands one on to other code, no edge can say it:
// the runtime counts these places, and the report says so.
#ifndef UNPLY_PLUGIN_PASSED_VALUES_H
#define UNPLY_PLUGIN_PASSED_VALUES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace unply {

inline constexpr const char* kTaskFunction = "unply-task-function"; // attribute of the functions chosen by name
inline constexpr const char* kHandedOn = "unply.handed_on"; // metadata of a store whose history comes from elsewhere

/// Places the markers and calls, and returns the variables that must stay in memory. Before anything is promoted.
llvm::SmallVector<llvm::AllocaInst*> follow_passed_values(llvm::Function& function);

} // namespace unply

#endif
