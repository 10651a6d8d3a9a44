// Which branches the arguments of an operation depend on: through values, memory, calls, the contents of messages, and
// the branches that decide which of several values or stores it is. Whether and how often the operation itself runs is
// left out, and so are the calls on the way to it. Invariant: a branch outside the answer changes no argument of an
// execution.
#pragma once
#include "extract/slice.h"
#include <llvm/ADT/PointerIntPair.h>

namespace unply::extract {

class Dependence {
public:
  Dependence(const Slice& slice, const Prepared& prepared, const PointsTo& points_to, const Memory& memory)
      : slice_(slice), prepared_(prepared), points_to_(points_to), memory_(memory) {}
  std::set<const llvm::Instruction*> branches_behind(const llvm::CallBase& operation);

private:
  // The number that a value is; the effect of an instruction on memory, or none; whether a block, or a function's
  // call, runs at all; what a receive or a collective operation was sent.
  enum class Kind : uint8_t { value, effect, runs, contents };
  using Node = llvm::PointerIntPair<const llvm::Value*, 2, Kind>;
  using Nodes = std::vector<Node>;

  const Slice& slice_;
  const Prepared& prepared_;
  const PointsTo& points_to_;
  const Memory& memory_;
  std::map<Node, Nodes> sources_;

  const Nodes& sources_of(Node node);
  Nodes find_sources(Node node);
  void add_values(const llvm::User& user, Nodes& to);
  void add_memory(const Access& access, Nodes& to);
  void add_phi(const llvm::PHINode& phi, Nodes& to);
  void add_call(const llvm::CallBase& call, Nodes& to);
  void add_result(const llvm::Function& callee, Nodes& to);
  void add_contents(const llvm::Instruction& receiving, Nodes& to);
  void add_reason(const llvm::BasicBlock& block, Nodes& to);
  void add_deciders(std::vector<const llvm::BasicBlock*> open, const llvm::BasicBlock* within, Nodes& to);
};

} // namespace unply::extract
