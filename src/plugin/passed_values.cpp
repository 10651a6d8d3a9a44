// Arguments and results of selected functions; see passed_values.h.
#include "passed_values.h"

#include "carried_markers.h"
#include "local_objects.h"
#include "region_calls.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace unply {

using namespace llvm;

namespace {

constexpr unsigned kMostOperations = 64; // of one expression

// The sources from which a value is computed without memory accesses.
struct Origins {
  SmallSetVector<LoadInst*, 4> loads;
  MapVector<Value*, uint64_t> results; // of tasks: where the history of each lies, and its bytes
  void add(const Origins& other) {
    loads.insert_range(other.loads);
    for (const auto& [place, bytes] : other.results) results.insert({place, bytes});
  }
};

class PassedValues {
public:
  explicit PassedValues(Function& function) : function_(function), layout_(function.getDataLayout()) {}

  SmallVector<AllocaInst*> run() {
    for (Instruction& instruction : instructions(function_))
      if (auto* call = dyn_cast<CallBase>(&instruction); call && is_task_call(*call)) calls_.push_back(call);
    if (calls_.empty()) return {};
    for (CallBase* call : calls_)
      if (call->getType()->isSized()) keys_[call] = key_of(*call);
    // All uses first: they are described by the code as it was.
    for (const auto& [call, key] : keys_) find_uses(call);
    const DominatorTree dominators(function_);
    for (CallBase* call : calls_) announce(*call, dominators);
    for (Instruction* user : users_) use(*user);
    follow_copies(dominators);
    return SmallVector<AllocaInst*>(pinned_.begin(), pinned_.end());
  }

private:
  // A musttail call gives up the frame in which its arguments have their histories: its caller counts as not seen.
  static bool is_task_call(const CallBase& call) {
    const Function* callee = call.getCalledFunction();
    return callee && callee->hasFnAttribute(kTaskFunction) && !call.isMustTailCall();
  }

  static bool is_operation(const Value& value) {
    return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, PHINode, FreezeInst, GetElementPtrInst,
               ExtractValueInst, InsertValueInst, ExtractElementInst, InsertElementInst, ShuffleVectorInst>(value);
  }

  AllocaInst* key_of(CallBase& call) {
    IRBuilder<> entry(&function_.getEntryBlock(), function_.getEntryBlock().getFirstInsertionPt());
    auto* key = entry.CreateAlloca(call.getType(), nullptr, call.getCalledFunction()->getName() + ".result");
    pinned_.insert(key);
    // What a call at this place of the stack left must not be read where this call is not made: `x ? n : f(n - 1)`.
    call_runtime(entry, "__unply_fresh", {key, entry.getInt64(bytes_of(call.getType()))});
    return key;
  }

  Origins origins_of(Value* value) const {
    Origins origins;
    SmallSetVector<Value*, 16> work;
    work.insert(value);
    for (unsigned next = 0; next < work.size() && next < kMostOperations; ++next) {
      if (auto* load = dyn_cast<LoadInst>(work[next])) {
        if (temporaries_.contains(getUnderlyingObject(load->getPointerOperand())))
          origins.results.insert({load->getPointerOperand(), bytes_of(load->getType())});
        else
          origins.loads.insert(load);
      } else if (auto* call = dyn_cast<CallBase>(work[next])) {
        if (AllocaInst* key = keys_.lookup(call)) origins.results.insert({key, bytes_of(call->getType())});
      } else if (is_operation(*work[next])) {
        for (Value* operand : cast<Instruction>(work[next])->operands()) work.insert(operand);
      }
    }
    return origins;
  }

  // The instructions that a result reaches through operations, or through a temporary of the compiler's (the members of
  // a struct), and that do something with it.
  void find_uses(Value* value) {
    for (User* user : value->users()) {
      auto* instruction = cast<Instruction>(user);
      auto* call = dyn_cast<CallBase>(instruction);
      auto* store = dyn_cast<StoreInst>(instruction);
      if (is_operation(*instruction)) {
        if (reached_.insert(instruction)) find_uses(instruction);
      } else if (!call || !is_task_call(*call)) {
        users_.insert(instruction);
      }
      if (store && store->getValueOperand() == value)
        find_uses_of_temporary(getUnderlyingObject(store->getPointerOperand()));
    }
  }

  void find_uses_of_temporary(const Value* stored) {
    auto* object = const_cast<AllocaInst*>(dyn_cast<AllocaInst>(stored));
    if (!object || variable_of(*object) || !temporaries_.insert(object)) return;
    for (Instruction* read : inspect(*object).reads)
      if (isa<LoadInst>(read))
        find_uses(read);
      else
        users_.insert(read);
  }

  uint64_t bytes_of(Type* type) const { return layout_.getTypeStoreSize(type).getKnownMinValue(); }

