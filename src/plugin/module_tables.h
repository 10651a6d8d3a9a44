// The tables that each instrumented module carries (struct UnplyModule of runtime_abi.h): sites, regions, strings,
// statistics, and the constructor that hands them to the runtime.
#ifndef UNPLY_PLUGIN_MODULE_TABLES_H
#define UNPLY_PLUGIN_MODULE_TABLES_H

#include "unply/runtime_abi.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace unply {

/// Where an access is in the source, before its strings are numbered.
struct SiteRecord {
  std::string file;
  uint32_t line = 0, column = 0;
  std::string function, variable, inlined_file;
  uint32_t inlined_line = 0;
  uint32_t flags = 0;
};

struct LoopRecord {
  std::string file;
  uint32_t line = 0, column = 0;
  std::string function, facts;
  uint32_t work = 0;
  bool is_function = false; // with parts
};

class ModuleTables {
public:
  explicit ModuleTables(llvm::Module& module);

  /// The address of a new site.
  llvm::Constant* site(const SiteRecord& record);
  /// The address of a new loop.
  llvm::Constant* loop(const LoopRecord& record);
  void count(UnplyStat stat, uint32_t by = 1) { stats_[stat] += by; }
  uint32_t statistic(UnplyStat stat) const { return stats_[stat]; }
  uint32_t accesses_with_hooks() const {
    return stats_[kUnplyStatHooks] + stats_[kUnplyStatStreams] + stats_[kUnplyStatModels];
  }
  bool empty() const { return site_rows_.empty() && loop_rows_.empty(); }
  /// The word that the runtime clears when functions are not to go on in their copies without hooks.
  llvm::GlobalVariable& plain_flag();

  /// Writes all tables and the constructor; returns false if there was nothing to write.
  bool finish();

private:
  uint32_t string(llvm::StringRef text);
  llvm::Constant* number(uint32_t value) const;
  llvm::Constant* row(llvm::ArrayRef<uint32_t> fields) const;
  llvm::GlobalVariable* table(llvm::Constant* contents, bool constant, const char* name);
  llvm::Constant* infos(const std::vector<std::vector<uint32_t>>& rows, const char* name);
  llvm::Constant* region_infos(uint32_t& count);
  llvm::Constant* site_array();
  llvm::Constant* loop_array();
  void emit_constructor(llvm::GlobalVariable* module_table);
  llvm::Function* function_calling(const char* name, const char* callee, llvm::GlobalVariable& module_table);

  llvm::Module& module_;
  llvm::GlobalVariable *sites_, *loops_; // of unknown size until finish()
  llvm::GlobalVariable* plain_flag_ = nullptr;
  std::vector<std::vector<uint32_t>> site_rows_, loop_rows_;
  std::vector<uint32_t> loop_work_;
  llvm::StringMap<uint32_t> string_offsets_;
  std::string strings_ = std::string(1, '\0');
  uint32_t stats_[kUnplyStatCount] = {};
};

} // namespace unply

#endif
