// The number of repetitions of a random test: a tenth under the sanitizers, which search for other defects and take
// thirty times as long.
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
