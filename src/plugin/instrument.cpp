// Instruments a module: see instrument.h and, for the order of the passes, pipeline.cpp. For each function: collect the
// accesses, drop irrelevant ones (counted, as in the sanitizers), make loop streams, then place hooks at the remaining
// accesses, the library calls with a model, the starts of stack objects' lifetimes and the copies that tasks take.
#include "instrument.h"

#include "access_names.h"
#include "accesses.h"
#include "barrier.h"
#include "build_command.h"
#include "carried_markers.h"
#include "contexts.h"
#include "error_number.h"
#include "fortran_models.h"
#include "function_parts.h"
#include "hooks.h"
#include "inline_functions.h"
#include "invariant_loads.h"
#include "library_models.h"
#include "local_objects.h"
#include "loop_profile.h"
#include "loop_streams.h"
#include "module_tables.h"
#include "passed_values.h"
#include "plain_copies.h"
#include "region_calls.h"
#include "seen_functions.h"
#include "shortcuts.h"
#include "thread_locals.h"
#include "unseen_calls.h"
#include "updates.h"

#include "unply/loop_notes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "unply"

STATISTIC(NumHooks, "hooks placed for single accesses");
STATISTIC(NumStreams, "accesses replaced by a loop stream");
STATISTIC(NumConstants, "accesses left out: reads of constants");
STATISTIC(NumPrivate, "accesses left out: memory of one task instance alone");
STATISTIC(NumRepeated, "accesses left out: repeated in a task");
STATISTIC(NumModels, "library calls with a model");

namespace unply {

using namespace llvm;

namespace {

constexpr size_t kMaxCovering = 16; // bounds the alias queries

bool wanted(const Function& function) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
         !function.hasFnAttribute(Attribute::Naked) && !is_plain_copy(function) &&
         !function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation);
}

class FunctionInstrumenter {
public:
  FunctionInstrumenter(Function& function, FunctionAnalysisManager& analyses, ModuleTables& tables, Hooks& hooks,
                       SeenFunctions& seen, UnseenCalls& unseen)
      : function_(function), analyses_(analyses), tables_(tables), hooks_(hooks), unseen_(unseen),
        modelled_(function, hooks, seen),
        updates_(function, is_loop_copy(function) ? &analyses.getResult<LoopAnalysis>(function) : nullptr) {}

  void run() {
    SmallVector<CarriedAccess> carried;
    SmallVector<CallBase*> calls;
    for (Instruction& instruction : instructions(function_))
      if (const std::optional<CarriedAccess> access = carried_access(instruction))
        carried.push_back(*access);
      else if (auto* call = dyn_cast<CallBase>(&instruction))
        calls.push_back(call);
    const Contexts contexts(function_);
    if (is_loop_copy(function_))
      profile_.emplace(function_, loop_analyses(), analyses_.getResult<BlockFrequencyAnalysis>(function_), tables_,
                       hooks_);
    find_local_objects(carried, contexts);
    SmallVector<CallBase*> unknown;
    SmallVector<Access, 0> accesses = collect_accesses(function_, unknown);
    for (const Access& access : accesses) tables_.count(access.write ? kUnplyStatStores : kUnplyStatLoads);
    leave_out_invisible(accesses);
    leave_out_error_numbers(accesses, contexts);
    const SmallVector<ThreadLocalUse, 0> uses = find_thread_locals(contexts);
    mark_repeated(accesses);
    place_streams(accesses);
    for (const Access& access : accesses)
      if (!access.repeated) place(access);
    for (CallBase* call : calls) place_call(*call);
    note_thread_locals(uses);
    for (CallBase* call : unknown)
      unseen_.count(*call, call->isInlineAsm() ? "inline assembly" : call->getCalledFunction()->getName());
    for (const CarriedAccess& access : carried) place(access);
    place_births();
    if (!profile_) return;
    for (Instruction* marker : moved_from_) marker->eraseFromParent();
    profile_->place_hooks(loop_analyses());
    place_parts(function_, analyses_.getResult<LoopAnalysis>(function_), tables_, hooks_);
  }

private:
  void find_local_objects(ArrayRef<CarriedAccess> carried, const Contexts& contexts) {
    SmallPtrSet<const Value*, 8> companions;
    for (const CarriedAccess& access : carried)
      if (access.kind == CarriedAccess::kLoad || access.kind == CarriedAccess::kStore) companions.insert(access.object);
    for (Instruction& instruction : instructions(function_)) {
      auto* object = dyn_cast<AllocaInst>(&instruction);
      if (!object || companions.contains(object)) continue;
      LocalObject local = inspect(*object);
      // Behind a phi or select its accesses cannot be told from those of others.
      const Instruction* begin = begin_of_temporary(local, contexts);
      if (!local.captured() && !local.merged && (begin || is_of_one_context(local, contexts))) {
        private_.insert(object);
        if (profile_) mark_private(*object);
        private_accesses_.insert(local.reads.begin(), local.reads.end());
        private_accesses_.insert(local.writes.begin(), local.writes.end());
        continue;
      }
      if (is_compilers_descriptor(*object)) {
        private_.insert(object);
        // Code of the program that is handed the descriptor reads it with hooks.
        if (all_of(local.captures, is_call_of_flangs_runtime)) continue;
      }
      if (begin) local.births.push_back(const_cast<Instruction*>(begin));
      shared_.push_back(std::move(local));
    }
  }

