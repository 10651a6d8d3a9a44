// The number that means "none" wherever rows, vertices, classes and similar items are counted from 0.
#pragma once
#include <cstdint>

namespace unply {

inline constexpr uint32_t kNone = 0xffffffff;

} // namespace unply
