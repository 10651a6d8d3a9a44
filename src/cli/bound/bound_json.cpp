// Machine-readable output: JSON, whose keys are only added within a schema version, and CSV with one row for each
// point.
#include "cli/bound/bound.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

using Json = nlohmann::ordered_json;

static Json machine_of(const BoundAnswer& answer, const CurvePoint& point) {
  return point.overheads ? Json(answer.request.options.machine.name) : Json();
}

std::string bound_json(const BoundAnswer& answer) {
  const CurveTotals& totals = answer.curve.totals;
  const BoundInput& input = answer.input;
  Json json = {{"schema", kBoundSchema}, {"file", input.file}, {"form", input.form}};
  json["trace"] = input.from_recording ? Json(input.trace_id) : Json();
  json["execution"] = input.execution == 0 ? Json() : Json(input.execution);
  json["executions"] = totals.parts;
  json["kinds"] = answer.choice.graph.kinds.names(",");
  json["region"] = answer.choice.region.empty() ? Json() : Json(answer.choice.region);
  json["unit"] = answer.unit();
  if (!input.notes.empty()) json["notes"] = input.notes;
  if (input.info.hidden_loops_ns > 0) json["hidden_loops_ns"] = input.info.hidden_loops_ns;
  json["tasks"] = totals.tasks;
  json["edges"] = totals.edges;
  json["work"] = totals.work;
  json["span"] = totals.span;
  if (input.from_recording) json["lengths_measured"] = !input.bounds;
  if (!input.doubt.empty()) json["doubt"] = input.doubt;
  if (totals.work_beside > 0) json["work_beside"] = totals.work_beside, json["beside"] = input.info.beside;
  if (totals.work_most > 0) json["work_most"] = totals.work_most, json["span_most"] = totals.span_most;
  json["maximum_speedup"] = totals.maximum_speedup();
  json["width"] = totals.width;
  json["burdened_span"] = totals.burdened_span;
  json["min_processors"] = {{"lower", totals.least_processors}, {"upper", totals.min_processors}};
  json["first_solution"] = answer.first_solution();
  if (answer.profile) {
    json["profile"] = Json::array();
    for (const ProfileStep& step : *answer.profile)
      json["profile"].push_back({{"time", step.time}, {"running", step.running}});
  }
  json["results"] = Json::array();
  for (const CurvePoint& point : answer.curve.points) {
    json["results"].push_back({{"p", point.processors},
                               {"scheduler", point.scheduler->name},
                               {"machine", machine_of(answer, point)},
                               {"makespan", point.makespan},
                               {"speedup", point.speedup()},
                               {"efficiency", point.efficiency()},
                               {"known", known_name(point.known)}});
    if (point.makespan_most > 0)
      json["results"].back().update({{"makespan_most", point.makespan_most}, {"speedup_most", point.speedup_most()}});
    if (point.makespan_beside > 0)
      json["results"].back().update(
          {{"makespan_beside", point.makespan_beside}, {"speedup_beside", point.speedup_beside()}});
  }
  json["bounds"] = Json::array();
  for (const CurveBounds& bounds : answer.curve.bounds)
    json["bounds"].push_back({{"p", bounds.processors}, {"lower", bounds.lower}, {"upper", bounds.upper}});
  json["curves"] = Json::array();
  size_t curve = 0;
  for (std::span<const CurvePoint> points : curves_of(answer.curve)) {
    const Worthwhile& worth = answer.worth[curve++];
    json["curves"].push_back({{"scheduler", points[0].scheduler->name},
                              {"machine", machine_of(answer, points[0])},
                              {"knee", worth.knee ? Json(*worth.knee) : Json()},
                              {"recommended", input.doubt.empty() ? Json(worth.recommended) : Json()}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

static std::string csv_text(std::string text) {
  for (size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 2)) text.insert(at, 1, '"');
  return '"' + text + '"';
}

void write_bound_csv(const BoundAnswer& answer, TextOutput& out) {
  out.put("p,scheduler,machine,makespan,speedup,efficiency,known,lower,upper\n");
  for (const CurvePoint& point : answer.curve.points) {
    out.put(fmt::format("{},{},{},{},{:.6g},{:.6g},{}", point.processors, point.scheduler->name,
                        point.overheads ? csv_text(answer.request.options.machine.name) : "", point.makespan,
                        point.speedup(), point.efficiency(), known_name(point.known)));
    bool found = false;
    for (const CurveBounds& bounds : answer.curve.bounds)
      if (bounds.processors == point.processors)
        out.put(",", bounds.lower, ",", point.overheads ? "" : std::to_string(bounds.upper)), found = true;
    out.put(found ? "\n" : ",,\n");
  }
}

} // namespace unply
