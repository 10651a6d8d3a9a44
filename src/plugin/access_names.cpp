// Follows a pointer back to a variable with debug information and the variable's type forward to the element that is
// accessed; see access_names.h.
#include "access_names.h"

#include "error_number.h"
#include "file_names.h"
#include "languages.h"
#include "local_objects.h"
#include "plain_copies.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <optional>

namespace unply {

using namespace llvm;

namespace {

constexpr unsigned kMostCallers = 4; // one above the other, through which a pointer is passed on
constexpr unsigned kMostCalls = 64;  // of one function: each access in it would look at all of them
constexpr unsigned kMaxDepth = 12;   // pointer chains longer than that name nothing a reader would recognise

// The name and the type of a place in memory or a value.
struct Place {
  std::string name;
  const DIType* type = nullptr;
  bool descriptor = false; // it is flang's own descriptor of the variable with this name
};

// Flang's arrays that are allocatable, pointers or of assumed shape are descriptors in memory; the first word points
// to the elements.
bool is_described(const DIType* type) {
  const auto* array = dyn_cast_or_null<DICompositeType>(type);
  return array && array->getTag() == dwarf::DW_TAG_array_type && array->getRawDataLocation();
}

const DIType* strip(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
    case dwarf::DW_TAG_member:
    case dwarf::DW_TAG_inheritance:
      type = derived->getBaseType();
      break;
    default:
      return type;
    }
  }
  return type;
}

bool is_pointer(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(type);
  return derived && derived->getTag() == dwarf::DW_TAG_pointer_type;
}

bool is_reference(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(type);
  return derived && (derived->getTag() == dwarf::DW_TAG_reference_type ||
                     derived->getTag() == dwarf::DW_TAG_rvalue_reference_type);
}

// Members of the standard libraries' own making (_M_impl, __begin_) mean nothing to the reader: u._M_start[] is u[].
bool internal(StringRef member) { return member.empty() || member.starts_with("_M_") || member.starts_with("__"); }

// Constants such as null have no list of users.
bool is_indexed(const Value& base) { return base.hasUseList() && any_of(base.users(), IsaPred<GEPOperator>); }

class Namer {
public:
  explicit Namer(const Function& function) : function_(function), fortran_(is_fortran(function.getSubprogram())) {}

  /// The memory that `pointer` points to.
  Place target(const Value& pointer, unsigned depth = 0) {
    if (depth > kMaxDepth) return {};
    const Value* base = &pointer;
    int64_t offset = 0;
    uint64_t scale = 0; // the largest element size that a variable index counts in
    while (const auto* gep = dyn_cast<GEPOperator>(base)) {
      APInt constant(64, 0);
      if (gep->accumulateConstantOffset(function_.getDataLayout(), constant)) {
        offset += constant.getSExtValue();
      } else {
        scale = std::max(scale, add_constant_part(*gep, offset));
      }
      base = gep->getPointerOperand();
    }
    if (const auto* own = dyn_cast<IntrinsicInst>(base); own && own->getIntrinsicID() == Intrinsic::threadlocal_address)
      base = own->getArgOperand(0);
    std::optional<Place> object = object_at(*base, depth);
    if (!object) object = callers_object(*base, depth);
    // p[0] and *p are the same address: a pointer that is indexed elsewhere counts as an array here too.
    if (!object) object = dereference(value(*base, depth), scale > 0 || offset != 0 || is_indexed(*base));
    if (object->name.empty()) return {};
    if (object->descriptor) return *object;
    return member(*object, offset, scale);
  }

  Place part(const DIVariable& variable, int64_t byte) const {
    return member({variable.getName().str(), variable.getType()}, byte, 0);
  }

  /// The object that the Fortran descriptor at `pointer` describes.
  Place described(const Value& pointer) { return dereference(target(pointer), true); }

private:
  // The member offsets in a GEP with variable indices: a[i].x keeps x. Returns the largest scale of an index.
  uint64_t add_constant_part(const GEPOperator& gep, int64_t& offset) const {
    SmallMapVector<Value*, APInt, 4> variable;
    APInt constant(64, 0);
    if (!gep.collectOffset(function_.getDataLayout(), 64, variable, constant)) return 1;
    offset += constant.getSExtValue();
    uint64_t scale = 1;
    for (const auto& [index, bytes] : variable) scale = std::max(scale, bytes.abs().getZExtValue());
    return scale;
  }

