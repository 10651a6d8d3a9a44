// A run of known costs is fitted and predicted again; models survive their file, and damaged files do not get through.
#include "base/testing/rounds.h"
#include "model/skeleton/cost_model.h"
#include "model/skeleton/fit_skeleton.h"
#include "model/skeleton/model_file.h"
#include "model/skeleton/predict_skeleton.h"
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace unply;

namespace {

constexpr double kDivide = 2e-8, kCombine = 2e-7, kSequential = 4e-7, kStart = 3e-6;

// What rank r of P measures in a call on N nodes and M edges; the last rank is a tenth slower.
void add_call(Samples& samples, uint32_t call, unsigned processes, double nodes, double edges) {
  const size_t P = samples.feature("P"), N = samples.feature("N"), M = samples.feature("M"),
               W = samples.feature("work:steps");
  const auto levels = static_cast<uint32_t>(std::log2(processes));
  auto add = [&](const char* phase, uint32_t rank, uint32_t level, double seconds, double bytes, double work) {
    PhaseSample sample;
    sample.phase = phase, sample.rank = rank, sample.call = call, sample.level = level, sample.bytes = bytes;
    sample.seconds = seconds * (rank + 1 == processes ? 1 : 0.9);
    sample.features.assign(samples.names.size(), kUnknown);
    sample.features[N] = nodes, sample.features[M] = std::ceil(edges / (1u << level));
    if (sample.phase == "call") sample.features[P] = processes;
    if (work > 0) sample.features[W] = work;
    samples.rows.push_back(sample);
  };
  for (uint32_t rank = 0; rank < processes; ++rank) {
    add("call", rank, 0, 1, 0, 0);
    for (uint32_t level = 0; level < levels; ++level) {
      add("divide", rank, level, kStart + kDivide * edges / (1u << level), 0, 0);
      add("exchange", rank, level, 1e-5 + nodes * 1e-8, 4 * nodes, 0);
      add("combine", rank, level, kCombine * nodes, 0, 0);
    }
    const double steps = 5 * nodes + 2 * edges / processes;
    add("sequential", rank, levels, kSequential * steps, 0, steps);
  }
}

Samples calls() {
  Samples samples;
  samples.sources = {"a.trace"};
  uint32_t call = 0;
  for (double nodes : {1000., 4000., 16000., 64000.})
    for (double edges : {2048., 8192., 32768., 131072.})
      for (unsigned processes : {2u, 4u}) add_call(samples, call++, processes, nodes, edges);
  return samples;
}

SkeletonModel fitted(const FitOptions& options) {
  auto model = fit_skeleton(calls(), options);
  if (!model) FAIL(model.error().what);
  return *model;
}

const SkeletonModel& fitted() { // once for all cases: fitting is most of their time in the sanitizers' build
  static const SkeletonModel model = fitted({});
  return model;
}

MessageCosts lidic() {
  return {[](unsigned) { return std::optional(MessageCosts::Line{2.43e-4, 1.51e-7}); },
          [](unsigned, unsigned, double) { return std::optional<double>(); }, [](unsigned, unsigned) { return 0.; }};
}

double expected_total(double nodes, double edges, unsigned levels, double exchange) {
  return closed_cost({[=](unsigned j) { return kStart + kDivide * edges / (1u << j); },
                      [=](unsigned) { return kCombine * nodes; }, [=](unsigned) { return exchange; },
                      [=](unsigned j) { return kSequential * (5 * nodes + 2 * edges / (1u << j)); }},
                     levels);
}

} // namespace

TEST_CASE("phases of known costs are found again") {
  const SkeletonModel& model = fitted();
  CHECK(model.skeleton);
  CHECK(model.shape == SkeletonModel::Shape::hypercube);
  CHECK(model.processes == std::vector<unsigned>{2, 4});
  CHECK(model.find_size("N")->change.factor == 1);
  CHECK(model.find_size("M")->change.factor == 0.5);
  CHECK(model.find_size("M")->change.known == LevelChange::Known::observed);
  CHECK(model.find_size("M")->most == 131072);
  const PhaseModel& divide = *model.find("divide");
  CHECK(term_text(divide.chosen.form.terms.back(), divide.features) == "M");
  CHECK(divide.chosen.form.coefficients.back() == doctest::Approx(kDivide));
  CHECK(divide.imbalance > 1.02);
  CHECK(divide.suspects.empty());
  REQUIRE(model.find("sequential")->work);
  CHECK(model.find("sequential")->work->count.exact());
  CHECK(model.find("sequential")->work->cost.form.coefficients[1] == doctest::Approx(kSequential));
  REQUIRE(model.words);
  CHECK(model.words->chosen.exact());
  CHECK(model.words->chosen.text(model.words->features) == "N");
  REQUIRE(model.exchange);
}

