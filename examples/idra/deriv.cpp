// and-parallel: symbolic differentiation. The derivatives of the two operands are independent; the node that joins them
// needs both.
//   deriv [LEVELS [DEPTH]]     of a full expression tree; nodes down to DEPTH are tasks, without it all
#include "idra.h"

struct Term {
  char op; // + - * or x, or c for a constant
  uint64_t value;
  const Term *left, *right;
};

static const Term* make(char op, const Term* left, const Term* right, uint64_t value = 0) {
  return new Term{op, value, left, right};
}

static const Term* random_term(int levels, Numbers& numbers) {
  if (levels == 0)
    return numbers.below(2) ? make('x', nullptr, nullptr) : make('c', nullptr, nullptr, numbers.below(9));
  const Term* left = random_term(levels - 1, numbers);
  const Term* right = random_term(levels - 1, numbers);
  return make("+-*"[numbers.below(3)], left, right);
}

static const Term* derive(const Term* t, int depth) {
  if (t->op == 'x' || t->op == 'c') return make('c', nullptr, nullptr, t->op == 'x');
  const Term *left, *right;
  if (depth > 0) {
#pragma exg task
#pragma omp task shared(left)
    left = derive(t->left, depth - 1);
#pragma exg task
#pragma omp task shared(right)
    right = derive(t->right, depth - 1);
#pragma omp taskwait
  } else {
    left = derive(t->left, 0);
    right = derive(t->right, 0);
  }
  if (t->op != '*') return make(t->op, left, right);
  return make('+', make('*', left, t->right), make('*', t->left, right));
}

struct Dual { // a value and its derivative, modulo 2^64
  uint64_t value, slope;
};

static Dual evaluate(const Term* t, uint64_t x) {
  if (t->op == 'x') return {x, 1};
  if (t->op == 'c') return {t->value, 0};
  Dual a = evaluate(t->left, x), b = evaluate(t->right, x);
  if (t->op == '+') return {a.value + b.value, a.slope + b.slope};
  if (t->op == '-') return {a.value - b.value, a.slope - b.slope};
  return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}

int main(int argc, char** argv) {
  const int levels = argument(argc, argv, 1, 7, 0, 22), depth = argument(argc, argv, 2, 1000, 0, 1000);
  Numbers numbers(1);
  const Term* term = random_term(levels, numbers);
  const Term* derivative = nullptr;
  for (Timed part; part.again();) {
    part.start();
#pragma exg trace
#pragma omp parallel
#pragma omp single
#pragma exg task
    derivative = derive(term, depth);
  }
  const uint64_t x = 12345, slope = evaluate(derivative, x).value;
  std::printf("deriv %d levels: slope at %llu is %llu\n", levels, (unsigned long long)x, (unsigned long long)slope);
  return slope != evaluate(term, x).slope;
}
