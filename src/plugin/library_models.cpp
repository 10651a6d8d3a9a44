// See library_models.h. The runtime evaluates the effects (src/runtime/models.cpp); this code only places the
// description of the call, its arguments and its result.
#include "library_models.h"

#include "model_list.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace unply {

using namespace llvm;

namespace {

// Where code behind the call goes; null if there is no such place.
Instruction* behind(CallBase& call) {
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) {
    BasicBlock* normal = invoke->getNormalDest();
    if (!normal->getSinglePredecessor()) normal = SplitEdge(invoke->getParent(), normal);
    return &*normal->getFirstInsertionPt();
  }
  if (call.isTerminator() || call.isMustTailCall()) return nullptr;
  return call.getNextNode();
}

// The value as a word; types other than integer, pointer and double give 0.
Value* as_word(IRBuilderBase& at, Value* value, bool is_signed) {
  Type* type = value->getType();
  if (type->isPointerTy() && type->getPointerAddressSpace() == 0) return at.CreatePtrToInt(value, at.getInt64Ty());
  if (type->isIntegerTy() && is_signed) return at.CreateSExtOrTrunc(value, at.getInt64Ty());
  if (type->isIntegerTy()) return at.CreateZExtOrTrunc(value, at.getInt64Ty());
  return at.getInt64(0);
}

bool is_format(int term) {
  return term == kTermFormat || term == kTermWideFormat || term == kTermScan || term == kTermWideScan;
}

Constant* row(LLVMContext& context, const UnplyEffect& effect) {
  static_assert(sizeof(UnplyEffect) % sizeof(int16_t) == 0);
  const auto* fields = reinterpret_cast<const uint16_t*>(&effect);
  return ConstantDataArray::get(context, ArrayRef(fields, sizeof(UnplyEffect) / sizeof(uint16_t)));
}

GlobalVariable* constant_table(Module& module, Constant* contents, bool writable, const char* name) {
  return new GlobalVariable(module, contents->getType(), !writable, GlobalValue::InternalLinkage, contents, name);
}

// Memory that is never written needs no check: formats and other literals.
bool is_constant(const Value& pointer) {
  const auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(&pointer));
  return global && global->isConstant();
}

} // namespace

bool leads_into_library(const Function& function) { // how streams read and write numbers
  return function.getName().starts_with("_ZNKSt7num_getIcSt19") ||
         function.getName().starts_with("_ZNKSt7num_putIcSt19");
}

const Model* library_model(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (!callee || callee->isIntrinsic() || !(callee->isDeclarationForLinker() || leads_into_library(*callee)))
    return nullptr;
  const Model* model = ModelList::get().find(callee->getName());
  return model && call.arg_size() >= model->arguments ? model : nullptr;
}

bool touches_nothing(const Model& model) { return model.effects.empty(); }

bool moves_in_file(const Model& model) {
  return any_of(model.effects, [](const ModelEffect& one) {
    const UnplyEffect& effect = one.effect;
    const bool stream = effect.base == kPlaceStdin || effect.base == kPlaceStdout || effect.base == kPlaceStderr ||
                        effect.base == kPlaceDescriptor;
    const bool file = effect.term == kTermFile || effect.term == kTermStream || effect.term == kTermPut;
    return (effect.flags & kEffectWrite) && (stream || file);
  });
}

bool gives_block_back(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclarationForLinker() || call.arg_empty()) return false;
  const StringRef name = callee->getName();
  return name == "free" || name == "cfree" || name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv");
}

Value* bytes_of_block(IRBuilderBase& at, CallBase& call) {
  const StringRef name = call.getCalledFunction()->getName();
  if (name.starts_with("_ZdlPvm") || name.starts_with("_ZdaPvm")) return call.getArgOperand(1);
  Module& module = *call.getModule();
  FunctionCallee size = module.getOrInsertFunction("malloc_usable_size", at.getInt64Ty(), at.getPtrTy());
  return at.CreateCall(size, {call.getArgOperand(0)});
}

