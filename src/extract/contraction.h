// A function's control flow without the branches that decide no operation: such a branch goes to its post-dominator,
// and the blocks between are its region, which is computation.
#pragma once
#include "extract/slice.h"

namespace unply::extract {

class Contraction {
public:
  Contraction(Slice& slice, llvm::Function& function);
  const std::vector<llvm::BasicBlock*>& blocks() const { return order_; } // reverse post-order
  bool has(const llvm::BasicBlock* block) const { return position_.contains(block); }
  uint32_t position(const llvm::BasicBlock* block) const { return position_.at(block); }
  std::vector<llvm::BasicBlock*> next(llvm::BasicBlock* block) const;
  bool decides(const llvm::BasicBlock* block) const;                 // its branch is kept
  std::set<llvm::BasicBlock*> region(llvm::BasicBlock* block) const; // with the block itself if it begins a loop there

private:
  Slice& slice_;
  Shape& shape_;
  std::vector<llvm::BasicBlock*> order_;
  std::map<const llvm::BasicBlock*, uint32_t> position_;
};

} // namespace unply::extract
