// Accesses of one object that a value known only at run time keeps apart: a[i + k] = a[i]. That no dependence was
// observed between them holds for the k of the run, and says nothing of others.
#ifndef UNPLY_PLUGIN_LOOP_GUARDS_H
#define UNPLY_PLUGIN_LOOP_GUARDS_H

#include "loop_analyses.h"

#include "llvm/Support/JSON.h"

namespace unply {

/// The key `guards` of docs/design/discovery.md; absent if there are none.
void add_guards(llvm::json::Object& facts, const llvm::Loop& loop, const LoopAnalyses& analyses);

} // namespace unply

#endif
