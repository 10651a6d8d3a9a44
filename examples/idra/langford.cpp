// or-parallel: the sequences of Langford: 1 to N twice each, the two K with K numbers between them. Each place for the
// largest number that is left is an alternative. The same search on two data structures:
//   langford [list | bits [N [DEPTH]]]     list: places in a sequence that is copied; bits: free places in a word
// Alternatives in the first DEPTH numbers are tasks; without it all.
#include "branch.h"
#include <cstring>

struct List {
  uint8_t number[64];
  int size;
};

static List empty_list(int n) { return {{}, 2 * n}; }
static bool fits(const List& list, int number, int at) {
  for (int i = 0; i < list.size; ++i) // walks along the sequence, as a list would be
    if ((i == at || i == at + number + 1) && list.number[i]) return false;
  return true;
}
static List with(const List& list, int number, int at) {
  List next = list;
  next.number[at] = next.number[at + number + 1] = static_cast<uint8_t>(number);
  return next;
}

struct Bits {
  uint64_t taken;
};

static Bits empty_bits() { return {0}; }
static bool fits(const Bits& bits, int number, int at) {
  return (bits.taken & (uint64_t{1} << at | uint64_t{1} << (at + number + 1))) == 0;
}
static Bits with(const Bits& bits, int number, int at) {
  return {bits.taken | uint64_t{1} << at | uint64_t{1} << (at + number + 1)};
}

template <class Sequence> uint64_t count(const Sequence& sequence, int n, int number) {
  if (number == 0) return 1;
  uint64_t sum = 0;
  for (int at = 0; at + number + 1 < 2 * n; ++at)
    if (fits(sequence, number, at)) sum += count(with(sequence, number, at), n, number - 1);
  return sum;
}

template <class Sequence> void search(Sequence sequence, int n, int number, int depth, Branch& branch) {
  if (number == 0 || depth == 0) {
    branch.solutions = count(sequence, n, number);
    return;
  }
  int places = 0;
  uint8_t place[64];
  for (int at = 0; at + number + 1 < 2 * n; ++at)
    if (fits(sequence, number, at)) place[places++] = static_cast<uint8_t>(at);
  branch.branches.resize(static_cast<size_t>(places));
  Branch* inner = branch.branches.data();
  for (int i = 0; i < places; ++i) {
    const int at = place[i];
#pragma exg task
#pragma omp task
    search(with(sequence, number, at), n, number - 1, depth - 1, inner[i]);
  }
}

int main(int argc, char** argv) {
  const bool bits = argc > 1 && std::strcmp(argv[1], "bits") == 0;
  const int n = argument(argc, argv, 2, 7, 1, 12), depth = argument(argc, argv, 3, 100, 0, 100);
  constexpr uint64_t kKnown[] = {1, 0, 0, 2, 2, 0, 0, 52, 300, 0, 0, 35584, 216288}; // with mirror images
  Branch all;
  for (Timed part; part.again();) {
    all = {};
    part.start();
#pragma exg trace
#pragma omp parallel
#pragma omp single
#pragma exg task
    if (bits)
      search(empty_bits(), n, n, depth, all);
    else
      search(empty_list(n), n, n, depth, all);
  }
  std::printf("langford %s %d: %llu sequences\n", bits ? "bits" : "list", n, (unsigned long long)solutions(all));
  return solutions(all) != kKnown[n];
}
