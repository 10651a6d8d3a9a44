// Machine-readable output. Keys are only added within a schema version, never changed or removed. Speedups are relative
// to the recorded work, gains relative to the base at the same bound.
#include "cli/whatif/whatif.h"
#include <nlohmann/json.hpp>

namespace unply {

using Json = nlohmann::ordered_json;

static Json ratio_or_null(uint64_t a, uint64_t b) {
  return b == 0 ? Json() : Json(static_cast<double>(a) / static_cast<double>(b));
}

static void put_figures(Json& json, const WhatIfAnswer& answer, const Measured& after, uint32_t processors) {
  const WhatIfFigures &base = answer.base.figures, &f = after.figures;
  json["tasks"] = f.tasks;
  json["edges"] = f.edges;
  json["work"] = f.work;
  json["span"] = f.span;
  json["parallelism"] = f.parallelism();
  json["time"] = {
      {"lower", f.least_time(processors)}, {"greedy", f.greedy_time(processors)}, {"hlfet", after.hlfet_time}};
  json["speedup"] = {{"upper", ratio_or_null(base.work, f.least_time(processors))},
                     {"greedy", ratio_or_null(base.work, f.greedy_time(processors))},
                     {"hlfet", ratio_or_null(base.work, after.hlfet_time)}};
  json["gain"] = ratio_or_null(base.least_time(processors), f.least_time(processors));
  json["gain_unbounded"] = ratio_or_null(base.span, f.span);
}

static Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

static Json groups_json(const WhatIfGraph& graph, const std::vector<uint32_t>& groups) {
  Json rows = Json::array();
  for (uint32_t g : groups) {
    const DependenceGroup& group = graph.groups[g];
    rows.push_back({{"kind", kind_name(group.kind)},
                    {"variable", text_or_null(group.variable)},
                    {"from", text_or_null(group.from)},
                    {"to", text_or_null(group.to)},
                    {"edges", group.edges}});
  }
  return rows;
}

static Json made_json(const WhatIfInput& input, const WhatIfOptions& options, const WhatIfAnswer& answer) {
  Json rows = Json::array();
  for (size_t i = 0; i < answer.made.size(); ++i) {
    std::vector<uint32_t> removed;
    const auto& marks = answer.made[i].changes.removed;
    for (uint32_t g = 0; g < marks.size(); ++g)
      if (marks[g]) removed.push_back(g);
    Json row = {{"change", answer.made[i].words}, {"removed", groups_json(input.graph, removed)}};
    put_figures(row, answer, answer.made.size() > 1 ? answer.each[i] : *answer.together, options.processors);
    rows.push_back(std::move(row));
  }
  return rows;
}

static Json ranking_json(const WhatIfInput& input, const WhatIfOptions& options, const WhatIfAnswer& answer) {
  const ChangeRanking& ranking = answer.ranking;
  Json best = Json::array();
  for (size_t i = 0; i < ranking.best.size(); ++i) {
    const Offer& offer = answer.offers[ranking.best[i].change];
    constexpr const char* kKinds[] = {"remove", "private_copies", "remove_variable", "faster"};
    Json row = {{"change", offer.words},
                {"does", kKinds[static_cast<size_t>(offer.kind)]},
                {"meaning", meaning_of(offer, input.graph)},
                {"removed", groups_json(input.graph, offer.change.removed)}};
    row["region"] = offer.kind == OfferKind::region ? Json(input.graph.region_names[offer.change.region]) : Json();
    put_figures(row, answer, answer.ranked[i], options.processors);
    best.push_back(std::move(row));
  }
  Json together;
  if (const FreeingSets& sets = answer.sets; sets.any()) {
    together["all"] = {{"variables", sets.variables}, {"leaves_map", sets.leaves_map}};
    put_figures(together["all"], answer, answer.all_free, options.processors);
    together["fewest"] = {{"variables", sets.fewest}, {"known", sets.proven ? "proven" : "heuristic"}};
    put_figures(together["fewest"], answer, answer.fewest_free, options.processors);
  }
  return {{"changes", ranking.changes},
          {"shorten_span", ranking.shorten},
          {"best", std::move(best)},
          {"together", std::move(together)}};
}

std::string what_if_json(const WhatIfInput& input, const WhatIfOptions& options, const WhatIfAnswer& answer) {
  Json json = {{"schema", kWhatIfSchema}, {"file", input.input.file}};
  json["trace"] = input.input.from_recording ? Json(input.input.trace_id) : Json();
  json["execution"] = input.input.execution == 0 ? Json() : Json(input.input.execution); // null: all, in series
  json["executions"] = input.input.executions;
  json["kinds"] = options.choice.kinds.names(",");
  json["unit"] = input.counts_tasks ? "millitasks" : "ns";
  json["processors"] = options.processors;
  json["groups"] = input.graph.groups.size();
  json["known"] = {{"work", "exact"},  {"span", "exact"},   {"lower", "bound"},
                   {"upper", "bound"}, {"greedy", "bound"}, {"hlfet", "heuristic"}};
  put_figures(json["base"], answer, answer.base, options.processors);
  json["made"] = made_json(input, options, answer);
  json["changed"] = Json();
  if (answer.together) put_figures(json["changed"], answer, *answer.together, options.processors);
  json["ranking"] = answer.together ? Json() : ranking_json(input, options, answer);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace unply
