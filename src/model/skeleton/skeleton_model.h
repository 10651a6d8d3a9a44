// What a fitted model holds: for each phase of the skeleton, or each part of another program, the paper's linear law
// and the one chosen by cross-validation; how sizes shrink from level to level; and how many words an exchange sends.
#pragma once
#include "model/regression/law.h"
#include <optional>

namespace unply {

// Time as cost per unit times a count of work, which is a law of the sizes that the machine has no part in.
struct WorkLayer {
  std::string counter; // "work:compares"
  Law count;           // of the phase's features
  Law cost;            // of the count, piecewise linear
};

struct MeasuredRow {
  std::string place; // "cc.csv:12"
  double measured = 0, expected = 0;
  std::vector<double> features; // as PhaseModel::features
};

struct PhaseModel {
  std::string name;
  std::vector<std::string> features = {};
  Law linear = {}; // the paper's: 1 and each feature, ordinary least squares
  Law chosen = {};
  std::optional<WorkLayer> work = {}; // where it predicts at least as well
  double imbalance = 1;               // the slowest rank over the mean, over all levels and calls
  size_t rows = 0;                    // measured on all ranks
  std::vector<MeasuredRow> suspects = {};
  std::vector<MeasuredRow> fitted = {}; // all rows that were fitted, against the chosen law; not in the file
  std::string note = {};
};

// How a size changes by one division.
struct LevelChange {
  enum class Known : uint8_t { unknown, given, observed, estimated };
  double factor = 1;
  Known known = Known::unknown;
};

struct ModelSize { // a feature of the whole problem
  std::string name;
  double least = 0, most = 0;
  LevelChange change;
};

struct SkeletonModel {
  enum class Shape : uint8_t { hypercube, tree };
  bool skeleton = true; // false: parts of a program, each by itself
  Shape shape = Shape::hypercube;
  std::string date, clock; // clock: "processor time" or "elapsed time"
  std::vector<std::string> sources;
  std::vector<unsigned> processes; // of the calls that were fitted
  std::vector<ModelSize> sizes;
  std::vector<PhaseModel> phases;
  std::optional<PhaseModel> words;    // of an exchange; its laws give 32-bit words
  std::optional<PhaseModel> exchange; // recorded times of exchanges by "bytes", piecewise linear
  const PhaseModel* find(std::string_view name) const;
  const ModelSize* find_size(std::string_view name) const;
};

const char* shape_name(SkeletonModel::Shape shape);
const char* known_name(LevelChange::Known known);

} // namespace unply
