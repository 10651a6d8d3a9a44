#include "model/skeleton/model_file.h"
#include "base/version.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace unply {

namespace {

using Json = nlohmann::ordered_json;
constexpr int kModelSchema = 1;
constexpr const char* kModelHint = "unply fit writes such files; unply help fit says how to write one by hand";
constexpr size_t kMostTerms = 64, kMostFeatures = 256, kMostParts = 10000;

Json form_json(const Law::Form& form, const std::vector<std::string>& names) {
  Json terms = Json::array();
  for (size_t k = 0; k < form.terms.size(); ++k)
    terms.push_back({{"of", term_text(form.terms[k], names)}, {"coefficient", form.coefficients[k]}});
  return terms;
}

Json law_json(const Law& law, const std::vector<std::string>& names) {
  Json json = {{"terms", form_json(law.form, names)}};
  for (size_t k = 0; k < law.form.terms.size() && law.points > law.form.terms.size(); ++k) {
    const Interval interval = law.coefficient(k);
    json["terms"][k]["low"] = interval.low, json["terms"][k]["high"] = interval.high;
  }
  if (law.points == 0) return json; // given
  json["known"] = evidence_word(law.evidence().kind);
  json["weights"] = law.weights == Weights::relative ? "relative" : "ordinary";
  json["points"] = law.points;
  json["configurations"] = law.configurations;
  json["r2"] = law.r2;
  json["spread"] = law.spread;
  json["residual"] = law.residual;
  json["left_out_error"] = law.left_out_error;
  json["constant_error"] = law.constant_error;
  if (law.positive_only) json["positive_only"] = true;
  json["fitted"] = Json::object();
  for (size_t f = 0; f < names.size(); ++f) json["fitted"][names[f]] = {{"least", law.least[f]}, {"most", law.most[f]}};
  json["covariance"] = law.covariance;
  json["without_one"] = Json::array();
  for (const Law::LeftOut& part : law.left_out)
    json["without_one"].push_back({{"coefficients", part.coefficients}, {"misses", part.misses}});
  json["rivals"] = Json::array();
  for (const Law::Form& rival : law.rivals) json["rivals"].push_back(form_json(rival, names));
  return json;
}

Json phase_json(const PhaseModel& phase) {
  Json json = {{"name", phase.name}, {"features", phase.features}, {"law", law_json(phase.chosen, phase.features)}};
  json["linear"] = law_json(phase.linear, phase.features);
  if (phase.work)
    json["work"] = {{"counter", phase.work->counter},
                    {"count", law_json(phase.work->count, phase.features)},
                    {"cost", law_json(phase.work->cost, {phase.work->counter})}};
  json["rows"] = phase.rows;
  json["imbalance"] = phase.imbalance;
  json["outliers"] = Json::array();
  for (const MeasuredRow& row : phase.suspects) {
    Json at = Json::object();
    for (size_t f = 0; f < phase.features.size() && f < row.features.size(); ++f)
      at[phase.features[f]] = row.features[f];
    json["outliers"].push_back(
        {{"place", row.place}, {"at", at}, {"measured", row.measured}, {"expected", row.expected}});
  }
  if (!phase.note.empty()) json["note"] = phase.note;
  return json;
}

// Reads with a path for messages; the first thing that is wrong is kept, and the rest reads as empty.
class Reader {
public:
  explicit Reader(const std::string& name) : name_(name) {}

