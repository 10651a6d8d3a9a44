// Memory accesses of intrinsics and inline assembly; see intrinsic_accesses.h. The arguments of generic vector
// intrinsics describe their accesses completely. The x86 intrinsics do so too, in about a dozen forms; a table names
// the form of each family. unseen_access() reports intrinsics that may access memory according to LLVM but are in no
// table.
#include "intrinsic_accesses.h"

#include "x86_accesses.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

namespace unply {

using namespace llvm;

namespace {

using Accesses = SmallVectorImpl<Access>;

uint64_t element_bytes(const Instruction& at, const VectorType& vector) {
  return at.getDataLayout().getTypeStoreSize(vector.getElementType()).getFixedValue();
}

// One access per lane, of 0 bytes where the mask is off or the lane is not below `active` (null: all are).
// `pointers`: a vector of them, or one pointer to lane 0, the others `stride` bytes apart (null: packed).
struct Lanes {
  Value* pointers;
  Value* mask;
  Type* vector;
  bool write;
  Value* active = nullptr;
  Value* stride = nullptr;
};

bool add_lanes(Accesses& out, IntrinsicInst& at, const Lanes& lanes) {
  const auto* vector = dyn_cast<FixedVectorType>(lanes.vector);
  if (!vector) return false;
  IRBuilder<> builder(&at);
  const uint64_t bytes = element_bytes(at, *vector);
  Value* stride =
      lanes.stride ? builder.CreateSExtOrTrunc(lanes.stride, builder.getInt64Ty()) : builder.getInt64(bytes);
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
    Value* on = builder.CreateExtractElement(lanes.mask, lane);
    if (lanes.active)
      on = builder.CreateAnd(on, builder.CreateICmpUGT(lanes.active, ConstantInt::get(lanes.active->getType(), lane)));
    Value* pointer = lanes.pointers->getType()->isVectorTy()
                         ? builder.CreateExtractElement(lanes.pointers, lane)
                         : builder.CreatePtrAdd(lanes.pointers, builder.CreateMul(stride, builder.getInt64(lane)));
    add_range(out, at, pointer, builder.CreateSelect(on, builder.getInt64(bytes), builder.getInt64(0)), lanes.write);
  }
  return true;
}

// As many adjacent elements as the mask has bits.
bool add_packed(Accesses& out, IntrinsicInst& at, Value* pointer, Value* mask, Type* vector, bool write) {
  const auto* lanes = dyn_cast<FixedVectorType>(vector);
  if (!lanes) return false;
  IRBuilder<> builder(&at);
  Value* bits = builder.CreateBitCast(mask, builder.getIntNTy(lanes->getNumElements()));
  Value* count = builder.CreateZExt(builder.CreateUnaryIntrinsic(Intrinsic::ctpop, bits), builder.getInt64Ty());
  add_range(out, at, pointer, builder.CreateMul(count, builder.getInt64(element_bytes(at, *lanes))), write);
  return true;
}

// llvm.matrix.column.major.*: columns `stride` elements apart, of `rows` adjacent elements.
bool add_columns(Accesses& out, IntrinsicInst& at, unsigned pointer, Type* matrix, bool write) {
  IRBuilder<> builder(&at);
  const uint64_t bytes = element_bytes(at, *cast<VectorType>(matrix));
  Value* stride = builder.CreateZExtOrTrunc(at.getArgOperand(pointer + 1), builder.getInt64Ty());
  Value* step = builder.CreateMul(stride, builder.getInt64(bytes));
  const uint64_t rows = cast<ConstantInt>(at.getArgOperand(pointer + 3))->getZExtValue();
  const uint64_t columns = cast<ConstantInt>(at.getArgOperand(pointer + 4))->getZExtValue();
  for (uint64_t column = 0; column < columns; ++column)
    add_range(out, at,
              builder.CreatePtrAdd(at.getArgOperand(pointer), builder.CreateMul(step, builder.getInt64(column))),
              builder.getInt64(rows * bytes), write);
  return true;
}

bool add_histogram(Accesses& out, IntrinsicInst& at) {
  const auto* pointers = dyn_cast<FixedVectorType>(at.getArgOperand(0)->getType());
  if (!pointers) return false;
  Type* counted = FixedVectorType::get(at.getArgOperand(1)->getType(), pointers->getNumElements());
  return add_lanes(out, at, {at.getArgOperand(0), at.getArgOperand(2), counted, false}) &&
         add_lanes(out, at, {at.getArgOperand(0), at.getArgOperand(2), counted, true});
}

bool add_pattern(Accesses& out, IntrinsicInst& at) {
  IRBuilder<> builder(&at);
  const uint64_t bytes = at.getDataLayout().getTypeAllocSize(at.getArgOperand(1)->getType()).getFixedValue();
  Value* count = builder.CreateZExtOrTrunc(at.getArgOperand(2), builder.getInt64Ty());
  add_range(out, at, at.getArgOperand(0), builder.CreateMul(count, builder.getInt64(bytes)), true);
  return true;
}

bool add_predicated(Accesses& out, IntrinsicInst& at) {
  const auto argument = [&](unsigned index) { return at.getArgOperand(index); };
  switch (at.getIntrinsicID()) {
  case Intrinsic::vp_load:
  case Intrinsic::vp_gather:
    return add_lanes(out, at, {argument(0), argument(1), at.getType(), false, argument(2)});
  case Intrinsic::vp_store:
  case Intrinsic::vp_scatter:
    return add_lanes(out, at, {argument(1), argument(2), argument(0)->getType(), true, argument(3)});
  case Intrinsic::experimental_vp_strided_load:
    return add_lanes(out, at, {argument(0), argument(2), at.getType(), false, argument(3), argument(1)});
  case Intrinsic::experimental_vp_strided_store:
    return add_lanes(out, at, {argument(1), argument(3), argument(0)->getType(), true, argument(4), argument(2)});
  default:
    return false;
  }
}

bool add_generic(Accesses& out, IntrinsicInst& at) {
  const auto argument = [&](unsigned index) { return at.getArgOperand(index); };
  switch (at.getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return add_lanes(out, at, {argument(0), argument(1), at.getType(), false});
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return add_lanes(out, at, {argument(1), argument(2), argument(0)->getType(), true});
  case Intrinsic::masked_expandload:
    return add_packed(out, at, argument(0), argument(1), at.getType(), false);
  case Intrinsic::masked_compressstore:
    return add_packed(out, at, argument(1), argument(2), argument(0)->getType(), true);
  case Intrinsic::matrix_column_major_load:
    return add_columns(out, at, 0, at.getType(), false);
  case Intrinsic::matrix_column_major_store:
    return add_columns(out, at, 1, argument(0)->getType(), true);
  case Intrinsic::experimental_vector_histogram_add:
  case Intrinsic::experimental_vector_histogram_uadd_sat:
  case Intrinsic::experimental_vector_histogram_umax:
  case Intrinsic::experimental_vector_histogram_umin:
    return add_histogram(out, at);
  case Intrinsic::experimental_memset_pattern:
    return add_pattern(out, at);
  default:
    return add_predicated(out, at);
  }
}

// Intrinsics that LLVM lets access memory to keep them in place, or that access memory of the compiler alone.
bool harmless(const IntrinsicInst& at) {
  static constexpr StringLiteral kFamilies[] = {"llvm.prefetch",
                                                "llvm.coro.",
                                                "llvm.eh.",
                                                "llvm.stack",
                                                "llvm.va_",
                                                "llvm.instrprof.",
                                                "llvm.invariant.",
                                                "llvm.lifetime.",
                                                "llvm.local",
                                                "llvm.call.preallocated",
                                                "llvm.load.relative",
                                                "llvm.init.trampoline",
                                                "llvm.adjust.trampoline",
                                                "llvm.clear_cache",
                                                "llvm.seh.",
                                                "llvm.xray."};
  const StringRef name = at.getCalledFunction()->getName();
  return any_of(kFamilies, [&](StringRef family) { return name.starts_with(family); }) || harmless_on_x86(name);
}

bool takes_pointer(const CallBase& call) {
  return any_of(call.args(), [](const Use& argument) { return argument->getType()->isPtrOrPtrVectorTy(); });
}

// Sizes of the operands that the assembly reads or writes in memory, by its constraints.
// An operand that is read and written stands twice, written first: hence reads and writes in turn.
bool add_operands(Accesses& out, CallBase& at, const InlineAsm& assembly, bool write) {
  bool known = true;
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (!constraint.hasArg()) continue;
    const unsigned index = argument++;
    if (!constraint.isIndirect || (constraint.Type == InlineAsm::isOutput) != write) continue;
    Type* type = at.getParamElementType(index);
    if (!type || !type->isSized()) {
      known = false;
      continue;
    }
    Value* bytes = ConstantInt::get(Type::getInt64Ty(at.getContext()), at.getDataLayout().getTypeStoreSize(type));
    add_range(out, at, at.getArgOperand(index), bytes, write);
  }
  return known;
}

