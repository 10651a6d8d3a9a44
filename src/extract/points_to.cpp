#include "extract/points_to.h"
#include "extract/known_functions.h"
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <set>

namespace unply::extract {
using namespace llvm;

bool is_allocation(const CallBase& call) {
  static const std::set<StringRef> kNames = {"malloc",
                                             "calloc",
                                             "realloc",
                                             "_Znwm",
                                             "_Znam",
                                             "_ZnwmSt11align_val_t",
                                             "_ZnamSt11align_val_t",
                                             "_ZnwmRKSt9nothrow_t",
                                             "_ZnamRKSt9nothrow_t",
                                             "aligned_alloc",
                                             "valloc",
                                             "memalign"};
  const Function* callee = call.getCalledFunction();
  return callee && kNames.contains(callee->getName());
}

// Numbers of fewer bits than an address hold none.
static bool may_hold_address(const Type* type) {
  if (type->isIntegerTy()) return type->getIntegerBitWidth() >= 64;
  return !type->isFloatingPointTy() && !type->isVoidTy();
}

PointsTo::PointsTo(const Module& module) {
  for (const unsigned object : {0U, 1U}) {
    memory_[object] = new_node();
    sets_[memory_[object]].set(object);
  }
  for (const GlobalVariable& global : module.globals()) {
    const unsigned id = make_object(&global);
    point_at(&global, id);
    if (global.hasInitializer())
      collect_initial(memory_[id], global.getInitializer());
    else
      sets_[memory_[id]].set(0);
  }
  for (const Function& function : module) point_at(&function, make_object(&function));
  if (const Function* main = module.getFunction("main"))
    for (const Argument& argument : main->args()) point_at(&argument, 1);
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function)) collect(instruction);
  solve();
}

unsigned PointsTo::new_node() {
  sets_.emplace_back();
  return unsigned(sets_.size() - 1);
}

unsigned PointsTo::make_object(const Value* value) {
  const auto [at, added] = object_ids_.try_emplace(value, unsigned(objects_.size()));
  if (added) objects_.push_back(value), memory_.push_back(new_node());
  return at->second;
}

// Addresses computed from constants are those of their base.
unsigned PointsTo::node(const Value* value) {
  if (const auto* expression = dyn_cast<ConstantExpr>(value)) return node(expression->getOperand(0));
  if (const auto* alias = dyn_cast<GlobalAlias>(value)) return node(alias->getAliasee());
  const auto [at, added] = nodes_.try_emplace(value, 0);
  if (added) {
    const unsigned made = new_node();
    nodes_[value] = made;
    return made;
  }
  return at->second;
}

void PointsTo::collect_initial(unsigned memory, const Constant* initial) {
  if (initial->getType()->isPointerTy()) {
    if (!isa<ConstantPointerNull>(initial)) copies_.push_back({node(initial), memory});
    return;
  }
  if (isa<ConstantAggregate>(initial))
    for (const Use& part : initial->operands()) collect_initial(memory, cast<Constant>(part.get()));
}

void PointsTo::collect(const Instruction& instruction) {
  if (isa<AllocaInst>(instruction)) {
    point_at(&instruction, make_object(&instruction));
  } else if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
    if (may_hold_address(load->getType())) loads_.push_back({node(load->getPointerOperand()), node(load)});
  } else if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
    if (may_hold_address(store->getValueOperand()->getType()) && !isa<ConstantInt>(store->getValueOperand()))
      stores_.push_back({node(store->getValueOperand()), node(store->getPointerOperand())});
  } else if (const auto* call = dyn_cast<CallBase>(&instruction)) {
    collect_call(*call);
  } else if (const auto* step = dyn_cast<GetElementPtrInst>(&instruction)) { // an index leads to no other object
    copies_.push_back({node(step->getPointerOperand()), node(step)});
  } else if (isa<PHINode, SelectInst, CastInst, ExtractValueInst, InsertValueInst, BinaryOperator, FreezeInst>(
                 instruction)) {
    if (!may_hold_address(instruction.getType())) return;
    for (const Use& operand : instruction.operands())
      if (!isa<ConstantData>(operand) && !isa<BasicBlock>(operand) && may_hold_address(operand->getType()))
        copies_.push_back({node(operand), node(&instruction)});
  }
}

