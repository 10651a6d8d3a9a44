// The definition of the execution graph, applied to all pairs of accesses of a logged program, byte by byte: nothing of
// the product's shadow memory, run lengths or reader lists is repeated here, so that an error there cannot hide.
//
//   checker LOG GRAPH.json           prints the first program whose graphs differ, or one line of totals
//   checker LOG GRAPH.json --print   prints the graph that the definition gives
//   checker LOG GRAPH.json --optimised
//
// Definitions: flow from the last writer to each reader, anti from every reader since that write to the next writer,
// output from the last writer to the next writer; never within one task instance; what happens outside every instance
// changes the history but is no vertex. Nested tasks: Algorithm 3 of execution-graphs-mora-2021. A renewed task may
// read again what it had read before its renewal; since compilers may keep such a value, that dependence is allowed,
// not due.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace {

enum RowType : uint32_t { kLoad, kStore, kFresh, kTaskBegin, kTaskEnd, kProgram };
struct Row {
  uint32_t type, bytes;
  uint64_t address;
};
struct Access {
  Row row;
  uint32_t vertex = 0; // 0: outside every task
  uint32_t instance = 0;
};
using Edge = std::tuple<uint32_t, uint32_t, std::string>; // from, to, kind

struct OpenTask {
  uint32_t vertex, instance;
};

struct Source {
  uint32_t vertex;
  std::string kind;
  bool must; // false: by a read whose value an optimiser may have from the same instance, read or written earlier
  auto operator<=>(const Source&) const = default;
};

struct Graph {
  uint32_t vertices = 0;
  std::set<Edge> edges;
  std::set<Edge> allowed;             // edges, and those that only reads again give
  std::vector<uint32_t> first_vertex; // of each program
};

bool covers(const Row& row, uint64_t byte) { return byte - row.address < row.bytes; }

// The dependences that end in a byte of `access`, by going back through everything that happened before it.
void add_sources(const std::vector<Access>& history, const Access& access, uint64_t byte, std::set<Source>& found) {
  const bool writes = access.row.type == kStore;
  std::map<uint32_t, uint32_t> first_read;         // instance -> the vertex in which it read the byte first
  std::set<std::pair<uint32_t, uint32_t>> readers; // vertex, instance
  uint32_t writer = 0;                             // instance
  for (size_t i = history.size(); i-- > 0;) {
    const Access& before = history[i];
    if (!covers(before.row, byte)) continue;
    const bool counts = before.vertex && before.instance != access.instance;
    if (before.row.type == kLoad) {
      first_read[before.instance] = before.vertex;
      if (writes && counts) readers.emplace(before.vertex, before.instance);
      continue;
    }
    if (before.row.type == kStore) writer = before.instance;
    if (before.row.type == kStore && counts)
      found.insert({before.vertex, writes ? "output" : "flow", writes || !first_read.contains(access.instance)});
    break;
  }
  for (const auto& [vertex, instance] : readers)
    found.insert({vertex, "anti", first_read[instance] == vertex && instance != writer});
}

Graph graph_by_definition(std::ifstream& log, bool optimised) {
  Graph graph;
  std::vector<Access> history;
  std::vector<OpenTask> open;
  for (Row row; log.read(reinterpret_cast<char*>(&row), sizeof row);) {
    if (row.type == kProgram) {
      history.clear();
      graph.first_vertex.push_back(graph.vertices + 1);
    } else if (row.type == kTaskBegin) {
      ++graph.vertices;
      open.push_back({graph.vertices, graph.vertices});
    } else if (row.type == kTaskEnd) {
      open.pop_back();
    } else {
      Access access{row};
      if (!open.empty() && row.type != kFresh) {
        access.instance = open.back().instance;
        std::set<Source> found;
        for (uint64_t i = 0; i < row.bytes; ++i) add_sources(history, access, row.address + i, found);
        if (!found.empty() && found.rbegin()->vertex > open.back().vertex) {
          graph.edges.emplace(open.back().vertex, ++graph.vertices, "extension");
          graph.allowed.emplace(open.back().vertex, graph.vertices, "extension");
          open.back().vertex = graph.vertices;
        }
        for (const Source& source : found) {
          graph.allowed.emplace(source.vertex, open.back().vertex, source.kind);
          if (source.must || !optimised) graph.edges.emplace(source.vertex, open.back().vertex, source.kind);
        }
        access.vertex = open.back().vertex;
      }
      if (row.bytes) history.push_back(access);
    }
  }
  return graph;
}

