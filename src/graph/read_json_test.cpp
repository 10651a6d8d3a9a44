// What write_json writes comes back the same; files of other programs are read, and each mistake in one is named.
#include "graph/read_json.h"
#include "graph/testing/sample_streams.h"
#include "graph/topological_order.h"
#include "graph/write_graph.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <random>

using namespace unply;
using namespace unply::samples;

static Result<GraphDocument> read(const std::string& text, const GraphSizeLimits& limits = {}) {
  return read_graph_json({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, "g.json", limits);
}

static std::string tasks_and_edges(const std::string& tasks, const std::string& edges) {
  return "{\"tasks\":[" + tasks + "],\"edges\":[" + edges + "]}";
}

// The message, or "" for a file that is read.
static std::string refusal_of(const std::string& text) {
  auto document = read(text);
  if (document) {
    auto graph = task_graph_of(*document, 0, KindSet::all(), "g.json");
    return graph ? "" : graph.error().what;
  }
  CHECK(!document.error().hint.empty());
  return document.error().what;
}

static std::vector<DagEdge> edges_of(const Dag& dag) {
  std::vector<DagEdge> edges;
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t w : dag.successors(v)) edges.push_back({v, w});
  return edges;
}

TEST_CASE("a graph written as JSON comes back the same, for each choice of kinds") {
  for (bool fine : {false, true}) {
    Trace trace = build([&](Stream& s) { heat(s, fine), smith_waterman(s, fine); });
    auto graph = ExecutionGraph::build(std::move(trace));
    REQUIRE(graph);
    std::string text;
    TextOutput out(text);
    write_json(*graph, {}, out);
    REQUIRE(out.finish());
    auto document = read(text);
    REQUIRE(document);
    for (KindSet kinds : {KindSet::all(), KindSet::after_renaming()}) {
      auto direct = task_graph_of(*graph, 1, kinds);
      auto back = task_graph_of(*document, 1, kinds, "g.json");
      REQUIRE(direct);
      REQUIRE(back);
      CHECK(edges_of(back->dag) == edges_of(direct->dag));
      CHECK(back->id == direct->id);
      CHECK(back->region == direct->region);
      CHECK(back->work_ns == direct->work_ns);
      CHECK(back->region_names == std::vector<std::string>{"heat.cpp:14"});
    }
  }
}

TEST_CASE("the smallest form is enough, in any order, with any ids and other keys") {
  auto document = read(R"( {"made":{"by":["x",{"id":"y"}]},"edges":[{"to":7,"from":900,"x":[1]},{"from":3,"to":900}],
    "tasks":[{"id":900,"at":{"id":5}},{"id":3,"region":"load","label":"a"},{"id":7,"region":4,"self_ns":9}]})");
  REQUIRE(document);
  CHECK(document->id == std::vector<uint32_t>{3, 7, 900});
  auto graph = task_graph_of(*document, 0, KindSet::after_renaming(), "g.json");
  REQUIRE(graph);
  CHECK(graph->id == std::vector<uint32_t>{3, 900, 7}); // topological: 900 comes before 7
  CHECK(edges_of(graph->dag) == std::vector<DagEdge>{{0, 1}, {1, 2}});
  CHECK(graph->work_ns == std::vector<uint64_t>{0, 0, 9});
  CHECK(graph->region_names == std::vector<std::string>{"load", "region 4", "task"});
  CHECK(graph->region == std::vector<uint32_t>{0, 2, 1});
}

TEST_CASE("an edge without kind is a flow dependence; executions are apart") {
  auto document = read(tasks_and_edges(R"({"id":1,"trace":2},{"id":2,"trace":2},{"id":3,"trace":5})",
                                       R"({"from":1,"to":2},{"from":1,"to":2,"kind":"anti"},{"from":2,"to":3})"));
  REQUIRE(document);
  CHECK(task_graph_of(*document, 2, KindSet::after_renaming(), "g.json")->dag.edges() == 1);
  KindSet anti;
  anti.insert(EdgeKind::anti);
  CHECK(task_graph_of(*document, 2, anti, "g.json")->dag.edges() == 1);
  CHECK(task_graph_of(*document, 5, KindSet::all(), "g.json")->id == std::vector<uint32_t>{3});
}

