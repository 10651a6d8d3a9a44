#include "file_names.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace unply {

using namespace llvm;

std::string file_name(StringRef typed, const DILocalScope* scope) {
  const DISubprogram* program = scope ? scope->getSubprogram() : nullptr;
  const DICompileUnit* unit = program ? program->getUnit() : nullptr;
  StringRef name = typed;
  if (unit && name.consume_front(unit->getDirectory()) && name.consume_front("/") && !name.empty()) return name.str();
  return typed.str();
}

std::string full_path(const DILocalScope& scope) {
  SmallString<256> path(scope.getFilename());
  if (!scope.getDirectory().empty()) sys::path::make_absolute(scope.getDirectory(), path);
  return path.str().str();
}

std::string file_name(const DILocalScope& scope) { return file_name(full_path(scope), &scope); }

std::string file_name(const DILocation& location) { return file_name(*location.getScope()); }

} // namespace unply
