#include "model/skeleton/fit_skeleton.h"
#include "model/regression/normal_form.h"
#include "model/skeleton/level_changes.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <set>

namespace unply {

namespace {

constexpr double kSteady = 0.2;      // a constant that misses by less is an answer
constexpr double kNegligible = 0.05; // of all time: no reason to refuse a whole model

Result<std::vector<FeatureTerm>> read_terms(const std::vector<std::string>& texts,
                                            const std::vector<std::string>& names) {
  std::vector<FeatureTerm> terms;
  for (const std::string& text : texts) {
    auto term = parse_term(text, names);
    if (!term) return error_of(term);
    if (std::ranges::find(terms, *term) != terms.end()) return fail(fmt::format("term '{}' is given twice", text));
    terms.push_back(std::move(*term));
  }
  return terms;
}

// The terms of another model's law, for the features of these measurements.
Result<std::vector<FeatureTerm>> terms_of_form(const PhaseModel& phase, const Law& law,
                                               const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  for (const FeatureTerm& term : law.form.terms) texts.push_back(term_text(term, phase.features));
  return read_terms(texts, names);
}

class PhaseFitter {
public:
  PhaseFitter(const FitOptions& options, double all_seconds) : options_(options), all_seconds_(all_seconds) {}

  Result<PhaseModel> fit(const std::string& name, MeasuredPhase measured) {
    PhaseModel model{
        .name = name, .features = measured.times.names, .imbalance = measured.imbalance, .rows = measured.rows};
    auto suspects = find_suspects(model, measured.times);
    if (!suspects) return error_of(suspects);
    if (options_.drop_suspects && !suspects->empty()) drop(measured, *suspects);
    const double seconds = std::accumulate(measured.times.values.begin(), measured.times.values.end(), 0.);
    negligible_ = seconds < kNegligible * all_seconds_;
    TRY(fit_linear(model, measured.times));
    TRY(choose(model, measured.times));
    if (!options_.linear && !fixed_terms(model)) fit_work(model, measured);
    for (size_t i = 0; i < measured.times.values.size(); ++i)
      model.fitted.push_back({.place = measured.times.places[i],
                              .measured = measured.times.values[i],
                              .expected = model.chosen.value(measured.times.features[i]),
                              .features = measured.times.features[i]});
    return model;
  }

private:
  // Measured only at some places: given by --terms or --form, which the other laws have to do without.
  bool fixed_terms(const PhaseModel& model) const {
    return options_.terms.contains(model.name) || (options_.form && options_.form->find(model.name));
  }

  Result<std::vector<FeatureTerm>> paper_terms(const PhaseModel& model, const Measurements& times) const {
    auto given = options_.terms.find(model.name);
    if (given != options_.terms.end()) return read_terms(given->second, model.features);
    if (const PhaseModel* old = options_.form ? options_.form->find(model.name) : nullptr)
      return terms_of_form(*old, old->linear, model.features);
    return linear_terms(times);
  }

  Result<std::vector<size_t>> find_suspects(PhaseModel& model, const Measurements& times) const {
    auto terms = paper_terms(model, times);
    if (!terms) return error_of(terms);
    std::vector<size_t> rows;
    for (const Outlier& outlier : find_outliers(times, *terms)) {
      rows.push_back(outlier.row);
      model.suspects.push_back({.place = times.places[outlier.row],
                                .measured = times.values[outlier.row],
                                .expected = outlier.expected,
                                .features = times.features[outlier.row]});
    }
    return rows;
  }

  static void drop(MeasuredPhase& measured, const std::vector<size_t>& rows) {
    for (size_t i = rows.size(); i-- > 0;) {
      const auto at = static_cast<long>(rows[i]);
      measured.times.features.erase(measured.times.features.begin() + at);
      measured.times.values.erase(measured.times.values.begin() + at);
      measured.times.places.erase(measured.times.places.begin() + at);
      for (auto& [counter, values] : measured.work) values.erase(values.begin() + at);
    }
  }

