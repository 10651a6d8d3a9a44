// Calls the runtime's hooks directly, at random, and writes down the graph that the definition gives: tests/runtime/run
// compares it with the recorded one. Faster than generated programs by far, so it reaches the rare interleavings of
// word, byte and loop hooks, renewals and compaction.
//
// The reference is the definition at byte granularity: the last writer, and all readers since, of each byte; before an
// access, if one of its bytes has a dependence on a later vertex of another instance, the current vertex is renewed
// (execution-graphs-mora-2021, Algorithm 3). Usage: random_driver SEED SEQUENCES EXPECTED.txt
#include "unply/runtime_abi.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <tuple>
#include <vector>

namespace {

constexpr int kArena = 192, kSites = 40, kRegions = 2;
alignas(64) unsigned char arena[kArena];

UnplySite sites[kSites];
UnplySiteInfo site_infos[kSites];
UnplyRegion regions[kRegions];
UnplyRegionInfo region_infos[kRegions] = {{kUnplyTask, kUnplyApi, 0, 1, 1, 0, 0},
                                          {kUnplyTask, kUnplyApi, 0, 2, 1, 0, 0}};
UnplyModule module_table = {kUnplyAbi, kSites, kRegions, 1, site_infos, region_infos, "", sites, regions, 0, {}, 0};
__attribute__((constructor(200))) void register_module() { __unply_module(&module_table); }

struct Reader {
  uint32_t vertex, run;
};
struct Byte {
  uint32_t writer = 0, writer_run = 0;
  std::vector<Reader> readers; // in order, one entry for each run that read first
};
struct Open {
  uint32_t vertex, instance, run;
};

class Reference {
public:
  void begin() {
    uint32_t id = ++last_vertex_;
    instance_.resize(id + 1);
    instance_[id] = id;
    open_.push_back({id, id, ++last_run_});
  }
  void end() {
    open_.pop_back();
    if (!open_.empty()) open_.back().run = ++last_run_;
  }
  size_t depth() const { return open_.size(); }
  void forget(int at, int bytes) {
    for (int i = 0; i < bytes; i++) bytes_[at + i] = {};
  }
  void access(int at, int bytes, bool write) {
    if (open_.empty()) {
      if (write) forget(at, bytes);
      return;
    }
    for (int i = 0; i < bytes; i++)
      if (needs_renewal(bytes_[at + i], write)) {
        renew();
        break;
      }
    for (int i = 0; i < bytes; i++) touch(bytes_[at + i], write);
  }
  void print(FILE* out) const {
    fprintf(out, "vertices %u\n", last_vertex_);
    for (auto& [key, count] : edges_) {
      auto [from, to, kind] = key;
      fprintf(out, "%u %u %s %llu\n", from, to, kind, (unsigned long long)count);
    }
  }

private:
  bool own(uint32_t vertex) const { return instance_[vertex] == open_.back().instance; }
  bool later(uint32_t vertex) const { return vertex && vertex > open_.back().vertex && !own(vertex); }
  bool needs_renewal(const Byte& b, bool write) const {
    if (later(b.writer)) return true;
    if (write)
      for (Reader r : b.readers)
        if (later(r.vertex)) return true;
    return false;
  }
  void renew() {
    Open& top = open_.back();
    uint32_t before = top.vertex;
    top.vertex = ++last_vertex_;
    top.run = ++last_run_;
    instance_.push_back(top.instance);
    edges_[{before, top.vertex, "extension"}] += 0;
  }
  void add(uint32_t from, const char* kind) {
    if (from && !own(from)) edges_[{from, open_.back().vertex, kind}]++;
  }
  void touch(Byte& b, bool write) {
    const Open& top = open_.back();
    if (!write) {
      if (!b.readers.empty() && b.readers.back().run == top.run) return;
      add(b.writer, "flow");
      b.readers.push_back({top.vertex, top.run});
      return;
    }
    if (b.writer_run == top.run && b.readers.empty()) return;
    for (Reader r : b.readers) add(r.vertex, "anti");
    add(b.writer, "output");
    b = {top.vertex, top.run, {}};
  }
  std::vector<Byte> bytes_ = std::vector<Byte>(kArena);
  std::vector<uint32_t> instance_ = {0};
  std::vector<Open> open_;
  uint32_t last_vertex_ = 0, last_run_ = 0;
  std::map<std::tuple<uint32_t, uint32_t, const char*>, uint64_t> edges_;
};

struct Driver {
  std::mt19937 random;
  Reference reference;

  int below(int n) { return (int)(random() % (unsigned)n); }
  UnplySite* site(bool write) { return &sites[below(kSites / 2) + (write ? kSites / 2 : 0)]; } // of one kind each

  void single() {
    int at_size = below(7);
    bool write = below(2);
    int sizes[] = {1, 2, 4, 8, 16, 3, 40};
    int bytes = sizes[at_size];
    int at = below(kArena - bytes + 1);
    if (below(3)) at = at / bytes * bytes;
    void* p = arena + at;
    UnplySite* s = site(write);
    reference.access(at, bytes, write);
    switch (at_size * 2 + write) {
    case 0:
      return __unply_load1(p, s);
    case 1:
      return __unply_store1(p, s);
    case 2:
      return __unply_load2(p, s);
    case 3:
      return __unply_store2(p, s);
    case 4:
      return __unply_load4(p, s);
    case 5:
      return __unply_store4(p, s);
    case 6:
      return __unply_load8(p, s);
    case 7:
      return __unply_store8(p, s);
    case 8:
      return __unply_load16(p, s);
    case 9:
      return __unply_store16(p, s);
    default:
      return write ? __unply_store_n(p, (uint64_t)bytes, s) : __unply_load_n(p, (uint64_t)bytes, s);
    }
  }