  Result<SkeletonModel> read(const Json& json) {
    SkeletonModel model;
    if (!json.is_object()) return fail(name_ + ": is not a JSON object", kModelHint);
    if (!json.contains("kind") && (json.contains("network") || json.contains("costs_ns")))
      return fail(name_ + ": is a machine file, not a model", "--machine names it; " + std::string(kModelHint));
    if (!json.contains("schema") || json["schema"] != kModelSchema)
      return fail(fmt::format("{}: \"schema\" is {}, expected {}", name_,
                              json.contains("schema") ? shortened(json["schema"]) : "missing", kModelSchema),
                  kModelHint);
    const std::string kind = word(json, "", "kind", {"divide-and-conquer", "parts"}, true);
    model.skeleton = kind == "divide-and-conquer";
    if (word(json, "", "shape", {"hypercube", "tree"}, false) == "tree") model.shape = SkeletonModel::Shape::tree;
    model.date = text(json, "", "date"), model.clock = text(json, "", "clock");
    for (const Json& source : array(json, "", "sources"))
      if (source.is_string()) model.sources.push_back(source.get<std::string>());
    for (const Json& count : array(json, "", "processes"))
      model.processes.push_back(static_cast<unsigned>(checked(count, "processes", 1, 4e9)));
    sizes(model, json);
    const Json phases = array(json, "", "phases");
    if (phases.empty()) wrong("phases", "is missing or empty");
    std::set<std::string> names;
    for (size_t i = 0; i < phases.size() && i < kMostParts && error_.empty(); ++i) {
      model.phases.push_back(phase(phases[i], fmt::format("phases[{}]", i)));
      if (!names.insert(model.phases.back().name).second)
        wrong(fmt::format("phases[{}]", i), "has the name of another one");
    }
    if (json.contains("words")) model.words = phase(json["words"], "words");
    if (json.contains("exchange")) model.exchange = phase(json["exchange"], "exchange");
    if (model.exchange && model.exchange->features != std::vector<std::string>{"bytes"})
      wrong("exchange.features", "is not [\"bytes\"]");
    if (model.skeleton && !model.find("sequential")) wrong("phases", "has no phase named sequential");
    if (!error_.empty()) return fail(name_ + ": " + error_, kModelHint);
    return model;
  }

private:
  static std::string shortened(const Json& value) {
    std::string dumped = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    return dumped.size() > 40 ? dumped.substr(0, 37) + "..." : dumped;
  }
  static std::string path(const std::string& where, const char* key) { return where.empty() ? key : where + "." + key; }
  void wrong(const std::string& where, const std::string& what) {
    if (error_.empty()) error_ = where + " " + what;
  }

  double checked(const Json& value, const std::string& where, double least, double most) {
    const double number = value.is_number() ? value.get<double>() : kNotANumber;
    if (number >= least && number <= most) return number; // a NaN is refused too
    wrong(where, fmt::format("is {}, expected a number from {:g} to {:g}", shortened(value), least, most));
    return std::max(least, std::min(most, 0.));
  }
  double number(const Json& json, const std::string& where, const char* key, double least, double most,
                double otherwise) {
    auto found = json.is_object() ? json.find(key) : json.end();
    return !json.is_object() || found == json.end() ? otherwise : checked(*found, path(where, key), least, most);
  }
  std::string text(const Json& json, const std::string& where, const char* key) {
    if (!json.is_object() || !json.contains(key)) return "";
    if (!json[key].is_string()) wrong(path(where, key), fmt::format("is {}, expected a text", shortened(json[key])));
    return json[key].is_string() ? json[key].get<std::string>() : "";
  }
  std::string word(const Json& json, const std::string& where, const char* key, const std::vector<std::string>& words,
                   bool needed) {
    const std::string found = text(json, where, key);
    if (found.empty() && !needed) return words[0];
    if (std::ranges::find(words, found) == words.end())
      wrong(path(where, key), fmt::format("is '{}', expected {} or {}", found, words[0], words.back()));
    return found;
  }
  Json array(const Json& json, const std::string& where, const char* key) {
    if (!json.is_object() || !json.contains(key)) return Json::array();
    if (json[key].is_array()) return json[key];
    wrong(path(where, key), fmt::format("is {}, expected an array", shortened(json[key])));
    return Json::array();
  }
  std::vector<double> numbers(const Json& json, const std::string& where, const char* key, double least = -1e300) {
    std::vector<double> values;
    for (const Json& value : array(json, where, key)) values.push_back(checked(value, path(where, key), least, 1e300));
    return values;
  }

