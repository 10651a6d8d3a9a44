// Directives and diffs: `patch -p1` is tried by tests/cli/suggest.t, compilers by tests/discover.
#include "discover/fortran_text.h"
#include "discover/patch.h"
#include "discover/ranking.h"
#include "discover/testing/sample_profile.h"
#include "discover/unified_diff.h"
#include <doctest/doctest.h>
#include <fmt/ranges.h>

using namespace unply;

namespace {

const std::string kText = "void f(double* a, int n) {\n  double t;\n  for (int i = 0; i < n; i++) {\n    t = a[i];\n"
                          "    a[i] = t * t;\n  }\n}\n";

std::string variables_fact(const std::string& more = "") {
  return "\"variables\":[" + variable_fact("a", "parameter", "pointer") + "," +
         variable_fact("n", "parameter", "scalar") + "," + variable_fact("t", "local", "scalar", "\"written\":true") +
         more + "]";
}

Result<LoopPatch> patch_of(SampleProfile& profile, const std::string& text, const std::string& path = "a.c") {
  SourceLoops loops(profile.trace());
  add_fortran_facts(loops, 0, SourceLines(text));
  return make_patch(loops, 0, judge_loops(loops)[0], SourceLines(text), path);
}

} // namespace

TEST_CASE("a directive is complete under default(none), and stands before its loop") {
  SampleProfile p;
  p.loop(3, 6, variables_fact());
  auto patch = patch_of(p, kText);
  REQUIRE(patch);
  CHECK(patch->diff == "--- a/a.c\n+++ b/a.c\n@@ -1,5 +1,6 @@\n void f(double* a, int n) {\n   double t;\n"
                       "+  #pragma omp parallel for default(none) shared(a, n) private(t)\n"
                       "   for (int i = 0; i < n; i++) {\n     t = a[i];\n     a[i] = t * t;\n");
}

TEST_CASE("edits of one text are joined: equal lines at one place once, and none that change the same lines") {
  const SourceLines text("a\nb\nc\nd\n");
  std::vector<LineEdit> edits;
  REQUIRE(join_edits(edits, {{0, 0, {"first"}}, {2, 1, {"C"}}}));
  REQUIRE(join_edits(edits, {{0, 0, {"first"}}, {1, 1, {"B"}}}));
  CHECK(edited_text(text, edits) == "first\na\nB\nC\nd\n");
  CHECK_FALSE(join_edits(edits, {{0, 0, {"other"}}})); // which of both is first?
  CHECK_FALSE(join_edits(edits, {{3, 0, {"x"}}, {1, 2, {"y"}}}));
  CHECK(edited_text(text, edits) == "first\na\nB\nC\nd\n"); // not even a part of it
  REQUIRE(join_edits(edits, {{2, 0, {"before c"}}}));       // a line that another edit replaces stays behind it
  CHECK(edited_text(text, edits) == "first\na\nB\nbefore c\nC\nd\n");
}

TEST_CASE("no default(none) where a parameter pack of C++ is used") {
  SampleProfile p;
  p.loop(3, 6, "\"language\":\"c++\"," + variables_fact());
  std::string text = kText;
  text.replace(text.find("a[i];"), 5, "(a + ...);");
  auto patch = patch_of(p, text);
  REQUIRE(patch);
  CHECK(patch->directive.one_line() == "#pragma omp parallel for private(t)");
}

TEST_CASE("no default(none) where a name cannot be in a clause") {
  SampleProfile p;
  p.loop(3, 6, variables_fact("," + variable_fact("ns::x", "global", "scalar")));
  auto patch = patch_of(p, kText);
  REQUIRE(patch);
  CHECK(patch->directive.one_line() == "#pragma omp parallel for private(t)");
}

TEST_CASE("a loop in the middle of a line begins a new one") {
  SampleProfile p;
  p.loop(1, 1, "\"begin\":[1,8],\"end\":[1,99]," + variables_fact());
  auto patch = patch_of(p, "if (n) for (;;) x;");
  REQUIRE(patch);
  CHECK(patch->diff ==
        "--- a/a.c\n+++ b/a.c\n@@ -1,1 +1,3 @@\n-if (n) for (;;) x;\n\\ No newline at end of file\n+if (n)\n"
        "+#pragma omp parallel for default(none) shared(a, n) private(t)\n+for (;;) x;\n");
}

