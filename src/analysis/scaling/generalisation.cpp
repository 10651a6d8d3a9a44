// Counts are first fitted exactly and, where that fails, estimated; times and ratios of times are always estimated.
#include "analysis/scaling/generalisation.h"
#include "analysis/scaling/leading_terms.h"
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace unply {

namespace {

// Recordings of equal sizes are one point: a second one brings no evidence for a form.
struct DistinctPoints {
  std::vector<Sizes> points;
  std::vector<int64_t> values;
  bool contradictory = false;
};

DistinctPoints distinct_points(std::span<const Sizes> sizes, const std::vector<std::optional<double>>& values) {
  std::map<Sizes, int64_t> by_sizes;
  DistinctPoints result;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (!values[i]) continue;
    auto value = static_cast<int64_t>(*values[i]); // counts are below 2^53
    auto [place, added] = by_sizes.emplace(sizes[i], value);
    result.contradictory |= !added && place->second != value;
  }
  for (const auto& [point, value] : by_sizes) result.points.push_back(point), result.values.push_back(value);
  return result;
}

class RegionFits {
public:
  explicit RegionFits(std::vector<Sizes> sizes) : sizes_(std::move(sizes)) {}

  void fit(Quantity& quantity) {
    for (const auto& value : quantity.values) quantity.given_up += !value;
    if (quantity.unit == Quantity::Unit::count) fit_exactly(quantity);
    if (quantity.exact) return;
    std::vector<Sizes> points;
    std::vector<double> values;
    for (size_t i = 0; i < sizes_.size(); ++i)
      if (quantity.values[i]) points.push_back(sizes_[i]), values.push_back(*quantity.values[i]);
    quantity.estimate = estimate(points, values);
  }

private:
  void fit_exactly(Quantity& quantity) {
    DistinctPoints distinct = distinct_points(sizes_, quantity.values);
    quantity.contradictory = distinct.contradictory;
    if (distinct.contradictory || distinct.points.empty()) return;
    if (!fitter_ || fitter_->points() != distinct.points) fitter_.emplace(distinct.points);
    quantity.exact = fitter_->fit(distinct.values);
  }

  std::vector<Sizes> sizes_; // of the recordings in which the region occurs
  std::optional<ExactFitter> fitter_;
};

// The values of one count over recordings; a task region that a recording does not have has no instances there.
std::vector<std::optional<double>> values_of(const std::string& name,
                                             const std::vector<const RegionQuantities*>& occurrences) {
  std::vector<std::optional<double>> values;
  for (const RegionQuantities* region : occurrences) {
    std::optional<double> value = 0.;
    for (const Count& count : region->counts)
      if (count.name == name)
        value = count.value ? std::optional<double>(static_cast<double>(*count.value)) : std::nullopt;
    values.push_back(value);
  }
  return values;
}

void add_times(std::vector<Quantity>& quantities, const std::vector<const RegionQuantities*>& occurrences) {
  auto quantity = [](const char* name, Quantity::Unit unit) {
    Quantity made;
    made.name = name, made.unit = unit;
    return made;
  };
  Quantity work = quantity("work", Quantity::Unit::time_ns), span = quantity("span", Quantity::Unit::time_ns);
  Quantity parallelism = quantity("work / span", Quantity::Unit::ratio);
  for (const RegionQuantities* region : occurrences) {
    const auto work_ns = static_cast<double>(region->work_ns), span_ns = static_cast<double>(region->span_ns);
    work.values.push_back(work_ns), span.values.push_back(span_ns);
    parallelism.values.push_back(span_ns > 0 ? work_ns / span_ns : 0);
  }
  for (Quantity* quantity : {&work, &span, &parallelism}) quantities.push_back(std::move(*quantity));
}

GeneralisedRegion generalise_region(const std::vector<const RegionQuantities*>& occurrences, std::vector<Sizes> sizes,
                                    std::span<const std::string> names) {
  GeneralisedRegion result;
  result.name = occurrences[0]->name, result.function = occurrences[0]->function;
  std::vector<std::string> known;
  for (const RegionQuantities* region : occurrences)
    for (const Count& count : region->counts)
      if (std::ranges::find(known, count.name) == known.end()) known.push_back(count.name);
  for (const std::string& name : known)
    result.quantities.push_back({.name = name,
                                 .unit = Quantity::Unit::count,
                                 .values = values_of(name, occurrences),
                                 .exact = {},
                                 .estimate = {},
                                 .contradictory = false,
                                 .given_up = 0});
  add_times(result.quantities, occurrences);
  RegionFits fits(sizes);
  for (Quantity& quantity : result.quantities) fits.fit(quantity);

  const Quantity &tasks = *result.find("tasks"), &levels = *result.find("levels");
  if (tasks.exact && levels.exact) {
    result.scaling = scaling_of(tasks.exact->forms[0], levels.exact->forms[0], names);
  } else {
    Quantity ratio{.name = "tasks / levels",
                   .unit = Quantity::Unit::ratio,
                   .values = {},
                   .exact = {},
                   .estimate = {},
                   .contradictory = false,
                   .given_up = 0};
    for (size_t i = 0; i < sizes.size(); ++i)
      ratio.values.push_back(tasks.values[i].value_or(0) / std::max(levels.values[i].value_or(0), 1.));
    fits.fit(ratio);
    if (ratio.estimate) result.scaling = scaling_of(ratio.estimate->chosen(), names);
  }
  return result;
}

// What the sizes have in common, so that nothing is known of others: the largest modulus by which all leave the same
// remainder. 0 if there is one size only.
struct CommonRemainder {
  int64_t modulus, remainder;
  std::string text() const { // behind the parameter's name
    if (modulus == 2) return remainder ? " is odd" : " is even";
    if (remainder == 0) return " is a multiple of " + std::to_string(modulus);
    return " - " + std::to_string(remainder) + " is a multiple of " + std::to_string(modulus);
  }
};

CommonRemainder common_remainder(std::span<const Sizes> recorded, size_t p) {
  int64_t modulus = 0;
  for (const Sizes& sizes : recorded) modulus = std::gcd(modulus, sizes[p] - recorded[0][p]);
  return {modulus, modulus == 0 ? 0 : recorded[0][p] % modulus};
}

bool is_power_of_two(int64_t n) { return n > 0 && std::has_single_bit(static_cast<uint64_t>(n)); }

} // namespace

