// See access.h.
#include "access.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace unply {

using namespace llvm;

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

bool followed(const Value* pointer) {
  return pointer->getType()->isPointerTy() && pointer->getType()->getPointerAddressSpace() == 0 &&
         !pointer->isSwiftError();
}

void add_range(SmallVectorImpl<Access>& out, Instruction& at, Value* pointer, Value* length, bool write) {
  if (!followed(pointer)) return;
  if (const auto* constant = dyn_cast<ConstantInt>(length)) {
    if (!constant->isZero())
      out.push_back({.at = &at, .pointer = pointer, .bytes = constant->getZExtValue(), .write = write});
  } else {
    out.push_back({.at = &at, .pointer = pointer, .length = length, .write = write});
  }
}

} // namespace unply