TEST_CASE("no patch where the source has changed, a directive stands already, or the verdict forbids it") {
  SampleProfile p;
  p.loop(3, 6, variables_fact());
  CHECK(patch_of(p, "int x;\n").error().what == "its line is not in the source: the source has changed");
  CHECK(patch_of(p, "\n\n\n\n\n\n").error().what == "there is no for statement at its place: the source has changed");
  std::string with = kText;
  with.replace(with.find("  double t;"), 11, "#pragma omp parallel for");
  CHECK(patch_of(p, with).error().what == "it has a directive already");
  p.carried(0, EdgeKind::flow, p.site(4, "a[]", true), p.site(4, "a[]"));
  CHECK(patch_of(p, kText).error().what == "its iterations depend on each other");
}

TEST_CASE("a directive under a condition of the preprocessor is one") {
  SampleProfile p;
  p.loop(4, 5, variables_fact());
  CHECK(patch_of(p, "#ifdef _OPENMP\n#pragma omp for\n#endif\n  for (;;)\n  ;\n").error().what ==
        "it has a directive already");
  CHECK(patch_of(p, "#pragma omp for\nx;\n#endif\n  for (;;)\n  ;\n").has_value());
}

TEST_CASE("lines that end in CR LF stay so") {
  SampleProfile p;
  p.loop(1, 2, variables_fact());
  auto patch = patch_of(p, "  for (;;)\r\n  ;\r\n");
  REQUIRE(patch);
  CHECK(patch->diff.contains("private(t)\r\n"));
}

TEST_CASE("Fortran: both directives, scalars that are assigned are private") {
  SampleProfile p;
  p.loop(2, 6, "\"language\":\"fortran\"");
  auto patch = patch_of(p,
                        "subroutine f\n  do i = 1, n\n    T = a(i) ! t = x\n    if (t == 1) u = 2; a(i) = 'b = c'\n"
                        "    do j = 1, 3\n    end do\n  enddo\nend\n",
                        "a.f90");
  REQUIRE(patch);
  CHECK(patch->directive.one_line() == "!$omp parallel do private(t, u)");
  CHECK(patch->diff.contains("+  !$omp parallel do private(t, u)\n   do i = 1, n\n"));
  CHECK(patch->diff.contains("   enddo\n+  !$omp end parallel do\n end\n"));
}

TEST_CASE("Fortran: a complete directive, broken at commas where it is long") {
  const std::string begin = "subroutine f\nimplicit none\ninteger :: i, n\nreal :: a(9), t, ",
                    end = "\ndo i = 1, n\nT = a(i)\na(i) = t + b\nend do\nend subroutine\n";
  const std::string long_name(50, 'x'), longer = "b, " + long_name + "1, " + long_name + "2";
  SampleProfile p;
  p.loop(5, 8, "\"language\":\"fortran\"");
  auto patch = patch_of(p, begin + "b" + end, "a.f90");
  REQUIRE(patch);
  CHECK(patch->directive.one_line() == "!$omp parallel do default(none) shared(a, b, n) private(t)");
  CHECK(patch_of(p, begin + "b" + end, "a.f")->directive.one_line() == "!$omp parallel do private(t)");
  std::string text = begin + longer + end;
  text.replace(text.find("t + b"), 5, "t + " + long_name + "1 + " + long_name + "2");
  patch = patch_of(p, text, "a.f90");
  REQUIRE(patch);
  CHECK(patch->diff.contains("+!$omp parallel do default(none) shared(a, n, " + long_name + "1, &\n+!$omp " +
                             long_name + "2) private(t)\n"));
}