  // Variables that are themselves memory.
  std::optional<Place> object_at(const Value& base, unsigned depth) {
    if (const auto* global = dyn_cast<GlobalVariable>(&base)) {
      SmallVector<DIGlobalVariableExpression*, 1> expressions;
      global->getDebugInfo(expressions);
      if (!expressions.empty()) {
        const DIGlobalVariable* variable = expressions.front()->getVariable();
        return Place{variable->getName().str(), variable->getType()};
      }
      return Place{global->getName().starts_with(".str") ? "" : global->getName().str(), nullptr};
    }
    if (const auto* object = dyn_cast<AllocaInst>(&base)) {
      const bool descriptor = is_compilers_descriptor(*object);
      if (Place place = descriptor ? compilers_descriptor(*object, depth) : Place(); !place.name.empty()) return place;
      const DILocalVariable* variable = variable_of(const_cast<AllocaInst&>(*object));
      if (!variable) return Place{};
      return Place{variable->getName().str(), variable->getType()};
    }
    if (is_error_number(base)) return Place{"errno", nullptr};
    // Flang's dummy arguments, whose caller has their memory, and its automatic arrays, which malloc has.
    if (const DILocalVariable* variable = declared_variable(base))
      return Place{variable->getName().str(), variable->getType()};
    return std::nullopt;
  }

  // The callers' name for the target of a pointer parameter, if all of them agree: with step(grid), a loop over p[] is
  // reported as grid[]. Functions that other files may call keep their own names, except in the file of main, which is
  // assumed to call the others and not to be called by them.
  std::optional<Place> callers_object(const Value& base, unsigned depth) {
    const Argument* parameter = parameter_behind(base);
    const Function& callee = function_;
    if (!parameter || depth > kMostCallers || callee.isVarArg() || callee.hasAddressTaken() || fortran_) return {};
    if (!callee.hasLocalLinkage() && (!callee.hasExternalLinkage() || !defines_main(*callee.getParent()))) return {};
    if (callee.hasNUsesOrMore(kMostCalls)) return {};
    std::optional<Place> found;
    for (const User* user : callee.users()) {
      const auto* call = dyn_cast<CallBase>(user);
      if (!call || call->getCalledFunction() != &callee) continue;
      const Function& caller = *call->getFunction();
      if (is_plain_copy(caller)) continue;
      const Value& passed = *call->getArgOperand(parameter->getArgNo());
      if (&caller == &callee && parameter_behind(*passed.stripInBoundsOffsets()) == parameter) continue;
      Place place = Namer(caller).pointee(passed, depth + 1);
      if (place.name.empty() || (found && found->name != place.name)) return {};
      found = place;
    }
    return found;
  }

  static bool defines_main(const Module& module) {
    const Function* main = module.getFunction("main");
    return main && !main->isDeclaration();
  }

  // The parameter itself or, where variables are in memory, the value of a variable that holds nothing else.
  static const Argument* parameter_behind(const Value& base) {
    if (const auto* argument = dyn_cast<Argument>(&base)) return argument;
    if (const auto* walks = dyn_cast<PHINode>(&base)) { // *p++
      const Argument* start = nullptr;
      for (const Value* incoming : walks->incoming_values()) {
        const Value* from = incoming->stripInBoundsOffsets();
        if (from == walks) continue;
        if (!isa<Argument>(from) || (start && start != from)) return nullptr;
        start = cast<Argument>(from);
      }
      return start;
    }
    const auto* load = dyn_cast<LoadInst>(&base);
    const auto* variable = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
    if (!variable) return nullptr;
    const Argument* found = nullptr;
    for (const User* user : variable->users()) {
      if (isa<LoadInst>(user)) continue;
      const auto* store = dyn_cast<StoreInst>(user);
      if (!store || store->getPointerOperand() != variable || found) return nullptr;
      found = dyn_cast<Argument>(store->getValueOperand());
      if (!found) return nullptr;
    }
    return found;
  }

  // The object at `pointer` as a whole: not its first member, but an element where it is an array.
  Place pointee(const Value& pointer, unsigned depth) {
    if (depth > kMaxDepth) return {};
    const Value* base = pointer.stripInBoundsConstantOffsets();
    if (base != &pointer || isa<GEPOperator>(base)) return target(pointer, depth);
    std::optional<Place> object = object_at(*base, depth);
    if (!object) object = callers_object(*base, depth);
    if (!object) return dereference(value(*base, depth), true);
    const auto* array = dyn_cast_or_null<DICompositeType>(strip(object->type));
    if (!array || array->getTag() != dwarf::DW_TAG_array_type || object->name.empty()) return *object;
    return {object->name + (StringRef(object->name).ends_with("[]") ? "" : "[]"), array->getBaseType()};
  }

