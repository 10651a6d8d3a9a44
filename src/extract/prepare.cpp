// Value-form rewriting, before variables become SSA values: a result that stays behind a pointer would never do so.
#include "extract/prepare.h"
#include "extract/flang_allocation.h"
#include "extract/flang_runtime.h"
#include "extract/inline_small.h"
#include "extract/openmp.h"
#include <fmt/format.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <set>

namespace unply::extract {
namespace {

using namespace llvm;

class Rewriter {
public:
  Rewriter(Module& module, Prepared& prepared) : module_(module), prepared_(prepared) {}
  void rewrite_function(Function& function);

private:
  Module& module_;
  Prepared& prepared_;
  std::set<std::string> not_modelled_;

  void rewrite_call(CallInst& call);
  void rewrite_mpi(CallInst& call, const MpiName& name);
  bool rewrite_parse(CallInst& call, StringRef name);
  bool rewrite_scan(CallInst& call, unsigned format_at);
  bool rewrite_scan_of_text(CallInst& call);
  bool rewrite_read(CallInst& call, StringRef name);
  Value* parse(IRBuilder<>& builder, Value* text, bool is_int);
  Value* parameter(IRBuilder<>& builder, Type* type);
  bool rewrite_handles(CallInst& call, StringRef name);
  void rewrite_memalign(CallInst& call);
  Value* as_type(IRBuilder<>& builder, Value* value, Type* type);
  Value* unknown(IRBuilder<>& builder, Type* type);
};

std::string type_name(Type* type) {
  std::string text;
  raw_string_ostream stream(text);
  type->print(stream);
  return text;
}

Value* Rewriter::as_type(IRBuilder<>& builder, Value* value, Type* type) {
  if (type->isIntegerTy()) return builder.CreateSExtOrTrunc(value, type);
  if (type->isFloatingPointTy()) return builder.CreateFPCast(value, type);
  return value;
}

Value* Rewriter::unknown(IRBuilder<>& builder, Type* type) {
  auto callee =
      module_.getOrInsertFunction(std::string(kUnknown) + "." + type_name(type), FunctionType::get(type, false));
  return builder.CreateCall(callee);
}

void replace(CallInst& call, Value* value) {
  if (value && !call.getType()->isVoidTy()) {
    if (value->getType() == call.getType())
      call.replaceAllUsesWith(value);
    else if (call.getType()->isIntegerTy() && isa<ConstantInt>(value))
      call.replaceAllUsesWith(ConstantInt::get(call.getType(), cast<ConstantInt>(value)->getSExtValue()));
    else
      call.replaceAllUsesWith(PoisonValue::get(call.getType()));
  }
  call.eraseFromParent();
}

// Handles of the module mpi_f08 are constants of a type with one integer, read where they are passed on.
void fold_constant_loads(Function& function) {
  const DataLayout& layout = function.getDataLayout();
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* load = dyn_cast<LoadInst>(&instruction);
    auto* address = load && load->isSimple() ? dyn_cast<Constant>(load->getPointerOperand()) : nullptr;
    Constant* value = address ? ConstantFoldLoadFromConstPtr(address, load->getType(), layout) : nullptr;
    if (!value) continue;
    load->replaceAllUsesWith(value);
    load->eraseFromParent();
  }
}

// Fortran passes a constant as the address of one.
Value* load_number(IRBuilder<>& builder, Value* address, Type* type) {
  auto* global = dyn_cast<GlobalVariable>(address);
  if (global && global->isConstant() && global->hasInitializer() && global->getInitializer()->getType() == type)
    return global->getInitializer();
  return builder.CreateLoad(type, address);
}

void Rewriter::rewrite_mpi(CallInst& call, const MpiName& name) {
  IRBuilder<> builder(&call);
  Type* i32 = builder.getInt32Ty();
  const bool clock = name.function && name.function->call == stg::Call::wtime;
  if (clock || (name.ignored && call.getType()->isFloatingPointTy()))
    return replace(call, unknown(builder, call.getType()));
  PreparedOperation operation{
      .function = name.function, .name = call.getCalledFunction()->getName().str(), .fortran = name.fortran};
  std::vector<Value*> values = {builder.getInt32(uint32_t(prepared_.operations.size()))};
  Value* result_to = nullptr;
  const size_t known = name.function ? name.function->arguments.size() : 0;
  for (size_t i = 0; i < known && i < call.arg_size(); ++i) {
    const MpiArgument& argument = name.function->arguments[i];
    Value* value = call.getArgOperand(unsigned(i));
    if (argument.gives_result) result_to = value;
    if (argument.gives_result || !argument.kept) continue;
    const bool wide = argument.role == stg::Role::lower_bound || argument.role == stg::Role::extent ||
                      (argument.role == stg::Role::stride && name.function->call == stg::Call::type_hvector);
    if (name.fortran && !argument.is_address && value->getType()->isPointerTy())
      value = load_number(builder, value, wide ? builder.getInt64Ty() : i32);
    operation.arguments.push_back(argument);
    values.push_back(value);
  }
  if (name.fortran && call.arg_size() > known && known + 1 >= call.arg_size() - 1) {
    Value* error = call.getArgOperand(unsigned(known));
    if (error->getType()->isPointerTy() && !isa<ConstantPointerNull>(error))
      builder.CreateStore(builder.getInt32(0), error);
  }
  if (name.ignored && !name.function) return replace(call, builder.getInt32(0));
  if (!name.function && not_modelled_.insert(operation.name).second)
    prepared_.unseen.push_back(fmt::format("{} is not modelled", operation.name));
  if (!name.function)
    for (Value* value : call.args()) values.push_back(value);
  auto callee = module_.getOrInsertFunction(kOperation, FunctionType::get(i32, {i32}, true));
  CallInst* made = builder.CreateCall(callee, values);
  prepared_.operations.push_back(operation);
  if (result_to) builder.CreateStore(made, result_to);
  replace(call, builder.getInt32(0));
}

bool Rewriter::rewrite_parse(CallInst& call, StringRef name) {
  static const std::set<StringRef> kInts = {
      "atoi",    "atol",     "atoll",           "strtol",           "strtoul",
      "strtoll", "strtoull", "__isoc23_strtol", "__isoc23_strtoul", "__isoc23_strtoll"};
  static const std::set<StringRef> kReals = {"atof", "strtod", "strtof"};
  const bool is_int = kInts.contains(name), is_real = kReals.contains(name);
  if ((!is_int && !is_real) || call.arg_size() == 0) return false;
  IRBuilder<> builder(&call);
  Value* text = call.getArgOperand(0);
  Value* value = parse(builder, text, is_int);
  if (call.arg_size() > 1 && !isa<ConstantPointerNull>(call.getArgOperand(1))) { // strtol: all of the text is a number
    auto length = module_.getOrInsertFunction("strlen", builder.getInt64Ty(), builder.getPtrTy());
    Value* end = builder.CreateGEP(builder.getInt8Ty(), text, builder.CreateCall(length, {text}));
    builder.CreateStore(end, call.getArgOperand(1));
  }
  replace(call, as_type(builder, value, call.getType()));
  return true;
}

Value* Rewriter::parse(IRBuilder<>& builder, Value* text, bool is_int) {
  Type* type = is_int ? static_cast<Type*>(builder.getInt64Ty()) : builder.getDoubleTy();
  auto callee =
      module_.getOrInsertFunction(is_int ? kParseInt : kParseReal, type, builder.getInt32Ty(), builder.getPtrTy());
  return builder.CreateCall(callee, {builder.getInt32(prepared_.parameters++), text});
}

// scanf with only numbers in its format: each is a parameter.
bool Rewriter::rewrite_scan(CallInst& call, unsigned format_at) {
  StringRef format;
  if (call.arg_size() <= format_at || !getConstantStringInfo(call.getArgOperand(format_at), format)) return false;
  IRBuilder<> builder(&call);
  std::vector<Type*> types;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    size_t longs = 0;
    for (++i; i < format.size() && (format[i] == 'l' || format[i] == 'z'); ++i) ++longs;
    if (i == format.size()) return false;
    if (strchr("diu", format[i]))
      types.push_back(longs ? builder.getInt64Ty() : builder.getInt32Ty());
    else if (strchr("fgeE", format[i]))
      types.push_back(longs ? builder.getDoubleTy() : builder.getFloatTy());
    else
      return false;
  }
  if (call.arg_size() != format_at + 1 + types.size()) return false;
  for (unsigned i = 0; i < types.size(); ++i)
    builder.CreateStore(parameter(builder, types[i]), call.getArgOperand(format_at + 1 + i));
  replace(call, builder.getInt32(uint32_t(types.size())));
  return true;
}