TEST_CASE("Fortran: what registers hold and the loop sets is firstprivate, or stops the patch where that is not sure") {
  auto directive = [](const std::string& set, const std::string& body) {
    SampleProfile p;
    p.loop(1, 3, "\"language\":\"fortran\",\"set\":[" + set + "]");
    auto patch = patch_of(p, "do i = 1, n\n" + body + "\nend do\n", "a.f90");
    return patch ? patch->directive.one_line() : patch.error().what;
  };
  CHECK(directive("\"i\",\"t\"", "call f(t); a(i) = t") == "!$omp parallel do firstprivate(t)");
  CHECK(directive("\"i\",\"t\"", "t = i") == "!$omp parallel do private(t)");
  CHECK(directive("\"s\"", "s % x = i") == "!$omp parallel do firstprivate(s)");
  CHECK(directive("\"p\",\"t\"", "associate (p => t)\np = i\nend associate") == "!$omp parallel do firstprivate(t)");
  CHECK(directive("\"j\",\"k\"", "do j = 1, 2\nend do\ndo concurrent (k = 1:3)\nend do") == "!$omp parallel do");
  CHECK(directive("\"t\"", "call f").starts_with("t is set in the loop: "));
  CHECK(directive("", "c(1) = i").starts_with("c is set in the loop: "));
  CHECK(directive("", "c(i) = 1; k = i; c(k) = 2") == "!$omp parallel do private(k)");
}

TEST_CASE("Fortran: no private copy of a variable that another name may reach") {
  auto refused = [](const std::string& declarations) {
    SampleProfile p;
    p.loop(4, 6, "\"language\":\"fortran\",\"set\":[\"t\"]");
    auto patch = patch_of(p, "subroutine f\n" + declarations + "\ndo i = 1, n\nt = a(i)\nend do\nend\n", "a.f90");
    return patch ? "" : patch.error().what;
  };
  const std::string reason = "t may be reached by another name as well (target, equivalence), and a private copy not";
  CHECK(refused("integer :: t, u\nequivalence (t, u)") == reason);
  CHECK(refused("integer, target :: u, t\ninteger, pointer :: p") == reason);
  CHECK(refused("integer :: t\ntarget :: t") == reason);
  CHECK(refused("integer, target :: u\ninteger :: t") == "");
}

TEST_CASE("Fortran: what flang cannot compile has no patch, and the reason is said") {
  SampleProfile p;
  p.loop(2, 4,
         "\"language\":\"fortran\",\"scalars\":[{\"name\":\"s\",\"kind\":\"reduction\","
         "\"operator\":\"+\",\"live_out\":true}]");
  const std::string text = "subroutine f\ndo i = 1, n\ns = s + a(i)\nend do\ndo concurrent (i = 1:n) REDUCE (+ : k)\n"
                           "end do\nend\n";
  CHECK(patch_of(p, text, "a.f90").error().what ==
        "flang 22 has one name for its reduction and that of the do concurrent on line 5");
  std::string other = text;
  other.replace(other.find("(+ "), 3, "(max");
  CHECK(patch_of(p, other, "a.f90"));
}

TEST_CASE("Fortran: an index that is read behind its loop is set before it, if that changes nothing else") {
  auto added = [](const std::string& head) {
    SampleProfile p;
    p.loop(1, 3, "\"language\":\"fortran\",\"scalars\":[{\"name\":\"i\",\"kind\":\"induction\",\"live_out\":true}]");
    auto patch = patch_of(p, "  " + head + "\n    a(i) = 1\n  end do\nprint *, i\n", "a.f90");
    return patch ? fmt::format("{}", fmt::join(patch->edits[0].lines, "\n")) : patch.error().what;
  };
  CHECK(added("rows: do I = M - 1, n, 2 ! from m") == "  i = m - 1\n  !$omp parallel do lastprivate(i)");
  const std::string why = "i is used behind the loop, which makes it private: set it there";
  CHECK(added("do i = 1, i") == why);
  CHECK(added("do i = 1, size(a)") == why);
}

TEST_CASE("Fortran text that is not understood is refused") {
  CHECK_FALSE(read_fortran_loop({"do i = 1, n", "x = 1"}, 0));
  CHECK_FALSE(read_fortran_loop({"do = 3"}, 0));
  CHECK(read_fortran_loop({"outer: do I = 1, n", "end do"}, 0)->index == "i");
  CHECK(read_fortran_loop({"do while (x)", "end do"}, 0)->index.empty());
  auto named = read_fortran_loop({"outer: do i = 1, n", "end do outer"}, 0);
  REQUIRE(named);
  CHECK(named->last == 1);
}

