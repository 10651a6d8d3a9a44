// Joined profiles of recordings that differ in their input, their modules, or their build.
#include "discover/merge_profiles.h"
#include "discover/testing/sample_profile.h"
#include "discover/verdict.h"
#include "trace/loop_writer.h"
#include "trace/testing/memory_sink.h"
#include "trace/trace_reader.h"
#include <doctest/doctest.h>

using namespace unply;

namespace {

Trace merged(std::initializer_list<SampleProfile*> profiles) {
  ProfileMerger merger;
  size_t number = 0;
  for (SampleProfile* profile : profiles) REQUIRE(merger.add(std::to_string(++number), profile->trace()));
  return merger.take();
}

std::string refusal(SampleProfile& a, SampleProfile& b) {
  ProfileMerger merger;
  REQUIRE(merger.add("a.trace", a.trace()));
  auto added = merger.add("b.trace", b.trace());
  return added ? "" : added.error().what;
}

const std::string kVariables = "\"variables\":[]";

} // namespace

TEST_CASE("counts add up, extremes are those of all inputs, the first pair is that of the first") {
  SampleProfile a, b;
  a.loop(10, 12, "", 100);
  a.carried(0, EdgeKind::flow, a.site(11, "u[]", true), a.site(11, "u[]"), 2, 3, 50);
  a.trace().info.program = "./app", a.trace().info.arguments = {"1"};
  a.trace().info.duration_ns = 10;
  b.string("another order of strings");
  b.loop(20, 22, "", 7);
  b.loop(10, 12, "", 5, 0);
  const uint32_t read = b.site(11, "u[]"), write = b.site(11, "u[]", true);
  b.carried(1, EdgeKind::flow, write, read, 1, 4, 3);
  b.carried(1, EdgeKind::anti, read, write);
  b.call(1, "mystery", 5);
  b.trace().info.program = "./app", b.trace().info.duration_ns = 5;
  b.trace().loops.lost = 3;
  const Trace all = merged({&a, &b});
  REQUIRE(all.loops.loops.size() == 2);
  const ProfiledLoop& loop = all.loops.loops[0];
  CHECK(loop.instances == 2);
  CHECK(loop.iterations == 105);
  CHECK(loop.least == 5);
  CHECK(loop.most == 100);
  CHECK(loop.work == 1000000);
  CHECK(loop.around == 2);
  CHECK(loop.inputs == 2);
  CHECK(all.loops.loops[1].inputs == 1);
  REQUIRE(all.loops.dependences.size() == 2);
  const LoopDependence& flow = all.loops.dependences[0];
  CHECK(flow.count == 53);
  CHECK(flow.min_distance == 1);
  CHECK(flow.max_distance == 4);
  CHECK(flow.first_to == 2);
  CHECK(all.loops.dependences[1].site_from == flow.site_to);
  CHECK(all.loops.calls.at(0).count == 5);
  CHECK(all.loops.work == 2000000);
  CHECK(all.loops.lost == 3);
  CHECK(all.info.inputs == std::vector<std::string>{"./app 1", "./app"});
  CHECK(all.info.duration_ns == 15);
}

TEST_CASE("a loop says on how many of the inputs it was observed") {
  SampleProfile a, b, c;
  for (SampleProfile* profile : {&a, &b, &c}) {
    profile->loop(10, 12, "", 100);
    profile->loop(20, 22, "", profile == &b ? 10 : 0);
    profile->loop(30, 32, "", 0);
  }
  SampleProfile two;
  two.trace() = merged({&a, &b});
  const Trace all = merged({&two, &c});
  SourceLoops loops(all);
  const auto verdicts = judge_loops(loops);
  CHECK(evidence_text(loops, loops[0], verdicts[0]) == "observed on 3 inputs, 300 iterations");
  CHECK(evidence_text(loops, loops[1], verdicts[1]) == "observed on 1 of 3 inputs, 10 iterations");
  CHECK(verdicts[2].verdict == Verdict::never);
}

TEST_CASE("the verdict is that of the union") {
  SampleProfile a, b;
  a.loop(10, 12, kVariables);
  b.loop(10, 12, kVariables);
  b.carried(0, EdgeKind::flow, b.site(11, "u[]", true), b.site(11, "u[]"));
  SourceLoops alone(a.trace());
  CHECK(judge_loops(alone)[0].verdict == Verdict::doall);
  for (const Trace& all : {merged({&a, &b}), merged({&b, &a})}) {
    SourceLoops loops(all);
    CHECK_FALSE(judge_loops(loops)[0].parallel());
  }
}

