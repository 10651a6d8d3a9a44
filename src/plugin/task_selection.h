// Task regions chosen from outside with no change to the source: `--tasks`, handed on by the driver in UNPLY_TASKS,
// separated by newlines or ';'.
//   heat.cpp:12    each iteration of the loop whose for/while/do stands there is a task instance
//   fn:update_row  each call of the function is one
#ifndef UNPLY_PLUGIN_TASK_SELECTION_H
#define UNPLY_PLUGIN_TASK_SELECTION_H

#include "regions.h"

namespace unply {

void select_tasks(llvm::Module& module, RegionWriter& writer);

} // namespace unply

#endif
