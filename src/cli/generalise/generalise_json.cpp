// Machine-readable output of generalise. Keys are only added within a schema version, never changed or removed. Exact
// coefficients and predictions are text where they may not fit into 53 bits.
#include "base/version.h"
#include "cli/generalise/generalise.h"
#include <nlohmann/json.hpp>

namespace unply {

using Json = nlohmann::ordered_json;

static Json exact_number(const Rational& value) {
  constexpr Wide kMostExact = Wide{1} << 53;
  if (value.is_whole() && value.numerator() < kMostExact && -value.numerator() < kMostExact)
    return static_cast<int64_t>(value.numerator());
  return value.text();
}

static Json exact_form(const SizeFunction& form, std::span<const std::string> names) {
  Json json = {{"text", form.text(names)}, {"terms", Json::array()}};
  for (const auto& part : form.parts)
    json["terms"].push_back(
        {{"coefficient", part.coefficient.text()}, {"of", part.term.empty() ? "1" : term_text(part.term, names)}});
  return json;
}

static Json model(const PowerModel& model, std::span<const std::string> names) {
  Json exponents = Json::object();
  for (size_t p = 0; p < names.size(); ++p)
    exponents[names[p]] = {{"power", model.exponents[p].power}, {"log2", model.exponents[p].logarithm}};
  return {{"coefficient", model.coefficient}, {"constant", model.constant}, {"exponents", exponents}};
}

static Json quantity_json(const Quantity& quantity, std::span<const std::string> names) {
  Json json = {{"name", quantity.name}};
  json["unit"] = quantity.unit == Quantity::Unit::time_ns ? "ns" : "";
  json["known"] = evidence_word(quantity.evidence().kind);
  json["values"] = Json::array();
  for (const auto& value : quantity.values) json["values"].push_back(value ? Json(*value) : Json());
  if (quantity.exact) {
    json["form"] = exact_form(quantity.exact->forms[0], names);
    json["sizes"] = quantity.exact->points;
    json["spare"] = quantity.exact->spare;
    json["alternatives"] = Json::array();
    for (size_t i = 1; i < quantity.exact->forms.size(); ++i)
      json["alternatives"].push_back(exact_form(quantity.exact->forms[i], names));
    json["rivals"] = Json::array();
    for (const SizeFunction& rival : quantity.exact->rivals) json["rivals"].push_back(exact_form(rival, names));
    json["deciding"] = quantity.exact->deciding.empty() ? Json() : Json(quantity.exact->deciding);
  } else if (quantity.estimate) {
    json["model"] = model(quantity.estimate->chosen(), names);
    json["residual"] = quantity.estimate->residual;
    json["left_out_error"] = quantity.estimate->chosen().left_out_error;
  }
  json["contradictory"] = quantity.contradictory;
  json["given_up"] = quantity.given_up;
  return json;
}

static Json prediction_json(const Generalised& result, const GeneralisedRegion& region, const Sizes& sizes) {
  const auto& names = result.table.names;
  Json json = {{"at", Json::object()}, {"values", Json::object()}};
  for (size_t p = 0; p < names.size(); ++p) json["at"][names[p]] = sizes[p];
  for (const Quantity& quantity : region.quantities) {
    Prediction predicted = predict(quantity, sizes);
    if (!predicted.known()) continue;
    Json& value = json["values"][quantity.name];
    if (!predicted.exact.empty()) {
      value = {{"value", exact_number(predicted.exact[0])}, {"known", "exact"}, {"alternatives", Json::array()}};
      for (size_t i = 1; i < predicted.exact.size(); ++i)
        value["alternatives"].push_back(exact_number(predicted.exact[i]));
    } else {
      const Interval& interval = *predicted.estimated;
      value = {{"value", interval.value}, {"known", "estimated"}, {"low", interval.low}, {"high", interval.high}};
    }
  }
  std::vector<Sizes> recorded;
  for (uint32_t r : region.recordings) recorded.push_back(result.table.sizes[r]);
  json["careful"] = unlike_recorded(recorded, sizes, names);
  return json;
}

static Json region_json(const Generalised& result, const GeneralisedRegion& region) {
  const auto& names = result.table.names;
  Json json = {{"name", region.name}, {"function", region.function}, {"recordings", region.recordings}};
  json["quantities"] = Json::array();
  for (const Quantity& quantity : region.quantities) json["quantities"].push_back(quantity_json(quantity, names));
  Json with = Json::array();
  for (size_t p = 0; p < names.size(); ++p)
    if (p < region.scaling.grows_with.size() && region.scaling.grows_with[p]) with.push_back(names[p]);
  json["parallelism"] = {{"leading", region.scaling.leading},
                         {"known", region.scaling.leading.empty() ? "unknown"
                                   : region.scaling.exact         ? "exact"
                                                                  : "estimated"},
                         {"grows", region.scaling.grows},
                         {"grows_with", with},
                         {"verdict", scaling_sentence(region.scaling, names)}};
  json["predictions"] = Json::array();
  for (const Sizes& sizes : result.at) json["predictions"].push_back(prediction_json(result, region, sizes));
  return json;
}

std::string generalise_json(const Generalised& result) {
  Json json = {{"schema", kGeneraliseSchema}, {"unply", version()}};
  json["recordings"] = Json::array();
  for (size_t i = 0; i < result.files.size(); ++i) {
    Json sizes = Json::object();
    for (size_t p = 0; p < result.table.names.size(); ++p) sizes[result.table.names[p]] = result.table.sizes[i][p];
    json["recordings"].push_back(
        {{"file", result.files[i].path}, {"program", result.files[i].info.program}, {"sizes", sizes}});
  }
  json["careful"] = narrow_sizes(result.table.sizes, result.table.names);
  json["parameters"] = Json::array();
  for (size_t p = 0; p < result.table.names.size(); ++p)
    json["parameters"].push_back({{"name", result.table.names[p]}, {"from", result.table.sources[p]}});
  json["notes"] = result.table.notes;
  json["traces"] = Json::array();
  for (const GeneralisedRegion& region : result.regions) json["traces"].push_back(region_json(result, region));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace unply
