// and-parallel: quicksort of lists, with append. The two parts are sorted independently; splitting before and appending
// after are sequential, and at the top of the tree as long as the whole list.
//   quicksort [N [GRAIN]]     parts shorter than GRAIN are sorted by the task that made them; without it all are tasks
#include "idra.h"
#include <algorithm>
#include <vector>

using List = std::vector<int>;

static List sorted(const List& list, size_t grain) {
  if (list.empty()) return {};
  List less, more, left, right;
  for (size_t i = 1; i < list.size(); ++i) (list[i] < list[0] ? less : more).push_back(list[i]);
  if (less.size() >= grain) {
#pragma exg task
#pragma omp task shared(less, left)
    left = sorted(less, grain);
  } else {
    left = sorted(less, grain);
  }
  if (more.size() >= grain) {
#pragma exg task
#pragma omp task shared(more, right)
    right = sorted(more, grain);
  } else {
    right = sorted(more, grain);
  }
  if (less.size() >= grain || more.size() >= grain) { // a wait of each part below the grain would cost 5 % of the time
#pragma omp taskwait
  }
  left.push_back(list[0]);
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 400, 1, 10000000), grain = argument(argc, argv, 2, 1, 1, 10000000);
  Numbers numbers(4);
  List list(static_cast<size_t>(n)), result;
  for (int& value : list) value = static_cast<int>(numbers.below(1000000));
  for (Timed part; part.again();) {
    part.start();
#pragma exg trace
#pragma omp parallel
#pragma omp single
#pragma exg task
    result = sorted(list, static_cast<size_t>(grain));
  }
  std::printf("quicksort %d: from %d over %d to %d\n", n, result.front(), result[result.size() / 2], result.back());
  std::sort(list.begin(), list.end());
  return result != list;
}