  Result<void> fit_linear(PhaseModel& model, const Measurements& times) {
    auto terms = paper_terms(model, times);
    if (!terms) return error_of(terms);
    auto law = fit_law(times, *terms, {Weights::ordinary, options_.positive_only});
    if (!law && distinct(times) < kLeastConfigurations)
      return fail(
          fmt::format("{}: {}, expected at least {}", model.name,
                      distinct(times) == 1 ? "1 configuration" : fmt::format("{} configurations", distinct(times)),
                      kLeastConfigurations),
          "measure more sizes; five or more tell most forms apart");
    const bool asked = options_.linear || fixed_terms(model);
    while (!law && !asked && terms->size() > 1) { // a size that differs in one configuration only
      std::vector<FeatureTerm> kept(terms->begin(), terms->end() - 1);
      for (size_t k = 1; k < terms->size(); ++k) {
        std::vector<FeatureTerm> fewer = *terms;
        fewer.erase(fewer.begin() + static_cast<long>(k));
        auto next = fit_law(times, fewer, {Weights::ordinary, options_.positive_only});
        if (next && (!law || next->r2 > law->r2)) law = std::move(next), kept = std::move(fewer);
      }
      *terms = std::move(kept);
    }
    if (!law) return std::unexpected(law.error().about(model.name));
    model.linear = std::move(*law);
    return {};
  }

  static size_t distinct(const Measurements& times) {
    return std::set<std::vector<double>>(times.features.begin(), times.features.end()).size();
  }

  Weights weights_for(const Measurements& times) const {
    const bool positive = std::ranges::all_of(times.values, [](double value) { return value > 0; });
    return options_.weights.value_or(positive ? Weights::relative : Weights::ordinary);
  }

  Result<void> choose(PhaseModel& model, const Measurements& times) {
    if (options_.linear || options_.terms.contains(model.name)) {
      model.chosen = model.linear;
      if (options_.weights && *options_.weights != Weights::ordinary) {
        auto law = fit_law(times, model.linear.form.terms, {*options_.weights, options_.positive_only});
        if (!law) return std::unexpected(law.error().about(model.name));
        model.chosen = std::move(*law);
      }
      return options_.terms.contains(model.name) ? Result<void>() : check(model, times);
    }
    if (const PhaseModel* old = options_.form ? options_.form->find(model.name) : nullptr) {
      auto terms = terms_of_form(*old, old->chosen, model.features);
      if (!terms) return std::unexpected(terms.error().about(model.name));
      auto law = fit_law(times, *terms, {old->chosen.weights, old->chosen.positive_only || options_.positive_only});
      if (!law) return std::unexpected(law.error().about(model.name));
      model.chosen = std::move(*law);
      return check(model, times);
    }
    auto law = find_normal_form(times, {{weights_for(times), options_.positive_only}, false});
    if (!law) return std::unexpected(law.error().about(model.name));
    model.chosen = std::move(*law);
    return check(model, times);
  }

  // A law that predicts left-out configurations worse than their mean does knows nothing of the sizes. Where the mean
  // is a good answer it is taken, and a note says so; else the model is refused.
  Result<void> check(PhaseModel& model, const Measurements& times) {
    const Law& law = model.chosen;
    const bool constant = law.form.terms.size() == 1 && law.form.terms[0].empty();
    const bool worse = law.left_out_error > law.constant_error + 1e-12;
    if (!worse && !constant) return {};
    if (law.constant_error <= kSteady || negligible_) {
      auto mean = fit_law(times, {FeatureTerm{}}, {law.weights, false});
      if (!mean) return std::unexpected(mean.error().about(model.name));
      model.chosen = std::move(*mean);
      model.note = negligible_ && model.chosen.left_out_error > kSteady
                       ? "less than 5 % of all time, and no law found: a constant"
                       : "does not depend on the sizes that were measured: a constant";
      return {};
    }
    const std::string what =
        options_.linear ? "the linear law predicts configurations that it has not seen no better than a constant"
                        : "no form predicts configurations that it has not seen better than a constant";
    return fail(fmt::format("{}: {}, which misses by {:.0f} % (SMAPE)", model.name, what, 100 * law.constant_error),
                "measure more sizes and repeats on free processors, or name what the time depends on as a feature");
  }

  // Counts first, as laws of the sizes, then a cost for each unit. Taken if it predicts about as well: counts do not
  // depend on the machine, so that only the cost has to be measured on another one.
  void fit_work(PhaseModel& model, const MeasuredPhase& measured) {
    constexpr double kAboutAsGood = 1.1;
    for (const auto& [counter, counts] : measured.work) {
      Measurements of_sizes{.names = model.features,
                            .features = measured.times.features,
                            .values = counts,
                            .places = measured.times.places};
      Measurements of_count{
          .names = {counter}, .features = {}, .values = measured.times.values, .places = measured.times.places};
      for (double count : counts) of_count.features.push_back({count});
      const bool positive = std::ranges::all_of(counts, [](double count) { return count > 0; });
      auto count = find_normal_form(of_sizes, {{positive ? Weights::relative : Weights::ordinary, false}, true});
      auto cost = fit_segments(of_count, 0, {weights_for(of_count), options_.positive_only});
      if (!count || !cost) continue;
      const double error = count->left_out_error + cost->left_out_error;
      const double best = model.work ? model.work->count.left_out_error + model.work->cost.left_out_error
                                     : kAboutAsGood * model.chosen.left_out_error;
      if (error <= best + 1e-12) model.work = {counter, std::move(*count), std::move(*cost)};
    }
  }

