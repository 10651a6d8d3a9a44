// The isl that this program is linked to: LLVM's shared library exports another one under the same names.
#include "sets/isl_version.h"
#include <isl/version.h>
#include <string_view>

namespace unply::sets {

bool has_gmp_isl() {
  std::string_view version = isl_version();
  while (version.ends_with('\n')) version.remove_suffix(1);
  return version.ends_with("GMP");
}

} // namespace unply::sets
