// See plain_copies.h. Between the two steps a copy has external linkage, or the early inliner would drop it: nothing
// calls the copies of functions that only other modules call.
#include "plain_copies.h"

#include "copy_rules.h"

#include "unply/runtime_abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/GlobalStatus.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <cstdlib>

namespace unply {

using namespace llvm;

namespace {

constexpr const char* kHasCopy = "unply-has-copy";          // value: name of the copy
constexpr const char* kHasLoopCopy = "unply-has-loop-copy"; // likewise
constexpr const char* kIsCopy = "unply-copy";
constexpr const char* kIsLoopCopy = "unply-loop-copy";
constexpr const char* kClosed = "unply-closed";

struct CopyKind {
  const char *suffix, *is, *has;
};
constexpr CopyKind kPlain = {".plain", kIsCopy, kHasCopy};
constexpr CopyKind kLoops = {".loops", kIsLoopCopy, kHasLoopCopy};

void call_copies(Function& copy, const MapVector<Function*, Function*>& copies) {
  for (Instruction& instruction : instructions(copy)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || callee->isInterposable()) continue; // another definition may win
    const auto found = copies.find(callee);
    if (found != copies.end() && label_tables(*callee)->empty()) call->setCalledFunction(found->second);
  }
}

Function* copy_of(Function& function, const CopyKind& kind) {
  ValueToValueMapTy values;
  const SmallVector<GlobalVariable*, 1> tables = *label_tables(function);
  for (GlobalVariable* table : tables) {
    auto* own = new GlobalVariable(*function.getParent(), table->getValueType(), table->isConstant(),
                                   GlobalValue::InternalLinkage, nullptr, table->getName() + kind.suffix);
    own->copyAttributesFrom(table);
    values[table] = own;
  }
  Function* copy = CloneFunction(&function, values);
  for (GlobalVariable* table : tables) // the copy's labels are known now
    cast<GlobalVariable>(values[table])->setInitializer(MapValue(table->getInitializer(), values));
  copy->setName(function.getName() + kind.suffix);
  copy->setComdat(nullptr);
  copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  copy->setLinkage(GlobalValue::ExternalLinkage);
  copy->setVisibility(GlobalValue::HiddenVisibility);
  copy->addFnAttr(kind.is);
  function.addFnAttr(kind.has, copy->getName());
  return copy;
}

// What it does depends on the frame that it has, so that it cannot do without one of its own.
bool looks_at_its_frame(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (!call) return false;
    switch (call->getIntrinsicID()) {
    case Intrinsic::returnaddress:
    case Intrinsic::addressofreturnaddress:
    case Intrinsic::frameaddress:
    case Intrinsic::sponentry:
      return true;
    default:
      return isa<InlineAsm>(call->getCalledOperand());
    }
  });
}

// Regions mean nothing to the loop profile, and clang's level must not: verdicts do not depend on it. At -O0 clang
// forbids to inline any function, in a way that cannot be told from the user's own, and leaves out who asked for it.
void prepare_loop_copy(Function& copy) {
  copy.removeFnAttr(Attribute::OptimizeNone);
  copy.removeFnAttr(Attribute::InlineHint);
  if (!looks_at_its_frame(copy)) copy.removeFnAttr(Attribute::NoInline);
  for (Instruction& instruction : make_early_inc_range(instructions(copy))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->getName().starts_with("__unply_")) continue;
    if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
    call->eraseFromParent();
  }
}

// Static variables that nothing writes: the optimiser would find out itself, if no hooks took their addresses.
void mark_constants(Module& module) {
  for (GlobalVariable& variable : module.globals()) {
    GlobalStatus status;
    if (variable.hasLocalLinkage() && variable.hasDefinitiveInitializer() && !variable.isConstant() &&
        !variable.isThreadLocal() && !GlobalStatus::analyzeGlobal(&variable, status) &&
        status.StoredType == GlobalStatus::NotStored)
      variable.setConstant(true);
  }
}

// A function that nothing but functions with copies calls: as long as the word is set, those run in their copies, and
// call its copy. A copy that is called from one place alone is then inlined there, as clang would.
bool is_entered_with_hooks_only(const Function& function) {
  return function.hasLocalLinkage() && all_of(function.uses(), [](const Use& use) {
           const auto* call = dyn_cast<CallBase>(use.getUser());
           return call && call->isCallee(&use) && call->getFunction()->hasFnAttribute(kHasCopy);
         });
}