  // Of one task instance. In the profile: of code outside of loops, or another object in each iteration, which loops
  // inside read at most.
  bool is_of_one_context(const LocalObject& local, const Contexts& contexts) {
    if (!profile_) return contexts_of(local, contexts).size() < 2;
    const LoopInfo& loops = analyses_.getResult<LoopAnalysis>(function_);
    const auto loop_of = [&](const Instruction* at) { return loops.getLoopFor(at->getParent()); };
    const Loop* loop = local.births.empty() ? nullptr : loop_of(local.births.front());
    const auto here = [&](const Instruction* at) { return loop_of(at) == loop; };
    if (!all_of(local.births, here) || !all_of(local.writes, here)) return false;
    return all_of(local.reads, [&](const Instruction* at) { return loop ? loop->contains(at) : here(at); });
  }

  LoopAnalyses loop_analyses() {
    return {.loops = analyses_.getResult<LoopAnalysis>(function_),
            .dominators = analyses_.getResult<DominatorTreeAnalysis>(function_),
            .evolution = analyses_.getResult<ScalarEvolutionAnalysis>(function_),
            .aliases = analyses_.getResult<AAManager>(function_)};
  }

  void leave_out_invisible(SmallVectorImpl<Access>& accesses) {
    erase_if(accesses, [&](const Access& access) {
      const Value* object = getUnderlyingObject(access.pointer);
      const auto* global = dyn_cast<GlobalVariable>(object);
      if ((global && global->isConstant()) || access.at->hasMetadata(LLVMContext::MD_invariant_load)) {
        tables_.count(kUnplyStatConstants);
        ++NumConstants;
        return true;
      }
      if (access.at->hasMetadata(kHandedOn)) return true;
      const bool alone = isa<LoadInst, StoreInst>(access.at) && private_accesses_.contains(access.at);
      if (!alone && !private_.contains(object)) return false;
      tables_.count(kUnplyStatPrivate);
      ++NumPrivate;
      return true;
    });
  }

  void leave_out_error_numbers(SmallVectorImpl<Access>& accesses, const Contexts& contexts) {
    if (!function_.getParent()->getFunction("__errno_location")) return;
    const auto& dominators = analyses_.getResult<DominatorTreeAnalysis>(function_);
    erase_if(accesses, [&](const Access& access) {
      return is_error_number(*access.pointer) && is_own_error_number(*access.at, contexts, dominators);
    });
  }

  // Before hooks have these addresses as arguments.
  SmallVector<ThreadLocalUse, 0> find_thread_locals(const Contexts& contexts) {
    if (!profile_) return {};
    const auto& dominators = analyses_.getResult<DominatorTreeAnalysis>(function_);
    return thread_local_uses(function_, [&](const Instruction& access) {
      const Value* pointer = getLoadStorePointerOperand(&access);
      return pointer && is_error_number(*pointer) && is_own_error_number(access, contexts, dominators);
    });
  }

  void note_thread_locals(ArrayRef<ThreadLocalUse> uses) {
    StringSet<> known; // of a block
    const BasicBlock* block = nullptr;
    for (const ThreadLocalUse& use : uses) {
      if (use.at->getParent() != block) known.clear();
      block = use.at->getParent();
      const std::string name = (use.address ? kThreadLocalAddress : kThreadLocalUse) + use.name;
      if (known.insert(name).second) unseen_.note(*use.at, name);
    }
  }