  void loop() {
    UnplyStream streams[5];
    int at[5], count = 1 + below(5), trip = 1 + below(16);
    int common = below(2), common_stride = 0, common_bytes = 1 << below(4);
    int strides[] = {0, 1, -1, 2, 3, -2};
    if (common) common_stride = strides[below(6)] * common_bytes;
    for (int k = 0; k < count; k++) {
      int bytes = common && below(4) ? common_bytes : 1 << below(4);
      int stride = common && below(4) ? common_stride : strides[below(6)] * bytes + (below(8) == 0);
      int low = stride < 0 ? -stride * (trip - 1) : 0;
      int high = kArena - bytes - (stride > 0 ? stride * (trip - 1) : 0);
      if (high < low) {
        stride = 0, low = 0, high = kArena - bytes;
      }
      at[k] = low + below(high - low + 1);
      if (below(4)) at[k] = at[k] / 4 * 4 < low ? at[k] : at[k] / 4 * 4;
      bool write = below(2);
      streams[k] = {arena + at[k], stride, site(write), (uint32_t)bytes, write};
    }
    for (int i = 0; i < trip; i++)
      for (int k = 0; k < count; k++)
        reference.access(at[k] + i * (int)streams[k].stride, (int)streams[k].bytes, streams[k].write);
    __unply_loop((uint64_t)trip, streams, (uint32_t)count);
  }

  struct Place {
    int at, strides[3];
  };

  void reference_loops(int level, const uint64_t* trips, const UnplyNestStream* rows, const Place* places, int first,
                       int end, std::array<int, 3> index) {
    for (index[level] = 0; index[level] < (int)trips[level]; index[level]++)
      for (int r = first; r < end;) {
        if (rows[r].level == level) {
          int at = places[r].at;
          for (int k = level; k < 3; k++) at += index[k] * places[r].strides[k];
          reference.access(at, (int)rows[r].bytes, rows[r].write);
          r++;
          continue;
        }
        int inner = r;
        while (r < end && rows[r].level < level) r++;
        reference_loops(level - 1, trips, rows, places, inner, r, index);
      }
  }

  // Two in three accesses go where another one goes, as x in x = x + e does.
  void nest() {
    int depth = 2 + below(2), count = 1 + below(5);
    uint64_t trips[3] = {};
    for (int k = 0; k < depth; k++) trips[k] = (uint64_t)(below(12) ? 1 + below(5) : 0);
    if (!trips[depth - 1]) trips[depth - 1] = 1;
    UnplyNestStream rows[5] = {};
    Place places[5] = {};
    int outer = below(count + 1), behind = count - below(count - outer + 1); // rows before the inner loop, and after it
    for (int r = 0; r < count; r++) {
      rows[r].level = (uint16_t)(r < outer || r >= behind ? 1 + below(depth - 1) : 0);
      rows[r].bytes = 1u << below(4);
    }
    std::sort(rows, rows + outer, [](auto& a, auto& b) { return a.level > b.level; });
    std::sort(rows + behind, rows + count, [](auto& a, auto& b) { return a.level < b.level; });
    for (int r = 0; r < count; r++) {
      int other = r ? below(r) : 0, bytes = (int)rows[r].bytes, low = 0, high = 0;
      if (r && below(3) && rows[other].level == rows[r].level) {
        places[r] = places[other];
        rows[r].bytes = rows[other].bytes;
      } else {
        for (int k = rows[r].level; k < depth; k++) {
          int steps[] = {0, bytes, -bytes, 2 * bytes, 5 * bytes, below(24)};
          places[r].strides[k] = steps[below(6)];
          int reach = places[r].strides[k] * std::max(0, (int)trips[k] - 1);
          (reach < 0 ? low : high) += reach;
        }
        if (kArena - bytes - high + low < 0) places[r] = {}, low = high = 0;
        places[r].at = below(kArena - bytes - high + low + 1) - low;
      }
      rows[r].write = (uint16_t)below(2);
      rows[r].base = arena + places[r].at;
      rows[r].site = site(rows[r].write);
      for (int k = 0; k < 3; k++) rows[r].strides[k] = places[r].strides[k];
    }
    reference_loops(depth - 1, trips, rows, places, 0, count, {});
    __unply_nest(trips, (uint32_t)depth, rows, (uint32_t)count);
  }

  void begin() {
    reference.begin();
    __unply_task_begin(&regions[below(kRegions)], nullptr);
  }
  void end() {
    __unply_task_end(nullptr);
    reference.end();
  }

  void sequence() {
    for (int steps = 20 + below(60); steps; steps--) {
      int what = below(20);
      if (what < 4) {
        if (reference.depth() < 4) begin();
      } else if (what < 7) {
        if (reference.depth()) end();
      } else if (what == 7) {
        int at = below(kArena - 24), bytes = 1 + below(24);
        reference.forget(at, bytes);
        __unply_fresh(arena + at, (uint64_t)bytes);
      } else if (what < 10) {
        loop();
      } else if (what < 12) {
        nest();
      } else {
        single();
      }
    }
    while (reference.depth()) end();
    reference.forget(0, kArena); // sequences are independent
    __unply_fresh(arena, kArena);
  }
};

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  Driver driver{std::mt19937((unsigned)atoi(argv[1])), {}};
  driver.begin();
  driver.end(); // accesses before the first region are not recorded
  for (int n = atoi(argv[2]); n; n--) driver.sequence();
  FILE* out = fopen(argv[3], "w");
  if (!out) return 2;
  driver.reference.print(out);
  return fclose(out) ? 2 : 0;
}
