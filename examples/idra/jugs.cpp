// or-parallel: all sequences of moves that leave a wanted amount of water in one of two jugs. Each move that changes
// something is an alternative.
//   jugs [MOVES [DEPTH]]     alternatives in the first DEPTH moves are tasks; without it all
#include "branch.h"
#include <algorithm>

constexpr int kLarge = 5, kSmall = 3, kWanted = 4;

struct Jugs {
  int large, small;
};

static int moves_from(Jugs now, Jugs* next) {
  const int to_small = std::min(now.large, kSmall - now.small), to_large = std::min(now.small, kLarge - now.large);
  const Jugs all[] = {{kLarge, now.small},
                      {now.large, kSmall},
                      {0, now.small},
                      {now.large, 0},
                      {now.large - to_small, now.small + to_small},
                      {now.large + to_large, now.small - to_large}};
  int found = 0;
  for (const Jugs& jugs : all)
    if (jugs.large != now.large || jugs.small != now.small) next[found++] = jugs;
  return found;
}

static uint64_t count(Jugs now, int moves) {
  if (moves == 0) return now.large == kWanted;
  Jugs next[6];
  uint64_t sum = 0;
  for (int i = 0, found = moves_from(now, next); i < found; ++i) sum += count(next[i], moves - 1);
  return sum;
}

static void search(Jugs now, int moves, int depth, Branch& branch) {
  if (moves == 0 || depth == 0) {
    branch.solutions = count(now, moves);
    return;
  }
  Jugs next[6];
  const int found = moves_from(now, next);
  branch.branches.resize(static_cast<size_t>(found));
  Branch* inner = branch.branches.data();
  for (int i = 0; i < found; ++i) {
    const Jugs one = next[i];
#pragma exg task
#pragma omp task
    search(one, moves - 1, depth - 1, inner[i]);
  }
}

// Forwards over all states, move by move, instead of along each sequence.
static uint64_t counted_by_state(int moves) {
  uint64_t ways[kLarge + 1][kSmall + 1] = {{1}}, sum = 0;
  for (int m = 0; m < moves; ++m) {
    uint64_t after[kLarge + 1][kSmall + 1] = {};
    for (int large = 0; large <= kLarge; ++large)
      for (int small = 0; small <= kSmall; ++small) {
        Jugs next[6];
        for (int i = 0, found = moves_from({large, small}, next); i < found; ++i)
          after[next[i].large][next[i].small] += ways[large][small];
      }
    std::copy(&after[0][0], &after[0][0] + sizeof after / sizeof after[0][0], &ways[0][0]);
  }
  for (uint64_t way : ways[kWanted]) sum += way;
  return sum;
}

int main(int argc, char** argv) {
  const int moves = argument(argc, argv, 1, 8, 0, 20), depth = argument(argc, argv, 2, 100, 0, 100);
  Branch all;
  for (Timed part; part.again();) {
    all = {};
    part.start();
#pragma exg trace
#pragma omp parallel
#pragma omp single
#pragma exg task
    search({0, 0}, moves, depth, all);
  }
  std::printf("jugs %d moves: %llu ways to %d litres\n", moves, (unsigned long long)solutions(all), kWanted);
  return solutions(all) != counted_by_state(moves);
}
