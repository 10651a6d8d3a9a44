// Each form read into the graph that it means, and each mistake named.
#include "sim/inputs/read_job_graph.h"
#include <doctest/doctest.h>

using namespace unply;

static Result<JobGraph> read(const std::string& text) {
  return read_job_graph({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, "f");
}

// The message, or "" for a file that is read.
static std::string refusal(const std::string& text) {
  auto jobs = read(text);
  if (jobs) return "";
  CHECK(!jobs.error().hint.empty());
  return jobs.error().what;
}

static std::vector<DagEdge> edges_of(const Dag& dag) {
  std::vector<DagEdge> edges;
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t w : dag.successors(v)) edges.push_back({v, w});
  return edges;
}

using Lengths = std::vector<uint64_t>;
using Edges = std::vector<DagEdge>;

TEST_CASE("a standard task graph, with entry and exit or without, is read row by row") {
  auto jobs = read("  2\n 0 0 0\n 1 9 1 0\n 2 4 1 0\n 3 0 2 1 2\n# Tasks : 2\n");
  REQUIRE(jobs);
  CHECK(jobs->unit == "units");
  CHECK(jobs->id == std::vector<uint32_t>{0, 1, 2, 3});
  CHECK(jobs->length == Lengths{0, 9, 4, 0});
  CHECK(edges_of(jobs->dag) == Edges{{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  auto bare = read("2\r\n7 3 1 5\r\n5 2 0\r\n"); // rows in no topological order
  REQUIRE(bare);
  CHECK(bare->id == std::vector<uint32_t>{5, 7});
  CHECK(bare->length == Lengths{2, 3});
  CHECK(edges_of(bare->dag) == Edges{{0, 1}});
}

TEST_CASE("mistakes in a standard task graph are named with their line") {
  CHECK(refusal("2\n0 1 0\n") == "f: has 1 tasks, expected 2, or 4 with entry and exit");
  CHECK(refusal("2\n0 1 0\n1 2 2 0\n") == "f: line 3: task 1 has 1 predecessors, expected 2");
  CHECK(refusal("2\n0 1 0\n1 2 0 0\n") == "f: line 3: task 1 has 1 predecessors, expected 0");
  CHECK(refusal("2\n0 1 0\n1\n") == "f: line 3: task 1 has no time");
  CHECK(refusal("2\n0 1 0\n1 -4 0\n") == "f: line 3: task 1 has the time -4, expected a whole number from 0 on");
  CHECK(refusal("2\n0 1 0\n1 4 1 9\n") == "f: line 3: task 1 waits for task 9, which is not in the file");
  CHECK(refusal("2\n0 1 0\n0 4 0\n") == "f: line 3: task 0 comes twice");
  CHECK(refusal("2\n0 1 0\n1 4 1 x\n") == "f: line 3: task 1 waits for 'x', expected the number of a task");
  CHECK(refusal("3\n4 1 1 6\n5 1 1 4\n6 1 1 5\n") == "f: tasks 4 -> 5 -> 6 -> 4 wait for each other in a cycle");
  CHECK(refusal("1\n1 1 1 1\n") == "f: tasks 1 -> 1 wait for each other in a cycle");
  CHECK(refusal("0\n") == "f: has no tasks, expected at least one");
  CHECK(refusal("2\n0 9223372036854775807 0\n1 1 0\n").find("more than") != std::string::npos);
}

TEST_CASE("workflows of both schemas become the same graph") {
  auto older = read(R"({"name":"w","schemaVersion":"1.4","workflow":{"tasks":[
    {"name":"b_ID2","id":"2","runtimeInSeconds":2.5,"parents":["a_ID1"],"children":[]},
    {"name":"a_ID1","id":"1","runtime":0.000000001,"parents":[],"children":["b_ID2"]}]}})");
  REQUIRE(older);
  CHECK(older->unit == "ns");
  CHECK(older->length == Lengths{1, 2'500'000'000});
  CHECK(older->id == std::vector<uint32_t>{2, 1}); // rows of the file
  CHECK(edges_of(older->dag) == Edges{{0, 1}});
  CHECK(older->region_names == std::vector<std::string>{"b", "a"});
  auto newer = read(R"({"schemaVersion":"1.5","workflow":{"specification":{"tasks":[
    {"id":"a_ID1","children":["b_ID2"]},{"id":"b_ID2","parents":["a_ID1"]}]},
    "execution":{"tasks":[{"id":"b_ID2","runtimeInSeconds":2.5},{"id":"a_ID1","runtimeInSeconds":1e-9}]}}})");
  REQUIRE(newer);
  CHECK(newer->length == older->length);
  CHECK(edges_of(newer->dag) == edges_of(older->dag));
}

