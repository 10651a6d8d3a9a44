// Connected components of a graph: the example of divide-and-conquer-skeletons-2007. The edges are halved; each half
// gives for every vertex the lowest vertex of its component (its root), and combine merges two such vectors.
//   cc [--on BACKEND] [--graph random|banded] N M [N M]...      cc [--on BACKEND] figure3
#include "run_on.h"

struct Edge {
  std::int32_t u, v;
};

struct Graph {
  std::int32_t vertices = 0;
  std::vector<Edge> edges;

#ifdef WITH_MPI // what is sent, where the edges are at one process only
  void pack(unply::packer& to) const { to << vertices << edges; }
  void unpack(unply::unpacker& from) { from >> vertices >> edges; }
#endif
};

struct ConnectedComponents {
  using problem = Graph;
  using solution = std::vector<std::int32_t>; // the root of each vertex

  bool is_base(const Graph& g) const { return g.edges.size() <= 1; }
  solution solve(const Graph& g) const;
  std::array<Graph, 2> divide(const Graph& g) const;
  solution sequential(const Graph& g) const;
  solution combine(const Graph& g, std::span<solution> halves) const;
  std::array<unply::feature, 2> features(const Graph& g) const {
    return {{{"N", double(g.vertices)}, {"M", double(g.edges.size())}}};
  }
  // Exact for divide and sequential; what combine does depends on the graph.
  std::array<unply::feature, 1> work(const Graph& g, unply::phase done) const {
    if (done == unply::phase::divide) return {{{"edges", double(g.edges.size())}}};
    return {{{"visits", double(visits)}}};
  }
  std::size_t solution_size(const Graph& g) const { return static_cast<std::size_t>(g.vertices); }

private:
  static thread_local std::uint64_t visits; // of vertices and edges by the phase that ran last on this thread
};

thread_local std::uint64_t ConnectedComponents::visits = 0;

// At most one edge.
ConnectedComponents::solution ConnectedComponents::solve(const Graph& g) const {
  solution root(static_cast<std::size_t>(g.vertices));
  for (std::int32_t vertex = 0; vertex < g.vertices; ++vertex) root[vertex] = vertex;
  for (const Edge& edge : g.edges) root[edge.v] = edge.u;
  visits = root.size() + g.edges.size();
  return root;
}

// The first half is the longer one.
std::array<Graph, 2> ConnectedComponents::divide(const Graph& g) const {
  const auto middle = g.edges.begin() + static_cast<std::ptrdiff_t>((g.edges.size() + 1) / 2);
  return {Graph{g.vertices, {g.edges.begin(), middle}}, Graph{g.vertices, {middle, g.edges.end()}}};
}

// Lists of neighbours, then a depth-first search from each vertex that has no root yet.
ConnectedComponents::solution ConnectedComponents::sequential(const Graph& g) const {
  std::vector<std::uint32_t> begin(static_cast<std::size_t>(g.vertices) + 2);
  for (const Edge& edge : g.edges) ++begin[edge.u + 2], ++begin[edge.v + 2];
  for (std::int32_t vertex = 0; vertex < g.vertices; ++vertex) begin[vertex + 2] += begin[vertex + 1];
  std::vector<std::int32_t> neighbours(2 * g.edges.size());
  for (const Edge& edge : g.edges) {
    neighbours[begin[edge.u + 1]++] = edge.v;
    neighbours[begin[edge.v + 1]++] = edge.u;
  }
  solution root(static_cast<std::size_t>(g.vertices), -1);
  std::vector<std::int32_t> open;
  visits = 0;
  for (std::int32_t start = 0; start < g.vertices; ++start) {
    if (root[start] >= 0) continue;
    root[start] = start;
    for (open.push_back(start); !open.empty();) {
      const std::int32_t vertex = open.back();
      open.pop_back();
      visits += 1 + begin[vertex + 1] - begin[vertex];
      for (std::uint32_t at = begin[vertex]; at < begin[vertex + 1]; ++at) {
        if (root[neighbours[at]] >= 0) continue;
        root[neighbours[at]] = start;
        open.push_back(neighbours[at]);
      }
    }
  }
  return root;
}

