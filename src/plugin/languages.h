// The source language of a function, as far as the IR shows it.
#ifndef UNPLY_PLUGIN_LANGUAGES_H
#define UNPLY_PLUGIN_LANGUAGES_H

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

namespace unply {

/// By the debug information alone; null: no.
inline bool is_fortran(const llvm::DISubprogram* program) {
  const llvm::DICompileUnit* unit = program ? program->getUnit() : nullptr;
  return unit && llvm::dwarf::isFortran(
                     static_cast<llvm::dwarf::SourceLanguage>(unit->getSourceLanguage().getUnversionedName()));
}

/// By flang's name for it, or else the debug information, which knows a procedure with bind(C) as well.
inline bool is_fortran(const llvm::Function& function) {
  return function.getName().starts_with("_Q") || is_fortran(function.getSubprogram());
}

} // namespace unply

#endif
