// Calls whose arguments have names that a clause cannot repeat, or that the text does not show: macros, static members,
// members of namespaces, variables of each thread, errno and streams.
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#define OUT stderr
#define BIAS settings::bias
#define TABLE table
#define CALL(array) chain(array, length, bonus)

namespace settings {
long bias = 3;
}
static double a[1000], b[1000], table[1000];
static double bonus = 0.5;
static thread_local double own = 2;

struct Limits {
  static long most;
  static double both(int rounds);
};
long Limits::most = 900;

// Too long to be inlined.
#define STEP(factor) \
  for (int i = 1; i < 1000; i++) x[i] = x[i - 1] * factor + i % 7; \
  for (int i = 998; i >= 0; i--) x[i] = (x[i] + x[i + 1]) / 2
double chain(double *x, int rounds, double start) {
  for (int k = 0; k < rounds / 10; k++) {
    x[0] = start + k;
    STEP(0.5);
    STEP(0.25);
    STEP(0.75);
    STEP(0.125);
    STEP(0.875);
  }
  return x[999];
}

double checked(FILE *out, double *x, int rounds) {
  const double last = chain(x, rounds, 1);
  if (last < 0) {
    std::fprintf(out, "negative\n");
    std::exit(1);
  }
  return last;
}

double streams(int rounds) { // calls: tasks
  const double x = checked(OUT, a, rounds);
  const double y = checked(stderr, TABLE, rounds);
  return x + y;
}

double numbers(int rounds) { // calls: tasks
  const double x = chain(a, rounds, 4);
  const double y = chain(b, rounds, BIAS);
  const double z = chain(TABLE, rounds, settings::bias);
  return x + y + z;
}

double of_threads(int rounds) { // calls: tasks
  const double seed = own;
  const double x = chain(a, rounds, seed);
  const double y = chain(b, rounds, bonus);
  return x + y;
}

// Another variable for another thread: tasks without a patch. errno is what a call gives, and is read in order.
double own_of_thread(int rounds) { // calls: tasks none
  const double x = chain(a, rounds, own);
  const double y = chain(b, rounds, own);
  return x + y;
}

double error_number(int rounds) { // calls: serial
  const double x = chain(a, rounds, errno);
  const double y = chain(b, rounds, errno);
  return x + y;
}

double macro_calls(int length) { // calls: serial
  double x, y;
  x = CALL(a);
  y = chain(b, length, bonus);
  return x + y;
}

double Limits::both(int rounds) {
  const double x = chain(a, rounds, most);
  const double y = chain(b, rounds, Limits::most);
  return x + y;
}

double members(int rounds) { // calls: tasks
  Limits limits;
  const double x = chain(a, rounds, limits.most);
  const double y = chain(b, rounds, Limits::most);
  return x + y;
}

double results(int rounds) { // calls: tasks
  settings::bias = static_cast<long>(chain(a, rounds, 2));
  Limits::most = static_cast<long>(chain(b, rounds, 3));
  bonus = chain(TABLE, rounds, 4);
  return bonus + static_cast<double>(settings::bias + Limits::most);
}

double bindings(int rounds) { // calls: serial
  struct Pair {
    int first, second;
  };
  auto [first, second] = Pair{rounds, 4};
  return chain(a, first, 1) + chain(a, second, 2);
}

// By pointers, so that none of them is inlined.
using Function = double (*)(int);
static const volatile Function kFunctions[] = {streams, numbers,       of_threads,  own_of_thread, error_number,
                                               members, Limits::both,  macro_calls, bindings,      results};

int main(int, char **words) {
  const int rounds = std::atoi(words[1]);
  own = 5;
  for (const volatile Function &function : kFunctions) std::printf("%g\n", function(rounds));
  return 0;
}
