// Merge sort of N numbers: both halves are copied out, so that they can be sent to other processes.
//   mergesort [--on BACKEND] [N]...
#include "run_on.h"

#include <algorithm>
#include <iterator>

struct MergeSort {
  using problem = std::vector<std::uint32_t>;
  using solution = std::vector<std::uint32_t>;

  bool is_base(const problem& p) const { return p.size() <= 32; }
  solution solve(const problem& p) const { return sequential(p); }
  solution sequential(const problem& p) const {
    solution sorted = p;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
  std::array<problem, 2> divide(const problem& p) const {
    const auto middle = p.begin() + static_cast<std::ptrdiff_t>(p.size() / 2);
    return {problem(p.begin(), middle), problem(middle, p.end())};
  }
  solution combine(const problem& p, std::span<solution> parts) const {
    solution merged;
    merged.reserve(p.size());
    std::merge(parts[0].begin(), parts[0].end(), parts[1].begin(), parts[1].end(), std::back_inserter(merged));
    return merged;
  }
  std::array<unply::feature, 1> features(const problem& p) const { return {{{"N", double(p.size())}}}; }
};

int main(int argc, char** argv) {
  return run_example(
      argc, argv, "mergesort [--on BACKEND] [--depth LEVELS] [N]...", [](const Solve& solve, Words words) {
        if (words.empty()) words = {"100000"};
        for (std::size_t run = 0; run < words.size(); ++run) {
          std::vector<std::uint32_t> numbers(size_of(words, run, 0));
          Numbers random(1);
          for (auto& number : numbers) number = static_cast<std::uint32_t>(random.next());
          if (const auto sorted = solve(MergeSort(), numbers)) {
            Hash hash;
            for (const auto number : *sorted) hash.add(number);
            std::printf("mergesort: %zu numbers, %s, hash %016llx\n", sorted->size(),
                        std::is_sorted(sorted->begin(), sorted->end()) ? "sorted" : "NOT SORTED", hash.value());
          }
        }
      });
}