TEST_CASE("copies of one loop stay apart, and those of other recordings join them one by one") {
  SampleProfile a, b;
  a.loop(10, 12, "", 1), a.loop(10, 12, "", 2);
  b.loop(10, 12, "", 4), b.loop(10, 12, "", 8), b.loop(10, 12, "", 16);
  const Trace all = merged({&a, &b});
  REQUIRE(all.loops.loops.size() == 3);
  CHECK(all.loops.loops[0].iterations == 5);
  CHECK(all.loops.loops[1].iterations == 10);
  CHECK(all.loops.loops[2].iterations == 16);
  CHECK(all.loops.loops[2].inputs == 2);
}

TEST_CASE("links to the loop around close no circle") {
  SampleProfile a, b;
  a.loop(10, 12, "", 1), a.loop(20, 22, "", 1, 0);
  b.loop(10, 12, "", 1, 1), b.loop(20, 22, "", 1);
  const Trace all = merged({&a, &b});
  CHECK((all.loops.loops[0].around == 0) != (all.loops.loops[1].around == 0));
}

TEST_CASE("recordings of other builds and other programs are refused") {
  SampleProfile a, other_facts, moved, other_program;
  a.loop(10, 12, kVariables), a.loop(20, 22, kVariables);
  other_facts.loop(10, 13, kVariables), other_facts.loop(20, 22, kVariables);
  moved.loop(10, 12, kVariables), moved.loop(21, 23, kVariables);
  other_program.loop(50, 52, kVariables);
  CHECK(refusal(a, other_facts) ==
        "b.trace: the loop at a.c:10:3 is another than in a.trace: the program was rebuilt between");
  CHECK(refusal(a, moved) ==
        "b.trace: f() has a loop at a.c:21:3, but in a.trace at 20:3: the program was rebuilt between");
  CHECK(refusal(a, other_program) == "b.trace: has no loop in common with a.trace: these are different programs");
  a.trace().sources = {{a.string("a.c"), "one"}};
  SampleProfile changed;
  changed.loop(10, 12, kVariables);
  changed.trace().sources = {{changed.string("a.c"), "two"}};
  CHECK(refusal(a, changed) == "b.trace: has another text of a.c: the program was rebuilt between");
}

TEST_CASE("modules that one recording lacks are no other build") {
  SampleProfile a, b;
  const std::string other = kVariables + ",\"proven\":true";
  a.loop(10, 12, kVariables), a.loop(20, 22, kVariables);
  b.loop(10, 12, kVariables);
  CHECK(refusal(a, b).empty());
  CHECK(refusal(b, a).empty());
  // an inline function at line 30, from the module of line 50 here and from that of line 60 there
  a.loop(30, 32, kVariables), a.loop(50, 52);
  b.loop(30, 32, other), b.loop(60, 62);
  CHECK(refusal(a, b).empty());
}

TEST_CASE("a merged profile that is written and read again is the same") {
  SampleProfile a, b;
  for (SampleProfile* profile : {&a, &b}) {
    profile->loop(10, 12, kVariables, 100);
    profile->loop(20, 22, kVariables, 10, 0);
    profile->carried(1, EdgeKind::flow, profile->site(21, "u[]", true), profile->site(21, "u[]"));
    profile->call(1, "mystery");
    profile->trace().info.complete = true, profile->trace().info.duration_ns = 12345;
    profile->trace().info.counters = {1, 0, 0};
  }
  const Trace all = merged({&a, &b});
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  REQUIRE(write_loop_profile(writer, all));
  REQUIRE(writer.finish());
  const auto read = read_trace(sink.bytes, "all.trace");
  REQUIRE(read);
  CHECK(read->info.complete);
  CHECK(read->info.inputs == all.info.inputs);
  CHECK(read->info.duration_ns == 24690);
  CHECK(read->info.counters.at(0) == 2);
  CHECK(read->loops.work == 2000000);
  REQUIRE(read->loops.loops.size() == 2);
  CHECK(read->loops.loops[1].inputs == 2);
  CHECK(read->loops.loops[1].around == 1);
  CHECK(read->text(read->loops.loops[1].facts) == all.text(all.loops.loops[1].facts));
  REQUIRE(read->loops.dependences.size() == 1);
  CHECK(read->loops.dependences[0].count == 198);
  CHECK(read->text(read->loops.calls.at(0).name) == "mystery");
}
