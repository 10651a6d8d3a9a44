// SimGrid 3.32's s4u: Exec::add_successor, and set_host on the ready Exec of highest priority when one completes.
#include "peers.h"
#ifdef UNPLY_HAVE_SIMGRID
#include <cmath>
#include <queue>
#include <simgrid/s4u.hpp>
#include <unordered_map>

namespace s4u = simgrid::s4u;

std::optional<uint64_t> simgrid_hlfet(const unply::JobGraph& jobs, const std::vector<uint64_t>& tail,
                                      uint32_t processors) {
  static char name[] = "sim_bench", quiet[] = "--log=root.thresh:critical";
  static char* arguments[] = {name, quiet, nullptr};
  int count = 2;
  s4u::Engine engine(&count, arguments);
  auto* zone = s4u::create_full_zone("zone");
  std::vector<s4u::Host*> idle;
  for (uint32_t p = 0; p < processors; ++p) idle.push_back(zone->create_host("p" + std::to_string(p), 1.0)->seal());
  zone->seal();
  std::vector<s4u::ExecPtr> execs;
  std::unordered_map<const s4u::Activity*, uint32_t> task_of;
  std::vector<s4u::Host*> host_of(jobs.tasks());
  for (uint32_t v = 0; v < jobs.tasks(); ++v) {
    execs.push_back(s4u::Exec::init()->set_flops_amount(static_cast<double>(jobs.length[v])));
    task_of[execs.back().get()] = v;
  }
  for (uint32_t v = 0; v < jobs.tasks(); ++v)
    for (uint32_t w : jobs.dag.successors(v)) execs[v]->add_successor(execs[w]);
  auto later = [&](uint32_t a, uint32_t b) { return tail[a] != tail[b] ? tail[a] < tail[b] : a > b; };
  std::priority_queue<uint32_t, std::vector<uint32_t>, decltype(later)> ready(later);
  std::vector<uint32_t> waits(jobs.tasks());
  auto assign = [&] {
    for (; !idle.empty() && !ready.empty(); ready.pop(), idle.pop_back()) {
      host_of[ready.top()] = idle.back();
      execs[ready.top()]->set_host(idle.back());
    }
  };
  s4u::Activity::on_completion_cb([&](const s4u::Activity& exec) {
    idle.push_back(host_of[task_of.at(&exec)]);
    for (uint32_t w : jobs.dag.successors(task_of.at(&exec)))
      if (--waits[w] == 0) ready.push(w);
    assign();
  });
  for (uint32_t v = 0; v < jobs.tasks(); ++v) {
    waits[v] = static_cast<uint32_t>(jobs.dag.predecessors(v).size());
    if (waits[v] == 0) ready.push(v);
  }
  assign();
  for (auto& exec : execs) exec->vetoable_start();
  engine.run();
  return static_cast<uint64_t>(std::llround(s4u::Engine::get_clock()));
}
#else
std::optional<uint64_t> simgrid_hlfet(const unply::JobGraph&, const std::vector<uint64_t>&, uint32_t) { return {}; }
#endif