TEST_CASE("carriers of edges are read if asked for, each once, and what is no text is passed over") {
  std::string text = tasks_and_edges(R"({"id":1},{"id":2})",
                                     R"({"from":1,"to":2,"variable":"u[]","site_from":"a.c:3:1","site_to":"a.c:4:1"},
      {"from":1,"to":2,"variable":7,"kind":"anti"},{"from":1,"to":2,"site_to":"a.c:4:1","variable":"u[]","site_from":"a.c:3:1"},
      {"from":1,"to":2,"variable":"u[]a","site_from":".c:3:1","site_to":"a.c:4:1"})");
  std::span bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  auto document = read_graph_json(bytes, "g.json", {}, true);
  REQUIRE(document);
  CHECK(document->carriers_of == std::vector<uint32_t>{0, 1, 0, 2});
  CHECK(document->carriers == std::vector<std::vector<GraphDocument::Carrier>>{
                                  {{"u[]", "a.c:3:1", "a.c:4:1"}}, {{"", "", ""}}, {{"u[]a", ".c:3:1", "a.c:4:1"}}});
  CHECK(read_graph_json(bytes, "g.json")->carriers_of.empty());
}

TEST_CASE("an edge that several pairs carry has all of them, and lists that mean something else are passed over") {
  std::string text = tasks_and_edges(R"({"id":1},{"id":2,"label":"x","pairs":[[1],{"a":[2]}]})",
                                     R"({"from":1,"to":2,"variable":"u[]","site_from":"a.c:3:1","site_to":"a.c:4:1",
       "pairs":[{"variable":"n","site_from":"a.c:1:1","site_to":"a.c:2:1","count":4,"more":[{"variable":"no"}]},
                {"variable":"u[]","site_from":"a.c:3:1","site_to":"a.c:4:1"}]},
      {"from":1,"to":2,"kind":"anti","variable":["a",{"b":1}],"pairs":[7,[8],"x"]},
      {"from":1,"to":2,"kind":"output","pairs":{"variable":"no"},"variable":"v"})");
  std::span bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  auto document = read_graph_json(bytes, "g.json", {}, true);
  REQUIRE(document);
  CHECK(document->edges.size() == 3);
  CHECK(document->carriers ==
        std::vector<std::vector<GraphDocument::Carrier>>{
            {{"n", "a.c:1:1", "a.c:2:1"}, {"u[]", "a.c:3:1", "a.c:4:1"}}, {{"", "", ""}}, {{"v", "", ""}}});
}

TEST_CASE("each mistake in a file is named with its place") {
  CHECK(refusal_of("{}") == "g.json: has no \"tasks\"");
  CHECK(refusal_of(R"({"tasks":[]})") == "g.json: has no \"edges\"");
  CHECK(refusal_of("[1]") == "g.json: is a list, expected an object");
  CHECK(refusal_of(R"({"tasks":3,"edges":[]})") == "g.json: \"tasks\" is the number 3, expected a list");
  CHECK(refusal_of(R"({"tasks":{},"edges":[]})") == "g.json: \"tasks\" is an object, expected a list");
  CHECK(refusal_of(R"({"tasks":[],"tasks":[],"edges":[]})") == "g.json: \"tasks\" comes twice");
  CHECK(refusal_of(R"({"schema":2})") == "g.json: \"schema\" is the number 2, expected 1");
  CHECK(refusal_of(tasks_and_edges("7", "")) == "g.json: task 1 is the number 7, expected an object");
  CHECK(refusal_of(tasks_and_edges("{}", "")) == "g.json: task 1 has no \"id\"");
  CHECK(refusal_of(tasks_and_edges(R"({"id":1},{"id":"x"})", "")) ==
        "g.json: task 2: \"id\" is a text, expected a whole number from 0 on");
  CHECK(refusal_of(tasks_and_edges(R"({"id":-1})", "")) ==
        "g.json: task 1: \"id\" is a negative number, expected a whole number from 0 on");
  CHECK(refusal_of(tasks_and_edges(R"({"id":4294967296})", "")) ==
        "g.json: task 1: \"id\" is 4294967296, at most 4294967295 fits");
  CHECK(refusal_of(tasks_and_edges(R"({"id":[1]})", "")) ==
        "g.json: task 1: \"id\" is a list, expected a whole number from 0 on");
  CHECK(refusal_of(tasks_and_edges(R"({"id":4},{"id":2},{"id":4})", "")) ==
        "g.json: tasks 1 and 3 have the same \"id\" 4");
  CHECK(refusal_of(tasks_and_edges(R"({"id":4,"self_ns":1,"overhead_ns":2})", "")) ==
        "g.json: task 1: \"overhead_ns\" is 2, at most \"self_ns\" 1 fits");
  std::string two = R"({"id":1},{"id":2})";
  CHECK(refusal_of(tasks_and_edges(two, R"({"from":1,"to":2},{"from":1})")) == "g.json: edge 2 has no \"to\"");
  CHECK(refusal_of(tasks_and_edges(two, R"({"from":1,"to":3})")) ==
        "g.json: edge 1 leads to task 3, which is not among the 2 tasks");
  CHECK(refusal_of(tasks_and_edges(two, R"({"from":1,"to":2,"kind":"flwo"})")) ==
        "g.json: edge 1: \"kind\" is \"flwo\", expected \"flow\", \"anti\", \"output\" or \"extension\"");
}

