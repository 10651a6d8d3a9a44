// The isl that this program is linked to.
#pragma once

namespace unply::sets {

// Debian's isl counts with GMP; LLVM's copy, which must not be used here, does not.
bool has_gmp_isl();

} // namespace unply::sets
