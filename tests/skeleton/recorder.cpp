// Plays the recorder: has the table that the hooks look for, and prints each phase that the skeleton hands over.
//   recorder CASE   with UNPLY_SPOOL set, and linked with -rdynamic
#include <unply/divide_and_conquer.h>
#ifdef _OPENMP
#include <unply/divide_and_conquer/openmp.h>
#endif

#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace {

void print(const char* what, const UnplyPhaseInfo* phase) {
  static const char* const kNames[] = {"call", "divide", "sequential", "exchange", "combine"};
  std::printf("%s %s %u", what, kNames[phase->phase], phase->level);
  for (unsigned at = 0; at < phase->features; ++at) std::printf(" %s=%g", phase->names[at], phase->values[at]);
  std::printf("\n");
}

struct Range {
  int from, to;
};

struct Sum {
  using problem = Range;
  using solution = long;
  bool is_base(const Range& r) const { return r.to - r.from <= 1; }
  long solve(const Range& r) const {
    if (r.from == bad) throw std::runtime_error("at " + std::to_string(bad));
    return r.from;
  }
  std::array<Range, 2> divide(const Range& r) const {
    const int middle = (r.from + r.to) / 2;
    return {Range{r.from, middle}, Range{middle, r.to}};
  }
  long combine(const Range&, std::span<long> parts) const { return parts[0] + parts[1]; }
  std::array<unply::feature, 1> features(const Range& r) const { return {{{"N", double(r.to - r.from)}}}; }
  std::array<unply::feature, 1> work(const Range& r, unply::phase done) const {
    return {{{"additions", done == unply::phase::combine ? 1 : double(r.to - r.from - 1)}}};
  }
  int bad = -1;
};

} // namespace

extern "C" UnplyAnnotations __unply_annotations;
UnplyAnnotations __unply_annotations;

int main(int argc, char** argv) {
  const char* test = argc > 1 ? argv[1] : "";
  __unply_annotations.version = std::strcmp(test, "old") == 0 ? 2 : 3;
  __unply_annotations.phase_begin = [](const UnplyPhaseInfo* phase) { print("begin", phase); };
  __unply_annotations.phase_end = [](const UnplyPhaseInfo* phase) { print("end", phase); };
  const Range eight{0, 8};
  if (std::strcmp(test, "throws") == 0) {
    try {
      unply::divide_and_conquer(unply::seq{.depth = 2}, Sum{2}, eight);
    } catch (const std::runtime_error& error) {
      std::printf("caught %s\n", error.what());
    }
#ifdef _OPENMP
  } else if (std::strcmp(test, "openmp") == 0) {
    std::printf("%ld\n", unply::divide_and_conquer(unply::openmp{.depth = 1, .threads = 1}, Sum{}, eight));
#endif
  } else if (std::strcmp(test, "untraced") == 0) {
    std::printf("%ld\n", unply::divide_and_conquer(unply::seq{.depth = 1}, Sum{}, eight, unply::untraced{}));
  } else {
    std::printf("%ld\n", unply::divide_and_conquer(unply::seq{.depth = 1}, Sum{}, eight));
  }
}
