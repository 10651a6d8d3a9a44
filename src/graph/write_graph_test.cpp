// The formats read back: JSON by a JSON parser, GraphML and SVG by xmllint, DOT by dot, where these programs are there.
#include "graph/layered_layout.h"
#include "graph/names.h"
#include "graph/testing/sample_streams.h"
#include "graph/write_graph.h"
#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <unistd.h>

using namespace unply;
using namespace unply::samples;

using WriteFunction = void (*)(const ExecutionGraph&, const GraphSelection&, TextOutput&);

static std::string written(WriteFunction write, const Trace& trace, const GraphSelection& selection = {}) {
  auto graph = ExecutionGraph::build(trace);
  REQUIRE(graph);
  std::string text;
  TextOutput out(text);
  write(*graph, selection, out);
  REQUIRE(out.finish());
  return text;
}

static Trace heat_trace() {
  return build([](Stream& s) { heat(s, true); });
}

static Trace nasty_trace() {
  Trace trace = heat_trace();
  trace.strings[1] = "dir/a \"<&'>\\\xff\x01\n.cpp";
  trace.strings[3] = "map<int, \xc3\xa4>[]";
  return trace;
}

static size_t count(std::string_view text, std::string_view word) {
  size_t found = 0;
  for (size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; at += word.size()) ++found;
  return found;
}

// True also where the program is missing: the other checks of the test still count.
static bool accepted_by(const std::string& command, const std::string& text) {
  std::string file = "/tmp/unply_write_graph_test_" + std::to_string(getpid());
  std::ofstream(file) << text;
  int status = std::system((command + " " + file + " > /dev/null 2>&1").c_str());
  unlink(file.c_str());
  return status == 0 || WEXITSTATUS(status) == 127;
}

TEST_CASE("JSON has the documented keys, ids from 1 and in topological order") {
  nlohmann::json graph = nlohmann::json::parse(written(write_json, heat_trace()));
  CHECK(graph["schema"] == 1);
  REQUIRE(graph["tasks"].size() == 16);
  REQUIRE(graph["edges"].size() == 30);
  CHECK(graph["tasks"][6]["id"] == 7);
  CHECK(graph["tasks"][6]["label"] == "7 heat.cpp:14");
  CHECK(graph["tasks"][6]["region"] == kTaskRegion);
  CHECK(graph["tasks"][6]["begin_ns"] == 13);
  CHECK(graph["tasks"][6]["end_ns"] == 14);
  for (const auto& edge : graph["edges"]) {
    CHECK(edge["from"] < edge["to"]);
    CHECK(edge["kind"] == "flow");
    CHECK(edge["site_from"] == "src/heat.cpp:12:2");
    CHECK(edge["site_to"] == "src/heat.cpp:11:1");
    CHECK(edge["variable"] == "u[]");
    CHECK(edge["count"] == 8);
  }
}

TEST_CASE("kinds and executions select") {
  Trace trace = build(
      [](Stream& s) {
        s.begin(kTaskRegion, 1), s.store(0), s.end();
        s.begin(kTaskRegion, 2), s.load(0), s.end();
        s.begin(kTaskRegion, 2), s.store(0), s.end();
      },
      empty_trace(2));
  GraphSelection anti, second;
  anti.kinds = KindSet();
  anti.kinds.insert(EdgeKind::anti);
  second.executions = {false, false, true};
  nlohmann::json all = nlohmann::json::parse(written(write_json, trace));
  CHECK(all["edges"].size() == 3);
  CHECK(all["edges"][0]["between_executions"] == true);
  nlohmann::json only_anti = nlohmann::json::parse(written(write_json, trace, anti));
  CHECK(only_anti["tasks"].size() == 3);
  REQUIRE(only_anti["edges"].size() == 1);
  CHECK(only_anti["edges"][0]["from"] == 2);
  nlohmann::json only_second = nlohmann::json::parse(written(write_json, trace, second));
  CHECK(only_second["tasks"].size() == 2);
  CHECK(only_second["edges"].size() == 1);
}

TEST_CASE("names with any bytes survive in every format") {
  Trace trace = nasty_trace();
  nlohmann::json graph = nlohmann::json::parse(written(write_json, trace));
  CHECK(graph["edges"][0]["variable"] == "map<int, \xc3\xa4>[]");
  CHECK(graph["edges"][0]["site_to"] == "dir/a \"<&'>\\\xef\xbf\xbd\x01\n.cpp:11:1");
  CHECK(accepted_by("xmllint --noout", written(write_graphml, trace)));
  CHECK(accepted_by("xmllint --noout", written(write_svg, trace)));
  CHECK(accepted_by("dot -Tsvg", written(write_dot, trace)));
}

TEST_CASE("DOT, GraphML and SVG have a node for each vertex and a line for each edge") {
  Trace trace = heat_trace();
  std::string dot = written(write_dot, trace), graphml = written(write_graphml, trace), svg = written(write_svg, trace);
  CHECK(count(dot, " -> ") == 60); // the edge and its tooltip
  CHECK(count(dot, "[label=") == 16);
  CHECK(count(graphml, "<node ") == 16);
  CHECK(count(graphml, "<edge ") == 30);
  CHECK(count(svg, "class=\"task\"") == 16);
  CHECK(count(svg, "class=\"edge\"") == 30);
  CHECK(count(svg, ">7 14</text>") == 1);
  CHECK(svg == written(write_svg, heat_trace()));
}

TEST_CASE("a picture of a large graph is one bar for each level") {
  Trace trace = build([](Stream& s) {
    for (uint64_t i = 0; i < 4000; ++i) s.begin(), s.load(i % 40 * 8), s.store(i % 40 * 8), s.end();
  });
  std::string svg = written(write_svg, trace);
  CHECK(count(svg, "class=\"level\"") == 100);
  CHECK(count(svg, "class=\"task\"") == 0);
  CHECK(accepted_by("xmllint --noout", svg));
}

TEST_CASE("layout keeps vertices of a level apart and finds a drawing without crossings") {
  // Two interleaved chains: 0 2 4 and 1 3 5, with the middle level swapped.
  LayeredLayout chains = lay_out({0, 0, 1, 1, 2, 2}, {{0, 3}, {1, 2}, {3, 4}, {2, 5}});
  CHECK((chains.column[0] < chains.column[1]) == (chains.column[3] < chains.column[2]));
  CHECK((chains.column[3] < chains.column[2]) == (chains.column[4] < chains.column[5]));
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<uint32_t> row;
    std::vector<LayoutEdge> edges;
    for (uint32_t v = 0; v < 40; ++v) row.push_back(static_cast<uint32_t>(random() % 6));
    for (uint32_t i = 0; i < 60; ++i) {
      uint32_t a = static_cast<uint32_t>(random() % 40), b = static_cast<uint32_t>(random() % 40);
      if (row[a] < row[b]) edges.push_back({a, b});
    }
    LayeredLayout layout = lay_out(row, edges);
    for (uint32_t a = 0; a < 40; ++a)
      for (uint32_t b = 0; b < a; ++b)
        if (row[a] == row[b]) CHECK(std::abs(layout.column[a] - layout.column[b]) > 0.99);
    for (size_t e = 0; e < edges.size(); ++e)
      CHECK(layout.bends[e].size() == row[edges[e].to] - row[edges[e].from] - 1);
  }
}

TEST_CASE("a failed write is told") {
  std::FILE* full = std::fopen("/dev/full", "w");
  REQUIRE(full != nullptr);
  TextOutput out(full);
  out.put("text");
  auto finished = out.finish();
  CHECK_FALSE(finished.has_value());
  std::fclose(full);
}