// Goes on in the copy, with the same arguments.
void go_on_in(Function& copy, Function& function, IRBuilder<>& builder) {
  SmallVector<Value*> arguments;
  for (Argument& argument : function.args()) arguments.push_back(&argument);
  CallInst* call = builder.CreateCall(&copy, arguments);
  call->setCallingConv(function.getCallingConv());
  // How arguments and results travel: byval, sret, zeroext. A jump must agree on all of them.
  const AttributeList& how = function.getAttributes();
  SmallVector<AttributeSet> by_argument;
  for (const Argument& argument : function.args()) by_argument.push_back(how.getParamAttrs(argument.getArgNo()));
  call->setAttributes(AttributeList::get(function.getContext(), AttributeSet(), how.getRetAttrs(), by_argument));
  // A jump, and not a call: functions that go on in one another by musttail would fill the stack with the frames of
  // their dispatches. Not inlined: the copy is to be compiled like the function alone, and not behind a large frame.
  // Arguments by value on the stack would be copied over themselves: code generators fail there for some conventions.
  if (ends_in_jump(function))
    call->setTailCallKind(CallInst::TCK_MustTail);
  else if (any_of(function.args(), [](const Argument& argument) { return argument.hasByValAttr(); }))
    call->setTailCallKind(CallInst::TCK_NoTail);
  call->setIsNoInline();
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

// The ways on from a function's entry.
struct Ways {
  BasicBlock *body, *plain, *loops; // loops: null, there is no such copy
};

// From the builder's block by the module's word. Whether a thread is the one that is followed is asked of the runtime:
// a thread-local variable of it is out of reach for some ways to link (-static-pie).
void branch_on(LoadInst* set, IRBuilder<>& builder, Function& function, const Ways& ways) {
  LLVMContext& context = function.getContext();
  auto is = [&](UnplyPlain who) { return builder.CreateICmpEQ(set, builder.getInt32(who)); };
  auto asked = [&](const char* question) {
    FunctionCallee callee = function.getParent()->getOrInsertFunction(question, builder.getInt32Ty());
    return builder.CreateICmpNE(builder.CreateCall(callee), builder.getInt32(0));
  };
  auto block = [&] { return BasicBlock::Create(context, "", &function, ways.plain); };
  if (!label_tables(function)->empty()) {
    builder.CreateCondBr(is(kUnplyPlainAll), ways.plain, ways.body);
    return;
  }
  BasicBlock *some = block(), *others = block(), *ask = block();
  builder.CreateCondBr(is(kUnplyPlainNobody), ways.body, some);
  builder.SetInsertPoint(some);
  builder.CreateCondBr(is(kUnplyPlainAll), ways.plain, others);
  builder.SetInsertPoint(others);
  if (ways.loops) {
    BasicBlock* ask_loops = block();
    builder.CreateCondBr(is(kUnplyPlainLoops), ask_loops, ask);
    builder.SetInsertPoint(ask_loops);
    builder.CreateCondBr(asked("__unply_runs_loops"), ways.loops, ways.plain);
  } else {
    builder.CreateBr(ask);
  }
  builder.SetInsertPoint(ask);
  builder.CreateCondBr(asked("__unply_is_plain"), ways.plain, ways.body);
}

void place_dispatch(Function& function, Function& copy, Function* loops, GlobalVariable& flag) {
  BasicBlock& body = function.getEntryBlock();
  LLVMContext& context = function.getContext();
  BasicBlock* entry = BasicBlock::Create(context, "", &function, &body);
  const Ways ways = {.body = &body,
                     .plain = BasicBlock::Create(context, "", &function, &body),
                     .loops = loops ? BasicBlock::Create(context, "", &function, &body) : nullptr};
  IRBuilder<> builder(entry);
  if (DISubprogram* program = function.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(context, 0, 0, program));
  LoadInst* set = builder.CreateLoad(builder.getInt32Ty(), &flag);
  branch_on(set, builder, function, ways);
  // A static alloca is one of the entry block; elsewhere it would move the stack pointer each time.
  for (Instruction& instruction : make_early_inc_range(body))
    if (auto* object = dyn_cast<AllocaInst>(&instruction); object && isa<ConstantInt>(object->getArraySize()))
      object->moveBefore(set->getIterator());
  builder.SetInsertPoint(ways.plain);
  go_on_in(copy, function, builder);
  if (!ways.loops) return;
  builder.SetInsertPoint(ways.loops);
  go_on_in(*loops, function, builder);
}

} // namespace

