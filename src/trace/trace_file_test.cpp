// Whole files: written data is read back; truncation and damage are detected, and the remaining data is read.
#include "base/crc32c.h"
#include "base/testing/rounds.h"
#include "trace/edge_index.h"
#include "trace/edge_merge.h"
#include "trace/testing/memory_sink.h"
#include "trace/trace_reader.h"
#include "trace/trace_writer.h"
#include "unply/ring_format.h"
#include <cstddef>
#include <doctest/doctest.h>
#include <map>
#include <random>

using namespace unply;

namespace {

// (to, from, kind) -> bytes of each pair of sites: the definition that merging is held against.
using Pairs = std::map<std::pair<uint32_t, uint32_t>, uint64_t>;
using Edges = std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Pairs>;

struct Written {
  MemorySink sink;
  std::vector<TaskRow> tasks; // by vertex - 1
  Edges edges;
};

void write_names(TraceWriter& writer) {
  writer.add_meta("program", "./random");
  writer.add_meta("argument", "one");
  writer.add_meta("argument", "");
  writer.add_meta("parameter", "n=10=ten");
  StringId file = writer.string_id("random.c"), function = writer.string_id("main"), a = writer.string_id("a[]");
  for (uint32_t id = 1; id <= 5; ++id) writer.add_site(id, {file, function, a, StringId{0}, 10 + id, id, 0, id % 2});
  writer.add_region(0, {RegionKind::trace, RegionOrigin::pragma, file, function, StringId{0}, 1, 2});
  writer.add_region(1, {RegionKind::task, RegionOrigin::api, file, function, a, 3, 4});
  writer.add_clock(1000, 500); // one tick is one ns
  writer.add_clock(1'000'001'000, 1'000'000'500);
  writer.add_trace_event(1, 0, false, 1000);
}

// Tasks in chains of nested ones, so that children end before their parents; edges come in several pieces.
void write_random(Written& out, uint64_t seed, uint32_t tasks, unsigned flush_each) {
  std::mt19937_64 random(seed);
  TraceWriter writer(out.sink);
  REQUIRE(writer.begin());
  write_names(writer);
  uint64_t now = 2000;
  out.tasks.resize(tasks);
  std::vector<uint32_t> open;
  auto add_edges = [&](uint32_t to) {
    for (uint64_t n = random() % 4; n-- > 0 && to > 1;) {
      EdgeRow e{to,
                static_cast<uint32_t>(1 + random() % (to - 1)),
                static_cast<uint32_t>(random() % 4),
                static_cast<uint32_t>(random() % 3),
                static_cast<uint32_t>(random() % 3),
                1 + random() % 3};
      writer.add_edge(e);
      out.edges[{e.to, e.from, e.kind}][{e.site_from, e.site_to}] += e.bytes;
    }
  };
  auto end_one = [&] {
    TaskRow& task = out.tasks[open.back() - 1];
    open.pop_back();
    add_edges(task.vertex);
    task.end_ticks = now += random() % 100;
    task.self_ticks = random() % (task.end_ticks - task.begin_ticks + 1);
    writer.add_task(task);
    if (random() % flush_each == 0) REQUIRE(writer.flush());
  };
  for (uint32_t v = 1; v <= tasks; ++v) {
    while (!open.empty() && random() % 3) end_one();
    uint32_t parent = open.empty() ? 0 : open.back();
    if (parent) add_edges(parent);
    out.tasks[v - 1] = {v, v, 0, parent, 1, 1, now += random() % 50, 0, 0, static_cast<uint32_t>(random() % 9), 1};
    open.push_back(v);
  }
  while (!open.empty()) end_one();
  writer.add_trace_event(1, 0, true, now);
  writer.add_note("a note");
  writer.add_counter("ring", "threads", 3);
  writer.add_counter("cost_ps", "hook", 1000);
  writer.add_meta("complete", "yes");
  REQUIRE(writer.finish());
}

Trace read(const Bytes& bytes) {
  auto trace = read_trace(bytes, "t.trace");
  REQUIRE(trace);
  return std::move(*trace);
}

void check_invariants(const Trace& trace) {
  const EdgeColumns& e = trace.edges;
  bool ok = !trace.traces.empty() && !trace.sites.empty() && trace.traces[0].region == kNoRegion;
  for (size_t i = 0; i < e.size(); ++i) {
    ok &= e.from[i] < e.to[i] && e.to[i] < trace.tasks.size() && e.site_from[i] < trace.sites.size() &&
          e.site_to[i] < trace.sites.size();
    ok &= i == 0 || std::tie(e.to[i - 1], e.from[i - 1], e.kind[i - 1]) < std::tie(e.to[i], e.from[i], e.kind[i]);
  }
  const TaskColumns& t = trace.tasks;
  for (size_t i = 0; i < t.size(); ++i)
    ok &= t.region[i] < trace.regions.size() && t.trace[i] < trace.traces.size() && t.instance[i] <= i &&
          t.parent[i] <= i && t.begin_ns[i] <= t.end_ns[i] && t.self_ns[i] <= t.end_ns[i] - t.begin_ns[i] &&
          t.overhead_ns[i] <= t.self_ns[i];
  for (const Site& site : trace.sites) ok &= static_cast<uint32_t>(site.file) < trace.strings.size();
  CHECK(ok);
}

bool same_graph(const Trace& a, const Trace& b) {
  return a.tasks.begin_ns == b.tasks.begin_ns && a.tasks.end_ns == b.tasks.end_ns &&
         a.tasks.self_ns == b.tasks.self_ns && a.tasks.parent == b.tasks.parent && a.edges.from == b.edges.from &&
         a.edges.to == b.edges.to && a.edges.kind == b.edges.kind && a.edges.bytes == b.edges.bytes &&
         a.edges.site_from == b.edges.site_from && a.edges.site_to == b.edges.site_to && a.strings == b.strings;
}

// The contents of a damaged file must be a part of the contents of the whole file. Without a clock times are in ticks.
bool is_part_of(const Trace& part, const Trace& whole) {
  bool timed = part.info.incomplete_why.find("clock is lost") == std::string::npos;
  for (size_t i = 0; i < part.tasks.size(); ++i)
    if (!part.tasks.incomplete[i] && (i >= whole.tasks.size() || part.tasks.parent[i] != whole.tasks.parent[i] ||
                                      (timed && part.tasks.begin_ns[i] != whole.tasks.begin_ns[i]) ||
                                      (timed && part.tasks.end_ns[i] != whole.tasks.end_ns[i])))
      return false;
  size_t at = 0;
  auto key = [](const EdgeColumns& e, size_t i) { return std::tie(e.to[i], e.from[i], e.kind[i]); };
  for (size_t i = 0; i < part.edges.size(); ++i) {
    while (at < whole.edges.size() && key(whole.edges, at) < key(part.edges, i)) ++at;
    if (at == whole.edges.size() || key(whole.edges, at) != key(part.edges, i)) return false;
    if (part.edges.bytes[i] > whole.edges.bytes[at]) return false;
  }
  return true;
}

} // namespace

