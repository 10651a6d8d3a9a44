// A value that one iteration of a loop hands to the next in a register, and what becomes of it. Each phi of a loop's
// header is one. Its chain are the values computed from it that lead to its next value. If nothing else uses the chain,
// and all its steps are of one associative operation, it is a reduction; a step may be an operation, or a merge of
// paths with and without one.
#ifndef UNPLY_PLUGIN_CARRIED_SCALAR_H
#define UNPLY_PLUGIN_CARRIED_SCALAR_H

#include "extremes.h"
#include "register_variables.h"

namespace unply {

class CarriedScalar {
public:
  using Ends = llvm::function_ref<const llvm::PostDominatorTree&()>;
  CarriedScalar(llvm::PHINode& phi, const llvm::Loop& loop, const LoopAnalyses& all, Ends ends);

  llvm::StringRef kind, op;
  const llvm::PHINode& phi() const { return phi_; }
  void depends_on_others() { kind = "carried", op = ""; }
  bool is_replaced() const;
  const ValueChain& chain() const { return chain_; }
  const Extreme* extreme() const { return extreme_ && kind == "reduction" ? &*extreme_ : nullptr; }
  /// Those of its chain that are read behind the loop.
  llvm::SmallVector<const llvm::Value*, 4> values_behind() const;
  /// And those of the objects that it is a part of.
  llvm::SmallVector<const llvm::DILocalVariable*, 4> all_variables() const;
  bool live_out() const;
  const llvm::DILocalVariable* variable() const;
  /// What it begins with may be another variable's value.
  bool has_name_of_its_own() const;
  std::pair<const llvm::DILocalVariable*, int64_t> part() const;
  const llvm::DILocalVariable* variable_or_object() const;
  /// Memory that a register stands for in the loop, and that is written behind it.
  const llvm::Value* memory() const;
  /// The place that the reader looks at: of a step, or of whatever makes the next value.
  const llvm::DILocation* place() const;
  bool carried() const { return !kind.empty(); }
  bool is_of_an_index() const { return kind == "recurrence" && is_known_beforehand(*next_); }
  bool is_place() const { return kind == "carried" && find_place(); }

private:
  bool is_read_behind(const llvm::Value& value) const;
  llvm::SmallVector<const llvm::Value*, 8> named_values() const;
  void follow();
  const llvm::CallBase* extreme_with(const llvm::Instruction& user, const llvm::Use& use);
  void add_step(const llvm::Instruction& step, llvm::StringRef found);
  bool is_step(const llvm::Instruction& user, const llvm::Use& use);
  bool makes_boolean(const llvm::Instruction& user) const;
  void find_replacements();
  void find_steps_on_itself();
  bool passes_on_the_way() const;
  void classify(Ends ends);
  void find_kind(Ends ends);
  bool is_stepped() const;
  bool find_truth();
  bool find_extreme_of_numbers();
  bool is_known_beforehand(const llvm::Value& value, unsigned depth = 0) const;
  bool find_extreme(const llvm::PostDominatorTree& ends);
  bool find_place() const;
  bool stands_there(const llvm::Value& at, const llvm::Value& other, const llvm::Value& place) const;
  bool orders_values(const llvm::CmpInst& compare) const;
  bool find_flag();
  bool is_number_of_fortran() const;

  llvm::PHINode& phi_;
  const llvm::Loop& loop_;
  const llvm::DISubprogram* procedure_ = procedure_of(loop_);
  const LoopAnalyses& analyses_;
  ValueChain chain_{.phi = phi_, .values = {}, .compares = {}};
  const llvm::Value* next_ = phi_.getIncomingValueForBlock(loop_.getLoopLatch());
  llvm::SmallSetVector<const llvm::Value*, 8> replacements_;
  llvm::SmallSetVector<const llvm::Instruction*, 4> steps_;
  std::optional<Extreme> extreme_;
  llvm::StringRef op_;
  bool mixed_ = false, other_uses_ = false;
};

} // namespace unply

#endif