  // Flang copies descriptors, and makes them for sections and for arguments of its runtime.
  Place compilers_descriptor(const AllocaInst& object, unsigned depth) {
    for (const User* user : object.users()) {
      if (const auto* copy = dyn_cast<AnyMemTransferInst>(user); copy && copy->getRawDest() == &object)
        return target(*copy->getRawSource(), depth + 1);
      const Value* base = stored_at_start(*user, object);
      if (const auto* first = dyn_cast<GEPOperator>(user); first && first->hasAllZeroIndices() && !base)
        for (const User* member : first->users())
          if (!base) base = stored_at_start(*member, *first);
      if (!base) continue;
      Place place = target(*base, depth + 1);
      place.descriptor = true;
      return place;
    }
    return {};
  }

  // The pointer that `user` stores at `place`, alone or as the first member of a descriptor.
  static const Value* stored_at_start(const User& user, const Value& place) {
    const auto* store = dyn_cast<StoreInst>(&user);
    if (!store || store->getPointerOperand() != &place) return nullptr;
    auto* value = const_cast<Value*>(store->getValueOperand());
    if (auto* part = dyn_cast<ExtractValueInst>(value))
      value = FindInsertedValue(part->getAggregateOperand(), part->getIndices());
    else if (value->getType()->isAggregateType())
      value = FindInsertedValue(value, {0});
    return value && value->getType()->isPointerTy() ? value : nullptr;
  }

  static const DILocalVariable* declared_variable(const Value& base) {
    if (!isa<Argument, Instruction>(base)) return nullptr;
    for (const DbgVariableRecord* record : findDVRDeclares(const_cast<Value*>(&base)))
      if (record->getExpression()->getNumElements() == 0) return record->getVariable();
    return nullptr;
  }

  // The name of a pointer-valued expression: a variable in a register, or one loaded from memory.
  Place value(const Value& base, unsigned depth) {
    if (const DILocalVariable* variable = register_variable(base))
      return {variable->getName().str(), variable->getType()};
    if (const auto* load = dyn_cast<LoadInst>(&base)) return target(*load->getPointerOperand(), depth + 1);
    if (const auto* phi = dyn_cast<PHINode>(&base))
      for (const Value* incoming : phi->incoming_values()) {
        // A pointer that walks through an array: p = phi(start, p + 1).
        const Value* start = incoming->stripInBoundsOffsets();
        if (start == phi || isa<PHINode>(start) || isa<Constant>(start)) continue;
        Place place = value(*start, depth + 1);
        if (!place.name.empty()) return place;
      }
    return {};
  }

  const DILocalVariable* register_variable(const Value& base) const {
    if (isa<Constant>(base)) return nullptr;
    const DILocalVariable* found = nullptr;
    unsigned found_depth = ~0u;
    for (const DbgVariableRecord* record : findDVRValues(const_cast<Value*>(&base))) {
      if (record->getExpression()->getNumElements() != 0 || record->hasArgList()) continue;
      unsigned inlined = 0;
      for (const DILocation* at = record->getDebugLoc()->getInlinedAt(); at; at = at->getInlinedAt()) ++inlined;
      if (inlined < found_depth) {
        found = record->getVariable();
        found_depth = inlined;
      }
    }
    return found;
  }

  Place dereference(const Place& pointer, bool elsewhere) const {
    if (pointer.name.empty()) return {};
    if (pointer.descriptor) return {pointer.name, pointer.type};
    const DIType* type = strip(pointer.type);
    if (is_described(type)) return {pointer.name + "[]", cast<DICompositeType>(type)->getBaseType()};
    if (isa_and_nonnull<DIStringType>(type)) return {pointer.name, type};
    const auto* derived = dyn_cast_or_null<DIDerivedType>(type);
    const DIType* pointee = derived ? derived->getBaseType() : nullptr;
    if (is_reference(type)) return {pointer.name, pointee};
    const auto* record = dyn_cast_or_null<DICompositeType>(strip(pointee));
    if (record && record->getTag() != dwarf::DW_TAG_array_type) return {pointer.name + "->", pointee};
    if (!is_pointer(type) && type)
      return {pointer.name + (StringRef(pointer.name).ends_with("[]") ? "" : "[]"), nullptr};
    if (fortran_) return {pointer.name, pointee}; // a pointer or allocatable scalar
    if (elsewhere) return {pointer.name + "[]", pointee};
    return {"*" + pointer.name, pointee};
  }

