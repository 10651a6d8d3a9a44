// Every verdict and every clause, from profiles made by hand.
#include "discover/check_verdicts.h"
#include "discover/testing/sample_profile.h"
#include "discover/verdict.h"
#include "trace/ended_inside.h"
#include <doctest/doctest.h>

using namespace unply;

namespace {

struct Judged {
  explicit Judged(SampleProfile& profile) : loops(profile.trace()), verdicts(judge_loops(loops)) {
    CHECK(check_verdicts(profile.trace(), loops, verdicts));
  }
  const LoopVerdict& operator[](size_t loop) const { return verdicts[loop]; }
  SourceLoops loops;
  std::vector<LoopVerdict> verdicts;
};

std::string variables(const std::string& list) { return "\"variables\":[" + list + "]"; }
std::string scalar(const std::string& name, const std::string& kind, const std::string& more = "") {
  return "\"scalars\":[{\"name\":\"" + name + "\",\"kind\":\"" + kind + "\",\"line\":12" +
         (more.empty() ? "" : "," + more) + "}]";
}
using Names = std::vector<std::string>;
constexpr auto kFlow = EdgeKind::flow, kAnti = EdgeKind::anti, kOutput = EdgeKind::output;

} // namespace

TEST_CASE("names of variables lose their decorations") {
  CHECK(variable_name("a[]").base == "a");
  CHECK(variable_name("a[]").through);
  CHECK(variable_name("*p").base == "p");
  CHECK(variable_name("*p").through);
  CHECK(variable_name("s.n").base == "s");
  CHECK_FALSE(variable_name("s.n").through);
  CHECK(variable_name("p->x").key() == "p[]");
  CHECK(variable_name("a[].x[]").base == "a");
  CHECK(variable_name("this->sum").base == "sum");
  CHECK(variable_name("").base.empty());
}

TEST_CASE("a loop without carried dependences is doall, and proven if the compiler says so") {
  SampleProfile p;
  p.loop(10, 12);
  p.loop(20, 22, "\"proven\":true");
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(evidence_text(judged.loops, judged.loops[0], judged[0]) == "observed on 1 input, 100 iterations");
  CHECK(evidence_text(judged.loops, judged.loops[1], judged[1]) == "proven");
}

TEST_CASE("loops that did not run, or ran once, get no verdict") {
  SampleProfile p;
  p.loop(10, 12, "", 0);
  p.loop(20, 22, "", 1);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::never);
  CHECK(evidence_text(judged.loops, judged.loops[0], judged[0]) == "never executed");
  CHECK(judged[1].verdict == Verdict::few);
}

TEST_CASE("a flow dependence of distance 1 is serial, with both lines") {
  SampleProfile p;
  auto loop = p.loop(10, 12);
  p.carried(loop, kFlow, p.site(11, "u[]", true), p.site(12, "u[]"));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::serial);
  REQUIRE(judged[0].blockers.size() == 1);
  CHECK(judged[0].blockers[0].what == "flow through u[] from line 11 to line 12, distance 1");
  CHECK(judged[0].least_distance == 1);
}

TEST_CASE("a[i+k] = a[i] + 1 is guarded by its distance, never doall; doacross where the distance was seen") {
  SampleProfile p;
  const std::string guards = "\"guards\":[{\"variable\":\"a[]\",\"condition\":\"k >= n\"}]";
  p.loop(10, 12, guards, 1000);
  auto loop = p.loop(20, 22, guards, 5000);
  p.carried(loop, kFlow, p.site(21, "a[]", true), p.site(21, "a[]"), 1000, 1000);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::guarded);
  CHECK(judged[0].notes.at(0) == "independent while k >= n");
  CHECK(judged[0].test == "k >= n");
  CHECK(judged[0].tested());
  CHECK(judged[1].verdict == Verdict::doacross);
  CHECK(judged[1].least_distance == 1000);
  CHECK(judged[1].notes.at(0).starts_with("any 1000 iterations in a row are independent of each other"));
}

TEST_CASE("a guarded loop has a test only if all of its conditions have words") {
  SampleProfile p;
  p.loop(10, 12, R"("guards":[{"variable":"a[]","condition":"k >= n"},{"variable":"b[]","condition":"m >= n"}])", 9);
  p.loop(20, 22, R"("guards":[{"variable":"a[]","condition":"k >= n"},{"variable":"b[]"}])", 9);
  Judged judged(p);
  CHECK(judged[0].test == "k >= n && m >= n");
  CHECK(judged[1].verdict == Verdict::guarded);
  CHECK_FALSE(judged[1].tested());
}

TEST_CASE("a guarded loop that carried a dependence is refused by the check if it has a test") {
  SampleProfile p;
  auto loop = p.loop(20, 22, "", 5000);
  p.carried(loop, kFlow, p.site(21, "a[]", true), p.site(21, "a[]"), 1000, 1000);
  SourceLoops loops(p.trace());
  auto verdicts = judge_loops(loops);
  verdicts[0].verdict = Verdict::guarded;
  CHECK(check_verdicts(p.trace(), loops, verdicts));
  verdicts[0].test = "k >= n";
  CHECK_FALSE(check_verdicts(p.trace(), loops, verdicts));
}

