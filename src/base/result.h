// How libraries report failure: Result<T> = std::expected<T, Error>. Libraries never print and never exit.
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace unply {

// Printed for the user as "unply: error: <what>" and " hint: <hint>". `what` starts with the object, lower case, no
// full stop: "sw.trace: checksum of block 12 is 0x1f, expected 0x2e".
struct Error {
  std::string what;
  std::string hint;
  // The same error about a file or an option: prefixes "sw.trace: ".
  Error about(std::string_view object) const { return {std::string(object) + ": " + what, hint}; }
};

template <class T> using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(std::string what, std::string hint = {}) {
  return std::unexpected(Error{std::move(what), std::move(hint)});
}

// The failure of one result as that of another: `if (!file) return error_of(file);`.
template <class T, class E> std::unexpected<E> error_of(std::expected<T, E>& failed) {
  return std::unexpected(std::move(failed).error());
}
template <class T, class E> std::unexpected<E> error_of(const std::expected<T, E>& failed) {
  return std::unexpected(failed.error());
}

} // namespace unply

// Returns from the function with the failure of a step whose result is not needed: TRY(writer.finish());
#define TRY(...)                                                                                                       \
  if (auto tried = (__VA_ARGS__); !tried) return ::unply::error_of(tried)
