// What calls of code that unply does not see may do, by the names of functions. A function that is in no list may do
// anything.
#pragma once
#include <cstdint>
#include <string_view>

namespace unply {

enum class CallEffect : uint8_t {
  none,   // its result depends on its arguments alone, or it is safe in any order: sin, malloc
  output, // writes or reads a file or a terminal: its order is what a user sees
  state,  // keeps something between calls: rand, strtok
  unknown
};
// name: as the linker or as the programmer writes it.
CallEffect effect_of_call(std::string_view name);

} // namespace unply
