// SARIF 2.1.0 (OASIS), which editors and code reviews show beside the source: one result for each loop that may run in
// parallel or is stopped by something, with the accesses that stop it as related places.
#include "base/version.h"
#include "cli/discover/discovery.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

constexpr std::pair<Verdict, const char*> kRules[] = {
    {Verdict::doall, "Iterations of the loop are independent of each other"},
    {Verdict::reduction, "Iterations of the loop are independent but for a reduction"},
    {Verdict::doacross, "Iterations of the loop depend on earlier ones at constant distances"},
    {Verdict::guarded, "Iterations of the loop are independent under a condition that can be tested before it"},
    {Verdict::pipeline, "A part of each iteration must run in order, the rest need not"},
    {Verdict::serial, "Iterations of the loop depend on each other"}};

nlohmann::ordered_json sarif_place(std::string_view file, uint32_t line, uint32_t column) {
  nlohmann::ordered_json region{{"startLine", line}};
  if (column != 0) region["startColumn"] = column;
  return {{"physicalLocation", {{"artifactLocation", {{"uri", file}}}, {"region", region}}}};
}

std::string sarif_message(const Discovery& found, uint32_t index) {
  const SourceLoop& loop = (*found.loops)[index];
  const LoopVerdict& verdict = found.verdicts[index];
  std::string text = fmt::format("{}: {}", loop_kind(loop), verdict_name(verdict.verdict));
  if (std::string clauses = clauses_text(verdict.clauses); verdict.independent() && !clauses.empty())
    text += " with " + clauses;
  if (verdict.tested()) text += " while " + verdict.test;
  for (const Blocker& blocker : verdict.blockers) text += fmt::format("; {} ({})", blocker.what, blocker.fix);
  if (const LoopGain* gain = found.gain_of(index)) text += "; program " + speedup_text(gain->speedups) + " expected";
  for (const std::string& name : verdict.unseen) text += fmt::format("; unless {} has side effects", name);
  return text + "; " + evidence_text(*found.loops, loop, verdict);
}

nlohmann::ordered_json sarif_result(const Discovery& found, uint32_t index) {
  const SourceLoop& loop = (*found.loops)[index];
  const LoopVerdict& verdict = found.verdicts[index];
  nlohmann::ordered_json result{{"ruleId", fmt::format("unply/{}", verdict_name(verdict.verdict))},
                                {"level", "note"},
                                {"message", {{"text", sarif_message(found, index)}}}};
  result["locations"] =
      nlohmann::ordered_json::array({sarif_place(found.trace->text(loop.file), loop.at.line, loop.at.column)});
  result["relatedLocations"] = nlohmann::ordered_json::array();
  for (const CarriedDependence& carried : verdict.carried)
    if (carried.treatment == Treatment::blocks)
      for (uint32_t number : {carried.row.site_from, carried.row.site_to}) {
        const Site& site = found.trace->sites[number];
        if (site.line == 0) continue;
        nlohmann::ordered_json place = sarif_place(found.trace->text(site.file), site.line, site.column);
        place["message"] = {{"text", dependence_text(*found.loops, loop, carried.row)}};
        result["relatedLocations"].push_back(std::move(place));
      }
  return result;
}

// Of a function whose calls can be tasks.
nlohmann::ordered_json sarif_of_calls(const Discovery& found, uint32_t index) {
  const SourceFunction& function = found.functions[index];
  const CallVerdict& verdict = found.call_verdicts[index];
  std::string text = fmt::format("calls in {}(): tasks", found.trace->text(function.function));
  for (const CallGroup& group : verdict.groups) text += "; " + group_text(function, group);
  for (const TaskLoop& loop : verdict.loops) text += "; " + group_text(found, function, loop);
  const CallGain& gain = *found.ranked[found.call_numbers[index] - 1].calls;
  if (const std::string cut_off = cut_off_text(gain); !cut_off.empty()) text += "; " + cut_off;
  text += "; program " + speedup_text(gain.speedups) + " expected";
  for (const std::string& name : verdict.unseen) text += fmt::format("; unless {} has side effects", name);
  nlohmann::ordered_json result{{"ruleId", "unply/tasks"},
                                {"level", "note"},
                                {"message", {{"text", text + "; " + calls_evidence(found, index)}}}};
  result["locations"] =
      nlohmann::ordered_json::array({sarif_place(found.trace->text(function.file), function.line, 0)});
  return result;
}

} // namespace

std::string loops_sarif(const Discovery& found) {
  nlohmann::ordered_json driver{{"name", "unply"}, {"version", version()}, {"rules", nlohmann::ordered_json::array()}};
  for (auto [verdict, text] : kRules)
    driver["rules"].push_back(
        {{"id", fmt::format("unply/{}", verdict_name(verdict))}, {"shortDescription", {{"text", text}}}});
  driver["rules"].push_back(
      {{"id", "unply/tasks"}, {"shortDescription", {{"text", "calls can run at once, as tasks"}}}});
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (uint32_t index = 0; index < found.loops->size(); ++index) {
    const Verdict verdict = found.verdicts[index].verdict;
    if (verdict != Verdict::few && verdict != Verdict::never && (*found.loops)[index].at.line != 0)
      results.push_back(sarif_result(found, index));
  }
  for (uint32_t index = 0; index < found.functions.size(); ++index)
    if (found.call_numbers[index] != 0 && found.ranked[found.call_numbers[index] - 1].worthwhile())
      results.push_back(sarif_of_calls(found, index));
  nlohmann::ordered_json json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}};
  nlohmann::ordered_json run{{"tool", {{"driver", driver}}}, {"results", results}};
  if (std::string loss = loss_text(found.trace->loops); !loss.empty()) {
    nlohmann::ordered_json notification{{"level", "warning"}, {"message", {{"text", loss}}}};
    run["invocations"] = nlohmann::ordered_json::array(
        {{{"executionSuccessful", true},
          {"toolExecutionNotifications", nlohmann::ordered_json::array({notification})}}});
  }
  json["runs"] = nlohmann::ordered_json::array({run});
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace unply
