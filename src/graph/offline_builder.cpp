// Simple rather than fast: a page table of 12-byte histories, one per byte of the program's memory, and readers in
// linked lists. About 12 bytes of memory per touched byte and 12 per byte and reader.
#include "graph/offline_builder.h"
#include "base/none.h"
#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace unply {

void OfflineBuilder::new_run() {
  if (run_vertex_.size() >= kNone - 1) {
    too_many_ = true;
    return;
  }
  run_vertex_.push_back(stack_.back().vertex);
}

void OfflineBuilder::new_vertex(uint32_t region, uint32_t trace, uint32_t instance, uint32_t parent, uint64_t time_ns) {
  uint32_t vertex = static_cast<uint32_t>(tasks_.size());
  tasks_.region.push_back(region);
  tasks_.trace.push_back(trace);
  tasks_.instance.push_back(instance == kNone ? vertex : instance);
  tasks_.parent.push_back(parent);
  tasks_.begin_ns.push_back(time_ns);
  tasks_.end_ns.push_back(time_ns);
  tasks_.self_ns.push_back(0);
  tasks_.overhead_ns.push_back(0);
  tasks_.incomplete.push_back(false);
}

void OfflineBuilder::trace_begin(uint32_t, uint32_t, uint64_t time_ns) { pass_time(time_ns); }
void OfflineBuilder::trace_end(uint32_t, uint64_t time_ns) { pass_time(time_ns); }

void OfflineBuilder::task_begin(uint32_t region, uint32_t trace, uint64_t time_ns) {
  uint32_t parent = 0;
  if (!stack_.empty()) {
    Open& outer = stack_.back();
    tasks_.self_ns[outer.vertex] += time_ns - outer.resumed_ns;
    outer.tracing_ns += task_ns_;
    parent = outer.vertex + 1;
  }
  new_vertex(region, trace, kNone, parent, time_ns);
  stack_.push_back({.vertex = static_cast<uint32_t>(tasks_.size() - 1), .resumed_ns = time_ns});
  new_run();
  pass_time(time_ns);
}

// Adds up rows that differ in bytes only.
void OfflineBuilder::compact(std::vector<EdgeRow>& rows) {
  auto key = [](const EdgeRow& e) { return std::tuple(e.from, e.kind, e.site_from, e.site_to); };
  std::sort(rows.begin(), rows.end(), [&](const EdgeRow& a, const EdgeRow& b) { return key(a) < key(b); });
  size_t kept = 0;
  for (const EdgeRow& row : rows) {
    if (kept > 0 && key(rows[kept - 1]) == key(row))
      rows[kept - 1].bytes += row.bytes;
    else
      rows[kept++] = row;
  }
  rows.resize(kept);
}

// One edge for each (from, kind), with all its site pairs and first of all the one that carries most bytes.
void OfflineBuilder::close_vertex(Open& open, uint64_t time_ns) {
  uint32_t v = open.vertex;
  tasks_.self_ns[v] += time_ns - open.resumed_ns;
  tasks_.end_ns[v] = time_ns;
  tasks_.overhead_ns[v] = std::min(static_cast<uint64_t>(open.tracing_ns), tasks_.self_ns[v]);
  compact(open.edges);
  std::vector<SitePair> pairs;
  for (auto at = open.edges.begin(); at != open.edges.end();) {
    EdgeRow edge = *at;
    edge.bytes = 0;
    pairs.clear();
    for (; at != open.edges.end() && at->from == edge.from && at->kind == edge.kind; ++at) {
      pairs.push_back({at->site_from, at->site_to, at->bytes});
      edge.bytes += at->bytes;
    }
    auto most = std::ranges::max_element(pairs, {}, &SitePair::bytes); // the first of equals
    edge.site_from = most->from, edge.site_to = most->to;
    edge.pairs = pairs.size() == 1 ? 0 : pair_sets_.find_or_add(pairs);
    edges_.push_back(edge);
  }
  open.edges.clear();
}