// sscanf(text, "%d", &n): the number that the text begins with, and whether it begins with one. That of a text which
// begins with a blank is not known.
bool Rewriter::rewrite_scan_of_text(CallInst& call) {
  StringRef format;
  if (call.arg_size() != 3 || !getConstantStringInfo(call.getArgOperand(1), format)) return false;
  if (format != "%d" && format != "%ld" && format != "%u") return false;
  IRBuilder<> builder(&call);
  Value* text = call.getArgOperand(0);
  Type* letter = builder.getInt8Ty();
  const auto is = [&](Value* one, char which) { return builder.CreateICmpEQ(one, builder.getInt8(uint8_t(which))); };
  Value* first = builder.CreateLoad(letter, text);
  Value* second = builder.CreateLoad(letter, builder.CreateConstGEP1_64(letter, text, 1));
  Value* has_sign = builder.CreateOr(is(first, '-'), is(first, '+'));
  Value* digit = builder.CreateSub(builder.CreateSelect(has_sign, second, first), builder.getInt8('0'));
  Value* is_number = builder.CreateICmpULT(digit, builder.getInt8(10));
  Value* distance = builder.CreateSub(first, builder.getInt8('\t')); // \t \n \v \f \r follow each other
  Value* is_blank = builder.CreateOr(is(first, ' '), builder.CreateICmpULT(distance, builder.getInt8(5)));
  Type* type = format == "%ld" ? builder.getInt64Ty() : builder.getInt32Ty();
  Value* before = builder.CreateLoad(type, call.getArgOperand(2));
  Value* number = as_type(builder, parse(builder, text, true), type);
  Value* kept = builder.CreateSelect(is_number, number, before);
  builder.CreateStore(builder.CreateSelect(is_blank, unknown(builder, type), kept), call.getArgOperand(2));
  Value* count = builder.CreateZExt(is_number, builder.getInt32Ty());
  count = builder.CreateSelect(is(first, '\0'), builder.getInt32(uint32_t(-1)), count);
  replace(call, builder.CreateSelect(is_blank, unknown(builder, builder.getInt32Ty()), count));
  return true;
}

