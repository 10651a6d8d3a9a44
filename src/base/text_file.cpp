#include "base/text_file.h"
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace unply {

Result<std::string> read_text_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(fmt::format("{}: cannot open, {}", path, std::strerror(errno)));
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) return fail(fmt::format("{}: cannot read, {}", path, std::strerror(errno)));
  return text;
}

} // namespace unply
