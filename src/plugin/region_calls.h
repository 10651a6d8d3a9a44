// The runtime's begin/end calls of task and trace regions, each begin with a separate region record. The records travel
// to the end of the plugin's passes as the module array `__unply.regions` and the metadata of the same name.
#ifndef UNPLY_PLUGIN_REGION_CALLS_H
#define UNPLY_PLUGIN_REGION_CALLS_H

#include "unply/runtime_abi.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

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

} // namespace unply

#endif