TEST_CASE("random recordings come back, with duplicate edges merged") {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Written written;
    write_random(written, seed, 1 + seed * 13, seed % 3 ? 7 : 1000);
    Trace trace = read(written.sink.bytes);
    check_invariants(trace);
    CHECK(trace.info.complete);
    CHECK(trace.info.incomplete_why == "");
    REQUIRE(trace.tasks.size() == written.tasks.size());
    for (size_t i = 0; i < written.tasks.size(); ++i) {
      const TaskRow& task = written.tasks[i];
      CHECK(trace.tasks.begin_ns[i] == task.begin_ticks - 1000);
      CHECK(trace.tasks.end_ns[i] == task.end_ticks - 1000);
      CHECK(trace.tasks.self_ns[i] == task.self_ticks);
      CHECK(trace.tasks.overhead_ns[i] == std::min<uint64_t>(task.hooks, task.self_ticks));
      CHECK(trace.tasks.parent[i] == task.parent);
      CHECK_FALSE(trace.tasks.incomplete[i]);
    }
    REQUIRE(trace.edges.size() == written.edges.size());
    size_t i = 0;
    for (const auto& [edge, pairs] : written.edges) {
      uint64_t bytes = 0, best = 0;
      std::pair<uint32_t, uint32_t> sites;
      for (const auto& [pair, count] : pairs) {
        bytes += count;
        if (count > best) best = count, sites = pair; // in rising order: the first of equals has the smallest ids
      }
      CHECK(trace.edges.to[i] + 1 == std::get<0>(edge));
      CHECK(trace.edges.from[i] + 1 == std::get<1>(edge));
      CHECK(static_cast<uint32_t>(trace.edges.kind[i]) == std::get<2>(edge));
      CHECK(trace.edges.bytes[i] == bytes);
      CHECK(std::pair(trace.edges.site_from[i], trace.edges.site_to[i]) == sites);
      ++i;
    }
  }
}

