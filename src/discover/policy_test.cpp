// Loops of the standard library's algorithms: whose they are, what stops them, and the policy in the text of the call.
#include "discover/check_verdicts.h"
#include "discover/lambda_text.h"
#include "discover/policy.h"
#include "discover/policy_patch.h"
#include "discover/testing/sample_profile.h"
#include <doctest/doctest.h>

using namespace unply;

// In the library's header, as the compiler names the function that has it; scalars: of the facts.
static uint32_t library_loop(SampleProfile& p, const std::string& function, const std::string& scalars) {
  const uint32_t row = p.loop(3786, 3786);
  ProfiledLoop& loop = p.trace().loops.loops[row];
  loop.file = p.string("/usr/include/c++/12/bits/stl_algo.h");
  loop.function = p.string(function);
  loop.facts = p.string("{\"scalars\":[" + scalars + "]}");
  return row;
}

static std::string handed_on(const std::string& name, const std::string& kind, const std::string& members = "") {
  return "{\"name\":\"" + name + "\",\"kind\":\"" + kind + "\"" + members + "}";
}

static const std::string kFirst = handed_on("__first", "recurrence");

static std::string patched(const std::string& text, const std::string& algorithm, uint32_t line, uint32_t column,
                           bool called = false) {
  SampleProfile p;
  p.site(1, "x");
  const uint32_t row = library_loop(
      p, algorithm + "<int *, (lambda at ./a.c:" + std::to_string(line) + ":" + std::to_string(column) + ")>", kFirst);
  if (called) p.call(row, "cos");
  SourceLoops loops(p.trace());
  if (only_computes(SourceLines(text), {line, column})) loops.set_computes(0);
  auto patch = make_policy_patch(loops, 0, SourceLines(text), "a.c");
  return patch ? edited_text(SourceLines(text), patch->edits) : patch.error().what;
}

TEST_CASE("a loop of the library is at the lambda of its call, and each call has its own") {
  SampleProfile p;
  p.site(1, "x");
  library_loop(p, "for_each<int *, (lambda at a.c:5:20)>", kFirst);
  library_loop(p, "for_each<int *, (lambda at a.c:5:20)>", kFirst);
  library_loop(p, "for_each<int *, (lambda at a.c:6:20)>", kFirst + "," + handed_on("total", "carried"));
  library_loop(p, "__replace_if<int *, (lambda at a.c:7:20)>", kFirst);
  library_loop(p, "__fill_a1<int *, int>", kFirst);
  library_loop(p, "for_each<int *, (lambda at other.c:5:20)>", kFirst); // a file that nothing else names
  library_loop(p, "accumulate<int *, int, (lambda at a.c:9:20)>",
               kFirst + "," + handed_on("__init", "reduction", ",\"operator\":\"+\""));
  library_loop(p, "__count_if<int *, (lambda at a.c:10:20)>", kFirst + "," + handed_on("__n", "carried"));
  library_loop(p, "generate<int *, (lambda at a.c:11:20)>", kFirst + "," + handed_on("__gen", "induction"));
  library_loop(p, "for_each<std::_List_iterator<int>, (lambda at a.c:12:20)>", kFirst);
  library_loop(p, "generate_n<int *, int, (lambda at a.c:13:20)>", kFirst + "," + handed_on("__niter", "carried"));
  SourceLoops loops(p.trace());
  auto verdicts = judge_loops(loops);
  REQUIRE(check_verdicts(p.trace(), loops, verdicts));
  REQUIRE(loops.size() == 8);
  CHECK(loops[0].algorithm == "");
  CHECK(verdicts[0].verdict == Verdict::serial);
  CHECK(loops[1].at == SourceSpot{5, 20});
  CHECK(loops[1].iterations == 200);
  CHECK(loops[1].algorithm == "for_each");
  CHECK(verdicts[1].verdict == Verdict::doall);
  CHECK(why_no_policy(loops[1], verdicts[1]) == "");
  CHECK(policy_of(loops, 1) == "std::execution::par");
  loops.set_computes(1);
  CHECK(policy_of(loops, 1) == "std::execution::par_unseq");
  CHECK(loops[2].at.line == 6);
  CHECK(verdicts[2].verdict == Verdict::serial);
  CHECK(verdicts[2].blockers.size() == 1);
  CHECK(loops[3].algorithm == "accumulate");
  CHECK(verdicts[3].verdict == Verdict::reduction);
  CHECK(why_no_policy(loops[3], verdicts[3]).contains("std::transform_reduce(std::execution::par, ...)"));
  CHECK(loops[4].algorithm == "count_if");
  CHECK(verdicts[4].verdict == Verdict::doall);
  CHECK(verdicts[5].verdict == Verdict::serial);
  CHECK(verdicts[6].verdict == Verdict::doall);
  CHECK(why_no_policy(loops[6], verdicts[6]).contains("random access"));
  CHECK(verdicts[7].verdict == Verdict::doall);
  CHECK(why_no_policy(loops[7], verdicts[7]) == "");
  CHECK(verdicts[5].blockers[0].what == "flow through the lambda's state, distance 1");
}