Value* Rewriter::parameter(IRBuilder<>& builder, Type* type) {
  auto callee =
      module_.getOrInsertFunction(std::string(kParameter) + "." + type_name(type), type, builder.getInt32Ty());
  return builder.CreateCall(callee, {builder.getInt32(prepared_.parameters++)});
}

// Fortran's READ of one number, by flang's library: a parameter. From a text, it is the text's first number.
bool Rewriter::rewrite_read(CallInst& call, StringRef name) {
  if (!name.consume_front("_FortranAioInput")) return false;
  IRBuilder<> builder(&call);
  Type* type = nullptr;
  if (name == "Real64") type = builder.getDoubleTy();
  if (name == "Real32") type = builder.getFloatTy();
  if (name == "Integer" && call.arg_size() == 3)
    if (const auto* bytes = dyn_cast<ConstantInt>(call.getArgOperand(2)))
      type = builder.getIntNTy(unsigned(bytes->getZExtValue() * 8));
  if (!type) return false;
  Value* text = text_of_read(call);
  Value* number = text ? as_type(builder, parse(builder, text, type->isIntegerTy()), type) : parameter(builder, type);
  builder.CreateStore(number, call.getArgOperand(1));
  replace(call, builder.getInt1(true));
  return true;
}

// Handles of the module mpi_f08 are compared by functions of Open MPI: types of one integer, by their numbers.
bool Rewriter::rewrite_handles(CallInst& call, StringRef name) {
  if (!name.starts_with("__mpi_f08_types_MOD_ompi_") || call.arg_size() != 2 || !call.getType()->isIntegerTy())
    return false;
  const bool equal = name.ends_with("_op_eq");
  if (!equal && !name.ends_with("_op_ne")) return false;
  IRBuilder<> builder(&call);
  Value* one = builder.CreateLoad(builder.getInt32Ty(), call.getArgOperand(0));
  Value* other = builder.CreateLoad(builder.getInt32Ty(), call.getArgOperand(1));
  Value* is = equal ? builder.CreateICmpEQ(one, other) : builder.CreateICmpNE(one, other);
  replace(call, builder.CreateZExt(is, call.getType()));
  return true;
}

