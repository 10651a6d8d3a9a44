// Tells across objects which functions have hooks: each object defines a weak symbol `__unply_seen.NAME` for every
// function that it instruments and others can call, and refers to the symbol of each function that it calls and does
// not define. Without a definition the reference is null, so neither the link nor the start of a program can fail.
#ifndef UNPLY_PLUGIN_SEEN_FUNCTIONS_H
#define UNPLY_PLUGIN_SEEN_FUNCTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace unply {

class SeenFunctions {
public:
  explicit SeenFunctions(llvm::Module& module) : module_(module) {}

  /// Null at run time unless the function has hooks in another object.
  llvm::Constant* elsewhere(const llvm::Function& callee);
  /// The function has hooks in this object.
  void define_all(const llvm::Function& function);

private:
  void define(const llvm::GlobalValue& function);

  llvm::Module& module_;
  llvm::GlobalVariable* mark_ = nullptr;
};

} // namespace unply

#endif
