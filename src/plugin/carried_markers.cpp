// See carried_markers.h.
#include "carried_markers.h"

#include "local_objects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

namespace unply {

using namespace llvm;

namespace {

constexpr const char* kPin = "__unply.pin";
constexpr const char* kMarkers[] = {"__unply.carried_load", "__unply.carried_store", "__unply.carried_argument",
                                    "__unply.carried_result"}; // by CarriedAccess::Kind
constexpr const char* kVariable = "unply.variable";

bool is_call_of(const Instruction& instruction, StringRef name) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

CallInst* marker(IRBuilderBase& at, const char* name, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 2> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  FunctionCallee callee =
      at.GetInsertBlock()->getModule()->getOrInsertFunction(name, FunctionType::get(at.getVoidTy(), types, false));
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  return at.CreateCall(callee, arguments);
}

} // namespace

void pin_object(IRBuilderBase& at, Value& object) { marker(at, kPin, {&object}); }

bool is_pin(const Instruction& instruction) { return is_call_of(instruction, kPin); }

void unpin(Module& module) {
  SmallVector<const char*> names{kPin, kBirthMarker};
  append_range(names, kMarkers);
  for (const char* name : names) {
    Function* marker = module.getFunction(name);
    if (!marker) continue;
    for (User* user : make_early_inc_range(marker->users())) cast<Instruction>(user)->eraseFromParent();
    marker->eraseFromParent();
  }
}

void carried_marker(IRBuilderBase& at, CarriedAccess::Kind kind, Value* object, uint64_t bytes, StringRef variable) {
  CallInst* call = marker(at, kMarkers[kind], {object, at.getInt64(bytes)});
  call->setMetadata(kVariable, MDNode::get(at.getContext(), MDString::get(at.getContext(), variable)));
}

std::optional<CarriedAccess> carried_access(Instruction& instruction) {
  for (const CarriedAccess::Kind kind :
       {CarriedAccess::kLoad, CarriedAccess::kStore, CarriedAccess::kArgument, CarriedAccess::kResult}) {
    if (!is_call_of(instruction, kMarkers[kind])) continue;
    auto* call = cast<CallInst>(&instruction);
    const MDNode* variable = call->getMetadata(kVariable);
    return CarriedAccess{.kind = kind,
                         .marker = call,
                         .object = call->getArgOperand(0),
                         .bytes = cast<ConstantInt>(call->getArgOperand(1))->getZExtValue(),
                         .variable = variable ? cast<MDString>(variable->getOperand(0))->getString() : ""};
  }
  return std::nullopt;
}

} // namespace unply
