// Chosen loops that exceptions leave, for handlers in the body, in the function and in a caller, and range-for in a
// template: the same executions and dependences as with pragmas.
// build: $CC $LEVEL $TASKS $SRC -o program
// levels: -O0,-O2
// tasks: --tasks chosen_throwing.cpp:19 --tasks chosen_throwing.cpp:35 --tasks chosen_throwing.cpp:56 --tasks chosen_throwing.cpp:79
// marked: yes
// traces: 5
#include <cstdio>
#include <stdexcept>
#include <vector>
#include <string>
static int total, seen[16], caught;
struct Guard { int* at; ~Guard() { *at += 1; } };
static void check(int i, int limit) { if (i == limit) throw std::runtime_error("x"); }
static void inner(int limit) {
#ifdef MARKED
#pragma exg trace
#endif
  for (int i = 0; i < 6; i++)
#ifdef MARKED
#pragma exg task
#endif
  {
    Guard guard{&seen[i]};
    total += i;
    check(i, limit);
    if (i == limit + 2) throw total;
    seen[i + 1] = total;
  }
}
static void handles(int limit) {
#ifdef MARKED
#pragma exg trace
#endif
  for (int i = 0; i < 6; i++)
#ifdef MARKED
#pragma exg task
#endif
  {
    try {
      total += i;
      check(i, limit);
      seen[8] = total;
    } catch (const std::exception&) {
      caught += total;
      if (i == 3) break;
    }
  }
}
static int outside(int limit) {
  std::string text(40, 'a');
  try {
#ifdef MARKED
#pragma exg trace
#endif
    for (int i = 0; i < 6; i++)
#ifdef MARKED
#pragma exg task
#endif
    {
      total += text[i];
      check(i, limit);
      if (i == 4) throw i;
      seen[9] = total;
    }
  } catch (int i) {
    caught += i;
    return total;
  } catch (const std::exception&) {
    caught++;
  }
  seen[9]++;
  return 0;
}
template <class T> static int range(const std::vector<T>& v, T stop) {
#ifdef MARKED
#pragma exg trace
#endif
  for (const T& x : v)
#ifdef MARKED
#pragma exg task
#endif
  {
    total += int(x);
    if (x == stop) {
      seen[10] = total;
      return total;
    }
    if (x == stop + 1) {
      std::vector<int> copy(3, total);
      seen[11] += copy[1];
      break;
    }
  }
  return 1;
}
int main() {
  int sum = 0;
  std::vector<int> v{1, 2, 3, 4};
  std::vector<double> w{1, 2, 3, 4};
  for (int t = 0; t < 5; t++) {
    try { inner(t); } catch (int i) { sum += i; } catch (const std::exception&) { sum++; }
    handles(t);
    sum += outside(t + 1);
    sum += range(v, t) + range(w, double(t));
  }
  std::printf("%d %d %d\n", sum, total, caught);
}
