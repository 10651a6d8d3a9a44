// As clang and flang lower it for LLVM's runtime (openmp.llvm.org, kmp.h): a worksharing loop counts from 0 to a bound
// in memory that the runtime cuts into pieces. Here one thread gets all of it: loops that ask for the next piece ask
// once.
#include "extract/openmp.h"
#include "extract/openmp_loops.h"
#include "extract/openmp_untied.h"
#include <fmt/format.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Transforms/Utils/Local.h>
#include <map>
#include <set>

namespace unply::extract {
namespace {

using namespace llvm;
using stg::Call, stg::Role;

constexpr unsigned kDependBytes = 24; // of a kmp_depend_info: address, length, kind
constexpr unsigned kMostDepends = 64;

class Lifter {
public:
  Lifter(Module& module, Prepared& prepared) : module_(module), prepared_(prepared) {}
  bool run();

private:
  using Arguments = std::vector<std::pair<Role, Value*>>;
  Module& module_;
  Prepared& prepared_;
  std::map<const Value*, Function*> entries_; // of tasks, by their memory

  void lift(CallInst& call);
  bool lift_region(CallInst& call, StringRef name);
  bool lift_loop(CallInst& call, StringRef name);
  bool lift_task(CallInst& call, StringRef name);
  bool lift_parallel(CallInst& call);
  void lift_static(CallInst& call);
  void lift_dispatch(CallInst& call);
  void lift_reduction(CallInst& call);
  void mark_loop(IRBuilder<>& builder, CallInst& call, Value* first, Value* last, int64_t schedule, Value* chunk);
  void make_task(CallInst& call);
  void lift_taskloop(CallInst& call, bool has_modifier);
  void run_task(CallInst& call, Call as, std::string name, Value* task, Arguments arguments);
  Arguments depends(IRBuilder<>& builder, CallInst& call, Value* number, Value* list);
  CallInst* mark(IRBuilder<>& builder, Call call, std::string name, const Arguments& arguments = {});
  void not_followed(const CallInst& call, const std::string& what);
  AllocaInst* slot(Function& function, uint64_t bytes);
};

const MpiFunction* function_for(Call call) {
  static std::map<Call, MpiFunction> functions;
  return &functions.try_emplace(call, MpiFunction{.call = call}).first->second;
}

CallInst* Lifter::mark(IRBuilder<>& builder, Call call, std::string name, const Arguments& arguments) {
  PreparedOperation operation{.function = function_for(call), .name = std::move(name)};
  std::vector<Value*> values = {builder.getInt32(uint32_t(prepared_.operations.size()))};
  for (const auto& [role, value] : arguments) operation.arguments.push_back({.role = role}), values.push_back(value);
  prepared_.operations.push_back(std::move(operation));
  Type* i32 = builder.getInt32Ty();
  return builder.CreateCall(module_.getOrInsertFunction(kOperation, FunctionType::get(i32, {i32}, true)), values);
}

void Lifter::not_followed(const CallInst& call, const std::string& what) {
  const DebugLoc& at = call.getDebugLoc();
  const std::string sentence =
      at ? fmt::format("{} at {}:{} is not followed", what, at->getFilename().str(), at->getLine())
         : what + " is not followed";
  if (find(prepared_.unseen, sentence) == prepared_.unseen.end()) prepared_.unseen.push_back(sentence);
}

AllocaInst* Lifter::slot(Function& function, uint64_t bytes) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  return builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes));
}

void drop(CallInst& call, Value* result = nullptr) {
  if (!call.use_empty()) call.replaceAllUsesWith(result ? result : Constant::getNullValue(call.getType()));
  call.eraseFromParent();
}

void inline_later(Function& function) {
  function.removeFnAttr(Attribute::NoInline);
  function.removeFnAttr(Attribute::OptimizeNone);
  if (!function.isDeclaration()) function.addFnAttr(Attribute::AlwaysInline);
}