TEST_CASE("Fortran: a loop with a label ends at the statement that has it") {
  auto read = [](std::vector<std::string_view> lines, size_t line = 0, bool fixed = false) {
    auto loop = read_fortran_loop(lines, line, fixed);
    REQUIRE(loop);
    return fmt::format("{} {} {} {}", loop->index, loop->last, loop->leaves.size(), loop->refused);
  };
  CHECK(read({"do 10 i = 1, n", "x(i) = 1", "10 continue", "y = 1"}) == "i 2 0 ");
  CHECK(read({"rows: do 10, i = 1, n", "if (x(i)) goto 10", "if (y) 10, 20, 10", "20 y = 1", "10 end do rows"}) ==
        "i 4 0 ");
  CHECK(read({"do 10 i = 1, n", "if (x(i)) go to 30", "if (y) 10, 20, 10", "go to (10, 20), k", "10 continue"}) ==
        "i 4 3 ");
  CHECK(read({"do i = 1, n", "if (x(i)) goto 10", "10 end do"}) == "i 2 0 ");
  CHECK(read({"do 10 i = 1, n", "x = [1, & ! not", "", "10, 20]", "10 continue"}) == "i 4 0 ");
  CHECK(read({"      do 1 i = 1, n", "      x(i) = 2 +", "     1 y(i)", "C     do 1 j", "    1 continue"}, 0, true) ==
        "i 4 0 ");
  CHECK(read({"do i = 1, n; x(i) = 1; end do"}) == "i 0 0 ");
  CHECK(read({"do i = 1, n", "end do; x = 1"}) == "i 1 0 other statements stand behind it on its last line");
  CHECK(read({"5 do i = 1, n", "end do"}) ==
        "i 1 0 a label stands before it, and a jump there would lead into the directive");
  CHECK(read({"do 10 i = 1, n", "10 x(i) = 1"}) ==
        "i 1 0 its last statement does more than to end it: end it with 10 continue");
  const std::vector<std::string_view> shared = {"do 10 i = 1, n", "do 10 j = 1, n", "10 continue"};
  CHECK(read(shared) == "i 2 0 it shares the label 10 with a loop in it: end each with a statement of its own");
  CHECK(read(shared, 1) == "j 2 0 it shares the label 10 with a loop around it: end each with a statement of its own");
  CHECK(read({"do 10 i = 1, n", "10 continue", "do 10 i = 1, n", "10 continue"}, 2) == "i 3 0 ");
  CHECK(read({"do concurrent (i = 1:n)", "end do"}).contains("do concurrent takes no directive"));
}

TEST_CASE("Fortran: a loop of a statement about arrays has a reason of its own, and none of the compiler's names") {
  auto reason = [](const std::string& text, uint32_t line, const std::string& scalar) {
    SampleProfile p;
    p.loop(line, line, "\"language\":\"fortran\",\"scalars\":[" + scalar + "]");
    auto patch = patch_of(p, text, "a.f90");
    return patch ? "" : patch.error().what;
  };
  const std::string own = "{\"name\":\"._QFFfEdx1\",\"kind\":\"induction\"}";
  const std::string sum = "{\"name\":\"\",\"kind\":\"reduction\",\"operator\":\"+\"}";
  const std::string why = " has no do statement: write the loop, or put it in !$omp parallel workshare";
  CHECK(reason("dx(2:n) = &\n  x(1:n - 1)\n", 2, own) == "an array assignment" + why);
  CHECK(reason("if (a%on) a%b(:)%c = 1\n", 1, own) == "an array assignment" + why);
  CHECK(reason("where (a > 2) b = a\n", 1, own) == "where" + why);
  CHECK(reason("d = sum(a)\n", 1, sum) == "an array assignment" + why);
  CHECK(reason("print *, sum(a)\n", 1, sum) == "an expression of arrays has no do statement: write the loop");
  CHECK(reason("10 i = i + 1\nif (i < n) goto 10\n", 1, "").contains("another makes the loop"));
  CHECK(reason("end do\n", 1, "").contains("another makes the loop"));
}

