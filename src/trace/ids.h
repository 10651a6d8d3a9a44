// What the tables of a trace have in common: numbers of strings, and kinds of dependences.
#pragma once
#include <cstdint>

namespace unply {

enum class StringId : uint32_t {};
enum class EdgeKind : uint8_t { flow = 0, anti = 1, output = 2, extension = 3 };

} // namespace unply
