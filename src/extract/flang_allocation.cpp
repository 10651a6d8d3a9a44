#include "extract/flang_allocation.h"
#include "extract/flang_descriptor.h"
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <map>

namespace unply::extract {
using namespace llvm;

namespace {

bool calls(const Instruction& instruction, StringRef name) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

// By dimension: the calls that set the bounds of this array for this allocation.
std::map<uint64_t, CallInst*> bounds_before(CallInst& allocation) {
  std::map<uint64_t, CallInst*> found;
  for (Instruction* before = allocation.getPrevNode(); before; before = before->getPrevNode()) {
    const bool same = isa<CallInst>(before) && cast<CallInst>(before)->arg_size() > 0 &&
                      cast<CallInst>(before)->getArgOperand(0) == allocation.getArgOperand(0);
    if (same && calls(*before, "_FortranAAllocatableAllocate")) break;
    if (!same || !calls(*before, "_FortranAAllocatableSetBounds")) continue;
    auto* bounds = cast<CallInst>(before);
    const auto* dimension = dyn_cast<ConstantInt>(bounds->getArgOperand(1));
    if (!dimension) return {};
    found.try_emplace(dimension->getZExtValue(), bounds);
  }
  const bool has_all = !found.empty() && found.rbegin()->first + 1 == found.size();
  return has_all ? found : std::map<uint64_t, CallInst*>();
}

void finish(CallInst& call) { // its status: done
  if (!call.getType()->isVoidTy()) call.replaceAllUsesWith(Constant::getNullValue(call.getType()));
  call.eraseFromParent();
}

bool rewrite_allocate(CallInst& call) {
  const auto dimensions = bounds_before(call);
  if (dimensions.empty()) return false;
  IRBuilder<> builder(&call);
  Value* array = call.getArgOperand(0);
  Type* number = builder.getInt64Ty();
  const auto at = [&](uint64_t offset) { return builder.CreateConstGEP1_64(builder.getInt8Ty(), array, offset); };
  Value* bytes = builder.CreateLoad(number, at(descriptor::kBytesOffset));
  for (const auto& [dimension, bounds] : dimensions) {
    Value* lower = builder.CreateSExt(bounds->getArgOperand(2), number);
    Value* upper = builder.CreateSExt(bounds->getArgOperand(3), number);
    Value* is_empty = builder.CreateICmpSLT(upper, lower);
    Value* length = builder.CreateAdd(builder.CreateSub(upper, lower), builder.getInt64(1));
    Value* extent = builder.CreateSelect(is_empty, builder.getInt64(0), length);
    builder.CreateStore(builder.CreateSelect(is_empty, builder.getInt64(1), lower),
                        at(descriptor::offset_of(dimension, descriptor::kLower)));
    builder.CreateStore(extent, at(descriptor::offset_of(dimension, descriptor::kExtent)));
    builder.CreateStore(bytes, at(descriptor::offset_of(dimension, descriptor::kStride)));
    bytes = builder.CreateMul(bytes, extent);
  }
  auto malloc = call.getModule()->getOrInsertFunction("malloc", builder.getPtrTy(), number);
  builder.CreateStore(builder.CreateCall(malloc, {bytes}), array);
  for (const auto& [dimension, bounds] : dimensions) finish(*bounds);
  finish(call);
  return true;
}

} // namespace

bool rewrite_flang_allocation(CallInst& call) {
  if (calls(call, "_FortranAAllocatableAllocate")) return rewrite_allocate(call);
  if (!calls(call, "_FortranAAllocatableDeallocate")) return false;
  IRBuilder<> builder(&call);
  builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), call.getArgOperand(0));
  finish(call);
  return true;
}

} // namespace unply::extract
