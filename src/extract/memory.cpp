#include "extract/memory.h"
#include "extract/known_functions.h"
#include <algorithm>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace unply::extract {
using namespace llvm;

namespace {

Spot spot_of(const Value* address, const DataLayout& layout) {
  Spot spot;
  bool field_open = true;
  for (;;) {
    const auto* step = dyn_cast<GEPOperator>(address);
    if (!step) break;
    APInt offset(64, 0);
    if (step->accumulateConstantOffset(layout, offset))
      spot.offset += offset.getSExtValue();
    else
      spot.exact = false;
    Type* source = step->getSourceElementType();
    if (field_open && source->isStructTy() && step->getNumIndices() >= 2)
      if (const auto* chosen = dyn_cast<ConstantInt>(step->getOperand(2))) {
        spot.structure = source;
        spot.field =
            layout.getStructLayout(cast<StructType>(source))->getElementOffset(unsigned(chosen->getZExtValue()));
        field_open = false;
      }
    const auto* first = dyn_cast<ConstantInt>(step->getOperand(1));
    const bool within = source->isStructTy() || (source->isArrayTy() && first && first->isZero()); // of an array
    if (field_open && !step->hasAllConstantIndices()) field_open = within;
    address = step->getPointerOperand();
  }
  spot.base = address;
  return spot;
}

// A floating-point number, or several of them: a complex one.
bool is_real(Type* type) {
  if (type->isFPOrFPVectorTy()) return true;
  if (const auto* array = dyn_cast<ArrayType>(type)) return is_real(array->getElementType());
  return type->isStructTy() && type->getStructNumElements() > 0 &&
         all_of(cast<StructType>(type)->elements(), [](Type* part) { return is_real(part); });
}

bool types_meet(Type* a, Type* b) {
  if (!a || !b || a == b) return true;
  if (is_real(a) || is_real(b)) return is_real(a) && is_real(b) && (a->isAggregateType() || b->isAggregateType());
  if (a->isIntegerTy(8) || b->isIntegerTy(8)) return true;
  if (a->isAggregateType() || b->isAggregateType()) return true;
  if (a->isPointerTy() || b->isPointerTy()) return a->isIntegerTy(64) || b->isIntegerTy(64);
  return false; // integers of different sizes
}

bool is_object(const Value* value) { return isa<AllocaInst>(value) || isa<GlobalVariable>(value); }

} // namespace

Memory::Memory(const Module& module, const Prepared& prepared, const PointsTo& points_to)
    : layout_(module.getDataLayout()), points_to_(points_to) {
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function)) collect(instruction, prepared);
  for (unsigned i = 0; i < writers_.size(); ++i)
    for (const unsigned object : points_to_.objects(writers_[i].access.address)) {
      if (by_object_.size() <= object) by_object_.resize(object + 1);
      by_object_[object].push_back(i);
    }
}

void Memory::collect(const Instruction& instruction, const Prepared& prepared) {
  const auto add = [&](const Value* address, Type* type) {
    writers_.push_back({&instruction, {address, type}, spot_of(address, layout_)});
  };
  if (const auto* store = dyn_cast<StoreInst>(&instruction))
    return add(store->getPointerOperand(), store->getValueOperand()->getType());
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call) return;
  if (const auto* block = dyn_cast<MemIntrinsic>(call)) return add(block->getRawDest(), nullptr);
  if (const PreparedOperation* operation = operation_of(prepared, instruction)) {
    for (unsigned i = 1; i < call->arg_size(); ++i) {
      if (!call->getArgOperand(i)->getType()->isPointerTy()) continue;
      if (operation->function && !operation->arguments[i - 1].is_written) continue;
      const bool known = operation->function != nullptr;
      const stg::Role role = known ? operation->arguments[i - 1].role : stg::Role::buffer;
      add(call->getArgOperand(i), element_type(instruction.getContext(), prepared.mpich, *operation, role));
      writers_.back().access.many = is_array(role);
      writers_.back().data = role == stg::Role::buffer || role == stg::Role::recv_buffer;
    }
    return;
  }
  const Function* callee = call->getCalledFunction();
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic() || is_harmless(callee->getName()) ||
      callee->getName().starts_with("unply.") || is_allocation(*call))
    return;
  if (writes_text(callee->getName())) return add(call->getArgOperand(0), nullptr);
  for (const Use& argument : call->args())
    if (argument->getType()->isPointerTy()) add(argument, nullptr);
}

bool Memory::may_meet(const Access& access, const Spot& spot, const Writer& writer) const {
  const Access& other = writer.access;
  if (!types_meet(access.type, other.type)) return false;
  if (is_object(spot.base) && is_object(writer.spot.base) && spot.base != writer.spot.base) return false;
  const bool typed = access.type && other.type;
  if (spot.base == writer.spot.base && spot.exact && writer.spot.exact && typed && !access.many && !other.many &&
      is_object(spot.base)) {
    const int64_t end = spot.offset + int64_t(layout_.getTypeStoreSize(access.type)),
                  other_end = writer.spot.offset + int64_t(layout_.getTypeStoreSize(other.type));
    return spot.offset < other_end && writer.spot.offset < end;
  }
  const bool other_field = spot.structure && spot.structure == writer.spot.structure && spot.field != writer.spot.field;
  return !(other_field && typed);
}

std::vector<const Writer*> Memory::writers_of(const Access& access) const {
  std::vector<unsigned> candidates;
  for (const unsigned object : points_to_.objects(access.address))
    if (object < by_object_.size())
      candidates.insert(candidates.end(), by_object_[object].begin(), by_object_[object].end());
  std::ranges::sort(candidates);
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  const Spot spot = spot_of(access.address, layout_);
  std::vector<const Writer*> found;
  for (const unsigned i : candidates)
    if (may_meet(access, spot, writers_[i])) found.push_back(&writers_[i]);
  return found;
}

bool Memory::is_scalar(const Access& access) const {
  const Spot spot = spot_of(access.address, layout_);
  if (!spot.exact) return false;
  if (is_object(spot.base)) return true;
  return spot.structure != nullptr || isa<Argument>(spot.base);
}

} // namespace unply::extract
