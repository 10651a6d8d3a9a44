// See text_checksum.h.
#include "text_checksum.h"

#include "unply/loop_notes.h"

namespace unply {

std::optional<uint32_t> checksum_of_lines(llvm::StringRef text, unsigned lines) {
  LinesChecksum checksum;
  for (; lines > 0; --lines) {
    if (text.empty()) return std::nullopt;
    auto [line, rest] = text.split('\n');
    text = rest;
    line.consume_back("\r");
    checksum.add_line(line.data(), line.size());
  }
  return checksum.sum();
}

} // namespace unply
