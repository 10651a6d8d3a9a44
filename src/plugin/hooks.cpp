// The hooks' declarations; see hooks.h. Their memory attributes allow the optimiser to work around them.
#include "hooks.h"

#include "llvm_compat.h"

#include "llvm/TargetParser/Triple.h"

namespace unply {

using namespace llvm;

namespace {

// The program memory that a hook may read.
MemoryEffects effects_of(StringRef name) {
  name.consume_front("__unply_");
  // An array constructor, a group of variables, and a mask lead on to other descriptors.
  static constexpr StringLiteral kAnything[] = {"load_masked",      "load_components", "store_components",
                                                "load_namelist",    "store_namelist",  "constructor_state",
                                                "store_constructor"};
  static constexpr StringLiteral kDescriptors[] = {"descriptor_state", "load_header", "store_header", "load_elements",
                                                   "store_elements"};
  if (is_contained(kAnything, name)) return MemoryEffects::unknown();
  if (name.contains("_str") || name == "loop" || name == "loop_beside" || name == "loop_whole" || name == "loop_read" ||
      name == "loop_nest" || name == "loop_writes" || name == "nest" || is_contained(kDescriptors, name))
    return MemoryEffects::inaccessibleOrArgMemOnly();
  return MemoryEffects::inaccessibleMemOnly();
}

} // namespace

CallInst* Hooks::call(IRBuilderBase& at, StringRef name, ArrayRef<Value*> arguments, bool preserve_most,
                      Type* result_type) {
  LLVMContext& context = module_.getContext();
  Function* callee = module_.getFunction(name);
  if (!callee) {
    SmallVector<Type*, 4> types;
    for (const Value* argument : arguments) types.push_back(argument->getType());
    auto* type = FunctionType::get(result_type ? result_type : Type::getVoidTy(context), types, false);
    callee = Function::Create(type, GlobalValue::ExternalLinkage, name, module_);
    callee->setDoesNotThrow();
    callee->addFnAttr(Attribute::WillReturn);
    callee->addFnAttr(Attribute::NoSync);
    callee->addFnAttr(Attribute::NoCallback);
    // The address is only a key: the hook neither reads nor writes what it points to. Hooks write memory that the
    // module cannot see, so they are neither dropped nor reordered among each other or across region boundaries,
    // which may touch anything. The string and stream hooks do read what their argument points to.
    callee->setMemoryEffects(effects_of(name));
    const bool reads_argument = callee->getMemoryEffects() == MemoryEffects::inaccessibleOrArgMemOnly();
    for (Argument& argument : callee->args())
      if (argument.getType()->isPointerTy()) {
        // Where it is only a key the address must stay what the program has: a copy may not be read in the place of an
        // object because they are equal.
        argument.addAttr(reads_argument ? compat::captures_none(context) : compat::captures_address(context));
        const bool second_alone = name.starts_with("__unply_loop"); // the streams
        if (reads_argument && (name.ends_with("_nest") || argument.getArgNo() == (second_alone ? 1 : 0)))
          argument.addAttr(Attribute::ReadOnly);
      }
    if (preserve_most && module_.getTargetTriple().getArch() == Triple::x86_64) {
      callee->setCallingConv(CallingConv::PreserveMost);
      // From a shared object the first call would go through the dynamic linker's resolver, which keeps only the
      // registers that arguments may stand in: r10 would change under the program. An executable has the hooks in
      // itself and is spared the indirect call.
      if (module_.getPICLevel() != PICLevel::NotPIC && module_.getPIELevel() == PIELevel::Default)
        callee->addFnAttr(Attribute::NonLazyBind);
    }
  }
  CallInst* result = at.CreateCall(callee->getFunctionType(), callee, arguments);
  result->setCallingConv(callee->getCallingConv());
  return result;
}

CallInst* Hooks::access(IRBuilderBase& at, Value* pointer, uint64_t bytes, bool write, Constant* site) {
  if (bytes > 16 || !isPowerOf2_64(bytes)) return range(at, pointer, at.getInt64(bytes), write, site);
  const std::string name = (write ? "__unply_store" : "__unply_load") + std::to_string(bytes);
  return call(at, name, {pointer, site}, /*preserve_most=*/true);
}

CallInst* Hooks::range(IRBuilderBase& at, Value* pointer, Value* length, bool write, Constant* site) {
  Value* bytes = at.CreateZExtOrTrunc(length, at.getInt64Ty());
  return call(at, write ? "__unply_store_n" : "__unply_load_n", {pointer, bytes, site}, false);
}

CallInst* Hooks::string(IRBuilderBase& at, Value* pointer, bool write, Constant* site) {
  return call(at, write ? "__unply_store_str" : "__unply_load_str", {pointer, site}, false);
}

CallInst* Hooks::passed(IRBuilderBase& at, Value* pointer, uint64_t bytes, bool write, Constant* site) {
  return call(at, write ? "__unply_result" : "__unply_argument", {pointer, at.getInt64(bytes), site}, false);
}

CallInst* Hooks::fresh(IRBuilderBase& at, Value* pointer, Value* bytes) {
  return call(at, "__unply_fresh", {pointer, bytes}, false);
}

CallInst* Hooks::fortran(IRBuilderBase& at, StringRef hook, ArrayRef<Value*> arguments) {
  return call(at, hook, arguments, false);
}

CallInst* Hooks::state(IRBuilderBase& at, StringRef hook, Value* pointer) {
  return call(at, hook, {pointer}, false, at.getInt64Ty());
}

CallInst* Hooks::loop(IRBuilderBase& at, Value* trip, Value* streams, uint32_t count) {
  return call(at, "__unply_loop", {trip, streams, at.getInt32(count)}, false);
}

CallInst* Hooks::nest(IRBuilderBase& at, Value* trips, uint32_t depth, Value* rows, uint32_t count) {
  return call(at, "__unply_nest", {trips, at.getInt32(depth), rows, at.getInt32(count)}, false);
}

CallInst* Hooks::loop_beside(IRBuilderBase& at, Value* trip, Value* streams, uint32_t count) {
  return call(at, "__unply_loop_beside", {trip, streams, at.getInt32(count)}, false, at.getInt32Ty());
}

CallInst* Hooks::profiled_access(IRBuilderBase& at, Value* pointer, uint64_t bytes, bool write, Constant* site) {
  if (bytes > 16 || !isPowerOf2_64(bytes)) return range(at, pointer, at.getInt64(bytes), write, site);
  const std::string name = (write ? "__unply_loop_store" : "__unply_loop_load") + std::to_string(bytes);
  return call(at, name, {pointer, site}, /*preserve_most=*/true);
}

void Hooks::loop_begin(IRBuilderBase& at, Constant* loop) {
  Value* frame = at.CreateIntrinsic(Intrinsic::frameaddress, {at.getPtrTy()}, {at.getInt32(0)});
  call(at, "__unply_loop_begin", {loop, frame}, true);
}

void Hooks::loop_writes(IRBuilderBase& at, Constant* loop, Value* bounds, uint32_t count) {
  call(at, "__unply_loop_writes", {loop, bounds, at.getInt32(count)}, true);
}

void Hooks::loop_next(IRBuilderBase& at, Constant* loop) { call(at, "__unply_loop_next", {loop}, true); }

void Hooks::loop_end(IRBuilderBase& at, Constant* loop, bool thrown) {
  call(at, "__unply_loop_end", {loop, at.getInt32(thrown)}, true);
}

void Hooks::parts_begin(IRBuilderBase& at, Constant* function, Value* frame) {
  call(at, "__unply_parts_begin", {function, frame}, true);
}

void Hooks::parts_size(IRBuilderBase& at, Constant* function, Value* frame, uint32_t number, Value* size) {
  call(at, "__unply_parts_size", {function, frame, at.getInt32(number), size}, true);
}

void Hooks::parts_next(IRBuilderBase& at, Constant* function, Value* frame, uint32_t part) {
  call(at, "__unply_parts_next", {function, frame, at.getInt32(part)}, true);
}

void Hooks::parts_end(IRBuilderBase& at, Constant* function, Value* frame) {
  call(at, "__unply_parts_end", {function, frame}, true);
}

CallInst* Hooks::whole_loop(IRBuilderBase& at, Value* trip, Value* streams, uint32_t count, Constant* loop) {
  return call(at, "__unply_loop_whole", {trip, streams, at.getInt32(count), loop}, false);
}

CallInst* Hooks::read_loop(IRBuilderBase& at, Value* trip, Value* streams, uint32_t count, Constant* loop) {
  return call(at, "__unply_loop_read", {trip, streams, at.getInt32(count), loop}, false);
}

CallInst* Hooks::whole_nest(IRBuilderBase& at, Value* trips, uint32_t depth, Value* rows, uint32_t count,
                            Value* loops) {
  return call(at, "__unply_loop_nest", {trips, at.getInt32(depth), rows, at.getInt32(count), loops}, false);
}

CallInst* Hooks::library_call(IRBuilderBase& at, Value* description, Value* words, bool after) {
  const char* name = after ? "__unply_call_after" : "__unply_call_before";
  Function* callee = module_.getFunction(name);
  if (!callee) { // reads whatever the arguments lead to
    auto* type = FunctionType::get(at.getVoidTy(), {at.getPtrTy(), at.getPtrTy()}, false);
    callee = Function::Create(type, GlobalValue::ExternalLinkage, name, module_);
    callee->setDoesNotThrow();
    callee->addFnAttr(Attribute::WillReturn);
    callee->addFnAttr(Attribute::NoCallback);
    callee->addParamAttr(1, compat::captures_none(module_.getContext()));
  }
  return at.CreateCall(callee->getFunctionType(), callee, {description, words});
}

CallInst* Hooks::unseen(IRBuilderBase& at, Value* row) { return call(at, "__unply_unseen", {row}, true); }

CallInst* Hooks::thread_local_use(IRBuilderBase& at, Value* row) {
  return call(at, "__unply_thread_local", {row}, true);
}

CallInst* Hooks::indirect(IRBuilderBase& at, Value* target, Constant* row) {
  return call(at, "__unply_indirect", {target, row}, true);
}

bool is_hook(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  if (!callee) return false;
  StringRef name = callee->getName();
  if (name.starts_with("__unply.carried_") || name == "__unply.birth") return true;
  if (!name.consume_front("__unply_")) return false;
  return name.starts_with("load") || name.starts_with("store") || name == "fresh" || name == "nest" || name == "loop" ||
         name.starts_with("loop_") || name.starts_with("parts_") || name.ends_with("_state") ||
         name.starts_with("call_") || name == "unseen" || name == "indirect" || name == "thread_local";
}

} // namespace unply
