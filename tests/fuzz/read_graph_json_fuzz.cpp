// libFuzzer target of the reader of graphs in JSON: whatever the bytes, reading gives a message or a document whose
// invariants hold, which written again reads the same, and of whose executions each is a graph or has a cycle that is
// named. Inputs start as graphs that it writes itself, mostly right ones.
#include "graph/read_json.h"
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using namespace unply;

void demand(bool holds) {
  if (!holds) std::abort();
}

std::string number(std::mt19937& random) {
  constexpr const char* kOdd[] = {"-1", "1.5", "1e99", "4294967296", "\"1\"", "null", "[]", "{\"id\":1}", "true"};
  return random() % 64 == 0 ? kOdd[random() % std::size(kOdd)] : std::to_string(random() % 8);
}

std::string small_graph(unsigned seed) {
  std::mt19937 random(seed);
  constexpr const char* kKinds[] = {"flow", "anti", "output", "extension", "flwo"};
  std::string tasks, edges;
  unsigned n = 1 + random() % 6;
  for (unsigned v = 0; v < n; ++v) {
    std::string id = random() % 16 == 0 ? number(random) : std::to_string(v);
    tasks += (v ? ",{\"id\":" : "{\"id\":") + id;
    if (random() % 2) tasks += ",\"region\":" + number(random) + ",\"label\":\"" + id + " a.c:3\"";
    if (random() % 4 == 0) tasks += ",\"self_ns\":" + number(random) + ",\"trace\":" + number(random);
    tasks += "}";
  }
  for (unsigned e = 0; e < random() % 8; ++e) {
    edges += e ? "," : "";
    edges += "{\"from\":" + std::to_string(random() % n) + ",\"to\":" + std::to_string(random() % (n + random() % 2));
    if (random() % 2) edges += std::string(",\"kind\":\"") + kKinds[random() % 64 == 0 ? 4 : random() % 4] + "\"";
    edges += "}";
  }
  return random() % 2 ? "{\"tasks\":[" + tasks + "],\"edges\":[" + edges + "]}"
                      : "{\"edges\":[" + edges + "],\"x\":[{}],\"tasks\":[" + tasks + "]}";
}

std::string written(const GraphDocument& document) {
  std::string text = "{\"tasks\":[";
  for (size_t row = 0; row < document.tasks(); ++row)
    text += (row ? ",{\"id\":" : "{\"id\":") + std::to_string(document.id[row]) +
            ",\"region\":" + std::to_string(document.region[row]) +
            ",\"self_ns\":" + std::to_string(document.work_ns[row]) +
            ",\"trace\":" + std::to_string(document.trace[row]) + "}";
  text += "],\"edges\":[";
  for (size_t e = 0; e < document.edges.size(); ++e)
    text += (e ? ",{\"from\":" : "{\"from\":") + std::to_string(document.id[document.edges[e].from]) +
            ",\"to\":" + std::to_string(document.id[document.edges[e].to]) + ",\"kind\":\"" +
            std::string(kind_name(document.edges[e].kind)) + "\"}";
  return text + "]}";
}

void check(const GraphDocument& document) {
  size_t n = document.tasks();
  demand(document.region.size() == n && document.trace.size() == n && document.work_ns.size() == n);
  for (size_t row = 0; row < n; ++row)
    demand(document.region[row] < document.region_names.size() &&
           (row == 0 || document.id[row - 1] < document.id[row]));
  for (const GraphDocument::Edge& e : document.edges) demand(e.from < n && e.to < n && e.kind <= EdgeKind::extension);
}

void check_same(const GraphDocument& document) {
  std::string text = written(document);
  auto again = read_graph_json({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, "again");
  demand(again && again->id == document.id && again->trace == document.trace && again->work_ns == document.work_ns &&
         again->edges.size() == document.edges.size());
  for (size_t e = 0; e < document.edges.size(); ++e)
    demand(again->edges[e].from == document.edges[e].from && again->edges[e].to == document.edges[e].to);
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  if (size > 1 && seed % 8 != 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string text = small_graph(seed);
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto document = read_graph_json({data, size}, "fuzz");
  if (!document) {
    demand(document.error().what.starts_with("fuzz: ") && !document.error().hint.empty());
    return 0;
  }
  check(*document);
  check_same(*document);
  for (uint32_t trace : document->trace) {
    auto graph = task_graph_of(*document, trace, KindSet::all(), "fuzz");
    if (!graph) demand(graph.error().what.ends_with(" depend on each other in a cycle"));
    if (graph) demand(graph->dag.vertices() == graph->id.size() && graph->region.size() == graph->id.size());
  }
  return 0;
}
