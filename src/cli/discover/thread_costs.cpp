#include "cli/discover/thread_costs.h"
#include "collect/host.h"
#include "sim/machine_file.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace unply {

std::string ThreadCosts::words() const { return asked.empty() ? "" : " --machine " + asked; }

static CostRange ordered(const MeasuredCost& cost) { // by hand, quartiles may be anything
  return {std::min(cost.low_ns, cost.median_ns), cost.median_ns, std::max(cost.high_ns, cost.median_ns)};
}

static CostRange sum(const CostRange& a, const CostRange& b) {
  return {a.low + b.low, a.likely + b.likely, a.high + b.high};
}

// words: of the cost, if it is assumed. One of nothing is not taken: an instruction takes some time.
static bool take(ThreadCosts& costs, const MachineFile& file, const char* name, const char* words, CostRange& into) {
  const std::optional<MeasuredCost>& cost = file.cost(name);
  const bool given = cost && cost->median_ns > 0;
  if (given)
    into = ordered(*cost);
  else
    costs.assumed.emplace_back(words);
  return given;
}

ThreadCosts thread_costs_of(const MachineFile& file) {
  ThreadCosts costs;
  costs.machine = file.machine.name;
  costs.this_machine = file.machine.name == this_host().name;
  costs.date = file.date.substr(0, file.date.find('T'));
  costs.doubt = file.threads == 0 ? "" : file.doubt();
  ParallelCosts& ns = costs.costs;
  // What is measured of a fork holds the part of each thread of the team.
  const double team = std::max(file.threads, 2u);
  CostRange fork = sum(ns.fork, {ns.fork_thread.low * team, ns.fork_thread.likely * team, ns.fork_thread.high * team});
  take(costs, file, "fork", "starting threads", fork);
  take(costs, file, "fork_thread", "what each thread adds to a fork", ns.fork_thread);
  const double threads = ns.fork_thread.likely * team;
  ns.fork = {std::max(0.0, fork.low - threads), std::max(0.0, fork.likely - threads),
             std::max(0.0, fork.high - threads)};
  take(costs, file, "wait", "waiting for an iteration", ns.wait);
  if (take(costs, file, "task", "tasks", ns.task)) {
    ns.task = sum(ns.task, ordered(file.cost("spawn").value_or(MeasuredCost())));
    ns.task.high += file.cost("steal").value_or(MeasuredCost()).high_ns;
  }
  take(costs, file, "instruction", "time of an instruction", ns.instruction);
  return costs;
}

Result<ThreadCosts> thread_costs(const std::string& machine) {
  ThreadCosts assumed;
  assumed.asked = machine;
  if (machine == "none") return assumed;
  const std::string path = machine.empty() ? default_machine_path() : machine;
  std::error_code ignored;
  if (machine.empty() && (path.empty() || !std::filesystem::exists(path, ignored))) return assumed;
  auto file = machine.empty() ? read_machine(path) : read_node_costs(path);
  if (!file) return error_of(file);
  if (!file->has_costs) return assumed; // those of a network alone
  ThreadCosts costs = thread_costs_of(*file);
  if (machine.empty() && !costs.doubt.empty()) { // on a busy machine a fork may take a thousand times as long
    assumed.doubt = costs.doubt;
    return assumed;
  }
  costs.asked = machine;
  costs.file = path;
  return costs;
}

std::string costs_text(const ThreadCosts& costs) {
  if (costs.file.empty() && !costs.doubt.empty())
    return "assumed, since the saved ones are inconclusive; unply machine --calibrate when nothing else runs";
  if (costs.file.empty()) return costs.asked == "none" ? "assumed" : "assumed; unply machine --calibrate measures them";
  std::string text = costs.date.empty() ? "as in " + costs.file
                                        : fmt::format("measured on {} {}",
                                                      costs.this_machine ? "this machine" : costs.machine, costs.date);
  if (!costs.assumed.empty()) text += fmt::format("; assumed: {}", fmt::join(costs.assumed, ", "));
  if (!costs.doubt.empty()) text += "; inconclusive, since processors were not free";
  return text;
}

} // namespace unply
