#include "stg/matching/datatype_kinds.h"
#include "stg/program/program.h"
#include <string_view>

namespace unply::stg {

const char* kind_of_datatype(uint32_t type) {
  if (type >= predefined_handles().size()) return nullptr;
  const Predefined& handle = predefined_handles()[type];
  const std::string_view name = handle.name;
  const auto has = [&](std::string_view word) { return name.find(word) != name.npos; };
  if (std::string_view(handle.kind) != "type" || handle.bytes < 2) return nullptr;
  if (name.ends_with("_INT") && name != "MPI_INT") return nullptr; // MPI_DOUBLE_INT: a pair
  if (has("MPI_2") || has("WCHAR") || has("LOGICAL")) return nullptr;
  if (has("COMPLEX")) return "complex";
  return has("FLOAT") || has("DOUBLE") || has("REAL") ? "real" : "integer";
}

} // namespace unply::stg
