// Variables that registers hold, as the debug information tells: which values are theirs, which of them a loop sets,
// and whose values code behind it may read.
#ifndef UNPLY_PLUGIN_REGISTER_VARIABLES_H
#define UNPLY_PLUGIN_REGISTER_VARIABLES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/JSON.h"

namespace unply {

/// The procedure in which the loop stands: it may have come to another one.
const llvm::DISubprogram* procedure_of(const llvm::Loop& loop);
bool is_of(const llvm::DISubprogram* procedure, const llvm::DILocalVariable& variable);

/// The variable whose value it is, or null. Several may be: one to which it is passed by reference, and of a merge also
/// those to which it is copied. One of this procedure comes first, then the one that is merged.
const llvm::DILocalVariable* variable_of_value(const llvm::Value& value, const llvm::DISubprogram* procedure);

/// All of them that get it in the loop.
llvm::SmallVector<const llvm::DILocalVariable*, 2> variables_of_value(const llvm::Value& value, const llvm::Loop& loop);

/// Of an object that is in several registers, and at which byte of it: s.n, a[].
std::pair<const llvm::DILocalVariable*, int64_t> part_of_value(const llvm::Value& value);

/// Facts are those of the loop's statement. Unless they tell that its function does not name it behind the loop.
bool may_be_read_behind(const llvm::json::Object& facts, llvm::StringRef name);

/// Names of variables that an iteration sets anew and code behind the loop reads, other than the `carried` ones.
llvm::json::Array last_values(const llvm::Loop& loop, const llvm::DominatorTree& dominators,
                              const llvm::SmallPtrSetImpl<const llvm::DILocalVariable*>& carried,
                              const llvm::json::Object& facts);

/// Names of what belongs to a caller of the loop's function, which was inlined, and is set in the loop but not
/// `carried`.
llvm::json::Array set_of_callers(const llvm::Loop& loop,
                                 const llvm::SmallPtrSetImpl<const llvm::DILocalVariable*>& carried);

/// Adds "assigned" to variables whose address a call got that was inlined: if registers hold them now, only the debug
/// information tells that the loop sets them.
void mark_assigned(llvm::json::Array& variables, const llvm::Loop& loop);

/// Without a syntax tree: names of the procedure in which the loop stands, also where only a call sets it that was
/// inlined.
llvm::json::Array set_in_registers(const llvm::Loop& loop);

} // namespace unply

#endif