TEST_CASE("distances that vary are serial") {
  SampleProfile p;
  auto loop = p.loop(10, 12, "", 5000);
  p.carried(loop, kFlow, p.site(11, "a[]", true), p.site(11, "a[]"), 300, 900, 1);
  CHECK(Judged(p)[0].verdict == Verdict::serial);
}

TEST_CASE("a dependence that is seen once, late, counts as much as any") {
  SampleProfile p;
  auto loop = p.loop(10, 12, "", 400);
  p.carried(loop, kFlow, p.site(11, "a[]", true), p.site(11, "a[]"), 1, 1, 1);
  CHECK(Judged(p)[0].verdict == Verdict::serial);
}

TEST_CASE("a scalar in memory that each iteration sets is private") {
  SampleProfile p;
  auto loop = p.loop(10, 12, variables(variable_fact("t", "local", "scalar")));
  auto set = p.site(11, "t", true), use = p.site(12, "t");
  p.carried(loop, kOutput, set, set);
  p.carried(loop, kAnti, use, set);
  p.within(loop, kFlow, set, use);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(judged[0].clauses.privates == Names{"t"});
  CHECK(judged[0].carried.at(0).treatment == Treatment::privatised);
}

TEST_CASE("the same variable declared inside needs no clause") {
  SampleProfile p;
  auto loop = p.loop(10, 12, variables(variable_fact("t", "inside", "scalar")));
  auto set = p.site(11, "t", true);
  p.carried(loop, kOutput, set, set);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(judged[0].clauses.privates.empty());
}

TEST_CASE("firstprivate: a value from before the loop is read in it") {
  SampleProfile p;
  auto loop = p.loop(10, 14, variables(variable_fact("t", "local", "scalar")));
  auto before = p.site(5, "t", true), set = p.site(12, "t", true), use = p.site(11, "t");
  p.carried(loop, kOutput, set, set, 1, 7, 20);
  p.carried(loop, kAnti, use, set);
  p.within(kNoLoop, kFlow, before, use);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(judged[0].clauses.firstprivates == Names{"t"});
  CHECK(judged[0].clauses.in_order);
}

TEST_CASE("lastprivate: a value is read behind the loop, and every iteration writes it") {
  SampleProfile p;
  auto loop = p.loop(10, 14, variables(variable_fact("t", "local", "scalar")));
  auto set = p.site(12, "t", true), behind = p.site(20, "t");
  p.carried(loop, kOutput, set, set, 1, 1, 99);
  p.within(kNoLoop, kFlow, set, behind);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(judged[0].clauses.lastprivates == Names{"t"});
}

TEST_CASE("no lastprivate where only some iterations write it") {
  SampleProfile p;
  auto loop = p.loop(10, 14, variables(variable_fact("t", "local", "scalar")));
  auto set = p.site(12, "t", true), behind = p.site(20, "t");
  p.carried(loop, kOutput, set, set, 1, 5, 20);
  p.within(kNoLoop, kFlow, set, behind);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::serial);
  CHECK(judged[0].blockers.at(0).fix == "privatise t, and set it behind the loop: not every iteration writes it");
}

TEST_CASE("an array that each iteration fills is private") {
  SampleProfile p;
  auto loop = p.loop(10, 14, variables(variable_fact("tmp", "local", "array", "\"elements\":8")));
  auto set = p.site(11, "tmp[]", true), use = p.site(13, "tmp[]");
  p.carried(loop, kOutput, set, set);
  p.carried(loop, kAnti, use, set);
  p.within(loop, kFlow, set, use);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(judged[0].clauses.privates == Names{"tmp"});
}

TEST_CASE("an array that is read behind the loop is not private") {
  SampleProfile p;
  auto loop = p.loop(10, 14, variables(variable_fact("tmp", "local", "array")));
  auto set = p.site(11, "tmp[]", true);
  p.carried(loop, kOutput, set, set);
  p.within(kNoLoop, kFlow, set, p.site(20, "tmp[]"));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::serial);
  CHECK(judged[0].blockers.at(0).fix == "privatise tmp and write back what is read behind the loop");
}

TEST_CASE("a[i] = a[i+1] reads ahead: a copy, not a private array") {
  SampleProfile p;
  auto loop = p.loop(10, 12, variables(variable_fact("a", "local", "array")));
  p.carried(loop, kAnti, p.site(11, "a[]"), p.site(11, "a[]", true));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::serial);
  CHECK(judged[0].blockers.at(0).fix == "read from a copy of a that is made before the loop");
}

TEST_CASE("memory behind a pointer cannot be private: allocate it inside") {
  SampleProfile p;
  auto loop = p.loop(10, 14, variables(variable_fact("buf", "local", "pointer")));
  auto set = p.site(11, "buf[]", true);
  p.carried(loop, kOutput, set, set);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::serial);
  CHECK(judged[0].blockers.at(0).fix == "privatise: allocate buf[] inside the loop");
}

