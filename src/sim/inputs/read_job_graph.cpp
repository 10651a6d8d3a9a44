// Selects the reader for a file, and performs the final step common to all readers.
#include "sim/inputs/read_job_graph.h"
#include "base/mapped_file.h"
#include "graph/read_json.h"
#include "graph/topological_order.h"
#include "sim/inputs/fork_join_events.h"
#include "sim/text_lines.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {
constexpr const char* kFormsHint =
    "expected a recording, JSON of unply graph, JSON of WfCommons, a .stg file, or fork-join events";

// Stops at the first key of the outermost object that tells which of the two forms in JSON it is.
class JsonForm : public nlohmann::json_sax<nlohmann::json> {
public:
  JobFormat format = JobFormat::graph_json; // whose reader then reports the error
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(size_t) override { return ++depth_ > 0; }
  bool start_array(size_t) override { return ++depth_ > 0; }
  bool end_object() override { return --depth_ > 0; }
  bool end_array() override { return --depth_ > 0; }
  bool key(std::string& text) override {
    if (depth_ != 1) return true;
    if (text == "workflow" || text == "schemaVersion") format = JobFormat::workflow;
    return format != JobFormat::workflow && text != "tasks" && text != "edges";
  }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

private:
  uint64_t depth_ = 0;
};

template <class Column> void rearrange(std::vector<Column>& column, const std::vector<uint32_t>& order) {
  if (column.empty()) return;
  std::vector<Column> result;
  result.reserve(column.size());
  for (uint32_t row : order) result.push_back(column[row]);
  column = std::move(result);
}

std::string cycle_text(const std::vector<uint32_t>& cycle, const JobGraph& jobs,
                       const std::vector<std::string>& task_names) {
  constexpr size_t kShown = 8;
  std::string text;
  auto add = [&](uint32_t row) { text += task_names.empty() ? std::to_string(jobs.id[row]) : task_names[row]; };
  for (size_t i = 0; i < std::min(cycle.size(), kShown); ++i) add(cycle[i]), text += " -> ";
  if (cycle.size() > kShown) text += fmt::format("... {} more -> ", cycle.size() - kShown);
  add(cycle[0]);
  return text;
}
} // namespace

JobFormat job_format_of(std::span<const uint8_t> bytes) {
  if (!bytes.empty() && bytes[0] == 0x89) return JobFormat::recording;
  if (looks_like_json(bytes)) {
    JsonForm form;
    nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &form);
    return form.format;
  }
  TextLines lines(bytes);
  if (!lines.next()) return JobFormat::unknown;
  const auto& words = lines.words();
  if (words[0] == "unit" || words[0] == "first-solution") return JobFormat::fork_join;
  if (!whole_number(words[0])) return JobFormat::unknown;
  if (words.size() == 1) return JobFormat::standard_task_graph;
  return fork_join_event(words[1]) ? JobFormat::fork_join : JobFormat::unknown;
}

std::string_view job_format_name(JobFormat format) {
  switch (format) {
  case JobFormat::standard_task_graph:
    return "Standard Task Graph Set";
  case JobFormat::workflow:
    return "WfCommons";
  case JobFormat::fork_join:
    return "fork-join events";
  case JobFormat::graph_json:
    return "JSON of unply graph";
  case JobFormat::recording:
    return "recording";
  case JobFormat::unknown:
    break;
  }
  return "unknown";
}

Result<JobGraph> order_job_graph(JobGraph jobs, std::vector<DagEdge> edges, const std::string& name,
                                 const std::vector<std::string>& task_names) {
  uint32_t n = static_cast<uint32_t>(jobs.length.size());
  if (n == 0) return fail(fmt::format("{}: has no tasks, expected at least one", name), kFormsHint);
  if (auto fits = Dag::check_size(jobs.length.size(), edges.size()); !fits)
    return std::unexpected(fits.error().about(name));
  TopologicalOrder order = topological_order(n, edges);
  if (!order.acyclic())
    return fail(
        fmt::format("{}: tasks {} wait for each other in a cycle", name, cycle_text(order.cycle, jobs, task_names)),
        "a job graph has none: take one of these edges out");
  if (!std::ranges::is_sorted(order.order)) {
    std::vector<uint32_t> place(n);
    for (uint32_t at = 0; at < n; ++at) place[order.order[at]] = at;
    for (DagEdge& e : edges) e = {place[e.from], place[e.to]};
    for (uint32_t& leaf : jobs.success_leaves) leaf = place[leaf];
    rearrange(jobs.length, order.order);
    rearrange(jobs.length_most, order.order);
    rearrange(jobs.id, order.order);
    rearrange(jobs.region, order.order);
    rearrange(jobs.lock, order.order);
    std::ranges::sort(jobs.success_leaves);
  }
  auto dag = Dag::from_edges(n, edges);
  if (!dag) return std::unexpected(dag.error().about(name));
  jobs.dag = std::move(*dag);
  if (auto checked = check_job_graph(jobs); !checked)
    return fail(fmt::format("{}: {}", name, checked.error().what), "give times in a larger unit");
  return jobs;
}

Result<JobGraph> read_job_graph(std::span<const uint8_t> bytes, const std::string& name) {
  switch (JobFormat format = job_format_of(bytes)) {
  case JobFormat::standard_task_graph:
    return read_standard_task_graph(bytes, name);
  case JobFormat::workflow:
    return read_workflow(bytes, name);
  case JobFormat::fork_join:
    return read_fork_join(bytes, name);
  case JobFormat::unknown:
    return fail(fmt::format("{}: is {}, in no form that holds tasks", name,
                            bytes.empty() ? "empty" : "neither JSON nor numbers and events"),
                kFormsHint);
  default:
    return fail(fmt::format("{}: is a {}, expected a file of another tool", name, job_format_name(format)), kFormsHint);
  }
}

Result<JobGraph> read_job_graph(const std::string& path) {
  auto mapped = MappedFile::open(path);
  if (!mapped) return error_of(mapped);
  return read_job_graph(mapped->bytes(), path);
}

} // namespace unply
