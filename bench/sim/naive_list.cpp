#include "peers.h"
#include <queue>

uint64_t naive_hlfet(const unply::JobGraph& jobs, const std::vector<uint64_t>& tail, uint32_t processors) {
  auto later = [&](uint32_t a, uint32_t b) { return tail[a] != tail[b] ? tail[a] < tail[b] : a > b; };
  std::priority_queue<uint32_t, std::vector<uint32_t>, decltype(later)> ready(later);
  using Event = std::pair<uint64_t, uint32_t>;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  std::vector<uint32_t> waits(jobs.tasks());
  for (uint32_t v = 0; v < jobs.tasks(); ++v) {
    waits[v] = static_cast<uint32_t>(jobs.dag.predecessors(v).size());
    if (waits[v] == 0) ready.push(v);
  }
  uint64_t now = 0;
  uint32_t idle = processors;
  while (true) {
    for (; idle > 0 && !ready.empty(); --idle) {
      events.push({now + jobs.length[ready.top()], ready.top()});
      ready.pop();
    }
    if (events.empty()) return now;
    now = events.top().first;
    for (; !events.empty() && events.top().first == now; ++idle) {
      uint32_t v = events.top().second;
      events.pop();
      for (uint32_t w : jobs.dag.successors(v))
        if (--waits[w] == 0) ready.push(w);
    }
  }
}