void OfflineBuilder::task_end(uint64_t time_ns) {
  if (stack_.empty()) return; // an end without a begin: the runtime has counted and reported it
  close_vertex(stack_.back(), time_ns);
  stack_.pop_back();
  if (!stack_.empty()) {
    stack_.back().resumed_ns = time_ns;
    new_run();
  }
  pass_time(time_ns);
}

// Accesses carry no times: the renewed vertex takes over at the last event, which is the end of a nested instance.
void OfflineBuilder::renew() {
  Open& open = stack_.back();
  uint32_t old = open.vertex;
  close_vertex(open, now_ns_);
  new_vertex(tasks_.region[old], tasks_.trace[old], tasks_.instance[old], tasks_.parent[old], now_ns_);
  open = {.vertex = static_cast<uint32_t>(tasks_.size() - 1), .resumed_ns = now_ns_};
  open.edges.push_back(
      {.to = open.vertex, .from = old, .kind = EdgeKind::extension, .site_from = 0, .site_to = 0, .bytes = 0});
  new_run();
}

OfflineBuilder::History& OfflineBuilder::history(uint64_t address) {
  uint64_t number = address >> 12;
  if (number != last_page_number_) {
    std::unique_ptr<Page>& page = pages_[number];
    if (!page) page = std::make_unique<Page>();
    last_page_number_ = number;
    last_page_ = page.get();
  }
  return (*last_page_)[address & 4095];
}

// Whether a dependence from this run would go against the order of ids.
bool OfflineBuilder::lies_ahead(uint32_t run) const {
  uint32_t from = run_vertex_[run], current = stack_.back().vertex;
  return from > current && tasks_.instance[from] != tasks_.instance[current];
}

bool OfflineBuilder::needs_renewal(uint64_t address, uint32_t bytes, bool write) {
  if (stack_.back().vertex + 1 == tasks_.size()) return false; // nothing has a higher id
  for (uint32_t i = 0; i < bytes; ++i) {
    const History& h = history(address + i);
    if (h.writer_run != kNone && lies_ahead(h.writer_run)) return true;
    if (!write) continue;
    for (uint32_t r = h.last_reader; r != kNone; r = readers_[r].next)
      if (lies_ahead(readers_[r].run)) return true;
  }
  return false;
}

void OfflineBuilder::add_edge(uint32_t from_run, EdgeKind kind, uint32_t site_from, uint32_t site_to) {
  Open& open = stack_.back();
  uint32_t from = run_vertex_[from_run];
  if (tasks_.instance[from] == tasks_.instance[open.vertex]) return;
  // Neighbouring bytes mostly repeat the last few edges: looking back at them spares most of the sorting in compact().
  size_t oldest = open.edges.size() - std::min<size_t>(open.edges.size(), kLookBack);
  for (size_t i = open.edges.size(); i-- > oldest;) {
    EdgeRow& row = open.edges[i];
    if (row.from != from || row.kind != kind || row.site_from != site_from || row.site_to != site_to) continue;
    ++row.bytes;
    return;
  }
  if (open.edges.size() >= open.compact_at) { // a task that reads from several others in turn adds rows without end
    compact(open.edges);
    open.compact_at = std::max(kCompactRows, 2 * open.edges.size());
  }
  open.edges.push_back(
      {.to = open.vertex, .from = from, .kind = kind, .site_from = site_from, .site_to = site_to, .bytes = 1});
}

void OfflineBuilder::load_byte(History& h, uint32_t site) {
  uint32_t run = static_cast<uint32_t>(run_vertex_.size() - 1);
  if (h.last_reader != kNone && readers_[h.last_reader].run == run) return;
  if (h.writer_run != kNone) add_edge(h.writer_run, EdgeKind::flow, h.writer_site, site);
  uint32_t row = free_reader_;
  if (row != kNone) {
    free_reader_ = readers_[row].next;
  } else if (readers_.size() >= kNone) {
    too_many_ = true;
    return;
  } else {
    row = static_cast<uint32_t>(readers_.size());
    readers_.emplace_back();
  }
  readers_[row] = {run, site, h.last_reader};
  h.last_reader = row;
}

