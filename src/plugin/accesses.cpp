// Finds the memory accesses of a function; see accesses.h.
#include "accesses.h"

#include "intrinsic_accesses.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace unply {

using namespace llvm;

namespace {

using Accesses = SmallVectorImpl<Access>;

void add(Accesses& out, Instruction& at, Value* pointer, Type* type, bool write, bool atomic) {
  if (!followed(pointer)) return;
  const TypeSize size = at.getDataLayout().getTypeStoreSize(type);
  Access access{.at = &at, .pointer = pointer, .write = write, .atomic = atomic};
  if (size.isScalable())
    access.length = IRBuilder<>(&at).CreateTypeSize(Type::getInt64Ty(at.getContext()), size);
  else
    access.bytes = size.getFixedValue();
  if (access.length || access.bytes != 0) out.push_back(access);
}

// A compare-and-exchange that fails has only read.
void add_exchanged(Accesses& out, AtomicCmpXchgInst& at) {
  if (!followed(at.getPointerOperand())) return;
  IRBuilder<> builder(at.getNextNode());
  builder.SetCurrentDebugLocation(at.getDebugLoc());
  const uint64_t bytes = at.getDataLayout().getTypeStoreSize(at.getNewValOperand()->getType()).getFixedValue();
  auto* length = cast<Instruction>(
      builder.CreateSelect(builder.CreateExtractValue(&at, 1), builder.getInt64(bytes), builder.getInt64(0)));
  out.push_back({.at = &at,
                 .behind = length,
                 .pointer = at.getPointerOperand(),
                 .length = length,
                 .write = true,
                 .atomic = true});
}

// A call copies a byval argument before the callee runs: a read in the caller.
void add_byval_arguments(Accesses& out, CallBase& call) {
  for (unsigned at = 0; at < call.arg_size(); ++at)
    if (call.isByValArgument(at) && !is_argument_area(call.getArgOperand(at)))
      add(out, call, call.getArgOperand(at), call.getParamByValType(at), false, false);
}

} // namespace

SmallVector<Access, 0> collect_accesses(Function& function, SmallVectorImpl<CallBase*>& unseen) {
  SmallVector<Instruction*, 0> candidates;
  for (BasicBlock& block : function)
    for (Instruction& instruction : block)
      if (instruction.mayReadOrWriteMemory()) candidates.push_back(&instruction);
  SmallVector<Access, 0> out;
  for (Instruction* at : candidates) {
    if (auto* load = dyn_cast<LoadInst>(at)) {
      if (!is_argument_area(load->getPointerOperand()))
        add(out, *at, load->getPointerOperand(), load->getType(), false, load->isAtomic() || load->isVolatile());
    } else if (auto* store = dyn_cast<StoreInst>(at)) {
      add(out, *at, store->getPointerOperand(), store->getValueOperand()->getType(), true,
          store->isAtomic() || store->isVolatile());
    } else if (auto* update = dyn_cast<AtomicRMWInst>(at)) {
      add(out, *at, update->getPointerOperand(), update->getType(), false, true);
      add(out, *at, update->getPointerOperand(), update->getType(), true, true);
    } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(at)) {
      add(out, *at, exchange->getPointerOperand(), exchange->getCompareOperand()->getType(), false, true);
      add_exchanged(out, *exchange);
    } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(at)) {
      if (!add_intrinsic_accesses(out, *intrinsic)) unseen.push_back(intrinsic);
    } else if (auto* call = dyn_cast<CallBase>(at)) {
      if (call->isInlineAsm() && !add_assembly_accesses(out, *call)) unseen.push_back(call);
      add_byval_arguments(out, *call);
    }
  }
  return out;
}

} // namespace unply
