#include "extract/contraction.h"
#include <algorithm>
#include <llvm/IR/CFG.h>

namespace unply::extract {
using namespace llvm;

Contraction::Contraction(Slice& slice, Function& function) : slice_(slice), shape_(slice.shape(function)) {
  std::set<BasicBlock*> seen;
  const auto visit = [&](auto& self, BasicBlock* block) -> void {
    if (!seen.insert(block).second) return;
    std::vector<BasicBlock*> following = next(block);
    std::reverse(following.begin(), following.end());
    for (BasicBlock* one : following) self(self, one);
    order_.push_back(block);
  };
  visit(visit, &function.getEntryBlock());
  std::reverse(order_.begin(), order_.end());
  for (uint32_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
}

bool Contraction::decides(const BasicBlock* block) const {
  return block->getTerminator()->getNumSuccessors() > 1 && slice_.needs(*block->getTerminator());
}

std::vector<BasicBlock*> Contraction::next(BasicBlock* block) const {
  const Instruction* end = block->getTerminator();
  if (end->getNumSuccessors() <= 1 || decides(block)) return {succ_begin(block), succ_end(block)};
  auto* node = shape_.post_dominators.getNode(block);
  auto* after = node ? node->getIDom() : nullptr;
  if (after && after->getBlock()) return {after->getBlock()};
  return {};
}

std::set<BasicBlock*> Contraction::region(BasicBlock* block) const {
  std::set<BasicBlock*> found;
  if (block->getTerminator()->getNumSuccessors() <= 1 || decides(block)) return found;
  const std::vector<BasicBlock*> after = next(block);
  std::vector<BasicBlock*> open(succ_begin(block), succ_end(block));
  while (!open.empty()) {
    BasicBlock* at = open.back();
    open.pop_back();
    if ((!after.empty() && at == after.front()) || !found.insert(at).second || at == block) continue;
    open.insert(open.end(), succ_begin(at), succ_end(at));
  }
  return found;
}

} // namespace unply::extract
