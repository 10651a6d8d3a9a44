// unply whatif: predicts the effect of a change to the program, and ranks the most effective changes.
#include "cli/command.h"
#include "cli/kinds_option.h"
#include "cli/whatif/whatif.h"
#include "sim/schedulers/scheduler.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace unply {

static constexpr const char* kWhatifFooter =
    "Without a change: all single changes, ranked by the time they leave at -p processors. FILE is a recording, or a\n"
    "graph in the JSON of unply graph. A dependence is given by kind, variable and places, each of which may be\n"
    "omitted; one place is either end, two are source and sink. Changes add up; merging (--grain) comes last.\n"
    "All dependences count, as the program is written; --kinds flow,extension is the program after renaming.\n"
    "\n"
    "Exit codes: 0 printed; 2 usage, unreadable input, a change of something that does not exist.\n"
    "\n"
    "Examples:\n"
    "  unply whatif heat.trace                                      # the most effective single changes\n"
    "  unply whatif heat.trace -p 64 --kinds flow,extension         # beyond private copies\n"
    "  unply whatif heat.trace --remove anti,output                 # private copies of everything\n"
    "  unply whatif heat.trace --remove 'dep u[] heat.cpp:14' --scale 'heat.cpp:20=2'\n"
    "  unply whatif heat.trace --grain 'heat.cpp:14=8'              # 8 iterations in one task";

static constexpr size_t kMostProcessors = 1 << 20, kMostRanked = 1'000'000;

// Executions follow each other: their schedules take the sum of their times.
static Result<Measured> measure(const WhatIfGraph& graph, uint32_t processors) {
  Measured measured{figures_of(graph), 0};
  const Scheduler* hlfet = find_scheduler("hlfet");
  if (hlfet == nullptr) return fail("the scheduler hlfet is missing in this build");
  for (size_t part = 0; part < graph.part_first.size(); ++part) {
    auto jobs = job_graph_of(graph, part);
    if (!jobs) return error_of(jobs);
    auto schedule = hlfet->run(*jobs, processors, {});
    if (!schedule) return error_of(schedule);
    TRY(check_schedule(*jobs, *schedule));
    measured.hlfet_time += schedule->makespan;
  }
  return measured;
}

static WhatIfChanges together(const WhatIfGraph& graph, const std::vector<NamedChange>& made) {
  WhatIfChanges all;
  for (const NamedChange& change : made) {
    const WhatIfChanges& one = change.changes;
    if (!one.removed.empty()) all.removed.resize(graph.groups.size(), false);
    for (size_t g = 0; g < one.removed.size(); ++g) all.removed[g] = all.removed[g] || one.removed[g];
    if (!one.faster.empty()) all.faster.resize(graph.region_names.size(), 1);
    for (size_t r = 0; r < one.faster.size(); ++r) all.faster[r] *= one.faster[r];
    if (!one.grain.empty()) all.grain.resize(graph.region_names.size(), 1);
    for (size_t r = 0; r < one.grain.size(); ++r) all.grain[r] = std::max(all.grain[r], one.grain[r]);
  }
  return all;
}

static Result<Measured> measure_changed(const WhatIfGraph& graph, const WhatIfChanges& changes, uint32_t processors) {
  auto changed = apply_changes(graph, changes);
  if (!changed) return error_of(changed);
  return measure(*changed, processors);
}

static Result<void> measure_made(const WhatIfInput& input, const WhatIfOptions& options, WhatIfAnswer& answer) {
  for (const NamedChange& change : answer.made) {
    if (answer.made.size() == 1) break;
    auto alone = measure_changed(input.graph, change.changes, options.processors);
    if (!alone) return std::unexpected(alone.error().about(change.words));
    answer.each.push_back(*alone);
  }
  auto all = measure_changed(input.graph, together(input.graph, answer.made), options.processors);
  if (!all)
    return fail(fmt::format("{}: {}", answer.made.size() == 1 ? answer.made[0].words : "all changes together",
                            all.error().what),
                all.error().hint);
  answer.together = *all;
  return {};
}

static Result<Measured> measure_without(const WhatIfInput& input, const WhatIfOptions& options,
                                        const std::vector<std::string>& variables, uint64_t span) {
  WhatIfChanges made;
  for (const DependenceGroup& group : input.graph.groups)
    made.removed.push_back(group.kind != EdgeKind::extension &&
                           std::ranges::find(variables, group.variable) != variables.end());
  auto after = measure_changed(input.graph, made, options.processors);
  if (after && after->figures.span != span)
    return fail(fmt::format("{}: found with span {}, measured {}", remove_words(variables), span, after->figures.span),
                "this is a defect of unply: please report it");
  return after;
}

