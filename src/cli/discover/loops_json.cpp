// The loops of a program without annotation for other programs: stable keys, all loops, in the order of the source.
#include "cli/discover/discovery.h"
#include "trace/forked_children.h"
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace unply {

namespace {
using Json = nlohmann::ordered_json;

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

Json costs_json(const ThreadCosts& costs) {
  auto range = [](const CostRange& ns) { return Json{rounded(ns.low), rounded(ns.likely), rounded(ns.high)}; };
  return {{"measured", !costs.file.empty()},
          {"file", costs.file},
          {"machine", costs.machine},
          {"date", costs.date},
          {"inconclusive", costs.doubt},
          {"assumed", costs.assumed},
          {"fork_ns", range(costs.costs.fork)},
          {"fork_thread_ns", range(costs.costs.fork_thread)},
          {"wait_ns", range(costs.costs.wait)},
          {"task_ns", range(costs.costs.task)},
          {"instruction_ns", range(costs.costs.instruction)}};
}

Json site_json(const Trace& trace, uint32_t number) {
  const Site& site = trace.sites[number];
  return {{"file", trace.text(site.file)}, {"line", site.line}, {"column", site.column}};
}

Json clauses_json(const Clauses& clauses) {
  Json json{{"private", clauses.privates},
            {"firstprivate", clauses.firstprivates},
            {"lastprivate", clauses.lastprivates},
            {"reduction", Json::array()}};
  std::map<std::string, std::vector<std::string>> by_operator;
  for (const ReductionClause& clause : clauses.reductions) by_operator[clause.op].push_back(clause.item);
  for (const auto& [op, names] : by_operator) json["reduction"].push_back({{"operator", op}, {"names", names}});
  json["collapse"] = clauses.collapse;
  return json;
}

Json carried_json(const Trace& trace, const CarriedDependence& carried) {
  static constexpr const char* kKinds[] = {"flow", "anti", "output", "extension"};
  static constexpr const char* kTreatments[] = {"blocks", "own variable", "private", "reduction"};
  const LoopDependence& row = carried.row;
  return {{"kind", kKinds[static_cast<size_t>(row.kind)]},
          {"variable", carried.variable},
          {"from", site_json(trace, row.site_from)},
          {"to", site_json(trace, row.site_to)},
          {"min_distance", row.min_distance},
          {"max_distance", row.max_distance},
          {"exact", row.exact},
          {"inner", row.inner_known ? Json{row.inner_least, row.inner_most} : Json()},
          {"count", row.count},
          {"first", {row.first_from, row.first_to}},
          {"treatment", kTreatments[static_cast<size_t>(carried.treatment)]}};
}

Json changes_json(const std::vector<Blocker>& blockers) {
  static constexpr const char* kKinds[] = {"variable", "scalar", "exit", "call"};
  Json list = Json::array();
  for (const Blocker& blocker : blockers)
    list.push_back({{"kind", kKinds[static_cast<size_t>(blocker.kind)]},
                    {"name", blocker.name},
                    {"what", blocker.what},
                    {"fix", blocker.fix}});
  return list;
}

Json speedups_json(const Speedups& speedups) {
  Json likely = Json::object(), interval = Json::object();
  for (size_t i = 0; i < kRankedCores.size(); ++i) {
    const std::string cores = std::to_string(kRankedCores[i]);
    likely[cores] = rounded(speedups[i].likely);
    interval[cores] = {rounded(speedups[i].low), rounded(speedups[i].high)};
  }
  return {{"expected_speedup", std::move(likely)}, {"expected_speedup_interval", std::move(interval)}};
}

void add_speedups(const Speedups& speedups, const std::string& limit, Json& json) {
  json.update(speedups_json(speedups));
  json["limit"] = limit;
}

void add_gain(const Discovery& found, uint32_t loop, Json& json) {
  json["expected_speedup"] = Json::object();
  const LoopGain* gain = found.gain_of(loop);
  if (gain == nullptr) return;
  add_speedups(gain->speedups, gain->limit, json);
  json["suggestion"] = found.number_of(loop);
  json["worthwhile"] = gain->worthwhile;
  json["nested_in"] = gain->nested_in == kNoSourceLoop ? Json() : Json(gain->nested_in + 1);
  json["no_directive"] = why_no_directive((*found.loops)[loop], found.verdicts[loop]);
}

Json loop_json(const Discovery& found, uint32_t index) {
  const SourceLoop& loop = (*found.loops)[index];
  const LoopVerdict& verdict = found.verdicts[index];
  Json json{{"id", index + 1},
            {"file", found.trace->text(loop.file)},
            {"line", loop.at.line},
            {"column", loop.at.column},
            {"function", found.trace->text(loop.function)},
            {"algorithm", loop.algorithm},
            {"verdict", verdict_name(verdict.verdict)},
            {"evidence", evidence_text(*found.loops, loop, verdict)},
            {"clauses", clauses_json(verdict.clauses)}};
  json["test"] = verdict.test;
  json["carried"] = Json::array();
  for (const CarriedDependence& carried : verdict.carried)
    json["carried"].push_back(carried_json(*found.trace, carried));
  json["blockers"] = changes_json(verdict.blockers);
  json["rewrites"] = changes_json(verdict.rewrites);
  json["unless_side_effects"] = verdict.unseen;
  json["notes"] = verdict.notes;
  json["coverage"] = rounded(coverage_of(*found.loops, index));
  json["iterations"] = loop.iterations;
  json["instances"] = loop.instances;
  json["inputs"] = found.trace->info.inputs.empty() ? uint32_t{loop.instances != 0} : loop.inputs;
  json["least_iterations"] = loop.least;
  json["most_iterations"] = loop.most;
  json["inside"] = loop.around == kNoSourceLoop ? Json() : Json(loop.around + 1);
  add_gain(found, index, json);
  return json;
}

Json calls_json(const Discovery& found, uint32_t index) {
  const SourceFunction& function = found.functions[index];
  const CallVerdict& verdict = found.call_verdicts[index];
  const size_t number = found.call_numbers[index];
  Json json{{"id", index + 1},
            {"file", found.trace->text(function.file)},
            {"line", function.line},
            {"function", found.trace->text(function.function)},
            {"recursive", function.recursive()},
            {"verdict", verdict.tasks()           ? "tasks"
                        : function.instances == 0 ? "never"
                                                  : "serial"},
            {"evidence", calls_evidence(found, index)},
            {"executions", function.instances},
            {"groups", Json::array()},
            {"loops", Json::array()},
            {"blockers", Json::array()},
            {"unless_side_effects", verdict.unseen}};
  for (const CallGroup& group : verdict.groups) {
    Json row{{"calls", Json::array()}, {"until", {{"line", group.join.line}, {"column", group.join.column}}}};
    row["until"]["reason"] = group.join_reason;
    for (const TaskCall& call : group.calls) {
      const CallFact& fact = call.call.call_in(function.facts);
      row["calls"].push_back({{"name", fact.name},
                              {"line", fact.begin.line},
                              {"column", fact.begin.column},
                              {"executions", function.calls.at(call.part).count}});
    }
    json["groups"].push_back(std::move(row));
  }
  for (const TaskLoop& loop : verdict.loops)
    json["loops"].push_back({{"id", loop.loop + 1},
                             {"line", (*found.loops)[loop.loop].at.line},
                             {"iterations", function.calls.at(loop.part).count}});
  for (const CallBlocker& blocker : verdict.blockers)
    json["blockers"].push_back({{"from", blocker.from.line}, {"to", blocker.to.line}, {"what", blocker.what}});
  if (number == 0) return json;
  const CallGain& gain = *found.ranked[number - 1].calls;
  json["coverage"] = rounded(gain.coverage);
  json["cut_off"] = condition_of(gain.cut_off);
  add_speedups(gain.speedups, gain.limit, json);
  json["suggestion"] = number;
  json["worthwhile"] = gain.worthwhile;
  return json;
}

} // namespace

std::string loops_json(const Discovery& found) {
  const TraceInfo& info = found.trace->info;
  Json json{{"schema", kLoopsSchema},      {"file", found.file},        {"program", info.program},
            {"arguments", info.arguments}, {"complete", info.complete}, {"inputs", info.input_count()}};
  json["commands"] = info.inputs.empty() ? std::vector{command_text(info)} : info.inputs;
  json["loops_lost"] = found.trace->loops.lost;
  json["processes_not_recorded"] = other_processes(info) + forked_children(info);
  json["missing"] = loss_text(found.trace->loops);
  json["thread_costs"] = costs_json(found.costs);
  json["together"] = nullptr;
  if (const auto together = speedups_together(found)) json["together"] = speedups_json(*together);
  json["loops"] = Json::array();
  for (uint32_t index = 0; index < found.loops->size(); ++index) json["loops"].push_back(loop_json(found, index));
  json["calls"] = Json::array();
  for (uint32_t index = 0; index < found.functions.size(); ++index) json["calls"].push_back(calls_json(found, index));
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace unply