bool Lifter::lift_parallel(CallInst& call) {
  auto* outlined = dyn_cast<Function>(call.getArgOperand(2)->stripPointerCasts());
  if (!outlined || outlined->isDeclaration() || outlined->arg_size() + 1 != call.arg_size()) return false;
  IRBuilder<> builder(&call);
  std::vector<Value*> values;
  for (int i = 0; i < 2; ++i) { // the number of the thread, in its team too
    Value* thread = slot(*call.getFunction(), 4);
    builder.CreateStore(builder.getInt32(0), thread);
    values.push_back(thread);
  }
  for (unsigned i = 3; i < call.arg_size(); ++i) values.push_back(call.getArgOperand(i));
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i]->getType() != outlined->getArg(unsigned(i))->getType()) return false;
  mark(builder, Call::omp_parallel, "parallel");
  builder.CreateCall(outlined, values);
  mark(builder, Call::omp_end, "end parallel");
  inline_later(*outlined);
  drop(call);
  return true;
}

// Regions that are two calls.
bool Lifter::lift_region(CallInst& call, StringRef name) {
  static const std::map<StringRef, std::pair<Call, const char*>> kMarks = {
      {"serialized_parallel", {Call::omp_parallel, "parallel if"}},
      {"end_serialized_parallel", {Call::omp_end, "end parallel"}},
      {"single", {Call::omp_single, "single"}},
      {"end_single", {Call::omp_end, "end single"}},
      {"master", {Call::omp_master, "master"}},
      {"end_master", {Call::omp_end, "end master"}},
      {"masked", {Call::omp_master, "masked"}},
      {"end_masked", {Call::omp_end, "end masked"}},
      {"critical", {Call::omp_critical, "critical"}},
      {"critical_with_hint", {Call::omp_critical, "critical"}},
      {"end_critical", {Call::omp_end, "end critical"}},
      {"taskgroup", {Call::omp_taskgroup, "taskgroup"}},
      {"end_taskgroup", {Call::omp_end, "end taskgroup"}},
      {"barrier", {Call::omp_barrier, "barrier"}},
      {"omp_taskwait", {Call::omp_taskwait, "taskwait"}},
      {"omp_task_begin_if0", {Call::omp_task, "task if"}},
      {"omp_task_complete_if0", {Call::omp_end, "end task"}},
      {"for_static_fini", {Call::omp_end, "end for"}}};
  static const std::set<StringRef> kWithoutTrace = {
      "global_thread_num", "push_num_threads",  "push_proc_bind",  "flush",           "omp_taskyield",
      "end_reduce",        "end_reduce_nowait", "ordered",         "end_ordered",     "dispatch_deinit",
      "dispatch_fini_4",   "dispatch_fini_4u",  "dispatch_fini_8", "dispatch_fini_8u"};
  if (kWithoutTrace.contains(name)) {
    drop(call);
    return true;
  }
  const auto found = kMarks.find(name);
  if (found == kMarks.end()) return false;
  IRBuilder<> builder(&call);
  mark(builder, found->second.first, found->second.second);
  drop(call, call.getType()->isIntegerTy() ? ConstantInt::get(call.getType(), 1) : nullptr);
  return true;
}

void Lifter::mark_loop(IRBuilder<>& builder, CallInst& call, Value* first, Value* last, int64_t schedule,
                       Value* chunk) {
  const bool sections = is_sections(call);
  Arguments arguments;
  std::string variable = sections ? "section" : "";
  const SourceLoop source = source_of(builder, call, first, last);
  if (!sections) variable = source.variable;
  arguments = {
      {Role::first, source.first}, {Role::last, source.last}, {Role::step, builder.getInt64(uint64_t(source.step))}};
  std::string text = schedule_name(schedule);
  if (has_chunk(schedule) && isa<ConstantInt>(chunk))
    text += fmt::format(", {}", cast<ConstantInt>(chunk)->getSExtValue());
  if (has_chunk(schedule)) arguments.emplace_back(Role::chunk, chunk);
  mark(builder, sections ? Call::omp_sections : Call::omp_loop,
       sections ? "sections" : fmt::format("for schedule({})", text), arguments);
  prepared_.operations.back().variable = variable;
}

void Lifter::lift_static(CallInst& call) {
  Value *is_last = call.getArgOperand(3), *lower = call.getArgOperand(4), *upper = call.getArgOperand(5),
        *stride = call.getArgOperand(6);
  const auto* schedule = dyn_cast<ConstantInt>(call.getArgOperand(2));
  IRBuilder<> builder(&call);
  mark_loop(builder, call, lower, upper, schedule ? schedule->getSExtValue() : 0, call.getArgOperand(8));
  builder.CreateStore(builder.getInt32(1), is_last);
  if (!ask_once(lower, stride)) not_followed(call, "the schedule of the loop");
  drop(call);
}