TEST_CASE("a global that a called function uses cannot be private, one that the loop alone uses can") {
  for (bool called : {true, false}) {
    SampleProfile p;
    auto loop = p.loop(10, 14, variables(variable_fact("g", "global", "scalar")));
    auto set = called ? p.site(3, "g", true, Update::none, "callee") : p.site(12, "g", true);
    p.carried(loop, kOutput, set, set);
    Judged judged(p);
    CHECK(judged[0].verdict == (called ? Verdict::serial : Verdict::doall));
    CHECK(judged[0].clauses.privates == (called ? Names{} : Names{"g"}));
  }
}

TEST_CASE("memory without a name blocks") {
  SampleProfile p;
  auto loop = p.loop(10, 14);
  auto set = p.site(12, "", true);
  p.carried(loop, kOutput, set, set);
  CHECK(Judged(p)[0].verdict == Verdict::serial);
}

TEST_CASE("two names of one object are judged together") {
  SampleProfile p;
  auto loop =
      p.loop(10, 14, variables(variable_fact("t", "local", "array") + "," + variable_fact("q", "local", "pointer")));
  auto set = p.site(11, "t[]", true), other = p.site(12, "q[]", true);
  p.carried(loop, kOutput, set, other);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::serial);
  CHECK(judged[0].clauses.privates.empty());
}

TEST_CASE("reductions in memory: every operator") {
  const std::pair<Update, const char*> kAll[] = {
      {Update::sum, "+"},      {Update::product, "*"}, {Update::bits_and, "&"}, {Update::bits_or, "|"},
      {Update::bits_xor, "^"}, {Update::least, "min"}, {Update::most, "max"}};
  for (auto [update, op] : kAll) {
    SampleProfile p;
    auto loop = p.loop(10, 12, variables(variable_fact("s", "global", "scalar")));
    auto read = p.site(11, "s", false, update), write = p.site(11, "s", true, update);
    p.carried(loop, kFlow, write, read);
    p.carried(loop, kOutput, write, write);
    p.within(loop, kAnti, read, write);
    Judged judged(p);
    CHECK(judged[0].verdict == Verdict::reduction);
    REQUIRE(judged[0].clauses.reductions.size() == 1);
    CHECK(judged[0].clauses.reductions[0].op == op);
    CHECK(judged[0].clauses.reductions[0].item == "s");
    CHECK(judged[0].rewrites.empty());
  }
}

TEST_CASE("a sum that is read in the loop is no reduction") {
  SampleProfile p;
  auto loop = p.loop(10, 13, variables(variable_fact("s", "local", "scalar")));
  auto read = p.site(11, "s", false, Update::sum), write = p.site(11, "s", true, Update::sum), use = p.site(12, "s");
  p.carried(loop, kFlow, write, read);
  p.within(loop, kFlow, write, use);
  CHECK(Judged(p)[0].verdict == Verdict::serial);
}

TEST_CASE("updates by two operators are no reduction") {
  SampleProfile p;
  auto loop = p.loop(10, 13, variables(variable_fact("s", "local", "scalar")));
  p.carried(loop, kFlow, p.site(11, "s", true, Update::sum), p.site(12, "s", false, Update::product));
  CHECK(Judged(p)[0].verdict == Verdict::serial);
}

TEST_CASE("a histogram in an array is a reduction of the array, behind a pointer it needs atomic updates") {
  for (bool array : {true, false}) {
    SampleProfile p;
    auto loop = p.loop(10, 12, variables(variable_fact("h", "local", array ? "array" : "pointer", "\"elements\":256")));
    auto read = p.site(11, "h[]", false, Update::sum), write = p.site(11, "h[]", true, Update::sum);
    p.carried(loop, kFlow, write, read, 1, 60);
    Judged judged(p);
    CHECK(judged[0].verdict == Verdict::reduction);
    CHECK(judged[0].clauses.reductions.at(0).item == (array ? "h" : "h[]"));
    CHECK(judged[0].rewrites.size() == (array ? 0 : 1));
    if (!array) CHECK(judged[0].rewrites[0].fix.starts_with("make the update of h[] atomic"));
  }
}

TEST_CASE("a sum through a pointer is a section of one element, in a member it needs a local variable") {
  SampleProfile p;
  auto loop = p.loop(10, 12, variables(variable_fact("out", "parameter", "pointer")));
  auto update = p.site(11, "*out", true, Update::sum);
  p.carried(loop, kFlow, update, p.site(11, "*out", false, Update::sum));
  auto other = p.loop(20, 22, variables(variable_fact("s", "member", "scalar")));
  p.carried(other, kFlow, p.site(21, "this->s", true, Update::sum), p.site(21, "this->s", false, Update::sum));
  Judged judged(p);
  CHECK(judged[0].clauses.reductions.at(0).item == "out[:1]");
  CHECK(judged[0].rewrites.empty());
  CHECK(judged[1].verdict == Verdict::reduction);
  CHECK(judged[1].rewrites.at(0).fix == "update a local variable in the loop, and this->s once behind it");
}

TEST_CASE("reductions in registers") {
  SampleProfile p;
  p.loop(10, 12,
         scalar("s", "reduction", "\"operator\":\"max\"") + "," +
             variables(variable_fact("s", "local", "scalar", "\"written\":true")));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::reduction);
  CHECK(judged[0].clauses.reductions.at(0) == ReductionClause{"max", "s", "s", false});
  CHECK(judged[0].clauses.privates.empty());
}

