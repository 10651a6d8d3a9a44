// Instruments a module: see instrument.h and, for the order of the passes, pipeline.cpp.
#include "instrument.h"

#include "accesses.h"
#include "carried_values.h"
#include "hooks.h"
#include "module_tables.h"
#include "regions.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace unply {

using namespace llvm;

namespace {

bool wanted(const Function& function) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
         !function.hasFnAttribute(Attribute::Naked) &&
         !function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation);
}

SiteRecord describe(const Access& access) {
  SiteRecord site;
  if (const DILocation* location = access.at->getDebugLoc().get()) {
    site.file = location->getFilename().str();
    site.line = location->getLine();
    site.column = location->getColumn();
    site.function = location->getScope()->getSubprogram()->getName().str();
  } else {
    site.function = access.at->getFunction()->getName().str();
  }
  if (access.write) site.flags |= kSiteWrite;
  return site;
}

class FunctionInstrumenter {
public:
  FunctionInstrumenter(Function& function, ModuleTables& tables, Hooks& hooks)
      : function_(function), tables_(tables), hooks_(hooks) {}

  void run() {
    for (const Access& access : collect_accesses(function_)) {
      tables_.count(access.write ? kUnplyStatStores : kUnplyStatLoads);
      place(access);
    }
    for (Instruction& instruction : make_early_inc_range(instructions(function_)))
      if (const std::optional<CarriedAccess> carried = carried_access(instruction)) place(*carried);
  }

private:
  void place(const CarriedAccess& carried) {
    IRBuilder<> at(carried.marker);
    Access access{.at = carried.marker, .pointer = carried.companion, .bytes = carried.bytes, .write = carried.write};
    SiteRecord site = describe(access);
    site.variable = carried.variable.str();
    hooks_.access(at, access.pointer, access.bytes, access.write, tables_.site(site));
    carried.marker->eraseFromParent();
    tables_.count(kUnplyStatHooks);
  }

  void place(const Access& access) {
    IRBuilder<> at(access.at);
    Constant* site = tables_.site(describe(access));
    if (access.length)
      hooks_.range(at, access.pointer, access.length, access.write, site);
    else
      hooks_.access(at, access.pointer, access.bytes, access.write, site);
    tables_.count(kUnplyStatHooks);
  }

  Function& function_;
  ModuleTables& tables_;
  Hooks& hooks_;
};

} // namespace

PreservedAnalyses InstrumentPass::run(Module& module, ModuleAnalysisManager&) {
  ModuleTables tables(module);
  Hooks hooks(module);
  for (Function& function : module)
    if (wanted(function)) FunctionInstrumenter(function, tables, hooks).run();
  unpin(module);
  tables.finish();
  return PreservedAnalyses::none();
}

} // namespace unply
