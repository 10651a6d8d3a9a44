#include "cli/stg/show_text.h"
#include "base/text_file.h"
#include "cli/text_style.h"
#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace unply::stg {

namespace {

// "{ [rank] : 0 < rank < P }" without the list of parameters before it, which the summary has.
std::string without_parameters(const std::string& set) {
  const size_t arrow = set.find("] -> {");
  return arrow == std::string::npos || set[0] != '[' ? set : set.substr(arrow + 5);
}

// "P >= 2" of "[P] -> {  : P >= 2 }".
std::string condition_of(const std::string& set) {
  const std::string text = without_parameters(set);
  const size_t colon = text.find(": "), end = text.rfind(" }");
  return colon == std::string::npos || end == std::string::npos ? text : text.substr(colon + 2, end - colon - 2);
}

class Sources {
public:
  explicit Sources(const Program& program) : program_(program) {}
  std::string place(const Node& node) const {
    if (node.file >= program_.files.size() || node.line == 0) return "";
    return fmt::format("{}:{}", std::filesystem::path(program_.files[node.file]).filename().string(), node.line);
  }
  std::string quote(const Node& node) {
    if (node.file >= program_.files.size() || node.line == 0) return "";
    auto [found, is_new] = lines_.try_emplace(node.file);
    if (is_new)
      if (const auto text = read_text_file(program_.files[node.file])) split(*text, found->second);
    if (node.line > found->second.size()) return "";
    const std::string& line = found->second[node.line - 1];
    const size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : line.substr(first, last - first + 1);
  }

private:
  static void split(const std::string& text, std::vector<std::string>& lines) {
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      lines.push_back(text.substr(at, end - at));
      at = end + 1;
    }
  }
  const Program& program_;
  std::map<uint32_t, std::vector<std::string>> lines_;
};

std::string tier_note(Tier tier, const std::string& reason) {
  if (tier == Tier::exact) return "";
  return fmt::format("{}{}{}", name_of(tier), reason.empty() ? "" : ": ", reason);
}

const Expression* expression_of(const Node& node, std::string_view role) {
  for (const Expression& one : node.expressions)
    if (one.role == role) return &one;
  return nullptr;
}

std::string polynomial_text(const Polynomial& polynomial) {
  if (polynomial.pieces.empty()) return polynomial.tier == Tier::exact ? "0" : name_of(polynomial.tier);
  std::string text = polynomial.at_most ? "at most " : "";
  for (const PolynomialPiece& piece : polynomial.pieces) {
    text += (&piece == &polynomial.pieces.front() ? "" : " + ") + piece.polynomial;
    if (!piece.domain.empty()) text += " where " + condition_of(piece.domain);
  }
  return text;
}

std::string head_of(const Node& node) {
  const auto text = [&](std::string_view role) {
    const Expression* one = expression_of(node, role);
    return one ? one->text : std::string();
  };
  switch (node.kind) {
  case NodeKind::procedure:
    return "procedure " + node.name;
  case NodeKind::branch:
    return "if " + node.name;
  case NodeKind::loop: {
    const std::string step = text("stride"), limit = text("limit");
    return fmt::format("loop {} from {}{}{}", node.name, text("lower"), limit.empty() ? "" : ", limit " + limit,
                       step == "1" ? "" : ", step " + step);
  }
  case NodeKind::call: {
    std::string actuals;
    for (const Expression& one : node.expressions) actuals += (actuals.empty() ? "" : ", ") + one.text;
    return fmt::format("call {}({})", node.name, actuals);
  }
  case NodeKind::computation: {
    const std::string work =
        node.iterations.pieces.empty() ? "" : ", " + polynomial_text(node.iterations) + " iterations";
    return fmt::format("compute {}{}", node.name, work);
  }
  case NodeKind::region:
  case NodeKind::sync:
    return node.name;
  case NodeKind::workshare:
  case NodeKind::task:
    return node.name + (node.count.pieces.empty()           ? ""
                        : node.name.starts_with("taskloop") ? ", tasks " + polynomial_text(node.count)
                                                            : ", instances " + polynomial_text(node.count));
  case NodeKind::operation: {
    std::string head = node.name;
    if (const std::string peer = text("peer"); !peer.empty()) head += fmt::format(", partner {}", peer);
    if (const std::string source = text("source"); !source.empty()) head += fmt::format(", source {}", source);
    if (const std::string root = text("root"); !root.empty()) head += fmt::format(", root {}", root);
    return head;
  }
  }
  return node.name;
}