void PointsTo::collect_call(const CallBase& call) {
  if (const auto* transfer = dyn_cast<MemTransferInst>(&call)) {
    blocks_.push_back({node(transfer->getRawSource()), node(transfer->getRawDest())});
    return;
  }
  const Function* callee = call.getCalledFunction();
  if (is_allocation(call)) {
    point_at(&call, make_object(&call));
    if (callee->getName() == "realloc") copies_.push_back({node(call.getArgOperand(0)), node(&call)});
    return;
  }
  if (callee && callee->getName().starts_with("unply.")) return;
  if (callee && callee->isDeclaration()) {
    if (call.getType()->isPointerTy()) {
      point_at(&call, 0);
      for (const Use& argument : call.args())
        if (argument->getType()->isPointerTy()) copies_.push_back({node(argument), node(&call)});
    }
    if (!callee->isIntrinsic() && !is_harmless(callee->getName()) && !writes_text(callee->getName()))
      for (const Use& argument : call.args()) // such code may store addresses in what it is given
        if (argument->getType()->isPointerTy()) stores_.push_back({memory_[0], node(argument)});
    return;
  }
  calls_.push_back(&call);
}

bool PointsTo::is_unseen(const Value* address) const {
  const Set& all = objects(address);
  return all.count() == 1 && all.test(0);
}

void PointsTo::include(unsigned to, unsigned from) { changed_ |= sets_[to] |= sets_[from]; }

const PointsTo::Set& PointsTo::objects(const Value* address) const {
  static const Set kNone;
  while (const auto* expression = dyn_cast<ConstantExpr>(address)) address = expression->getOperand(0);
  const auto found = nodes_.find(address);
  return found == nodes_.end() ? kNone : sets_[found->second];
}

std::vector<const Function*> PointsTo::callees(const CallBase& call) const {
  if (const Function* callee = call.getCalledFunction()) return {callee};
  std::vector<const Function*> found;
  for (const unsigned id : objects(call.getCalledOperand()))
    if (const auto* function = dyn_cast_or_null<Function>(objects_[id]))
      if (function->arg_size() <= call.arg_size()) found.push_back(function);
  return found;
}

void PointsTo::follow_calls() {
  for (const CallBase* call : calls_)
    for (const Function* callee : callees(*call)) {
      for (const Argument& formal : callee->args())
        if (formal.getArgNo() < call->arg_size() && may_hold_address(formal.getType()) &&
            !isa<ConstantData>(call->getArgOperand(formal.getArgNo())))
          include(node(&formal), node(call->getArgOperand(formal.getArgNo())));
      for (const BasicBlock& block : *callee)
        if (const auto* returned = dyn_cast<ReturnInst>(block.getTerminator()))
          if (returned->getReturnValue() && may_hold_address(returned->getReturnValue()->getType()) &&
              !isa<ConstantData>(returned->getReturnValue()))
            include(node(call), node(returned->getReturnValue()));
    }
}

void PointsTo::solve() {
  for (changed_ = true; changed_;) {
    changed_ = false;
    for (const Copy& copy : copies_) include(copy.to, copy.from);
    for (const Copy& load : loads_)
      for (const unsigned object : Set(sets_[load.from])) include(load.to, memory_[object]);
    for (const Copy& store : stores_)
      for (const unsigned object : Set(sets_[store.to])) include(memory_[object], store.from);
    for (const Copy& block : blocks_)
      for (const unsigned to : Set(sets_[block.to]))
        for (const unsigned from : Set(sets_[block.from])) include(memory_[to], memory_[from]);
    follow_calls();
  }
}

} // namespace unply::extract
