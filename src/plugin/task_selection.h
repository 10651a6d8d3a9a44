// Task regions chosen from outside with no change to the source: `--tasks`, handed on by the driver in UNPLY_TASKS,
// separated by newlines or ';'.
//   heat.cpp:12    each iteration of the loop whose for/while/do stands there is a task instance, and each execution of
//                  the loop a trace; with --pool, handed on in UNPLY_POOL, none
//   fn:update_row  each call of the function is one
#ifndef UNPLY_PLUGIN_TASK_SELECTION_H
#define UNPLY_PLUGIN_TASK_SELECTION_H

#include "llvm/IR/Module.h"

namespace unply {

/// Whether there are any. Before any inlining.
bool select_loops(llvm::Module& module);

void select_functions(llvm::Module& module);

} // namespace unply

#endif