// Fences and the like, which clobber memory so that the compiler keeps the order: no access.
bool is_fence(StringRef text) {
  static constexpr StringLiteral kFences[] = {"",    "mfence", "lfence", "sfence", "pause",     "rep; nop", "rep nop",
                                              "nop", "cpuid",  "rdtsc",  "rdtscp", "serialize", "dmb ish",  "yield"};
  return all_of(split(text, '\n'), [](StringRef line) { return is_contained(kFences, line.trim("\t ;")); });
}

} // namespace

bool add_intrinsic_accesses(SmallVectorImpl<Access>& out, IntrinsicInst& at) {
  if (auto* transfer = dyn_cast<AnyMemTransferInst>(&at)) {
    if (!is_argument_area(transfer->getRawSource()))
      add_range(out, at, transfer->getRawSource(), transfer->getLength(), false);
    add_range(out, at, transfer->getRawDest(), transfer->getLength(), true);
    return true;
  }
  if (auto* set = dyn_cast<AnyMemSetInst>(&at)) {
    add_range(out, at, set->getRawDest(), set->getLength(), true);
    return true;
  }
  if (add_generic(out, at) || add_x86_accesses(out, at)) return true;
  return at.isAssumeLikeIntrinsic() || at.doesNotAccessMemory() || at.onlyAccessesInaccessibleMemory() ||
         !takes_pointer(at) || harmless(at);
}

bool add_assembly_accesses(SmallVectorImpl<Access>& out, CallBase& at) {
  const auto& assembly = *cast<InlineAsm>(at.getCalledOperand());
  const bool reads_known = add_operands(out, at, assembly, false);
  const bool writes_known = add_operands(out, at, assembly, true);
  const bool clobbers = StringRef(assembly.getConstraintString()).contains("~{memory}");
  return reads_known && writes_known && (!clobbers || is_fence(assembly.getAsmString()));
}

} // namespace unply