TEST_CASE("Fortran: arrays of which elements are assigned, and what a block declares") {
  auto loop = read_fortran_loop({"do i = 1, n", "if (x(i) > 0) row(f(i, 1)) = x(2) == 3; call g(y) ", "block",
                                 "integer, allocatable :: own(:), k = 3, m(2, 2)", "own(2) = k", "a%b(1) = 2",
                                 "end block", "end do"},
                                0);
  REQUIRE(loop);
  CHECK(loop->assigned.empty());
  CHECK(loop->elements == std::vector<std::string>{"own", "row"});
  CHECK(loop->declared == std::vector<std::string>{"k", "m", "own"});
}

TEST_CASE("Fortran: memory that each iteration overwrites is private if the file declares it, and not as a pointer") {
  auto clauses = [](const std::string& declaration) {
    SampleProfile p;
    auto loop = p.loop(3, 6, "\"language\":\"fortran\"");
    const uint32_t write = p.site(4, "row[]", true), read = p.site(5, "row[]");
    const uint32_t index = p.site(3, "i", true), called = p.site(3, "i", false, Update::none, "g");
    p.within(loop, EdgeKind::flow, write, read);
    p.carried(loop, EdgeKind::anti, read, write), p.carried(loop, EdgeKind::output, write, write);
    p.carried(loop, EdgeKind::anti, called, index), p.carried(loop, EdgeKind::output, index, index);
    p.within(kNoLoop, EdgeKind::flow, p.site(90, "row[]", true, Update::none, "h"),
             p.site(91, "row[]", false, Update::none, "h"));
    SourceLoops loops(p.trace());
    add_fortran_facts(loops, 0,
                      SourceLines("subroutine f\n" + declaration +
                                  "\ndo i = 1, n\nrow(:) = i\nx = row(1)\nend do\nend subroutine\n"));
    return judge_loops(loops)[0];
  };
  CHECK(clauses("integer :: row(8)").clauses.privates == std::vector<std::string>{"row", "x"});
  CHECK(clauses("integer :: row(8)").verdict == Verdict::doall);
  CHECK(clauses("integer, pointer :: row(:)").verdict == Verdict::serial);
  CHECK(clauses("integer :: other(8)").verdict == Verdict::serial);
}

TEST_CASE("Fortran: what leaves a loop, and what only leaves one inside it") {
  auto leaves = [](std::vector<std::string_view> body) {
    body.insert(body.begin(), "rows: do i = 1, n");
    body.push_back("end do rows");
    auto loop = read_fortran_loop(body, 0);
    REQUIRE(loop);
    return loop->leaves.size();
  };
  CHECK(leaves({"exit = 3", "cycle", "cycle rows", "x = 1"}) == 0);
  CHECK(leaves({"if (x(i) == (1)) exit"}) == 1);
  CHECK(leaves({"do j = 1, 2", "exit", "end do"}) == 0);
  CHECK(leaves({"do j = 1, 2", "cycle rows", "exit rows", "end do"}) == 1);
  CHECK(leaves({"cycle planes", "return", "go to 10", "stop"}) == 4);
  auto loop = read_fortran_loop({"do i = 1, n", "print *, i", "if (i > 1) write (*, *) i", "end do"}, 0);
  REQUIRE(loop);
  CHECK(loop->outputs.size() == 2);
}

TEST_CASE("edits far from each other make hunks of their own") {
  std::string text;
  for (int i = 1; i <= 30; ++i) text += std::to_string(i) + "\n";
  const std::string diff = unified_diff("x", SourceLines(text), {{2, 0, {"a"}}, {20, 0, {"b"}}});
  CHECK(diff.contains("@@ -1,5 +1,6 @@\n"));
  CHECK(diff.contains("@@ -18,6 +19,7 @@\n"));
}

TEST_CASE("outer loops come first, what is nested in them later, loops that are too short last") {
  SampleProfile p;
  auto outer = p.loop(10, 20, "", 1000, -1, 900'000'000);
  p.loop(12, 18, "", 100000, static_cast<int>(outer), 800'000'000);
  p.loop(30, 32, "", 10, -1, 50);
  p.trace().loops.work = 1'000'000'000;
  SourceLoops loops(p.trace());
  auto gains = rank_loops(loops, judge_loops(loops));
  REQUIRE(gains.size() == 3);
  CHECK(gains[0].loop == 0);
  CHECK(gains[0].worthwhile);
  CHECK(gains[0].headline().likely > 4.5);
  CHECK(gains[0].headline().likely < 1 / (0.1 + 0.9 / 8));
  CHECK(gains[0].headline().low <= gains[0].headline().likely);
  CHECK(gains[0].headline().high >= gains[0].headline().likely);
  CHECK(gains[1].nested_in == 0);
  CHECK_FALSE(gains[2].worthwhile);
  CHECK(
      grain_text(gains[2]).starts_with("iterations take about 2 ns, one execution of the loop about 20 ns: less than"));
}

