// Iterations of loops as tasks: a walk over a tree, and loops that must stay as they are.
#include "discover/testing/sample_calls.h"
#include <fmt/format.h>

namespace unply {

namespace {

const char* const kWalk = "long walk(const struct node *at, int depth) {\n"
                          "  long sum = at->value;\n"
                          "  for (int i = 0; i < at->count; i++)\n"
                          "    sum += walk(at->child[i], depth + 1);\n"
                          "  return sum;\n"
                          "}\n"
                          "int main(void) {\n"
                          "  printf(\"%ld\\n\", walk(root(), 0));\n"
                          "}\n";

// walk and main; scalars: what an iteration of the loop hands to the next in registers.
Sample walk_sample(const SampleFunction& text,
                   const std::string& scalars = R"({"name":"sum","kind":"reduction","operator":"+","live_out":true})") {
  Sample sample;
  const std::string call = text.call("walk", "walk(at->child[i], depth + 1)", R"(,"type":"long")");
  const std::string loop = "for (int i = 0; i < at->count; i++)\n    sum += walk(at->child[i], depth + 1);";
  const std::string statements = text.statement("declare", "long sum = at->value;", "") + "," +
                                 text.statement("other", loop, fmt::format(R"(,"calls":[{}])", call)) + "," +
                                 text.statement("return", "return sum;", R"(,"leaves":true)");
  sample.function(
      "walk", 1,
      fmt::format(R"({{"language":"c","function":"walk","function_range":[1,45,6,2],"parts":[[3,3,true,"loop"]],)"
                  R"("declaration":[1,1,1,6],"parameters":[{{"name":"at"}},{{"name":"depth"}}],"sizes":["depth"],)"
                  R"("blocks":[{{"begin":[1,45],"end":[6,2],"braces":true,"statements":[{}]}}]}})",
                  statements),
      900000);
  const std::string print =
      text.statement("call", "printf(\"%ld\\n\", walk(root(), 0));",
                     fmt::format(R"(,"calls":[{}])", text.call("walk", "walk(root(), 0)", R"(,"type":"long")")));
  sample.function("main", 7,
                  fmt::format(R"({{"language":"c","function":"main","function_range":[7,16,9,2],"sizes":[],)"
                              R"("parts":[[{},false]],"blocks":[{{"begin":[7,16],"end":[9,2],"statements":[{}]}}]}})",
                              text.begin("walk(root(), 0)"), print),
                  990000);
  sample.work(0, 0, 1, 40, 800000);
  sample.work(0, 1, 0, 1, 900000);
  sample.work(0, 1, 1, 1, 60000);
  for (uint16_t depth = 0; depth < 8; ++depth)
    sample.work(0, 2, depth, 1u << depth, (1u << depth) * (depth < 3 ? 900000 : 1000));
  sample.work(1, 0, 1, 1, 900000);
  const std::string end = text.place(loop).substr(text.begin(loop).size() + 1);
  sample.profile.loop(3, 4,
                      fmt::format(R"("end":[{}],"scalars":[{}],"variables":[{},{},{}])", end, scalars,
                                  variable_fact("sum", "local", "scalar", R"("read":true,"written":true)"),
                                  variable_fact("at", "parameter", "pointer", R"("read":true)"),
                                  variable_fact("depth", "parameter", "scalar", R"("read":true)")),
                      2);
  return sample;
}

} // namespace

TEST_CASE("task loops: a walk over a tree, with a cut-off by a parameter that falls with the work") {
  const SampleFunction text(kWalk);
  Sample sample = walk_sample(text);
  const JudgedCalls judged(sample.profile.trace());
  REQUIRE(judged.verdicts[0].loops.size() == 1);
  CHECK(judged.verdicts[0].groups.empty());
  CHECK(judged.verdicts[0].loops[0].part == 1);
  CHECK(judged.verdicts[0].loops[0].iterations == 2);
  const std::vector<CallGain> gains = judged.gains();
  REQUIRE(gains.size() == 1);
  CHECK(condition_of(gains[0].cut_off) == "depth < 3");
  CHECK(serial_condition_of(gains[0].cut_off) == "depth >= 3");
  CHECK(gains[0].cut_off.tasks == 7);
  CHECK(gains[0].tasks_each == 2);
  auto patch = judged.patch(gains[0], text.lines());
  REQUIRE(patch);
  CHECK(patch->directive == "#pragma omp taskloop grainsize(1) default(none) shared(at, depth) reduction(+: sum)");
  CHECK(edited_text(text.lines(), patch->edits)
            .contains("long walk_tasks(const struct node *at, int depth) {\n"
                      "  if (depth >= 3) return walk(at, depth);\n"
                      "  long sum = at->value;\n"
                      "  #pragma omp taskloop grainsize(1) default(none) shared(at, depth) reduction(+: sum)\n"
                      "  for (int i = 0; i < at->count; i++)\n"
                      "    sum += walk_tasks(at->child[i], depth + 1);\n"
                      "  return sum;\n"
                      "}\n"
                      "\n"
                      "int main(void) {\n"
                      "  #pragma omp parallel\n"
                      "  #pragma omp single\n"
                      "  printf(\"%ld\\n\", walk_tasks(root(), 0));\n"
                      "}\n"));
}

TEST_CASE("task loops: the chain counts iterations at once only if all with recursive calls are tasks") {
  const SampleFunction text(kWalk);
  Sample sample = walk_sample(text);
  const double at_once = JudgedCalls(sample.profile.trace()).gains()[0].headline().likely;
  CHECK(at_once > 1.5);
  JudgedCalls judged(sample.profile.trace());
  judged.functions[0].facts.parts.push_back({{5, 3}, true, false});
  judged.functions[0].calls[3] = {10, 1000000};
  CHECK(judged.gains()[0].headline().likely < 1.1);
}

TEST_CASE("task loops: a value that an iteration hands to the next keeps the loop in order") {
  const SampleFunction text(kWalk);
  Sample sample = walk_sample(text, R"({"name":"sum","kind":"carried","live_out":true})");
  CHECK_FALSE(JudgedCalls(sample.profile.trace()).verdicts[0].tasks());
}

TEST_CASE("task loops: the check refuses a loop that carries a dependence") {
  const SampleFunction text(kWalk);
  Sample sample = walk_sample(text);
  const JudgedCalls judged(sample.profile.trace());
  const uint32_t from = sample.profile.site(9, "a[]", true), to = sample.profile.site(8, "a[]");
  sample.profile.carried(0, EdgeKind::flow, from, to);
  const auto checked = check_call_tasks(judged.loops, judged.loop_verdicts, judged.functions, judged.verdicts);
  REQUIRE_FALSE(checked);
  CHECK(checked.error().what.contains("it carries a flow dependence, through a[]"));
}

TEST_CASE("task loops: the check refuses a loop whose verdict is another") {
  const SampleFunction text(kWalk);
  Sample sample = walk_sample(text);
  JudgedCalls judged(sample.profile.trace());
  judged.loop_verdicts[0].verdict = Verdict::serial;
  CHECK_FALSE(check_call_tasks(judged.loops, judged.loop_verdicts, judged.functions, judged.verdicts));
}

TEST_CASE("task loops: the check refuses copies of a variable that all executions have in common") {
  const SampleFunction text(kWalk);
  Sample sample = walk_sample(text);
  JudgedCalls judged(sample.profile.trace());
  for (FactVariable& variable : judged.loops.facts(0).variables)
    if (variable.name == "sum") variable.scope = Scope::global;
  const auto checked = check_call_tasks(judged.loops, judged.loop_verdicts, judged.functions, judged.verdicts);
  REQUIRE_FALSE(checked);
  CHECK(checked.error().what.contains("with copies of sum, which calls in them use as well"));
}

TEST_CASE("task loops: no clause names a global variable that the calls overwrite as well") {
  const SampleFunction text(kWalk);
  Sample sample = walk_sample(text);
  const uint32_t write = sample.profile.site(4, "path", true);
  sample.profile.carried(0, EdgeKind::output, write, write);
  std::string& facts =
      sample.profile.trace().strings[static_cast<uint32_t>(sample.profile.trace().loops.loops[0].facts)];
  const std::string variable = variable_fact("path", "global", "scalar", R"("written":true)");
  facts.insert(facts.find("\"variables\":[") + 13, variable + ",");
  CHECK_FALSE(JudgedCalls(sample.profile.trace()).verdicts[0].tasks());
}

TEST_CASE("task loops: where no copy can stand, the condition is in the function, and the loop there twice") {
  const SampleFunction text(kWalk);
  Sample sample = walk_sample(text);
  JudgedCalls judged(sample.profile.trace());
  judged.functions[0].facts.declared = {};
  auto patch = judged.patch(judged.gains()[0], text.lines());
  REQUIRE(patch);
  CHECK(edited_text(text.lines(), patch->edits)
            .contains("  if (depth < 3) {\n"
                      "    #pragma omp taskloop grainsize(1) default(none) shared(at, depth) reduction(+: sum)\n"
                      "    for (int i = 0; i < at->count; i++)\n"
                      "      sum += walk(at->child[i], depth + 1);\n"
                      "  } else {\n"
                      "    for (int i = 0; i < at->count; i++)\n"
                      "      sum += walk(at->child[i], depth + 1);\n"
                      "  }\n"));
}

} // namespace unply
