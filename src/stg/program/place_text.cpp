#include "stg/program/place_text.h"
#include <fmt/format.h>

namespace unply::stg {

std::string place_text(const Program& program, const Place& place) {
  if (place.file >= program.files.size()) return place.line ? fmt::format("line {}", place.line) : "?";
  const std::string& path = program.files[place.file];
  return fmt::format("{}:{}", path.substr(path.rfind('/') + 1), place.line);
}

} // namespace unply::stg
