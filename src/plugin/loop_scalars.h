// Variables in registers that one iteration of a loop hands to the next, classified by what becomes of them. Those in
// memory are left to the dependence profile.
#ifndef UNPLY_PLUGIN_LOOP_SCALARS_H
#define UNPLY_PLUGIN_LOOP_SCALARS_H

#include "loop_analyses.h"

#include "llvm/Support/JSON.h"

namespace unply {

/// The keys `scalars` and `last` of docs/design/discovery.md, for a loop in simplified form.
void add_scalars(llvm::json::Object& facts, const llvm::Loop& loop, const LoopAnalyses& analyses);

} // namespace unply

#endif
