// Computes the task region of this function in which each instruction executes: a forward dataflow over the begin/end
// calls. Two instructions in the same context may still belong to different instances (the region may be in a loop); an
// object belongs to one instance only if it is born and used in one context.
#ifndef UNPLY_PLUGIN_CONTEXTS_H
#define UNPLY_PLUGIN_CONTEXTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

#include <map>
#include <memory>

namespace unply {

/// One node per open begin call on top of its parent; the root has no begin. Nodes are unique, compare by address.
struct Context {
  const Context* parent = nullptr;
  const llvm::Instruction* begin = nullptr; // null in the root and where paths disagree
  bool task() const { return parent != nullptr; }
};

class Contexts {
public:
  explicit Contexts(const llvm::Function& function);
  Contexts(const Contexts&) = delete;
  Contexts& operator=(const Contexts&) = delete;

  bool has_tasks() const { return has_tasks_; }
  const Context* at(const llvm::Instruction& instruction) const;
  const Context* root() const { return &root_; }

private:
  const Context* child(const Context* parent, const void* key, const llvm::Instruction* begin);
  const Context* after(const Context* context, const llvm::Instruction& instruction);
  void flow(const llvm::Function& function);

  Context root_;
  bool has_tasks_ = false;
  std::map<std::pair<const Context*, const void*>, std::unique_ptr<Context>> children_;
  llvm::DenseMap<const llvm::BasicBlock*, const Context*> block_entry_;
  // The begin/end calls of a block in order, each with the context after it.
  using Boundaries = llvm::SmallVector<std::pair<const llvm::Instruction*, const Context*>, 2>;
  llvm::DenseMap<const llvm::BasicBlock*, Boundaries> boundaries_;
};

} // namespace unply

#endif
