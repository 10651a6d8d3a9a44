#include "extract/embed/timer_hooks.h"
#include "unply/timer_abi.h"
#include <cstddef>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ModRef.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace unply::extract {
using namespace llvm;

namespace {

constexpr unsigned kBegin = 0, kEnd = 1; // fields of UnplyTimer
static_assert(sizeof(UnplyTimer) == 32 && offsetof(UnplyTimer, end) == 8 && offsetof(UnplyTimer, name) == 16);

struct Hook {
  Instruction* before = nullptr;
  size_t timer = 0;
  unsigned field = kBegin;
};

class TimerWriter {
public:
  TimerWriter(Module& module, const std::vector<TimedPlace>& places) : module_(module), places_(places) {}

  void write() {
    make_table();
    for (size_t i = 0; i < places_.size(); ++i) places_[i].call ? around_call(i) : around_loop(i);
    // What ends at a place ends before the next one begins there, and inner loops before outer ones.
    for (const Hook& hook : reverse(hooks_))
      if (hook.field == kEnd) insert(hook);
    for (const Hook& hook : hooks_)
      if (hook.field == kBegin) insert(hook);
    make_constructor();
  }

private:
  Module& module_;
  const std::vector<TimedPlace>& places_;
  StructType* timer_type_ = nullptr;
  GlobalVariable* table_ = nullptr;
  std::vector<Hook> hooks_;
  Function* shown_ = nullptr;
  DominatorTree dominators_;
  LoopInfo loops_;

  void make_table() {
    LLVMContext& context = module_.getContext();
    auto* pointer = PointerType::getUnqual(context);
    timer_type_ = StructType::get(context, {pointer, pointer, pointer, Type::getInt64Ty(context)});
    std::vector<Constant*> timers;
    IRBuilder<> builder(context);
    Constant* null = ConstantPointerNull::get(pointer);
    for (const TimedPlace& place : places_)
      timers.push_back(ConstantStruct::get(
          timer_type_,
          {null, null, builder.CreateGlobalString(place.name, "unply.timer", 0, &module_), builder.getInt64(0)}));
    auto* type = ArrayType::get(timer_type_, timers.size());
    table_ = new GlobalVariable(module_, type, false, GlobalValue::InternalLinkage, ConstantArray::get(type, timers),
                                "unply.timers");
    table_->setSection(UNPLY_TIMER_SECTION);
    table_->setAlignment(Align(8));
    appendToCompilerUsed(module_, {table_});
  }

  Constant* address(size_t timer, unsigned field) {
    IRBuilder<> builder(module_.getContext());
    Constant* place[] = {builder.getInt64(0), builder.getInt64(timer), builder.getInt32(field)};
    return ConstantExpr::getInBoundsGetElementPtr(table_->getValueType(), table_, place);
  }

  void show(Function& function) {
    if (std::exchange(shown_, &function) == &function) return;
    dominators_.recalculate(function);
    loops_.releaseMemory();
    loops_.analyze(dominators_);
  }

  // The first place on an edge.
  Instruction* on_edge(BasicBlock* from, BasicBlock* to) {
    if (to->getSinglePredecessor() || to->isEHPad()) return &*to->getFirstInsertionPt();
    BasicBlock* between = SplitEdge(from, to, &dominators_, &loops_);
    return between->getTerminator();
  }

  void around_call(size_t timer) {
    CallBase* call = places_[timer].call;
    show(*call->getFunction());
    hooks_.push_back({call, timer, kBegin});
    auto* invoke = dyn_cast<InvokeInst>(call);
    hooks_.push_back({invoke ? on_edge(call->getParent(), invoke->getNormalDest()) : call->getNextNode(), timer, kEnd});
  }

