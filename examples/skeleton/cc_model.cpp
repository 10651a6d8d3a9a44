// The connected components of divide-and-conquer-skeletons-2007, section 6, without the graph: messages have the sizes
// of the real ones, and computing takes the time that the paper fitted (its table 3) instead of being done. Simulated
// by SimGrid, it tells how a cluster of the paper's processors behaves, with any network and any number of processes:
//
//   smpicxx -std=c++20 -O2 -I include examples/skeleton/cc_model.cpp -o cc_model
//   UNPLY_PHASES=cc.csv smpirun -np 64 -platform crossbar.xml -hostfile hosts --cfg=smpi/simulate-computation:no
//     --cfg=smpi/host-speed:1Gf --cfg=smpi/shared-malloc:local ./cc_model 1024000 2048000
//
// It prints the number of processes, N, M and the seconds. The exponent -4 of Comb0 is read from table 1, since the
// paper prints 1e-3 (docs/design/skeleton.md).
#include <unply/divide_and_conquer/mpi.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#ifndef SMPI_H
#error "cc_model charges time that only a simulation can pass: compile it by smpicxx"
#endif

namespace {

constexpr double kDiv0 = 2.25e-6, kDiv1 = 1.94e-8;            // seconds, seconds per edge
constexpr double kComb0 = 2.32e-4, kComb1 = 2.19e-7;          // seconds, seconds per vertex
constexpr double kSeq0 = 0, kSeq1 = 1.35e-7, kSeq2 = 4.60e-7; // seconds, per vertex, per edge
constexpr std::size_t kMostVertices = std::size_t{16} << 20;

// All roots of vertices that are sent, and all that are received, of all ranks: SimGrid folds them into little memory.
int* outgoing = nullptr;
int* incoming = nullptr;

// As large as a vector with a root for each vertex.
class Roots {
public:
  Roots() = default;
  explicit Roots(std::size_t size) : size_(size) {}
  const int* data() const { return outgoing; }
  int* data() { return incoming; }
  std::size_t size() const { return size_; }
  void resize(std::size_t size) { size_ = size; }

private:
  std::size_t size_ = 0;
};

struct ModelledComponents {
  struct problem {
    double vertices, edges;
  };
  using solution = Roots;

  bool is_base(const problem& p) const { return p.edges <= 1; }
  solution solve(const problem& p) const { return sequential(p); }
  std::array<problem, 2> divide(const problem& p) const {
    smpi_execute(kDiv0 + kDiv1 * p.edges);
    const problem half{p.vertices, p.edges / 2};
    return {half, half};
  }
  solution sequential(const problem& p) const {
    smpi_execute(kSeq0 + kSeq1 * p.vertices + kSeq2 * p.edges);
    return Roots(solution_size(p));
  }
  solution combine(const problem& p, std::span<solution>) const {
    smpi_execute(kComb0 + kComb1 * p.vertices);
    return Roots(solution_size(p));
  }
  std::size_t solution_size(const problem& p) const { return static_cast<std::size_t>(p.vertices); }
  std::array<unply::feature, 2> features(const problem& p) const { return {{{"N", p.vertices}, {"M", p.edges}}}; }
};

void run(double vertices, double edges, const unply::mpi::hypercube<>& cube) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  unply::divide_and_conquer(cube, ModelledComponents{}, ModelledComponents::problem{vertices, edges});
  const double seconds = MPI_Wtime() - begin;
  double longest = 0;
  int rank = 0, processes = 1;
  MPI_Reduce(&seconds, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (rank == 0) std::printf("P %d N %.0f M %.0f seconds %.6f\n", processes, vertices, edges, longest);
}

// All ranks are one process, which MPI_Abort would end with exit code 0.
[[noreturn]] void give_up(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::_Exit(2);
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc < 3 || argc % 2 == 0) give_up("usage: cc_model VERTICES EDGES [VERTICES EDGES]...");
  outgoing = static_cast<int*>(SMPI_SHARED_MALLOC(kMostVertices * sizeof(int)));
  incoming = static_cast<int*>(SMPI_SHARED_MALLOC(kMostVertices * sizeof(int)));
  {
    const unply::mpi::hypercube cube{MPI_COMM_WORLD};
    for (int at = 1; at + 1 < argc; at += 2) {
      const double vertices = std::atof(argv[at]), edges = std::atof(argv[at + 1]);
      if (!(vertices >= 1 && vertices <= kMostVertices && edges >= 1))
        give_up("cc_model: " + std::string(argv[at]) + " vertices, " + argv[at + 1] + " edges: expected 1 to " +
                std::to_string(kMostVertices) + " vertices, at least 1 edge");
      run(vertices, edges, cube);
    }
  }
  SMPI_SHARED_FREE(outgoing);
  SMPI_SHARED_FREE(incoming);
  MPI_Finalize();
}