bool plain_copies_wanted() {
  const char* wanted = std::getenv("UNPLY_COPIES");
  return !wanted || StringRef(wanted) != "0";
}

bool is_plain_copy(const Function& function) { return function.hasFnAttribute(kIsCopy); }
bool is_loop_copy(const Function& function) { return function.hasFnAttribute(kIsLoopCopy); }

PreservedAnalyses PlainCopiesPass::run(Module& module, ModuleAnalysisManager&) {
  if (optimise_) mark_constants(module);
  MapVector<Function*, Function*> copies, loop_copies;
  SmallVector<Function*> originals;
  for (Function& function : module)
    if (can_be_copied(function))
      originals.push_back(&function);
    else if (defines_assembly_label(function)) // its callers and their copies would both take it in
      function.addFnAttr(Attribute::NoInline);
  for (Function* function : originals) {
    Function* loops = label_tables(*function)->empty() ? copy_of(*function, kLoops) : nullptr;
    copies[function] = copy_of(*function, kPlain);
    if (!loops) continue;
    loop_copies[function] = loops;
    copies[function]->removeFnAttr(kHasLoopCopy);
    prepare_loop_copy(*loops);
  }
  for (const auto& [function, copy] : copies) call_copies(*copy, copies);
  for (const auto& [function, copy] : loop_copies) call_copies(*copy, loop_copies);
  return copies.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

static PreservedAnalyses run_on(Module& module, ModuleAnalysisManager& analyses, FunctionPassManager& passes,
                                function_ref<bool(const Function&)> chosen) {
  FunctionAnalysisManager& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (Function& function : module)
    if (!function.isDeclaration() && chosen(function)) functions.invalidate(function, passes.run(function, functions));
  return PreservedAnalyses::none();
}

PreservedAnalyses HookedFunctionsPass::run(Module& module, ModuleAnalysisManager& analyses) {
  return run_on(module, analyses, passes_,
                [](const Function& function) { return !is_plain_copy(function) && !is_loop_copy(function); });
}

PreservedAnalyses LoopCopiesPass::run(Module& module, ModuleAnalysisManager& analyses) {
  return run_on(module, analyses, passes_, is_loop_copy);
}

void close_to_inliner(Function& copy, bool close) {
  if (close && !copy.hasFnAttribute(Attribute::OptimizeNone)) {
    copy.addFnAttr(kClosed);
    copy.addFnAttr(Attribute::OptimizeNone); // the inliner asks the caller for it
  } else if (!close && copy.hasFnAttribute(kClosed)) {
    copy.removeFnAttr(kClosed);
    copy.removeFnAttr(Attribute::OptimizeNone);
  }
}

PreservedAnalyses UnoptimisedCopiesPass::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module) {
    if (!is_plain_copy(function) || function.hasFnAttribute(Attribute::AlwaysInline)) continue;
    if (function.hasMinSize() || function.hasOptSize()) continue;
    function.addFnAttr(Attribute::NoInline);
    function.addFnAttr(Attribute::OptimizeNone);
  }
  return PreservedAnalyses::all();
}

unsigned place_dispatches(Module& module, GlobalVariable* flag) {
  unsigned placed = 0;
  for (Function& function : module) {
    if (is_plain_copy(function) || is_loop_copy(function)) {
      function.setVisibility(GlobalValue::DefaultVisibility);
      function.setLinkage(GlobalValue::InternalLinkage);
    }
    if (!flag || function.isDeclaration() || !function.hasFnAttribute(kHasCopy)) continue;
    Function* copy = module.getFunction(function.getFnAttribute(kHasCopy).getValueAsString());
    if (!copy) continue;
    Function* loops = function.hasFnAttribute(kHasLoopCopy)
                          ? module.getFunction(function.getFnAttribute(kHasLoopCopy).getValueAsString())
                          : nullptr;
    if (!is_entered_with_hooks_only(function)) place_dispatch(function, *copy, loops, *flag);
    ++placed;
  }
  return placed;
}

} // namespace unply
