// Call paths from tasks to their accesses: one example in each task region for each pair of sites that carries
// dependences, and the first access of each site in the region. An access in the function that holds the task has the
// empty path.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace unply {

enum class StringId : uint32_t;
enum class EdgeKind : uint8_t;

struct PathCall {
  StringId file, function; // where the call is: the function is the caller
  uint32_t line;           // 0: not known
  uint32_t left_out;       // calls between the one before and this, which are not kept
};

struct ReachedSite {
  uint32_t site, site_from; // site_from 0: the first access at `site` by a task of `region`
  EdgeKind kind;            // else: the first that ended a dependence of this kind from site_from
  uint32_t region;
  uint32_t region_from; // of the earlier task of that dependence, or kNoRegion
  uint32_t path;
};

class CallPaths {
public:
  uint32_t size() const { return static_cast<uint32_t>(first_.size()); } // paths, the empty one included
  // From the task to the access: the first call is in the function that holds the task.
  std::span<const PathCall> at(uint32_t path) const {
    size_t end = path + size_t{1} < first_.size() ? first_[path + size_t{1}] : calls_.size();
    return {calls_.data() + first_[path], end - first_[path]};
  }
  uint32_t add_empty(); // a new path, that add_to_last fills
  void add_to_last(const PathCall& call) { calls_.push_back(call); }
  std::span<PathCall> all_calls() { return calls_; }

  const std::vector<ReachedSite>& reached() const { return reached_; } // sorted by site, site_from, kind, region
  void set_reached(std::vector<ReachedSite> rows);                     // in any order
  // Examples of a dependence between these sites, one for each region of the later task.
  std::span<const ReachedSite> of_pair(EdgeKind kind, uint32_t site_from, uint32_t site_to) const;
  const ReachedSite* first_in(uint32_t region, uint32_t site) const; // null: not known

private:
  std::vector<size_t> first_ = {0}; // of each path, into calls_; path 0 is empty
  std::vector<PathCall> calls_;
  std::vector<ReachedSite> reached_;
};

} // namespace unply
