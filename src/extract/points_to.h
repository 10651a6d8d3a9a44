// Which objects an address may be in: inclusion-based, for the whole program, without order and contexts; objects are
// variables, globals, functions, and one for each place that allocates. One more object stands for all that code
// without a body gives. Invariant: an object outside objects() is never reached through the address.
#pragma once
#include "extract/prepare.h"
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SparseBitVector.h>
#include <llvm/IR/Instructions.h>

namespace unply::extract {

bool is_allocation(const llvm::CallBase& call); // malloc, calloc, operator new, ...

class PointsTo {
public:
  using Set = llvm::SparseBitVector<>;
  explicit PointsTo(const llvm::Module& module);
  const Set& objects(const llvm::Value* address) const;
  bool is_unseen(const llvm::Value* address) const;                     // only what code without a body gives
  const llvm::Value* object(unsigned id) const { return objects_[id]; } // null: of code without a body
  std::vector<const llvm::Function*> callees(const llvm::CallBase& call) const;

private:
  std::vector<const llvm::Value*> objects_ = {nullptr, nullptr}; // the second: what the user gives as arguments
  llvm::DenseMap<const llvm::Value*, unsigned> nodes_, object_ids_;
  std::vector<Set> sets_;                 // by node
  std::vector<unsigned> memory_ = {0, 0}; // node of an object's contents
  struct Copy {
    unsigned from, to;
  };
  std::vector<Copy> copies_, loads_, stores_, blocks_; // loads: from an address; blocks: addresses of memcpy
  std::vector<const llvm::CallBase*> calls_;
  bool changed_ = false;

  unsigned new_node();
  unsigned node(const llvm::Value* value);
  unsigned make_object(const llvm::Value* value);
  void point_at(const llvm::Value* value, unsigned object) { sets_[node(value)].set(object); }
  void collect(const llvm::Instruction& instruction);
  void collect_call(const llvm::CallBase& call);
  void collect_initial(unsigned memory, const llvm::Constant* initial);
  void include(unsigned to, unsigned from);
  void follow_calls();
  void solve();
};

} // namespace unply::extract