static Result<void> find_sets(const WhatIfInput& input, const WhatIfOptions& options, WhatIfAnswer& answer) {
  answer.sets = find_freeing_sets(input.graph, options.processors);
  if (!answer.sets.any()) return {};
  auto all = measure_without(input, options, answer.sets.variables, answer.sets.span);
  if (!all) return error_of(all);
  auto fewest = measure_without(input, options, answer.sets.fewest, answer.sets.fewest_span);
  if (!fewest) return error_of(fewest);
  answer.all_free = *all, answer.fewest_free = *fewest;
  return {};
}

// Figures of the best are measured again on the changed graph: the ranking shares no code with that.
static Result<void> rank_offers(const WhatIfInput& input, const WhatIfOptions& options, WhatIfAnswer& answer) {
  const WhatIfGraph& graph = input.graph;
  answer.offers = offered_changes(graph);
  std::vector<SingleChange> changes;
  for (const Offer& offer : answer.offers) changes.push_back(offer.change);
  answer.ranking = rank_changes(graph, changes, options.processors, options.top);
  for (const RankedChange& best : answer.ranking.best) {
    WhatIfChanges made;
    made.removed.resize(graph.groups.size(), false);
    for (uint32_t g : changes[best.change].removed) made.removed[g] = true;
    made.faster.resize(graph.region_names.size(), 1);
    if (changes[best.change].region != kNoChangedRegion)
      made.faster[changes[best.change].region] = changes[best.change].faster;
    auto after = measure_changed(graph, made, options.processors);
    if (!after) return error_of(after);
    if (after->figures.span != best.span || after->figures.work != best.work)
      return fail(fmt::format("{}: ranked with span {} and work {}, measured {} and {}",
                              answer.offers[best.change].words, best.span, best.work, after->figures.span,
                              after->figures.work),
                  "this is a defect of unply: please report it");
    answer.ranked.push_back(*after);
  }
  return find_sets(input, options, answer);
}

static Result<WhatIfAnswer> answer_of(const WhatIfInput& input, const WhatIfOptions& options) {
  WhatIfAnswer answer;
  auto made = read_changes(input, options);
  if (!made) return error_of(made);
  answer.made = std::move(*made);
  auto base = measure(input.graph, options.processors);
  if (!base) return error_of(base);
  answer.base = *base;
  auto done = answer.made.empty() ? rank_offers(input, options, answer) : measure_made(input, options, answer);
  if (!done) return error_of(done);
  return answer;
}

int cmd_whatif(int argc, char** argv) {
  WhatIfOptions options;
  std::string file, kinds;
  uint32_t trace = 0, execution = 0;
  bool json = false, no_source = false;
  options.choice.kinds = KindSet::all();
  CLI::App app(
      "Predicts the effect of changes (dependences removed, regions faster, tasks merged), or ranks single changes.");
  app.add_option("FILE", file, "recording made by unply record, or a graph in JSON")->required();
  app.add_option("-p,--processors", options.processors, "for speedups and the ranking (default 8)")
      ->check(CLI::Range(size_t{1}, kMostProcessors));
  app.add_option("--remove", options.remove, "dependences: a kind, a variable, places: 'dep u[] heat.cpp:14'")
      ->expected(1)
      ->take_all();
  app.add_option("--scale", options.scale, "a region this many times faster: 'heat.cpp:14=2'")->expected(1)->take_all();
  app.add_option("--grain", options.grain, "merge so many consecutive instances: 8, or 'heat.cpp:14=8'")
      ->expected(1)
      ->take_all();
  app.add_option("--kinds", kinds, "dependences to count: flow,anti,output,extension or all (default all)");
  auto* trace_option = app.add_option("--trace", trace, "this trace region, as numbered by unply report");
  auto* execution_option =
      app.add_option("--execution", execution, "this execution of it, from 1 (default: all, one after the other)");
  app.add_option("--top", options.top, "number of changes listed (default 10)")
      ->check(CLI::Range(size_t{1}, kMostRanked));
  app.add_flag("--no-source", no_source, "do not quote source lines");
  app.add_flag("--json", json, "machine-readable output: JSON on standard output");
  app.footer(kWhatifFooter);
  if (int status = parse_command_line(app, argc, argv); status >= 0) return status;
  options.width = terminal_width();
  options.choice.quote = !no_source;
  if (!kinds.empty()) {
    auto parsed = parse_kinds(kinds);
    if (!parsed) return print_error(parsed.error());
    options.choice.kinds = *parsed;
  }
  if (trace_option->count() > 0) options.choice.trace_id = trace;
  if (execution_option->count() > 0) options.choice.execution = execution;
  auto input = load_what_if(file, options.choice);
  if (!input) return print_error(input.error());
  auto answer = answer_of(*input, options);
  if (!answer) return print_error(answer.error());
  std::string text =
      json ? what_if_json(*input, options, *answer) : what_if_text(*input, options, *answer, Style::of_stdout());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

} // namespace unply