TEST_CASE("mistakes in a workflow are named") {
  auto of = [](const std::string& tasks) { return refusal(R"({"workflow":{"tasks":[)" + tasks + "]}}"); };
  CHECK(of(R"({"id":"a"})") == "f: task a has no \"runtimeInSeconds\"");
  CHECK(of(R"({"id":"a","runtime":-1})") == "f: task a has the runtime -1, expected seconds from 0 on");
  CHECK(of(R"({"id":"a","runtime":"1"})") == "f: task a has the runtime \"1\", expected seconds from 0 on");
  CHECK(of(R"({"id":"a","runtime":1},{"id":"a","runtime":1})") == "f: task a comes twice");
  CHECK(of(R"({"runtime":1})") == "f: task 1 has neither \"id\" nor \"name\"");
  CHECK(of(R"({"id":"a","runtime":1,"parents":["b"]})") ==
        "f: task a: \"parents\" has \"b\", which is not a task of the file");
  CHECK(of(R"({"id":"a","runtime":1,"parents":["b"]},{"id":"b","runtime":1,"parents":["a"]})") ==
        "f: tasks a -> b -> a wait for each other in a cycle");
  CHECK(of("") == "f: has no tasks, expected at least one");
  CHECK(refusal(R"({"workflow":{"tasks":[)") == "f: ends after 22 bytes, inside the workflow");
  CHECK(refusal(R"({"workflow":{"tasks":[1,,]}})") == "f: is not JSON at byte 25");
  CHECK(refusal(R"({"workflow":[]})") == "f: has no object \"workflow\"");
}

// main: 2, then a (6, of which 3 waiting) and b (5) at the same time, then 1.
static const std::string kAndParallel = "1 START_EXECUTION 0 main\n2 FORK 2 main\n"
                                        "3 START_GOAL 2 a/1 2\n4 SUSPEND 3 a/1\n5 RESTART 6 a/1\n6 FINISH_GOAL 8 a/1\n"
                                        "7 START_GOAL 8 b/2 2\n8 FINISH_GOAL 13 b/2\n"
                                        "9 JOIN 13 main\n10 END_EXECUTION 14 main\n";

TEST_CASE("and-parallel events become strands, without what was waited") {
  auto jobs = read(kAndParallel);
  REQUIRE(jobs);
  CHECK(jobs->unit == "units");
  CHECK(jobs->id == std::vector<uint32_t>{1, 3, 5, 7, 9});
  CHECK(jobs->length == Lengths{2, 1, 2, 5, 1});
  CHECK(edges_of(jobs->dag) == Edges{{0, 1}, {0, 3}, {0, 4}, {1, 2}, {2, 4}, {3, 4}});
  CHECK(jobs->region_names == std::vector<std::string>{"main", "a", "b"});
  std::string named = kAndParallel;
  named.replace(named.find("9 JOIN 13 main"), 14, "9 JOIN 13 main 6 8");
  auto same = read(named);
  REQUIRE(same);
  CHECK(edges_of(same->dag) == edges_of(jobs->dag));
  auto ms = read("unit ms\n" + kAndParallel);
  REQUIRE(ms);
  CHECK(ms->unit == "ns");
  CHECK(ms->length == Lengths{2'000'000, 1'000'000, 2'000'000, 5'000'000, 1'000'000});
}

TEST_CASE("a restart waits for the event that it names") {
  std::string text = kAndParallel;
  text.replace(text.find("5 RESTART 6 a/1"), 15, "5 RESTART 6 a/1 2");
  CHECK(refusal(text).empty());
  text.replace(text.find("5 RESTART 6 a/1 2"), 17, "5 RESTART 6 a/1 8");
  CHECK(refusal(text) == "f: line 5: RESTART 5 of a/1 is at 6, before FINISH_GOAL 8 at 13, for which it waits");
  text.replace(text.find("5 RESTART 6 a/1 8"), 17, "5 RESTART 6 a/1 3");
  CHECK(refusal(text) == "f: line 5: RESTART 5 of a/1 waits for START_GOAL 3, which ends no part of a task");
}

static const std::string kOrParallel = "1 START_EXECUTION 0 main\n2 FORK 1 main\n"
                                       "3 START_GOAL 1 p 2\n4 FORK 3 p\n"
                                       "5 START_GOAL 3 p1 4\n6 FINISH_GOAL 7 p1\n"
                                       "7 START_GOAL 7 p2 4\n8 FINISH_GOAL 9 p2 success\n"
                                       "9 START_GOAL 9 q 2\n10 FINISH_GOAL 12 q\n11 END_EXECUTION 12 main\n";

