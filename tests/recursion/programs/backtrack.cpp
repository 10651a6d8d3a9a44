// Not divide-and-conquer: the calls share a board, which the code between them changes.
#include <cstdio>

static int board[8];

long place(int row, int n) {
  if (row == n) return 1;
  long count = 0;
  for (int column = 0; column < n; ++column) {
    bool free = true;
    for (int above = 0; above < row; ++above)
      free &= board[above] != column && board[above] - column != above - row && board[above] - column != row - above;
    if (!free) continue;
    board[row] = column;
    count += place(row + 1, n);
  }
  return count;
}

int main() { std::printf("%ld\n", place(0, 5)); }