  void call_runtime(IRBuilderBase& at, const char* name, ArrayRef<Value*> arguments) {
    SmallVector<Type*, 4> types;
    for (const Value* argument : arguments) types.push_back(argument->getType());
    FunctionCallee callee =
        function_.getParent()->getOrInsertFunction(name, FunctionType::get(at.getVoidTy(), types, false));
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    at.CreateCall(callee, arguments);
  }

  // Before a call: the memory that its task will read, and the place of its result.
  void announce(CallBase& call, const DominatorTree& dominators) {
    IRBuilder<> at(&call);
    call_runtime(at, "__unply_call", {});
    Origins all;
    for (Value* argument : call.args()) all.add(origins_of(argument));
    for (LoadInst* load : all.loads) {
      Value* pointer = load->getPointerOperand();
      if (!dominators.dominates(pointer, &call)) continue;
      keep_in_memory(pointer);
      carried_marker(at, CarriedAccess::kArgument, pointer, bytes_of(load->getType()), name_of(pointer));
    }
    for (const auto& [place, bytes] : all.results)
      if (dominators.dominates(place, &call))
        carried_marker(at, CarriedAccess::kArgument, place, bytes, name_of(place));
    for (unsigned index = 0; index < call.arg_size(); ++index)
      if (call.isByValArgument(index))
        carried_marker(at, CarriedAccess::kArgument, call.getArgOperand(index), bytes_of(call.getParamByValType(index)),
                       "");
    if (AllocaInst* key = keys_.lookup(&call))
      carried_marker(at, CarriedAccess::kResult, key, bytes_of(call.getType()), "");
    if (!passes_objects(call)) return;
    auto* invoke = dyn_cast<InvokeInst>(&call);
    IRBuilder<> after(invoke ? &*invoke->getNormalDest()->getFirstInsertionPt() : call.getNextNode());
    after.SetCurrentDebugLocation(call.getDebugLoc());
    call_runtime(after, "__unply_lost", {});
  }

  // Results in memory and copies of class objects ("agg.tmp" in clang): constructors and assignments of the caller move
  // them, outside of tasks.
  static bool passes_objects(const CallBase& call) {
    return call.hasStructRetAttr() || any_of(call.args(), [](const Use& argument) {
             const auto* copy = dyn_cast<AllocaInst>(argument->stripInBoundsOffsets());
             return copy && copy->getName().starts_with("agg.tmp");
           });
  }

  static StringRef name_of(Value* pointer) {
    auto* object = dyn_cast<AllocaInst>(pointer);
    const DILocalVariable* variable = object ? variable_of(*object) : nullptr;
    return variable ? variable->getName() : "";
  }

  void keep_in_memory(Value* pointer) {
    if (auto* object = dyn_cast<AllocaInst>(pointer->stripInBoundsOffsets())) pinned_.insert(object);
  }

  void use(Instruction& user) {
    auto* store = dyn_cast<StoreInst>(&user);
    auto* copy = dyn_cast<AnyMemTransferInst>(&user);
    Origins origins;
    if (store)
      origins = origins_of(store->getValueOperand()); // an address is no value that is handed on
    else if (copy && isa<ConstantInt>(copy->getLength()))
      origins.results.insert({copy->getRawSource(), cast<ConstantInt>(copy->getLength())->getZExtValue()});
    else
      for (Value* operand : user.operands()) origins.add(origins_of(operand));
    if (origins.results.empty()) return;
    IRBuilder<> before(place_before(user));
    before.SetCurrentDebugLocation(user.getDebugLoc());
    const bool alone = (store || copy) && origins.results.size() == 1 && origins.loads.empty() && !user.isAtomic();
    if (!alone)
      for (const auto& [place, bytes] : origins.results)
        carried_marker(before, CarriedAccess::kLoad, place, bytes, name_of(place));
    if (store)
      hand_on(user, store->getPointerOperand(), bytes_of(store->getValueOperand()->getType()), origins, alone);
    else if (copy && alone)
      hand_on(user, copy->getRawDest(), origins.results.back().second, origins, alone);
    else if (isa<CallBase, ReturnInst>(user))
      call_runtime(before, "__unply_lost", {});
  }

  void hand_on(Instruction& user, Value* to, uint64_t stored, const Origins& origins, bool alone) {
    IRBuilder<> after(user.getNextNode());
    after.SetCurrentDebugLocation(user.getDebugLoc());
    keep_in_memory(to);
    const auto& [place, bytes] = origins.results.back();
    keep_in_memory(place);
    call_runtime(after, "__unply_handed", {to, place, after.getInt64(std::min(stored, bytes)), after.getInt32(!alone)});
    if (alone) user.setMetadata(kHandedOn, MDNode::get(function_.getContext(), {}));
  }

  // ---- values that tasks left in memory, and that code outside of tasks copies, or computes others from

  struct Copy {
    Instruction* user; // a store, or a block copy
    Value* to;
    Origins from;
  };

