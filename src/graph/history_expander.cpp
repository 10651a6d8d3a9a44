#include "graph/history_expander.h"
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace unply {

void HistoryExpander::next_path(uint32_t path, uint32_t region) {
  paths_.push_back({path, region});
  path_ahead_ = static_cast<uint32_t>(paths_.size());
}

bool HistoryExpander::add_run(const RingRun& run, ByteView entries) {
  if (run.vertex == 0 || run.instance == 0 || run.instance > run.vertex || run.first_index != next_index_ ||
      entries.size() / sizeof(RingEntry) < run.entries)
    return false;
  if (run.instance != run.vertex && (continued_.empty() || continued_.back().first < run.vertex))
    continued_.emplace_back(run.vertex, run.instance);
  for (uint32_t i = 0; i < run.entries; ++i) {
    RingEntry entry;
    std::memcpy(&entry, entries.data() + i * sizeof entry, sizeof entry);
    const uint32_t kind = entry.site_kind >> 30, index = entry.before >> 1;
    if (index >= next_index_ || kind > kEntryStore) return false;
    const uint32_t before = node_of(index);
    __builtin_prefetch(&nodes_[before]);
    Waiting waiting = {before, entry.site_kind, entry.bytes, 0, run.vertex, std::exchange(path_ahead_, 0)};
    if (kind != kEntryStore) {
      waiting.node = static_cast<uint32_t>(nodes_.size());
      const bool write = kind == kEntryWrite;
      nodes_.push_back({write ? 0 : before, write ? waiting.node : 0, run.vertex, entry.site_kind & kRingEntrySite});
      ++next_index_;
    }
    waiting_.push_back(waiting);
  }
  return waiting_.size() - expanded_ < kBatch || expand() || !damaged_;
}

bool HistoryExpander::same_instance(uint32_t from, uint32_t vertex) const {
  if (from == vertex) return true;
  auto instance_of = [&](uint32_t v) {
    auto at = std::ranges::lower_bound(continued_, v, {}, &std::pair<uint32_t, uint32_t>::first);
    return at != continued_.end() && at->first == v ? at->second : v;
  };
  return !continued_.empty() && instance_of(from) == instance_of(vertex);
}

// A store visits every reader in turn, and for irregular data each list is a chain of cache misses of its own: many
// chains are followed at the same time.
void HistoryExpander::fetch_chains(size_t begin, size_t end) {
  constexpr size_t kChains = 32;
  constexpr int kLongest = 64;
  std::array<uint32_t, kChains> at;
  for (size_t next = begin; next < end;) {
    size_t count = 0;
    for (; next < end && count < kChains; ++next)
      if (waiting_[next].site_kind >> 30 != kEntryRead && waiting_[next].before != 0)
        at[count++] = waiting_[next].before;
    for (int round = 0; count > 0 && round < kLongest; ++round) {
      size_t kept = 0;
      for (size_t i = 0; i < count; ++i) {
        const uint32_t previous = nodes_[at[i]].previous;
        if (previous == 0) continue;
        __builtin_prefetch(&nodes_[previous]);
        at[kept++] = previous;
      }
      count = kept;
    }
  }
}

void HistoryExpander::begin_vertex(uint32_t vertex) {
  hand_over_rows();
  vertex_ = vertex;
}

void HistoryExpander::hand_over_rows() {
  for (const EdgeRow& row : rows_) writer_.add_edge(row);
  rows_.clear();
  ++stamp_;
}

void HistoryExpander::keep_path(const Waiting& entry, uint32_t from_node, EdgeKind kind) {
  const PathAhead& path = paths_[entry.path - 1];
  const Node& from = nodes_[from_node];
  const uint32_t site = entry.site_kind & kRingEntrySite;
  if (known_pairs_.emplace(static_cast<uint32_t>(kind), from.site, site, path.region).second)
    reached_.push_back({static_cast<uint32_t>(kind), from.site, site, path.region, from.vertex, path.path});
}

// Rows that differ in bytes only become one, mostly: the writer adds up the others.
bool HistoryExpander::add_dependence(uint32_t from_node, EdgeKind kind, const Waiting& entry) {
  constexpr size_t kMostRows = 1 << 16;
  const Node& from = nodes_[from_node];
  if (same_instance(from.vertex, entry.vertex)) return true;
  if (from.vertex > entry.vertex) return false;
  if (entry.path != 0) [[unlikely]]
    keep_path(entry, from_node, kind);
  const EdgeRow row = {.to = entry.vertex,
                       .from = from.vertex,
                       .kind = static_cast<uint32_t>(kind),
                       .site_from = from.site,
                       .site_to = entry.site_kind & kRingEntrySite,
                       .bytes = entry.bytes};
  const uint32_t hash = (row.from * 0x9e3779b1u ^ row.site_from * 0x85ebca6bu ^ row.site_to * 0xc2b2ae35u) + row.kind;
  Recent& recent = recent_[(hash ^ hash >> 15) % recent_.size()];
  if (recent.stamp == stamp_) {
    EdgeRow& known = rows_[recent.row];
    if (known.from == row.from && known.kind == row.kind && known.site_from == row.site_from &&
        known.site_to == row.site_to) {
      known.bytes += row.bytes;
      return true;
    }
  }
  if (rows_.size() == kMostRows) hand_over_rows();
  recent = {stamp_, static_cast<uint32_t>(rows_.size())};
  rows_.push_back(row);
  return true;
}

bool HistoryExpander::expand_entry(const Waiting& entry) {
  if (entry.vertex != vertex_) begin_vertex(entry.vertex);
  if (entry.site_kind >> 30 == kEntryRead) {
    const uint32_t writer = nodes_[entry.before].writer;
    nodes_[entry.node].writer = writer;
    return writer == 0 || add_dependence(writer, EdgeKind::flow, entry);
  }
  uint32_t at = entry.before;
  for (; at != 0 && !is_write(at); at = nodes_[at].previous)
    if (!add_dependence(at, EdgeKind::anti, entry)) return false;
  return at == 0 || add_dependence(at, EdgeKind::output, entry);
}

bool HistoryExpander::expand() {
  while (expanded_ < waiting_.size() && !damaged_) {
    if (writer_.full()) return false;
    const size_t end = std::min(expanded_ + kBatch, waiting_.size());
    fetch_chains(expanded_, end);
    for (; expanded_ < end; ++expanded_) {
      const size_t ahead = expanded_ + 8;
      if (ahead < end) __builtin_prefetch(&nodes_[nodes_[waiting_[ahead].before].writer]);
      if (!expand_entry(waiting_[expanded_])) damaged_ = true;
    }
  }
  waiting_.clear();
  expanded_ = 0;
  hand_over_rows();
  return !damaged_;
}

bool HistoryExpander::collect(const RingCollection& part, ByteView words) {
  if (part.indices != next_index_ || part.words != (uint64_t{part.indices} + 63) / 64 ||
      part.first_word != marks_.size() || words.size() / sizeof(uint64_t) < part.count ||
      part.first_word + part.count > part.words)
    return false;
  marks_.resize(part.first_word + part.count);
  std::memcpy(marks_.data() + part.first_word, words.data(), part.count * sizeof(uint64_t));
  if (marks_.size() < part.words) return true;
  expand();
  if (damaged_) return false;
  apply_collection();
  marks_.clear();
  return true;
}

void HistoryExpander::apply_collection() {
  std::vector<uint32_t> live = {0}; // nodes, by their new index
  for (uint32_t word = 0; word < marks_.size(); ++word)
    for (uint64_t bits = marks_[word]; bits != 0; bits &= bits - 1) {
      const uint32_t index = word * 64 + static_cast<uint32_t>(std::countr_zero(bits));
      if (index > 0 && index < next_index_) live.push_back(node_of(index));
    }
  std::vector<bool> needed(nodes_.size());
  for (uint32_t node : live) needed[node] = true;
  for (size_t i = expanded_; i < waiting_.size(); ++i) {
    needed[waiting_[i].before] = true;
    needed[waiting_[i].node] = true;
  }
  needed[0] = true;
  for (size_t node = nodes_.size(); node-- > 1;) // a node refers to older ones only: one pass downwards reaches all
    if (needed[node]) needed[nodes_[node].previous] = needed[nodes_[node].writer] = true;
  std::vector<uint32_t> moved(nodes_.size());
  uint32_t kept = 0;
  for (uint32_t node = 0; node < nodes_.size(); ++node) {
    if (!needed[node]) continue;
    moved[node] = kept;
    const Node& old = nodes_[node];
    nodes_[kept] = {moved[old.previous], old.writer == node ? kept : moved[old.writer], old.vertex, old.site};
    ++kept;
  }
  nodes_.resize(kept);
  for (uint32_t& node : live) node = moved[node];
  for (size_t i = expanded_; i < waiting_.size(); ++i) {
    waiting_[i].before = moved[waiting_[i].before];
    waiting_[i].node = moved[waiting_[i].node];
  }
  nodes_of_live_ = std::move(live);
  live_ = next_index_ = static_cast<uint32_t>(nodes_of_live_.size());
  first_new_ = kept;
}

} // namespace unply
