// Common to the streams of single loops and of nests.
#ifndef UNPLY_PLUGIN_LOOP_ANALYSES_H
#define UNPLY_PLUGIN_LOOP_ANALYSES_H

#include "access.h"
#include "hooks.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"

namespace unply {

struct LoopAnalyses {
  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::ScalarEvolution& evolution;
  llvm::AAResults& aliases;
};

/// Makes the site of an access that becomes a stream.
using StreamSite = llvm::function_ref<llvm::Constant*(const Access&)>;

} // namespace unply

#endif
