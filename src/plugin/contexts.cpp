// Forward dataflow of task contexts; see contexts.h.
#include "contexts.h"

#include "region_calls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"

namespace unply {

using namespace llvm;

Contexts::Contexts(const Function& function) {
  has_tasks_ = any_of(instructions(function), is_task_begin);
  if (has_tasks_) flow(function);
}

const Context* Contexts::child(const Context* parent, const void* key, const Instruction* begin) {
  std::unique_ptr<Context>& node = children_[{parent, key}];
  if (!node) node = std::make_unique<Context>(Context{parent, begin});
  return node.get();
}

const Context* Contexts::after(const Context* context, const Instruction& instruction) {
  if (is_task_begin(instruction)) return child(context, &instruction, &instruction);
  if (is_task_end(instruction)) return context->parent ? context->parent : context;
  return context;
}

// Where paths with different open regions meet, the block gets a separate context below the root, permanently: each
// block changes at most twice, so the loop ends.
void Contexts::flow(const Function& function) {
  SmallVector<const BasicBlock*> work{&function.getEntryBlock()};
  block_entry_[&function.getEntryBlock()] = &root_;
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    const Context* context = block_entry_.lookup(block);
    Boundaries boundaries;
    for (const Instruction& instruction : *block) {
      context = after(context, instruction);
      if (is_task_begin(instruction) || is_task_end(instruction)) boundaries.emplace_back(&instruction, context);
    }
    if (!boundaries.empty()) boundaries_[block] = std::move(boundaries);
    for (const BasicBlock* successor : successors(block)) {
      const auto [entry, added] = block_entry_.try_emplace(successor, context);
      if (added) {
        work.push_back(successor);
      } else if (entry->second != context) {
        const Context* conflict = child(&root_, successor, nullptr);
        if (entry->second == conflict) continue;
        entry->second = conflict;
        work.push_back(successor);
      }
    }
  }
}

const Context* Contexts::at(const Instruction& instruction) const {
  if (!has_tasks_) return &root_;
  if (const auto block = boundaries_.find(instruction.getParent()); block != boundaries_.end())
    for (const auto& [boundary, context] : reverse(block->second))
      if (boundary->comesBefore(&instruction)) return context;
  const auto found = block_entry_.find(instruction.getParent());
  return found == block_entry_.end() ? &root_ : found->second;
}

} // namespace unply
