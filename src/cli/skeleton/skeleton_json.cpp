// The answer for programs. Keys are only added within a schema version.
#include "base/version.h"
#include "cli/skeleton/skeleton.h"
#include <nlohmann/json.hpp>

namespace unply {
using Json = nlohmann::ordered_json;

static Json check_json(const SkeletonCheck& check) {
  Json runs = Json::array();
  for (const VersionRun& run : check.runs)
    runs.push_back({{"version", run.version}, {"exit_status", run.exit_code}, {"calls", run.results.size()}});
  return {{"equal", check.difference.empty()},
          {"difference", check.difference.empty() ? Json() : Json(check.difference)},
          {"calls", check.calls},
          {"results_compared", check.compared},
          {"runs", runs}};
}

static Json prediction_json(const SkeletonPrediction& prediction) {
  Json points = Json::array();
  for (size_t i = 0; i < prediction.points.size(); ++i) {
    const CurvePoint& point = prediction.points[i];
    points.push_back({{"processors", point.processors},
                      {"makespan_ns", point.makespan},
                      {"speedup", point.speedup()},
                      {"efficiency", point.efficiency()}});
    for (const CurveBounds& bound : prediction.bounds)
      if (bound.processors == point.processors) points.back()["lower_bound_ns"] = bound.lower;
  }
  return {{"work_ns", prediction.totals.work},
          {"span_ns", prediction.totals.span},
          {"maximum_speedup", prediction.totals.maximum_speedup()},
          {"known", prediction.times_are_bounds ? "with tracing" : "measured"},
          {"points", points}};
}

std::string skeleton_json(const SkeletonAnswer& answer) {
  const RecursiveFunction& f = answer.recursion.found;
  const SkeletonParts& parts = answer.emitted.parts;
  Json json = {{"schema", kSkeletonSchema},
               {"unply", version()},
               {"file", answer.request.file},
               {"function", answer.recursion.name}};
  json["recursion"] = {{"calls", f.activations},       {"roots", f.roots},
                       {"base_cases", f.leaves},       {"depth", f.depth},
                       {"least_arity", f.least_arity}, {"most_arity", f.most_arity},
                       {"independent", "observed"},    {"divide_ns", f.divide_ns},
                       {"between_ns", f.between_ns},   {"combine_ns", f.combine_ns},
                       {"base_ns", f.base_ns}};
  json["skeleton"] = {{"output", answer.emitted.output},
                      {"struct", parts.function + "_skeleton"},
                      {"parts", parts.fixed_arity ? Json(parts.calls.size()) : Json()},
                      {"taken_for_granted", answer.emitted.notes},
                      {"build", answer.emitted.build}};
  json["check"] = answer.check ? check_json(*answer.check) : Json();
  json["prediction"] = prediction_json(answer.prediction);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace unply