TEST_CASE("an index that a function gets a reference to is the loop's own, as long as only the head sets it") {
  SampleProfile p;
  const std::string index = variables(variable_fact("i", "inside", "scalar", "\"written\":true,\"read\":true"));
  for (uint32_t line : {10, 20}) {
    const uint32_t loop = p.loop(line, line + 2, index), step = p.site(line, "i", true);
    const uint32_t read = p.site(line + 90, "key", false, Update::none, "g");
    p.carried(loop, kFlow, step, read), p.carried(loop, kFlow, step, step);
    p.carried(loop, kAnti, read, step), p.carried(loop, kOutput, step, step);
  }
  p.carried(1, kFlow, p.site(21, "i", true), p.site(21, "i"));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(judged[0].carried.front().treatment == Treatment::own_variable);
  CHECK(judged[1].verdict == Verdict::serial);
}

TEST_CASE("sums in registers that are parts of an object, elements of an array, or behind a pointer") {
  SampleProfile p;
  auto sums = [](const std::string& name, const std::string& op, const std::string& line) {
    return R"({"name":")" + name + R"(","kind":"reduction","operator":")" + op + R"(","line":)" + line +
           ",\"column\":5}";
  };
  auto facts = [&](const std::string& variable, const std::string& scalars) {
    return variables(variable) + ",\"scalars\":[" + scalars + "]";
  };
  const std::string two = variable_fact("a", "local", "array", "\"elements\":2,\"written\":true");
  p.loop(10, 12, facts(two, sums("a[]", "+", "11") + "," + sums("a[]", "+", "12")));
  p.loop(20, 22, facts(two, sums("a[]", "+", "21"))); // a copy of the other element would be wrong
  p.loop(30, 32, facts(two, sums("a[]", "+", "31") + "," + sums("a[]", "max", "32")));
  const std::string object = variable_fact("s", "local", "class", "\"written\":true");
  p.loop(40, 42, facts(object, sums("s.n", "+", "41")));
  p.loop(50, 52, facts(object, sums("s.n", "+", "81"))); // in a function that the loop calls
  const std::string pointer = R"({"name":"out","scope":"parameter","shape":"pointer","elements_first":"carried"})";
  p.loop(60, 62, facts(pointer, sums("total", "+", "61")));
  p.loop(70, 72, facts(variable_fact("out", "parameter", "pointer"), sums("total", "+", "71")));
  p.loop(80, 82, facts(object, sums("calls", "+", "91"))); // it may count in a function that the loop calls
  Judged judged(p);
  REQUIRE(judged[0].clauses.reductions.size() == 1);
  CHECK(judged[0].clauses.reductions[0].item == "a");
  CHECK(judged[1].verdict == Verdict::serial);
  CHECK(judged[2].verdict == Verdict::serial);
  CHECK(judged[3].verdict == Verdict::reduction);
  REQUIRE(judged[3].rewrites.size() == 1);
  CHECK(judged[3].rewrites[0].fix == "update a local variable in the loop, and s.n once behind it");
  CHECK(judged[4].verdict == Verdict::reduction);
  REQUIRE(judged[4].rewrites.size() == 1);
  CHECK(judged[4].rewrites[0].fix ==
        "give each thread its own s, and combine these behind the loop (declare reduction)");
  REQUIRE(judged[5].clauses.reductions.size() == 1);
  CHECK(judged[5].clauses.reductions[0].item == "out[:1]");
  CHECK(judged[6].verdict == Verdict::reduction);
  REQUIRE(judged[6].rewrites.size() == 1);
  CHECK(judged[6].rewrites[0].what == "no reduction clause can name total");
  CHECK(judged[7].verdict == Verdict::serial);
}

TEST_CASE("a reduction without a known operator is serial") {
  SampleProfile p;
  p.loop(10, 12, scalar("s", "reduction"));
  p.loop(20, 22, scalar("s", "reduction", "\"operator\":\">>\""));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::serial);
  CHECK(judged[1].verdict == Verdict::serial);
}

TEST_CASE("a maximum with its place needs more than a clause") {
  SampleProfile p;
  p.loop(10, 12, scalar("best", "reduction", "\"operator\":\"max\",\"with\":[\"where\"]"));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::reduction);
  CHECK(judged[0].rewrites.at(0).what == "where goes along with best");
}

TEST_CASE("recurrences and other values in registers are serial, with distance 1 and the variable") {
  for (const char* kind : {"recurrence", "carried", "something new"}) {
    SampleProfile p;
    p.loop(10, 12, scalar("prev", kind));
    Judged judged(p);
    CHECK(judged[0].verdict == Verdict::serial);
    CHECK(judged[0].blockers.at(0).what == "flow through prev at line 12, distance 1");
  }
}

TEST_CASE("the loop's own index is no obstacle, another induction must be computed") {
  SampleProfile p;
  p.loop(10, 12, scalar("i", "induction"));
  p.loop(20, 22, scalar("k", "induction"));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(judged[0].rewrites.empty());
  CHECK(judged[1].verdict == Verdict::doall);
  CHECK(judged[1].rewrites.at(0).fix == "compute k from the iteration's number");
}