TEST_CASE("predictions add up as the paper's equation") {
  for (const SkeletonModel& model : {fitted(), fitted({.linear = true})}) {
    const double exchange = exchange_seconds(2.43e-4, 1.51e-7, 1e6);
    auto call = predict_call(model, {{"N", 1e6}, {"M", 2e6}}, 8, lidic());
    REQUIRE(call);
    CHECK(call->levels == 3);
    CHECK(call->total.value == doctest::Approx(expected_total(1e6, 2e6, 3, exchange)).epsilon(1e-6));
    CHECK(call->paper == doctest::Approx(expected_total(1e6, 2e6, 3, exchange)).epsilon(1e-6));
    CHECK(call->total.low <= call->total.value);
    CHECK(call->total.high >= call->total.value);
    CHECK(call->beyond.factor == doctest::Approx(1e6 / 64000).epsilon(1e-6));
    CHECK(call->speedup ==
          doctest::Approx(expected_total(1e6, 2e6, 0, 0) / expected_total(1e6, 2e6, 3, exchange)).epsilon(1e-6));
  }
}

TEST_CASE("processes beyond a power of two wait for one message more") {
  const SkeletonModel& model = fitted();
  auto eight = predict_call(model, {{"N", 1e6}, {"M", 2e6}}, 8, lidic()),
       eleven = predict_call(model, {{"N", 1e6}, {"M", 2e6}}, 11, lidic());
  REQUIRE(eight);
  REQUIRE(eleven);
  CHECK(eleven->idle == 3);
  CHECK(eleven->total.value - eight->total.value == doctest::Approx(message_seconds(2.43e-4, 1.51e-7, 1e6)));
  CHECK(eleven->fold == doctest::Approx(message_seconds(2.43e-4, 1.51e-7, 1e6)));
  CHECK(eight->fold == 0);
}

TEST_CASE("without l and g the paper's model says nothing") {
  const SkeletonModel& model = fitted();
  MessageCosts costs;
  costs.exchange = [](unsigned, unsigned, double words) { return std::optional(words * 1e-9); };
  auto call = predict_call(model, {{"N", 1e6}, {"M", 2e6}}, 8, costs);
  REQUIRE(call);
  CHECK(std::isnan(call->paper));
  CHECK(call->total.value > 0);
}

TEST_CASE("the times of the levels add up to those of the phases") {
  const SkeletonModel& model = fitted();
  auto call = predict_call(model, {{"N", 1e6}, {"M", 2e6}}, 11, lidic());
  REQUIRE(call);
  for (const PhasePrediction& phase : call->phases) {
    double sum = phase.name == "exchange" ? call->fold : 0;
    for (double level : phase.levels) sum += level;
    CHECK(phase.levels.size() == (phase.name == "sequential" ? 1 : 3));
    CHECK(sum == doctest::Approx(phase.ours.value));
  }
  CHECK(call->phases[0].levels[0] > 1.9 * call->phases[0].levels[1]); // M halves
  CHECK(call->phases[3].levels[0] == call->phases[3].levels[2]);      // N stays
}

TEST_CASE("exchanges by distance go before l and g, and their reach is told") {
  const SkeletonModel& model = fitted();
  MessageCosts costs = lidic();
  std::vector<unsigned> distances;
  costs.exchange = [&](unsigned, unsigned distance, double words) {
    distances.push_back(distance);
    return std::optional(distance * 1e-3 + words * 1e-9);
  };
  costs.longest = [](unsigned, unsigned) { return 1e5; };
  auto call = predict_call(model, {{"N", 1e6}, {"M", 2e6}}, 8, costs);
  REQUIRE(call);
  CHECK(call->per_dimension);
  CHECK(call->phases[2].ours.value == doctest::Approx(7e-3 + 3 * 1e-3));
  CHECK(call->phases[2].paper == doctest::Approx(3 * exchange_seconds(2.43e-4, 1.51e-7, 1e6)));
  CHECK(distances == std::vector<unsigned>{4, 2, 1});
  CHECK(call->longest_words == 1e5);
}