  const FitOptions& options_;
  double all_seconds_;
  bool negligible_ = false;
};

// Words of an exchange: the bytes of the rank that sends most at that level, in units of 32 bits.
struct ExchangeRows {
  Measurements words, times;
  bool tree = false; // some rank has several messages at a level
  std::set<size_t> ranks;
};

ExchangeRows collect_exchanges(const Samples& samples) {
  constexpr double kBytesOfWord = 4;
  struct Rank {
    double bytes = 0, seconds = 0;
    const PhaseSample* first = nullptr;
    size_t messages = 0;
  };
  std::set<std::tuple<uint32_t, uint32_t, uint32_t>> divided; // levels below which processes divide
  for (const PhaseSample& sample : samples.rows)
    if (sample.phase == "divide" || sample.phase == "combine")
      divided.insert({sample.source, sample.call, sample.level});
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::map<uint32_t, Rank>> levels;
  for (const PhaseSample& sample : samples.rows) {
    if (sample.phase != "exchange") continue;
    const std::tuple key(sample.source, sample.call, sample.level);
    if (!divided.empty() && !divided.contains(key)) continue; // folded processes, below the last level
    Rank& rank = levels[key][sample.rank];
    rank.bytes += sample.bytes, ++rank.messages;
    if (!std::isnan(sample.seconds)) rank.seconds += sample.seconds;
    if (!rank.first) rank.first = &sample;
  }
  ExchangeRows rows;
  std::vector<size_t> features;
  for (size_t f = 0; f < samples.names.size(); ++f) {
    bool everywhere = samples.names[f] != "P" && !is_work(samples.names[f]);
    for (const auto& [key, ranks] : levels)
      for (const auto& [number, rank] : ranks) everywhere &= !std::isnan(rank.first->feature(f));
    if (everywhere) features.push_back(f), rows.words.names.push_back(samples.names[f]);
  }
  rows.times.names = {"bytes"};
  for (const auto& [key, ranks] : levels) {
    const Rank* most = nullptr;
    double slowest = 0;
    for (const auto& [number, rank] : ranks) {
      rows.tree |= rank.messages > 1;
      if (!most || rank.bytes > most->bytes) most = &rank;
      slowest = std::max(slowest, rank.seconds);
    }
    std::vector<double> row;
    for (size_t f : features) row.push_back(most->first->feature(f));
    rows.words.features.push_back(std::move(row));
    rows.words.values.push_back(most->bytes / kBytesOfWord);
    rows.words.places.push_back(samples.place(*most->first));
    if (slowest > 0) {
      rows.times.features.push_back({most->bytes});
      rows.times.values.push_back(slowest);
      rows.times.places.push_back(samples.place(*most->first));
    }
  }
  return rows;
}

// A law that is given, not fitted.
Result<PhaseModel> given_words(const std::string& text, const std::vector<ModelSize>& sizes) {
  PhaseModel words{.name = "words", .imbalance = 1, .rows = 0, .note = "given"};
  for (const ModelSize& size : sizes) words.features.push_back(size.name);
  auto sum = parse_sum(text, words.features);
  if (!sum) return std::unexpected(sum.error().about("--words"));
  for (WeightedTerm& part : *sum)
    words.chosen.form.terms.push_back(std::move(part.term)), words.chosen.form.coefficients.push_back(part.coefficient);
  words.chosen.least.assign(words.features.size(), 0), words.chosen.most.assign(words.features.size(), INFINITY);
  words.linear = words.chosen;
  return words;
}

Result<void> fit_exchange(SkeletonModel& model, const Samples& samples, const FitOptions& options) {
  if (!options.words.empty()) {
    auto words = given_words(options.words, model.sizes);
    if (!words) return error_of(words);
    model.words = std::move(*words);
    return {};
  }
  ExchangeRows rows = collect_exchanges(samples);
  if (rows.words.values.empty()) return {};
  if (rows.tree) model.shape = SkeletonModel::Shape::tree;
  const bool any = std::ranges::any_of(rows.words.values, [](double words) { return words > 0; });
  if (!any) return {};
  const bool positive = std::ranges::all_of(rows.words.values, [](double words) { return words > 0; });
  auto words = find_normal_form(rows.words, {{positive ? Weights::relative : Weights::ordinary, false}, true});
  if (!words)
    return std::unexpected(
        Error{"exchange: the words sent: " + words.error().what, words.error().hint + ", or name them: --words N"});
  PhaseModel phase{.name = "words",
                   .features = rows.words.names,
                   .linear = *words,
                   .chosen = *words,
                   .imbalance = 1,
                   .rows = rows.words.values.size()};
  model.words = std::move(phase);
  if (auto times = fit_segments(rows.times, 0, {Weights::relative, options.positive_only}))
    model.exchange = PhaseModel{.name = "exchange",
                                .features = {"bytes"},
                                .linear = *times,
                                .chosen = *times,
                                .imbalance = 1,
                                .rows = rows.times.values.size()};
  return {};
}

Result<void> take_sizes(SkeletonModel& model, const Samples& samples, const FitOptions& options) {
  for (size_t f = 0; f < samples.names.size(); ++f) {
    if (is_work(samples.names[f]) || (model.skeleton && samples.names[f] == "P")) continue;
    auto [least, most] = whole_sizes(samples, f);
    ModelSize size{.name = samples.names[f], .least = least, .most = most, .change = level_change(samples, f)};
    if (const ModelSize* old = options.form ? options.form->find_size(size.name) : nullptr)
      if (size.change.known == LevelChange::Known::unknown) size.change = old->change;
    if (!options.halves.empty() && size.change.known == LevelChange::Known::unknown)
      size.change = {1, LevelChange::Known::given};
    if (std::ranges::find(options.halves, size.name) != options.halves.end())
      size.change = {0.5, LevelChange::Known::given};
    model.sizes.push_back(std::move(size));
  }
  for (const std::string& name : options.halves)
    if (!model.find_size(name)) return fail(fmt::format("--halve {}: no feature has this name", name));
  return {};
}

void take_processes(SkeletonModel& model, const Samples& samples) {
  const auto column = std::ranges::find(samples.names, "P");
  std::set<unsigned> processes;
  if (column != samples.names.end())
    for (const PhaseSample& sample : samples.rows)
      if (const double p = sample.feature(static_cast<size_t>(column - samples.names.begin())); p >= 1 && p < 4e9)
        processes.insert(static_cast<unsigned>(p));
  model.processes.assign(processes.begin(), processes.end());
}

} // namespace

Result<SkeletonModel> fit_skeleton(const Samples& samples, const FitOptions& options) {
  SkeletonModel model;
  model.sources = samples.sources;
  std::vector<std::string> names;
  for (const PhaseSample& sample : samples.rows)
    if (std::ranges::find(names, sample.phase) == names.end()) names.push_back(sample.phase);
  model.skeleton = std::ranges::any_of(names, [](const std::string& name) { return name == "sequential"; });
  if (!model.skeleton && std::ranges::any_of(names, is_skeleton_phase))
    return fail("phases: no sequential phase was measured, so nothing is known of the leaves",
                "record whole calls, or add rows of the phase sequential");
  std::ranges::sort(names, {}, [](const std::string& name) { // as the skeleton runs them
    return std::ranges::find(kPhaseNames, name) - std::begin(kPhaseNames);
  });
  TRY(take_sizes(model, samples, options));
  if (model.skeleton) take_processes(model, samples);
  double all_seconds = 0;
  std::vector<std::pair<std::string, MeasuredPhase>> measured;
  bool clocks[2] = {false, false};
  for (const std::string& name : names) {
    if (name == "call" || name == "exchange") continue;
    measured.emplace_back(name, collect_times(samples, name, options.elapsed));
    for (double value : measured.back().second.times.values) all_seconds += value;
  }
  for (const PhaseSample& sample : samples.rows)
    if (sample.phase != "call" && sample.phase != "exchange")
      clocks[!options.elapsed && !std::isnan(sample.cpu_seconds)] = true;
  model.clock = clocks[0] ? "elapsed time" : "processor time";
  for (const auto& [name, terms] : options.terms)
    if (std::ranges::find(names, name) == names.end())
      return fail(fmt::format("--terms {}: no phase has this name, expected {}", name, fmt::join(names, ", ")));
  PhaseFitter fitter(options, all_seconds);
  for (auto& [name, times] : measured) {
    if (times.times.values.empty()) return fail(fmt::format("{}: no row has a time", name));
    auto phase = fitter.fit(name, std::move(times));
    if (!phase) return error_of(phase);
    model.phases.push_back(std::move(*phase));
  }
  TRY(fit_exchange(model, samples, options));
  return model;
}

} // namespace unply
