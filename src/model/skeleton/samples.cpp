#include "model/skeleton/samples.h"
#include <algorithm>
#include <iterator>

namespace unply {

size_t Samples::feature(const std::string& name) {
  auto found = std::ranges::find(names, name);
  if (found == names.end()) found = names.insert(names.end(), name);
  return static_cast<size_t>(found - names.begin());
}

std::string Samples::place(const PhaseSample& sample) const {
  const std::string& source = sources[sample.source];
  return sample.line > 0 ? source + ":" + std::to_string(sample.line) : source;
}

bool is_skeleton_phase(const std::string& name) {
  return std::ranges::any_of(kPhaseNames, [&](const char* phase) { return name == phase; });
}

} // namespace unply