TEST_CASE("the policy is the call's first argument") {
  CHECK(patched("#include <vector>\nvoid f() {\n  std::for_each(a, b, [](int& x) {});\n}\n", "for_each", 3, 23) ==
        "#include <execution>\n#include <vector>\nvoid f() {\n"
        "  std::for_each(std::execution::par_unseq, a, b, [](int& x) {});\n}\n");
  CHECK(patched("using namespace std;\nx = transform(\n    v[f(1)], b / 2, g({3}),\n    [](int x) {});\n", "transform",
                4, 5, true) == "#include <execution>\nusing namespace std;\nx = transform(std::execution::par,\n"
                               "    v[f(1)], b / 2, g({3}),\n    [](int x) {});\n");
  CHECK(patched("#include <execution>\n;std::for_each_n(a, 9, [](int& x) {});\n", "for_each", 2, 24) ==
        "#include <execution>\n;std::for_each_n(std::execution::par_unseq, a, 9, [](int& x) {});\n");
}

TEST_CASE("a call that is not understood gets none") {
  const std::string unknown = "the call of std::for_each with this lambda is not found in the text";
  CHECK(patched(";std::for_each(a, b, x(int& x) {});\n", "for_each", 1, 22) ==
        "there is no lambda at its place: the source has changed");
  CHECK(patched("auto l = [](int& x) {}; std::for_each(a, b, l);\n", "for_each", 1, 10) == unknown);
  CHECK(patched(";mine::for_each(a, b, [](int& x) {});\n", "for_each", 1, 23) == unknown);
  CHECK(patched(";for_each(a, b, [](int& x) {});\n", "for_each", 1, 17) == unknown);
  CHECK(patched(";std::for_each(a, // (\n b, [](int& x) {});\n", "for_each", 2, 5) == unknown);
  CHECK(patched("f = std::for_each(a, b, [](int& x) {});\n", "for_each", 1, 25) ==
        "std::for_each with a policy has no result, and this one may be used");
}

TEST_CASE("a lambda that only computes is known by its text") {
  auto computes = [](std::string_view text) { return only_computes(SourceLines(text), {1, 1}); };
  CHECK(computes("[](double x) { return x / 3 + 1e-5; }"));
  CHECK(computes("[] (const float& x, unsigned long n)\n{\n  auto y = x * n;\n  if (y < 2.5f) return 0x1f;\n"
                 "  return std::sqrt(y) + static_cast<int>(x); })"));
  CHECK(computes("[](int* p) { double r = *p; *p = r * r; }"));
  CHECK(computes("[](std::uint8_t a, std::size_t b) { return a ^ b; }"));
  CHECK_FALSE(computes("[&](double x) { return x; }"));        // what is captured may be anything
  CHECK_FALSE(computes("[](double x) { return x * scale; }")); // so may what is named
  CHECK_FALSE(computes("[](auto x) { return x + x; }"));       // an operator of a class
  CHECK_FALSE(computes("[](std::string& s) { s += s; }"));
  CHECK_FALSE(computes("[](double x) { return sqrt(x); }")); // of a namespace around, perhaps
  CHECK_FALSE(computes("[](double x) { std::printf(x); }"));
  CHECK_FALSE(computes("[](double x) { std::lock_guard g(lock); return x; }"));
  CHECK_FALSE(computes("[](double x) { return x * 1_km; }"));
  CHECK_FALSE(computes("[](double x) { // }\n work(); }"));
  CHECK_FALSE(computes("[](double x) { return x;"));
  CHECK_FALSE(computes("x + 1"));
}

