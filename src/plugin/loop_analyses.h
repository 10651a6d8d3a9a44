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

class LoopProfile;

/// How often the body of the loop runs once it is entered, as 64 bits; null: not known before it.
const llvm::SCEV* iterations_of(const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

/// base + i * stride in iteration i of a loop; both null: the address is not like that.
struct AffineAddress {
  const llvm::SCEV* base = nullptr;
  const llvm::SCEV* stride = nullptr;
};
AffineAddress affine_address(const llvm::SCEV* address, const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

/// Where an access of a loop may be in any iteration, as far as alias analysis can tell.
llvm::MemoryLocation anywhere(const Access& access);

} // namespace unply

#endif
