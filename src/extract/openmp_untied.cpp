// The number of the next part is in memory: `switch (*part)` at the function's begin, and before each scheduling point
// `*part = k; __kmpc_omp_task(task);` and the way to the end.
#include "extract/openmp_untied.h"
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <vector>

namespace unply::extract {
using namespace llvm;

namespace {

// The formal that variables of unoptimised code hold; null: something else.
const Argument* formal_of(const Value* value) {
  if (const auto* formal = dyn_cast<Argument>(value)) return formal;
  const auto* load = dyn_cast<LoadInst>(value);
  const auto* variable = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
  const Argument* found = nullptr;
  for (const User* user : variable ? variable->users() : make_range(value->user_end(), value->user_end()))
    if (const auto* store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == variable) {
      if (found) return nullptr;
      found = dyn_cast<Argument>(store->getValueOperand());
    }
  return found;
}

bool queues_itself(const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == "__kmpc_omp_task" && formal_of(call->getArgOperand(2));
}

const ConstantInt* next_part(const Instruction& queues) {
  for (const Instruction* at = queues.getPrevNode(); at; at = at->getPrevNode())
    if (const auto* store = dyn_cast<StoreInst>(at)) return dyn_cast<ConstantInt>(store->getValueOperand());
  return nullptr;
}

} // namespace

void join_parts(Function& function) {
  auto* parts = dyn_cast<SwitchInst>(function.getEntryBlock().getTerminator());
  if (!parts) return;
  std::vector<Instruction*> points;
  for (Instruction& instruction : instructions(function))
    if (queues_itself(instruction)) points.push_back(&instruction);
  for (Instruction* point : points) {
    const ConstantInt* part = next_part(*point);
    auto* end = dyn_cast<BranchInst>(point->getParent()->getTerminator());
    if (!part || !end || end->isConditional()) return;
    const auto next = parts->findCaseValue(part);
    if (next == parts->case_default()) return;
    end->setSuccessor(0, next->getCaseSuccessor());
    point->eraseFromParent();
  }
  if (!points.empty()) parts->setCondition(ConstantInt::get(parts->getCondition()->getType(), 0));
}

} // namespace unply::extract
