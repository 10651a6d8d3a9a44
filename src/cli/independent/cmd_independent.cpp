// unply independent: finds task instances that could run at the same time. All printed sets have passed their checks.
#include "analysis/independence/check_independence.h"
#include "analysis/independence/independence.h"
#include "cli/command.h"
#include "cli/independent/independent.h"
#include "cli/independent/task_ranges.h"
#include "cli/kinds_option.h"
#include "cli/progress.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace unply {

static constexpr const char* kIndependentFooter =
    "Tasks are independent if no path of dependences leads from one to another: with enough processors they could\n"
    "run at the same time. FILE is a recording, or a graph in the JSON of unply graph. unply graph shows the ids;\n"
    "20-100:4 is every fourth from 20. Without --trace and --execution the one with the most tasks is used.\n"
    "\n"
    "Exit codes: 0 printed; 1 the set of --set is not independent; 2 usage, unreadable input.\n"
    "\n"
    "Examples:\n"
    "  unply independent heat.trace                  # a largest set of independent tasks\n"
    "  unply independent heat.trace --of 7           # the tasks that can run beside task 7\n"
    "  unply independent heat.trace --set 3,5-9      # can these all run at the same time?\n"
    "  unply graph --format json heat.trace > heat.json && unply independent heat.json";

namespace {
// Finds vertices by the ids that users see; in a graph from JSON these are in any order.
class TaskIds {
public:
  explicit TaskIds(const GraphInput& input) : input_(input) {
    for (uint32_t v = 0; v < input.graph.id.size(); ++v) vertices_.emplace_back(input.graph.id[v], v);
    std::ranges::sort(vertices_);
  }
  Result<uint32_t> find(uint32_t id) const {
    auto found = std::ranges::lower_bound(vertices_, id, {}, &std::pair<uint32_t, uint32_t>::first);
    if (found != vertices_.end() && found->first == id) return found->second;
    uint32_t first = vertices_.front().first, last = vertices_.back().first;
    std::string expected = first == last ? std::to_string(first) : fmt::format("{} to {}", first, last);
    if (last - first + 1 != vertices_.size()) expected += ", with gaps";
    return fail(fmt::format("{}: there is no task {}, expected {}", input_.file, id, expected),
                input_.executions > 1 ? "--trace and --execution choose the graph"
                                      : fmt::format("unply independent {}", input_.file));
  }
  Result<std::vector<uint32_t>> find(const std::vector<TaskRange>& ranges) const {
    std::vector<uint32_t> set;
    for (const TaskRange& range : ranges)
      for (uint64_t id = range.first; id <= range.last; id += range.step) { // ends at the first one missing
        auto vertex = find(static_cast<uint32_t>(id));
        if (!vertex) return error_of(vertex);
        set.push_back(*vertex);
      }
    std::ranges::sort(set);
    set.erase(std::ranges::unique(set).begin(), set.end());
    return set;
  }

private:
  const GraphInput& input_;
  std::vector<std::pair<uint32_t, uint32_t>> vertices_; // id, vertex
};

struct Query {
  std::string file, kinds, set;
  uint32_t of = 0;
  bool ask_of = false, ask_set = false, json = false;
  IndependentOptions options;
};
} // namespace

template <class Answer> static int print_answer(const GraphInput& input, const Query& query, const Answer& answer) {
  std::string text = query.json ? independent_json(input, query.options, answer)
                                : independent_text(input, query.options, answer, Style::of_stdout());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

static int answer_of(const GraphInput& input, const Query& query) {
  auto task = TaskIds(input).find(query.of);
  if (!task) return print_error(task.error());
  IndependentOfTask answer{*task, independent_of(input.graph.dag, *task), 0};
  if (auto checked = check_independent_of(input.graph.dag, *task, answer.others); !checked)
    return print_error(checked.error());
  uint32_t smaller = static_cast<uint32_t>(std::ranges::lower_bound(answer.others, *task) - answer.others.begin());
  answer.before = *task - smaller;
  std::erase(answer.others, *task);
  return print_answer(input, query, answer);
}

static int answer_set(const GraphInput& input, const Query& query) {
  auto ranges = parse_task_ranges(query.set);
  if (!ranges) return print_error(ranges.error().about("--set"));
  auto set = TaskIds(input).find(*ranges);
  if (!set) return print_error(set.error());
  IndependentSet answer{std::move(*set), {}, {}};
  answer.path = path_within(input.graph.dag, answer.set);
  auto checked = answer.path.empty() ? check_independent_set(input.graph.dag, answer.set)
                                     : check_path(input.graph.dag, answer.path);
  if (!checked) return print_error(checked.error());
  if (answer.path.empty()) answer.add = vertex_to_add(input.graph.dag, answer.set);
  print_answer(input, query, answer);
  return answer.path.empty() ? kExitOk : kExitAnswerNo;
}

static int answer_maximum(const GraphInput& input, const Query& query) {
  auto answer = [&] {
    Progress progress("searching for the largest set", query.options.limit_s);
    return find_maximum_antichain(input.graph.dag, {.limit_s = query.options.limit_s});
  }();
  if (!answer) return print_error(answer.error().about(query.file));
  return print_answer(input, query, *answer);
}

int cmd_independent(int argc, char** argv) {
  Query query;
  uint32_t trace = 0, execution = 0;
  CLI::App app(
      "Finds task instances that could run at the same time: a largest set, all beside a given one, or a given set.");
  app.add_option("FILE", query.file, "recording made by unply record, or a graph in JSON")->required();
  auto* of = app.add_option("--of", query.of, "tasks that can run at the same time as this one");
  auto* set = app.add_option("--set", query.set, "check these tasks: ids and ranges, 3,5-9")->excludes(of);
  app.add_option("--kinds", query.kinds,
                 "dependences to count: flow,anti,output,extension or all (default flow,extension)");
  auto* trace_option = app.add_option("--trace", trace, "this trace region, as numbered by unply report");
  auto* execution_option = app.add_option("--execution", execution, "this execution of it, from 1");
  app.add_option("--limit", query.options.limit_s, "seconds to search for the largest set (default 10); then bounds")
      ->check(CLI::Range(0.0, 1e9));
  app.add_flag("--json", query.json, "machine-readable output: JSON on standard output");
  app.footer(kIndependentFooter);
  if (int status = parse_command_line(app, argc, argv); status >= 0) return status;
  query.ask_of = of->count() > 0, query.ask_set = set->count() > 0;
  query.options.width = terminal_width();
  GraphChoice& choice = query.options.choice;
  if (!query.kinds.empty()) {
    auto kinds = parse_kinds(query.kinds);
    if (!kinds) return print_error(kinds.error());
    choice.kinds = *kinds;
  }
  if (trace_option->count() > 0) choice.trace_id = trace;
  if (execution_option->count() > 0) choice.execution = execution;
  choice.quote = false;

  auto input = load_graph(query.file, choice);
  if (!input) return print_error(input.error());
  if (query.ask_of) return answer_of(*input, query);
  if (query.ask_set) return answer_set(*input, query);
  return answer_maximum(*input, query);
}

} // namespace unply