// The call that asks for the next piece names the variables that this one has as values.
void Lifter::lift_dispatch(CallInst& call) {
  CallInst* next = next_piece(call);
  const auto* schedule = dyn_cast<ConstantInt>(call.getArgOperand(2));
  BasicBlock* behind = next ? ask_once(*next) : nullptr;
  if (!behind || !schedule) return not_followed(call, "the schedule of the loop");
  IRBuilder<> builder(&call);
  Value *lower = next->getArgOperand(3), *upper = next->getArgOperand(4);
  builder.CreateStore(builder.getInt32(1), next->getArgOperand(2));
  builder.CreateStore(call.getArgOperand(3), lower);
  builder.CreateStore(call.getArgOperand(4), upper);
  mark_loop(builder, call, lower, upper, schedule->getSExtValue(), call.getArgOperand(6));
  IRBuilder<> ending(&*behind->getFirstInsertionPt());
  ending.SetCurrentDebugLocation(call.getDebugLoc());
  mark(ending, Call::omp_end, "end for");
  drop(*next, builder.getInt32(1));
  drop(call);
}

bool Lifter::lift_loop(CallInst& call, StringRef name) {
  if (name.starts_with("for_static_init_"))
    lift_static(call);
  else if (name.starts_with("dispatch_init_"))
    lift_dispatch(call);
  else if (name == "reduce" || name == "reduce_nowait")
    lift_reduction(call);
  else
    return false;
  return true;
}

void Lifter::lift_reduction(CallInst& call) {
  IRBuilder<> builder(&call);
  const auto* combine = dyn_cast<Function>(call.getArgOperand(5)->stripPointerCasts());
  mark(builder, Call::omp_reduction, reduction_name(*call.getArgOperand(4), combine, *call.getFunction()));
  drop(call, builder.getInt32(1));
}

// The task's memory: its first word is the address of what it shares.
void Lifter::make_task(CallInst& call) {
  const auto *bytes = dyn_cast<ConstantInt>(call.getArgOperand(3)),
             *shared = dyn_cast<ConstantInt>(call.getArgOperand(4));
  auto* entry = dyn_cast<Function>(call.getArgOperand(5)->stripPointerCasts());
  if (!bytes || !shared || !entry || entry->isDeclaration()) return not_followed(call, "the task");
  AllocaInst* task = slot(*call.getFunction(), bytes->getZExtValue());
  AllocaInst* captured = slot(*call.getFunction(), std::max<uint64_t>(shared->getZExtValue(), 8));
  task->setAlignment(Align(16)), captured->setAlignment(Align(16));
  IRBuilder<> builder(&call);
  builder.CreateStore(captured, task);
  entries_[task] = entry;
  drop(call, task);
}

Lifter::Arguments Lifter::depends(IRBuilder<>& builder, CallInst& call, Value* number, Value* list) {
  Arguments arguments;
  const auto* count = dyn_cast<ConstantInt>(number);
  if (!count || count->getZExtValue() > kMostDepends) {
    not_followed(call, "the depend clause");
    return {{Role::depend_address, builder.getInt64(0)},
            {Role::depend_bytes, builder.getInt64(0)},
            {Role::depend_kind, builder.getInt64(0)}};
  }
  for (uint64_t i = 0; i < count->getZExtValue(); ++i) {
    const auto field = [&](Type* type, uint64_t offset) {
      return builder.CreateLoad(
          type, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), list, i * kDependBytes + offset));
    };
    arguments.emplace_back(Role::depend_address, field(builder.getInt64Ty(), 0));
    arguments.emplace_back(Role::depend_bytes, field(builder.getInt64Ty(), 8));
    arguments.emplace_back(Role::depend_kind, builder.CreateZExt(field(builder.getInt8Ty(), 16), builder.getInt64Ty()));
  }
  return arguments;
}

void Lifter::run_task(CallInst& call, Call as, std::string name, Value* task, Arguments arguments) {
  const auto entry = entries_.find(task->stripPointerCasts());
  if (entry == entries_.end()) return not_followed(call, "the task");
  IRBuilder<> builder(&call);
  mark(builder, as, std::move(name), arguments);
  builder.CreateCall(entry->second, {builder.getInt32(0), task});
  mark(builder, Call::omp_end, "end task");
  inline_later(*entry->second);
  drop(call);
}

