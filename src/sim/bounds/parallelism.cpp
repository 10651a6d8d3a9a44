// One pass over vertices and edges in row order for starts and span; the profile is a merge of sorted starts and ends.
#include "sim/bounds/parallelism.h"
#include <algorithm>

namespace unply {

Parallelism find_work_and_span(const JobGraph& jobs) {
  Parallelism result;
  // Ends first: a predecessor then costs one random access, not two. On 10 million tasks the pass is bound by those.
  std::vector<uint64_t> end(jobs.tasks());
  for (uint32_t v = 0; v < jobs.tasks(); ++v) {
    uint64_t start = 0;
    for (uint32_t u : jobs.dag.predecessors(v)) start = std::max(start, end[u]);
    end[v] = start + jobs.length[v];
    result.span = std::max(result.span, end[v]);
    result.work += jobs.length[v];
  }
  for (uint32_t v = 0; v < jobs.tasks(); ++v) end[v] -= jobs.length[v];
  result.start = std::move(end);
  return result;
}

Parallelism find_parallelism(const JobGraph& jobs) {
  Parallelism result = find_work_and_span(jobs);
  std::vector<uint64_t> starts, ends;
  for (uint32_t v = 0; v < jobs.tasks(); ++v) {
    if (jobs.length[v] == 0) continue;
    starts.push_back(result.start[v]);
    ends.push_back(result.start[v] + jobs.length[v]);
  }
  std::ranges::sort(starts);
  std::ranges::sort(ends);
  result.width = jobs.tasks() > 0 ? 1 : 0;
  uint32_t running = 0;
  for (size_t s = 0, e = 0; e < ends.size();) {
    uint64_t now = s < starts.size() ? std::min(starts[s], ends[e]) : ends[e];
    uint32_t before = running;
    while (e < ends.size() && ends[e] == now) --running, ++e;
    while (s < starts.size() && starts[s] == now) ++running, ++s;
    if (running != before) result.profile.push_back({now, running});
    result.width = std::max(result.width, running);
  }
  return result;
}

std::vector<ProfileStep> profile_in_series(std::span<const JobGraph> parts) {
  std::vector<ProfileStep> profile;
  uint64_t begin = 0;
  for (const JobGraph& jobs : parts) {
    Parallelism found = find_parallelism(jobs);
    if (!profile.empty()) profile.pop_back(); // the end of the part before, where this one begins
    for (const ProfileStep& step : found.profile) {
      bool same = !profile.empty() && profile.back().running == step.running;
      if (!same) profile.push_back({begin + step.time, step.running});
    }
    begin += found.span;
  }
  return profile;
}

uint64_t burdened_span(const JobGraph& jobs, uint64_t burden) {
  uint64_t span = 0;
  std::vector<uint64_t> end(jobs.tasks());
  for (uint32_t v = 0; v < jobs.tasks(); ++v) {
    uint64_t start = 0;
    for (uint32_t u : jobs.dag.predecessors(v))
      start = std::max(start, end[u] + (jobs.dag.successors(u).size() > 1 ? burden : 0));
    end[v] = start + jobs.length[v];
    span = std::max(span, end[v]);
  }
  return span;
}

std::vector<uint64_t> tails_of(const JobGraph& jobs) {
  std::vector<uint64_t> tail(jobs.tasks());
  for (uint32_t v = jobs.tasks(); v-- > 0;) {
    for (uint32_t w : jobs.dag.successors(v)) tail[v] = std::max(tail[v], tail[w]);
    tail[v] += jobs.length[v];
  }
  return tail;
}

} // namespace unply
