// See inline_functions.h. The mark is prefix data: it lies before the first instruction and belongs to the function, so
// the linker keeps it with the function.
#include "inline_functions.h"

#include "source_name.h"

#include "unply/runtime_abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace unply {

using namespace llvm;

namespace {

constexpr const char* kHasHooks = "unply-inline-with-hooks";

// Options that insert words between the mark and the code. The runtime knows the words of -fsanitize=function.
bool prefix_is_taken(const Function& function) {
  return function.hasPrefixData() || function.hasFnAttribute("patchable-function-prefix") ||
         function.hasMetadata(LLVMContext::MD_kcfi_type);
}

} // namespace

void mark_instrumented(Function& function, bool has_hooks) {
  if ((function.hasLocalLinkage() && !function.hasAddressTaken()) || prefix_is_taken(function)) return;
  const uint64_t mark[] = {UNPLY_INSTRUMENTED, UNPLY_INSTRUMENTED}; // two: functions stay aligned to 16 bytes
  function.setPrefixData(ConstantDataArray::get(function.getContext(), mark));
  if (has_hooks && (function.hasLinkOnceODRLinkage() || function.hasWeakODRLinkage())) function.addFnAttr(kHasHooks);
}

PreservedAnalyses InlineFunctionsPass::run(Module& module, ModuleAnalysisManager&) {
  LLVMContext& context = module.getContext();
  auto* pointer = PointerType::getUnqual(context);
  auto* row_type = StructType::get(context, {pointer, pointer});
  IRBuilder<> builder(context);
  SmallVector<Constant*> rows;
  for (Function& function : module)
    if (!function.isDeclarationForLinker() && function.hasFnAttribute(kHasHooks)) {
      Constant* text = ConstantDataArray::getString(context, source_name(function));
      auto* name = new GlobalVariable(module, text->getType(), true, GlobalValue::PrivateLinkage, text, "__unply.name");
      rows.push_back(ConstantStruct::get(row_type, {&function, name}));
    }
  if (rows.empty()) return PreservedAnalyses::all();
  auto* type = ArrayType::get(row_type, rows.size());
  auto* table = new GlobalVariable(module, type, true, GlobalValue::InternalLinkage, ConstantArray::get(type, rows),
                                   "__unply.inline_functions");
  Function* constructor = Function::Create(FunctionType::get(Type::getVoidTy(context), false),
                                           GlobalValue::InternalLinkage, "__unply.register_inline", module);
  constructor->setDoesNotThrow();
  builder.SetInsertPoint(BasicBlock::Create(context, "", constructor));
  FunctionCallee receiver = module.getOrInsertFunction("__unply_inline_functions", Type::getVoidTy(context), pointer,
                                                       Type::getInt32Ty(context));
  builder.CreateCall(receiver, {table, builder.getInt32(static_cast<uint32_t>(rows.size()))});
  builder.CreateRetVoid();
  appendToGlobalCtors(module, constructor, 1);
  return PreservedAnalyses::none();
}

} // namespace unply