void OfflineBuilder::drop_readers(History& h) {
  while (h.last_reader != kNone) {
    uint32_t row = h.last_reader;
    h.last_reader = readers_[row].next;
    readers_[row].next = free_reader_;
    free_reader_ = row;
  }
}

void OfflineBuilder::store_byte(History& h, uint32_t site) {
  uint32_t run = static_cast<uint32_t>(run_vertex_.size() - 1);
  if (h.writer_run == run && h.last_reader == kNone) return;
  for (uint32_t r = h.last_reader; r != kNone; r = readers_[r].next)
    add_edge(readers_[r].run, EdgeKind::anti, readers_[r].site, site);
  if (h.writer_run != kNone) add_edge(h.writer_run, EdgeKind::output, h.writer_site, site);
  drop_readers(h);
  h = {run, site, kNone};
}

void OfflineBuilder::element(uint64_t address, uint32_t bytes, uint32_t site, bool write) {
  if (stack_.empty()) {
    if (write) forget(address, bytes);
    return;
  }
  if (needs_renewal(address, bytes, write)) renew();
  for (uint32_t i = 0; i < bytes; ++i) {
    History& h = history(address + i);
    write ? store_byte(h, site) : load_byte(h, site);
  }
}

void OfflineBuilder::access(const StreamAccess& access) {
  if (too_many_) return;
  if (!stack_.empty()) stack_.back().tracing_ns += hook_ns_;
  uint64_t address = access.address;
  for (uint64_t i = 0; i < access.count; ++i, address += static_cast<uint64_t>(access.stride))
    element(address, access.bytes, access.site, access.write);
}

void OfflineBuilder::forget(uint64_t address, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes;) {
    uint64_t at = address + i, in_page = std::min(bytes - i, 4096 - (at & 4095));
    if (pages_.contains(at >> 12)) {
      for (uint64_t j = 0; j < in_page; ++j) {
        History& h = history(at + j);
        drop_readers(h);
        h = History();
      }
    }
    i += in_page;
  }
}

void OfflineBuilder::move(uint64_t from, uint64_t to, uint64_t bytes) {
  std::vector<History> moved(bytes);
  for (uint64_t i = 0; i < bytes; ++i) std::swap(moved[i], history(from + i));
  forget(to, bytes);
  for (uint64_t i = 0; i < bytes; ++i) history(to + i) = moved[i];
}

void OfflineBuilder::copy(uint64_t from, uint64_t to, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; ++i) {
    const History source = history(from + i);
    History& h = history(to + i);
    if (source.writer_run == kNone || (h.writer_run != kNone && h.writer_run >= source.writer_run)) continue;
    drop_readers(h);
    h = {source.writer_run, source.writer_site};
  }
}

Result<void> OfflineBuilder::finish(Trace& trace, uint64_t end_ns) {
  if (too_many_)
    return fail("access stream: more task instances or readers than 32-bit numbers can hold",
                "record without --accesses, or a smaller input");
  end_ns = std::max(end_ns, now_ns_);
  while (!stack_.empty()) {
    tasks_.incomplete[stack_.back().vertex] = true;
    task_end(end_ns);
  }
  std::sort(edges_.begin(), edges_.end(), [](const EdgeRow& a, const EdgeRow& b) {
    return std::tuple(a.to, a.from, a.kind) < std::tuple(b.to, b.from, b.kind);
  });
  trace.edges = {};
  for (const EdgeRow& row : edges_) {
    trace.edges.from.push_back(row.from);
    trace.edges.to.push_back(row.to);
    trace.edges.kind.push_back(row.kind);
    trace.edges.site_from.push_back(row.site_from);
    trace.edges.site_to.push_back(row.site_to);
    trace.edges.bytes.push_back(row.bytes);
    trace.edges.set_pairs_of_last(row.pairs);
  }
  trace.pair_sets = std::move(pair_sets_);
  trace.tasks = std::move(tasks_);
  return {};
}

} // namespace unply
