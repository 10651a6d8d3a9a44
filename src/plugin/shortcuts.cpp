// See shortcuts.h.
#include "shortcuts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdlib>

namespace unply {

bool wants(Shortcut shortcut) {
  static constexpr llvm::StringLiteral kNames[] = {"repeats", "streams", "nests", "moves"};
  const char* off = std::getenv("UNPLY_NO_SHORTCUTS");
  return !off || !llvm::is_contained(llvm::split(off, ","), kNames[static_cast<unsigned>(shortcut)]);
}

} // namespace unply
