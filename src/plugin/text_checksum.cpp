// See text_checksum.h.
#include "text_checksum.h"

namespace unply {

std::optional<uint32_t> checksum_of_lines(llvm::StringRef text, unsigned lines) {
  uint32_t sum = 0x811c9dc5;
  auto add = [&](char c) { sum = (sum ^ static_cast<unsigned char>(c)) * 0x01000193; };
  for (; lines > 0; --lines) {
    if (text.empty()) return std::nullopt;
    auto [line, rest] = text.split('\n');
    text = rest;
    line.consume_back("\r");
    for (const char c : line) add(c);
    add('\n');
  }
  return sum;
}

} // namespace unply
