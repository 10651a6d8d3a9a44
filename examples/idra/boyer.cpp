// and-parallel, and little of it: a prover in the manner of Boyer and Moore's. A formula is rewritten by lemmas, the
// arguments of each operator independently, and brought into normal form; then it is proven, one step after the other.
//   boyer [VARIABLES [backwards]]     proves that implication is transitive along a chain of VARIABLES; backwards it is
//   not
#include "idra.h"
#include <cstring>
#include <map>
#include <vector>

enum Op { kTrue, kFalse, kVariable, kAnd, kImplies, kIf };
struct Term {
  Op op;
  int variable;
  std::vector<const Term*> arguments;
};

static const Term* make(Op op, std::vector<const Term*> arguments = {}, int variable = 0) {
  return new Term{op, variable, std::move(arguments)};
}

// No if in the test of an if, for a term whose parts are so.
static const Term* normal(const Term* test, const Term* yes, const Term* no) {
  if (test->op != kIf) return make(kIf, {test, yes, no});
  const std::vector<const Term*>& inner = test->arguments;
  return make(kIf, {inner[0], normal(inner[1], yes, no), normal(inner[2], yes, no)});
}

// Lemmas about larger formulas. None holds for the formulas here, but each is tried on each term, as in any such
// prover.
static std::vector<const Term*> lemmas;

static const Term* random_pattern(int levels, Numbers& numbers) {
  if (levels == 0) return make(kVariable);
  const Op op = numbers.below(2) ? kAnd : kImplies;
  const Term* left = random_pattern(levels - 1, numbers);
  return make(op, {left, random_pattern(levels - 1, numbers)});
}

static bool matches(const Term* pattern, const Term* t) {
  if (pattern->op == kVariable) return true;
  if (pattern->op != t->op) return false;
  for (size_t i = 0; i < pattern->arguments.size(); ++i)
    if (!matches(pattern->arguments[i], t->arguments[i])) return false;
  return true;
}

// By the lemmas that say what and, implies are in terms of if.
static const Term* rewrite(const Term* t) {
  std::vector<const Term*> a(t->arguments.size());
  for (size_t i = 0; i < a.size(); ++i)
#pragma exg task
#pragma omp task shared(a)
    a[i] = rewrite(t->arguments[i]);
#pragma omp taskwait
  for (const Term* lemma : lemmas)
    if (matches(lemma, t)) std::abort();
  if (t->op == kAnd) return normal(a[0], a[1], make(kFalse));
  if (t->op == kImplies) return normal(a[0], a[1], make(kTrue));
  return make(t->op, a, t->variable);
}

static bool proven(const Term* t, std::map<int, bool>& known) {
  if (t->op == kTrue || t->op == kFalse) return t->op == kTrue;
  if (t->op == kVariable) return known.count(t->variable) && known[t->variable];
  const Term* test = t->arguments[0];
  if (test->op == kTrue || test->op == kFalse) return proven(t->arguments[test->op == kTrue ? 1 : 2], known);
  auto [at, fresh] = known.try_emplace(test->variable, true);
  if (!fresh) return proven(t->arguments[at->second ? 1 : 2], known);
  bool yes = proven(t->arguments[1], known);
  known[test->variable] = false;
  yes = yes && proven(t->arguments[2], known);
  known.erase(test->variable);
  return yes;
}

// (0 implies 1) and (1 implies 2) and ... as a balanced tree.
static const Term* chain(int first, int last) {
  if (last - first == 1) return make(kImplies, {make(kVariable, {}, first), make(kVariable, {}, last)});
  return make(kAnd, {chain(first, (first + last) / 2), chain((first + last) / 2, last)});
}

int main(int argc, char** argv) {
  const int last = argument(argc, argv, 1, 6, 2, 12) - 1;
  const bool backwards = argc > 2 && std::strcmp(argv[2], "backwards") == 0;
  const Term *first_variable = make(kVariable, {}, 0), *last_variable = make(kVariable, {}, last);
  const Term* claim =
      make(kImplies, {backwards ? last_variable : first_variable, backwards ? first_variable : last_variable});
  Numbers numbers(6);
  for (int i = 0; i < 200; ++i) lemmas.push_back(random_pattern(6, numbers));
  const Term* formula = make(kImplies, {chain(0, last), claim});
  bool holds = false;
  for (Timed part; part.again();) {
    part.start();
#pragma exg trace
#pragma omp parallel
#pragma omp single
#pragma exg task
    {
      std::map<int, bool> known;
      holds = proven(rewrite(formula), known);
    }
  }
  std::printf("boyer %d variables: %s\n", last + 1, holds ? "proven" : "not a theorem");
  return holds == backwards;
}
