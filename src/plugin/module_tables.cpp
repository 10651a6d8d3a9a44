// Layout of the module tables; must agree with runtime_abi.h to the byte.
#include "module_tables.h"

#include "region_calls.h"
#include "task_choices.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <cstddef>

namespace unply {

using namespace llvm;

static_assert(sizeof(UnplySite) == 32 && sizeof(UnplySiteInfo) == 32 && sizeof(UnplyRegionInfo) == 28 &&
              offsetof(UnplyModule, site_infos) == 16 && offsetof(UnplyModule, name) == 56 &&
              offsetof(UnplyModule, plain) == 120 && offsetof(UnplyModule, loop_infos) == 136 &&
              sizeof(UnplyModule) == 152 && sizeof(UnplyLoop) == 8 && sizeof(UnplyLoopInfo) == 24);

static GlobalVariable* unsized_array(Module& module, const char* name) {
  return new GlobalVariable(module, Type::getInt8Ty(module.getContext()), false, GlobalValue::ExternalLinkage, nullptr,
                            name);
}

ModuleTables::ModuleTables(Module& module)
    : module_(module), sites_(unsized_array(module, "__unply.sites.unsized")),
      loops_(unsized_array(module, "__unply.loops.unsized")) {}

Constant* ModuleTables::site(const SiteRecord& record) {
  const uint64_t index = site_rows_.size();
  site_rows_.push_back({string(record.file), record.line, record.column, string(record.function),
                        string(record.variable), string(record.inlined_file), record.inlined_line, record.flags});
  auto* offset = ConstantInt::get(Type::getInt64Ty(module_.getContext()), index * sizeof(UnplySite));
  return ConstantExpr::getGetElementPtr(Type::getInt8Ty(module_.getContext()), sites_, ArrayRef<Constant*>(offset));
}

Constant* ModuleTables::loop(const LoopRecord& record) {
  auto* offset = ConstantInt::get(Type::getInt64Ty(module_.getContext()), loop_rows_.size() * sizeof(UnplyLoop));
  loop_rows_.push_back({string(record.file), record.line, record.column, string(record.function), string(record.facts),
                        record.is_function});
  loop_work_.push_back(record.work);
  return ConstantExpr::getGetElementPtr(Type::getInt8Ty(module_.getContext()), loops_, ArrayRef<Constant*>(offset));
}

uint32_t ModuleTables::string(StringRef text) {
  if (text.empty()) return 0;
  const auto [entry, added] = string_offsets_.try_emplace(text, static_cast<uint32_t>(strings_.size()));
  if (added) strings_.append(text.data(), text.size()).push_back('\0');
  return entry->second;
}

Constant* ModuleTables::number(uint32_t value) const {
  return ConstantInt::get(Type::getInt32Ty(module_.getContext()), value);
}

Constant* ModuleTables::row(ArrayRef<uint32_t> fields) const {
  return ConstantDataArray::get(module_.getContext(), fields);
}

GlobalVariable* ModuleTables::table(Constant* contents, bool constant, const char* name) {
  return new GlobalVariable(module_, contents->getType(), constant, GlobalValue::InternalLinkage, contents, name);
}

Constant* ModuleTables::infos(const std::vector<std::vector<uint32_t>>& rows, const char* name) {
  if (rows.empty()) return ConstantPointerNull::get(PointerType::getUnqual(module_.getContext()));
  std::vector<uint32_t> fields;
  for (const auto& one : rows) fields.insert(fields.end(), one.begin(), one.end());
  return table(row(fields), true, name);
}

Constant* ModuleTables::region_infos(uint32_t& count) {
  std::vector<uint32_t> fields;
  for (const RegionRecord& record : take_region_records(module_)) {
    ++count;
    for (const uint32_t field : {uint32_t(record.kind), uint32_t(record.origin), string(record.file), record.line,
                                 record.column, string(record.function), string(record.label)})
      fields.push_back(field);
  }
  if (count == 0) return ConstantPointerNull::get(PointerType::getUnqual(module_.getContext()));
  return table(row(fields), true, "__unply.region_infos");
}

Constant* ModuleTables::site_array() {
  if (site_rows_.empty()) return ConstantPointerNull::get(PointerType::getUnqual(module_.getContext()));
  LLVMContext& context = module_.getContext();
  Type* word = Type::getInt32Ty(context);
  Type* site_type = StructType::get(context, {word, word, PointerType::getUnqual(context), word, word, word, word});
  GlobalVariable* sites =
      table(ConstantAggregateZero::get(ArrayType::get(site_type, site_rows_.size())), false, "__unply.sites");
  sites_->replaceAllUsesWith(sites);
  return sites;
}

Constant* ModuleTables::loop_array() {
  if (loop_rows_.empty()) return ConstantPointerNull::get(PointerType::getUnqual(module_.getContext()));
  std::vector<uint32_t> fields;
  for (const uint32_t work : loop_work_) fields.insert(fields.end(), {0, work});
  GlobalVariable* loops = table(row(fields), false, "__unply.loops");
  loops_->replaceAllUsesWith(loops);
  return loops;
}

GlobalVariable& ModuleTables::plain_flag() {
  if (!plain_flag_) plain_flag_ = table(number(1), false, "__unply.plain");
  return *plain_flag_;
}

// DW_AT_comp_dir; of modules without debug information nothing is quoted.
static StringRef compiled_in(const Module& module) {
  const auto units = module.debug_compile_units();
  return units.empty() ? "" : (*units.begin())->getDirectory();
}

bool ModuleTables::finish() {
  uint32_t region_count = 0;
  Constant* regions = region_infos(region_count);
  const uint32_t choices = string(take_task_choices(module_));
  const bool anything = region_count > 0 || !empty() || choices;
  if (anything) {
    Constant *sites = site_array(), *loops = loop_array();
    Constant *site_table = infos(site_rows_, "__unply.site_infos"),
             *loop_table = infos(loop_rows_, "__unply.loop_infos");
    const uint32_t name = string(module_.getSourceFileName()), folder = string(compiled_in(module_));
    GlobalVariable* region_words = region_array(module_);
    Constant* strings =
        table(ConstantDataArray::getString(module_.getContext(), strings_, false), true, "__unply.strings");
    auto* null = ConstantPointerNull::get(PointerType::getUnqual(module_.getContext()));
    Constant* fields[] = {number(kUnplyAbi),
                          number(site_rows_.size()),
                          number(region_count),
                          number(strings_.size()),
                          site_table,
                          regions,
                          strings,
                          sites,
                          region_words ? static_cast<Constant*>(region_words) : null,
                          number(name),
                          row(stats_),
                          number(choices),
                          number(folder),
                          plain_flag_ ? static_cast<Constant*>(plain_flag_) : null,
                          number(loop_rows_.size()),
                          number(0),
                          loop_table,
                          loops};
    emit_constructor(table(ConstantStruct::getAnon(module_.getContext(), fields), false, "__unply.module"));
  }
  sites_->eraseFromParent();
  loops_->eraseFromParent();
  return anything;
}

void ModuleTables::emit_constructor(GlobalVariable* module_table) {
  appendToGlobalCtors(module_, function_calling("__unply.register", "__unply_module", *module_table), 1);
  if (module_.getPICLevel() != PICLevel::NotPIC && module_.getPIELevel() == PIELevel::Default) // may be unloaded
    appendToGlobalDtors(module_, function_calling("__unply.unregister", "__unply_module_gone", *module_table), 1);
}

Function* ModuleTables::function_calling(const char* name, const char* callee, GlobalVariable& module_table) {
  LLVMContext& context = module_.getContext();
  auto* type = FunctionType::get(Type::getVoidTy(context), false);
  Function* function = Function::Create(type, GlobalValue::InternalLinkage, name, module_); // internal: one per object
  function->setDoesNotThrow();
  IRBuilder<> builder(BasicBlock::Create(context, "", function));
  FunctionCallee receiver =
      module_.getOrInsertFunction(callee, Type::getVoidTy(context), PointerType::getUnqual(context));
  builder.CreateCall(receiver, {&module_table});
  builder.CreateRetVoid();
  return function;
}

} // namespace unply
