// Connected components on a hypercube, by the skeleton and by hand; both halve a view of the edges, search a leaf's
// graph and merge vectors of roots by the same functions. Arguments: none, hand or skeleton; vertices; edges.
#include <unply/divide_and_conquer/mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace {

struct Edge {
  int u, v;
};
using Roots = std::vector<int>;

int find(Roots& root, int vertex) {
  while (root[vertex] != vertex) vertex = root[vertex] = root[root[vertex]];
  return vertex;
}

void join(Roots& root, int a, int b) {
  a = find(root, a);
  b = find(root, b);
  root[a < b ? b : a] = a < b ? a : b;
}

void settle(Roots& root) {
  for (int& vertex : root) vertex = root[vertex];
}

__attribute__((noinline)) Roots components(int vertices, std::span<const Edge> edges) {
  Roots root(static_cast<std::size_t>(vertices));
  for (int vertex = 0; vertex < vertices; ++vertex) root[vertex] = vertex;
  for (const Edge& edge : edges) join(root, edge.u, edge.v);
  settle(root);
  return root;
}

__attribute__((noinline)) void merge(Roots& root, const Roots& other) {
  for (int vertex = 0; vertex < static_cast<int>(other.size()); ++vertex)
    if (other[vertex] != vertex) join(root, vertex, other[vertex]);
  settle(root);
}

struct Components {
  struct problem {
    int vertices = 0;
    std::span<const Edge> edges;
  };
  using solution = Roots;
  bool is_base(const problem& p) const { return p.edges.size() <= 1; }
  solution solve(const problem& p) const { return components(p.vertices, p.edges); }
  solution sequential(const problem& p) const { return components(p.vertices, p.edges); }
  std::array<problem, 2> divide(const problem& p) const {
    const std::size_t half = p.edges.size() / 2;
    return {problem{p.vertices, p.edges.first(half)}, problem{p.vertices, p.edges.subspan(half)}};
  }
  solution combine(const problem&, std::span<solution> s) const {
    merge(s[0], s[1]);
    return std::move(s[0]);
  }
  std::size_t solution_size(const problem& p) const { return static_cast<std::size_t>(p.vertices); }
};

// P a power of two.
Roots by_hand(int vertices, std::span<const Edge> edges) {
  int rank = 0, processes = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  for (int half = processes / 2; half >= 1; half /= 2) {
    const std::size_t middle = edges.size() / 2;
    edges = rank & half ? edges.subspan(middle) : edges.first(middle);
  }
  Roots mine = components(vertices, edges);
  for (int half = 1; half < processes; half *= 2) {
    Roots other(mine.size());
    MPI_Sendrecv(mine.data(), vertices, MPI_INT, rank ^ half, 0, other.data(), vertices, MPI_INT, rank ^ half, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank & half) std::swap(mine, other);
    merge(mine, other);
  }
  return mine;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const char* variant = argc > 3 ? argv[1] : "none";
  const int vertices = argc > 3 ? std::atoi(argv[2]) : 0, count = argc > 3 ? std::atoi(argv[3]) : 0;
  std::vector<Edge> edges;
  unsigned random = 1;
  for (int at = 0; at < count; ++at) {
    random = random * 1664525u + 1013904223u;
    const int u = static_cast<int>((random >> 8) % static_cast<unsigned>(vertices - 1));
    edges.push_back({u, u + 1});
  }
  Roots root;
  {
    const unply::mpi::hypercube cube{MPI_COMM_WORLD};
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    if (std::strcmp(variant, "hand") == 0) root = by_hand(vertices, edges);
    if (std::strcmp(variant, "skeleton") == 0)
      root = unply::divide_and_conquer(cube, Components(), Components::problem{vertices, edges});
    const double seconds = MPI_Wtime() - begin;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    unsigned long long hash = 0;
    for (const int vertex : root) hash = hash * 31 + static_cast<unsigned>(vertex);
    if (rank == 0) std::printf("hash %llu seconds %.9f\n", hash, seconds);
  }
  MPI_Finalize();
}
