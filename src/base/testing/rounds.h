// How often a random test repeats. A tenth under the sanitizers, which look for other defects and take thirty times as
// long.
#pragma once

namespace unply {

constexpr int rounds(int times) {
#if __has_feature(address_sanitizer)
  return (times + 9) / 10;
#else
  return times;
#endif
}

} // namespace unply
