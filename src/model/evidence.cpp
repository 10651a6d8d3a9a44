#include "model/evidence.h"
#include <fmt/format.h>

namespace unply {

const char* evidence_word(Evidence::Kind kind) {
  switch (kind) {
  case Evidence::Kind::proven:
    return "proven";
  case Evidence::Kind::exact:
    return "exact";
  case Evidence::Kind::estimated:
    return "estimated";
  default:
    return "unknown";
  }
}

std::string evidence_text(const Evidence& evidence) {
  switch (evidence.kind) {
  case Evidence::Kind::exact:
    return fmt::format("exact on {} sizes, {} to spare", evidence.points, evidence.spare);
  case Evidence::Kind::estimated:
    return fmt::format("estimated, residual {:.2g} %", 100 * evidence.residual);
  case Evidence::Kind::proven:
    return "proven";
  default:
    return "not known";
  }
}

std::string interval_text(const std::string& low, const std::string& high) {
  return fmt::format("estimated, {} to {}", low, high);
}

} // namespace unply
