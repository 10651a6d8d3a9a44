// Calls as tasks: two programs as the compiler and the profile describe them, and what must not become tasks.
#include "discover/testing/sample_calls.h"
#include <fmt/format.h>

namespace unply {

namespace {

const char* const kFib = "long fib(int n) {\n"
                         "  if (n < 2) return n;\n"
                         "  return fib(n - 1) + fib(n - 2);\n"
                         "}\n"
                         "int main(void) {\n"
                         "  printf(\"%ld\\n\", fib(30));\n"
                         "}\n";

// fib and main, as kFib has them.
Sample fib_sample(const SampleFunction& text) {
  Sample sample;
  const std::string calls =
      text.call("fib", "fib(n - 1)", R"(,"type":"long")") + "," + text.call("fib", "fib(n - 2)", R"(,"type":"long")");
  const std::string first = text.statement("if", "if (n < 2) return n;", R"(,"leaves":true)");
  const std::string second =
      text.statement("return", "return fib(n - 1) + fib(n - 2);",
                     fmt::format(R"(,"leaves":true,"calls":[{}],"variables":[{}])", calls, kVariableN));
  const uint32_t fib = sample.function(
      "fib", 1,
      fmt::format(
          R"({{"language":"c","function":"fib","function_range":[1,17,4,2],"parts":[[{},true],[{},true]],)"
          R"("declaration":[1,1,1,6],"parameters":[{{"name":"n"}}],"sizes":["n"],"blocks":[{{"begin":[1,17],"end":[4,2],"braces":true,"statements":[{},{}]}}]}})",
          text.begin("fib(n - 1)"), text.begin("fib(n - 2)"), first, second),
      900000);
  const std::string print =
      text.statement("call", "printf(\"%ld\\n\", fib(30));",
                     fmt::format(R"(,"calls":[{}])", text.call("fib", "fib(30)", R"(,"type":"long")")));
  sample.function(
      "main", 5,
      fmt::format(R"({{"language":"c","function":"main","function_range":[5,16,7,2],"parts":[[{},false]],)"
                  R"("sizes":[],"blocks":[{{"begin":[5,16],"end":[7,2],"braces":true,"statements":[{}]}}]}})",
                  text.begin("fib(30)"), print),
      990000);
  sample.work(fib, 0, 1, 500, 4000000);
  sample.work(fib, 0, 3, 500, 2000000);
  sample.work(fib, 1, 0, 1, 40000);
  for (uint16_t n = 1; n <= 30; ++n) sample.work(fib, 2, n, 10, 10 * (n < 20 ? 100 : 160000));
  sample.work(fib + 1, 0, 1, 1, 900000);
  return sample;
}

} // namespace

TEST_CASE("calls: both calls of fib are tasks above a size, in a parallel region of main") {
  const SampleFunction text(kFib);
  Sample sample = fib_sample(text);
  const JudgedCalls judged(sample.profile.trace());
  REQUIRE(judged.functions.size() == 2);
  REQUIRE(judged.verdicts[0].groups.size() == 1);
  CHECK(judged.verdicts[0].groups[0].calls.size() == 2);
  CHECK(judged.verdicts[0].groups[0].calls[0].hoisted);
  CHECK(judged.verdicts[1].groups.empty());
  const std::vector<CallGain> gains = judged.gains();
  REQUIRE(gains.size() == 1);
  CHECK(gains[0].worthwhile);
  CHECK(condition_of(gains[0].cut_off) == "n >= 20");
  CHECK(gains[0].headline().likely > 2);
  CHECK(gains[0].headline().likely < 1 / (0.1 + 0.9 / 8));
  auto patch = judged.patch(gains[0], text.lines());
  REQUIRE(patch);
  CHECK(edited_text(text.lines(), patch->edits) == "long fib(int n) {\n"
                                                   "  if (n < 2) return n;\n"
                                                   "  return fib(n - 1) + fib(n - 2);\n"
                                                   "}\n"
                                                   "\n"
                                                   "long fib_tasks(int n) {\n"
                                                   "  if (n < 20) return fib(n);\n"
                                                   "  if (n < 2) return n;\n"
                                                   "  long fib_1;\n"
                                                   "  long fib_2;\n"
                                                   "  #pragma omp task default(none) firstprivate(n) shared(fib_1)\n"
                                                   "  fib_1 = fib_tasks(n - 1);\n"
                                                   "  fib_2 = fib_tasks(n - 2);\n"
                                                   "  #pragma omp taskwait\n"
                                                   "  return fib_1 + fib_2;\n"
                                                   "}\n"
                                                   "\n"
                                                   "int main(void) {\n"
                                                   "  #pragma omp parallel\n"
                                                   "  #pragma omp single\n"
                                                   "  printf(\"%ld\\n\", fib_tasks(30));\n"
                                                   "}\n");
}

TEST_CASE("calls: a dependence between the calls keeps them in order, and says so") {
  const SampleFunction text(kFib);
  Sample sample = fib_sample(text);
  const uint32_t from = sample.profile.site(3, "calls", true), to = sample.profile.site(3, "calls");
  sample.dependence(0, EdgeKind::flow, 1, 3, from, to);
  const JudgedCalls judged(sample.profile.trace());
  CHECK(judged.verdicts[0].groups.empty());
  REQUIRE(judged.verdicts[0].blockers.size() == 1);
  CHECK(judged.verdicts[0].blockers[0].what == "flow through calls from line 3 to line 3");
}

TEST_CASE("calls: the check refuses tasks that depend on each other") {
  const SampleFunction text(kFib);
  Sample sample = fib_sample(text);
  JudgedCalls judged(sample.profile.trace());
  const uint32_t from = sample.profile.site(3, "calls", true), to = sample.profile.site(3, "calls");
  judged.functions[0].dependences.push_back({0, EdgeKind::output, from, to, 1, 3, 1});
  CHECK_FALSE(check_call_tasks(judged.loops, judged.loop_verdicts, judged.functions, judged.verdicts));
}

TEST_CASE("calls: without a parameter that tells the size there is no patch, and why") {
  const SampleFunction text(kFib);
  Sample sample = fib_sample(text);
  std::erase_if(sample.profile.trace().loops.part_works, [](const PartWork& row) { return row.kind >= 2; });
  const JudgedCalls judged(sample.profile.trace());
  const std::vector<CallGain> gains = judged.gains();
  CHECK_FALSE(gains[0].worthwhile);
  auto patch = judged.patch(gains[0], text.lines());
  REQUIRE_FALSE(patch);
  CHECK(patch.error().what.contains("too short for a task"));
}

TEST_CASE(
    "calls: two statements of a function without recursion in a parallel region, a third that needs them behind") {
  const char* const kText = "void f(int n) {\n"
                            "  left(n);\n"
                            "  right(n);\n"
                            "  both(n);\n"
                            "}\n";
  const SampleFunction text(kText);
  Sample sample;
  std::string statements, parts;
  for (const char* name : {"left", "right", "both"}) {
    const std::string words = fmt::format("{}(n)", name);
    const std::string comma = statements.empty() ? "" : ",";
    statements += comma + text.statement("call", words + ";",
                                         fmt::format(R"(,"calls":[{}],"variables":[{}])",
                                                     text.call(name, words, R"(,"whole":true)"), kVariableN));
    parts += fmt::format("{}[{},false]", comma, text.begin(words));
  }
  sample.function(
      "f", 1,
      fmt::format(R"({{"language":"c","function":"f","function_range":[1,15,5,2],"parts":[{}],"sizes":["n"],)"
                  R"("blocks":[{{"begin":[1,15],"end":[5,2],"braces":true,"statements":[{}]}}]}})",
                  parts, statements),
      900000);
  for (uint16_t part : {1, 3, 5}) sample.work(0, 0, part, 1, 300000);
  const uint32_t from = sample.profile.site(9, "a[]", true, Update::none, "left"),
                 to = sample.profile.site(12, "a[]", false, Update::none, "both");
  sample.dependence(0, EdgeKind::flow, 1, 5, from, to);
  const JudgedCalls judged(sample.profile.trace());
  REQUIRE(judged.verdicts[0].groups.size() == 1);
  CHECK(judged.verdicts[0].groups[0].join.line == 4);
  CHECK(judged.verdicts[0].groups[0].join_reason == "flow through a[] from line 9 to line 12");
  const std::vector<CallGain> gains = judged.gains();
  auto patch = judged.patch(gains[0], text.lines());
  REQUIRE(patch);
  CHECK(edited_text(text.lines(), patch->edits) == "void f(int n) {\n"
                                                   "  #pragma omp parallel\n"
                                                   "  #pragma omp single\n"
                                                   "  {\n"
                                                   "    #pragma omp task default(none) firstprivate(n)\n"
                                                   "    left(n);\n"
                                                   "    right(n);\n"
                                                   "  }\n"
                                                   "  both(n);\n"
                                                   "}\n");
}

TEST_CASE("calls: facts that are cut off or of other types are no facts") {
  CHECK_FALSE(parse_function_facts("{\"blocks\":").known);
  const FunctionFacts facts = parse_function_facts(R"({"blocks":[{"around":[7,0],"statements":3}],"parts":[1,[2]]})");
  CHECK(facts.known);
  REQUIRE(facts.blocks.size() == 1);
  CHECK(facts.blocks[0].around == kNoBlock);
  CHECK(facts.blocks[0].statements.empty());
  CHECK(facts.parts.size() == 2);
}

TEST_CASE("size buckets: the least size of a bucket is in it, and buckets ascend") {
  uint32_t before = 0;
  for (uint64_t size : {0ull, 1ull, 63ull, 64ull, 79ull, 80ull, 127ull, 128ull, 1000000ull, ~0ull}) {
    const uint32_t bucket = size_bucket(size);
    CHECK(bucket >= before);
    CHECK(least_in_size_bucket(bucket) <= size);
    CHECK(size_bucket(least_in_size_bucket(bucket)) == bucket);
    before = bucket;
  }
}

} // namespace unply
