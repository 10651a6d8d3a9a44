// The loops of a loop copy: a row for each in the module's loop table, and hooks where they begin, go on and end.
#ifndef UNPLY_PLUGIN_LOOP_PROFILE_H
#define UNPLY_PLUGIN_LOOP_PROFILE_H

#include "confined_writes.h"
#include "loop_analyses.h"
#include "module_tables.h"
#include "reading_loops.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Support/JSON.h"

#include <optional>

namespace unply {

class LoopProfile {
public:
  /// Before any hook is placed.
  LoopProfile(llvm::Function& function, LoopAnalyses analyses, const llvm::BlockFrequencyInfo& frequencies,
              ModuleTables& tables, Hooks& hooks);
  /// When invariant loads have moved: distances in facts are those of what they load.
  void add_rows(LoopAnalyses analyses);
  /// The loop's row.
  llvm::Constant* row_of(const llvm::Loop& loop) const { return rows_.lookup(&loop); }
  /// One call stands for all of this loop: it gets no hooks.
  void is_whole(const llvm::Loop& loop) { whole_.insert(&loop); }
  /// Before streams are placed.
  void note_accesses(llvm::ArrayRef<Access> accesses) { writes_.emplace(accesses, analyses_.loops); }
  /// When streams are placed: takes those of loops that only read out of the accesses.
  void take_reads(llvm::SmallVectorImpl<Access>& accesses, LoopAnalyses analyses, StreamSite site) {
    for (const ReadingLoop& loop : find_reading_loops(accesses, analyses, site, whole_)) reading_[loop.loop] = loop;
  }
  /// When all other hooks are placed; with the analyses of what they and moved loads have left.
  void place_hooks(LoopAnalyses analyses);

private:
  void add_row(llvm::Loop& loop, LoopAnalyses analyses);
  void place_hooks(llvm::Loop& loop);
  void place_hooks(const ReadingLoop& reading);
  void place_writes(const ConfinedLoop& confined);
  void place_work();
  uint64_t work_of(llvm::ArrayRef<llvm::BasicBlock*> blocks, const llvm::Loop* loop,
                   const llvm::BasicBlock& start) const;

  llvm::Function& function_;
  LoopAnalyses analyses_;
  const llvm::BlockFrequencyInfo& frequencies_;
  ModuleTables& tables_;
  Hooks& hooks_;
  llvm::DenseMap<const llvm::Loop*, uint64_t> work_;                    // of an iteration, as the program has it
  llvm::DenseMap<const llvm::Loop*, llvm::json::Object> thread_locals_; // before loads move out of loops
  llvm::DenseMap<const llvm::Loop*, llvm::Constant*> rows_;
  llvm::SmallPtrSet<const llvm::Loop*, 8> whole_;
  llvm::DenseMap<const llvm::Loop*, ReadingLoop> reading_;
  std::optional<ConfinedWrites> writes_;
  uint64_t own_work_ = 0; // outside of loops
};

} // namespace unply

#endif