// A sort as libstdc++ has it, with the loops of a partition and of the last insertions.
static void sort_at(SampleProfile& p, const std::string& lambda) {
  const std::string types = "<int *, __gnu_cxx::__ops::_Iter_comp_iter<(lambda at " + lambda + ")> >";
  auto add = [&](const std::string& function, int around, uint64_t instances, uint64_t iterations, uint64_t work) {
    ProfiledLoop& loop = p.trace().loops.loops[library_loop(p, function + types, kFirst)];
    loop.around = static_cast<uint32_t>(around + 1);
    loop.instances = instances, loop.iterations = loop.least = loop.most = iterations, loop.work = work;
    return static_cast<int>(p.trace().loops.loops.size()) - 1;
  };
  const int rounds = add("__introsort_loop", -1, 40, 90, 7000);
  add("__unguarded_partition", rounds, 60, 4000, 5000);
  const int insertions = add("__unguarded_insertion_sort", -1, 1, 984, 3000);
  add("__unguarded_linear_insert", insertions, 984, 3000, 2000);
}

TEST_CASE("a sort is one loop at its lambda, with the calls, elements and work of all its loops") {
  SampleProfile p;
  p.site(1, "x");
  sort_at(p, "a.c:5:20");
  SourceLoops loops(p.trace());
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].at == SourceSpot{5, 20});
  CHECK(loops[0].algorithm == "sort");
  CHECK(loops[0].instances == 1);
  CHECK(loops[0].iterations == 984);
  CHECK(loops[0].work == 10000);
  CHECK(judge_loops(loops)[0].verdict == Verdict::serial);
  CHECK(judge_loops(loops)[0].blockers[0].what == "its lambda may do more than read, by its text");
  loops.set_reads(0);
  auto verdicts = judge_loops(loops);
  REQUIRE(check_verdicts(p.trace(), loops, verdicts));
  CHECK(verdicts[0].verdict == Verdict::doall);
  CHECK(verdicts[0].notes[1].starts_with("elements that compare equal may come in another order"));
  CHECK(policy_of(loops, 0) == "std::execution::par");
}

TEST_CASE("the highest rank names a call, and loops of its helpers do not count") {
  SampleProfile p;
  p.site(1, "x");
  for (const char* function : {"__find_if", "__remove_if"})
    library_loop(p, std::string(function) + "<int *, (lambda at a.c:5:20)>", kFirst);
  library_loop(p, "__find_if<int *, (lambda at a.c:6:20)>", kFirst);
  library_loop(p, "__heap_select<int *, (lambda at a.c:7:20)>", kFirst);
  library_loop(p, "__introselect<int *, (lambda at a.c:7:20)>", kFirst);
  library_loop(p, "__insertion_sort<int *, (lambda at a.c:8:20)>", kFirst);
  library_loop(p, "__chunk_insertion_sort<int *, (lambda at a.c:8:20)>", kFirst);
  const SourceLoops loops(p.trace());
  REQUIRE(loops.size() == 4);
  CHECK(loops[0].algorithm == "remove_if");
  CHECK(loops[0].instances == 1);
  CHECK(loops[1].algorithm == "find_if");
  CHECK(loops[2].algorithm == "nth_element");
  CHECK(loops[3].algorithm == "stable_sort");
  CHECK(loops[3].instances == 1);
  CHECK(may_be_called("find_if", "any_of"));
  CHECK_FALSE(may_be_called("remove_if", "any_of"));
}