void Rewriter::rewrite_memalign(CallInst& call) {
  IRBuilder<> builder(&call);
  auto allocate = module_.getOrInsertFunction("malloc", builder.getPtrTy(), builder.getInt64Ty());
  builder.CreateStore(builder.CreateCall(allocate, {call.getArgOperand(2)}), call.getArgOperand(0));
  replace(call, builder.getInt32(0));
}

void Rewriter::rewrite_call(CallInst& call) {
  const Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration()) return;
  const StringRef name = callee->getName();
  if (const auto mpi = mpi_name(name.str())) return rewrite_mpi(call, *mpi);
  if (rewrite_parse(call, name)) return;
  if (rewrite_read(call, name)) return;
  if (rewrite_flang_runtime(call) || rewrite_flang_allocation(call)) return;
  if (rewrite_handles(call, name)) return;
  if (name == "posix_memalign") return rewrite_memalign(call);
  if (name == "scanf" || name == "__isoc99_scanf" || name == "__isoc23_scanf")
    rewrite_scan(call, 0);
  else if (name.contains("fscanf") || (name.contains("sscanf") && !rewrite_scan_of_text(call)))
    rewrite_scan(call, 1);
}

// Exceptions are assumed not to happen.
void drop_invokes(Function& function) {
  std::vector<InvokeInst*> invokes;
  for (BasicBlock& block : function)
    if (auto* invoke = dyn_cast<InvokeInst>(block.getTerminator())) invokes.push_back(invoke);
  for (InvokeInst* invoke : invokes) changeToCall(invoke);
  removeUnreachableBlocks(function);
}

void Rewriter::rewrite_function(Function& function) {
  std::vector<CallInst*> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallInst>(&instruction)) calls.push_back(call);
  for (CallInst* call : calls) rewrite_call(*call);
}

// Objects with constructors are made before main: the first thing that main does.
void call_constructors(Module& module) {
  Function* main = module.getFunction("main");
  auto* table = module.getGlobalVariable("llvm.global_ctors");
  if (!main || main->isDeclaration() || !table || !table->hasInitializer()) return;
  auto* entries = dyn_cast<ConstantArray>(table->getInitializer());
  IRBuilder<> builder(&*main->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (unsigned i = 0; entries && i < entries->getNumOperands(); ++i)
    if (auto* made = dyn_cast<Function>(entries->getOperand(i)->getOperand(1)->stripPointerCasts()))
      if (!made->isDeclaration()) builder.CreateCall(made);
}

// Open MPI's handles in C are addresses of its objects; MPICH's are numbers, in Fortran too, that begin with the kind.
static bool names_world_of_mpich(const Prepared& prepared, const Instruction& instruction) {
  const PreparedOperation* operation = operation_of(prepared, instruction);
  for (unsigned i = 0; operation && i < operation->arguments.size(); ++i) {
    const auto* number = dyn_cast<ConstantInt>(cast<CallBase>(instruction).getArgOperand(i + 1));
    if (operation->arguments[i].role == stg::Role::comm && number && (number->getZExtValue() | 1) == 0x44000001)
      return true;
  }
  return false;
}

void run_passes(Module& module, StringRef pipeline) {
  PassBuilder builder;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules), builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions), builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  ModulePassManager passes;
  consumeError(builder.parsePassPipeline(passes, pipeline));
  passes.run(module, modules);
}

} // namespace

Prepared prepare(Module& module) {
  Prepared prepared;
  for (Function& function : module) // glibc's inline atoi: the library's own function is meant
    if (function.hasAvailableExternallyLinkage()) function.deleteBody();
  for (GlobalAlias& alias : module.aliases()) alias.replaceAllUsesWith(alias.getAliasee()); // C++ constructors
  for (Function& function : module)
    if (!function.isDeclaration()) drop_invokes(function);
  // What a task calls to copy its private values is known once variables are values.
  if (lift_openmp(module, prepared)) run_passes(module, "function(sroa<preserve-cfg>,mem2reg),always-inline");
  inline_small_functions(module);
  Rewriter rewriter(module, prepared);
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    function.removeFnAttr(Attribute::OptimizeNone);
    rewriter.rewrite_function(function);
    fold_constant_loads(function);
    removeUnreachableBlocks(function);
  }
  call_constructors(module);
  run_passes(module, "function(lower-expect,lower-switch,sroa<preserve-cfg>,mem2reg,loop-simplify)");
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function))
      prepared.mpich |= names_world_of_mpich(prepared, instruction);
  return prepared;
}

} // namespace unply::extract
