// Merge sort in place with a cut-off at 32 numbers: by hand and by the skeleton, on one thread and as OpenMP tasks.
//   sort hand|skeleton|hand_tasks|skeleton_tasks|none N DEPTH
#include <unply/divide_and_conquer/openmp.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using Numbers = std::span<unsigned>;
constexpr std::size_t kCutOff = 32;

void sort_by_hand(Numbers all) {
  if (all.size() <= kCutOff) return std::sort(all.begin(), all.end());
  const std::size_t half = all.size() / 2;
  sort_by_hand(all.first(half));
  sort_by_hand(all.subspan(half));
  std::inplace_merge(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(half), all.end());
}

void sort_by_tasks(Numbers all, int depth) {
  if (depth == 0 || all.size() <= kCutOff) return sort_by_hand(all);
  const std::size_t half = all.size() / 2;
#pragma omp task default(none) firstprivate(all, half, depth)
  sort_by_tasks(all.first(half), depth - 1);
  sort_by_tasks(all.subspan(half), depth - 1);
#pragma omp taskwait
  std::inplace_merge(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(half), all.end());
}

struct Sort {
  using problem = Numbers;
  struct solution {};
  bool is_base(const Numbers& all) const { return all.size() <= kCutOff; }
  solution solve(const Numbers& all) const {
    std::sort(all.begin(), all.end());
    return {};
  }
  std::array<Numbers, 2> divide(const Numbers& all) const {
    const std::size_t half = all.size() / 2;
    return {all.first(half), all.subspan(half)};
  }
  solution combine(const Numbers& all, std::span<solution>) const {
    std::inplace_merge(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    return {};
  }
};

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string_view variant = argv[1];
  std::vector<unsigned> numbers(static_cast<std::size_t>(std::atol(argv[2])));
  const int depth = std::atoi(argv[3]);
  unsigned state = 1;
  for (auto& number : numbers) number = state = state * 1664525 + 1013904223;
  const Numbers all(numbers);
  if (variant == "hand") sort_by_hand(all);
  if (variant == "skeleton") unply::divide_and_conquer(unply::seq{}, Sort{}, all);
  if (variant == "hand_tasks") {
#pragma omp parallel default(none) shared(all, depth)
#pragma omp single
    sort_by_tasks(all, depth);
  }
  if (variant == "skeleton_tasks") unply::divide_and_conquer(unply::openmp{.depth = depth}, Sort{}, all);
  if (variant != "none" && !std::is_sorted(numbers.begin(), numbers.end())) return 1;
  std::printf("%u\n", numbers[numbers.size() / 2]);
}
