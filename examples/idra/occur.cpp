// and-parallel: how often something occurs in each of some lists, which are of unequal length. Lists are independent.
//   occur [LISTS [LONGEST [VALUES]]]     list i has i + 1 parts of LISTS of the longest one; looked for are 7, 6, ...
#include "idra.h"
#include <vector>

struct Cell {
  uint32_t value;
  const Cell* next;
};

static long occurrences(uint32_t value, const Cell* list) {
  long count = 0;
  for (; list; list = list->next) count += list->value == value;
  return count;
}

static long occurrences_of_all(uint32_t values, const Cell* list) {
  long count = 0;
  for (uint32_t i = 0; i < values; ++i) count += occurrences(7 - i, list);
  return count;
}

int main(int argc, char** argv) {
  const int lists = argument(argc, argv, 1, 49, 1, 10000), longest = argument(argc, argv, 2, 2000, 1, 10000000);
  const uint32_t values = static_cast<uint32_t>(argument(argc, argv, 3, 1, 1, 8));
  Numbers numbers(2);
  long expected = 0;
  std::vector<const Cell*> list(static_cast<size_t>(lists));
  for (int i = 0; i < lists; ++i)
    for (int64_t k = 0; k < int64_t{longest} * (i + 1) / lists; ++k) {
      list[static_cast<size_t>(i)] = new Cell{numbers.below(10), list[static_cast<size_t>(i)]};
      const uint32_t value = list[static_cast<size_t>(i)]->value;
      expected += value <= 7 && value + values > 7;
    }

  std::vector<long> count(static_cast<size_t>(lists));
  for (Timed part; part.again();) {
    part.start();
#pragma exg trace
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < lists; ++i)
#pragma exg task
#pragma omp task shared(list, count)
      count[static_cast<size_t>(i)] = occurrences_of_all(values, list[static_cast<size_t>(i)]);
  }
  long sum = 0;
  for (long c : count) sum += c;
  std::printf("occur %d lists: %ld times\n", lists, sum);
  return sum != expected;
}