// The root of `vertex` so far; each step halves the way for those that come later.
static std::int32_t find(std::int32_t* root, std::int32_t vertex, std::uint64_t& visits) {
  while (root[vertex] != vertex) {
    vertex = root[vertex] = root[root[vertex]];
    ++visits;
  }
  return vertex;
}

ConnectedComponents::solution ConnectedComponents::combine(const Graph& g, std::span<solution> halves) const {
  solution root = std::move(halves[0]);
  const solution& other = halves[1];
  visits = 2 * root.size();
  for (std::int32_t vertex = 0; vertex < g.vertices; ++vertex) {
    if (other[vertex] == vertex) continue;
    const std::int32_t a = find(root.data(), vertex, visits), b = find(root.data(), other[vertex], visits);
    root[a < b ? b : a] = a < b ? a : b;
  }
  for (auto& vertex : root) vertex = root[vertex]; // roots are lower, so they are done already
  return root;
}

// A few long components, or many short ones whose edges lie near to each other in memory.
static Graph make_graph(std::size_t vertices, std::size_t edges, bool banded) {
  Graph graph{static_cast<std::int32_t>(vertices), std::vector<Edge>(edges)};
  Numbers random(12345);
  for (std::size_t at = 0; at < edges; ++at) {
    std::int32_t u, v;
    do {
      u = static_cast<std::int32_t>(banded ? at * (vertices - 1) / edges : random.below(vertices));
      v = static_cast<std::int32_t>(banded ? u + 1 + random.below(16) : random.below(vertices));
    } while (u == v || v >= graph.vertices);
    graph.edges[at] = u < v ? Edge{u, v} : Edge{v, u};
  }
  return graph;
}

static void print_figure3(const Solve& solve) {
  const Graph graph{9, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {5, 6}, {3, 6}, {4, 6}, {7, 8}}};
  if (const auto root = solve(ConnectedComponents(), graph)) {
    for (std::size_t vertex = 0; vertex < root->size(); ++vertex)
      std::printf("%s%d", vertex ? " " : "", (*root)[vertex] + 1);
    std::printf("\n");
  }
}

static void run_graphs(const Solve& solve, Words words) {
  bool banded = false;
  if (!words.empty() && words[0] == "figure3") return print_figure3(solve);
  if (words.size() >= 2 && words[0] == "--graph") {
    if (words[1] != "banded" && words[1] != "random") throw WrongUsage(words[1] + ": neither random nor banded");
    banded = words[1] == "banded";
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words.empty()) words = {"20000", "40000"};
  if (words.size() % 2) throw WrongUsage("N and M come in pairs");
  for (std::size_t at = 0; at < words.size(); at += 2) {
    const std::size_t vertices = size_of(words, at, 0), edges = size_of(words, at + 1, 0);
    if (vertices < 2 && edges > 0) throw WrongUsage("an edge needs two vertices");
    if (const auto root = solve(ConnectedComponents(), make_graph(vertices, edges, banded))) {
      Hash hash;
      std::size_t components = 0;
      for (std::size_t vertex = 0; vertex < root->size(); ++vertex) {
        hash.add(static_cast<std::uint64_t>((*root)[vertex]));
        components += static_cast<std::size_t>((*root)[vertex]) == vertex;
      }
      std::printf("cc: %zu vertices, %zu edges, %zu components, hash %016llx\n", vertices, edges, components,
                  hash.value());
    }
  }
}

int main(int argc, char** argv) {
  return run_example(argc, argv, "cc [--on BACKEND] [--depth LEVELS] [--graph random|banded] N M [N M]... | figure3",
                     [](const Solve& solve, const Words& words) { run_graphs(solve, words); });
}
