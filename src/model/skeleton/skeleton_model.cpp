#include "model/skeleton/skeleton_model.h"

namespace unply {

const PhaseModel* SkeletonModel::find(std::string_view name) const {
  for (const PhaseModel& phase : phases)
    if (phase.name == name) return &phase;
  return nullptr;
}

const ModelSize* SkeletonModel::find_size(std::string_view name) const {
  for (const ModelSize& size : sizes)
    if (size.name == name) return &size;
  return nullptr;
}

const char* shape_name(SkeletonModel::Shape shape) {
  return shape == SkeletonModel::Shape::tree ? "tree" : "hypercube";
}

const char* known_name(LevelChange::Known known) {
  switch (known) {
  case LevelChange::Known::given:
    return "given";
  case LevelChange::Known::observed:
    return "observed";
  case LevelChange::Known::estimated:
    return "estimated";
  default:
    return "unknown";
  }
}

} // namespace unply