// Of one iteration; static-task-graph-poems-2000 asks for the flops between memory operations as well.
std::string work_text(const Node& node) {
  std::string text = fmt::format("{} flops, {} memory operations", node.flops, node.memory_operations);
  if (node.memory_operations > 0)
    text +=
        fmt::format(", {:.3g} flops between memory operations", double(node.flops) / double(node.memory_operations));
  return text;
}

// "i; j, stride 2": the loops of a computation, the outermost first.
std::string nest_text(const Work& work) {
  std::string text;
  for (const LoopRange& range : work.ranges) {
    text += (text.empty() ? "" : "; ") + range.name;
    if (range.step != 1) text += fmt::format(", stride {}", range.step);
  }
  return text;
}

size_t depth_of(const Graph& graph, const Node& node) {
  size_t depth = 0;
  for (uint32_t at = node.parent; at != kNoNode; at = graph.nodes[at].parent) ++depth;
  return depth;
}

bool is_below(const Graph& graph, uint32_t node, uint32_t top) {
  while (node != kNoNode && node != top) node = graph.nodes[node].parent;
  return node == top;
}

std::string tree_text(const Graph& graph, Sources& sources, uint32_t subtree, size_t width) {
  std::string text;
  const size_t base = subtree == kNoNode ? 0 : depth_of(graph, graph.nodes[subtree]);
  for (const Node& node : graph.nodes) {
    if (subtree != kNoNode && !is_below(graph, node.id, subtree)) continue;
    const size_t indent = 2 + 2 * (depth_of(graph, node) - base);
    const std::string head = fmt::format("{:{}}{} {}", "", indent, node.id, head_of(node));
    const std::string place = sources.place(node);
    const size_t room = width > place.size() + 2 ? width - place.size() - 2 : width;
    text += fmt::format("{:<{}}  {}\n", cut_text(head, room), std::min<size_t>(room, 56), place);
    const std::string hanging(indent + 4, ' ');
    if (node.kind != NodeKind::branch && node.kind != NodeKind::procedure && !node.instances.set.empty())
      text += cut_text(hanging + without_parameters(node.instances.set), width) + "\n";
    if (const std::string note = tier_note(node.instances.tier, node.instances.reason); !note.empty())
      text += cut_text(hanging + note, width) + "\n";
    if (node.kind == NodeKind::operation)
      if (const std::string quote = sources.quote(node); !quote.empty())
        text += cut_text(hanging + "| " + quote, width) + "\n";
  }
  return text;
}

std::string shares(const std::array<size_t, 3>& count) {
  return fmt::format("{} exact, {} evaluable, {} observed", count[0], count[1], count[2]);
}

std::string summary_text(const std::string& title, const Program& program, const Graph& graph, size_t width) {
  std::array<size_t, 3> nodes{}, edges{}, events{};
  for (const Node& node : graph.nodes) ++nodes[size_t(node.instances.tier)];
  for (const Edge& edge : graph.edges) ++edges[size_t(edge.tier)];
  for (const Event& event : graph.events) ++events[size_t(event.tier)];
  std::string parameters;
  for (const GraphParameter& one : graph.parameters) {
    parameters += (parameters.empty() ? "" : ", ") + one.name;
    if (one.text != one.name && one.name != "P") parameters += fmt::format(" ({})", one.text);
  }
  const Style style = Style::plain();
  std::string text = fmt::format("{}{}\n", title, program.mpi.empty() ? "" : ", " + program.mpi);
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) text += field_text(name, value, width, style, 2, 13);
  };
  add("nodes", fmt::format("{}: {}", graph.nodes.size(), shares(nodes)));
  add("edges", fmt::format("{}: {}", graph.edges.size(), shares(edges)));
  if (!program.mpi.empty()) add("events", fmt::format("{}: {}", graph.events.size(), shares(events)));
  add("parameters", parameters);
  size_t unmatched = 0;
  for (const Event& event : graph.events) unmatched += event.unmatched.size();
  if (unmatched > 0)
    add("unmatched", fmt::format("{} sends or receives, see the events", unmatched));
  else if (graph.unmatched_complete && !graph.events.empty())
    add("unmatched", "none, for any number of processes");
  for (const std::string& one : graph.assumptions) add("assumes", one);
  for (const std::string& one : program.assumptions)
    if (std::ranges::find(graph.assumptions, one) == graph.assumptions.end()) add("assumes", one);
  for (const std::string& one : program.unseen) add("not seen", one);
  return text;
}

} // namespace

