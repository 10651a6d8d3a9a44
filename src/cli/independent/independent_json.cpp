// Machine-readable output. Keys are only added within a schema version, never changed or removed.
#include "cli/independent/independent.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace unply {

using Json = nlohmann::ordered_json;

static Json head(const GraphInput& input, const IndependentOptions& options, const char* query) {
  Json json = {{"schema", kIndependentSchema}, {"file", input.file}};
  json["trace"] = input.from_recording ? Json(input.trace_id) : Json();
  json["execution"] = input.execution;
  json["kinds"] = options.choice.kinds.names(",");
  json["tasks"] = input.graph.dag.vertices();
  json["edges"] = input.graph.dag.edges();
  json["query"] = query;
  return json;
}

static std::string text_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

static Json json_ids_of(const GraphInput& input, const std::vector<uint32_t>& vertices) {
  Json ids = Json::array();
  for (uint32_t v : vertices) ids.push_back(input.graph.id[v]);
  return ids;
}

static Json by_region(const GraphInput& input, const std::vector<uint32_t>& vertices) {
  std::vector<uint64_t> count(input.graph.region_names.size(), 0);
  for (uint32_t v : vertices) ++count[input.graph.region[v]];
  Json regions = Json::array();
  for (size_t region = 0; region < count.size(); ++region)
    if (count[region] > 0) regions.push_back({{"region", input.graph.region_names[region]}, {"tasks", count[region]}});
  return regions;
}

std::string independent_json(const GraphInput& input, const IndependentOptions& options,
                             const AntichainResult& result) {
  Json json = head(input, options, "maximum");
  json["lower"] = result.lower;
  json["upper"] = result.upper;
  json["known"] = result.proven() ? "proven" : "bounds";
  json["widest_level"] = result.widest_level;
  json["regions"] = by_region(input, result.antichain);
  json["members"] = json_ids_of(input, result.antichain);
  return text_of(json);
}

std::string independent_json(const GraphInput& input, const IndependentOptions& options,
                             const IndependentOfTask& result) {
  Json json = head(input, options, "of");
  json["task"] = input.graph.id[result.task];
  json["independent"] = result.others.size();
  json["before"] = result.before;
  json["after"] = input.graph.dag.vertices() - 1 - result.others.size() - result.before;
  json["regions"] = by_region(input, result.others);
  json["members"] = json_ids_of(input, result.others);
  return text_of(json);
}

std::string independent_json(const GraphInput& input, const IndependentOptions& options, const IndependentSet& result) {
  Json json = head(input, options, "set");
  bool independent = result.path.empty();
  json["set"] = json_ids_of(input, result.set);
  json["independent"] = independent;
  json["path"] = json_ids_of(input, result.path);
  json["maximal"] = independent && !result.add;
  json["could_add"] = result.add ? Json(input.graph.id[*result.add]) : Json();
  return text_of(json);
}

} // namespace unply
