// or-parallel: all chains of seven dominoes, out of the set that goes up to a number of pips. Each piece that fits, and
// each way round, is an alternative.
//   domino [PIPS [LENGTH [DEPTH]]]     alternatives in the first DEPTH pieces are tasks; without it all
#include "branch.h"

struct Piece {
  uint8_t left, right;
};
struct Chain {
  int length = 0, end = -1; // -1: any piece fits
  uint64_t used = 0;
};

static std::vector<Piece> pieces;
static int length;

// What may come next; gives the chains that it leads to.
static int longer(const Chain& chain, Chain* next) {
  int found = 0;
  for (size_t p = 0; p < pieces.size(); ++p) {
    if (chain.used >> p & 1) continue;
    auto add = [&](int end) { next[found++] = {chain.length + 1, end, chain.used | uint64_t{1} << p}; };
    const Piece piece = pieces[p];
    if (chain.end < 0 || piece.left == chain.end) add(piece.right);
    if (piece.left != piece.right && (chain.end < 0 || piece.right == chain.end)) add(piece.left);
  }
  return found;
}

static uint64_t count(const Chain& chain) {
  if (chain.length == length) return 1;
  Chain next[128];
  uint64_t sum = 0;
  for (int i = 0, found = longer(chain, next); i < found; ++i) sum += count(next[i]);
  return sum;
}

static void search(Chain chain, int depth, Branch& branch) {
  if (chain.length == length || chain.length >= depth) {
    branch.solutions = count(chain);
    return;
  }
  Chain next[128];
  const int found = longer(chain, next);
  branch.branches.resize(static_cast<size_t>(found));
  Branch* inner = branch.branches.data();
  for (int i = 0; i < found; ++i) {
    const Chain one = next[i];
#pragma exg task
#pragma omp task
    search(one, depth, inner[i]);
  }
}

int main(int argc, char** argv) {
  const int pips = argument(argc, argv, 1, 2, 0, 9);
  length = argument(argc, argv, 2, 7, 1, 55);
  const int depth = argument(argc, argv, 3, 100, 0, 100);
  for (int left = 0; left <= pips; ++left)
    for (int right = left; right <= pips; ++right)
      pieces.push_back({static_cast<uint8_t>(left), static_cast<uint8_t>(right)});
  if (length > static_cast<int>(pieces.size())) length = static_cast<int>(pieces.size());
  Branch all;
  for (Timed part; part.again();) {
    all = {};
    part.start();
#pragma exg trace
#pragma omp parallel
#pragma omp single
#pragma exg task
    search(Chain{}, depth, all);
  }
  const uint64_t found = solutions(all);
  std::printf("domino up to %d: %llu chains of %d\n", pips, (unsigned long long)found, length);
  return found != count(Chain{}) || (length > 1 && found % 2); // each chain, and backwards
}