TEST_CASE("variables in registers: private if written, lastprivate if used behind, none for the index") {
  SampleProfile p;
  const std::string w = "\"written\":true";
  p.loop(10, 12,
         variables(variable_fact("i", "local", "scalar", w) + "," + variable_fact("j", "local", "scalar", w) + "," +
                   variable_fact("v", "local", "scalar", w) + "," + variable_fact("n", "parameter", "scalar") + "," +
                   variable_fact("x", "inside", "scalar", w)) +
             ",\"last\":[\"v\"]");
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(judged[0].clauses.privates == Names{"j"});
  CHECK(judged[0].clauses.lastprivates == Names{"v"});
}

TEST_CASE("break, return, goto and throw keep a loop serial") {
  for (const char* kind : {"break", "return", "goto", "throw"}) {
    SampleProfile p;
    p.loop(10, 14, std::string("\"exits\":[{\"kind\":\"") + kind + "\",\"line\":12,\"column\":7}]");
    Judged judged(p);
    CHECK(judged[0].verdict == Verdict::serial);
    CHECK(judged[0].blockers.at(0).what == std::string("leaves the loop early at line 12 (") + kind + ")");
  }
}

TEST_CASE("calls: arithmetic is harmless, output is serial, state is serial, the unknown is said") {
  SampleProfile p;
  for (const char* name : {"sin", "_ZNSolsEi", "rand", "mystery"})
    p.call(p.loop(10 * (p.trace().loops.loops.size() + 1), 12 + 10 * p.trace().loops.loops.size()), name);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(judged[0].certain());
  CHECK(judged[1].verdict == Verdict::serial);
  CHECK(judged[2].verdict == Verdict::serial);
  CHECK(judged[3].verdict == Verdict::doall);
  CHECK(judged[3].unseen == Names{"mystery"});
}

TEST_CASE("a call in an inner loop counts for the outer one") {
  SampleProfile p;
  auto outer = p.loop(10, 20);
  p.call(p.loop(12, 14, "", 100, static_cast<int>(outer)), "puts");
  CHECK(Judged(p)[0].verdict == Verdict::serial);
}

TEST_CASE("heads that OpenMP does not accept, and macros, get no directive; loops that are not counted are serial") {
  SampleProfile p;
  p.loop(10, 12, "\"form\":\"while\",\"canonical\":false");
  p.loop(20, 22, "\"canonical\":false,\"not_canonical\":\"the step is not constant\"");
  p.loop(30, 32, "\"macro_statement\":true");
  p.loop(40, 42, "\"canonical\":false,\"not_canonical\":\"the test does not compare 'i' by <\"");
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::serial);
  CHECK(judged[0].blockers.at(0).what == "how often it runs is known only when it ends");
  CHECK(judged[1].verdict == Verdict::doall);
  CHECK(judged[1].no_directive == "OpenMP does not accept its head: the step is not constant");
  CHECK(judged[2].no_directive == "it comes from a macro");
  CHECK(judged[3].verdict == Verdict::serial);
}

TEST_CASE("a list is followed in order, its elements can be worked on at once: a pipeline") {
  SampleProfile p;
  const std::string head =
      "\"index\":\"p\",\"canonical\":false,\"not_canonical\":\"the test does not compare 'p' by <\",";
  p.loop(10, 12, head + scalar("p", "carried") + "," + variables(variable_fact("p", "inside", "pointer")));
  p.loop(20, 22, head + scalar("p", "carried") + "," + variables(variable_fact("p", "inside", "scalar")));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::pipeline);
  CHECK(judged[0].notes.at(0).starts_with("p is followed in order"));
  CHECK(judged[1].verdict == Verdict::serial);
}

TEST_CASE("a range's iterator is the directive's own; a value of a called function is not to be named") {
  SampleProfile p;
  p.loop(10, 12,
         "\"form\":\"range\"," + scalar("__begin1", "recurrence") + "," +
             variables(variable_fact("v", "local", "class")));
  p.loop(20, 22,
         scalar("sum", "reduction", "\"operator\":\"+\"") + "," + variables(variable_fact("v", "local", "class")));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(judged[1].verdict == Verdict::serial);
}

TEST_CASE("wavefront: both loops of a nest carry constant distances") {
  SampleProfile p;
  auto outer = p.loop(10, 14), inner = p.loop(11, 14, "", 100, static_cast<int>(outer));
  auto write = p.site(12, "h[]", true), read = p.site(12, "h[]");
  p.carried(outer, kFlow, write, read);
  p.reaches(-2, -2);
  p.carried(inner, kFlow, write, read);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doacross);
  CHECK(judged[1].verdict == Verdict::doacross);
  CHECK(judged[0].notes.at(0).contains("each 3 iterations of that loop behind"));
  CHECK(judged[0].sinks.empty()); // the facts do not say that the nest is perfect
}

TEST_CASE("no wavefront where a row may need all of the row before, or it is not known how much of it") {
  for (int64_t least : {0, -40, -60}) {
    SampleProfile p;
    auto outer = p.loop(10, 14), inner = p.loop(11, 14, "", 100, static_cast<int>(outer));
    auto write = p.site(12, "h[]", true), read = p.site(12, "h[]");
    p.carried(outer, kFlow, write, read);
    if (least != 0) p.reaches(least, 60);
    p.carried(inner, kFlow, write, read);
    CHECK(Judged(p)[0].verdict == (least == -40 ? Verdict::doacross : Verdict::serial));
  }
}