TEST_CASE("text that is cut or no JSON is refused with the byte") {
  std::string whole = tasks_and_edges(R"({"id":1},{"id":2})", R"({"from":1,"to":2})");
  REQUIRE(refusal_of(whole).empty());
  for (size_t size = 1; size < whole.size(); ++size) {
    std::string what = refusal_of(whole.substr(0, size));
    CHECK_MESSAGE(what.starts_with("g.json: ends after " + std::to_string(size) + " bytes, inside "), what);
  }
  CHECK(refusal_of(whole.substr(0, 20)) == "g.json: ends after 20 bytes, inside the list of tasks");
  CHECK(refusal_of(R"({"tasks":[}})").starts_with("g.json: is not JSON at byte 11: "));
  CHECK(refusal_of(whole + "x").starts_with("g.json: is not JSON at byte " + std::to_string(whole.size() + 1)));
}

TEST_CASE("too many tasks or edges are refused before they are kept") {
  std::string two = R"({"id":1},{"id":2})", edges = R"({"from":1,"to":2},{"from":1,"to":2},{"from":1,"to":2})";
  CHECK(read(tasks_and_edges(two, edges), {2, 3}));
  auto many = read(tasks_and_edges(two, edges), {2, 2});
  REQUIRE(!many);
  CHECK(many.error().what == "g.json: has more than 2 edges, no more fit");
  many = read(tasks_and_edges(two, edges), {1, 3});
  REQUIRE(!many);
  CHECK(many.error().what == "g.json: has more than 1 tasks, no more fit");
}

TEST_CASE("a cycle is shown, the shortest through one of its tasks") {
  std::string tasks = R"({"id":1},{"id":3},{"id":7},{"id":9},{"id":11})";
  CHECK(refusal_of(tasks_and_edges(
            tasks, R"({"from":1,"to":3},{"from":3,"to":7},{"from":7,"to":9},{"from":9,"to":3},{"from":7,"to":3},
                      {"from":9,"to":11})")) == "g.json: tasks 3 -> 7 -> 3 depend on each other in a cycle");
  CHECK(refusal_of(tasks_and_edges(tasks, R"({"from":9,"to":9})")) ==
        "g.json: tasks 9 -> 9 depend on each other in a cycle");
}

TEST_CASE("topological order: of the vertices that could come next the smallest; against the definition") {
  std::mt19937 random(5);
  for (int turn = 0; turn < 300; ++turn) {
    uint32_t n = 1 + static_cast<uint32_t>(random() % 8);
    std::vector<DagEdge> edges;
    for (unsigned i = 0; i < random() % 12; ++i)
      edges.push_back({static_cast<uint32_t>(random() % n), static_cast<uint32_t>(random() % n)});
    TopologicalOrder found = topological_order(n, edges);
    std::vector<uint32_t> best; // the first permutation in which every edge leads forwards
    std::vector<uint32_t> order(n);
    for (uint32_t v = 0; v < n; ++v) order[v] = v;
    do {
      auto place = [&](uint32_t v) { return std::ranges::find(order, v) - order.begin(); };
      if (std::ranges::all_of(edges, [&](const DagEdge& e) { return place(e.from) < place(e.to); })) {
        best = order;
        break;
      }
    } while (std::ranges::next_permutation(order).found);
    CHECK(found.order == best);
    CHECK(found.acyclic() == !best.empty());
    for (size_t i = 0; i < found.cycle.size(); ++i) {
      DagEdge step{found.cycle[i], found.cycle[(i + 1) % found.cycle.size()]};
      CHECK(std::ranges::find(edges, step) != edges.end());
    }
  }
}
