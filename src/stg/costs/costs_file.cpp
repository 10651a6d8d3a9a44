// The file of costs: names of all computations with their figures for people and predictions, and the samples that a
// later run is added to.
#include "base/text_file.h"
#include "stg/costs/costs.h"
#include "stg/program/json_file.h"
#include "stg/program/program_file.h"
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply::stg {

namespace {

using nlohmann::json;

constexpr JsonForm kForm = {.format = "unply task costs",
                            .what = "a file of costs",
                            .version = 2,
                            .make = "unply stg measure solver.taskgraph -o solver.costs -- mpirun ...",
                            .again = "measure it again with unply stg measure, into a new file"};

uint64_t whole(const json& from) { return uint64_t(whole_number(from)); }

double amount(const json& from) {
  const double value = from.is_number() ? from.get<double>() : -1;
  if (!(value >= 0) || !std::isfinite(value)) throw Damaged("expected a number from 0, found " + from.dump());
  return value;
}

json json_of(const ComputationName& name, const FittedCost& cost) {
  json made = {{"procedure", name.procedure}, {"index", name.index},     {"place", name.place},
               {"name", name.name},           {"samples", cost.samples}, {"instances", cost.instances}};
  if (cost.samples == 0) return made;
  made["ns_per_iteration"] = cost.iteration_ns, made["constant_ns"] = cost.constant_ns;
  made["timed"] = cost.timed;
  made["residual"] = cost.residual, made["group"] = cost.group;
  if (cost.r2 >= 0) made["r2"] = cost.r2;
  if (cost.cache_misses) made["cache_misses"] = *cost.cache_misses;
  return made;
}

json json_of(const CostSample& sample) {
  json terms = json::array();
  for (const CostTerm& term : sample.terms) terms.push_back({term.computation, term.instances, term.iterations});
  json made = {{"terms", std::move(terms)},           {"timed", sample.timed}, {"posts", sample.posts},
               {"posted_bytes", sample.posted_bytes}, {"count", sample.count}, {"median_ns", sample.median_ns},
               {"deviation_ns", sample.deviation_ns}};
  if (sample.cache_misses) made["cache_misses"] = *sample.cache_misses;
  return made;
}

ComputationName name_in(const json& from) {
  return {.procedure = from.at("procedure").get<std::string>(),
          .index = uint32_t(whole(from.at("index"))),
          .place = from.at("place").get<std::string>(),
          .name = from.at("name").get<std::string>()};
}

CostSample sample_in(const json& from, size_t computations) {
  CostSample sample = {.timed = from.at("timed").get<bool>(),
                       .posts = whole(from.at("posts")),
                       .posted_bytes = whole(from.at("posted_bytes")),
                       .count = whole(from.at("count")),
                       .median_ns = amount(from.at("median_ns")),
                       .deviation_ns = amount(from.at("deviation_ns"))};
  if (from.contains("cache_misses")) sample.cache_misses = amount(from["cache_misses"]);
  for (const json& term : from.at("terms")) {
    if (!term.is_array() || term.size() != 3) throw Damaged("a term has three numbers");
    const uint64_t number = whole(term[0]);
    if (number >= computations) throw Damaged(fmt::format("there is no computation {}", number));
    sample.terms.push_back(
        {.computation = uint32_t(number), .instances = whole(term[1]), .iterations = whole(term[2])});
  }
  return sample;
}

} // namespace

Result<TaskCosts> read_costs(const std::string& path, const Program& program) {
  const auto text = read_text_file(path);
  if (!text) return error_of(text);
  const auto file = json_of_form(*text, path, kForm);
  if (!file) return error_of(file);
  TaskCosts costs;
  try {
    for (const json& one : file->at("computations")) costs.computations.push_back(name_in(one));
    for (const json& one : file->at("samples")) costs.samples.push_back(sample_in(one, costs.computations.size()));
    costs.runs = whole(file->at("runs"));
  } catch (const std::exception& error) {
    return fail(fmt::format("{}: damaged, {}", path, error.what()), kForm.again);
  }
  if (costs.computations != computations_of(program))
    return fail(path + ": is of another program, or of another version of it", kForm.again);
  fit_costs(costs);
  return costs;
}

Result<void> write_costs(const std::string& path, const TaskCosts& costs) {
  json computations = json::array(), samples = json::array();
  for (size_t i = 0; i < costs.computations.size(); ++i)
    computations.push_back(json_of(costs.computations[i], costs.fitted[i]));
  for (const CostSample& sample : costs.samples) samples.push_back(json_of(sample));
  return write_task_graph_json(path, {{"format", kForm.format},
                                      {"version", kForm.version},
                                      {"runs", costs.runs},
                                      {"computations", std::move(computations)},
                                      {"samples", std::move(samples)}});
}

} // namespace unply::stg
