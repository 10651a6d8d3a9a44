// Each answer is a sentence, then how it is known, then the tasks by region.
#include "cli/independent/independent.h"
#include "cli/independent/task_ranges.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

static constexpr size_t kRangesShown = 12;

static std::vector<uint32_t> ids_of(const GraphInput& input, const std::vector<uint32_t>& vertices) {
  std::vector<uint32_t> ids;
  for (uint32_t v : vertices) ids.push_back(input.graph.id[v]);
  std::ranges::sort(ids);
  return ids;
}

static std::string task_name(const GraphInput& input, uint32_t v) {
  return fmt::format("{} ({})", input.graph.id[v], input.region_places[input.graph.region[v]]);
}

static std::string head(const GraphInput& input, const Style& style, size_t width) {
  return input.title.empty() ? "" : style.bold(wrapped(input.title, 0, 4, width));
}

static std::string field(std::string_view name, std::string_view value, size_t width, const Style& style) {
  return field_text(name, value, width, style, 2, 17);
}

static std::string tasks_by_region(const GraphInput& input, const std::vector<uint32_t>& vertices, const Style& style) {
  if (vertices.empty()) return "";
  std::vector<std::vector<uint32_t>> members(input.graph.region_names.size());
  for (uint32_t v : vertices) members[input.graph.region[v]].push_back(v);
  TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::left});
  table.add({"task region", "tasks", "ids"});
  for (size_t region = 0; region < members.size(); ++region)
    if (!members[region].empty())
      table.add({input.region_places[region], std::to_string(members[region].size()),
                 ranges_text(ids_of(input, members[region]), kRangesShown)});
  return "\n" + table.text(2, style);
}

// The same graph again, with another question.
static std::string next_line(const GraphInput& input, const IndependentOptions& options, const std::string& question,
                             const Style& style) {
  std::string words = fmt::format("unply independent {}", input.file);
  const GraphChoice& choice = options.choice;
  if (choice.kinds != KindSet::after_renaming()) words += fmt::format(" --kinds {}", choice.kinds.names(","));
  if (choice.trace_id) words += fmt::format(" --trace {}", *choice.trace_id);
  if (choice.execution) words += fmt::format(" --execution {}", *choice.execution);
  return fmt::format("\n{} {}{}\n", style.dim("next:"), words, question);
}

std::string independent_text(const GraphInput& input, const IndependentOptions& options, const AntichainResult& result,
                             const Style& style) {
  uint32_t n = input.graph.dag.vertices();
  std::string out = head(input, style, options.width);
  std::string known;
  if (result.proven()) {
    out += fmt::format("largest independent set: {} of {}\n", result.lower, count_text(n, "task"));
    known = result.upper == n
                ? "proven: no task depends on another"
                : fmt::format("proven: {} of dependences cover all tasks, and no two tasks of one chain can "
                              "run at the same time",
                              count_text(result.upper, "chain"));
  } else {
    out += fmt::format("largest independent set: at least {} and at most {} of {}\n", result.lower, result.upper,
                       count_text(n, "task"));
    known = fmt::format("bounds: the tasks below are independent, and {} of dependences cover all tasks; the search "
                        "ended at its limit, --limit {:.0f} lets it go on",
                        count_text(result.upper, "chain"), std::max(60.0, 6 * options.limit_s));
  }
  out += field("known", known, options.width, style);
  out += field("widest level", fmt::format("{}, of the earliest levels", result.widest_level), options.width, style);
  out += tasks_by_region(input, result.antichain, style);
  return out + next_line(input, options, fmt::format(" --of {}", input.graph.id[result.antichain.front()]), style);
}

std::string independent_text(const GraphInput& input, const IndependentOptions& options,
                             const IndependentOfTask& result, const Style& style) {
  uint32_t n = input.graph.dag.vertices();
  size_t after = n - 1 - result.others.size() - result.before;
  std::string out = head(input, style, options.width);
  out += wrapped(fmt::format("task {}: {} of {} can run at the same time", task_name(input, result.task),
                             result.others.size(), count_text(n - 1, "other task")),
                 0, 4, options.width);
  out += field("before it", count_text(result.before, "task"), options.width, style);
  out += field("after it", count_text(after, "task"), options.width, style);
  out += field("known", "exact for this graph: no path leads from one to the other", options.width, style);
  std::string question;
  if (!result.others.empty())
    question = fmt::format(" --set {},{}", input.graph.id[result.task], input.graph.id[result.others.front()]);
  return out + tasks_by_region(input, result.others, style) + next_line(input, options, question, style);
}

static std::string path_text(const GraphInput& input, const std::vector<uint32_t>& path) {
  constexpr size_t kSteps = 8;
  std::string words;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path.size() > kSteps && i == kSteps / 2) {
      i = path.size() - kSteps / 2;
      words += fmt::format(" -> ... {} more", path.size() - kSteps);
    }
    words += fmt::format("{}{}", i == 0 ? "" : " -> ", task_name(input, path[i]));
  }
  return words;
}

std::string independent_text(const GraphInput& input, const IndependentOptions& options, const IndependentSet& result,
                             const Style& style) {
  std::string out = head(input, style, options.width);
  std::string set = fmt::format("{} {}", result.set.size() == 1 ? "task" : "tasks",
                                ranges_text(ids_of(input, result.set), kRangesShown));
  if (!result.path.empty()) {
    out += wrapped(fmt::format("{}: not independent, task {} has to wait for task {}", set,
                               input.graph.id[result.path.back()], input.graph.id[result.path.front()]),
                   0, 4, options.width);
    return out + field("path", path_text(input, result.path), options.width, style) +
           next_line(input, options, fmt::format(" --of {}", input.graph.id[result.path.front()]), style);
  }
  set += result.set.size() == 1 ? ": independent, as every single task is"
                                : ": independent, all of them can run at the same time";
  out += wrapped(set, 0, 4, options.width);
  if (result.add)
    out += field("maximal", fmt::format("no: task {} could be added", task_name(input, *result.add)), options.width,
                 style);
  else
    out += field("maximal", "yes: no other task is independent of all of them", options.width, style);
  return out + next_line(input, options, "", style);
}

} // namespace unply
