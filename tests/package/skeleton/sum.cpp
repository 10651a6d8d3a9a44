// Sums 1 to 1000 on each back end that it is built with, and prints one line for each.
#include <unply/divide_and_conquer.h>
#ifdef WITH_OPENMP
#include <unply/divide_and_conquer/openmp.h>
#endif
#ifdef WITH_TBB
#include <unply/divide_and_conquer/tbb.h>
#endif
#ifdef WITH_MPI
#include <unply/divide_and_conquer/mpi.h>
#endif
#include <cstdio>

struct Range {
  int from, to;
};

struct Sum {
  using problem = Range;
  using solution = long;
  bool is_base(const Range& r) const { return r.to - r.from <= 1; }
  long solve(const Range& r) const { return r.from; }
  std::array<Range, 2> divide(const Range& r) const {
    const int middle = (r.from + r.to) / 2;
    return {Range{r.from, middle}, Range{middle, r.to}};
  }
  long combine(const Range&, std::span<long> parts) const { return parts[0] + parts[1]; }
};

int main(int argc, char** argv) {
  const Range all{1, 1001};
  std::printf("seq %ld\n", unply::divide_and_conquer(unply::seq{}, Sum{}, all));
#ifdef WITH_OPENMP
  std::printf("openmp %ld\n", unply::divide_and_conquer(unply::openmp{.depth = 3}, Sum{}, all));
#endif
#ifdef WITH_TBB
  std::printf("tbb %ld\n", unply::divide_and_conquer(unply::tbb{.depth = 3}, Sum{}, all));
#endif
#ifdef WITH_MPI
  MPI_Init(&argc, &argv);
  std::printf("mpi %ld\n", unply::divide_and_conquer(unply::mpi::hypercube{MPI_COMM_WORLD}, Sum{}, all));
  MPI_Finalize();
#endif
  return argc > 100 || !argv;
}
