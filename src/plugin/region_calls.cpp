// See region_calls.h.
#include "region_calls.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Metadata.h"

namespace unply {

using namespace llvm;

namespace {

constexpr const char* kRegionArray = "__unply.regions";
constexpr const char* kRecord = "unply.region"; // metadata of a begin

FunctionCallee boundary(Module& module, UnplyRegionKind kind, bool begin) {
  LLVMContext& context = module.getContext();
  Type* pointer = PointerType::getUnqual(context);
  const bool task = kind == kUnplyTask;
  FunctionCallee callee =
      begin ? module.getOrInsertFunction(task ? "__unply_task_begin" : "__unply_trace_begin",
                                         task ? Type::getInt32Ty(context) : Type::getVoidTy(context), pointer, pointer)
            : module.getOrInsertFunction(task ? "__unply_task_end" : "__unply_trace_end", Type::getVoidTy(context),
                                         pointer);
  // Nothing about memory: for the optimiser a boundary may read and write all that escapes, so no access crosses it.
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  return callee;
}

bool calls(const Instruction& instruction, StringRef name) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == name;
}

} // namespace

bool is_task_begin(const Instruction& instruction) { return calls(instruction, "__unply_task_begin"); }
bool is_task_end(const Instruction& instruction) { return calls(instruction, "__unply_task_end"); }
bool is_region_boundary(const Instruction& instruction) {
  return is_task_begin(instruction) || is_task_end(instruction) || calls(instruction, "__unply_trace_begin") ||
         calls(instruction, "__unply_trace_end");
}

static Value* frame_address(Instruction* before) {
  IRBuilder<> builder(before);
  return builder.CreateIntrinsic(Intrinsic::frameaddress, {builder.getPtrTy()}, {builder.getInt32(0)});
}

static MDNode* row_of(LLVMContext& context, const RegionRecord& record) {
  const auto number = [&](uint32_t value) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), value));
  };
  return MDNode::get(context, {number(record.kind), number(record.origin), MDString::get(context, record.file),
                               number(record.line), number(record.column), MDString::get(context, record.function),
                               MDString::get(context, record.label)});
}

CallInst* RegionWriter::begin(Instruction* before, const RegionRecord& record) {
  Value* frame = frame_address(before);
  IRBuilder<> builder(before);
  // The region's address is known only when all are counted: null until finish().
  CallInst* call =
      builder.CreateCall(boundary(module_, record.kind, true), {ConstantPointerNull::get(builder.getPtrTy()), frame});
  call->setMetadata(kRecord, row_of(module_.getContext(), record));
  return call;
}

CallInst* RegionWriter::end(Instruction* before, UnplyRegionKind kind) {
  Value* frame = frame_address(before);
  return IRBuilder<>(before).CreateCall(boundary(module_, kind, false), {frame});
}

void RegionWriter::finish() {
  MapVector<MDNode*, SmallVector<CallInst*, 1>> begins; // equal nodes are one
  for (Function& function : module_)
    for (Instruction& instruction : instructions(function))
      if (MDNode* row = instruction.hasMetadataOtherThanDebugLoc() ? instruction.getMetadata(kRecord) : nullptr)
        begins[row].push_back(cast<CallInst>(&instruction));
  if (begins.empty()) return;
  LLVMContext& context = module_.getContext();
  auto* type = ArrayType::get(StructType::get(Type::getInt32Ty(context)), begins.size());
  auto* array = new GlobalVariable(module_, type, false, GlobalValue::InternalLinkage, ConstantAggregateZero::get(type),
                                   kRegionArray);
  auto* zero = ConstantInt::get(Type::getInt64Ty(context), 0);
  NamedMDNode* rows = module_.getOrInsertNamedMetadata(kRegionArray);
  for (const auto& [row, calls] : begins) {
    Constant* path[] = {zero, ConstantInt::get(Type::getInt64Ty(context), rows->getNumOperands())};
    rows->addOperand(row);
    for (CallInst* call : calls) {
      call->setArgOperand(0, ConstantExpr::getInBoundsGetElementPtr(type, array, path));
      call->setMetadata(kRecord, nullptr);
    }
  }
}

GlobalVariable* region_array(Module& module) { return module.getGlobalVariable(kRegionArray, true); }

std::vector<RegionRecord> take_region_records(Module& module) {
  std::vector<RegionRecord> records;
  NamedMDNode* rows = module.getNamedMetadata(kRegionArray);
  if (!rows) return records;
  for (const MDNode* row : rows->operands()) {
    const auto number = [&](unsigned at) {
      return static_cast<uint32_t>(mdconst::extract<ConstantInt>(row->getOperand(at))->getZExtValue());
    };
    const auto text = [&](unsigned at) { return cast<MDString>(row->getOperand(at))->getString().str(); };
    records.push_back({.kind = static_cast<UnplyRegionKind>(number(0)),
                       .origin = static_cast<UnplyRegionOrigin>(number(1)),
                       .file = text(2),
                       .line = number(3),
                       .column = number(4),
                       .function = text(5),
                       .label = text(6)});
  }
  rows->eraseFromParent();
  return records;
}

} // namespace unply
