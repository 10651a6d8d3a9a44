#include "graph/history_expander.h"
#include <algorithm>
#include <bit>
#include <cstring>
#include <ranges>
#include <utility>

namespace unply {

HistoryExpander::HistoryExpander(TraceWriter& writer, unsigned threads) : writer_(writer) {
  if (threads > 1) prepared_.emplace(histories_, threads);
}

void HistoryExpander::next_path(uint32_t path, uint32_t region) {
  paths_.push_back({path, region});
  path_ahead_ = static_cast<uint32_t>(paths_.size());
}

bool HistoryExpander::add_run(const RingRun& run, bool leaf, ByteView entries) {
  if (run.vertex == 0 || run.instance == 0 || run.instance > run.vertex || run.first_index != next_index_ ||
      entries.size() / sizeof(RingEntry) < run.entries)
    return false;
  auto& [nodes, waiting, runs, continued] = histories_;
  if (run.instance != run.vertex && (continued.empty() || continued.back().first < run.vertex))
    continued.emplace_back(run.vertex, run.instance);
  const auto node = static_cast<uint32_t>(nodes.size());
  const auto begin = static_cast<uint32_t>(waiting.size());
  for (uint32_t i = 0; i < run.entries; ++i) {
    RingEntry entry;
    std::memcpy(&entry, entries.data() + i * sizeof entry, sizeof entry);
    const uint32_t kind = entry.site_kind >> 30, index = entry.before >> 1;
    if (index >= next_index_ || kind > kEntryStore) return false;
    const uint32_t before = node_of(index);
    waiting.push_back({before, entry.site_kind, entry.bytes});
    if (kind == kEntryStore) continue;
    const uint32_t write = kind == kEntryWrite ? static_cast<uint32_t>(nodes.size()) : 0;
    nodes.push_back({write ? 0 : before, write, run.vertex, entry.site_kind & kRingEntrySite});
    ++next_index_;
  }
  runs.push_back({.vertex = run.vertex,
                  .begin = begin,
                  .end = static_cast<uint32_t>(waiting.size()),
                  .node = node,
                  .path = run.entries ? std::exchange(path_ahead_, 0) : 0,
                  .leaf = leaf,
                  .whole = leaf && run.vertex != last_vertex_});
  last_vertex_ = run.vertex;
  return waiting.size() < kBatch || expand() || !damaged_;
}

// From the node before, which has its own already. From here on nodes do not change.
void HistoryExpander::find_writers() {
  constexpr size_t kAhead = 16;
  auto& [nodes, entries, runs, continued] = histories_;
  for (; runs_with_writers_ < runs.size(); ++runs_with_writers_) {
    const HistoryRun& run = runs[runs_with_writers_];
    uint32_t node = run.node;
    for (size_t i = run.begin; i < run.end; ++i) {
      __builtin_prefetch(&nodes[entries[std::min(i + kAhead, entries.size() - 1)].before]);
      if (entries[i].kind() == kEntryRead) nodes[node].writer = nodes[entries[i].before].writer;
      node += entries[i].kind() != kEntryStore;
    }
  }
}

// Some of the edges into a vertex, whose others are still to come: they wait in the writer.
void HistoryExpander::hand_over_part(const HistoryRun& run) {
  for (const EdgeRow& row : dependences_.take(run.vertex)) writer_.add_edge(row);
  open_vertex_ = run.vertex;
}

// All edges into a vertex that was one run go to the file; those of others wait in the writer for the next run. Returns
// the list of its anti dependences, or 0.
uint32_t HistoryExpander::hand_over(const HistoryRun& run, std::span<EdgeRow> rows) {
  if (rows.empty()) return 0;
  if (run.leaf && open_vertex_ != run.vertex) return writer_.add_edges_of_vertex(rows);
  for (const EdgeRow& row : rows) writer_.add_edge(row);
  open_vertex_ = run.vertex;
  return 0;
}

void HistoryExpander::keep_paths(const HistoryRun& run, const HistoryEntry& entry) {
  const PathAhead& path = paths_[run.path - 1];
  const std::vector<HistoryNode>& nodes = histories_.nodes;
  auto keep = [&](uint32_t from_node, EdgeKind kind) {
    const HistoryNode& from = nodes[from_node];
    if (from_node == 0 || histories_.same_instance(from.vertex, run.vertex)) return;
    if (known_pairs_.emplace(static_cast<uint32_t>(kind), from.site, entry.site(), path.region).second)
      reached_.push_back({static_cast<uint32_t>(kind), from.site, entry.site(), path.region, from.vertex, path.path});
  };
  uint32_t at = entry.before;
  if (entry.kind() == kEntryRead) return keep(nodes[at].writer, EdgeKind::flow);
  for (; at != 0 && !histories_.is_write(at); at = nodes[at].previous) keep(at, EdgeKind::anti);
  keep(at, EdgeKind::output);
}

bool HistoryExpander::find_edges(const HistoryRun& run) {
  constexpr size_t kMost = 1 << 18;
  bool sound = true;
  walk_.visit(run, sound, [&](const HistoryEntry& entry, uint32_t node, EdgeKind kind) {
    const HistoryNode& from = histories_.nodes[node];
    dependences_.add(from.vertex, kind, from.site, entry.site(), entry.bytes);
    if (dependences_.size() == kMost) hand_over_part(run);
    return true;
  });
  return sound;
}

bool HistoryExpander::expand_run(size_t number) {
  const HistoryRun& run = histories_.runs[number];
  if (run.path != 0) keep_paths(run, histories_.entries[run.begin]);
  if (run.whole)
    if (const KnownStores* known = find_known(run)) return expand_as_known(run, known->list);
  auto prepared = prepared_ ? prepared_->of(number) : std::nullopt;
  bool sound = prepared || find_edges(run);
  const uint32_t list = hand_over(run, prepared ? *prepared : dependences_.take(run.vertex));
  if (list != 0 && run.whole) keep_stores(run, list);
  return sound;
}

static bool is_store(const HistoryEntry& entry) { return entry.kind() != kEntryRead; }

void HistoryExpander::keep_stores(const HistoryRun& run, uint32_t list) {
  KnownStores known{{}, list};
  for (const HistoryEntry& entry : histories_.entries_of(run) | std::views::filter(is_store)) {
    if (entry.before >= run.node) return; // it reads by itself what it overwrites
    known.stores.push_back(entry);
  }
  if (known_stores_.size() < kMostKnownStores)
    known_stores_.push_back(std::move(known));
  else
    known_stores_[next_known_++ % kMostKnownStores] = std::move(known);
}

const HistoryExpander::KnownStores* HistoryExpander::find_known(const HistoryRun& run) const {
  auto entries = histories_.entries_of(run);
  auto known = std::ranges::find_if(known_stores_, [&](const KnownStores& each) {
    return std::ranges::equal(entries | std::views::filter(is_store), each.stores);
  });
  return known == known_stores_.end() ? nullptr : &*known;
}

// All edges of a vertex whose stores are known: anti dependences are the same if no reader among them belongs to the
// vertex itself, which the nodes say: its own are from run.node on.
bool HistoryExpander::expand_as_known(const HistoryRun& run, uint32_t list) {
  bool sound = true;
  for (const HistoryEntry& entry : histories_.entries_of(run)) {
    const HistoryNode& from = histories_.nodes[histories_.nodes[entry.before].writer];
    if (from.vertex == 0 || histories_.same_instance(from.vertex, run.vertex)) continue; // nothing is known of a writer
    sound &= from.vertex < run.vertex;
    dependences_.add(from.vertex, is_store(entry) ? EdgeKind::output : EdgeKind::flow, from.site, entry.site(),
                     entry.bytes);
  }
  hand_over(run, dependences_.take(run.vertex));
  writer_.add_use(run.vertex, list);
  return sound;
}

bool HistoryExpander::expand() {
  std::vector<HistoryRun>& runs = histories_.runs;
  find_writers();
  if (runs_done_ == 0) walk_.begin(0);
  walk_.until(histories_.entries.size());
  for (; runs_done_ < runs.size() && !damaged_; ++runs_done_) {
    if (writer_.full()) return false;
    if (prepared_ && runs_done_ >= prepared_->end())
      prepared_->prepare(runs_done_, [&](const HistoryRun& run) { return find_known(run) != nullptr; });
    damaged_ = !expand_run(runs_done_);
  }
  histories_.entries.clear();
  runs.clear();
  runs_done_ = runs_with_writers_ = 0;
  if (prepared_) prepared_->clear();
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
  if (prepared_) prepared_->clear();
  auto& [nodes, entries, runs, continued] = histories_;
  std::vector<uint32_t> live = {0}; // nodes, by their new index
  for (uint32_t word = 0; word < marks_.size(); ++word)
    for (uint64_t bits = marks_[word]; bits != 0; bits &= bits - 1) {
      const uint32_t index = word * 64 + static_cast<uint32_t>(std::countr_zero(bits));
      if (index > 0 && index < next_index_) live.push_back(node_of(index));
    }
  std::vector<bool> needed(nodes.size());
  for (uint32_t node : live) needed[node] = true;
  for (const HistoryEntry& entry : entries) needed[entry.before] = true;
  if (runs_done_ < runs.size()) std::fill(needed.begin() + runs[runs_done_].node, needed.end(), true);
  needed[0] = true;
  for (size_t node = nodes.size(); node-- > 1;) // a node refers to older ones only: one pass downwards reaches all
    if (needed[node]) needed[nodes[node].previous] = needed[nodes[node].writer] = true;
  std::vector<uint32_t> moved(nodes.size());
  uint32_t kept = 0;
  for (uint32_t node = 0; node < nodes.size(); ++node) {
    if (!needed[node]) continue;
    moved[node] = kept;
    const HistoryNode old = nodes[node];
    nodes[kept] = {moved[old.previous], old.writer == node ? kept : moved[old.writer], old.vertex, old.site};
    ++kept;
  }
  for (uint32_t& node : live) node = moved[node];
  for (HistoryEntry& entry : entries) entry.before = moved[entry.before];
  const uint32_t waiting = runs_done_ < runs.size() ? runs[runs_done_].node : 0; // all from it on are kept
  for (size_t i = runs_done_; i < runs.size(); ++i) runs[i].node -= waiting - moved[waiting];
  nodes.resize(kept);
  nodes_of_live_ = std::move(live);
  live_ = next_index_ = static_cast<uint32_t>(nodes_of_live_.size());
  first_new_ = kept;
}

} // namespace unply
