// Regions of pragmas and API calls; see regions.h. Regions selected by --tasks are in task_selection.cpp.
#include "regions.h"

#include "extremes.h"
#include "file_names.h"
#include "function_parts.h"
#include "jumps.h"
#include "library_models.h"
#include "plain_copies.h"
#include "region_calls.h"
#include "task_selection.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

namespace unply {

using namespace llvm;

namespace {

constexpr const char* kKept = "unply-region-function";

// The arguments of an inlined function: clang keeps parameters in stack slots, which SROA has not removed yet here. Two
// slots at most: the parameter's and that of a variable handed to it.
const Value* argument_of_inlined(const Value* value, int slots = 2) {
  const auto* load = dyn_cast<LoadInst>(value);
  const auto* slot = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
  if (!slot || slots == 0) return value;
  const Value* stored = nullptr;
  for (const User* user : slot->users()) {
    const auto* store = dyn_cast<StoreInst>(user);
    if (store && store->getPointerOperand() == slot && !stored)
      stored = store->getValueOperand();
    else if (!isa<LoadInst>(user) && !cast<Instruction>(user)->isLifetimeStartOrEnd())
      return value;
  }
  return stored ? argument_of_inlined(stored, slots - 1) : value;
}

std::string constant_text(const Value* value) {
  value = argument_of_inlined(value);
  StringRef text;
  return getConstantStringInfo(value, text) ? text.str() : "";
}

uint32_t constant_number(const Value* value) {
  const auto* number = dyn_cast<ConstantInt>(value);
  return number ? static_cast<uint32_t>(number->getZExtValue()) : 0;
}

std::string function_name(const Function& function, const DILocation* location) {
  const DISubprogram* program = location ? location->getScope()->getSubprogram() : function.getSubprogram();
  return program ? program->getName().str() : function.getName().str();
}

// The RAII class and inline functions of annotate.h are always inlined: the user's place is the first call site
// outside of that header.
const DILocation* outside_of_annotate_header(const DILocation* location) {
  while (location && location->getFilename().ends_with("unply/annotate.h") && location->getInlinedAt())
    location = location->getInlinedAt();
  return location;
}

RegionRecord pragma_record(const CallBase& call, UnplyRegionKind kind) {
  const DILocation* location = call.getDebugLoc().get();
  const DILocalScope* scope = location ? location->getScope() : call.getFunction()->getSubprogram();
  return {.kind = kind,
          .origin = kUnplyPragma,
          .file = file_name(constant_text(call.getArgOperand(1)), scope),
          .line = constant_number(call.getArgOperand(2)),
          .column = constant_number(call.getArgOperand(3)),
          .function = function_name(*call.getFunction(), location),
          .label = constant_text(call.getArgOperand(0))};
}

RegionRecord api_record(const CallBase& call, UnplyRegionKind kind) {
  const DILocation* location = outside_of_annotate_header(call.getDebugLoc().get());
  const std::string file = location ? file_name(*location) : call.getModule()->getSourceFileName();
  return {.kind = kind,
          .origin = kUnplyApi,
          .file = file,
          .line = location ? location->getLine() : 0,
          .column = location ? location->getColumn() : 0,
          .function = function_name(*call.getFunction(), location),
          .label = constant_text(call.getArgOperand(0))};
}

void replace_call(RegionWriter& writer, CallBase* call) {
  if (auto* invoke = dyn_cast<InvokeInst>(call)) call = changeToCall(invoke);
  const StringRef name = call->getCalledFunction()->getName();
  const UnplyRegionKind kind = name.contains("trace") ? kUnplyTrace : kUnplyTask;
  CallInst* boundary_call;
  if (name.ends_with("_end"))
    boundary_call = writer.end(call, kind);
  else
    boundary_call =
        writer.begin(call, name.contains("_pragma_") ? pragma_record(*call, kind) : api_record(*call, kind));
  boundary_call->setDebugLoc(call->getDebugLoc());
  // The pragma's result only keeps the cleanup variable alive and is no longer needed. The variable must be removed: it
  // would be written in the task and end outside of it.
  for (User* user : make_early_inc_range(call->users()))
    if (auto* store = dyn_cast<StoreInst>(user)) store->eraseFromParent();
  if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
  call->eraseFromParent();
}

} // namespace

PreservedAnalyses ChosenLoopsPass::run(Module& module, ModuleAnalysisManager&) {
  return select_loops(module) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses RegionPass::run(Module& module, ModuleAnalysisManager&) {
  static constexpr const char* kForms[] = {
      "__unply_pragma_trace",    "__unply_pragma_trace_end", "__unply_pragma_task",    "__unply_pragma_task_end",
      "__unply_api_trace_begin", "__unply_api_trace_end",    "__unply_api_task_begin", "__unply_api_task_end"};
  SmallVector<CallBase*> found;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      if (is_contained(kForms, [&] {
            const auto* call = dyn_cast<CallBase>(&instruction);
            const Function* callee = call ? call->getCalledFunction() : nullptr;
            return callee ? callee->getName() : StringRef();
          }()))
        found.push_back(cast<CallBase>(&instruction));
  RegionWriter writer(module);
  for (CallBase* call : found) replace_call(writer, call);
  select_functions(module);
  writer.finish();
  const bool jumps = place_rewinds(module);
  return found.empty() && !jumps && !region_array(module) ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

// In the loop profile.
static bool stays_function(const Function& copy) { return calls_itself(copy) || may_have_parts(copy); }

PreservedAnalyses KeepRegionFunctionsPass::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module) {
    if (is_plain_copy(function)) {
      close_to_inliner(function, keep_);
      continue;
    }
    if (keep_ && is_loop_copy(function)) keep_extremes_of_lists(function);
    if (!keep_ && function.hasFnAttribute(kKept)) {
      function.removeFnAttr(kKept);
      function.removeFnAttr(Attribute::NoInline);
    }
    if (keep_ && !function.hasFnAttribute(Attribute::NoInline) &&
        (leads_into_library(function) || (is_loop_copy(function) && stays_function(function)) ||
         any_of(instructions(function), is_region_boundary))) {
      function.addFnAttr(kKept);
      function.addFnAttr(Attribute::NoInline);
    }
  }
  return PreservedAnalyses::all();
}

} // namespace unply
