// The name of a function by its address, from the symbol tables in the file of its object.
#pragma once
#include <stdint.h>

namespace unply::runtime {

inline constexpr uint32_t kMostSymbolBytes = 1024;

// Writes the linker's name, or "a function at 0x1139 in libfoo.so" where no table has one. Reads files, which takes
// about a millisecond for a library with 5000 symbols; keeps errno to the caller.
void name_function(const void* function, char (&name)[kMostSymbolBytes]);

} // namespace unply::runtime
