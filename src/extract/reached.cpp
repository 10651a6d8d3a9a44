#include "extract/reached.h"
#include <fmt/format.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

namespace unply::extract {
using namespace llvm;

bool ends_program(const Instruction& instruction, const Prepared& prepared) {
  if (const PreparedOperation* operation = operation_of(prepared, instruction))
    return operation->function && operation->function->call == stg::Call::abort;
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee &&
         (callee->getName() == "exit" || callee->getName() == "_exit" || callee->getName() == "_FortranAStopStatement");
}

bool is_seed(const PreparedOperation& operation) {
  if (!operation.function) return true;
  const stg::Call call = operation.function->call;
  return call != stg::Call::rank && call != stg::Call::size && call != stg::Call::abort &&
         call != stg::Call::get_processor_name;
}

static void find_functions(Reached& reached, Function& main, const PointsTo& points_to) {
  std::set<const Function*> seen = {&main};
  reached.functions.push_back(&main);
  for (size_t i = 0; i < reached.functions.size(); ++i)
    for (const Instruction& instruction : instructions(*reached.functions[i])) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      if (!call) continue;
      for (const Function* callee : points_to.callees(*call)) {
        if (callee->isDeclaration()) continue;
        reached.callers[callee].push_back(call);
        if (seen.insert(callee).second) reached.functions.push_back(const_cast<Function*>(callee));
      }
    }
}

static void find_communicating(Reached& reached, const Prepared& prepared) {
  std::vector<const Function*> open;
  for (const Function* function : reached.functions)
    for (const Instruction& instruction : instructions(*function))
      if (const PreparedOperation* operation = operation_of(prepared, instruction))
        if (is_seed(*operation) && reached.communicating.insert(function).second) open.push_back(function);
  while (!open.empty()) {
    const Function* function = open.back();
    open.pop_back();
    for (const CallBase* call : reached.callers[function])
      if (reached.communicating.insert(call->getFunction()).second) open.push_back(call->getFunction());
  }
  reached.communicating.insert(reached.functions.front());
}

Reached reached_from_main(Module& module, const Prepared& prepared, const PointsTo& points_to) {
  Reached reached;
  Function* main = module.getFunction("main");
  if (!main || main->isDeclaration()) return reached;
  find_functions(reached, *main, points_to);
  find_communicating(reached, prepared);
  return reached;
}

static void cut_failures(Function& function, Prepared& prepared, bool communicates) {
  std::set<const BasicBlock*> failing;
  const auto fails = [&](const BasicBlock& block) {
    const Instruction* end = block.getTerminator();
    for (const Instruction& instruction : block)
      if (communicates && ends_program(instruction, prepared)) return false;
    if (isa<UnreachableInst, ResumeInst>(end)) return true;
    return end->getNumSuccessors() > 0 &&
           all_of(successors(&block), [&](const BasicBlock* next) { return failing.contains(next); });
  };
  for (bool more = true; more;) {
    more = false;
    for (const BasicBlock* block : post_order(&function))
      if (!failing.contains(block) && fails(*block)) more = failing.insert(block).second;
  }
  if (failing.contains(&function.getEntryBlock())) return;
  bool cut = false;
  for (BasicBlock& block : function) {
    auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || failing.contains(&block)) continue;
    for (const unsigned side : {0U, 1U}) {
      if (!failing.contains(branch->getSuccessor(side))) continue;
      if (const DebugLoc& place = branch->getDebugLoc())
        prepared.assumptions.push_back(
            fmt::format("the check at {}:{} does not fail", place->getFilename().str(), place.getLine()));
      BasicBlock* stays = branch->getSuccessor(1 - side);
      branch->getSuccessor(side)->removePredecessor(&block, true);
      BranchInst::Create(stays, branch->getIterator())->setDebugLoc(branch->getDebugLoc());
      branch->eraseFromParent();
      cut = true;
      break;
    }
  }
  if (cut) removeUnreachableBlocks(function);
}

void cut_failures(Module& module, Prepared& prepared) {
  const Reached reached = reached_from_main(module, prepared, PointsTo(module));
  for (Function* function : reached.functions)
    cut_failures(*function, prepared, reached.communicating.contains(function));
}

} // namespace unply::extract
