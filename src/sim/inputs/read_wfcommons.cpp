// Workflows in the JSON of WfCommons. Up to schema 1.4 a task has its runtime beside its parents, in "workflow"
// "tasks" (or "jobs"); from 1.5 on the parents are in "specification" and the runtimes in "execution". Parents and
// children are given by id or by name; both say the same, either suffices.
//
// The text is held as a tree: published instances have up to some ten thousand tasks.
#include "sim/inputs/read_job_graph.h"
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace unply {

namespace {
using Json = nlohmann::json;
constexpr const char* kFormHint =
    R"(WfCommons: {"workflow":{"tasks":[{"name":"a","runtimeInSeconds":1.5,"parents":[],"children":["b"]},...]}})";
constexpr double kMostSeconds = 9e9; // as ns in 63 bits

class WorkflowReader {
public:
  WorkflowReader(const Json& file, const std::string& name) : file_(file), name_(name) {}

  Result<JobGraph> read() {
    const Json* workflow = member(file_, "workflow");
    if (!workflow || !workflow->is_object()) return refuse("has no object \"workflow\"");
    const Json* specification = member(*workflow, "specification");
    const Json* tasks = member(specification ? *specification : *workflow, "tasks");
    if (!tasks) tasks = member(*workflow, "jobs");
    if (!tasks || !tasks->is_array()) return refuse("\"workflow\" has no list \"tasks\"");
    for (const Json& task : *tasks) TRY(add_task(task));
    if (const Json* execution = member(*workflow, "execution")) TRY(add_runtimes(*execution));
    for (uint32_t row = 0; row < names_.size(); ++row)
      if (!timed_[row]) return refuse(fmt::format("task {} has no \"runtimeInSeconds\"", names_[row]));
    for (uint32_t row = 0; row < names_.size(); ++row)
      for (bool parents : {true, false}) TRY(add_edges((*tasks)[row], row, parents));
    return order_job_graph(std::move(jobs_), std::move(edges_), name_, names_);
  }

private:
  std::unexpected<Error> refuse(const std::string& what) const {
    return fail(fmt::format("{}: {}", name_, what), kFormHint);
  }

  static const Json* member(const Json& object, const char* key) {
    auto found = object.is_object() ? object.find(key) : object.end();
    return found == object.end() ? nullptr : &*found;
  }

  static std::string text_of(const Json* value) { return value && value->is_string() ? value->get<std::string>() : ""; }

  // "mProject_ID0000001" is of the program mProject.
  static std::string program_of(const std::string& task) {
    size_t end = task.find_last_not_of("0123456789");
    std::string program = end == std::string::npos ? task : task.substr(0, end + 1);
    if (program.ends_with("_ID")) program.resize(program.size() - 3);
    if (program.ends_with("_")) program.pop_back();
    return program.empty() ? "task" : program;
  }

  Result<void> add_task(const Json& task) {
    uint32_t row = static_cast<uint32_t>(names_.size());
    std::string id = text_of(member(task, "id")), name = text_of(member(task, "name"));
    if (id.empty() && name.empty()) return refuse(fmt::format("task {} has neither \"id\" nor \"name\"", row + 1));
    names_.push_back(id.empty() ? name : id);
    if (!row_of_id_.try_emplace(names_.back(), row).second)
      return refuse(fmt::format("task {} comes twice", names_.back()));
    if (!name.empty()) row_of_name_.try_emplace(name, row);
    jobs_.id.push_back(row + 1);
    auto [region, added] = region_of_.try_emplace(program_of(name.empty() ? id : name), jobs_.region_names.size());
    if (added) jobs_.region_names.push_back(region->first);
    jobs_.region.push_back(static_cast<uint32_t>(region->second));
    jobs_.length.push_back(0);
    timed_.push_back(false);
    return add_runtime(task, row);
  }

  Result<void> add_runtime(const Json& task, uint32_t row) {
    const Json* runtime = member(task, "runtimeInSeconds");
    if (!runtime) runtime = member(task, "runtime");
    if (!runtime) return {};
    double seconds = runtime->is_number() ? runtime->get<double>() : std::nan("");
    if (!(seconds >= 0 && seconds <= kMostSeconds))
      return refuse(fmt::format("task {} has the runtime {}, expected seconds from 0 on", names_[row],
                                runtime->dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40)));
    jobs_.length[row] = static_cast<uint64_t>(std::llround(seconds * 1e9));
    timed_[row] = true;
    return {};
  }

  Result<void> add_runtimes(const Json& execution) {
    const Json* tasks = member(execution, "tasks");
    if (!tasks || !tasks->is_array()) return {}; // then each task must have its own
    for (const Json& task : *tasks) {
      std::string id = text_of(member(task, "id"));
      auto row = find(id);
      if (!row) return refuse(fmt::format("\"execution\" has a task '{}' that is not in \"specification\"", id));
      if (auto added = add_runtime(task, *row); !added) return added;
    }
    return {};
  }

  std::optional<uint32_t> find(const std::string& task) const {
    if (auto row = row_of_id_.find(task); row != row_of_id_.end()) return row->second;
    if (auto row = row_of_name_.find(task); row != row_of_name_.end()) return row->second;
    return std::nullopt;
  }

  Result<void> add_edges(const Json& task, uint32_t row, bool parents) {
    const char* key = parents ? "parents" : "children";
    const Json* others = member(task, key);
    if (!others) return {};
    if (!others->is_array()) return refuse(fmt::format("task {}: \"{}\" is no list", names_[row], key));
    for (const Json& other : *others) {
      auto found = find(text_of(&other));
      if (!found)
        return refuse(fmt::format("task {}: \"{}\" has {}, which is not a task of the file", names_[row], key,
                                  other.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 80)));
      edges_.push_back(parents ? DagEdge{*found, row} : DagEdge{row, *found});
    }
    return {};
  }

  const Json& file_;
  const std::string& name_;
  JobGraph jobs_;
  std::vector<std::string> names_; // ids, or names where there are no ids
  std::vector<bool> timed_;
  std::unordered_map<std::string, uint32_t> row_of_id_, row_of_name_;
  std::unordered_map<std::string, size_t> region_of_;
  std::vector<DagEdge> edges_;
};
} // namespace

Result<JobGraph> read_workflow(std::span<const uint8_t> bytes, const std::string& name) {
  try {
    Json file = Json::parse(bytes.begin(), bytes.end());
    return WorkflowReader(file, name).read();
  } catch (const Json::parse_error& problem) {
    if (problem.byte > bytes.size())
      return fail(fmt::format("{}: ends after {} bytes, inside the workflow", name, bytes.size()),
                  "the file is truncated: write or copy it again");
    return fail(fmt::format("{}: is not JSON at byte {}", name, problem.byte), kFormHint);
  } catch (const Json::out_of_range&) { // a number too large for a double
    return fail(fmt::format("{}: has a number that does not fit", name), kFormHint);
  }
}

} // namespace unply