// A loop of 1,000 instructions an iteration, executed once, in a program of `all`.
static LoopGain gain_of(uint64_t iterations, uint64_t all, const ParallelCosts& costs) {
  SampleProfile p;
  p.loop(10, 20, "", iterations, -1, 1000 * iterations);
  p.trace().loops.work = all;
  SourceLoops loops(p.trace());
  const std::vector<LoopGain> gains = rank_loops(loops, judge_loops(loops), costs);
  REQUIRE(gains.size() == 1);
  return gains[0];
}

TEST_CASE("speedups follow from the costs of threads, the interval from their spread, and the dearest part is named") {
  const ParallelCosts costs{
      .fork = {100, 1000, 5000}, .fork_thread = {0, 100, 200}, .wait = {}, .task = {}, .instruction = {0.5, 1, 2}};
  const LoopGain loop = gain_of(1024, 1'024'000, costs);
  CHECK(loop.headline().likely == doctest::Approx(1'024'000.0 / (128'000 + 1000 + 8 * 100)));
  CHECK(loop.headline().low == doctest::Approx(512'000.0 / (64'000 + 5000 + 8 * 200)));
  CHECK(loop.headline().high == doctest::Approx(2'048'000.0 / (256'000 + 100)));
  CHECK(loop.limit == "");
  CHECK(gain_of(1024, 2'048'000, costs).limit == "the rest of the program allows at most 2.0x");
  CHECK(gain_of(8, 8'000, costs).limit == "starting and joining 64 threads, 7.40 us an execution");
  CHECK(gain_of(32, 32'000, {.fork = {}, .fork_thread = {}, .wait = {}, .task = {}, .instruction = {1, 1, 1}}).limit ==
        "32 iterations can run at once");
}

TEST_CASE("a doacross loop waits before its first statement and goes on behind its last") {
  SampleProfile p;
  auto loop = p.loop(1, 1, "\"end\":[3,17],\"begin\":[2,1],\"body\":[3,3,3,17],\"step\":1," + variables_fact());
  p.carried(loop, EdgeKind::flow, p.site(3, "a[]", true), p.site(3, "a[]"), 4, 4);
  const std::string text = "\nfor (i = 4; i < n; i++)\n  a[i] = a[i-4]; // four\n";
  auto patch = patch_of(p, text);
  REQUIRE(patch);
  CHECK(edited_text(SourceLines(text), patch->edits) ==
        "\n#pragma omp parallel for default(none) shared(a, n) private(t) ordered(1) schedule(static, 1)\n"
        "for (i = 4; i < n; i++)\n{\n  #pragma omp ordered depend(sink: i - 4)\n  a[i] = a[i-4];\n"
        "  #pragma omp ordered depend(source)\n} // four\n");
  auto left = patch_of(p, "\nfor (i = 4; i < n; i++)\n  if (a)continue;\n");
  REQUIRE_FALSE(left);
}

TEST_CASE("changes made together save what each saves alone, and overlap where they cover more than the program") {
  const ParallelCosts free_of_cost{.fork = {}, .fork_thread = {}, .wait = {}, .task = {}, .instruction = {1, 1, 1}};
  const LoopGain half = gain_of(1024, 2'048'000, free_of_cost), quarter = gain_of(1024, 4'096'000, free_of_cost);
  const auto together = speedups_together({&half, &quarter});
  REQUIRE(together);
  CHECK((*together)[0].likely == doctest::Approx(1 / (0.25 + 0.75 / 2)));
  CHECK((*together)[kHeadline].low == doctest::Approx(1 / (0.25 + 0.75 / 8)));
  CHECK((*together)[kHeadline].high == doctest::Approx(1 / (0.25 + 0.75 / 8)));
  CHECK_FALSE(speedups_together({&half, &half, &quarter}));
}
