// Accesses of `x = x OP e` with an associative OP: sums, products, minima. A loop whose only dependence is through such
// an x can become a reduction.
#ifndef UNPLY_PLUGIN_UPDATES_H
#define UNPLY_PLUGIN_UPDATES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace unply {

class Updates {
public:
  /// Before hooks are placed, while markers still pin variables. With `loops` only accesses in the same loop count as
  /// other uses of x: in the loop profile no hook stands for one in another loop.
  explicit Updates(llvm::Function& function, const llvm::LoopInfo* loops = nullptr);
  /// Of a load, store or atomic operation: the update that it belongs to, as the bits of UnplySiteFlag; else 0.
  uint32_t flags(const llvm::Instruction& access) const { return flags_.lookup(&access); }

private:
  llvm::DenseMap<const llvm::Instruction*, uint32_t> flags_;
};

} // namespace unply

#endif