TEST_CASE("the end of an or-parallel tree waits for all leaves, or for the first solution") {
  auto jobs = read(kOrParallel);
  REQUIRE(jobs);
  CHECK(jobs->id == std::vector<uint32_t>{1, 3, 5, 7, 9, 11});
  CHECK(jobs->length == Lengths{1, 2, 4, 2, 3, 0});
  CHECK(edges_of(jobs->dag) == Edges{{0, 1}, {0, 4}, {1, 2}, {1, 3}, {2, 5}, {3, 5}, {4, 5}});
  CHECK_FALSE(jobs->first_solution);
  auto first = read("first-solution\n" + kOrParallel);
  REQUIRE(first);
  CHECK(first->first_solution);
  CHECK(first->success_leaves == std::vector<uint32_t>{3});
  CHECK(first->tasks() == 5);
}

TEST_CASE("mistakes in events are named with their line") {
  auto with = [](const std::string& before, const std::string& after) {
    std::string text = kAndParallel;
    REQUIRE(text.find(before) != std::string::npos);
    return refusal(text.replace(text.find(before), before.size(), after));
  };
  CHECK(with("2 FORK", "2 FROK").starts_with("f: line 2: event 2 is 'FROK', expected START_EXECUTION, "));
  CHECK(with("FORK 2 main", "FORK -2 main") == "f: line 2: event 2 is at -2, expected a whole number from 0 on");
  CHECK(with("FORK 2 main", "FORK 2") == "f: line 2: event 2 has no task");
  CHECK(with("\n2 FORK", "\n1 FORK") == "f: line 2: event 1 comes twice");
  CHECK(with("a/1 2", "a/1 99") == "f: line 3: START_GOAL 3 of a/1 waits for event 99, which is not in the file");
  CHECK(with("a/1 2", "a/1") == "f: line 3: START_GOAL 3 of a/1 needs the id of one FORK");
  CHECK(with("FINISH_GOAL 8", "FINISH_GOAL 5") == "f: line 6: FINISH_GOAL 6 of a/1 is at 5, before RESTART 5 at 6");
  CHECK(with("6 FINISH_GOAL 8 a/1\n", "") ==
        "f: ends inside a/1, whose last event is RESTART 5, expected FINISH_GOAL, or FORK of an or-parallel tree");
  CHECK(with("10 END_EXECUTION 14 main\n", "") ==
        "f: ends inside main, whose last event is JOIN 9, expected END_EXECUTION");
  CHECK(with("9 JOIN 13 main\n", "").empty()); // then END_EXECUTION is the global join
  CHECK(with("2 FORK 2 main", "2 SUSPEND 2 main") == "f: line 9: JOIN 9 of main cannot follow SUSPEND 2");
  CHECK(with("1 START_EXECUTION 0 main", "1 START_GOAL 0 main 2") ==
        "f: line 10: END_EXECUTION 10 of main ends a task that does not begin like this: START_EXECUTION goes with "
        "END_EXECUTION");
  CHECK(with("JOIN 13", "JOIN 12") == "f: line 9: JOIN 9 of main is at 12, before the end of b/2 at 13");
  CHECK(refusal("unit h\n" + kAndParallel) ==
        "f: line 1: 'unit' is followed by ns, us, ms or s, and comes before the events");
  CHECK(refusal("first-solution\n" + kAndParallel) == "f: says first-solution, but no FINISH_GOAL ends with 'success'");
}

TEST_CASE("forms are told apart by content") {
  auto format = [](const std::string& text) {
    return job_format_of({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  };
  CHECK(format("# c\n\n 5\n0 0 0\n") == JobFormat::standard_task_graph);
  CHECK(format("unit us\n") == JobFormat::fork_join);
  CHECK(format("7 FORK 1 main") == JobFormat::fork_join);
  CHECK(format(R"({"name":{"workflow":1},"tasks":[]})") == JobFormat::graph_json);
  CHECK(format(R"({"a":[{"tasks":1}],"workflow":{)") == JobFormat::workflow);
  CHECK(format("\x89unply\r\n") == JobFormat::recording);
  CHECK(format("digraph {}") == JobFormat::unknown);
  CHECK(refusal("") == "f: is empty, in no form that holds tasks");
  CHECK(refusal("digraph {}") == "f: is neither JSON nor numbers and events, in no form that holds tasks");
}