TEST_CASE("what a prediction lacks is named") {
  const SkeletonModel& model = fitted();
  auto problem = [&](const SizeValues& at, unsigned processes, const MessageCosts& costs, const SkeletonModel& of) {
    auto call = predict_call(of, at, processes, costs);
    return call ? std::string() : call.error().what;
  };
  CHECK(problem({{"N", 1e6}}, 2, lidic(), model) == "divide: needs the size M");
  CHECK(problem({{"N", 1e6}, {"M", 1e6}}, 2, {}, model) == "network: no costs of messages for 2 processes");
  CHECK(problem({{"N", 1e6}, {"M", 1e6}}, 1, {}, model) == "");
  CHECK(problem({{"N", 1e6}, {"M", 1e6}}, 0, {}, model) == "0 processes, expected at least 1");
  SkeletonModel unknown = model;
  unknown.sizes[1].change = {};
  CHECK(problem({{"N", 1e6}, {"M", 1e6}}, 4, lidic(), unknown) ==
        "M: how it changes from level to level was neither recorded nor given");
  auto recorded = predict_call(model, {{"N", 1e6}, {"M", 1e6}}, 2, {}, {true});
  REQUIRE(recorded);
  CHECK(recorded->fitted_exchange);
  CHECK(recorded->phases[2].ours.value == doctest::Approx(1e-5 + 1e-2).epsilon(1e-6));
}

TEST_CASE("another machine keeps the terms") {
  const SkeletonModel& old = fitted();
  Samples slower = calls();
  for (PhaseSample& sample : slower.rows) sample.seconds *= 3;
  auto model = fit_skeleton(slower, {.form = old});
  REQUIRE(model);
  for (const PhaseModel& phase : model->phases) {
    CHECK(phase.chosen.form.terms == old.find(phase.name)->chosen.form.terms);
    CHECK(phase.chosen.form.coefficients.back() ==
          doctest::Approx(3 * old.find(phase.name)->chosen.form.coefficients.back()));
  }
}

TEST_CASE("what no law predicts is refused, and what is constant is a constant") {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> steady(0.97, 1.03);
  Samples samples;
  samples.sources = {"t.csv"};
  const size_t n = samples.feature("n");
  for (uint32_t i = 0; i < 12; ++i) {
    PhaseSample sample;
    sample.phase = "sort", sample.call = i, sample.features.assign(n + 1, 100. * (i + 1));
    sample.seconds = i % 2 ? 0.1 : 2;
    samples.rows.push_back(sample);
  }
  auto refused = fit_skeleton(samples, {});
  REQUIRE(!refused);
  CHECK(refused.error().what.starts_with(
      "sort: no form predicts configurations that it has not seen better than a constant, which misses by "));
  auto refused_line = fit_skeleton(samples, {.linear = true});
  REQUIRE(!refused_line);
  CHECK(refused_line.error().what.starts_with("sort: the linear law predicts"));
  for (PhaseSample& sample : samples.rows) sample.seconds = steady(random);
  auto constant = fit_skeleton(samples, {});
  REQUIRE(constant);
  CHECK(constant->phases[0].chosen.form.terms == std::vector<FeatureTerm>{{}});
  CHECK(constant->phases[0].note.starts_with("does not depend on the sizes"));
  samples.rows.resize(2);
  auto few = fit_skeleton(samples, {});
  REQUIRE(!few);
  CHECK(few.error().what == "sort: 2 configurations, expected at least 3");
}

TEST_CASE("a phase without a law that takes little of the time is a constant, and says so") {
  for (const double share : {0.015, 0.2}) { // of the time
    Samples samples = calls();
    double all = 0, divide = 0;
    size_t rows = 0;
    for (const PhaseSample& sample : samples.rows) {
      if (sample.phase == "sequential" || sample.phase == "combine") all += sample.seconds;
      rows += sample.phase == "divide";
    }
    divide = share * all / static_cast<double>(rows);
    for (PhaseSample& sample : samples.rows) // one factor for all ranks of a call, which no size explains
      if (sample.phase == "divide") sample.seconds = divide * (0.05 + (sample.call * sample.call * 7 % 11) / 5.);
    auto model = fit_skeleton(samples, {});
    REQUIRE(model.has_value() == (share < 0.05));
    if (model) CHECK(model->find("divide")->note == "less than 5 % of all time, and no law found: a constant");
  }
}

TEST_CASE("a machine file is no model") {
  auto model = parse_model(R"({"schema": 2, "network": {}})", "m.json");
  REQUIRE(!model);
  CHECK(model.error().what == "m.json: is a machine file, not a model");
}

TEST_CASE("a model comes back from its file as it was") {
  for (const SkeletonModel& model : {fitted(), fitted({.linear = true, .positive_only = true})}) {
    const std::string text = model_json(model);
    auto back = parse_model(text, "cc.model");
    if (!back) FAIL(back.error().what);
    CHECK(model_json(*back) == text);
    auto before = predict_call(model, {{"N", 3e5}, {"M", 7e5}}, 16, lidic()),
         after = predict_call(*back, {{"N", 3e5}, {"M", 7e5}}, 16, lidic());
    CHECK(before->total.value == after->total.value);
    CHECK(before->total.low == after->total.low);
    CHECK(before->total.high == after->total.high);
    CHECK(before->beyond.factor == after->beyond.factor);
  }
}

