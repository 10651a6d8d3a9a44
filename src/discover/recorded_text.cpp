#include "discover/recorded_text.h"
#include "unply/loop_notes.h"
#include <fmt/format.h>

namespace unply {

bool has_changed(const RecordedText& recorded, const SourceLines& now) {
  if (recorded.first == 0) return false;
  if (recorded.last > now.lines.size()) return true;
  LinesChecksum checksum;
  for (size_t line = recorded.first - size_t{1}; line < recorded.last; ++line) {
    std::string_view text = now.lines[line];
    if (text.ends_with('\r')) text.remove_suffix(1);
    checksum.add_line(text.data(), text.size());
  }
  return checksum.sum() != recorded.checksum;
}

bool tells_of_change(std::string_view why) {
  return why.contains("has changed here since it was compiled") || why.ends_with("the source has changed");
}

std::string changed_text(const std::string& path) {
  return fmt::format("{} has changed here since it was compiled: build and record again",
                     path.substr(path.rfind('/') + 1));
}

} // namespace unply
