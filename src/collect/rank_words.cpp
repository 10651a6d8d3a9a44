#include "collect/rank_words.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sstream>

namespace unply {

std::string host_of(const SpooledProcess& process) {
  for (const SpooledName& name : process.names)
    if (name.kind == kSpoolHostName) return name.text;
  return "";
}

std::string words_for_numbers(const std::vector<uint32_t>& numbers) {
  std::set<uint32_t> sorted(numbers.begin(), numbers.end());
  std::string text = sorted.size() == 1 ? "rank " : "ranks ";
  for (auto at = sorted.begin(); at != sorted.end();) {
    uint32_t first = *at, last = first;
    while (++at != sorted.end() && *at == last + 1) last = *at;
    text += last == first       ? fmt::format("{}", first)
            : last == first + 1 ? fmt::format("{}, {}", first, last)
                                : fmt::format("{} to {}", first, last);
    if (at != sorted.end()) text += ", ";
  }
  return text;
}

std::string words_for_ranks(const std::vector<const SpooledProcess*>& ranks) {
  std::vector<uint32_t> numbers;
  std::set<std::string> hosts;
  for (const SpooledProcess* process : ranks) {
    numbers.push_back(process->row.rank - 1);
    if (std::string host = host_of(*process); !host.empty()) hosts.insert(host);
  }
  std::string text = words_for_numbers(numbers);
  for (const std::string& host : hosts) text += (host == *hosts.begin() ? " on " : ", ") + host;
  return text;
}

namespace {

struct Job {
  uint64_t size = 0;
  std::set<std::string> hosts, hosts_seen;
  std::set<uint32_t> ranks_seen;
};

void take(Job& job, const SpooledProcess& process) {
  job.ranks_seen.insert(process.row.rank - 1);
  job.hosts_seen.insert(host_of(process));
  for (const SpooledName& name : process.names) {
    if (name.kind != kSpoolJobHosts) continue;
    job.size = std::min<uint64_t>(name.id, 1 << 20);
    std::istringstream list(name.text);
    for (std::string host; std::getline(list, host, ',');) job.hosts.insert(host);
  }
}

} // namespace

std::vector<MissingRanks> missing_ranks(const SpoolReader& spool) {
  std::map<uint64_t, Job> jobs;
  for (const SpooledProcess& process : spool.processes())
    if (process.row.rank && !process.threads.empty()) take(jobs[process.row.job], process);
  std::vector<MissingRanks> found;
  for (const auto& [id, job] : jobs) {
    std::vector<uint32_t> missing;
    for (uint32_t rank = 0; rank < job.size; ++rank)
      if (!job.ranks_seen.contains(rank)) missing.push_back(rank);
    if (missing.empty()) continue;
    std::string where;
    for (const std::string& host : job.hosts)
      if (!job.hosts_seen.contains(host)) where += (where.empty() ? " on " : ", ") + host;
    found.push_back(
        {missing, fmt::format("{}{} left no data: give the recording a folder that all hosts share, such as "
                              "-o /shared/run.trace, and have unply at the same path on all",
                              words_for_numbers(missing), where)});
  }
  return found;
}

std::string words_for_ns(double ns) {
  if (ns < 1e3) return fmt::format("{:.0f} ns", ns);
  if (ns < 1e6) return fmt::format("{:.1f} us", ns / 1e3);
  return ns < 1e9 ? fmt::format("{:.1f} ms", ns / 1e6) : fmt::format("{:.6f} s", ns / 1e9);
}

} // namespace unply