// Which task waits for which.
static std::string waits_text(const Graph& graph, size_t width) {
  std::string text;
  for (const Edge& edge : graph.edges) {
    if (edge.kind != EdgeKind::depend && edge.kind != EdgeKind::wait) continue;
    const std::string map = edge.map.empty() ? "" : without_parameters(edge.map);
    text += cut_text(fmt::format("  {} -> {}  {}{}", edge.source, edge.target,
                                 edge.kind == EdgeKind::wait ? "wait  " : "", map),
                     width) +
            "\n";
    if (const std::string note = tier_note(edge.tier, edge.reason); !note.empty())
      text += cut_text("      " + note, width) + "\n";
  }
  return text.empty() ? "" : "\ndependences of tasks\n" + text;
}

std::string event_text(const Program& program, const Graph& graph, const Event& event, size_t width) {
  Sources sources(program);
  const Style style = Style::plain();
  std::string text = fmt::format("  event {}: {}, {}\n", event.id,
                                 event.text.empty() ? name_of(event.pattern) : event.text, name_of(event.tier));
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) text += field_text(name, value, width, style, 4, 13);
  };
  add("reason", event.reason);
  add("bytes", event.bytes.empty() ? "" : event.bytes + " in one message");
  if (!event.messages.pieces.empty()) add("messages", polynomial_text(event.messages));
  if (!event.total_bytes.pieces.empty()) add("all bytes", polynomial_text(event.total_bytes));
  if (event.communicator != "MPI_COMM_WORLD") add("communicator", event.communicator);
  std::string nodes;
  for (const uint32_t id : event.nodes) {
    const Node& node = graph.nodes[id];
    nodes += fmt::format("{}{} {} {}", nodes.empty() ? "" : "; ", id, node.name, sources.place(node));
  }
  add("nodes", nodes);
  for (const uint32_t id : event.edges) {
    const Edge& edge = graph.edges[id];
    if (edge.kind != EdgeKind::message || edge.map.empty()) continue;
    add("map", fmt::format("{} -> {}: {}", edge.source, edge.target, without_parameters(edge.map)));
  }
  for (const Unmatched& one : event.unmatched)
    add("unmatched", fmt::format("{} {}: {}", one.is_send ? "send" : "receive", one.node, without_parameters(one.set)));
  return text;
}

std::string node_text(const Program& program, const Graph& graph, const Node& node, size_t width) {
  Sources sources(program);
  const Style style = Style::plain();
  std::string text = fmt::format("node {}: {}\n", node.id, head_of(node));
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) text += field_text(name, value, width, style, 2, 13);
  };
  add("place", sources.place(node));
  add("source", sources.quote(node));
  add("instances", without_parameters(node.instances.set));
  add("tier", node.instances.reason.empty() ? name_of(node.instances.tier)
                                            : tier_note(node.instances.tier, node.instances.reason));
  for (const Expression& one : node.expressions)
    add(one.role, one.tier == Tier::exact ? one.text : fmt::format("{} ({})", one.text, name_of(one.tier)));
  if (node.kind == NodeKind::computation) {
    add("iterations", polynomial_text(node.iterations));
    add("reason", node.iterations.reason);
    add("each", work_text(node));
    for (const Work& work : program.procedures[node.procedure].computations[node.index].work)
      add("nest", nest_text(work));
  }
  for (const Edge& edge : graph.edges) {
    if (edge.source != node.id && edge.target != node.id) continue;
    add(name_of(edge.kind), fmt::format("{} -> {}: {}", edge.source, edge.target,
                                        edge.tier == Tier::exact ? without_parameters(edge.map) : name_of(edge.tier)));
  }
  for (const Event& event : graph.events)
    for (const uint32_t id : event.nodes)
      if (id == node.id) add("event", fmt::format("{}: {}", event.id, event.text));
  return text;
}

std::string task_graph_text(const std::string& title, const Program& program, const Graph& graph, uint32_t subtree,
                            size_t width) {
  Sources sources(program);
  if (subtree != kNoNode) return tree_text(graph, sources, subtree, width);
  std::string text = summary_text(title, program, graph, width);
  text += "\ntasks\n" + tree_text(graph, sources, kNoNode, width);
  text += waits_text(graph, width);
  if (!graph.events.empty()) text += "\nevents\n";
  for (const Event& event : graph.events) text += event_text(program, graph, event, width);
  return text;
}

} // namespace unply::stg
