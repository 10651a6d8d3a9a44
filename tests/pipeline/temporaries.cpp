// Arguments passed by value, results returned in memory and arrays of initializer lists are new objects each time, on
// the same bytes of the stack: the tasks have nothing in common but what they read.
// graph:
//   tasks 20
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>
struct Big {
  long a, b, c;
};
#define CALLED __attribute__((noinline)) static long
CALLED length(std::string_view text) { return long(text.size()); }
CALLED big(Big value) { return value.a + value.c; }
CALLED changed(Big value) { return value.b = value.a + value.c; }
CALLED size(std::vector<int> values) { return long(values.size()); }
CALLED call(std::function<long(long)> function) { return function(1); }
CALLED first(std::optional<Big> value) { return value ? value->a : 0; }
CALLED by_reference(const Big &value) { return value.a + value.c; }
CALLED count(std::initializer_list<int> values) { return values.begin()[1]; }
__attribute__((noinline)) static Big make(long i) { return {i, i, i}; }
static bool less(Big a, std::string_view text) { return a.a < length(text); }
long out[20];
int main() {
#pragma exg trace
  for (int i = 0, k = 0; i < 2; i++) {
#pragma exg task
    out[k] = length("abc");
#pragma exg task
    out[k + 1] = big({i, 1, 2}) + big({2, i, 1});
#pragma exg task
    out[k + 2] = size({1, i, 3});
#pragma exg task
    out[k + 3] = call([i](long x) { return i + x; });
#pragma exg task
    out[k + 4] = first(Big{i, 1, 2}) + first({});
#pragma exg task
    out[k + 5] = by_reference(make(i)) + changed(make(i));
#pragma exg task
    out[k + 6] = count({1, i, 3});
#pragma exg task
    out[k + 7] = big(i ? Big{1, 2, 3} : make(i));
#pragma exg task
    for (long n = 0; less({n, n, n}, "abc"); n++) out[k + 8] += make(n).b;
#pragma exg task
    {
      const Big &kept = make(i);
      out[k + 9] = kept.a;
    }
    k += 10;
  }
  for (long value : out) std::printf("%ld ", value);
}
