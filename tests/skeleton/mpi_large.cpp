// Two processes exchange solutions of more than 2^31 bytes, whose every word is checked.
#include <unply/divide_and_conquer/mpi.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr std::size_t kWords = 275'000'000;

std::uint64_t word(unsigned side, std::size_t at) { return at * 0x9e3779b97f4a7c15u + side; }

struct Fill {
  using problem = int; // -1: the whole, else the side
  using solution = std::vector<std::uint64_t>;
  bool is_base(const int& side) const { return side >= 0; }
  solution solve(const int& side) const {
    solution words(kWords);
    for (std::size_t at = 0; at < kWords; ++at) words[at] = word(static_cast<unsigned>(side), at);
    return words;
  }
  std::array<int, 2> divide(const int&) const { return {0, 1}; }
  solution combine(const int&, std::span<solution> sides) const {
    solution wrong(1);
    for (unsigned side = 0; side < 2; ++side)
      for (std::size_t at = 0; at < kWords; ++at) wrong[0] += sides[side][at] != word(side, at);
    return wrong;
  }
};

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  {
    std::uint64_t wrong = unply::divide_and_conquer(unply::mpi::hypercube{}, Fill(), -1)[0], all = 0;
    MPI_Reduce(&wrong, &all, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
      std::printf(all ? "%zu bytes each way, %llu words are wrong\n" : "%zu bytes each way, as they were\n",
                  kWords * sizeof(std::uint64_t), static_cast<unsigned long long>(all));
  }
  MPI_Finalize();
}