Value* ModelledCalls::words(unsigned count) {
  LLVMContext& context = function_.getContext();
  Type* type = ArrayType::get(Type::getInt64Ty(context), count);
  if (!words_) {
    IRBuilder<> entry(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    words_ = entry.CreateAlloca(type, nullptr, "unply.words");
  } else if (cast<ArrayType>(words_->getAllocatedType())->getNumElements() < count) {
    words_->setAllocatedType(type);
  }
  return words_;
}

Constant* ModelledCalls::describe(CallBase& call, const Model& model, ModelSite site, int& when) {
  Module& module = *function_.getParent();
  LLVMContext& context = module.getContext();
  SmallVector<Constant*, 4> rows;
  Constant* first_site = nullptr;
  int sites = 0;
  const auto add_site = [&](const Value* pointer, StringRef hidden, bool write) {
    Constant* added = site(pointer, hidden, write);
    if (!first_site) first_site = added;
    ++sites;
  };
  for (const ModelEffect& listed : model.effects) {
    UnplyEffect effect = listed.effect;
    const bool write = (effect.flags & kEffectWrite) != 0;
    const Value* pointer = effect.base >= 0              ? call.getArgOperand(effect.base)
                           : effect.base == kPlaceResult ? static_cast<const Value*>(&call)
                                                         : nullptr;
    if (pointer && (!pointer->getType()->isPointerTy() || pointer->getType()->getPointerAddressSpace() != 0)) continue;
    if (pointer && isa<ConstantPointerNull>(pointer) && effect.other == kPlaceNone) continue;
    const bool further = is_format(effect.term);
    if (pointer && !write && !further && effect.path < 0 && effect.term != kTermFormatList &&
        effect.term != kTermWideFormatList && is_constant(*pointer))
      continue;
    effect.site = static_cast<int16_t>(sites);
    if (further)
      for (unsigned at = effect.argument; at < call.arg_size(); ++at) add_site(call.getArgOperand(at), "", write);
    else
      add_site(pointer, listed.hidden, write);
    if (further && static_cast<unsigned>(effect.argument) >= call.arg_size()) continue;
    if (call.getType()->isPointerTy()) effect.flags |= kEffectIfNotNull;
    when |= effect.flags;
    rows.push_back(row(context, effect));
  }
  if (rows.empty()) return nullptr;
  Constant* effects = ConstantArray::get(ArrayType::get(rows.front()->getType(), rows.size()), rows);
  Type* word = Type::getInt32Ty(context);
  Constant* fields[] = {constant_table(module, effects, false, "__unply.effects"), first_site,
                        seen_.elsewhere(*call.getCalledFunction()), ConstantInt::get(word, rows.size()),
                        ConstantInt::get(word, call.arg_size())};
  return constant_table(module, ConstantStruct::getAnon(context, fields), true, "__unply.call");
}

void ModelledCalls::place(CallBase& call, const Model& model, ModelSite site) {
  int when = 0;
  Constant* description = describe(call, model, site, when);
  if (!description) return;
  Instruction* next = when & kEffectAfter ? behind(call) : nullptr;
  IRBuilder<> at(&call);
  Value* array = words(1 + call.arg_size() + kUnplyCallScratch);
  const auto store = [&](Value* value, unsigned index) {
    at.CreateStore(value, at.CreateConstGEP1_64(at.getInt64Ty(), array, index));
  };
  for (unsigned i = 0; i < call.arg_size(); ++i) store(as_word(at, call.getArgOperand(i), false), 1 + i);
  if (when & kEffectBefore) hooks_.library_call(at, description, array, false);
  if (!next) return;
  at.SetInsertPoint(next);
  at.SetCurrentDebugLocation(call.getDebugLoc());
  store(as_word(at, &call, true), 0);
  hooks_.library_call(at, description, array, true);
}

} // namespace unply
