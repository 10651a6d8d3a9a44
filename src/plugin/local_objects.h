// Analyses the uses of a stack object in its function: shared by the analysis of carried values (before simplification)
// and the analysis of private memory (after it).
#ifndef UNPLY_PLUGIN_LOCAL_OBJECTS_H
#define UNPLY_PLUGIN_LOCAL_OBJECTS_H

#include "contexts.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

namespace unply {

struct LocalObject {
  llvm::AllocaInst* object = nullptr;
  llvm::SmallVector<llvm::Instruction*, 4> reads, writes;
  llvm::SmallVector<llvm::Instruction*, 2> births; // see born_at(); empty: lives as long as the function
  llvm::SmallVector<llvm::Instruction*, 2> captures;
  bool partial = false; // accessed at offsets, with other sizes or through intrinsics
  bool merged = false;  // its address meets that of another object in a phi or select
  bool captured() const { return !captures.empty(); }
};

LocalObject inspect(llvm::AllocaInst& object);

/// The object whose life starts at this instruction: a lifetime marker, or that of a temporary (temporaries.h); else
/// null.
inline constexpr const char* kBirthMarker = "__unply.birth";
llvm::AllocaInst* born_at(const llvm::Instruction& instruction);
bool is_birth(const llvm::Instruction& instruction);
/// Likewise of an object whose accesses have hooks. In the profile the others are marked before loops are looked at.
bool is_shared_birth(const llvm::Instruction& instruction);
void mark_private(llvm::AllocaInst& object); // also of an object that is not known

/// All contexts in which the object is born, accessed or captured.
llvm::SmallPtrSet<const Context*, 4> contexts_of(const LocalObject& local, const Contexts& contexts);

/// Flang puts its temporaries (descriptors, sections, results) on the stack for as long as the function lives. One that
/// is used in a single task region is another object in each instance: returns the call that begins that region. Null
/// for everything else, and without debug information, which tells temporaries from variables.
const llvm::Instruction* begin_of_temporary(const LocalObject& local, const Contexts& contexts);

/// Whether debug information tells variables from temporaries: not without -g, nor with lines alone (-g1).
bool describes_variables(const llvm::Function& function);

/// The source variable that lies at the start of the object, from any form of debug record; null for the compiler's
/// own.
const llvm::DILocalVariable* variable_of(llvm::AllocaInst& object);

/// A descriptor that flang made for an argument, a section or a result. Its value is never one of the program's, and
/// flang makes one for several statements if it can, whichever tasks these are in. Without debug information only some
/// are recognised.
bool is_compilers_descriptor(const llvm::AllocaInst& object);

} // namespace unply

#endif