  // An exception that leaves the loop for a handler of the code around it ends nothing: the reader of the recording
  // closes what lies inside of what ends.
  void around_loop(size_t timer) {
    show(*places_[timer].header->getParent());
    Loop* loop = loops_.getLoopFor(places_[timer].header);
    BasicBlock* before = loop->getLoopPreheader();
    if (!before) before = InsertPreheaderForLoop(loop, &dominators_, &loops_, nullptr, false);
    hooks_.push_back({before->getTerminator(), timer, kBegin});
    SmallVector<std::pair<BasicBlock*, BasicBlock*>, 8> exits;
    loop->getExitEdges(exits);
    for (const auto& [from, to] : exits)
      if (!to->isEHPad()) hooks_.push_back({on_edge(from, to), timer, kEnd});
  }

  void insert(const Hook& hook) {
    LLVMContext& context = module_.getContext();
    const DebugLoc at = hook.before->getDebugLoc();
    IRBuilder<> builder(hook.before);
    builder.SetCurrentDebugLocation(at);
    auto* pointer = PointerType::getUnqual(context);
    Value* code = builder.CreateLoad(pointer, address(hook.timer, hook.field), /*isVolatile=*/true);
    Value* is_on = builder.CreateICmpNE(code, ConstantPointerNull::get(pointer));
    Instruction* then = SplitBlockAndInsertIfThen(is_on, hook.before->getIterator(), false,
                                                  MDBuilder(context).createUnlikelyBranchWeights());
    IRBuilder<> called(then);
    called.SetCurrentDebugLocation(at);
    auto* type = FunctionType::get(Type::getVoidTy(context), {pointer}, false);
    CallInst* call = called.CreateCall(type, code, {address(hook.timer, kBegin)});
    call->addFnAttr(Attribute::Cold), call->addFnAttr(Attribute::NoUnwind);
    call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly()); // the program's values stay in registers
  }

  // One of each program and shared object: `if (dlsym && (start = dlsym(0, UNPLY_TIMER_START))) start(first, end)`.
  void make_constructor() {
    LLVMContext& context = module_.getContext();
    auto* pointer = PointerType::getUnqual(context);
    constexpr const char* kName = "unply.start_timers";
    Function* made = Function::Create(FunctionType::get(Type::getVoidTy(context), false),
                                      GlobalValue::LinkOnceODRLinkage, kName, module_);
    made->setVisibility(GlobalValue::HiddenVisibility);
    made->setComdat(module_.getOrInsertComdat(kName));
    made->addFnAttr(Attribute::NoUnwind);
    auto* begin = BasicBlock::Create(context, "", made);
    IRBuilder<> builder(begin);
    builder.CreateRetVoid();
    builder.SetInsertPoint(begin->getTerminator());
    FunctionCallee find = module_.getOrInsertFunction("dlsym", pointer, pointer, pointer);
    auto* finder = dyn_cast<Function>(find.getCallee());
    if (finder && finder->isDeclaration() && finder->use_empty()) finder->setLinkage(GlobalValue::ExternalWeakLinkage);
    Constant* null = ConstantPointerNull::get(pointer);
    builder.SetInsertPoint(SplitBlockAndInsertIfThen(builder.CreateICmpNE(find.getCallee(), null),
                                                     begin->getTerminator()->getIterator(), false));
    Value* start = builder.CreateCall(find, {null, builder.CreateGlobalString(UNPLY_TIMER_START)});
    Value* found = builder.CreateICmpNE(start, null);
    builder.SetInsertPoint(SplitBlockAndInsertIfThen(found, builder.GetInsertPoint(), false));
    auto* type = FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false);
    builder.CreateCall(type, start, {limit("__start_"), limit("__stop_")});
    constexpr int kLast = 65535;
    appendToGlobalCtors(module_, made, kLast, made);
  }

  Constant* limit(const char* which) { // made by the linker
    auto* variable = cast<GlobalVariable>(
        module_.getOrInsertGlobal(std::string(which) + UNPLY_TIMER_SECTION, Type::getInt8Ty(module_.getContext())));
    variable->setVisibility(GlobalValue::HiddenVisibility);
    return variable;
  }
};

} // namespace

void add_timers(Module& module, const std::vector<TimedPlace>& places) {
  if (!places.empty()) TimerWriter(module, places).write();
}

} // namespace unply::extract