const Quantity* GeneralisedRegion::find(std::string_view wanted) const {
  for (const Quantity& quantity : quantities)
    if (quantity.name == wanted) return &quantity;
  return nullptr;
}

std::vector<GeneralisedRegion> generalise(const std::vector<SizedRecording>& recordings,
                                          std::span<const std::string> names) {
  std::vector<std::string> keys;
  for (const SizedRecording& recording : recordings)
    for (const RegionQuantities& region : recording.regions)
      if (std::ranges::find(keys, region.key) == keys.end()) keys.push_back(region.key);
  std::vector<GeneralisedRegion> result;
  for (const std::string& key : keys) {
    std::vector<const RegionQuantities*> occurrences;
    std::vector<Sizes> sizes;
    std::vector<uint32_t> where;
    for (uint32_t r = 0; r < recordings.size(); ++r)
      for (const RegionQuantities& region : recordings[r].regions)
        if (region.key == key) occurrences.push_back(&region), sizes.push_back(recordings[r].sizes), where.push_back(r);
    result.push_back(generalise_region(occurrences, std::move(sizes), names));
    result.back().recordings = std::move(where);
  }
  return result;
}

std::vector<std::string> narrow_sizes(std::span<const Sizes> recorded, std::span<const std::string> names) {
  std::vector<std::string> sentences;
  for (size_t p = 0; p < names.size(); ++p) {
    CommonRemainder common = common_remainder(recorded, p);
    bool powers_of_two = std::ranges::all_of(recorded, [&](const Sizes& s) { return is_power_of_two(s[p]); });
    if (common.modulus < 2 || powers_of_two) continue;
    int64_t least = recorded[0][p], most = least;
    for (const Sizes& sizes : recorded) least = std::min(least, sizes[p]), most = std::max(most, sizes[p]);
    int64_t other = least + (most - least) / common.modulus / 2 * common.modulus + (common.modulus + 1) / 2;
    sentences.push_back(names[p] + common.text() + " in all recordings, so the forms are known for such sizes only; " +
                        names[p] + " = " + std::to_string(other) + " would show others");
  }
  return sentences;
}

Prediction predict(const Quantity& quantity, std::span<const int64_t> sizes) {
  Prediction prediction;
  if (quantity.exact)
    for (const auto* forms : {&quantity.exact->forms, &quantity.exact->rivals})
      for (const SizeFunction& form : *forms) {
        Rational value = form.value(sizes);
        bool count = !value.overflowed() && value.is_whole() && value.numerator() >= 0;
        if (count && std::ranges::find(prediction.exact, value) == prediction.exact.end())
          prediction.exact.push_back(value);
      }
  bool positive = std::ranges::all_of(sizes, [](int64_t n) { return n > 0; });
  if (quantity.estimate && positive) prediction.estimated = quantity.estimate->predict(sizes);
  return prediction;
}

std::vector<std::string> unlike_recorded(std::span<const Sizes> recorded, std::span<const int64_t> sizes,
                                         std::span<const std::string> names) {
  std::vector<std::string> sentences;
  auto all = [&](auto holds) { return std::ranges::all_of(recorded, holds); };
  for (size_t p = 0; p < sizes.size(); ++p) {
    if (all([&](const Sizes& s) { return is_power_of_two(s[p]); })) {
      if (!is_power_of_two(sizes[p]))
        sentences.push_back(names[p] + " is a power of two in all recordings, and not here");
    } else if (CommonRemainder common = common_remainder(recorded, p);
               common.modulus > 1 && sizes[p] % common.modulus != common.remainder) {
      sentences.push_back(names[p] + common.text() + " in all recordings, and not here");
    }
    if (all([&](const Sizes& s) { return sizes[p] < s[p]; }))
      sentences.push_back(names[p] + " is smaller than in all recordings");
    for (size_t q = 0; q < sizes.size(); ++q)
      if (p != q && all([&](const Sizes& s) { return s[p] <= s[q]; }) && sizes[p] > sizes[q])
        sentences.push_back(names[p] + " is not larger than " + names[q] + " in any recording, and is here");
  }
  return sentences;
}

} // namespace unply