  void place_streams(SmallVectorImpl<Access>& accesses) {
    const auto site_of = [&](const Access& access) {
      return site(*access.at, *access.pointer, access.write, kSiteStream);
    };
    if (profile_) {
      moved_from_ = move_invariant_loads(accesses, loop_analyses());
      profile_->add_rows(loop_analyses());
      profile_->note_accesses(accesses);
    }
    const unsigned placed =
        place_loop_streams(accesses, function_, loop_analyses(), hooks_, site_of, profile_ ? &*profile_ : nullptr);
    tables_.count(kUnplyStatStreams, placed);
    NumStreams += placed;
    if (profile_) profile_->take_reads(accesses, loop_analyses(), site_of);
  }

  // Between two barriers all accesses belong to one task instance: a read adds nothing to an earlier read of the same
  // bytes, and a write nothing to an earlier write, unless the other kind came in between. (A read of the task's own
  // value counts: it makes an antidependence to the next writer.) What comes before a block is common to all ways in;
  // into a loop comes what nothing in it ends. One pass: the fixed point would add reads that a loop ends and repeats.
  // Before streams are placed, so that a repeat in a branch does not keep its loop from having them.
  void mark_repeated(SmallVectorImpl<Access>& accesses) {
    if (!wants(Shortcut::repeats)) return;
    DenseMap<const Instruction*, SmallVector<Access*, 2>> at;
    for (Access& access : accesses) at[access.at].push_back(&access);
    DenseMap<const BasicBlock*, Covering> at_end;
    const LoopInfo& loops = analyses_.getResult<LoopAnalysis>(function_);
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_)) {
      const Loop* loop = loops.isLoopHeader(block) ? loops.getLoopFor(block) : nullptr;
      Covering covering = common_covering(*block, loop, at_end);
      if (loop && !covering.empty()) leave_what_loop_ends(covering, *loop, at);
      if (profile_ && (loop || leaves_loop(*block, loops))) covering.clear(); // iterations are told apart
      for (Instruction& instruction : *block) {
        if (is_barrier(instruction) || is_birth(instruction)) covering.clear();
        const auto found = at.find(&instruction);
        if (found == at.end()) continue;
        for (Access* access : found->second) access->repeated = repeats(*access, covering);
      }
      at_end[block] = std::move(covering);
    }
  }

  static bool leaves_loop(const BasicBlock& block, const LoopInfo& loops) {
    return any_of(predecessors(&block), [&](const BasicBlock* before) {
      const Loop* loop = loops.getLoopFor(before);
      return loop && !loop->contains(&block);
    });
  }

  using Covering = SmallVector<Access, 8>;

  static Access* find_covering(Covering& covering, const Access& access) {
    Access* found = find_if(covering, [&](const Access& before) {
      return before.pointer == access.pointer && before.write == access.write;
    });
    return found == covering.end() ? nullptr : found;
  }

  // Of all ways into the block; of a loop, from outside.
  static Covering common_covering(const BasicBlock& block, const Loop* loop,
                                  const DenseMap<const BasicBlock*, Covering>& at_end) {
    Covering common;
    bool first = true;
    for (const BasicBlock* before : predecessors(&block)) {
      if (loop && loop->contains(before)) continue;
      const auto known = at_end.find(before);
      if (known == at_end.end()) return {}; // a cycle with several entries, or code that is never reached
      Covering theirs = known->second;
      if (first) {
        common = std::move(theirs);
        first = false;
        continue;
      }
      erase_if(common, [&](Access& access) {
        const Access* other = find_covering(theirs, access);
        if (other) access.bytes = std::min(access.bytes, other->bytes);
        return !other;
      });
    }
    return common;
  }

  void leave_what_loop_ends(Covering& covering, const Loop& loop,
                            const DenseMap<const Instruction*, SmallVector<Access*, 2>>& at) {
    for (const BasicBlock* block : loop.blocks())
      for (const Instruction& instruction : *block) {
        if (is_barrier(instruction) || is_birth(instruction)) return covering.clear();
        const auto found = at.find(&instruction);
        if (found == at.end()) continue;
        for (const Access* access : found->second) leave_what_ends(covering, *access);
      }
  }

  void leave_what_ends(Covering& covering, const Access& access) {
    AAResults& aliases = analyses_.getResult<AAManager>(function_);
    erase_if(covering, [&](const Access& before) {
      return before.write != access.write && !aliases.isNoAlias(location_of(before), location_of(access));
    });
  }

  static MemoryLocation location_of(const Access& access) {
    const LocationSize size =
        access.bytes > 0 ? LocationSize::precise(access.bytes) : LocationSize::beforeOrAfterPointer();
    return MemoryLocation(access.pointer, size, access.at->getAAMetadata());
  }

  bool repeats(const Access& access, Covering& covering) {
    const bool simple = access.bytes > 0 && !access.atomic;
    Access* before = simple ? find_covering(covering, access) : nullptr;
    if (before && access.bytes <= before->bytes) {
      tables_.count(kUnplyStatRepeated);
      ++NumRepeated;
      return true;
    }
    leave_what_ends(covering, access);
    if (!simple) return false;
    if (before) { // wider than before; ending the other kind moved it
      before = find_covering(covering, access);
      before->bytes = access.bytes;
      return false;
    }
    if (covering.size() == kMaxCovering) covering.erase(covering.begin());
    covering.push_back(access);
    return false;
  }

  Constant* site(const Instruction& at, const Value& pointer, bool write, uint32_t flags) {
    return record(at, access_name(pointer, function_), write, flags | updates_.flags(at) | flag_of(&pointer));
  }

  static uint32_t flag_of(const Value* pointer) {
    return pointer && is_thread_local(*pointer) ? uint32_t{kSiteThreadLocal} : 0u;
  }

  Constant* record(const Instruction& at, std::string variable, bool write, uint32_t flags) {
    SourcePlace place = source_place(at);
    return tables_.site({.file = std::move(place.file),
                         .line = place.line,
                         .column = place.column,
                         .function = std::move(place.function),
                         .variable = std::move(variable),
                         .inlined_file = std::move(place.inlined_file),
                         .inlined_line = place.inlined_line,
                         .flags = flags | (write ? kSiteWrite : 0)});
  }

  void place(const Access& access) {
    Instruction* here = access.behind ? access.behind->getNextNode() : access.at;
    if (access.when) here = SplitBlockAndInsertIfThen(access.when, here->getIterator(), /*Unreachable=*/false);
    IRBuilder<> at(here);
    at.SetCurrentDebugLocation(access.at->getDebugLoc());
    Constant* where = site(*access.at, *access.pointer, access.write, 0);
    if (access.length)
      hooks_.range(at, access.pointer, access.length, access.write, where);
    else if (profile_)
      hooks_.profiled_access(at, access.pointer, access.bytes, access.write, where);
    else
      hooks_.access(at, access.pointer, access.bytes, access.write, where);
    count_hook();
  }

  void place(const CarriedAccess& carried) {
    IRBuilder<> at(carried.marker);
    const bool write = carried.kind == CarriedAccess::kStore || carried.kind == CarriedAccess::kResult;
    std::string variable = carried.variable.empty() ? access_name(*carried.object, function_) : carried.variable.str();
    Constant* where = record(*carried.marker, std::move(variable), write, 0);
    if (carried.kind == CarriedAccess::kArgument || carried.kind == CarriedAccess::kResult)
      hooks_.passed(at, carried.object, carried.bytes, write, where);
    else
      hooks_.access(at, carried.object, carried.bytes, write, where);
    carried.marker->eraseFromParent();
    count_hook();
  }

  // Whoever gives memory back has to wait for those that use it. In recordings of tasks that is no access: edges of the
  // graph are between loads and stores.
  void place_end_of_block(CallBase& call) {
    IRBuilder<> at(&call);
    hooks_.range(at, call.getArgOperand(0), bytes_of_block(at, call), true,
                 site(call, *call.getArgOperand(0), true, kSiteModel));
    count_hook();
  }

  void place_call(CallBase& call) {
    if (is_loop_copy(function_) && gives_block_back(call)) return place_end_of_block(call);
    if (const Model* model = library_model(call)) {
      if (touches_nothing(*model)) return;
      // A loop in which it is called has its iterations in order, whatever memory it touches.
      if (is_loop_copy(function_) && moves_in_file(*model)) unseen_.count(call, call.getCalledFunction()->getName());
      modelled_.place(call, *model, [&](const Value* pointer, StringRef hidden, bool write) {
        std::string name = pointer ? access_name(*pointer, function_) : hidden.str();
        if (StringRef(name).ends_with("->_flags")) name.resize(name.size() - 8); // a FILE, not its first member
        return record(call, std::move(name), write, kSiteModel | flag_of(pointer));
      });
    } else if (!place_fortran_model(call)) {
      return unseen_.count_call(call);
    }
    tables_.count(kUnplyStatModels);
    ++NumModels;
  }

  bool place_fortran_model(CallBase& call) {
    return apply_fortran_model(call, hooks_, [&](const Value& pointer, bool elements, bool write) {
      if (!elements) return site(call, pointer, write, kSiteModel);
      return record(call, described_name(pointer, function_), write, kSiteModel);
    });
  }

  void count_hook() {
    tables_.count(kUnplyStatHooks);
    ++NumHooks;
  }

  // Earlier accesses to these stack bytes were to another object.
  void place_births() {
    for (const LocalObject& local : shared_) {
      SmallVector<Instruction*, 2> births(local.births);
      // Before a coroutine has its frame, its objects are elsewhere; the frame's history ends with its memory.
      if (births.empty() && function_.isPresplitCoroutine()) continue;
      if (births.empty()) births.push_back(local.object);
      for (Instruction* birth : births) {
        IRBuilder<> at(birth->getNextNode());
        at.SetCurrentDebugLocation(birth->getDebugLoc());
        if (Value* bytes = size_of(*local.object, at)) hooks_.fresh(at, local.object, bytes);
      }
    }
    // The caller copied a byval argument without a hook.
    for (Argument& argument : function_.args()) {
      if (!argument.hasByValAttr()) continue;
      IRBuilder<> at(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      const uint64_t bytes = function_.getDataLayout().getTypeStoreSize(argument.getParamByValType());
      hooks_.fresh(at, &argument, at.getInt64(bytes));
    }
  }

  Value* size_of(const AllocaInst& object, IRBuilderBase& at) const {
    if (object.getType()->getPointerAddressSpace() != 0) return nullptr;
    const TypeSize element = function_.getDataLayout().getTypeAllocSize(object.getAllocatedType());
    Value* bytes = at.CreateTypeSize(at.getInt64Ty(), element);
    if (!object.isArrayAllocation()) return bytes;
    Value* count = at.CreateZExtOrTrunc(const_cast<Value*>(object.getArraySize()), at.getInt64Ty());
    return at.CreateMul(count, bytes);
  }

  Function& function_;
  FunctionAnalysisManager& analyses_;
  ModuleTables& tables_;
  Hooks& hooks_;
  UnseenCalls& unseen_;
  ModelledCalls modelled_;
  const Updates updates_;
  std::optional<LoopProfile> profile_;      // of a loop copy
  SmallVector<Instruction*, 8> moved_from_; // markers
  SmallPtrSet<const Value*, 8> private_;
  SmallPtrSet<const Instruction*, 8> private_accesses_; // also behind a phi
  SmallVector<LocalObject, 0> shared_;
};

} // namespace

PreservedAnalyses InstrumentPass::run(Module& module, ModuleAnalysisManager& analyses) {
  keep_build_command(module);
  ModuleTables tables(module);
  Hooks hooks(module);
  SeenFunctions seen(module);
  UnseenCalls unseen(module, hooks, seen);
  FunctionAnalysisManager& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (Function& function : module)
    if (wanted(function)) {
      const uint32_t before = tables.accesses_with_hooks();
      FunctionInstrumenter(function, functions, tables, hooks, seen, unseen).run();
      if (is_loop_copy(function)) continue;
      mark_instrumented(function, tables.accesses_with_hooks() > before);
      seen.define_all(function);
      tables.count(kUnplyStatFunctions);
    }
  unpin(module);
  if (plain_copies_wanted()) {
    const bool registers = !tables.empty() || region_array(module); // else nobody could clear the flag
    tables.count(kUnplyStatCopies, place_dispatches(module, registers ? &tables.plain_flag() : nullptr));
  }
  tables.finish();
  return PreservedAnalyses::none();
}

} // namespace unply
