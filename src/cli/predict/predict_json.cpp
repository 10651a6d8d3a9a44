// What predict prints for programs; times in seconds. Keys are only added within a schema version.
#include "base/version.h"
#include "cli/predict/predict.h"
#include <nlohmann/json.hpp>

namespace unply {

using Json = nlohmann::ordered_json;

static Json beyond_json(const Extrapolation& beyond) {
  if (beyond.factor <= 1) return nullptr;
  return {{"factor", beyond.factor}, {"size", beyond.size}, {"phase", beyond.phase}, {"above", beyond.above}};
}

static Json interval_json(const Interval& interval) {
  return {{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

static Json call_json(const PredictedRow& row) {
  const CallPrediction& call = row.call;
  Json json = {{"at", row.at}, {"processes", call.processes}, {"levels", call.levels}, {"idle", call.idle}};
  json["seconds"] = interval_json(row.total);
  json["known"] = "estimated";
  json["paper_seconds"] = row.paper;
  json["speedup"] = call.speedup, json["efficiency"] = call.efficiency;
  json["phases"] = Json::array();
  for (const PhasePrediction& phase : call.phases)
    json["phases"].push_back(
        {{"name", phase.name}, {"seconds", interval_json(phase.ours)}, {"paper_seconds", phase.paper}});
  const PhasePrediction& longest = call.dominant();
  json["longest_phase"] = {{"name", longest.name}, {"halved_seconds", row.total.value - longest.ours.value / 2}};
  json["exchange"] = {{"words", call.words},
                      {"known", call.fitted_exchange ? "recorded"
                                : call.per_dimension ? "by distance"
                                : call.levels > 0    ? "l and g"
                                                     : "none"},
                      {"longest_measured", call.longest_words}};
  json["extrapolation"] = beyond_json(call.beyond);
  return json;
}

static Json parts_json(const PredictedRow& row) {
  Json json = {{"at", row.at},
               {"seconds", interval_json(row.total)},
               {"known", "estimated"},
               {"linear_seconds", row.paper},
               {"parts", Json::array()}};
  for (const PartPrediction& part : row.parts)
    json["parts"].push_back({{"name", part.name},
                             {"seconds", interval_json(part.ours)},
                             {"linear_seconds", part.paper},
                             {"extrapolation", beyond_json(part.beyond)}});
  return json;
}

std::string predict_json(const PredictAnswer& answer) {
  Json json = {{"schema", kPredictSchema},
               {"unply", version()},
               {"model", answer.file},
               {"machine", answer.machine},
               {"notes", answer.notes}};
  json["predictions"] = Json::array();
  for (const PredictedRow& row : answer.rows)
    json["predictions"].push_back(answer.model.skeleton ? call_json(row) : parts_json(row));
  json["against"] = answer.against;
  json["compared"] = Json::array();
  for (const ComparedRow& row : answer.compared)
    json["compared"].push_back({{"name", row.name},
                                {"at", row.at},
                                {"processes", row.processes},
                                {"runs", row.runs},
                                {"measured", row.observed},
                                {"predicted", interval_json(row.predicted)},
                                {"error", row.error()},
                                {"paper_predicted", row.paper},
                                {"paper_error", row.paper_error()},
                                {"within_interval", row.has_interval() ? Json(row.held()) : Json(nullptr)}});
  if (!answer.compared.empty()) json["worst_error"] = answer.worst_error();
  if (answer.tolerance) json["tolerance"] = *answer.tolerance, json["within_tolerance"] = answer.within_tolerance();
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace unply
