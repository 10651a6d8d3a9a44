// See thread_locals.h.
#include "thread_locals.h"

#include "access_names.h"
#include "error_number.h"
#include "hooks.h"
#include "library_models.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace unply {

using namespace llvm;

namespace {

StringRef called(const Value& value) {
  const auto* call = dyn_cast<CallBase>(&value);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee ? callee->getName() : StringRef();
}

// Clang's own functions: one that returns the place of a variable which another file may have to set up, and those that
// set such variables up, in each thread anew.
bool is_of_compiler(StringRef function) {
  return function.starts_with("_ZTW") || function.starts_with("_ZTH") || function.starts_with("__tls_init") ||
         function.starts_with("__cxx_global_var_init");
}

bool finds_place(const Value& value) {
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&value);
  if (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address) return true;
  return called(value).starts_with("_ZTW") || is_error_number(value);
}

bool hands_on(const User& user) { return isa<GEPOperator, CastInst, PHINode, SelectInst, FreezeInst>(user); }

// Everything that is computed from the place of the variable, and the accesses of it.
class Uses {
public:
  explicit Uses(Value& place) { follow(place); }
  SmallVector<Instruction*, 4> accesses;
  bool address = false;

private:
  void follow(Value& place) {
    SmallVector<Value*, 4> work{&place};
    SmallPtrSet<const Value*, 8> seen;
    while (!work.empty()) {
      Value* value = work.pop_back_val();
      if (!seen.insert(value).second) continue;
      for (const Use& use : value->uses()) {
        if (hands_on(*use.getUser()) && !isa<PtrToIntInst>(use.getUser()))
          work.push_back(use.getUser());
        else if (auto* at = dyn_cast<Instruction>(use.getUser()))
          note(*at, use);
      }
    }
  }
  void note(Instruction& at, const Use& use) {
    if (isa<CmpInst>(at) || is_hook(at)) return;
    const auto* store = dyn_cast<StoreInst>(&at);
    if (isa<LoadInst>(at) || (store && store->getPointerOperand() == use.get())) return accesses.push_back(&at);
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(at) && use.getOperandNo() == 0) return accesses.push_back(&at);
    const auto* call = dyn_cast<CallBase>(&at);
    if (call && call->isLifetimeStartOrEnd()) return;
    if (call && (isa<IntrinsicInst>(call) || library_model(*call))) return accesses.push_back(&at);
    address = true;
  }
};

// `calloc` may set errno, as any code without hooks; a call of other code of the program may lead to such code.
bool may_set_error_number(const Instruction& at) {
  const auto* call = dyn_cast<CallBase>(&at);
  if (!call || isa<IntrinsicInst>(call) || call->isInlineAsm() || is_hook(*call) || finds_place(*call)) return false;
  return !called(*call).starts_with("__unply") && !call->doesNotAccessMemory();
}

bool is_read_of_error_number(const Instruction& at) {
  if (called(at) == "perror") return true;
  const auto* load = dyn_cast<LoadInst>(&at);
  return load && is_error_number(*load->getPointerOperand());
}

// What stands behind has another value than the loop left: that of a write, or of a call of code without hooks.
bool ends_value(const Instruction& at) {
  if (const auto* store = dyn_cast<StoreInst>(&at)) return is_error_number(*store->getPointerOperand());
  const auto* call = dyn_cast<CallBase>(&at);
  return call && may_set_error_number(at) && call->getCalledFunction() && call->getCalledFunction()->isDeclaration();
}

// Some path leads from the loop to a read of errno without passing by anything that sets it.
bool is_error_number_read_behind(const Loop& loop) {
  auto sets = [](const BasicBlock* block) { return any_of(*block, may_set_error_number); };
  if (!any_of(loop.blocks(), sets)) return false;
  SmallVector<BasicBlock*, 8> work;
  loop.getExitBlocks(work);
  SmallPtrSet<const BasicBlock*, 16> seen;
  while (!work.empty()) {
    BasicBlock* block = work.pop_back_val();
    if (loop.contains(block) || !seen.insert(block).second) continue;
    const Instruction* end = nullptr;
    for (const Instruction& at : *block) {
      if (is_read_of_error_number(at)) return true;
      if (ends_value(at)) {
        end = &at;
        break;
      }
    }
    if (!end) work.append(succ_begin(block), succ_end(block));
  }
  return false;
}

} // namespace

bool is_thread_local(const Value& pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(&pointer, objects);
  return any_of(objects, [](const Value* object) {
    const auto* global = dyn_cast<GlobalVariable>(object);
    return (global && global->isThreadLocal()) || finds_place(*object);
  });
}

SmallVector<ThreadLocalUse, 0> thread_local_uses(Function& function, function_ref<bool(const Instruction&)> ignored) {
  SmallVector<ThreadLocalUse, 0> found;
  if (is_of_compiler(function.getName())) return found;
  for (Instruction& at : instructions(function)) {
    if (!finds_place(at)) continue;
    Uses uses(at);
    erase_if(uses.accesses, [&](const Instruction* access) { return ignored(*access); });
    if (uses.accesses.empty() && !uses.address) continue;
    found.push_back({.at = &at, .name = access_name(at, function), .address = uses.address});
  }
  return found;
}

void add_thread_locals(json::Object& facts, const Loop& loop) {
  json::Array names;
  StringSet<> known;
  const Function& function = *loop.getHeader()->getParent();
  auto add = [&](const Value& value) {
    const Value* place = value.getType()->isPointerTy() ? getUnderlyingObject(&value) : nullptr;
    const auto* global = dyn_cast_or_null<GlobalVariable>(place);
    if (!place || is_error_number(*place) || !(finds_place(*place) || (global && global->isThreadLocal()))) return;
    std::string name = access_name(*place, function);
    if (known.insert(name).second) names.push_back(std::move(name));
  };
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& at : *block) {
      add(at);
      for (const Use& operand : at.operands()) add(*operand);
    }
  if (!names.empty()) facts["thread_locals"] = std::move(names);
  if (is_error_number_read_behind(loop)) facts["error_number_behind"] = true;
}

} // namespace unply