TEST_CASE("a perfect nest waits for its vectors, a single loop for its distances") {
  SampleProfile p;
  auto outer = p.loop(10, 14, "\"inner\":[11,3],\"rectangular\":1,\"step\":1"),
       inner = p.loop(11, 14, "\"step\":2", 100, static_cast<int>(outer));
  auto write = p.site(12, "h[]", true), read = p.site(12, "h[]"), other = p.site(13, "h[]");
  p.carried(outer, kFlow, write, read);
  p.reaches(0, 0);
  p.carried(outer, kFlow, write, other, 2, 2);
  p.reaches(1, 1);
  p.carried(inner, kFlow, write, read);
  auto single = p.loop(20, 22, "\"step\":1");
  p.carried(single, kFlow, p.site(21, "a[]", true), p.site(21, "a[]"), 4, 4);
  Judged judged(p);
  CHECK(judged[0].sinks == std::vector<Sink>{{1, 0}, {2, 1}});
  CHECK(judged[0].ordered_inner == 1);
  CHECK_FALSE(judged[1].waits());
  CHECK(judged[2].sinks == std::vector<Sink>{{4, 0}});
}

TEST_CASE("no wavefront where a row needs all of the row before, or where the outer loop works beside the inner one") {
  SampleProfile p;
  auto outer = p.loop(10, 18), inner = p.loop(11, 17, "", 100, static_cast<int>(outer));
  auto deepest = p.loop(13, 15, "", 100, static_cast<int>(inner));
  auto write = p.site(12, "h[]", true), read = p.site(12, "h[]"), deep = p.site(14, "h[]");
  p.carried(outer, kFlow, write, deep);
  p.carried(inner, kFlow, write, read);
  p.within(deepest, kAnti, deep, write);
  auto other = p.loop(30, 38), beside = p.loop(33, 35, "", 100, static_cast<int>(other));
  p.carried(other, kFlow, p.site(31, "x[]", true), p.site(31, "x[]"));
  p.carried(beside, kFlow, p.site(34, "y[]", true), p.site(34, "y[]"));
  Judged judged(p);
  for (const LoopVerdict& verdict : judged.verdicts) CHECK(verdict.verdict != Verdict::doacross);
  CHECK(judged[0].verdict == Verdict::serial);
}

TEST_CASE("three nested loops of a Gauss-Seidel sweep") {
  SampleProfile p;
  auto t = p.loop(10, 14), i = p.loop(11, 14, "", 100, static_cast<int>(t)),
       j = p.loop(12, 14, "", 100, static_cast<int>(i));
  auto write = p.site(13, "a[]", true), read = p.site(13, "a[]");
  for (auto loop : {t, i, j}) {
    p.carried(loop, kFlow, write, read);
    p.reaches(-1, 0);
  }
  Judged judged(p);
  for (size_t loop : {0, 1, 2}) CHECK(judged[loop].verdict == Verdict::doacross);
}

TEST_CASE("LU: the update's two loops are doall, the elimination loop is not") {
  SampleProfile p;
  auto k = p.loop(10, 20), i = p.loop(12, 18, "", 100, static_cast<int>(k)),
       j = p.loop(14, 16, "", 100, static_cast<int>(i));
  auto write = p.site(15, "a[]", true), pivot = p.site(13, "a[]");
  p.carried(k, kFlow, write, pivot, 1, 1);
  p.within(i, kFlow, p.site(13, "a[]", true), p.site(15, "a[]"));
  Judged judged(p);
  CHECK(judged[k].verdict == Verdict::serial);
  CHECK(judged[i].verdict == Verdict::doall);
  CHECK(judged[j].verdict == Verdict::doall);
}

TEST_CASE("a pipeline: a state that advances in the first lines, the work in a loop behind them") {
  SampleProfile p;
  auto outer = p.loop(10, 20, "", 100, -1, 1000);
  p.loop(14, 18, "", 100, static_cast<int>(outer), 900);
  p.carried(outer, kFlow, p.site(12, "state", true), p.site(12, "state"));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::pipeline);
  CHECK(judged[0].in_order_end.line == 12);
}

TEST_CASE("no pipeline where the chain goes through the inner loop") {
  SampleProfile p;
  auto outer = p.loop(10, 20, "", 100, -1, 1000);
  p.loop(14, 18, "", 100, static_cast<int>(outer), 900);
  p.carried(outer, kFlow, p.site(15, "state", true), p.site(12, "state"));
  CHECK(Judged(p)[0].verdict == Verdict::serial);
}

TEST_CASE("a loop in which the program ended is serial; those inside that had ended are not") {
  SampleProfile p;
  auto outer = p.loop(10, 20);
  p.loop(12, 14, "", 100, static_cast<int>(outer));
  p.call(outer, std::string(kEndedInside), 1);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::serial);
  CHECK(judged[0].unseen.empty());
  CHECK(judged[0].blockers.size() == 1);
  CHECK(judged[1].verdict == Verdict::doall);
}