  // `in = out + 1; f(&in, &out)`: a store whose value comes from memory that tasks may have written has its writer.
  void follow_copies(const DominatorTree& dominators) {
    SmallVector<Copy, 16> copies;
    for (Instruction& instruction : instructions(function_))
      if (auto* store = dyn_cast<StoreInst>(&instruction);
          store && !reached_.contains(store) && !users_.contains(store))
        copies.push_back({store, store->getPointerOperand(), sources_of(store->getValueOperand())});
      else if (auto* block = dyn_cast<AnyMemTransferInst>(&instruction); block && !users_.contains(block))
        copies.push_back({block, block->getRawDest(), {}});
    find_written_by_tasks(copies);
    for (const Copy& copy : copies) follow_copy(copy, dominators);
  }

  // Like origins_of, but also through calls of other code: its result is assumed to depend on its arguments.
  Origins sources_of(Value* value) const {
    Origins sources;
    SmallSetVector<Value*, 16> work;
    work.insert(value);
    for (unsigned next = 0; next < work.size() && next < kMostOperations; ++next) {
      auto* call = dyn_cast<CallBase>(work[next]);
      if (auto* load = dyn_cast<LoadInst>(work[next]))
        sources.loads.insert(load);
      else if (call ? !is_task_call(*call) : is_operation(*work[next]))
        for (Value* operand : call ? call->args() : cast<Instruction>(work[next])->operands()) work.insert(operand);
    }
    return sources;
  }

  // The local variables that may hold a value written by a task: a loop's index is none, and stays in a register.
  void find_written_by_tasks(ArrayRef<Copy> copies) {
    for (Instruction* user : users_)
      if (auto* store = dyn_cast<StoreInst>(user)) written_.insert(getUnderlyingObject(store->getPointerOperand()));
    for (Instruction& instruction : instructions(function_))
      if (auto* object = dyn_cast<AllocaInst>(&instruction); object && inspect(*object).captured())
        written_.insert(object);
    for (size_t known = ~size_t{0}; known != written_.size();) {
      known = written_.size();
      for (const Copy& copy : copies)
        if (any_of(copy.from.loads, [&](LoadInst* load) { return may_be_written(load->getPointerOperand()); }) ||
            (isa<AnyMemTransferInst>(copy.user) && may_be_written(cast<AnyMemTransferInst>(copy.user)->getRawSource())))
          written_.insert(getUnderlyingObject(copy.to));
    }
  }

  bool may_be_written(const Value* pointer) const {
    const Value* object = getUnderlyingObject(pointer);
    return !isa<AllocaInst>(object) || written_.contains(object);
  }

  void follow_copy(const Copy& copy, const DominatorTree& dominators) {
    IRBuilder<> before(copy.user), after(copy.user->getNextNode());
    after.SetCurrentDebugLocation(copy.user->getDebugLoc());
    if (auto* block = dyn_cast<AnyMemTransferInst>(copy.user)) {
      if (may_be_written(block->getRawSource()))
        call_runtime(after, "__unply_between_copy",
                     {copy.to, block->getRawSource(), after.CreateZExtOrTrunc(block->getLength(), after.getInt64Ty())});
      return;
    }
    before.SetCurrentDebugLocation(copy.user->getDebugLoc());
    bool any = false;
    for (LoadInst* load : copy.from.loads) {
      Value* from = load->getPointerOperand();
      if (!may_be_written(from) || !dominators.dominates(from, copy.user)) continue;
      keep_in_memory(from);
      call_runtime(before, "__unply_between_read", {from, before.getInt64(bytes_of(load->getType()))});
      any = true;
    }
    if (!any) return;
    keep_in_memory(copy.to);
    const uint64_t bytes = bytes_of(cast<StoreInst>(copy.user)->getValueOperand()->getType());
    call_runtime(after, "__unply_between_write", {copy.to, after.getInt64(bytes)});
  }

  // Before the end of the task that the function itself is, if the user returns.
  static Instruction* place_before(Instruction& user) {
    for (Instruction* at = user.getPrevNode(); isa<ReturnInst>(user) && at; at = at->getPrevNode())
      if (is_task_end(*at)) return at->getPrevNode() ? at->getPrevNode() : at;
    return &user;
  }

  Function& function_;
  const DataLayout& layout_;
  SmallVector<CallBase*> calls_;
  MapVector<CallBase*, AllocaInst*> keys_;
  SmallSetVector<Instruction*, 16> reached_, users_;
  SmallSetVector<const Value*, 4> temporaries_; // that results are stored to
  SmallPtrSet<const Value*, 8> written_;        // objects that may hold a value written by a task
  SmallSetVector<AllocaInst*, 8> pinned_;
};

} // namespace

SmallVector<AllocaInst*> follow_passed_values(Function& function) { return PassedValues(function).run(); }

} // namespace unply
