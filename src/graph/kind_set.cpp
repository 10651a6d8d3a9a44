// Names of dependence kinds.
#include "graph/kind_set.h"

namespace unply {

std::string_view kind_name(EdgeKind kind) {
  constexpr std::string_view kNames[kEdgeKinds] = {"flow", "anti", "output", "extension"};
  return kNames[static_cast<size_t>(kind)];
}

std::string KindSet::names(std::string_view separator) const {
  std::string text;
  for (EdgeKind kind : kAllEdgeKinds) {
    if (!contains(kind)) continue;
    if (!text.empty()) text += separator;
    text += kind_name(kind);
  }
  return text;
}

} // namespace unply
