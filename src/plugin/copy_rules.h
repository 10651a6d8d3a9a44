// Rules for copies (plain_copies.h): the functions that can have one, and the globals that must be copied with them. A
// copy must behave like its function, and its assembly must not define anything a second time.
#ifndef UNPLY_PLUGIN_COPY_RULES_H
#define UNPLY_PLUGIN_COPY_RULES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace unply {

/// The globals with addresses of the function's labels (`static void *table[] = {&&add, &&jump}`) that this function
/// alone uses: a copy jumps to its own labels, so it needs tables of its own. None if others can reach these labels.
std::optional<llvm::SmallVector<llvm::GlobalVariable*, 1>> label_tables(llvm::Function& function);

bool can_be_copied(llvm::Function& function);

/// Inline assembly in it defines a label that the assembler accepts once: neither copied nor inlined in two places.
bool defines_assembly_label(const llvm::Function& function);

/// It goes on in another function by `musttail`. Then its entry must go on in the copy in the same way, and can: the
/// other one has the same arguments, and code generators refuse the jump for some (results that do not fit registers).
bool ends_in_jump(const llvm::Function& function);

} // namespace unply

#endif
