// The Standard Task Graph Set of Tobita and Kasahara: a line with the number of tasks, without the entry and the exit
// that are added with time 0, then for each task its number, its time, and the number and list of its predecessors.
// Files that count the entry and the exit are read too.
#include "sim/inputs/read_job_graph.h"
#include "sim/text_lines.h"
#include <fmt/format.h>
#include <unordered_map>

namespace unply {

namespace {
constexpr const char* kLineHint = "a line is: TASK TIME NUMBER-OF-PREDECESSORS PREDECESSOR...";

class StgReader {
public:
  StgReader(std::span<const uint8_t> bytes, const std::string& name) : lines_(bytes), name_(name) {}

  Result<JobGraph> read() {
    if (!lines_.next()) return refuse("ends before the number of tasks");
    auto expected = whole_number(lines_.words()[0]);
    if (!expected) return refuse(fmt::format("'{}' is no number of tasks", lines_.words()[0]));
    jobs_.unit = "units";
    jobs_.region_names = {"task"};
    while (lines_.next()) TRY(add_task());
    uint64_t tasks = jobs_.length.size();
    if (tasks != *expected && tasks != *expected + 2)
      return fail(fmt::format("{}: has {} tasks, expected {}, or {} with entry and exit", name_, tasks, *expected,
                              *expected + 2),
                  tasks < *expected ? "the file is truncated: write or copy it again" : kLineHint);
    for (const Wait& wait : waits_) {
      auto before = row_of_.find(wait.before);
      if (before == row_of_.end())
        return fail(fmt::format("{}: line {}: task {} waits for task {}, which is not in the file", name_, wait.line,
                                jobs_.id[wait.row], wait.before),
                    "tasks are listed by their own numbers");
      edges_.push_back({before->second, wait.row});
    }
    return order_job_graph(std::move(jobs_), std::move(edges_), name_);
  }

private:
  struct Wait {
    uint32_t row;
    uint64_t before, line;
  };

  std::unexpected<Error> refuse(const std::string& what) const {
    return fail(fmt::format("{}: line {}: {}", name_, lines_.number(), what), kLineHint);
  }

  Result<void> add_task() {
    const auto& words = lines_.words();
    auto id = whole_number(words[0]);
    if (!id || *id > 0xffffffff) return refuse(fmt::format("'{}' is no number of a task", words[0]));
    if (words.size() < 2) return refuse(fmt::format("task {} has no time", *id));
    auto length = whole_number(words[1]);
    if (!length)
      return refuse(fmt::format("task {} has the time {}, expected a whole number from 0 on", *id, words[1]));
    auto before = whole_number(words.size() > 2 ? words[2] : "");
    if (!before || *before != words.size() - 3)
      return refuse(fmt::format("task {} has {} predecessors, expected {}", *id,
                                words.size() > 3 ? words.size() - 3 : 0, words.size() > 2 ? words[2] : "their number"));
    uint32_t row = static_cast<uint32_t>(jobs_.length.size());
    if (!row_of_.try_emplace(*id, row).second) return refuse(fmt::format("task {} comes twice", *id));
    jobs_.id.push_back(static_cast<uint32_t>(*id));
    jobs_.length.push_back(*length);
    jobs_.region.push_back(0);
    for (size_t i = 3; i < words.size(); ++i) {
      auto other = whole_number(words[i]);
      if (!other) return refuse(fmt::format("task {} waits for '{}', expected the number of a task", *id, words[i]));
      waits_.push_back({row, *other, lines_.number()});
    }
    return {};
  }

  TextLines lines_;
  const std::string& name_;
  JobGraph jobs_;
  std::unordered_map<uint64_t, uint32_t> row_of_;
  std::vector<Wait> waits_;
  std::vector<DagEdge> edges_;
};
} // namespace

Result<JobGraph> read_standard_task_graph(std::span<const uint8_t> bytes, const std::string& name) {
  return StgReader(bytes, name).read();
}

} // namespace unply
