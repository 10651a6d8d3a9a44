#include "trace/known_edge_lists.h"

namespace unply {

static constexpr size_t kMostRows = (64 << 20) / 24, kMostSeen = 1 << 20;

static uint64_t mixed(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
  return hash ^ hash >> 29;
}

static uint64_t hash_of(std::span<const EdgeRow> rows) {
  uint64_t hash = rows[0].kind;
  for (const EdgeRow& row : rows) {
    hash = mixed(hash, uint64_t{row.from} << 32 | row.site_to);
    hash = mixed(hash, row.bytes ^ uint64_t{row.site_from} << 32 ^ uint64_t{row.pairs} << 20);
  }
  return hash;
}

bool KnownEdgeLists::same(const List& list, std::span<const EdgeRow> rows) const {
  if (list.rows != rows.size() || list.kind != rows[0].kind) return false;
  for (size_t i = 0; i < rows.size(); ++i)
    if (rows_[list.first + i] != row_of(rows[i])) return false;
  return true;
}

KnownEdgeLists::Found KnownEdgeLists::find_or_add(std::span<const EdgeRow> rows) {
  const uint64_t hash = hash_of(rows);
  auto [at, end] = lists_.equal_range(hash);
  for (; at != end; ++at)
    if (same(at->second, rows)) return {at->second.number, false};
  if (seen_.size() >= kMostSeen) seen_.clear();
  if (seen_.insert(hash).second || rows.size() > kMostRows) return {0, false};
  if (rows_.size() + rows.size() > kMostRows) forget();
  lists_.emplace(hash, List{rows_.size(), rows.size(), rows[0].kind, ++last_});
  for (const EdgeRow& row : rows) rows_.push_back(row_of(row));
  return {last_, true};
}

void KnownEdgeLists::forget() {
  rows_.clear();
  lists_.clear();
  seen_.clear();
}

} // namespace unply