TEST_CASE("a loop that an exception has left is serial; those around it are not") {
  SampleProfile p;
  auto outer = p.loop(10, 20);
  p.call(p.loop(12, 14, "", 100, static_cast<int>(outer)), std::string(kThrownOut), 1);
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::doall);
  CHECK(judged[0].unseen.empty());
  CHECK(judged[1].verdict == Verdict::serial);
  REQUIRE(judged[1].blockers.size() == 1);
  CHECK(judged[1].blockers[0].what == "an exception, or the end of the program, left it");
}

TEST_CASE("a nest of few iterations is collapsed") {
  SampleProfile p;
  auto outer = p.loop(10, 14, "\"inner\":[11,3],\"rectangular\":1", 8);
  p.loop(11, 14, "", 1000, static_cast<int>(outer));
  auto long_one = p.loop(20, 24, "\"inner\":[21,3],\"rectangular\":1", 1000);
  p.loop(21, 24, "", 1000, static_cast<int>(long_one));
  Judged judged(p);
  CHECK(judged[0].clauses.collapse == 2);
  CHECK(judged[2].clauses.collapse == 1);
}

TEST_CASE("a nest is collapsed up to the loop whose bounds have an index of the nest") {
  SampleProfile p;
  auto blocks = p.loop(10, 16, "\"inner\":[11,3],\"rectangular\":1", 2);
  auto rows = p.loop(11, 16, "\"inner\":[12,3],\"rectangular\":2", 2, static_cast<int>(blocks));
  auto columns = p.loop(12, 16, "\"inner\":[13,3],\"rectangular\":1", 2, static_cast<int>(rows)); // of the block
  p.loop(13, 16, "", 2, static_cast<int>(columns));
  Judged judged(p);
  CHECK(judged[0].clauses.collapse == 2);
  CHECK(judged[1].clauses.collapse == 3);
}

TEST_CASE("copies of one statement are judged together") {
  SampleProfile p;
  auto first = p.loop(10, 12), second = p.loop(10, 12);
  p.carried(second, kFlow, p.site(11, "a[]", true), p.site(11, "a[]"));
  Judged judged(p);
  REQUIRE(judged.loops.size() == 1);
  CHECK(judged.loops[0].iterations == 200);
  CHECK(judged.loops[0].instances == 2);
  CHECK(judged[0].verdict == Verdict::serial);
  CHECK(judged.loops.loop_of_row(first) == 0);
}

TEST_CASE("facts that are missing, wrong or no JSON leave defaults") {
  CHECK_FALSE(parse_facts("").known);
  CHECK_FALSE(parse_facts("[1]").known);
  CHECK_FALSE(parse_facts("{\"form\":").known);
  LoopFacts facts =
      parse_facts("{\"form\":7,\"begin\":[1],\"canonical\":\"yes\",\"variables\":{},\"scalars\":[3],\"exits\":[{}]}");
  CHECK(facts.known);
  CHECK(facts.form.empty());
  CHECK(facts.begin.line == 0);
  CHECK_FALSE(facts.canonical);
  CHECK_FALSE(facts.has_variables);
  CHECK(facts.scalars.at(0).kind == ScalarKind::carried);
  CHECK(facts.exits.size() == 1);
}

TEST_CASE("the check refuses verdicts that the profile contradicts") {
  auto refuses = [](SampleProfile& p, auto spoil) {
    SourceLoops loops(p.trace());
    std::vector<LoopVerdict> verdicts = judge_loops(loops);
    spoil(verdicts[0]);
    return !check_verdicts(p.trace(), loops, verdicts);
  };
  SampleProfile flow;
  auto loop = flow.loop(10, 12);
  flow.carried(loop, kFlow, flow.site(11, "a[]", true), flow.site(11, "a[]"));
  CHECK(refuses(flow, [](LoopVerdict& v) { v.verdict = Verdict::doall; }));
  CHECK_FALSE(refuses(flow, [](LoopVerdict&) {}));

  SampleProfile output;
  loop = output.loop(10, 12, variables(variable_fact("t", "local", "scalar")));
  auto set = output.site(11, "t", true);
  output.carried(loop, kOutput, set, set);
  CHECK(refuses(output, [](LoopVerdict& v) { v.clauses.privates.clear(); }));

  SampleProfile sum;
  loop = sum.loop(10, 12, variables(variable_fact("s", "local", "scalar")));
  sum.carried(loop, kFlow, sum.site(11, "s", true, Update::sum), sum.site(11, "s", false, Update::sum));
  CHECK(refuses(sum, [](LoopVerdict& v) { v.clauses.reductions[0].op = "*"; }));
  CHECK(refuses(sum, [](LoopVerdict& v) { v.clauses.reductions.clear(); }));

  SampleProfile left, thrown, held, behind;
  thrown.call(thrown.loop(10, 14), std::string(kThrownOut), 1);
  CHECK(refuses(thrown, [](LoopVerdict& v) { v.verdict = Verdict::doall; }));
  SampleProfile ended;
  ended.call(ended.loop(10, 14), std::string(kEndedInside), 1);
  CHECK(refuses(ended, [](LoopVerdict& v) { v.verdict = Verdict::doall; }));
  left.loop(10, 14, "\"exits\":[{\"kind\":\"break\",\"line\":12}]");
  held.loop(10, 14, scalar("x", "recurrence"));
  loop = behind.loop(10, 14, variables(variable_fact("buf", "local", "pointer")));
  set = behind.site(11, "buf[]", true);
  behind.carried(loop, kOutput, set, set);
  CHECK(refuses(left, [](LoopVerdict& v) { v.verdict = Verdict::doall; }));
  CHECK(refuses(held, [](LoopVerdict& v) { v.verdict = Verdict::doall; }));
  CHECK(refuses(behind, [](LoopVerdict& v) { v.verdict = Verdict::doall, v.clauses.privates = {"buf"}; }));
}

