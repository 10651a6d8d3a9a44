// See plain_copies.h. Between the two steps a copy has external linkage, or the early inliner would drop it: nothing
// calls the copies of functions that only other modules call.
#include "plain_copies.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstdlib>

namespace unply {

using namespace llvm;

namespace {

constexpr const char* kHasCopy = "unply-has-copy"; // value: name of the copy
constexpr const char* kIsCopy = "unply-copy";

// Left without a copy: what must not be called with the same arguments again (variable arguments, arguments that live
// in the caller's frame), and what is no ordinary function. Their hooks do nothing in a run without recording.
bool can_be_copied(const Function& function) {
  if (function.isDeclaration() || function.hasAvailableExternallyLinkage() || function.isVarArg() ||
      function.isPresplitCoroutine() || function.hasFnAttribute(Attribute::Naked) ||
      function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation))
    return false;
  return none_of(function.args(), [](const Argument& argument) {
    return argument.hasInAllocaAttr() || argument.hasPreallocatedAttr() || argument.hasSwiftErrorAttr();
  });
}

void call_copies(Function& copy, const MapVector<Function*, Function*>& copies) {
  for (Instruction& instruction : instructions(copy)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || callee->isInterposable()) continue; // another definition may win
    const auto found = copies.find(callee);
    if (found != copies.end()) call->setCalledFunction(found->second);
  }
}

void place_dispatch(Function& function, Function& copy, GlobalVariable& flag) {
  BasicBlock& body = function.getEntryBlock();
  BasicBlock* entry = BasicBlock::Create(function.getContext(), "", &function, &body);
  BasicBlock* leave = BasicBlock::Create(function.getContext(), "", &function, &body);
  IRBuilder<> builder(entry);
  if (DISubprogram* program = function.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), 0, 0, program));
  LoadInst* set = builder.CreateLoad(builder.getInt32Ty(), &flag);
  builder.CreateCondBr(builder.CreateICmpNE(set, builder.getInt32(0)), leave, &body);
  // A static alloca is one of the entry block; elsewhere it would move the stack pointer each time.
  for (Instruction& instruction : make_early_inc_range(body))
    if (auto* object = dyn_cast<AllocaInst>(&instruction); object && isa<ConstantInt>(object->getArraySize()))
      object->moveBefore(set->getIterator());
  builder.SetInsertPoint(leave);
  SmallVector<Value*> arguments;
  for (Argument& argument : function.args()) arguments.push_back(&argument);
  CallInst* call = builder.CreateCall(&copy, arguments);
  call->setCallingConv(function.getCallingConv());
  for (const Argument& argument : function.args()) // how arguments travel: byval, sret, zeroext
    for (const Attribute& attribute : function.getAttributes().getParamAttrs(argument.getArgNo()))
      call->addParamAttr(argument.getArgNo(), attribute);
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

} // namespace

bool plain_copies_wanted() {
  const char* wanted = std::getenv("UNPLY_COPIES");
  return !wanted || StringRef(wanted) != "0";
}

bool is_plain_copy(const Function& function) { return function.hasFnAttribute(kIsCopy); }

PreservedAnalyses PlainCopiesPass::run(Module& module, ModuleAnalysisManager&) {
  MapVector<Function*, Function*> copies;
  SmallVector<Function*> originals;
  for (Function& function : module)
    if (can_be_copied(function)) originals.push_back(&function);
  for (Function* function : originals) {
    ValueToValueMapTy values;
    Function* copy = CloneFunction(function, values);
    copy->setName(function->getName() + ".plain");
    copy->setComdat(nullptr);
    copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
    copy->setLinkage(GlobalValue::ExternalLinkage);
    copy->setVisibility(GlobalValue::HiddenVisibility);
    copy->addFnAttr(kIsCopy);
    function->addFnAttr(kHasCopy, copy->getName());
    copies[function] = copy;
  }
  for (const auto& [function, copy] : copies) call_copies(*copy, copies);
  return copies.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

unsigned place_dispatches(Module& module, GlobalVariable* flag) {
  unsigned placed = 0;
  for (Function& function : module) {
    if (is_plain_copy(function)) {
      function.setVisibility(GlobalValue::DefaultVisibility);
      function.setLinkage(GlobalValue::InternalLinkage);
    }
    if (!flag || function.isDeclaration() || !function.hasFnAttribute(kHasCopy)) continue;
    Function* copy = module.getFunction(function.getFnAttribute(kHasCopy).getValueAsString());
    if (!copy) continue;
    place_dispatch(function, *copy, *flag);
    ++placed;
  }
  return placed;
}

} // namespace unply
