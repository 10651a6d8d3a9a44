#include "trace/call_paths.h"
#include <algorithm>
#include <tuple>

namespace unply {

static auto key_of(const ReachedSite& row) { return std::tuple(row.site, row.site_from, row.kind, row.region); }

uint32_t CallPaths::add_empty() {
  first_.push_back(calls_.size());
  return size() - 1;
}

void CallPaths::set_reached(std::vector<ReachedSite> rows) {
  reached_ = std::move(rows);
  std::ranges::stable_sort(reached_, {}, key_of);
}

std::span<const ReachedSite> CallPaths::of_pair(EdgeKind kind, uint32_t site_from, uint32_t site_to) const {
  if (site_from == 0) return {};
  auto pair_of = [](const ReachedSite& row) { return std::tuple(row.site, row.site_from, row.kind); };
  auto found = std::ranges::equal_range(reached_, std::tuple(site_to, site_from, kind), {}, pair_of);
  return {found.begin(), found.end()};
}

const ReachedSite* CallPaths::first_in(uint32_t region, uint32_t site) const {
  auto row = std::ranges::lower_bound(reached_, std::tuple(site, 0u, EdgeKind{}, region), {}, key_of);
  return row != reached_.end() && key_of(*row) == std::tuple(site, 0u, EdgeKind{}, region) ? &*row : nullptr;
}

} // namespace unply
