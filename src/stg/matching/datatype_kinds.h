// What the numbers of a named datatype are.
#pragma once
#include <cstdint>

namespace unply::stg {

// "integer", "real" or "complex"; null for bytes, characters, logicals, pairs and datatypes made at run time, which say
// nothing. `type`: the low half of a handle.
const char* kind_of_datatype(uint32_t type);

} // namespace unply::stg
