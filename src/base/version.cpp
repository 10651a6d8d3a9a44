// fmt lives in .cpp files only; this one also makes the library non-empty.
#include "base/version.h"

namespace unply {
const char* version() { return "0.1.0"; }
} // namespace unply
