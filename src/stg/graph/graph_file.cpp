// One list of fields for each structure serves both directions. nlohmann's exceptions end here.
#include "stg/graph/graph_file.h"
#include "stg/program/json_file.h"
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

namespace unply::stg {

namespace {

constexpr std::array kTierNames{"exact", "evaluable", "observed"};
constexpr std::array kNodeKindNames{"procedure", "loop",   "branch",    "call", "computation",
                                    "operation", "region", "workshare", "task", "sync"};
constexpr std::array kEdgeKindNames{"program", "message", "completion", "arrival", "back", "depend", "wait"};
constexpr std::array kPatternNames{"shift",     "pipelined shift", "circular shift", "exchange",   "broadcast",
                                   "reduction", "gather",          "scatter",        "all-to-all", "tree",
                                   "hypercube", "barrier",         "scan",           "pairs",      "irregular"};
static_assert(kPatternNames.size() == size_t(Pattern::irregular) + 1);
static_assert(kNodeKindNames.size() == size_t(NodeKind::sync) + 1);
static_assert(kEdgeKindNames.size() == size_t(EdgeKind::wait) + 1);

} // namespace

const char* name_of(Tier tier) { return kTierNames[size_t(tier)]; }
const char* name_of(NodeKind kind) { return kNodeKindNames[size_t(kind)]; }
const char* name_of(EdgeKind kind) { return kEdgeKindNames[size_t(kind)]; }
const char* name_of(Pattern pattern) { return kPatternNames[size_t(pattern)]; }

namespace {

using GraphJson = nlohmann::json;

template <class A> void graph_fields(A& a, InstanceSet& x) {
  a("tier", x.tier), a("set", x.set), a("reason", x.reason);
}
template <class A> void graph_fields(A& a, Expression& x) {
  a("role", x.role), a("tier", x.tier), a("text", x.text), a("affine", x.affine);
}
template <class A> void graph_fields(A& a, PolynomialPiece& x) { a("domain", x.domain), a("polynomial", x.polynomial); }
template <class A> void graph_fields(A& a, Polynomial& x) {
  a("tier", x.tier), a("pieces", x.pieces), a("reason", x.reason), a("at_most", x.at_most);
}
template <class A> void graph_fields(A& a, Node& x) {
  a("id", x.id), a("kind", x.kind), a("parent", x.parent), a("procedure", x.procedure), a("index", x.index);
  a("name", x.name), a("file", x.file), a("line", x.line), a("column", x.column), a("dims", x.dims);
  a("instances", x.instances), a("expressions", x.expressions), a("count", x.count), a("iterations", x.iterations);
  a("flops", x.flops), a("memory_operations", x.memory_operations);
}
template <class A> void graph_fields(A& a, Edge& x) {
  a("id", x.id), a("source", x.source), a("target", x.target), a("kind", x.kind), a("tier", x.tier);
  a("map", x.map), a("reason", x.reason);
}
template <class A> void graph_fields(A& a, Unmatched& x) {
  a("node", x.node), a("is_send", x.is_send), a("set", x.set);
}
template <class A> void graph_fields(A& a, Event& x) {
  a("id", x.id), a("pattern", x.pattern), a("vector", x.vector), a("text", x.text), a("tier", x.tier);
  a("reason", x.reason), a("bytes", x.bytes), a("messages", x.messages), a("total_bytes", x.total_bytes);
  a("communicator", x.communicator), a("nodes", x.nodes), a("edges", x.edges), a("unmatched", x.unmatched);
}
template <class A> void graph_fields(A& a, GraphParameter& x) {
  a("name", x.name), a("text", x.text), a("tier", x.tier), a("reason", x.reason);
}
template <class A> void graph_fields(A& a, Graph& x) {
  a("nodes", x.nodes), a("edges", x.edges), a("events", x.events), a("parameters", x.parameters);
  a("assumptions", x.assumptions), a("unmatched_complete", x.unmatched_complete);
}

template <class T> constexpr bool kIsList = false;
template <class T> constexpr bool kIsList<std::vector<T>> = true;

template <class E> E graph_enum(const std::string& name, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (name == name_of(E(i))) return E(i);
  throw Damaged("unknown name \"" + name + "\"");
}
template <class E> constexpr size_t kNames = 0;
template <> constexpr size_t kNames<Tier> = kTierNames.size();
template <> constexpr size_t kNames<NodeKind> = kNodeKindNames.size();
template <> constexpr size_t kNames<EdgeKind> = kEdgeKindNames.size();
template <> constexpr size_t kNames<Pattern> = kPatternNames.size();

template <class T> GraphJson graph_json(T& value);
struct GraphWriter {
  GraphJson object = GraphJson::object();
  template <class T> void operator()(const char* name, T& value) {
    T initial{};
    GraphJson one = graph_json(value);
    if (one != graph_json(initial)) object[name] = std::move(one);
  }
};
template <class T> GraphJson graph_json(T& value) {
  if constexpr (kIsList<T>) {
    GraphJson list = GraphJson::array();
    for (auto& one : value) list.push_back(graph_json(one));
    return list;
  } else if constexpr (std::is_enum_v<T>) {
    return name_of(value);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return value;
  } else {
    GraphWriter writer;
    graph_fields(writer, value);
    return std::move(writer.object);
  }
}

template <class T> void take_graph(const GraphJson& from, T& value);
struct GraphReader {
  const GraphJson& object;
  template <class T> void operator()(const char* name, T& value) {
    value = T{};
    if (const auto found = object.find(name); found != object.end()) take_graph(*found, value);
  }
};
template <class T> void take_graph(const GraphJson& from, T& value) {
  if constexpr (kIsList<T>) {
    if (!from.is_array()) throw Damaged("expected a list");
    for (const GraphJson& one : from) take_graph(one, value.emplace_back());
  } else if constexpr (std::is_enum_v<T>) {
    value = graph_enum<T>(from.get<std::string>(), kNames<T>);
  } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
    value = from.get<T>();
  } else if constexpr (std::is_arithmetic_v<T>) {
    value = T(whole_number(from, int64_t(std::numeric_limits<T>::min()), int64_t(std::numeric_limits<T>::max())));
  } else {
    if (!from.is_object()) throw Damaged("expected an object");
    GraphReader reader{from};
    graph_fields(reader, value);
  }
}

void require_ids(const Graph& graph) {
  const auto has = [](const auto& list, uint32_t id) {
    if (id >= list.size()) throw Damaged("an id names nothing");
  };
  const auto in_order = [](const auto& list) {
    for (size_t i = 0; i < list.size(); ++i)
      if (list[i].id != i) throw Damaged("an id is not its position");
  };
  in_order(graph.nodes), in_order(graph.edges), in_order(graph.events);
  for (const Node& node : graph.nodes)
    if (node.parent != kNoNode && node.parent >= node.id) throw Damaged("a node stands before its parent");
  for (const Edge& edge : graph.edges) has(graph.nodes, edge.source), has(graph.nodes, edge.target);
  for (const Event& event : graph.events) {
    for (const uint32_t id : event.nodes) has(graph.nodes, id);
    for (const uint32_t id : event.edges) has(graph.edges, id);
    for (const Unmatched& unmatched : event.unmatched) has(graph.nodes, unmatched.node);
  }
}

} // namespace

GraphJson json_of(const Graph& graph) { return graph_json(const_cast<Graph&>(graph)); } // the writer only reads

Result<Graph> read_graph(const GraphJson& from) {
  Graph graph;
  try {
    take_graph(from, graph);
    require_ids(graph);
  } catch (const std::exception& error) {
    return fail(std::string("damaged graph of tasks, ") + error.what(), "build it again with unply stg build");
  }
  return graph;
}

} // namespace unply::stg