TEST_CASE("what a recording says of itself comes back") {
  Written written;
  write_random(written, 1, 5, 100);
  Trace trace = read(written.sink.bytes);
  CHECK(trace.info.program == "./random");
  CHECK(trace.info.arguments == std::vector<std::string>{"one", ""});
  REQUIRE(trace.info.parameters.size() == 1);
  CHECK(trace.info.parameters[0] == std::pair<std::string, std::string>("n", "10=ten"));
  CHECK(trace.info.notes == std::vector<std::string>{"a note"});
  CHECK(trace.info.counters.at(0) == 3);
  CHECK(trace.info.hook_ns == 1.0);
  CHECK(trace.info.format_version == (uint32_t{kTraceMajor} << 16 | kTraceMinor));
  REQUIRE(trace.sites.size() == 6);
  CHECK(trace.text(trace.sites[5].variable) == "a[]");
  CHECK(trace.sites[5].line == 15);
  CHECK(trace.regions[1].origin == RegionOrigin::api);
  CHECK(trace.traces[1].region == 0);
  CHECK(trace.traces[1].begin_ns == 0);
}

TEST_CASE("a file cut at any byte gives what came before, or a message") {
  Written written;
  write_random(written, 3, 30, 6);
  const Bytes& bytes = written.sink.bytes;
  Trace whole = read(bytes);
  for (size_t length = 0; length < bytes.size(); ++length) {
    auto cut = read_trace(ByteView(bytes).first(length), "t.trace");
    if (!cut) {
      CHECK(length < sizeof(TraceFileHeader));
      CHECK(cut.error().what.starts_with("t.trace: "));
      CHECK(cut.error().hint != "");
      continue;
    }
    CHECK_FALSE(cut->info.complete);
    CHECK(cut->info.incomplete_why.find("cut after byte " + std::to_string(length)) != std::string::npos);
    check_invariants(*cut);
    CHECK(is_part_of(*cut, whole));
  }
}

TEST_CASE("every flipped bit is noticed or harmless") {
  Written written;
  write_random(written, 4, 15, 6);
  Trace whole = read(written.sink.bytes);
  size_t harmless = 0;
  for (size_t at = 0; at < written.sink.bytes.size(); ++at) {
    Bytes bytes = written.sink.bytes;
    bytes[at] ^= static_cast<uint8_t>(1 << at % 8);
    auto flipped = read_trace(bytes, "t.trace");
    if (!flipped) {
      CHECK(at < sizeof(TraceFileHeader));
      continue;
    }
    check_invariants(*flipped);
    if (flipped->info.complete) {
      CHECK(same_graph(*flipped, whole)); // padding
      ++harmless;
    } else {
      CHECK(is_part_of(*flipped, whole));
    }
  }
  CHECK(harmless < written.sink.bytes.size() / 10);
}

