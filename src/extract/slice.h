// Which instructions decide the program's operations: all that an operation's arguments and the branches around it
// depend on, through values, memory, calls and returns; when in doubt an instruction stays.
#pragma once
#include "extract/memory.h"
#include "extract/reached.h"
#include <functional>
#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace unply::extract {

struct Shape { // of a function's control flow
  explicit Shape(llvm::Function& function);
  llvm::DominatorTree dominators;
  llvm::PostDominatorTree post_dominators;
  llvm::LoopInfo loops;
  // The branches that decide whether a block runs.
  llvm::DenseMap<const llvm::BasicBlock*, std::vector<const llvm::Instruction*>> deciders;
};

class Slice {
public:
  Slice(llvm::Module& module, Prepared& prepared, const PointsTo& points_to, const Memory& memory);
  bool needs(const llvm::Instruction& instruction) const { return needed_.contains(&instruction); }
  bool needs(const llvm::Argument& formal) const { return formals_.contains(&formal); }
  bool needs_result(const llvm::Function& function) const { return results_.contains(&function); }
  bool communicates(const llvm::Function& function) const { return communicating_.contains(&function); }
  // The call runs for what its callee does, not only for a floating-point result that is data.
  bool has_effects(const llvm::CallBase& call) const { return effects_.contains(&call); }
  bool is_tainted(const llvm::Value* value) const { return tainted_.contains(value); }
  const std::vector<llvm::Function*>& procedures() const { return reached_; } // reached from main, callers first
  bool is_procedure(const llvm::Function& function) const { return kept_.contains(&function); }
  Shape& shape(const llvm::Function& function) const { return *shapes_.at(&function); }
  const std::vector<const llvm::CallBase*>& callers(const llvm::Function& function) const; // that are reached
  // What an operation reads through an argument, other than messages.
  std::optional<Access> read_by(const llvm::CallBase& call, const PreparedOperation& operation,
                                unsigned argument) const;
  struct Sent {
    const llvm::CallBase* call;
    Access access;
    bool is_bcast;
  };
  // What may come with a message, of any type that the program's integers, addresses and scalars are read by.
  std::vector<Sent> contents() const;
  // Adds what a bound of a computation's loop depends on; false, and nothing added, where that is more than a few
  // instructions outside loops.
  bool want(const llvm::Value* value) {
    return want_all([&] { need(value); });
  }
  bool want(const Access& access) {
    return want_all([&] { need_memory(access); });
  }

private:
  llvm::Module& module_;
  Prepared& prepared_;
  const PointsTo& points_to_;
  const Memory& memory_;
  std::map<const llvm::Function*, std::unique_ptr<Shape>> shapes_;
  std::vector<llvm::Function*> reached_;
  std::map<const llvm::Function*, std::vector<const llvm::CallBase*>> callers_;
  std::set<const llvm::Function*> communicating_, kept_, results_;
  llvm::DenseSet<const llvm::Instruction*> needed_;
  llvm::DenseSet<const llvm::Argument*> formals_;
  llvm::DenseSet<const llvm::Value*> tainted_;
  std::set<const llvm::CallBase*> effects_;
  std::vector<const llvm::Instruction*> open_;
  std::vector<Sent> sent_;                        // by operations whose messages are not floating-point numbers
  std::set<llvm::Type*> contents_;                // types by which contents of messages are read; null: any bytes
  std::vector<const llvm::Instruction*> journal_; // of want()
  std::vector<const llvm::Argument*> formal_journal_;
  std::vector<const llvm::Function*> result_journal_, kept_journal_;
  std::vector<const llvm::CallBase*> effects_journal_;

  bool in_dropped_loop(const llvm::Instruction& instruction) const;
  bool want_all(const std::function<void()>& ask);
  void find_tainted();
  bool taints(const llvm::Instruction& instruction) const;
  bool checks_product(const llvm::Instruction& instruction) const;
  void seed();
  void need(const llvm::Value* value);
  void need_control(const llvm::BasicBlock& block);
  void need_memory(const Access& access);
  void find_sent();
  void need_contents(llvm::Type* type);
  std::vector<Sent> sent_as(llvm::Type* type) const;
  void finish();
  void follow(const llvm::Instruction& instruction);
  void follow_call(const llvm::CallBase& call);
  void follow_operation(const llvm::CallBase& call, const PreparedOperation& operation);
};

} // namespace unply::extract
