// What recordings of several sizes say together: each quantity of each trace region as a function of the sizes, how
// that is known, and what follows for other sizes. An induction from examples: however many sizes a form fits, it
// proves nothing about the next one.
#pragma once
#include "analysis/scaling/region_quantities.h"
#include "analysis/scaling/scaling.h"
#include "model/forms/size_estimate.h"
#include "model/forms/size_function.h"

namespace unply {

struct Quantity {
  enum class Unit { count, time_ns, ratio };
  std::string name;
  Unit unit = Unit::count;
  std::vector<std::optional<double>> values; // by recording in which the region occurs; empty: given up
  std::optional<ExactFit> exact;
  std::optional<SizeEstimate> estimate; // where there is no exact fit
  bool contradictory = false;           // different values for equal sizes: it depends on something else as well
  uint32_t given_up = 0;                // recordings
  Evidence evidence() const { return exact ? exact->evidence() : estimate ? estimate->evidence() : Evidence{}; }
};

struct GeneralisedRegion {
  std::string name, function;
  std::vector<uint32_t> recordings; // in which it occurs, ascending
  std::vector<Quantity> quantities;
  Scaling scaling;
  const Quantity* find(std::string_view name) const;
};

struct SizedRecording {
  Sizes sizes;
  std::vector<RegionQuantities> regions;
};

// names: of the parameters. Regions in the order in which recordings have them first.
std::vector<GeneralisedRegion> generalise(const std::vector<SizedRecording>& recordings,
                                          std::span<const std::string> names);

struct Prediction {
  std::vector<Rational> exact; // the value of each form and rival, once each; the first is the prediction
  std::optional<Interval> estimated;
  bool known() const { return !exact.empty() || estimated; }
};
// Nothing where the forms are not defined or too large, or give a value that no count can have.
Prediction predict(const Quantity& quantity, std::span<const int64_t> sizes);

// What all recorded sizes have in common (even, a multiple of 8), so that other sizes may behave otherwise, and a size
// to record that would show it: one sentence for each parameter.
std::vector<std::string> narrow_sizes(std::span<const Sizes> recorded, std::span<const std::string> names);

// How the requested sizes differ from all recorded ones, so that forms may not hold there: one sentence each.
std::vector<std::string> unlike_recorded(std::span<const Sizes> recorded, std::span<const int64_t> sizes,
                                         std::span<const std::string> names);

} // namespace unply
