// Recursion over children in a loop: what follows "calls:" is the verdict on the function's calls, and the parameter in the
// condition of its tasks.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Node {
  int value = 0, count = 0;
  std::array<std::unique_ptr<Node>, 4> child;
};

static std::unique_ptr<Node> grow(int depth, unsigned &seed) // calls: serial
{
  auto node = std::make_unique<Node>();
  node->value = static_cast<int>((seed = seed * 1103515245u + 12345u) >> 16) % 100;
  node->count = depth == 0 ? 0 : 3 + node->value % 2;
  for (int i = 0; i < node->count; i++) node->child[i] = grow(depth - 1, seed);
  return node;
}

static int work_of(int value) {
  for (int k = 0; k < 300; k++) value = (value * 31 + k) % 1009;
  return value;
}

static long total_of(const Node *node, int depth) // calls: tasks depth
{
  long total = work_of(node->value + depth);
  for (int i = 0; i < node->count; i++) total += total_of(node->child[i].get(), depth + 1);
  return total;
}

// The index is declared in front of the loop, and a variable is set in it.
static long weighted(const Node *node, int depth) { // calls: tasks depth
  long total = work_of(node->value), part;
  int i;
  for (i = 0; i < node->count; i++) {
    part = weighted(node->child[i].get(), depth + 1);
    total += part * (i + 1) % 1000;
  }
  return total;
}

// The index is used behind the loop: its tasks would not set it.
static long with_last(const Node *node, int depth) { // calls: serial
  long total = work_of(node->value);
  int i;
  for (i = 0; i < node->count; i++) total += with_last(node->child[i].get(), depth + 1);
  return total * 2 % 100003 + i;
}

static long greatest(const Node *node, int depth) // calls: tasks depth
{
  long best = work_of(node->value);
  for (int i = 0; i < node->count; i++) {
    const long found = work_of(i) - greatest(node->child[i].get(), depth + 1);
    if (found > best) best = found;
  }
  return best;
}

struct Item {
  int value = 0;
  std::vector<Item> parts;
  static Item grown(int depth, int value) {
    Item item{value, {}};
    for (int i = 0; depth > 0 && i < 4; i++) item.parts.push_back(grown(depth - 1, value * 4 + i));
    return item;
  }
  void mark(int depth) // calls: tasks depth
  {
    value = work_of(value);
    for (Item &part : parts) part.mark(depth + 1);
  }
  long sum() const {
    long all = value;
    for (const Item &part : parts) all = (all * 7 + part.sum()) % 1000003;
    return all;
  }
};

struct Board {
  std::array<int, 16> column{};
  bool allows(int row, int k) const {
    for (int r = 0; r < row; r++)
      if (column[r] == k || column[r] - k == row - r || k - column[r] == row - r) return false;
    return true;
  }
};

static long queens(const Board &board, int n, int row) // calls: tasks row
{
  if (row == n) return 1;
  long found = 0;
  for (int k = 0; k < n; k++) {
    Board next = board;
    next.column[row] = k;
    if (board.allows(row, k)) found += queens(next, n, row + 1);
  }
  return found;
}

// One board for all: each call needs what the one before it has restored.
static long queens_in_place(Board &board, int n, int row) // calls: serial
{
  if (row == n) return 1;
  long found = 0;
  for (int k = 0; k < n; k++) {
    if (!board.allows(row, k)) continue;
    const int kept = board.column[row];
    board.column[row] = k;
    found += queens_in_place(board, n, row + 1);
    board.column[row] = kept;
  }
  return found;
}

// The columns are in an array for all: a copy would not reach the calls.
static int column_of[16];
static long queens_in_global(int n, int row) // calls: serial
{
  if (row == n) return 1;
  long found = 0;
  for (int k = 0; k < n; k++) {
    column_of[row] = k;
    bool fits = true;
    for (int r = 0; r < row; r++)
      fits = fits && column_of[r] != k && column_of[r] - k != row - r && k - column_of[r] != row - r;
    if (fits) found += queens_in_global(n, row + 1);
  }
  return found;
}

