// Finds the parts of a source loop in the IR as the front end made it: the lines by which it is selected, the first
// block of its body, and the code between two iterations.
//
// Clang names its blocks after the statement (for.body, for.inc, do.cond, omp.inner.for.body), whatever the increment
// looks like: an operator of an iterator class, a conditional expression, a call that may throw. Places in the source
// cannot tell: a range-for has the place of its colon on `++__begin`, and all of a macro has one place. The driver asks
// clang to keep the names. Flang has none but those of OpenMP.
#ifndef UNPLY_PLUGIN_SOURCE_LOOPS_H
#define UNPLY_PLUGIN_SOURCE_LOOPS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <utility>

namespace unply {

struct LoopParts {
  llvm::BasicBlock* body = nullptr;      // its first block; the header where the condition is not tested first
  llvm::BasicBlock* increment = nullptr; // the first block of the increment, or of the condition of a do; may be null
  llvm::Instruction* update = nullptr;   // Fortran: where the increment begins, in the middle of a block; may be null
};
LoopParts parts_of(const llvm::Loop& loop);

/// The loop whose execution is one of the loop of the source: that over the chunks of an OpenMP loop, and the outermost
/// of those that make one `do concurrent` of several indices; else the loop itself.
llvm::Loop& whole_of(llvm::Loop& loop);

/// The place that names the loop (for, while, do, label of a goto loop), if it is on that line or the line may stand
/// for it, as that of `#pragma omp for` does; null if not, and for the loop over chunks that OpenMP puts around.
const llvm::DILocation* start_of(const llvm::Loop& loop, unsigned line);

/// The part of the source that a loop's statement takes up. Code that leaves the loop, as in `{ best = i; break; }`, is
/// in it, though not in the loop of the IR.
class LoopExtent {
public:
  explicit LoopExtent(const llvm::Loop& loop);
  bool known() const { return start_ != nullptr; }
  bool holds(const llvm::Instruction& at) const { return side_of(at) == Side::within; }
  bool is_beside(const llvm::Instruction& at) const { return side_of(at) == Side::beside; } // neither: it has no place

private:
  enum class Side { unknown, within, beside };
  Side side_of(const llvm::Instruction& at) const;

  using Position = std::pair<unsigned, unsigned>; // line and column

  void set(const llvm::DILocation* start, Position end);
  void set_of_fortran(const llvm::Loop& loop);

  const llvm::DILocation* start_ = nullptr;
  Position end_; // of its last token
};

/// Clang's blocks without names: increments cannot be told from bodies.
bool names_are_missing(const llvm::Function& function);

} // namespace unply

#endif