  void sizes(SkeletonModel& model, const Json& json) {
    if (!json.contains("sizes")) return;
    if (!json["sizes"].is_object()) return wrong("sizes", "is no object");
    for (const auto& [name, value] : json["sizes"].items()) {
      if (!is_feature_name(name)) wrong("sizes", fmt::format("has '{}', which is no name", name));
      const std::string where = "sizes." + name;
      ModelSize size{.name = name,
                     .least = number(value, where, "least", -1e300, 1e300, 0),
                     .most = number(value, where, "most", -1e300, 1e300, 0),
                     .change = {}};
      size.change.factor = number(value, where, "by_division", 0, 2, 1);
      const std::string known = word(value, where, "known", {"unknown", "given", "observed", "estimated"}, false);
      for (auto each : {LevelChange::Known::given, LevelChange::Known::observed, LevelChange::Known::estimated})
        if (known == known_name(each)) size.change.known = each;
      if (model.sizes.size() < kMostFeatures) model.sizes.push_back(std::move(size));
    }
  }

  Law::Form form(const Json& terms, const std::string& where, const std::vector<std::string>& names) {
    Law::Form form;
    if (!terms.is_array() || terms.empty() || terms.size() > kMostTerms) {
      wrong(where, "has no terms, or too many");
      return form;
    }
    for (size_t k = 0; k < terms.size(); ++k) {
      const std::string place = fmt::format("{}[{}]", where, k);
      const std::string of = text(terms[k], place, "of");
      auto term = parse_term(of, names);
      if (!term) wrong(place, "has the " + term.error().what);
      if (!terms[k].is_object() || !terms[k].contains("coefficient")) wrong(place, "has no coefficient");
      form.terms.push_back(term ? std::move(*term) : FeatureTerm{});
      form.coefficients.push_back(number(terms[k], place, "coefficient", -1e300, 1e300, 0));
    }
    return form;
  }

  Law law(const Json& json, const std::string& where, const std::vector<std::string>& names) {
    Law law;
    if (!json.is_object()) {
      wrong(where, "is no object");
      return law;
    }
    law.form = form(json.contains("terms") ? json["terms"] : Json(), where + ".terms", names);
    const size_t width = law.form.terms.size();
    law.weights = word(json, where, "weights", {"ordinary", "relative"}, false) == "relative" ? Weights::relative
                                                                                              : Weights::ordinary;
    law.points = static_cast<size_t>(number(json, where, "points", 0, 1e12, 0));
    law.configurations = static_cast<size_t>(number(json, where, "configurations", 0, 1e12, 0));
    law.r2 = number(json, where, "r2", -1e300, 1, 0);
    law.spread = number(json, where, "spread", 0, 1e300, 0);
    law.residual = number(json, where, "residual", 0, 1e300, 0);
    law.left_out_error = number(json, where, "left_out_error", 0, 1e300, 0);
    law.constant_error = number(json, where, "constant_error", 0, 1e300, 0);
    law.positive_only = json.contains("positive_only") && json["positive_only"] == true;
    for (const std::string& name : names) {
      const Json fitted = json.contains("fitted") && json["fitted"].is_object() ? json["fitted"] : Json::object();
      const Json range = fitted.contains(name) ? fitted[name] : Json::object();
      law.least.push_back(number(range, where + ".fitted." + name, "least", -1e300, 1e300, 0));
      law.most.push_back(number(range, where + ".fitted." + name, "most", -1e300, 1e300, INFINITY));
    }
    law.covariance = numbers(json, where, "covariance");
    if (law.covariance.empty()) law.covariance.assign(width * width, 0);
    if (law.covariance.size() != width * width)
      wrong(where + ".covariance", "has not the square of the terms in numbers");
    for (const Json& part : array(json, where, "without_one")) {
      law.left_out.push_back(
          {numbers(part, where + ".without_one", "coefficients"), numbers(part, where + ".without_one", "misses", 0)});
      if (law.left_out.back().coefficients.size() != width)
        wrong(where + ".without_one", "has not a coefficient for each term");
    }
    for (const Json& rival : array(json, where, "rivals")) law.rivals.push_back(form(rival, where + ".rivals", names));
    return law;
  }

