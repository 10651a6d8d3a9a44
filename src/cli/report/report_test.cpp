// The sentences a user reads and the keys a program reads.
#include "cli/kinds_option.h"
#include "cli/report/report.h"
#include "graph/testing/sample_streams.h"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace unply;
using namespace unply::samples;

namespace {
struct Reported {
  std::string sentence, renaming, text;
  nlohmann::json json;
};
} // namespace

static Reported report(Trace trace, ReportOptions options = {}) {
  options.file = "heat.trace";
  trace.sources.push_back({StringId{1}, "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n\t  r += u[x - 1];\n  u[x] = r;\n"});
  auto graph = ExecutionGraph::build(std::move(trace));
  REQUIRE(graph);
  auto summaries = summarise(*graph, options.kinds);
  REQUIRE(summaries);
  SourceQuotes sources(graph->trace(), options.file, true);
  const TraceSummary& last = summaries->back();
  return {trace_sentence(graph->trace(), last, options.kinds, sources), renaming_sentence(last),
          report_text(*graph, *summaries, options, sources, Style::plain()),
          nlohmann::json::parse(report_json(*graph, *summaries, options))};
}

TEST_CASE("the sentence of a trace region") {
  CHECK(report(build([](Stream& s) { heat(s, true); })).sentence ==
        "16 tasks in 4 levels of 4; flow dependences through u[] from heat.cpp:12 to heat.cpp:11");
  CHECK(report(build([](Stream& s) { madd(s, true); })).sentence ==
        "all 4 tasks are independent: they could all run at the same time");
  CHECK(report(build([](Stream& s) { heat(s, false); })).sentence ==
        "every task depends on the previous one: 4 tasks in a chain; flow dependences through u[] from heat.cpp:12 to "
        "heat.cpp:11");
  CHECK(report(build([](Stream& s) { smith_waterman(s, true); })).sentence ==
        "16 tasks in 7 levels, at most 4 wide; flow dependences through u[] from heat.cpp:12 to heat.cpp:11");
  CHECK(report(build([](Stream& s) { s.begin(), s.end(); })).sentence == "1 task: nothing can run beside it");
}

TEST_CASE("what renaming would bring") {
  Reported none = report(build([](Stream& s) { heat(s, true); }));
  CHECK(none.renaming == "there are no anti or output dependences: every dependence carries a value");
  Reported scratch = report(build([](Stream& s) {
    for (int i = 0; i < 4; ++i) s.begin(), s.store(0), s.load(0), s.end();
  }));
  Reported few = report(build([](Stream& s) {
    s.begin(), s.load(0), s.end(), s.begin(), s.store(0), s.store(8), s.end(), s.begin(), s.load(8), s.end();
    s.begin(), s.end();
  }));
  CHECK(few.renaming.starts_with("the 1 anti dependence comes from reused memory"));
  CHECK(scratch.renaming.find("as written 4 levels and parallelism 1.0, with private copies 1 level and parallelism "
                              "4.0, completely parallel") != std::string::npos);
}

TEST_CASE("JSON of a report has the documented keys") {
  nlohmann::json json = report(build([](Stream& s) { heat(s, true); })).json;
  CHECK(json["schema"] == 1);
  CHECK(json["program"] == "./heat");
  CHECK(json["complete"] == true);
  CHECK(json["machine"].is_object());
  REQUIRE(json["traces"].size() == 1);
  const nlohmann::json& trace = json["traces"][0];
  CHECK(trace["id"] == 1);
  CHECK(trace["file"] == "src/heat.cpp");
  CHECK(trace["line"] == 12);
  CHECK(trace["function"] == "heat");
  CHECK(trace["tasks"] == 16);
  CHECK(trace["edges"]["flow"] == 30);
  CHECK(trace["edges"]["extension"] == 0);
  CHECK(trace["levels"] == 4);
  CHECK(trace["width"] == 4);
  CHECK(trace["work_ns"] == 16);
  CHECK(trace["span_ns"] == 4);
  CHECK(trace["parallelism"] == 4.0);
  CHECK(trace["completely_parallel"] == false);
  CHECK(trace["completely_serial"] == false);
  CHECK(trace["all_kinds"]["levels"] == 4);
  CHECK(trace["regions"][0]["line"] == 14);
  CHECK(trace["regions"][0]["kind"] == "task");
  CHECK(trace["regions"][0]["instances"] == 16);
  CHECK(trace["regions"][0]["work_ns"] == 16);
  CHECK(trace["hot_dependences"][0]["critical_steps"] == 3);
}

TEST_CASE("the text quotes source lines and ends with what to type next") {
  Reported heat_report = report(build([](Stream& s) { heat(s, true); }));
  CHECK(heat_report.text.find("read    heat.cpp:11:1 | r += u[x - 1];") != std::string::npos);
  CHECK(heat_report.text.find("3 of 3 steps, 30 edges, 240 bytes") != std::string::npos);
  CHECK(heat_report.text.ends_with("next:      unply record --repeat 5 ./heat # measures the times without tracing\n"));
  CHECK(heat_report.text == report(build([](Stream& s) { heat(s, true); })).text);
}