// Each call adds to the counter of all, or to the sum that it is given.
static long marks;
static void count_marks(const Node *node) // calls: serial
{
  for (int i = 0; i < node->count; i++) {
    marks += work_of(node->value + i) % 3;
    count_marks(node->child[i].get());
  }
}

static void sum_into(const Node *node, int depth, long &sum) // calls: serial
{
  sum += work_of(node->value + depth);
  for (int i = 0; i < node->count; i++) sum_into(node->child[i].get(), depth + 1, sum);
}

struct Sums {
  long sum = 0;
};
static void sum_in_common(const Node *node, int depth, Sums &sums) // calls: serial
{
  long &sum = sums.sum;
  for (int i = 0; i < node->count; i++) {
    sum += work_of(node->value + depth + i);
    sum_in_common(node->child[i].get(), depth + 1, sums);
  }
}

// Of two functions of one name only this one calls itself; calls of the other one must stay.
static long twice(double value) { return static_cast<long>(value * 2.5); }
static long twice(const Node *node, int depth) // calls: tasks depth
{
  long total = work_of(node->value);
  for (int i = 0; i < node->count; i++) total += twice(node->child[i].get(), depth + 1) % 1000 + twice(i + 0.5);
  return total;
}

// Four quarters of an image.
static void draw(int *image, int width, int x, int y, int size) // calls: tasks size
{
  if (size == 1) {
    image[y * width + x] = work_of(x ^ y);
    return;
  }
  const int half = size / 2;
  for (int q = 0; q < 4; q++) draw(image, width, x + q % 2 * half, y + q / 2 * half, half);
}

static long seen;
static void count_all(const Node *node) { // calls: serial
  seen = (seen * 3 + node->value) % 1009;
  for (int i = 0; i < node->count; i++) count_all(node->child[i].get());
}

// Calls in front of the loop and in it.
static long both(int n, int depth) // calls: tasks n
{
  if (n < 4) return work_of(n + depth);
  long left = both(n / 2, depth + 1);
  long right = both(n / 2 - 1, depth + 1);
  long more = 0;
  for (int i = 0; i < 2; i++) more += both(n / 2 - i, depth + 1);
  return (left + right * 3 + more) % 100003;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 6;
  unsigned seed = 5;
  const std::unique_ptr<Node> tree = grow(n, seed);
  std::printf("total %ld\n", total_of(tree.get(), 0));
  std::printf("weighted %ld\n", weighted(tree.get(), 0));
  std::printf("with_last %ld\n", with_last(tree.get(), 0));
  std::printf("greatest %ld\n", greatest(tree.get(), 0));
  Item item = Item::grown(n, 1);
  item.mark(0);
  std::printf("mark %ld\n", item.sum());
  Board board;
  std::printf("queens %ld\n", queens(board, n + 3, 0));
  std::printf("queens in place %ld\n", queens_in_place(board, n + 2, 0));
  std::printf("queens in global %ld\n", queens_in_global(n + 2, 0));
  count_marks(tree.get());
  std::printf("marks %ld\n", marks);
  long sum_of_all = 0;
  sum_into(tree.get(), 0, sum_of_all);
  Sums sums;
  sum_in_common(tree.get(), 0, sums);
  std::printf("sums %ld %ld\n", sum_of_all, sums.sum);
  std::printf("twice %ld\n", twice(tree.get(), 0));
  const int width = 1 << n;
  std::vector<int> image(static_cast<size_t>(width) * width);
  draw(image.data(), width, 0, 0, width);
  long sum = 0;
  for (int pixel : image) sum = (sum * 31 + pixel) % 1000003;
  std::printf("image %ld\n", sum);
  count_all(tree.get());
  std::printf("seen %ld\n", seen);
  std::printf("both %ld\n", both(1 << n, 0));
}
