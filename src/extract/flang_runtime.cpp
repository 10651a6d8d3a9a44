#include "extract/flang_runtime.h"
#include "extract/flang_descriptor.h"
#include "extract/known_functions.h"
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace unply::extract {
using namespace llvm;

namespace {

GlobalVariable* kept(Module& module, const char* name, Type* type) {
  if (auto* variable = module.getNamedGlobal(name)) return variable;
  return new GlobalVariable(module, type, false, GlobalValue::InternalLinkage, Constant::getNullValue(type), name);
}

// The value of a descriptor at a call: flang fills descriptors in the block of the call that takes them, some by a
// copy.
Value* descriptor_at(Value* descriptor, const Instruction& call) {
  for (const Instruction* before = call.getPrevNode(); before; before = before->getPrevNode()) {
    if (const auto* copy = dyn_cast<MemCpyInst>(before); copy && copy->getRawDest() == descriptor)
      descriptor = copy->getRawSource();
    const auto* store = dyn_cast<StoreInst>(before);
    if (store && store->getPointerOperand() == descriptor)
      return store->getValueOperand()->getType()->isStructTy() ? const_cast<Value*>(store->getValueOperand()) : nullptr;
  }
  return nullptr;
}

// What a descriptor describes.
struct Described {
  Value* address = nullptr;
  uint64_t bytes = 0;
  uint64_t elements = 1; // 0: not known, or not in one piece
};

uint64_t constant_at(Value* whole, ArrayRef<unsigned> place) {
  const auto* number = dyn_cast_or_null<ConstantInt>(FindInsertedValue(whole, place));
  return number ? number->getZExtValue() : 0;
}

Described described(Value* argument, const Instruction& call) {
  Value* whole = descriptor_at(argument, call);
  if (!whole) return {};
  Described found{.address = FindInsertedValue(whole, {descriptor::kAddress}),
                  .bytes = constant_at(whole, {descriptor::kBytes})};
  if (!found.bytes) return {};
  const auto* type = cast<StructType>(whole->getType());
  const auto* dimensions = type->getNumElements() > descriptor::kDimensions
                               ? dyn_cast<ArrayType>(type->getElementType(descriptor::kDimensions))
                               : nullptr;
  for (unsigned i = 0; dimensions && i < dimensions->getNumElements(); ++i) {
    const auto number = [&](unsigned which) { return constant_at(whole, {descriptor::kDimensions, i, which}); };
    const bool dense = number(descriptor::kStride) == found.bytes * found.elements;
    found.elements *= dense ? number(descriptor::kExtent) : 0;
  }
  return found;
}

// GET_COMMAND_ARGUMENT(number, value, length): value takes as much of the word as it has room for. The blanks behind it
// are left out: no number that is read from it depends on them.
bool copy_argument(CallInst& call) {
  Module& module = *call.getModule();
  const Described value = described(call.getArgOperand(1), call);
  const bool wants_length = !isa<ConstantPointerNull>(call.getArgOperand(2));
  const Described length = wants_length ? described(call.getArgOperand(2), call) : Described{};
  if (!value.address || (wants_length && length.bytes != 4 && length.bytes != 8)) return false;
  IRBuilder<> builder(&call);
  Value* words = builder.CreateLoad(builder.getPtrTy(), kept(module, "unply.argv", builder.getPtrTy()));
  Value* number = builder.CreateSExt(call.getArgOperand(0), builder.getInt64Ty());
  Value* word = builder.CreateLoad(builder.getPtrTy(), builder.CreateGEP(builder.getPtrTy(), words, number));
  auto strlen = module.getOrInsertFunction("strlen", builder.getInt64Ty(), builder.getPtrTy());
  Value* characters = builder.CreateCall(strlen, {word});
  Value* with_end = builder.CreateAdd(characters, builder.getInt64(1));
  Value* room = builder.getInt64(value.bytes);
  Value* bytes = builder.CreateSelect(builder.CreateICmpSLT(with_end, room), with_end, room);
  builder.CreateMemCpy(value.address, Align(1), word, Align(1), bytes);
  if (wants_length)
    builder.CreateStore(builder.CreateTrunc(characters, builder.getIntNTy(unsigned(length.bytes * 8))), length.address);
  call.replaceAllUsesWith(Constant::getNullValue(call.getType())); // the status: there is such an argument
  call.eraseFromParent();
  return true;
}

constexpr uint64_t kLongestArray = 64; // of assignments that are written out

bool assign_scalar(CallInst& call) {
  const Described to = described(call.getArgOperand(0), call), from = described(call.getArgOperand(1), call);
  const bool small = from.bytes == 4 || from.bytes == 8;
  if (!to.address || !from.address || !small || to.bytes != from.bytes || from.elements != 1) return false;
  if (to.elements == 0 || to.elements > kLongestArray) return false;
  IRBuilder<> builder(&call);
  Type* type = builder.getIntNTy(unsigned(from.bytes * 8));
  Value* scalar = builder.CreateLoad(type, from.address);
  for (uint64_t i = 0; i < to.elements; ++i)
    builder.CreateStore(scalar, builder.CreateConstGEP1_64(type, to.address, i));
  call.eraseFromParent();
  return true;
}

} // namespace

bool rewrite_flang_runtime(CallInst& call) {
  const StringRef name = call.getCalledFunction()->getName();
  Module& module = *call.getModule();
  IRBuilder<> builder(&call);
  if (name == "_FortranAProgramStart") {
    builder.CreateStore(call.getArgOperand(0), kept(module, "unply.argc", builder.getInt32Ty()));
    builder.CreateStore(call.getArgOperand(1), kept(module, "unply.argv", builder.getPtrTy()));
    call.eraseFromParent();
    return true;
  }
  if (name == "_FortranAArgumentCount") {
    Value* words = builder.CreateLoad(builder.getInt32Ty(), kept(module, "unply.argc", builder.getInt32Ty()));
    call.replaceAllUsesWith(builder.CreateSub(words, builder.getInt32(1))); // argv[0] is the program
    call.eraseFromParent();
    return true;
  }
  if (name == "_FortranAAssign") return assign_scalar(call);
  return name == "_FortranAGetCommandArgument" && call.arg_size() >= 4 && copy_argument(call);
}

Value* text_of_read(CallInst& input) {
  const auto* begin = dyn_cast<CallInst>(input.getArgOperand(0));
  if (!begin || !begin->getCalledFunction()) return nullptr;
  const StringRef name = begin->getCalledFunction()->getName();
  if (name != "_FortranAioBeginInternalListInput" && name != "_FortranAioBeginInternalFormattedInput") return nullptr;
  for (const Instruction* before = input.getPrevNode(); before != begin; before = before->getPrevNode()) {
    if (!before) return nullptr; // in another block
    const auto* call = dyn_cast<CallInst>(before);
    const Function* called = call ? call->getCalledFunction() : nullptr;
    if (call && !(called && (called->isIntrinsic() || is_harmless(called->getName()))))
      return nullptr; // a later number
  }
  return begin->getArgOperand(0);
}

} // namespace unply::extract
