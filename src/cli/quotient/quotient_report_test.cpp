// The four forms of a quotient: names with markup and quotes, the sizes and multiplicities that they must show, and
// graphs too large to draw.
#include "cli/quotient/quotient_report.h"
#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace unply;

namespace {
// A task that leads to `middle` tasks of another region, all of which lead to the last.
GraphInput spindle(uint32_t middle) {
  GraphInput input;
  std::vector<DagEdge> edges;
  for (uint32_t v = 1; v <= middle; ++v) {
    edges.push_back({0, v});
    edges.push_back({v, middle + 1});
  }
  auto dag = Dag::from_edges(middle + 2, edges);
  REQUIRE(dag);
  input.graph.dag = std::move(*dag);
  for (uint32_t v = 0; v < middle + 2; ++v) {
    input.graph.id.push_back(10 * v);
    input.graph.region.push_back(v > 0 && v <= middle);
    input.graph.work_ns.push_back(0);
  }
  input.graph.region_names = {"dir/a \"<&'>\\\xff.c:3", "b.c:4"};
  input.region_places = {"a \"<&'>\\\xff.c:3", "b.c:4"};
  input.region_lines = {"x < y && \"z\";", ""};
  input.file = "graph.json";
  return input;
}

QuotientReport report_of(GraphInput input, QuotientOptions options = {}) {
  auto report = find_quotient(std::move(input), options);
  REQUIRE(report);
  return std::move(*report);
}

std::string written(void (*write)(const QuotientReport&, TextOutput&), const QuotientReport& report) {
  std::string text;
  TextOutput out(text);
  write(report, out);
  REQUIRE(out.finish());
  return text;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// True also where the program is missing: the other checks of the test still count.
bool accepted_by(const std::string& command, const std::string& text) {
  std::string file = "/tmp/unply_quotient_test_" + std::to_string(getpid());
  std::ofstream(file) << text;
  int status = std::system((command + " " + file + " > /dev/null 2>&1").c_str());
  unlink(file.c_str());
  return status == 0 || WEXITSTATUS(status) == 127;
}
} // namespace

TEST_CASE("pictures of a quotient show sizes, places and multiplicities, and are well-formed") {
  QuotientReport report = report_of(spindle(5));
  std::string svg = written(quotient_svg, report), dot = written(quotient_dot, report);
  CHECK(has(svg, ">class 2: 5 tasks</text>"));
  CHECK(has(svg, ">b.c:4</text>"));
  CHECK(has(svg, "<title>class 1 to 2, 5 edges of the graph</title>"));
  CHECK(has(svg, ">5</text>"));
  CHECK(has(svg, "x &lt; y &amp;&amp; &quot;z&quot;;"));
  CHECK(has(dot, "2 [label=\"class 2: 5 tasks\\n\" + \"b.c:4\""));
  CHECK(has(dot, "1 -> 2 [label=\"5\"]"));
  CHECK(accepted_by("xmllint --noout", svg));
  CHECK(accepted_by("dot -Tcanon", dot));
}

TEST_CASE("the JSON of a quotient parses, with the class of each task under its id") {
  auto json = nlohmann::json::parse(written(quotient_json, report_of(spindle(5), {.classes = true})));
  CHECK(json["schema"] == 1);
  CHECK(json["classes"] == 3);
  CHECK(json["is_chain"] == true);
  CHECK(json["proven"] == true);
  CHECK(json["task_ids"] == std::vector<int>{0, 10, 20, 30, 40, 50, 60});
  CHECK(json["class_of"] == std::vector<int>{1, 2, 2, 2, 2, 2, 3});
  CHECK(json["edge_list"][1] == nlohmann::json{{"from", 2}, {"to", 3}, {"multiplicity", 5}});
  CHECK(json["class_list"][1]["region"] == "b.c:4");
}

TEST_CASE("levels take tasks of several regions, equitable classes keep colours") {
  GraphInput input = spindle(3);
  input.graph.region = {0, 0, 1, 1, 0};
  QuotientReport levels = report_of(input, {.by = QuotientBy::level});
  CHECK(levels.region_text(1) == "several regions");
  CHECK(levels.quotient.relation.classes == 3);
  CHECK(report_of(input, {.by = QuotientBy::equitable}).quotient.relation.classes == 4);
  CHECK(report_of(input, {.by = QuotientBy::equitable, .region_colours = false}).quotient.relation.classes == 3);
  CHECK(report_of(input).quotient.relation.classes == 4);
  CHECK(has(written(quotient_svg, levels), ">several regions</text>"));
}

TEST_CASE("a quotient too large to draw has one bar for each level") {
  GraphInput input = spindle(4000);
  for (uint32_t v = 0; v < input.graph.region.size(); ++v) input.graph.region[v] = v; // no two alike
  input.region_places.assign(input.graph.region.size(), "a.c:1");
  input.region_lines.assign(input.graph.region.size(), "");
  std::string svg = written(quotient_svg, report_of(std::move(input)));
  CHECK(has(svg, "4002 classes and 8000 edges between them, too many to draw, in 3 levels"));
  CHECK(!has(svg, "class=\"edge\""));
  CHECK(has(svg, "level 2: 4000"));
}

TEST_CASE("the text says why the steps are the fewest, and why not") {
  CHECK(has(quotient_text(report_of(spindle(5)), Style::plain()), "the fewest: the longest path has 3 tasks"));
  GraphInput apart = spindle(2); // without its first task nothing joins the rest to it
  apart.graph.dag = *Dag::from_edges(4, {{0, 1}, {2, 3}});
  apart.graph.region = {0, 0, 0, 0};
  std::string text = quotient_text(report_of(std::move(apart), {.width = 400}), Style::plain());
  CHECK(has(text, "2 classes, 1 edge, a chain after 1 round: proven"));
  CHECK(has(text, "Lemma 3.14 would need a connected graph"));
}
