// or-parallel: all solutions to the problem of N queens. Each safe place in the next row is an alternative.
//   queens [N [DEPTH]]     alternatives in the first DEPTH rows are tasks; without it all
#include "branch.h"

struct Board {
  int rows = 0;
  uint8_t column[16];
};

static bool safe(const Board& board, int column) {
  for (int row = 0; row < board.rows; ++row) {
    int distance = board.rows - row, apart = column - board.column[row];
    if (apart == 0 || apart == distance || apart == -distance) return false;
  }
  return true;
}

static Board with(const Board& board, int column) {
  Board next = board;
  next.column[next.rows++] = static_cast<uint8_t>(column);
  return next;
}

static uint64_t count(const Board& board, int n) {
  if (board.rows == n) return 1;
  uint64_t sum = 0;
  for (int column = 0; column < n; ++column)
    if (safe(board, column)) sum += count(with(board, column), n);
  return sum;
}

static void search(Board board, int n, int depth, Branch& branch) {
  if (board.rows == n || board.rows >= depth) {
    branch.solutions = count(board, n);
    return;
  }
  int places = 0;
  uint8_t place[16];
  for (int column = 0; column < n; ++column)
    if (safe(board, column)) place[places++] = static_cast<uint8_t>(column);
  branch.branches.resize(static_cast<size_t>(places));
  Branch* next = branch.branches.data();
  for (int i = 0; i < places; ++i) {
    const int column = place[i];
#pragma exg task
#pragma omp task
    search(with(board, column), n, depth, next[i]);
  }
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 5, 1, 16), depth = argument(argc, argv, 2, 16, 0, 16);
  constexpr uint64_t kKnown[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};
  Branch all;
  for (Timed part; part.again();) {
    all = {};
    part.start();
#pragma exg trace
#pragma omp parallel
#pragma omp single
#pragma exg task
    search(Board{}, n, depth, all);
  }
  std::printf("queens %d: %llu solutions\n", n, (unsigned long long)solutions(all));
  return solutions(all) != kKnown[n];
}
