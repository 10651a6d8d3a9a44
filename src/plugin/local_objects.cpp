// Walks the uses of a stack object; see local_objects.h.
#include "local_objects.h"

#include "languages.h"
#include "llvm_compat.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"

namespace unply {

using namespace llvm;

namespace {

class UseWalk {
public:
  explicit UseWalk(AllocaInst& object) { local_.object = &object; }

  LocalObject run() {
    push(local_.object);
    while (!work_.empty()) {
      Value* pointer = work_.pop_back_val();
      for (Use& use : pointer->uses()) visit(use, pointer);
    }
    local_.merged = any_of(merges_, [&](const Instruction* merge) { return blocks_ || !is_of_object_alone(*merge); });
    return std::move(local_);
  }

private:
  void push(Value* pointer) {
    if (seen_.insert(pointer).second) work_.push_back(pointer);
  }

  bool is_of_object_alone(const Instruction& merge) const {
    const unsigned first = isa<SelectInst>(merge) ? 1 : 0; // behind the condition
    return all_of(drop_begin(merge.operands(), first), [&](const Value* operand) { return seen_.contains(operand); });
  }

  void visit(Use& use, Value* pointer) {
    auto* user = cast<Instruction>(use.getUser());
    if (is_birth(*user)) {
      local_.births.push_back(user);
    } else if (auto* load = dyn_cast<LoadInst>(user)) {
      local_.reads.push_back(load);
      note_type(pointer, load->getType());
    } else if (auto* store = dyn_cast<StoreInst>(user)) {
      if (use.getOperandNo() != StoreInst::getPointerOperandIndex()) return local_.captures.push_back(user);
      local_.writes.push_back(store);
      note_type(pointer, store->getValueOperand()->getType());
    } else if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, PHINode, SelectInst>(user)) {
      local_.partial = true;
      if (isa<PHINode, SelectInst>(user)) merges_.push_back(user);
      push(user);
    } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(user)) {
      if (use.getOperandNo() != 0) return local_.captures.push_back(user);
      local_.partial = true;
      local_.reads.push_back(user);
      local_.writes.push_back(user);
    } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(user)) {
      visit_intrinsic(use, *intrinsic);
    } else if (!isa<ICmpInst>(user)) {
      local_.captures.push_back(user);
    }
  }

  void visit_intrinsic(Use& use, IntrinsicInst& intrinsic) {
    if (isa<AnyMemIntrinsic>(intrinsic)) {
      local_.partial = blocks_ = true;
      (use.getOperandNo() == 0 ? local_.writes : local_.reads).push_back(&intrinsic);
    } else if (!intrinsic.isAssumeLikeIntrinsic()) {
      local_.captures.push_back(&intrinsic);
    }
  }

  void note_type(const Value* pointer, const Type* type) {
    if (pointer != local_.object || type != local_.object->getAllocatedType()) local_.partial = true;
  }

  LocalObject local_;
  SmallPtrSet<const Value*, 8> seen_;
  SmallVector<Value*, 8> work_;
  SmallVector<const Instruction*, 4> merges_;
  bool blocks_ = false; // copied by intrinsics, which access another object as well
};

} // namespace

bool is_birth(const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && (callee->getIntrinsicID() == Intrinsic::lifetime_start || callee->getName() == kBirthMarker);
}

AllocaInst* born_at(const Instruction& instruction) {
  if (!is_birth(instruction)) return nullptr;
  if (const auto* marker = dyn_cast<IntrinsicInst>(&instruction)) return compat::lifetime_object(*marker);
  return dyn_cast<AllocaInst>(cast<CallInst>(instruction).getArgOperand(0)->stripPointerCasts());
}

static constexpr StringLiteral kPrivate = "unply.private";

bool is_shared_birth(const Instruction& instruction) {
  if (!is_birth(instruction)) return false;
  const AllocaInst* object = born_at(instruction);
  return !object || !object->hasMetadata(kPrivate);
}

void mark_private(AllocaInst& object) { object.setMetadata(kPrivate, MDNode::get(object.getContext(), {})); }

LocalObject inspect(AllocaInst& object) { return UseWalk(object).run(); }

SmallPtrSet<const Context*, 4> contexts_of(const LocalObject& local, const Contexts& contexts) {
  SmallPtrSet<const Context*, 4> found;
  for (const auto* list : {&local.reads, &local.writes})
    for (const Instruction* access : *list) found.insert(contexts.at(*access));
  for (const auto* list : {&local.births, &local.captures})
    for (const Instruction* use : *list) found.insert(contexts.at(*use));
  if (local.births.empty()) found.insert(contexts.root());
  return found;
}

const Instruction* begin_of_temporary(const LocalObject& local, const Contexts& contexts) {
  const Function& function = *local.object->getFunction();
  if (!contexts.has_tasks() || !describes_variables(function) || !is_fortran(function) ||
      !local.object->isStaticAlloca() || !local.births.empty() || variable_of(*local.object))
    return nullptr;
  SmallPtrSet<const Context*, 4> used;
  const auto note = [&](ArrayRef<Instruction*> uses) {
    for (const Instruction* use : uses) used.insert(contexts.at(*use));
  };
  note(local.reads);
  note(local.writes);
  note(local.captures);
  return used.size() == 1 ? (*used.begin())->begin : nullptr;
}

// { base address, element length, version, rank, type, attribute, extra, ... }. Variables have some as well: those of
// allocatable and pointer variables are the program's.
bool is_compilers_descriptor(const AllocaInst& object) {
  const auto* type = dyn_cast<StructType>(object.getAllocatedType());
  const Function& function = *object.getFunction();
  if (!type || type->getNumElements() < 7) return false;
  if (!is_fortran(function)) return false;
  const unsigned bits[] = {64, 32, 8, 8, 8, 8};
  if (!type->getElementType(0)->isPointerTy()) return false;
  for (unsigned member = 1; member < 7; ++member)
    if (!type->getElementType(member)->isIntegerTy(bits[member - 1])) return false;
  // Without debug information it counts how the object came about: flang's code generator gives no 64-bit count.
  if (!describes_variables(function)) return object.getArraySize()->getType()->isIntegerTy(32);
  const DILocalVariable* variable = variable_of(const_cast<AllocaInst&>(object));
  if (!variable) return true;
  const auto* array = dyn_cast_or_null<DICompositeType>(variable->getType());
  return array && array->getRawDataLocation() && !array->getRawAllocated() && !array->getRawAssociated();
}

bool describes_variables(const Function& function) {
  const DISubprogram* program = function.getSubprogram();
  return program && program->getUnit() && program->getUnit()->getEmissionKind() == DICompileUnit::FullDebug;
}

// Clang declares variables; at -O1 and higher, assignment tracking has turned that into #dbg_assign before we run.
const DILocalVariable* variable_of(AllocaInst& object) {
  const DILocalVariable* found = nullptr;
  const auto consider = [&](const DbgVariableRecord* record) {
    // The outermost function's name for the object says more than that of a parameter it was inlined into.
    const bool outer = !found || !record->getDebugLoc()->getInlinedAt();
    // The size of a variable-length array and the like; `this` is artificial too, but a parameter.
    const bool compilers_own = record->getVariable()->isArtificial() && !record->getVariable()->isParameter();
    if (outer && !compilers_own && record->getExpression()->getNumElements() == 0) found = record->getVariable();
  };
  for (const DbgVariableRecord* record : findDVRDeclares(&object)) consider(record);
  for (const DbgVariableRecord* record : at::getDVRAssignmentMarkers(&object)) consider(record);
  return found;
}

} // namespace unply