TEST_CASE("a damaged block loses its own rows only") {
  Written written;
  write_random(written, 5, 400, 40);
  const Bytes& bytes = written.sink.bytes;
  Trace whole = read(bytes);
  Bytes wrong = bytes;
  wrong[bytes.size() / 2] ^= 0xff;
  auto damaged = read_trace(wrong, "t.trace");
  REQUIRE(damaged);
  CHECK_FALSE(damaged->info.complete);
  CHECK(damaged->info.incomplete_why.find("damaged") != std::string::npos);
  CHECK(damaged->info.incomplete_why.find("cut") == std::string::npos);
  CHECK(damaged->edges.size() > whole.edges.size() / 2);
  CHECK(damaged->edges.size() <= whole.edges.size());
}

TEST_CASE("vertices that never ended are rows that say so") {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  write_names(writer);
  writer.add_task({2, 2, 0, 1, 1, 1, 2000, 2100, 100, 0, 0}); // vertex 1 around it is lost with the program
  writer.add_edge({4, 2, kEdgeFlow, 1, 2, 8});                // so are 3 and 4
  REQUIRE(writer.finish());
  Trace trace = read(sink.bytes);
  check_invariants(trace);
  REQUIRE(trace.tasks.size() == 4);
  CHECK(trace.tasks.incomplete == std::vector<bool>{true, false, true, true});
  CHECK(trace.tasks.begin_ns[0] <= 1000);
  CHECK(trace.tasks.end_ns[0] == 1100);
  CHECK(trace.tasks.self_ns[0] == 0); // all of it nested
  CHECK(trace.text(trace.regions[trace.tasks.region[0]].label) == "lost with the end of the recording");
  CHECK(trace.tasks.trace[3] == 1);
}

TEST_CASE("the processors of a simulated run come back, of a vertex without a row none") {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  write_names(writer);
  writer.add_meta("mode", "simulated");
  for (uint32_t v = 1; v <= 3; ++v) writer.add_task({v, v, 0, 0, 1, 1, 1000 + v, 1010 + v, 10, 0, 0});
  writer.add_processor(2, 7);
  writer.add_processor(0, 1);          // no vertex
  writer.add_processor(3, 0xfffffffe); // no processor: a lane for each below it would take all memory
  REQUIRE(writer.finish());
  Trace trace = read(sink.bytes);
  CHECK(trace.info.simulated);
  CHECK(trace.tasks.processor == std::vector<uint32_t>{kNoProcessor, 7, kNoProcessor});
  CHECK(trace.info.incomplete_why.find("2 rows are left out") != std::string::npos);
}

TEST_CASE("an extension is an edge") {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  write_names(writer);
  writer.add_task({1, 1, 0, 0, 1, 1, 2000, 2100, 100, 0, 0});
  writer.add_task({2, 2, 0, 1, 1, 1, 2000, 2100, 100, 0, 0});
  writer.add_task({3, 1, 1, 0, 1, 1, 2000, 2100, 100, 0, 0});
  REQUIRE(writer.finish());
  Trace trace = read(sink.bytes);
  CHECK(trace.tasks.instance == std::vector<uint32_t>{0, 1, 0});
  REQUIRE(trace.edges.size() == 1);
  CHECK(trace.edges.from[0] == 0);
  CHECK(trace.edges.to[0] == 2);
  CHECK(trace.edges.kind[0] == EdgeKind::extension);
}