// Of std::sort, whose lambda only reads by its text, with a dependence between two sites.
static LoopVerdict sorted(EdgeKind kind, const std::string& from, const std::string& to, const std::string& file) {
  SampleProfile p;
  p.site(1, "x");
  sort_at(p, "a.c:5:20");
  const uint32_t source = p.site(7, "calls", true, Update::none, from),
                 sink = p.site(7, "calls", true, Update::none, to);
  if (!file.empty())
    for (uint32_t site : {source, sink}) p.trace().sites[site].file = p.string(file);
  p.carried(0, kind, source, sink);
  SourceLoops loops(p.trace());
  loops.set_reads(0);
  auto verdicts = judge_loops(loops);
  const auto checked = check_verdicts(p.trace(), loops, verdicts);
  CHECK(checked.has_value());
  verdicts[0].verdict = Verdict::doall;
  CHECK(check_verdicts(p.trace(), loops, verdicts).has_value() == verdicts[0].blockers.empty()); // and it refuses
  return verdicts[0];
}

TEST_CASE("an operator that the lambda calls must write nothing; assignments of elements may") {
  CHECK(sorted(EdgeKind::flow, "operator<", "operator<", "").blockers[0].what ==
        "flow through calls from line 7 to line 7, distance 1");
  CHECK(sorted(EdgeKind::output, "operator=", "operator<", "").blockers.size() == 1);
  CHECK(sorted(EdgeKind::anti, "operator<", "operator=", "").blockers.empty());
  CHECK(sorted(EdgeKind::flow, "operator=", "operator<", "").blockers.empty());
  CHECK(sorted(EdgeKind::output, "swap<int>", "swap<int>", "/usr/include/c++/12/bits/move.h").blockers.empty());
  CHECK(sorted(EdgeKind::flow, "f", "f", "/usr/include/c++/12/bits/stl_tree.h").blockers[0].what ==
        "flow through calls from bits/stl_tree.h:7 to bits/stl_tree.h:7, distance 1");
}

TEST_CASE("a lambda that only reads is known by its text") {
  auto reads = [](std::string_view text) { return only_reads(SourceLines(text), {1, 1}); };
  CHECK(reads("[](const Row& a, const Row& b) { return a.key < b.key; }"));
  CHECK(reads("[&](int a, int b) { return key[a] < key[b] || (key[a] == key[b] && a < b); }"));
  CHECK(reads("[=, &v](const auto& a) -> bool\n{\n  const auto n = a.name.size();\n  double d = std::abs(v[n]);\n"
              "  if (n >= 3) return false;\n  return std::get<0>(a) < d; })"));
  CHECK(reads("[this](auto&& p, auto&& q) noexcept { return std::tie(p->x, p->y) < std::tie(q->x, q->y); }"));
  CHECK_FALSE(reads("[&](int a, int b) { calls++; return a < b; }"));
  CHECK_FALSE(reads("[&](int a, int b) { calls += 1; return a < b; }"));
  CHECK_FALSE(reads("[&](int a, int b) { last = a; return a < b; }"));
  CHECK_FALSE(reads("[&](int a, int b) { return (last = a) < b; }"));
  CHECK_FALSE(reads("[&](int a, int b) { auto c = last = a; return c < b; }"));
  CHECK_FALSE(reads("[n = 0](int a, int b) mutable { return a < b; }"));
  CHECK_FALSE(reads("[](int a, int b) { static int n; return a < b; }"));
  CHECK_FALSE(reads("[](int a, int b) { return distance(a) < distance(b); }"));
  CHECK_FALSE(reads("[](int a, int b) { return order<int>(a, b); }"));
  CHECK_FALSE(reads("[](const Row& a) { return a.cost() < 3; }"));
  CHECK_FALSE(reads("[&](int a) { seen.push_back(a); return a < 3; }"));
  CHECK_FALSE(reads("[&](int a) { return [&] { return n; }() < a; }"));
  CHECK_FALSE(reads("[&](int a) { return f[2](a); }"));
  CHECK_FALSE(reads("[&](int a) { std::cout << a; return a < 3; }"));
  CHECK_FALSE(reads("[](int a) { // }\n work(); }"));
  CHECK_FALSE(reads("[](int a) { return a;"));
  CHECK_FALSE(reads("a + 1"));
}