TEST_CASE("damaged model files are errors") {
  const std::string text = model_json(fitted());
  for (size_t cut = 0; cut < text.size(); cut += 101) CHECK(!parse_model(text.substr(0, cut), "cc.model"));
  std::mt19937 random(4);
  const std::string bytes = "0123456789-.eE\"{}[],:ntx \xff";
  size_t read = 0;
  for (int round = 0; round < rounds(300); ++round) {
    std::string damaged = text;
    for (int i = 0; i <= round % 3; ++i) {
      const size_t at = random() % damaged.size();
      if (round % 2)
        damaged[at] = bytes[random() % bytes.size()];
      else
        damaged.erase(at, 1 + random() % 60);
    }
    auto model = parse_model(damaged, "cc.model");
    if (!model) {
      CHECK(model.error().what.starts_with("cc.model: "));
      continue;
    }
    ++read; // a digit of a coefficient: nothing that a reader could see
    (void)predict_call(*model, {{"N", 3e5}, {"M", 7e5}}, 16, lidic());
    (void)model_json(*model);
  }
  CHECK(read > 0);
  auto problem = [](const char* json) {
    auto model = parse_model(json, "m");
    return model ? std::string() : model.error().what;
  };
  CHECK(problem("") == "m: is not a JSON object");
  CHECK(problem("[]") == "m: is not a JSON object");
  CHECK(problem("{}") == "m: \"schema\" is missing, expected 1");
  CHECK(problem("{\"schema\":2}") == "m: \"schema\" is 2, expected 1");
  CHECK(problem("{\"schema\":1}") == "m: kind is '', expected divide-and-conquer or parts");
  CHECK(problem("{\"schema\":1,\"kind\":\"parts\"}") == "m: phases is missing or empty");
  CHECK(problem("{\"schema\":1,\"kind\":\"parts\",\"phases\":[{\"name\":\"a\",\"features\":[\"n\"],\"law\":{\"terms\":["
                "{\"of\":\"m\",\"coefficient\":1}]}}]}") ==
        "m: phases[0].law.terms[0] has the term 'm': no feature is named 'm'");
  CHECK(problem("{\"schema\":1,\"kind\":\"parts\",\"phases\":[{\"name\":\"a\",\"features\":[\"n\"],\"law\":{\"terms\":["
                "{\"of\":\"n\",\"coefficient\":\"x\"}]}}]}") ==
        "m: phases[0].law.terms[0].coefficient is \"x\", expected a number from -1e+300 to 1e+300");
  CHECK(problem("{\"schema\":1,\"kind\":\"divide-and-conquer\",\"phases\":[{\"name\":\"a\",\"features\":[],\"law\":{"
                "\"terms\":[{\"of\":\"1\",\"coefficient\":1}]}}]}") == "m: phases has no phase named sequential");
}

TEST_CASE("parts of a program are fitted each by itself") {
  Samples samples;
  REQUIRE(add_csv(samples,
                  "phase,n,seconds\nsort,1024,0.010240\nsort,2048,0.022528\nsort,4096,0.049152\nsort,8192,0."
                  "106496\nsort,16384,0.229376\n"
                  "copy,1024,0.001\ncopy,2048,0.002\ncopy,4096,0.004\ncopy,8192,0.008\ncopy,16384,0.016\n",
                  "t.csv"));
  auto model = fit_skeleton(samples, {});
  REQUIRE(model);
  CHECK(!model->skeleton);
  CHECK(model->phases[0].chosen.text(model->phases[0].features) == "1e-06 n log2(n)");
  auto parts = predict_parts(*model, {{"n", 65536}});
  REQUIRE(parts);
  CHECK((*parts)[0].ours.value == doctest::Approx(1.048576));
  CHECK((*parts)[1].ours.value == doctest::Approx(0.064));
  CHECK((*parts)[1].beyond.factor == doctest::Approx(4));
}

TEST_CASE("a size that differs in one configuration only is no part of the line") {
  Samples samples;
  REQUIRE(add_csv(samples,
                  "phase,n,m,seconds\nsort,1000,5,0.001\nsort,2000,5,0.002\nsort,4000,5,0.004\nsort,8000,5,0.008\nsort,"
                  "8000,9,0.008\n",
                  "t.csv"));
  auto model = fit_skeleton(samples, {});
  REQUIRE(model);
  CHECK(model->phases[0].linear.form.terms.size() == 2);
  CHECK(!fit_skeleton(samples, {.linear = true}));
}
