// Finds the memory accesses of a function; see accesses.h.
#include "accesses.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace unply {

using namespace llvm;

namespace {

using Accesses = SmallVector<Access, 0>;

// Other address spaces (fs- and gs-relative, GPU memory) have no place in a shadow keyed by plain addresses.
bool followed(const Value* pointer) {
  return pointer->getType()->isPointerTy() && pointer->getType()->getPointerAddressSpace() == 0 &&
         !pointer->isSwiftError();
}

// The area of a call's arguments that va_arg reads: behind the pointers of a va_list (overflow_arg_area and
// reg_save_area, x86-64). The caller's compiler and the entry of the callee fill it with code that is not in the IR, in
// a place of the stack where other calls have left their histories; what is passed is known from where it was computed.
bool is_argument_area(const Value* pointer) {
  constexpr uint64_t kOverflowArea = 2, kSavedRegisters = 3;
  SmallVector<const Value*, 4> work{pointer};
  for (SmallPtrSet<const Value*, 8> seen; !work.empty();) {
    const Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    if (const auto* element = dyn_cast<GEPOperator>(value)) {
      work.push_back(element->getPointerOperand());
    } else if (const auto* mask = dyn_cast<IntrinsicInst>(value);
               mask && mask->getIntrinsicID() == Intrinsic::ptrmask) {
      work.push_back(mask->getArgOperand(0));
    } else if (const auto* phi = dyn_cast<PHINode>(value)) {
      work.append(phi->value_op_begin(), phi->value_op_end());
    } else if (const auto* load = dyn_cast<LoadInst>(value)) {
      const auto* field = dyn_cast<GEPOperator>(load->getPointerOperand());
      const auto* list = field ? dyn_cast<StructType>(field->getSourceElementType()) : nullptr;
      if (!list || !list->hasName() || list->getName() != "struct.__va_list_tag" || field->getNumIndices() != 2)
        continue;
      const auto* index = dyn_cast<ConstantInt>(field->getOperand(2));
      if (index && (index->getZExtValue() == kOverflowArea || index->getZExtValue() == kSavedRegisters)) return true;
    }
  }
  return false;
}

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

void add_range(Accesses& out, Instruction& at, Value* pointer, Value* length, bool write) {
  if (!followed(pointer)) return;
  if (const auto* constant = dyn_cast<ConstantInt>(length)) {
    if (!constant->isZero())
      out.push_back({.at = &at, .pointer = pointer, .bytes = constant->getZExtValue(), .write = write});
  } else {
    out.push_back({.at = &at, .pointer = pointer, .length = length, .write = write});
  }
}

// One access per lane, of 0 bytes where the mask is off. `pointers`: a vector of them, or one pointer to lane 0.
void add_lanes(Accesses& out, IntrinsicInst& at, Value* pointers, Value* mask, Type* vector, bool write) {
  const auto* lanes = dyn_cast<FixedVectorType>(vector);
  if (!lanes) return;
  IRBuilder<> builder(&at);
  const uint64_t bytes = at.getDataLayout().getTypeStoreSize(lanes->getElementType()).getFixedValue();
  for (unsigned lane = 0; lane < lanes->getNumElements(); ++lane) {
    Value* on = builder.CreateExtractElement(mask, lane);
    Value* pointer = pointers->getType()->isVectorTy()
                         ? builder.CreateExtractElement(pointers, lane)
                         : builder.CreateConstGEP1_64(builder.getInt8Ty(), pointers, lane * bytes);
    if (!followed(pointer)) continue;
    add_range(out, at, pointer, builder.CreateSelect(on, builder.getInt64(bytes), builder.getInt64(0)), write);
  }
}

// As many adjacent elements as the mask has bits.
void add_packed(Accesses& out, IntrinsicInst& at, Value* pointer, Value* mask, Type* vector, bool write) {
  const auto* lanes = dyn_cast<FixedVectorType>(vector);
  if (!lanes) return;
  IRBuilder<> builder(&at);
  const uint64_t bytes = at.getDataLayout().getTypeStoreSize(lanes->getElementType()).getFixedValue();
  Value* bits = builder.CreateBitCast(mask, builder.getIntNTy(lanes->getNumElements()));
  Value* count = builder.CreateZExt(builder.CreateUnaryIntrinsic(Intrinsic::ctpop, bits), builder.getInt64Ty());
  add_range(out, at, pointer, builder.CreateMul(count, builder.getInt64(bytes)), write);
}

void add_intrinsic(Accesses& out, IntrinsicInst& at) {
  if (auto* transfer = dyn_cast<AnyMemTransferInst>(&at)) {
    if (!is_argument_area(transfer->getRawSource()))
      add_range(out, at, transfer->getRawSource(), transfer->getLength(), false);
    add_range(out, at, transfer->getRawDest(), transfer->getLength(), true);
    return;
  }
  if (auto* set = dyn_cast<AnyMemSetInst>(&at)) return add_range(out, at, set->getRawDest(), set->getLength(), true);
  switch (at.getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return add_lanes(out, at, at.getArgOperand(0), at.getArgOperand(1), at.getType(), false);
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return add_lanes(out, at, at.getArgOperand(1), at.getArgOperand(2), at.getArgOperand(0)->getType(), true);
  case Intrinsic::masked_expandload:
    return add_packed(out, at, at.getArgOperand(0), at.getArgOperand(1), at.getType(), false);
  case Intrinsic::masked_compressstore:
    return add_packed(out, at, at.getArgOperand(1), at.getArgOperand(2), at.getArgOperand(0)->getType(), true);
  default:
    return;
  }
}

// A call copies a byval argument before the callee runs: a read in the caller.
void add_byval_arguments(Accesses& out, CallBase& call) {
  for (unsigned at = 0; at < call.arg_size(); ++at)
    if (call.isByValArgument(at) && !is_argument_area(call.getArgOperand(at)))
      add(out, call, call.getArgOperand(at), call.getParamByValType(at), false, false);
}

} // namespace

Accesses collect_accesses(Function& function) {
  SmallVector<Instruction*, 0> candidates;
  for (BasicBlock& block : function)
    for (Instruction& instruction : block)
      if (instruction.mayReadOrWriteMemory()) candidates.push_back(&instruction);
  Accesses out;
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
      // Whether the write takes place is known only afterwards; a failed one is recorded as a write.
      add(out, *at, exchange->getPointerOperand(), exchange->getCompareOperand()->getType(), false, true);
      add(out, *at, exchange->getPointerOperand(), exchange->getCompareOperand()->getType(), true, true);
    } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(at)) {
      add_intrinsic(out, *intrinsic);
    } else if (auto* call = dyn_cast<CallBase>(at)) {
      add_byval_arguments(out, *call);
    }
  }
  return out;
}

} // namespace unply
