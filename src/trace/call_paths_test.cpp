// The tables of call paths: written, read back, damaged, and missing from older files.
#include "trace/call_paths.h"
#include "trace/testing/memory_sink.h"
#include "trace/trace_reader.h"
#include "trace/trace_writer.h"
#include "unply/ring_format.h"
#include <doctest/doctest.h>
#include <random>
#include <tuple>

using namespace unply;

namespace {

// Two regions, three vertices; sites 1 to 3.
void write_two_regions(TraceWriter& writer) {
  StringId file = writer.string_id("a.c"), function = writer.string_id("main");
  for (uint32_t site = 1; site <= 3; ++site) writer.add_site(site, {file, function, {}, {}, site, 1, 0, 0});
  for (uint32_t region = 0; region < 2; ++region)
    writer.add_region(region, {RegionKind::task, RegionOrigin::pragma, file, function, {}, 9 + region, 1});
  writer.add_clock(0, 0);
  writer.add_clock(1000, 1000);
  for (uint32_t v = 1; v <= 3; ++v) writer.add_task({v, v, 0, 0, v == 3, 0, v * 10, v * 10 + 5, 5, 0, 0});
}

Trace read_back(const Bytes& bytes) {
  auto trace = read_trace(bytes, "t.trace");
  REQUIRE(trace);
  return std::move(*trace);
}

Bytes file_with(void (*add)(TraceWriter&)) {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  write_two_regions(writer);
  add(writer);
  writer.add_meta("complete", "yes");
  REQUIRE(writer.finish());
  return sink.bytes;
}

void add_paths(TraceWriter& writer) {
  StringId file = writer.string_id("a.c"), middle = writer.string_id("middle");
  writer.add_call(1, {file, writer.string_id("main"), 30, 0});
  writer.add_call(1, {file, middle, 12, 7});
  writer.add_call(2, {file, writer.string_id("main"), 31, 0});
  writer.add_reached(kEdgeFlow, 1, 2, 1, 2, 1); // the earlier task is vertex 2, of region 0
  writer.add_reached(kEdgeFlow, 1, 2, 0, 1, 2);
  writer.add_reached(kEdgeAnti, 1, 2, 0, 1, 0);
  writer.add_reached(0, 0, 2, 0, 0, 2);
  writer.add_reached(0, 0, 1, 0, 0, 0);
}

} // namespace

TEST_CASE("call paths are found by their pair, and by site and region") {
  Trace trace = read_back(file_with(add_paths));
  CHECK(trace.info.complete);
  const CallPaths& paths = trace.call_paths;
  auto examples = paths.of_pair(EdgeKind::flow, 1, 2);
  REQUIRE(examples.size() == 2);
  CHECK(examples[0].region == 0);
  CHECK(examples[1].region_from == 0);
  std::span<const PathCall> calls = paths.at(examples[1].path);
  REQUIRE(calls.size() == 2);
  CHECK(calls[0].line == 30);
  CHECK(trace.text(calls[0].function) == "main");
  CHECK(calls[1].line == 12);
  CHECK(calls[1].left_out == 7);
  CHECK(paths.at(examples[0].path).size() == 1);
  REQUIRE(paths.of_pair(EdgeKind::anti, 1, 2).size() == 1);
  CHECK(paths.at(paths.of_pair(EdgeKind::anti, 1, 2)[0].path).empty());
  CHECK(paths.of_pair(EdgeKind::output, 1, 2).empty());
  CHECK(paths.of_pair(EdgeKind::flow, 0, 2).empty()); // first accesses are no pairs
  REQUIRE(paths.first_in(0, 2));
  CHECK(paths.at(paths.first_in(0, 2)->path)[0].line == 31);
  REQUIRE(paths.first_in(0, 1));
  CHECK(paths.first_in(0, 1)->path == 0);
  CHECK(paths.first_in(1, 2) == nullptr);
  CHECK(paths.first_in(0, 3) == nullptr);
}

TEST_CASE("without the tables nothing is known of calls") {
  Trace trace = read_back(file_with([](TraceWriter&) {}));
  CHECK(trace.info.complete);
  CHECK(trace.call_paths.reached().empty());
  CHECK(trace.call_paths.of_pair(EdgeKind::flow, 1, 2).empty());
}

TEST_CASE("rows of call paths that refer to nothing are left out and counted") {
  struct Case {
    const char* name;
    void (*add)(TraceWriter&);
  };
  const Case cases[] = {
      {"site", [](TraceWriter& w) { w.add_reached(0, 0, 99, 0, 0, 0); }},
      {"no site", [](TraceWriter& w) { w.add_reached(0, 0, 0, 0, 0, 0); }},
      {"earlier site", [](TraceWriter& w) { w.add_reached(0, 99, 1, 0, 1, 0); }},
      {"region", [](TraceWriter& w) { w.add_reached(0, 0, 1, 7, 0, 0); }},
      {"path", [](TraceWriter& w) { w.add_reached(0, 0, 1, 0, 0, 5); }},
      {"lost path",
       [](TraceWriter& w) {
         w.add_call(3, {});
         w.add_reached(0, 0, 1, 0, 0, 2);
       }},
      {"kind", [](TraceWriter& w) { w.add_reached(kEdgeExtension, 1, 2, 0, 1, 0); }},
      {"site without task", [](TraceWriter& w) { w.add_reached(0, 1, 2, 0, 0, 0); }},
      {"path 0", [](TraceWriter& w) { w.add_call(0, {}); }},
      {"descending path", [](TraceWriter& w) { w.add_call(2, {}), w.add_call(1, {}); }},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    Trace trace = read_back(file_with(c.add));
    CHECK_FALSE(trace.info.complete);
    CHECK(trace.info.incomplete_why.starts_with("1 rows are left out"));
    CHECK(trace.call_paths.reached().empty());
  }
}

TEST_CASE("a path whose earlier task is lost keeps its calls") {
  Trace trace = read_back(file_with([](TraceWriter& w) { w.add_reached(kEdgeFlow, 1, 2, 0, 900, 0); }));
  REQUIRE(trace.call_paths.reached().size() == 1);
  CHECK(trace.call_paths.reached()[0].region_from == kNoRegion);
}

TEST_CASE("with any byte damaged, call paths stay within their tables") {
  Bytes whole = file_with(add_paths);
  std::mt19937_64 random(3);
  for (size_t at = 0; at < whole.size(); ++at) {
    Bytes damaged = whole;
    damaged[at] ^= static_cast<uint8_t>(1 + random() % 255);
    auto trace = read_trace(damaged, "t.trace");
    if (!trace) continue;
    bool ok = true;
    for (const ReachedSite& row : trace->call_paths.reached()) {
      ok &= row.path < trace->call_paths.size() && row.site < trace->sites.size() &&
            row.site_from < trace->sites.size() && row.region < trace->regions.size();
      for (const PathCall& call : trace->call_paths.at(row.path))
        ok &= static_cast<uint32_t>(call.file) < trace->strings.size() &&
              static_cast<uint32_t>(call.function) < trace->strings.size();
    }
    CHECK(ok);
  }
}
