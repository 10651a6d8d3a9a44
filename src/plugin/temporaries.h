// Finds the starts of the lifetimes of the compiler's temporaries: arguments passed by value, results returned in
// memory, the array of an initializer_list. Clang marks the lives of variables and of temporaries that a reference
// binds to, but not those of arguments (agg.tmp): they would live as long as the function, and the tasks of a loop
// would seem to reuse one object.
//
// A temporary belongs to one full expression, so all its uses lie behind the point that dominates them all: there it is
// born. The point is found before loops are rotated, which may copy a condition and its temporaries, and is kept by a
// marker call that places no life time on the object: a wrong guess costs an edge, it cannot change the program.
#ifndef UNPLY_PLUGIN_TEMPORARIES_H
#define UNPLY_PLUGIN_TEMPORARIES_H

#include "local_objects.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassManager.h"

namespace unply {

/// Made by the compiler: no variable of the source lies there.
bool is_temporary(llvm::AllocaInst& object);

/// The instruction before which the object is born, if it is a temporary without a marked life; else null.
llvm::Instruction* birth_of_temporary(const LocalObject& local, const llvm::DominatorTree& dominators);

/// Marks the births of the temporaries that are still in memory.
struct TemporariesPass : llvm::PassInfoMixin<TemporariesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

} // namespace unply

#endif