TEST_CASE("elements at constant places that registers hold: clauses of an array, not of what a pointer points to") {
  SampleProfile p;
  const std::string t = R"({"name":"t","scope":"local","shape":"array","elements":100,"written":true,"always":true,)";
  p.loop(10, 12, variables(t + R"("elements_first":"write"})"));
  p.loop(20, 22, variables(t + R"("elements_first":"read"})"));
  p.loop(30, 32, variables(t + R"("elements_first":"write","used_behind":true})"));
  p.loop(40, 42, variables(t + R"("elements_first":"carried"})"));
  const std::string q = R"({"name":"q","scope":"parameter","shape":"pointer","read":true,"elements_first":"write"})";
  p.loop(50, 52, variables(q));
  Judged judged(p);
  CHECK(judged[0].clauses.privates == Names{"t"});
  CHECK(judged[1].clauses.firstprivates == Names{"t"});
  CHECK(judged[2].clauses.lastprivates == Names{"t"});
  CHECK(judged[2].clauses.privates.empty());
  CHECK(judged[3].verdict == Verdict::serial);
  REQUIRE(judged[4].verdict == Verdict::serial);
  CHECK(judged[4].blockers[0].fix == "privatise: allocate q inside the loop");
}

TEST_CASE("a variable that an inlined function sets by its address, and a member, are private in registers") {
  SampleProfile p;
  p.loop(10, 12, variables(R"({"name":"t","scope":"local","shape":"scalar","address":true,"assigned":true})"));
  p.loop(20, 22, variables(R"({"name":"t","scope":"local","shape":"scalar","address":true})"));
  const std::string m = R"({"name":"m","scope":"member","shape":"scalar","written":true,"always":true,"first":)";
  p.loop(30, 32, variables(m + "\"unknown\"}"));
  p.loop(40, 42, variables(m + "\"read\"}"));
  p.site(31, "this->m", true); // of a copy that did not run
  Judged judged(p);
  CHECK(judged[0].clauses.privates == Names{"t"});
  CHECK(judged[1].clauses.privates.empty());
  CHECK(judged[2].clauses.privates == Names{"m"});
  CHECK(judged[3].verdict == Verdict::serial);
}

TEST_CASE(
    "accesses of the same name on the loop's lines, in another copy or function, do not keep it out of registers") {
  SampleProfile p;
  const std::string private_t = variable_fact("t", "local", "scalar", "\"written\":true");
  const std::string passed = variable_fact("t", "local", "scalar", "\"written\":true,\"address\":true");
  const std::string told = variable_fact("t", "local", "scalar", "\"written\":true,\"address\":true,\"assigned\":true");
  uint32_t line = 0;
  for (const auto& facts : {private_t, passed, told, private_t}) line += 10, p.loop(line, line + 2, variables(facts));
  for (line = 11; line < 50; line += 10) p.site(line, "t", true);
  const uint32_t site = p.site(41, "t", true);
  p.carried(3, kOutput, site, site);
  Judged judged(p);
  CHECK(judged[0].clauses.privates == Names{"t"});
  CHECK(judged[1].clauses.privates.empty()); // it may be in memory, and written where no other iteration writes it
  CHECK(judged[2].clauses.privates == Names{"t"});
  CHECK(judged[3].clauses.privates == Names{"t"}); // by its dependence
  CHECK(judged[3].carried.size() == 1);
}

TEST_CASE("a counter inside a called function is no reduction of the loop, whatever holds it") {
  SampleProfile p;
  auto loop = p.loop(10, 12, variables(R"({"name":"b","scope":"static","shape":"array","written":true})"));
  const uint32_t count = p.site(3, "count", true, Update::sum, "g");
  p.carried(loop, kFlow, count, count);
  const std::string object = R"({"name":"o","scope":"local","shape":"class","read":true})";
  p.loop(20, 22, variables(object) + "," + scalar("o", "induction"));
  Judged judged(p);
  CHECK(judged[0].verdict == Verdict::serial);
  CHECK(judged[1].verdict == Verdict::serial);
}

TEST_CASE("output stops a loop in which it ran, not one whose statement only names it") {
  SampleProfile p;
  const std::string calls = R"("calls":[{"name":"fputc","callee":"fputc","line":11,"column":5}])";
  p.call(p.loop(10, 12, calls), "fputc"), p.loop(20, 22, calls);
  Judged judged(p);
  CHECK((judged[0].verdict == Verdict::serial && judged[1].verdict == Verdict::doall));
}