  // Walks from an object into the member or element at `offset`.
  Place member(const Place& object, int64_t offset, uint64_t scale) const {
    std::string name = object.name;
    const DIType* type = strip(object.type);
    while (const auto* composite = dyn_cast_or_null<DICompositeType>(type)) {
      if (is_described(type)) break;
      if (composite->getTag() == dwarf::DW_TAG_array_type) {
        if (!StringRef(name).ends_with("[]")) name += "[]";
        type = strip(composite->getBaseType());
        if (type && type->getSizeInBits() >= 8) offset %= static_cast<int64_t>(type->getSizeInBits() / 8);
        scale = 0;
        continue;
      }
      const uint64_t bytes = composite->getSizeInBits() / 8;
      if (bytes > 0 && (offset < 0 || static_cast<uint64_t>(offset) >= bytes || scale >= bytes)) {
        // An element of an array of structs behind a pointer: p[i].x
        if (StringRef(name).ends_with("->")) name.resize(name.size() - 2);
        if (!StringRef(name).ends_with("[]")) name += "[]";
        offset %= static_cast<int64_t>(bytes);
        scale = 0;
      }
      const DIDerivedType* found = member_at(*composite, offset);
      if (!found) break;
      offset -= static_cast<int64_t>(found->getOffsetInBits() / 8);
      if (found->getTag() == dwarf::DW_TAG_member && !internal(found->getName()))
        name += (StringRef(name).ends_with("->") ? "" : ".") + found->getName().str();
      type = strip(found->getBaseType());
    }
    if (StringRef(name).ends_with("->")) name = "*" + name.substr(0, name.size() - 2);
    if (scale > 0 && !StringRef(name).ends_with("[]") && !isa_and_nonnull<DIStringType>(type)) name += "[]";
    return {name, type};
  }

  static const DIDerivedType* member_at(const DICompositeType& composite, int64_t offset) {
    if (composite.getTag() == dwarf::DW_TAG_union_type) return nullptr;
    for (const DINode* element : composite.getElements()) {
      const auto* member = dyn_cast_or_null<DIDerivedType>(element);
      if (!member || member->isStaticMember()) continue;
      if (member->getTag() != dwarf::DW_TAG_member && member->getTag() != dwarf::DW_TAG_inheritance) continue;
      const DIType* type = strip(member->getBaseType());
      const int64_t begin = static_cast<int64_t>(member->getOffsetInBits() / 8);
      // A descriptor has its size from the member, since its type is the array.
      const int64_t size =
          type ? static_cast<int64_t>(std::max(type->getSizeInBits(), member->getSizeInBits()) / 8) : 0;
      const auto* record = dyn_cast_or_null<DICompositeType>(type);
      if (record && record->getElements().empty() && member->getTag() == dwarf::DW_TAG_inheritance) continue;
      if (offset >= begin && offset < begin + size) return member;
    }
    return nullptr;
  }

  const Function& function_;
  bool fortran_;
};

} // namespace

std::string access_name(const Value& pointer, const Function& function) { return Namer(function).target(pointer).name; }

std::string described_name(const Value& descriptor, const Function& function) {
  return Namer(function).described(descriptor).name;
}

std::string part_name(const DIVariable& variable, int64_t byte, const Function& function) {
  return Namer(function).part(variable, byte).name;
}

SourcePlace source_place(const Instruction& instruction) {
  SourcePlace place;
  const DILocation* location = instruction.getDebugLoc().get();
  if (!location) {
    const DISubprogram* program = instruction.getFunction()->getSubprogram();
    place.function = (program ? program->getName() : instruction.getFunction()->getName()).str();
    if (program) place.file = file_name(*program);
    if (program) place.line = program->getLine();
    return place;
  }
  place.file = file_name(*location);
  place.line = location->getLine();
  place.column = location->getColumn();
  place.function = location->getScope()->getSubprogram()->getName().str();
  const DILocation* outermost = location->getInlinedAt();
  while (outermost && outermost->getInlinedAt()) outermost = outermost->getInlinedAt();
  if (outermost) {
    place.inlined_file = file_name(*outermost);
    place.inlined_line = outermost->getLine();
  }
  return place;
}

} // namespace unply
