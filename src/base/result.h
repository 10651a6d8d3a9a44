// How libraries report failure: Result<T> = std::expected<T, Error>. Libraries never print and never exit.
#pragma once
#include <expected>
#include <string>
#include <utility>

namespace unply {

// Said to the user as "unply: error: <what>" and "  hint: <hint>". `what` starts with the object, lower case, no full
// stop: "sw.trace: checksum of block 12 is 0x1f, expected 0x2e".
struct Error {
  std::string what;
  std::string hint;
};

template <class T> using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(std::string what, std::string hint = {}) {
  return std::unexpected(Error{std::move(what), std::move(hint)});
}

} // namespace unply
