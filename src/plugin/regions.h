// Task and trace regions in the IR. RegionPass turns the forms that source code calls (pragma, API) and the regions
// chosen with --tasks into the runtime's begin/end calls, each begin with a region record of its own. The records
// travel to the end of the plugin's passes as the module array `__unply.regions` and the metadata of the same name.
#ifndef UNPLY_PLUGIN_REGIONS_H
#define UNPLY_PLUGIN_REGIONS_H

#include "unply/runtime_abi.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

#include <string>
#include <vector>

namespace unply {

struct RegionRecord {
  UnplyRegionKind kind;
  UnplyRegionOrigin origin;
  std::string file;
  uint32_t line = 0, column = 0;
  std::string function, label;
  auto operator<=>(const RegionRecord&) const = default;
};

/// Places begin/end calls. A begin carries its record as metadata, through inlining too; finish() gives each record of
/// the module its place in the array.
class RegionWriter {
public:
  explicit RegionWriter(llvm::Module& module) : module_(module) {}

  llvm::CallInst* begin(llvm::Instruction* before, const RegionRecord& record);
  llvm::CallInst* end(llvm::Instruction* before, UnplyRegionKind kind);
  void finish();

private:
  llvm::Module& module_;
};

/// The records of a module, in the order of the array; consumes the metadata.
std::vector<RegionRecord> take_region_records(llvm::Module& module);
llvm::GlobalVariable* region_array(llvm::Module& module);

bool is_task_begin(const llvm::Instruction& instruction);
bool is_task_end(const llvm::Instruction& instruction);
/// Any of the four boundary calls.
bool is_region_boundary(const llvm::Instruction& instruction);

/// Before any inlining, which joins the blocks by which the parts of a loop are known.
struct ChosenLoopsPass : llvm::PassInfoMixin<ChosenLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

struct RegionPass : llvm::PassInfoMixin<RegionPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Keeps the early inliner away from functions with region boundaries (and from those that lead into a library), and
/// lets the later one have them: inlining a task into its caller before instrumentation would let the caller's locals,
/// passed by address, become registers. Keeps it away from the copies
/// without hooks as well, as callers.
class KeepRegionFunctionsPass : public llvm::PassInfoMixin<KeepRegionFunctionsPass> {
public:
  explicit KeepRegionFunctionsPass(bool keep) : keep_(keep) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  bool keep_;
};

} // namespace unply

#endif