Graph graph_of_unply(const char* path) {
  Graph graph;
  std::ifstream file(path);
  const nlohmann::json document = nlohmann::json::parse(file);
  std::map<uint64_t, uint32_t> number;
  for (const auto& task : document.at("tasks")) number[task.at("id").get<uint64_t>()] = 0;
  for (auto& [id, vertex] : number) vertex = ++graph.vertices;
  for (const auto& edge : document.at("edges")) {
    const auto [place, fresh] =
        graph.edges.emplace(number.at(edge.at("from")), number.at(edge.at("to")), edge.at("kind"));
    if (!fresh) printf("edge %u -> %u given twice\n", std::get<0>(*place), std::get<1>(*place)), exit(1);
  }
  return graph;
}

uint32_t program_of(const Graph& graph, uint32_t vertex) {
  uint32_t program = 0;
  while (program + 1 < graph.first_vertex.size() && graph.first_vertex[program + 1] <= vertex) ++program;
  return program;
}

void print_difference(const Graph& expected, const Graph& actual, uint32_t program) {
  const uint32_t base = expected.first_vertex[program] - 1;
  auto print = [&](const char* what, const Edge& edge) {
    if (program_of(expected, std::get<1>(edge)) == program)
      printf("  %s: task %u -> %u %s\n", what, std::get<0>(edge) - base, std::get<1>(edge) - base,
             std::get<2>(edge).c_str());
  };
  for (const Edge& edge : expected.edges)
    if (!actual.edges.contains(edge)) print("missing", edge);
  for (const Edge& edge : actual.edges)
    if (!expected.allowed.contains(edge)) print("too many", edge);
}

void print_graph(const Graph& graph) {
  nlohmann::json document = {{"tasks", nlohmann::json::array()}, {"edges", nlohmann::json::array()}};
  for (uint32_t vertex = 1; vertex <= graph.vertices; ++vertex) document["tasks"].push_back({{"id", vertex}});
  for (const auto& [from, to, kind] : graph.edges)
    document["edges"].push_back({{"from", from}, {"to", to}, {"kind", kind}});
  printf("%s\n", document.dump().c_str());
}

} // namespace

int main(int argc, char** argv) {
  const bool print = argc == 4 && argv[3] == std::string("--print");
  const bool optimised = argc == 4 && argv[3] == std::string("--optimised");
  if (argc != 3 && !print && !optimised) return fprintf(stderr, "usage: checker LOG GRAPH.json\n"), 2;
  std::ifstream log(argv[1], std::ios::binary);
  const Graph expected = graph_by_definition(log, optimised);
  if (print) return print_graph(expected), 0;
  const Graph actual = graph_of_unply(argv[2]);

  // A missing extension shifts all later numbers, so only the first program that differs says anything.
  uint32_t differs = ~0u;
  for (const Edge& edge : expected.edges)
    if (!actual.edges.contains(edge)) differs = std::min(differs, program_of(expected, std::get<1>(edge)));
  for (const Edge& edge : actual.edges)
    if (!expected.allowed.contains(edge)) differs = std::min(differs, program_of(expected, std::get<1>(edge)));
  if (differs != ~0u) {
    printf("program %u differs\n", differs);
    print_difference(expected, actual, differs);
    return 1;
  }
  if (expected.vertices != actual.vertices)
    return printf("%u tasks, expected %u\n", actual.vertices, expected.vertices), 1;
  std::map<std::string, size_t> kinds;
  for (const Edge& edge : expected.edges) ++kinds[std::get<2>(edge)];
  printf("%zu programs, %u tasks, %zu flow, %zu anti, %zu output, %zu extension\n", expected.first_vertex.size(),
         expected.vertices, kinds["flow"], kinds["anti"], kinds["output"], kinds["extension"]);
}