TEST_CASE("lines keep to the width, tables and quotes excepted") {
  ReportOptions narrow;
  narrow.width = 60;
  std::string text = report(build([](Stream& s) { smith_waterman(s, true); }), narrow).text;
  size_t checked = 0;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = text.find('\n', begin);
    std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    size_t words = line.find_first_not_of(' ');
    if (words == std::string::npos || line.find("  ", words) != std::string::npos) continue;
    CHECK(line.size() <= 60);
    ++checked;
  }
  CHECK(checked > 12);
}

TEST_CASE("--kinds") {
  CHECK(*parse_kinds("flow,extension") == KindSet::after_renaming());
  CHECK(*parse_kinds("all") == KindSet::all());
  CHECK(parse_kinds("flow,ante").error().hint == "did you mean anti?");
  CHECK_FALSE(parse_kinds("").has_value());
  CHECK_FALSE(parse_kinds("flow,,anti").has_value());
}

TEST_CASE("independent tasks are counted across levels") {
  // Each task on the chain has one beside it that nothing waits for: levels of two, sets of as many as there are.
  Trace comb = build([](Stream& s) {
    for (uint64_t i = 0; i < 4; ++i) {
      s.begin(), s.load(8 * i), s.store(8 * i + 8), s.end();
      s.begin(), s.load(8 * i + 8), s.end();
    }
  });
  Reported reported = report(comb);
  CHECK(reported.json["traces"].back()["width"] == 2);
  CHECK(reported.json["traces"].back()["independent"] ==
        nlohmann::json({{"lower", 4}, {"upper", 4}, {"known", "proven"}}));
  CHECK(reported.text.find("4 tasks, and no more, are independent of each other, counting across levels: unply "
                           "independent") != std::string::npos);
  Reported level = report(build([](Stream& s) { heat(s, true); }));
  CHECK(level.json["traces"].back()["independent"]["lower"] == 4);
  CHECK(level.text.find("counting across levels") == std::string::npos);
}

TEST_CASE("the pattern of a trace region, with how it is known and usually run") {
  Reported rod = report(build([](Stream& s) { heat(s, true); }));
  CHECK(rod.text.find("\n  pattern: stencil 1-D: 4 points x 4 steps, radius 1; all 30 edges agree") !=
        std::string::npos);
  CHECK(rod.text.find("\n  usually run: a parallel loop over the points") != std::string::npos);
  const nlohmann::json& pattern = rod.json["traces"][0]["pattern"];
  CHECK(pattern["name"] == "stencil 1-D");
  CHECK(pattern["parameters"]["points"] == 4);
  CHECK(pattern["parameters"]["steps"] == 4);
  CHECK(pattern["evidence"] == "all 30 edges agree under a one-to-one map of the tasks");
  CHECK(pattern["executions_alike"] == 1);
  CHECK(pattern["parts"].empty());
  CHECK(report(build([](Stream& s) { madd(s, true); })).json["traces"][0]["pattern"]["name"] == "map");
  CHECK(report(build([](Stream& s) { mmult(s, true); })).json["traces"][0]["pattern"]["description"] ==
        "independent chains: 4 chains of 2 tasks");
  CHECK(report(build([](Stream& s) { fft(s, true); })).json["traces"][0]["pattern"]["description"] ==
        "butterfly: 2^3, 3 levels of 4");
  CHECK(report(build([](Stream& s) { smith_waterman(s, true); })).json["traces"][0]["pattern"]["description"] ==
        "wavefront: 4 x 4, 7 levels, widest 4");
  Reported one = report(build([](Stream& s) { s.begin(), s.end(); }));
  CHECK(one.text.find("pattern") == std::string::npos);
}

TEST_CASE("the pattern of several executions is that of the largest") {
  Trace trace = build(
      [](Stream& s) {
        for (uint32_t execution : {1u, 2u, 3u, 4u})
          for (uint64_t i = 0; i < (execution == 2 ? 4 : 3); ++i)
            s.begin(kTaskRegion, execution), s.load(execution == 4 ? 8 * i : 0), s.store(execution == 4 ? 8 * i : 0),
                s.end();
      },
      empty_trace(4));
  Reported several = report(trace);
  const nlohmann::json& pattern = several.json["traces"][0]["pattern"];
  CHECK(pattern["name"] == "chain");
  CHECK(pattern["parameters"]["length"] == 4);
  CHECK(pattern["execution"] == 2);
  CHECK(pattern["executions_alike"] == 1);
  CHECK(several.text.find("pattern of the largest of 4 executions, number 2, and of 0 others: chain:") !=
        std::string::npos);
}
