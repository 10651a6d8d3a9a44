// See unseen_calls.h. Counting a call costs some 2 ns; src/runtime/indirect.cpp gives the cost of calls through
// pointers.
#include "unseen_calls.h"

#include "llvm/IR/Constants.h"

namespace unply {

using namespace llvm;

namespace {

bool touches_memory(const CallBase& call) { return !call.doesNotAccessMemory() && !call.doesNotReturn(); }

} // namespace

Constant* UnseenCalls::row(StringRef name, const Function* callee) {
  GlobalVariable*& found = rows_[name];
  if (found) return found;
  LLVMContext& context = module_.getContext();
  Constant* text = ConstantDataArray::getString(context, name);
  auto* string = new GlobalVariable(module_, text->getType(), true, GlobalValue::PrivateLinkage, text, "__unply.name");
  Type* word = Type::getInt32Ty(context);
  Constant* elsewhere = callee ? seen_.elsewhere(*callee) : ConstantPointerNull::get(PointerType::getUnqual(context));
  Constant* fields[] = {string, elsewhere, ConstantInt::get(word, 0), ConstantInt::get(word, 0)};
  Constant* contents = ConstantStruct::getAnon(context, fields);
  found =
      new GlobalVariable(module_, contents->getType(), false, GlobalValue::InternalLinkage, contents, "__unply.unseen");
  return found;
}

void UnseenCalls::count(Instruction& before, StringRef name, const Function* callee) {
  IRBuilder<> at(&before);
  hooks_.unseen(at, row(name, callee));
}

void UnseenCalls::note(Instruction& before, StringRef name) {
  IRBuilder<> at(&before);
  hooks_.thread_local_use(at, row(name, nullptr));
}

void UnseenCalls::count_call(CallBase& call) {
  if (call.isInlineAsm() || !touches_memory(call)) return; // see collect_accesses() for inline assembly
  // By its operand: one declared without a prototype, or with another one, is no getCalledFunction().
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!callee) return count_indirect(call);
  if (!callee->isDeclarationForLinker() || callee->isIntrinsic() || callee->getName().starts_with("__unply")) return;
  count(call, callee->getName(), callee);
}

void UnseenCalls::count_indirect(CallBase& call) {
  Value* target = call.getCalledOperand();
  if (target->getType()->getPointerAddressSpace() != 0) return;
  LLVMContext& context = module_.getContext();
  Type* word = Type::getInt32Ty(context);
  auto* type = StructType::get(context, {PointerType::getUnqual(context), word, word});
  auto* last = new GlobalVariable(module_, type, false, GlobalValue::InternalLinkage, ConstantAggregateZero::get(type),
                                  "__unply.indirect");
  IRBuilder<> at(&call);
  hooks_.indirect(at, target, last);
}

} // namespace unply
