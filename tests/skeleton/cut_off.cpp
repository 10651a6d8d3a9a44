// How deep tasks go: counts the leaves that a tracing policy hears of. Also the two searches for a depth.
//   cut_off leaves THREADS [DEPTH] | measured SECONDS | modelled
#include <unply/divide_and_conquer/openmp.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <time.h>

namespace {

struct Leaves { // a tracing policy of the program's own
  std::atomic<int>* count;
  bool active() const { return true; }
  void begin(const UnplyPhaseInfo& info) const { *count += info.phase == unsigned(unply::phase::sequential); }
  void end(const UnplyPhaseInfo&) const {}
};

double seconds_here() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

template <std::size_t ways> struct Even { // a problem is its size
  using problem = long;
  using solution = long;
  bool is_base(long n) const { return n <= 1; }
  long solve(long n) const { return n; }
  std::array<long, ways> divide(long n) const {
    std::array<long, ways> parts;
    parts.fill(n / long(ways));
    return parts;
  }
  long combine(long, std::span<long> parts) const {
    long sum = 0;
    for (const long part : parts) sum += part;
    return sum;
  }
  long sequential(long n) const { // a microsecond of processor time for each unit
    const double end = seconds_here() + 1e-6 * double(n);
    while (seconds_here() < end) {
    }
    return n;
  }
};

template <std::size_t ways> int leaves(int threads, int depth) {
  std::atomic<int> count{0};
  unply::divide_and_conquer(unply::openmp{.depth = depth, .threads = threads}, Even<ways>{}, long(1) << 10,
                            Leaves{&count});
  return count;
}

} // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "leaves") {
    const int threads = std::atoi(argv[2]), depth = argc > 3 ? std::atoi(argv[3]) : unply::automatic;
    std::printf("%d %d\n", leaves<2>(threads, depth), leaves<7>(threads, depth));
  } else if (what == "measured") { // halves of 6400 us: 6400, 3200, ... 100, 50
    std::printf("%d\n", unply::measured_depth(Even<2>{}, 6400, {.seconds = std::atof(argv[2]), .deepest = 12}));
  } else if (what == "modelled") {
    const auto seconds = [](long n) { return 1.01e-6 * double(n); };
    std::printf("%d %d %d\n", unply::modelled_depth(Even<2>{}, 6400, seconds), // 100 us: 6 times halved
                unply::modelled_depth(Even<2>{}, 6400, seconds, {.seconds = 1e-3}),
                unply::modelled_depth(Even<2>{}, 6400, seconds, {.seconds = 1}));
  }
}
