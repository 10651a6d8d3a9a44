#include "graph/history_expander.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <ranges>
#include <utility>

namespace unply {

void HistoryExpander::next_path(uint32_t path, uint32_t region) {
  paths_.push_back({path, region});
  path_ahead_ = static_cast<uint32_t>(paths_.size());
}

bool HistoryExpander::add_run(const RingRun& run, bool leaf, ByteView entries) {
  if (run.vertex == 0 || run.instance == 0 || run.instance > run.vertex || run.first_index != next_index_ ||
      entries.size() / sizeof(RingEntry) < run.entries)
    return false;
  if (run.instance != run.vertex && (continued_.empty() || continued_.back().first < run.vertex))
    continued_.emplace_back(run.vertex, run.instance);
  const auto node = static_cast<uint32_t>(nodes_.size());
  for (uint32_t i = 0; i < run.entries; ++i) {
    RingEntry entry;
    std::memcpy(&entry, entries.data() + i * sizeof entry, sizeof entry);
    const uint32_t kind = entry.site_kind >> 30, index = entry.before >> 1;
    if (index >= next_index_ || kind > kEntryStore) return false;
    const uint32_t before = node_of(index);
    __builtin_prefetch(&nodes_[before]);
    entries_.push_back({before, entry.site_kind, entry.bytes});
    if (kind == kEntryStore) continue;
    const uint32_t write = kind == kEntryWrite ? static_cast<uint32_t>(nodes_.size()) : 0;
    nodes_.push_back({write ? 0 : before, write, run.vertex, entry.site_kind & kRingEntrySite});
    ++next_index_;
  }
  runs_.push_back({.vertex = run.vertex,
                   .end = static_cast<uint32_t>(entries_.size()),
                   .node = node,
                   .path = run.entries ? std::exchange(path_ahead_, 0) : 0,
                   .leaf = leaf,
                   .whole = leaf && run.vertex != last_vertex_});
  last_vertex_ = run.vertex;
  return entries_.size() < kBatch || expand() || !damaged_;
}

bool HistoryExpander::same_instance(uint32_t from, uint32_t vertex) const {
  return from == vertex || (!continued_.empty() && continues_another(from, vertex));
}

bool HistoryExpander::continues_another(uint32_t from, uint32_t vertex) const {
  auto instance_of = [&](uint32_t v) {
    auto at = std::ranges::lower_bound(continued_, v, {}, &std::pair<uint32_t, uint32_t>::first);
    return at != continued_.end() && at->first == v ? at->second : v;
  };
  return instance_of(from) == instance_of(vertex);
}

// A store visits every reader in turn, and for irregular data each list is a chain of cache misses of its own: the
// chains of the next stores are followed at the same time. Only a few hundred entries ahead: the chains of a whole
// batch of stores, 3 MB for a sparse matrix, push each other out of the cache before they are needed.
void HistoryExpander::fetch_chains(size_t until) {
  constexpr size_t kChains = 32;
  constexpr int kLongest = 64;
  std::array<uint32_t, kChains> at;
  until = std::min(until, entries_.size());
  while (fetched_ < until) {
    size_t count = 0;
    for (; fetched_ < entries_.size() && count < kChains; ++fetched_)
      if (entries_[fetched_].kind() != kEntryRead && entries_[fetched_].before != 0)
        at[count++] = entries_[fetched_].before;
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

// All edges into a vertex that was one run go to the file; those of others wait in the writer for the next run. Returns
// the list of its anti dependences, or 0.
uint32_t HistoryExpander::hand_over(uint32_t vertex, bool whole) {
  if (dependences_.empty()) return 0;
  std::span<EdgeRow> rows = dependences_.take(vertex);
  if (whole && open_vertex_ != vertex) return writer_.add_edges_of_vertex(rows);
  for (const EdgeRow& row : rows) writer_.add_edge(row);
  open_vertex_ = vertex;
  return 0;
}

void HistoryExpander::keep_paths(const Run& run, const Entry& entry) {
  const PathAhead& path = paths_[run.path - 1];
  auto keep = [&](uint32_t from_node, EdgeKind kind) {
    const Node& from = nodes_[from_node];
    if (from_node == 0 || same_instance(from.vertex, run.vertex)) return;
    if (known_pairs_.emplace(static_cast<uint32_t>(kind), from.site, entry.site(), path.region).second)
      reached_.push_back({static_cast<uint32_t>(kind), from.site, entry.site(), path.region, from.vertex, path.path});
  };
  uint32_t at = entry.before;
  if (entry.kind() == kEntryRead) return keep(nodes_[at].writer, EdgeKind::flow);
  for (; at != 0 && !is_write(at); at = nodes_[at].previous) keep(at, EdgeKind::anti);
  keep(at, EdgeKind::output);
}

bool HistoryExpander::add_dependence(const Run& run, const Entry& entry, uint32_t from_node, EdgeKind kind) {
  constexpr size_t kMost = 1 << 18;
  const Node& from = nodes_[from_node];
  if (same_instance(from.vertex, run.vertex)) return true;
  if (from.vertex > run.vertex) return false;
  dependences_.add(from.vertex, kind, from.site, entry.site(), entry.bytes);
  if (dependences_.size() == kMost) hand_over(run.vertex, false);
  return true;
}

bool HistoryExpander::expand_run(const Run& run) {
  size_t i = runs_done_ == 0 ? 0 : runs_[runs_done_ - 1].end;
  if (run.path != 0) keep_paths(run, entries_[i]);
  if (run.whole && !known_stores_.empty() && expand_as_known(run, i)) return true;
  const size_t begin = i;
  uint32_t node = run.node;
  bool sound = true;
  for (; i < run.end; ++i) {
    if (i + kFetchAhead > fetched_) fetch_chains(i + kFetchAhead);
    const Entry& entry = entries_[i];
    const size_t ahead = std::min(i + 8, entries_.size() - 1);
    __builtin_prefetch(&nodes_[nodes_[entries_[ahead].before].writer]);
    uint32_t at = entry.before;
    if (entry.kind() == kEntryRead) {
      const uint32_t writer = nodes_[node++].writer = nodes_[at].writer;
      sound &= writer == 0 || add_dependence(run, entry, writer, EdgeKind::flow);
      continue;
    }
    node += entry.kind() == kEntryWrite;
    for (; at != 0 && !is_write(at); at = nodes_[at].previous) sound &= add_dependence(run, entry, at, EdgeKind::anti);
    sound &= at == 0 || add_dependence(run, entry, at, EdgeKind::output);
  }
  if (const uint32_t list = hand_over(run.vertex, run.leaf); list != 0 && run.whole) keep_stores(run, begin, list);
  return sound;
}

void HistoryExpander::keep_stores(const Run& run, size_t begin, uint32_t list) {
  KnownStores known{{}, list};
  for (size_t i = begin; i < run.end; ++i) {
    if (entries_[i].kind() == kEntryRead) continue;
    if (entries_[i].before >= run.node) return; // it reads by itself what it overwrites
    known.stores.push_back(entries_[i]);
  }
  if (known_stores_.size() < kMostKnownStores)
    known_stores_.push_back(std::move(known));
  else
    known_stores_[next_known_++ % kMostKnownStores] = std::move(known);
}

// All edges of a vertex whose stores are known: anti dependences are the same if no reader among them belongs to the
// vertex itself, which the nodes say: its own are from run.node on.
bool HistoryExpander::expand_as_known(const Run& run, size_t begin) {
  auto is_store = [](const Entry& entry) { return entry.kind() != kEntryRead; };
  auto entries = std::span(entries_).subspan(begin, run.end - begin);
  auto known = std::ranges::find_if(known_stores_, [&](const KnownStores& each) {
    return std::ranges::equal(entries | std::views::filter(is_store), each.stores);
  });
  if (known == known_stores_.end()) return false;
  uint32_t node = run.node;
  bool sound = true;
  for (const Entry& entry : entries) {
    const uint32_t writer = nodes_[entry.before].writer;
    if (entry.kind() == kEntryRead) nodes_[node].writer = writer;
    node += entry.kind() != kEntryStore;
    sound &= writer == 0 || add_dependence(run, entry, writer, is_store(entry) ? EdgeKind::output : EdgeKind::flow);
  }
  damaged_ |= !sound;
  hand_over(run.vertex, true);
  writer_.add_use(run.vertex, known->list);
  return true;
}

bool HistoryExpander::expand() {
  for (; runs_done_ < runs_.size() && !damaged_; ++runs_done_) {
    if (writer_.full()) return false;
    damaged_ = !expand_run(runs_[runs_done_]);
  }
  entries_.clear();
  runs_.clear();
  runs_done_ = fetched_ = 0;
  return !damaged_;
}

bool HistoryExpander::collect(const RingCollection& part, ByteView words) {
  if (part.indices != next_index_ || part.words != (uint64_t{part.indices} + 63) / 64 ||
      part.first_word != marks_.size() || words.size() / sizeof(uint64_t) < part.count ||
      uint64_t{part.first_word} + part.count > part.words)
    return false;
  marks_.resize(part.first_word + size_t{part.count});
  std::memcpy(marks_.data() + part.first_word, words.data(), part.count * sizeof(uint64_t));
  if (marks_.size() < part.words) return true;
  expand();
  if (damaged_) return false;
  apply_collection();
  marks_.clear();
  return true;
}

// Nodes of entries that still wait stay as well: the writer was full.
void HistoryExpander::apply_collection() {
  known_stores_.clear(); // nodes move
  next_known_ = 0;
  std::vector<uint32_t> live = {0}; // nodes, by their new index
  for (uint32_t word = 0; word < marks_.size(); ++word)
    for (uint64_t bits = marks_[word]; bits != 0; bits &= bits - 1) {
      const uint32_t index = word * 64 + static_cast<uint32_t>(std::countr_zero(bits));
      if (index > 0 && index < next_index_) live.push_back(node_of(index));
    }
  std::vector<bool> needed(nodes_.size());
  for (uint32_t node : live) needed[node] = true;
  for (const Entry& entry : entries_) needed[entry.before] = true;
  if (runs_done_ < runs_.size()) std::fill(needed.begin() + runs_[runs_done_].node, needed.end(), true);
  needed[0] = true;
  for (size_t node = nodes_.size(); node-- > 1;) // a node refers to older ones only: one pass downwards reaches all
    if (needed[node]) needed[nodes_[node].previous] = needed[nodes_[node].writer] = true;
  std::vector<uint32_t> moved(nodes_.size());
  uint32_t kept = 0;
  for (uint32_t node = 0; node < nodes_.size(); ++node) {
    if (!needed[node]) continue;
    moved[node] = kept;
    const Node old = nodes_[node];
    nodes_[kept] = {moved[old.previous], old.writer == node ? kept : moved[old.writer], old.vertex, old.site};
    ++kept;
  }
  for (uint32_t& node : live) node = moved[node];
  for (Entry& entry : entries_) entry.before = moved[entry.before];
  const uint32_t waiting = runs_done_ < runs_.size() ? runs_[runs_done_].node : 0; // all from it on are kept
  for (size_t i = runs_done_; i < runs_.size(); ++i) runs_[i].node -= waiting - moved[waiting];
  nodes_.resize(kept);
  nodes_of_live_ = std::move(live);
  live_ = next_index_ = static_cast<uint32_t>(nodes_of_live_.size());
  first_new_ = kept;
}

} // namespace unply
