#include "discover/recorded_text.h"
#include <fmt/format.h>

namespace unply {

// FNV-1a of 32 bits, as src/plugin/text_checksum.cpp has it.
bool has_changed(const RecordedText& recorded, const SourceLines& now) {
  if (recorded.first == 0) return false;
  if (recorded.last > now.lines.size()) return true;
  uint32_t sum = 0x811c9dc5;
  auto add = [&](char c) { sum = (sum ^ static_cast<unsigned char>(c)) * 0x01000193; };
  for (size_t line = recorded.first - size_t{1}; line < recorded.last; ++line) {
    std::string_view text = now.lines[line];
    if (text.ends_with('\r')) text.remove_suffix(1);
    for (const char c : text) add(c);
    add('\n');
  }
  return sum != recorded.checksum;
}

bool tells_of_change(std::string_view why) {
  return why.contains("has changed here since it was compiled") || why.ends_with("the source has changed");
}

std::string changed_text(const std::string& path) {
  return fmt::format("{} has changed here since it was compiled: build and record again",
                     path.substr(path.rfind('/') + 1));
}

} // namespace unply