// Iterations count from the first by 1, whatever they are in the source. has_modifier: `strict` may be there.
void Lifter::lift_taskloop(CallInst& call, bool has_modifier) {
  IRBuilder<> builder(&call);
  const auto bound = [&](unsigned at) { return builder.CreateLoad(builder.getInt64Ty(), call.getArgOperand(at)); };
  Arguments arguments = {{Role::first, bound(4)}, {Role::last, bound(5)}, {Role::step, builder.getInt64(1)}};
  const auto* kind = dyn_cast<ConstantInt>(call.getArgOperand(8));
  const auto* pieces = dyn_cast<ConstantInt>(call.getArgOperand(9));
  std::string text = "taskloop";
  if (kind && kind->getZExtValue() > 0) {
    const bool grain = kind->getZExtValue() == 1;
    const auto* modifier = has_modifier ? dyn_cast<ConstantInt>(call.getArgOperand(10)) : nullptr;
    text += fmt::format(" {}({}{})", grain ? "grainsize" : "num_tasks", modifier && modifier->isOne() ? "strict: " : "",
                        pieces ? std::to_string(pieces->getZExtValue()) : "n");
    arguments.emplace_back(grain ? Role::chunk : Role::count, call.getArgOperand(9));
  }
  run_task(call, Call::omp_taskloop, text, call.getArgOperand(2), arguments);
}

bool Lifter::lift_task(CallInst& call, StringRef name) {
  IRBuilder<> builder(&call);
  if (name == "omp_task_alloc") {
    make_task(call);
  } else if (name == "omp_task") {
    run_task(call, Call::omp_task, "task", call.getArgOperand(2), {});
  } else if (name == "omp_task_with_deps") {
    Arguments items = depends(builder, call, call.getArgOperand(3), call.getArgOperand(4));
    run_task(call, Call::omp_task, "task", call.getArgOperand(2), std::move(items));
  } else if (name == "omp_taskwait_deps_51" || name == "omp_wait_deps") {
    mark(builder, Call::omp_taskwait, "taskwait depend",
         depends(builder, call, call.getArgOperand(2), call.getArgOperand(3)));
    drop(call);
  } else if (name == "taskloop" || name == "taskloop_5") {
    lift_taskloop(call, name == "taskloop_5");
  } else {
    return false;
  }
  return true;
}

void Lifter::lift(CallInst& call) {
  StringRef name = call.getCalledFunction()->getName();
  if (!name.consume_front("__kmpc_")) return;
  if (name == "fork_call" && lift_parallel(call)) return;
  if (lift_region(call, name) || lift_loop(call, name) || lift_task(call, name)) return;
  not_followed(call, ("__kmpc_" + name).str());
}

// A branch on what is a constant now has one side.
void fold(Function& function) {
  const DataLayout& layout = function.getDataLayout();
  for (BasicBlock& block : function) {
    for (Instruction& instruction : make_early_inc_range(block)) {
      if (!isa<CmpInst>(instruction)) continue;
      if (Constant* value = ConstantFoldInstruction(&instruction, layout)) {
        instruction.replaceAllUsesWith(value);
        instruction.eraseFromParent();
      }
    }
    ConstantFoldTerminator(&block);
  }
  removeUnreachableBlocks(function);
}

// The calls of one function as they stand now: lifting one may take another away.
std::vector<CallInst*> runtime_calls(Function& function, StringRef prefix) {
  std::vector<CallInst*> calls;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->getName().starts_with(prefix)) calls.push_back(call);
  }
  return calls;
}

bool Lifter::run() {
  bool found = false;
  for (Function& function : module_) {
    if (function.isDeclaration()) continue;
    if (is_outlined(function)) inline_later(function);
    if (runtime_calls(function, "__kmpc_").empty()) continue;
    found = true;
    join_parts(function);
    for (CallInst* call : runtime_calls(function, "__kmpc_dispatch_init_")) lift(*call);
    for (CallInst* call : runtime_calls(function, "__kmpc_")) lift(*call);
    fold(function);
  }
  return found;
}

} // namespace

bool lift_openmp(Module& module, Prepared& prepared) { return Lifter(module, prepared).run(); }

} // namespace unply::extract
