// Conditional minima and maxima: `if (e > x) x = e` in all its forms, also `if (e > x && other) x = e`. Each is one by
// what the paths do, however they are merged.
#ifndef UNPLY_PLUGIN_EXTREMES_H
#define UNPLY_PLUGIN_EXTREMES_H

#include "conditional_code.h"

#include <set>

namespace unply {

/// A value that iterations hand on, and all that is computed from it on the way to its next value.
struct ValueChain {
  const llvm::PHINode& phi; // of the loop's header
  llvm::SmallSetVector<const llvm::Value*, 8> values;
  llvm::SmallSetVector<const llvm::CmpInst*, 2> compares; // with values of the chain

  bool contains(const llvm::Value* value) const { return value == &phi || values.contains(value); }
};

/// Where merges take a value that is not of the chain: the blocks of an edge, or a select's condition and whether it
/// holds.
using Replacements = std::set<std::pair<const llvm::Value*, const llvm::Value*>>;
Replacements replacements_in(const ValueChain& chain);

/// Whether a comparison of x and e says `e < x` or `e <= x`; nothing for others than of order.
std::optional<bool> other_is_less(const llvm::CmpInst& compare, bool x_is_left);

/// "min" or "max" of a function that takes it of a list, as `std::min({a, b, c})` does, in the order of their types;
/// else
/// "".
llvm::StringRef extreme_of_list(const llvm::Function& function);
/// Keeps such calls that an iteration hands its result to itself by: inlined, they would be loops over memory.
void keep_extremes_of_lists(llvm::Function& function);
/// The call that takes the minimum or maximum of the list that the store puts a value into; null: there is none, or
/// anything else is done with the list.
const llvm::CallBase* call_with_list(const llvm::StoreInst& store);

class Extreme {
public:
  Extreme(const ValueChain& chain, const llvm::Loop& loop, const LoopAnalyses& analyses,
          const llvm::PostDominatorTree& ends)
      : chain_(chain), loop_(loop), analyses_(analyses), ends_(ends) {
    find_all();
  }

  /// "min" or "max"; "": it is neither.
  llvm::StringRef op() const { return op_; }

  /// Whether its tests decide nothing else of what the loop does; `goes_along`: phis and selects of variables that are
  /// kept beside it. `if (e > x) x = e, n++` would count otherwise where each thread has an x of its own.
  bool decides_only(llvm::function_ref<bool(const llvm::Instruction&)> goes_along) const;

private:
  void find_all();
  bool find(const llvm::CmpInst& compare);
  bool find_behind(const llvm::CmpInst& compare, const llvm::BranchInst& branch);
  bool find_in(const llvm::CmpInst& compare, const llvm::SelectInst& select);
  bool note(const llvm::CmpInst& compare, bool taken_if_true);
  const llvm::Value* tested_against(const llvm::CmpInst& compare) const;
  const ValueChain& chain_;
  const llvm::Loop& loop_;
  const LoopAnalyses& analyses_;
  const llvm::PostDominatorTree& ends_;
  Replacements found_;
  llvm::SmallVector<ConditionalCode, 2> codes_;
  llvm::SmallVector<const llvm::SelectInst*, 2> other_selects_;
  llvm::StringRef op_;
};

} // namespace unply

#endif
