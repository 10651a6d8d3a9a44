// The model file, with the details that only the fit knows beside it. Keys are only added within a schema version.
#include "base/version.h"
#include "cli/fit/fit.h"
#include "model/skeleton/model_file.h"
#include <nlohmann/json.hpp>

namespace unply {

std::string fit_json(const FitAnswer& answer) {
  using Json = nlohmann::ordered_json;
  Json json = {{"schema", kFitSchema}, {"unply", version()}, {"output", answer.output}, {"notes", answer.notes}};
  json["model"] = Json::parse(model_json(answer.model));
  json["residuals"] = Json::array();
  for (const PhaseModel& phase : answer.model.phases)
    for (const MeasuredRow& row : phase.fitted) {
      Json at = Json::object();
      for (size_t f = 0; f < phase.features.size(); ++f) at[phase.features[f]] = row.features[f];
      json["residuals"].push_back({{"phase", phase.name},
                                   {"row", row.place},
                                   {"at", at},
                                   {"measured", row.measured},
                                   {"fitted", row.expected}});
    }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace unply