TEST_CASE(
    "edges against the order, to far vertices and of unknown kinds are left out, sites that are lost are unknown") {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  write_names(writer);
  writer.add_task({1, 1, 0, 0, 1, 1, 2000, 2100, 100, 0, 0});
  writer.add_task({2, 2, 0, 0, 77, 88, 2100, 2200, 100, 0, 0});
  writer.add_task({2, 2, 0, 0, 1, 1, 2100, 2200, 100, 0, 0}); // twice
  writer.add_edge({2, 2, kEdgeFlow, 0, 0, 1});
  writer.add_edge({1, 2, kEdgeFlow, 0, 0, 1});
  writer.add_edge({4'000'000'000, 1, kEdgeFlow, 0, 0, 1});
  writer.add_edge({2, 1, 9, 0, 0, 1});
  writer.add_edge({2, 1, kEdgeAnti, 1000, 2, 1});
  REQUIRE(writer.finish());
  Trace trace = read(sink.bytes);
  check_invariants(trace);
  CHECK(trace.tasks.size() == 2);
  REQUIRE(trace.edges.size() == 1);
  CHECK(trace.edges.site_from[0] == 0);
  CHECK(trace.edges.site_to[0] == 2);
  CHECK(trace.tasks.trace[1] == 0);
  CHECK(trace.info.incomplete_why.find("5 rows are left out") != std::string::npos);
}

TEST_CASE("foreign files are named for what they look like") {
  auto message = [](std::string_view text) {
    auto trace = read_trace(ByteView(reinterpret_cast<const uint8_t*>(text.data()), text.size()), "f");
    REQUIRE_FALSE(trace);
    CHECK(trace.error().hint != "");
    return trace.error().what;
  };
  CHECK(message("") == "f: is empty");
  CHECK(message("\x7f"
                "ELF\2\1\1") == "f: is not a trace file, it looks like a program or library (ELF)");
  CHECK(message("int main(void) {}\n") == "f: is not a trace file, it looks like text");
  CHECK(message(std::string_view("\0\0\0\0\0\0\0\0", 8)) ==
        "f: is not a trace file, it looks like some other binary file");
  CHECK(message("\x89unp").starts_with("f: is cut after byte 4"));
}

TEST_CASE(
    "every flipped bit of the file header is an error, and what it says is the checksum where nothing else is wrong") {
  MemorySink sink;
  ContainerWriter writer(sink);
  REQUIRE(writer.write_header());
  REQUIRE(writer.write_end());
  for (size_t bit = 0; bit < 8 * sizeof(TraceFileHeader); ++bit) {
    auto damaged = sink.bytes;
    damaged[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    auto trace = read_trace(damaged, "f");
    CAPTURE(bit);
    REQUIRE_FALSE(trace);
    bool in_magic = bit < 64, in_length = bit / 32 == offsetof(TraceFileHeader, header_bytes) / 4;
    if (!in_magic && !in_length)
      CHECK(trace.error().what.starts_with("f: the file header is damaged, its checksum is"));
  }
}

TEST_CASE("a newer major version is refused, tables and columns of a newer minor one are left out") {
  static constexpr ColumnSpec kColumns[] = {{"key", kColumnText, kEncodeText, ""},
                                            {"colour", kColumnU8, kEncodePlain, ""},
                                            {"value", kColumnText, kEncodeText, ""}};
  static constexpr TableSpec kMeta{0, "meta", kColumns}, kLoops{200, "loops", kColumns};
  MemorySink sink;
  ContainerWriter writer(sink);
  REQUIRE(writer.write_header());
  for (const TableSpec* spec : {&kLoops, &kMeta}) {
    TableBuffer buffer(*spec);
    buffer.add(std::string_view("program"), 7, std::string_view("./newer"));
    REQUIRE(writer.write_rows(buffer));
  }
  REQUIRE(writer.write_end());
  CHECK(read(sink.bytes).info.program == "./newer");

  auto refused = [&](uint16_t major) {
    TraceFileHeader header;
    std::memcpy(&header, sink.bytes.data(), sizeof header);
    header.major = major, header.minor = 0;
    header.checksum = crc32c(&header, offsetof(TraceFileHeader, checksum));
    std::memcpy(sink.bytes.data(), &header, sizeof header);
    auto read = read_trace(sink.bytes, "f");
    REQUIRE_FALSE(read);
    return read.error().what;
  };
  CHECK(refused(kTraceMajorOfRecords + 1) == "f: has format version 4.0, this unply reads up to 3.x");
  CHECK(refused(kTraceMajorOfRecords) == "f: its dependences are not found yet"); // a graph without edges otherwise
}

TEST_CASE("an edge names the site pair with most bytes, smaller ids on a tie, and has all of them in a set") {
  std::vector<EdgeRow> edges = {
      {5, 1, 0, 3, 4, 10}, {5, 1, 0, 2, 9, 10}, {5, 1, 0, 3, 4, 1}, {4, 1, 0, 7, 7, 5}, {4, 1, 0, 7, 6, 5}};
  SitePairSets sets;
  merge_edges(edges, sets);
  REQUIRE(edges.size() == 2);
  CHECK(edges[0].to == 4);
  CHECK(edges[0].site_to == 6);
  CHECK(edges[0].bytes == 10);
  CHECK(edges[1].site_from == 3);
  CHECK(edges[1].bytes == 21);
  auto pairs = [&](size_t e) {
    return std::vector<SitePair>(sets.at(edges[e].pairs).begin(), sets.at(edges[e].pairs).end());
  };
  CHECK(pairs(0) == std::vector<SitePair>{{7, 6, 5}, {7, 7, 5}});
  CHECK(pairs(1) == std::vector<SitePair>{{2, 9, 10}, {3, 4, 11}});
  edges.push_back({5, 1, 0, 2, 9, 2}); // later edges join the set
  edges.push_back({6, 1, 0, 7, 7, 5});
  edges.push_back({6, 1, 0, 7, 6, 5});
  edges.push_back({7, 1, 0, 7, 6, 5});
  merge_edges(edges, sets);
  REQUIRE(edges.size() == 4);
  CHECK(edges[1].site_from == 2);
  CHECK(pairs(1) == std::vector<SitePair>{{2, 9, 12}, {3, 4, 11}});
  CHECK(edges[2].pairs == edges[0].pairs);
  CHECK(edges[3].pairs == 0);
}

TEST_CASE("sets of site pairs are written once and read back; what a set does not tell is left out and counted") {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  for (uint32_t site = 1; site <= 4; ++site) writer.add_site(site, {});
  for (uint32_t v = 1; v <= 1000; ++v) {
    writer.add_task({v, v, 0, 0, 0, 0, v * 10, v * 10 + 5, 5, 0, 0});
    if (v == 1) continue;
    for (uint32_t site = 1; site <= 3; ++site) writer.add_edge({v, v - 1, kEdgeFlow, site, 4, site * 8});
    if (v == 500) writer.add_edge({v, 1, kEdgeAnti, 1, 4, 8});
    if (v % 100 == 0) REQUIRE(writer.flush());
  }
  writer.add_edge({1000, 999, kEdgeFlow, 3, 3, 8}); // after its vertex was written: another set for this edge
  REQUIRE(writer.finish());
  Trace trace = read(sink.bytes);
  CHECK(trace.pair_sets.pairs() == 3 + 4);
  CHECK(trace.pair_sets.size() == 1 + 2);
  REQUIRE(trace.edges.size() == 1000);
  auto pairs_of = [&](size_t e) {
    std::vector<SitePair> pairs;
    trace.each_pair(e, [&](const SitePair& pair) { pairs.push_back(pair); });
    return pairs;
  };
  CHECK(pairs_of(0) == std::vector<SitePair>{{1, 4, 8}, {2, 4, 16}, {3, 4, 24}});
  CHECK(trace.edges.site_from[0] == 3);
  CHECK(trace.edges.bytes[0] == 48);
  CHECK(pairs_of(999) == std::vector<SitePair>{{1, 4, 8}, {2, 4, 16}, {3, 3, 8}, {3, 4, 24}});
  CHECK(trace.edges.kind[498] == EdgeKind::anti);
  CHECK(pairs_of(498) == std::vector<SitePair>{{1, 4, 8}});
}

TEST_CASE("a million tasks in a regular program take few bytes") {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  std::mt19937_64 random(9);
  constexpr uint32_t kTasks = 1 << 18;
  uint64_t now = 0;
  for (uint32_t v = 1; v <= kTasks; ++v) {
    uint64_t begin = now += 20 + random() % 16, end = now += 300 + random() % 256;
    for (uint32_t back : {1, 512, 513})
      if (back < v) writer.add_edge({v, v - back, kEdgeFlow, 1 + back % 3, 4, 8});
    writer.add_task({v, v, 0, 0, 1, 1, begin, end, end - begin, 20, 3 + static_cast<uint32_t>(random() % 3)});
    if (writer.full()) REQUIRE(writer.flush());
  }
  REQUIRE(writer.finish());
  CHECK(sink.bytes.size() < kTasks * 5); // a task and its three edges
  CHECK(read(sink.bytes).edges.size() == 3 * kTasks - 1 - 512 - 513);
}

namespace {
// Many tasks, each with the same anti dependences on the tasks before, some with an edge of their own.
Written write_lists(uint32_t readers, uint32_t writers) {
  Written out;
  TraceWriter writer(out.sink);
  REQUIRE(writer.begin());
  write_names(writer);
  auto add = [&](uint32_t vertex, std::vector<EdgeRow> rows) {
    writer.add_task({vertex, vertex, 0, 0, 1, 1, 1000 + vertex, 1001 + vertex, 1, 0, 0});
    for (const EdgeRow& e : rows) out.edges[{e.to, e.from, e.kind}][{e.site_from, e.site_to}] += e.bytes;
    writer.add_edges_of_vertex(rows);
    if (writer.full()) REQUIRE(writer.flush());
  };
  for (uint32_t v = 1; v <= readers; ++v) add(v, {});
  for (uint32_t v = readers + 1; v <= readers + writers; ++v) {
    std::vector<EdgeRow> rows;
    for (uint32_t from = 1; from <= readers; ++from) {
      if (v % 3 == 0 && from == v % readers + 1) rows.push_back({v, from, kEdgeFlow, 1, 2, 8});
      rows.push_back({v, from, kEdgeAnti, 2, 3, 8});
      if (from % 2 == 0) rows.push_back({v, from, kEdgeAnti, 4, 3, 4}); // a set of two pairs of sites
      if (v % 5 == 0) rows.push_back({v, from, kEdgeOutput, 3, 3, 1 + v % 2});
    }
    add(v, std::move(rows));
  }
  writer.add_meta("complete", "yes");
  REQUIRE(writer.finish());
  uint64_t edges = 0;
  for (const auto& [edge, pairs] : out.edges) edges += !pairs.empty();
  CHECK(writer.edges_written() == edges);
  return out;
}

Edges all_edges(const Trace& trace) {
  Edges edges;
  EdgeIndex index(trace.edges, trace.tasks.size());
  for (uint32_t to = 0; to < trace.tasks.size(); ++to) {
    std::pair<uint32_t, EdgeKind> last{};
    for (uint32_t row : index.into(trace.edges, to)) {
      std::pair<uint32_t, EdgeKind> key{trace.edges.from[row] + 1, trace.edges.kind[row]};
      CHECK(last < key); // ascending by (from, kind)
      last = key;
      trace.each_pair(row, [&](const SitePair& pair) {
        edges[{to + 1, trace.edges.from[row] + 1, static_cast<uint32_t>(trace.edges.kind[row])}]
             [{pair.from, pair.to}] += pair.bytes;
      });
    }
  }
  return edges;
}
} // namespace

TEST_CASE("edges that many tasks have in common are in the file once, and read back for each of them") {
  constexpr uint32_t kReaders = 200, kWriters = 300;
  Written written = write_lists(kReaders, kWriters);
  Trace trace = read(written.sink.bytes);
  CHECK(trace.info.incomplete_why.empty());
  CHECK(all_edges(trace) == written.edges);
  CHECK(trace.edges.edges() == written.edges.size());
  CHECK(trace.edges.list_first.size() == 3); // of anti dependences, and of output dependences with 1 and 2 bytes
  CHECK(trace.edges.size() < 8 * kReaders);  // rows; the first task of each list still has its own
  CHECK(written.sink.bytes.size() < 2 * kWriters * 16);
  CHECK(write_lists(63, 100).sink.bytes.size() > 0); // too short for lists
  CHECK(read(write_lists(63, 100).sink.bytes).edges.list_first.empty());
}

TEST_CASE("a file with lists of edges that is cut or damaged anywhere keeps true edges only") {
  Written written = write_lists(70, 100);
  const std::vector<uint8_t>& whole = written.sink.bytes;
  auto is_part = [&](const Trace& trace) {
    return std::ranges::all_of(all_edges(trace), [&](const auto& edge) { return written.edges.contains(edge.first); });
  };
  std::mt19937_64 random(5);
  size_t some = 0;
  for (int round = 0; round < rounds(300); ++round) {
    Bytes bytes = whole;
    if (round % 2 == 0)
      bytes.resize(random() % bytes.size());
    else
      bytes[random() % bytes.size()] ^= static_cast<uint8_t>(1 + random() % 255);
    auto trace = read_trace(bytes, "t");
    if (!trace) continue;
    CHECK(is_part(*trace));
    some += trace->edges.edges() > 0;
  }
  CHECK(some > static_cast<size_t>(rounds(100)));
}

TEST_CASE("a loop profile comes back sorted, the last row of a key holds, rows that refer to nothing are left out") {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  StringId file = writer.string_id("a.c"), function = writer.string_id("f"), facts = writer.string_id("{}");
  writer.add_site(1, {file, function, function, StringId{0}, 7, 3, 0, 0});
  writer.set_loop_work(10);
  writer.add_loop(1, {file, function, 8, 3, facts, 2, 20, 10, 10, 100, 1});
  writer.add_loop(0, {file, function, 7, 3, facts, 1, 1, 1, 1, 100, 0});
  writer.add_loop_dependence({kNoLoop, Carried::within, EdgeKind::flow, 1, 1, 1, 0, 0, true, 0, 0});
  writer.add_loop_dependence({1, Carried::carried, EdgeKind::flow, 1, 1, 5, 1, 2, true, 0, 1});
  REQUIRE(writer.flush());
  writer.set_loop_work(500);
  writer.add_loop(0, {file, function, 7, 3, facts, 1, 2, 2, 2, 400, 0});
  writer.add_loop_dependence({1, Carried::carried, EdgeKind::flow, 1, 1, 9, 1, 3, false, 0, 1});
  writer.add_loop_dependence({5, Carried::carried, EdgeKind::flow, 1, 1, 9, 1, 3, true, 0, 1});
  writer.add_loop_dependence({0, Carried::carried, EdgeKind::flow, 1, 2, 9, 1, 3, true, 0, 1});
  writer.add_loop_dependence({0, Carried::carried, EdgeKind::flow, 1, 1, 9, 4, 3, true, 0, 1});
  writer.add_loop_call({1, function, 4});
  writer.add_loop_call({1, function, 6});
  writer.add_loop_call({2, function, 6});
  REQUIRE(writer.finish());
  Trace trace = read(sink.bytes);
  const LoopProfile& profile = trace.loops;
  CHECK(profile.recorded);
  CHECK(profile.work == 500);
  REQUIRE(profile.loops.size() == 2);
  CHECK(profile.loops[0].work == 400);
  CHECK(profile.loops[0].iterations == 2);
  CHECK(trace.text(profile.loops[1].file) == "a.c");
  CHECK(profile.loops[1].around == 1);
  REQUIRE(profile.dependences.size() == 2);
  CHECK(profile.dependences[0].count == 9);
  CHECK_FALSE(profile.dependences[0].exact);
  CHECK(profile.dependences[1].loop == kNoLoop);
  REQUIRE(profile.calls.size() == 1);
  CHECK(profile.calls[0].count == 6);
  CHECK(trace.info.incomplete_why.starts_with("4 rows are left out because they refer to rows that are lost"));
}

TEST_CASE("loops around one another in a circle are cut") {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  auto add = [&](uint32_t loop, uint32_t around) {
    ProfiledLoop row{};
    row.around = around;
    writer.add_loop(loop, row);
  };
  for (uint32_t loop = 0; loop < 4; ++loop) add(loop, (loop + 1) % 4 + 1);
  add(4, 5);
  add(5, 77);
  REQUIRE(writer.finish());
  Trace trace = read(sink.bytes);
  for (const ProfiledLoop& loop : trace.loops.loops) {
    size_t steps = 0;
    for (uint32_t around = loop.around; around != 0; around = trace.loops.loops[around - 1].around) ++steps;
    CHECK(steps < 4);
  }
}