  PhaseModel phase(const Json& json, const std::string& where) {
    PhaseModel phase;
    if (!json.is_object()) {
      wrong(where, "is no object");
      return phase;
    }
    phase.name = text(json, where, "name"), phase.note = text(json, where, "note");
    for (const Json& feature : array(json, where, "features")) {
      const std::string name = feature.is_string() ? feature.get<std::string>() : "";
      const bool again = std::ranges::find(phase.features, name) != phase.features.end();
      if (!is_feature_name(name) || again || phase.features.size() >= kMostFeatures)
        wrong(where + ".features", fmt::format("has {}, expected names, each once", shortened(feature)));
      phase.features.push_back(name);
    }
    if (!json.contains("law")) wrong(where, "has no law");
    phase.chosen = law(json.contains("law") ? json["law"] : Json::object(), where + ".law", phase.features);
    phase.linear = json.contains("linear") ? law(json["linear"], where + ".linear", phase.features) : phase.chosen;
    if (json.contains("work")) work(phase, json["work"], where + ".work");
    phase.rows = static_cast<size_t>(number(json, where, "rows", 0, 1e15, 0));
    phase.imbalance = number(json, where, "imbalance", 0, 1e300, 1);
    for (const Json& row : array(json, where, "outliers")) {
      MeasuredRow suspect{.place = text(row, where + ".outliers", "place"),
                          .measured = number(row, where + ".outliers", "measured", 0, 1e300, 0),
                          .expected = number(row, where + ".outliers", "expected", 0, 1e300, 0),
                          .features = {}};
      for (const std::string& name : phase.features)
        suspect.features.push_back(number(row.is_object() && row.contains("at") ? row["at"] : Json::object(),
                                          where + ".outliers.at", name.c_str(), -1e300, 1e300, 0));
      phase.suspects.push_back(std::move(suspect));
    }
    return phase;
  }

  void work(PhaseModel& phase, const Json& json, const std::string& where) {
    WorkLayer layer;
    layer.counter = text(json, where, "counter");
    if (!is_feature_name(layer.counter)) return wrong(where + ".counter", "is no name");
    if (!json.contains("count") || !json.contains("cost")) return wrong(where, "has no count or no cost");
    layer.count = law(json["count"], where + ".count", phase.features);
    layer.cost = law(json["cost"], where + ".cost", {layer.counter});
    phase.work = std::move(layer);
  }

  static constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
  const std::string& name_;
  std::string error_;
};

} // namespace

std::string model_json(const SkeletonModel& model) {
  Json json = {
      {"schema", kModelSchema}, {"unply", version()}, {"kind", model.skeleton ? "divide-and-conquer" : "parts"}};
  if (model.skeleton) json["shape"] = shape_name(model.shape);
  json["date"] = model.date;
  json["clock"] = model.clock;
  json["sources"] = model.sources;
  json["processes"] = model.processes;
  json["sizes"] = Json::object();
  for (const ModelSize& size : model.sizes)
    json["sizes"][size.name] = {{"least", size.least},
                                {"most", size.most},
                                {"by_division", size.change.factor},
                                {"known", known_name(size.change.known)}};
  json["phases"] = Json::array();
  for (const PhaseModel& phase : model.phases) json["phases"].push_back(phase_json(phase));
  if (model.words) json["words"] = phase_json(*model.words);
  if (model.exchange) json["exchange"] = phase_json(*model.exchange);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<SkeletonModel> parse_model(const std::string& text, const std::string& name) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return fail(name + ": is not a JSON object", kModelHint);
  return Reader(name).read(json);
}

} // namespace unply
