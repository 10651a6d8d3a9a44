#include "stg/pictures/graph_pictures.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace unply::stg {

namespace {

std::string escaped(std::string_view text, bool dot) {
  std::string result;
  for (const char c : text) {
    if (dot)
      result += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string short_set(const std::string& set) {
  const size_t arrow = set.find("] -> {");
  std::string text = arrow == std::string::npos || set[0] != '[' ? set : set.substr(arrow + 5);
  if (text.size() > 72) text = text.substr(0, 69) + "...";
  return text;
}

std::string label_of(const Node& node) {
  std::string text = node.kind >= NodeKind::operation ? node.name : fmt::format("{} {}", name_of(node.kind), node.name);
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

// After Okabe and Ito, light enough for black text; a tier that is not exact has a broken border.
const char* fill_of(NodeKind kind) {
  switch (kind) {
  case NodeKind::operation:
    return "#a6d3ef";
  case NodeKind::computation:
    return "#b5e3c9";
  case NodeKind::loop:
    return "#f5deb0";
  case NodeKind::branch:
    return "#f2d5e3";
  case NodeKind::workshare:
  case NodeKind::task:
    return "#d9c9ec";
  default:
    return "#eeeeee";
  }
}

size_t depth_of(const Graph& graph, uint32_t id) {
  size_t depth = 0;
  for (uint32_t at = graph.nodes[id].parent; at != kNoNode; at = graph.nodes[at].parent) ++depth;
  return depth;
}

std::string svg_head(double width, double height, const std::string& title) {
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
                     "height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n<title>{2}</title>\n"
                     "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<defs><marker id=\"head\" "
                     "markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\"><path d=\"M0,0 "
                     "L8,4 L0,8 z\" fill=\"#0072b2\"/></marker></defs>\n"
                     "<text x=\"20\" y=\"24\" font-size=\"15\">{2}</text>\n",
                     width, height, escaped(title, false));
}

constexpr double kRow = 46, kBox = 36, kIndent = 24, kTop = 44, kBoxWidth = 470;

void put_box(std::string& out, const Graph& graph, const Node& node) {
  const double x = 20 + kIndent * double(depth_of(graph, node.id)), y = kTop + kRow * node.id;
  out += fmt::format("<g><rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"4\" fill=\"{}\" "
                     "stroke=\"#444444\"{}/>\n",
                     x, y, kBoxWidth, kBox, fill_of(node.kind),
                     node.instances.tier == Tier::exact ? "" : " stroke-dasharray=\"5 3\"");
  out += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{} {}{}</text>\n", x + 8, y + 15, node.id,
                     escaped(label_of(node), false), node.line ? fmt::format(", line {}", node.line) : "");
  out += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"10\" fill=\"#333333\">{}</text></g>\n", x + 8, y + 30,
                     escaped(short_set(node.instances.set), false));
}

void put_arrow(std::string& out, const Graph& graph, const Edge& edge, const std::string& text, size_t lane) {
  const auto right = [&](uint32_t id) { return 20 + kIndent * double(depth_of(graph, id)) + kBoxWidth; };
  const double y1 = kTop + kRow * edge.source + kBox / 2, y2 = kTop + kRow * edge.target + kBox / 2 + 6;
  const double x1 = right(edge.source), x2 = right(edge.target);
  const double bend = std::max(x1, x2) + 40 + 22 * double(lane);
  out += fmt::format("<path d=\"M{:.0f},{:.0f} C{:.0f},{:.0f} {:.0f},{:.0f} {:.0f},{:.0f}\" fill=\"none\" "
                     "stroke=\"#0072b2\" stroke-width=\"1.5\"{} marker-end=\"url(#head)\"/>\n",
                     x1, y1, bend, y1, bend, y2, x2, y2, edge.tier == Tier::exact ? "" : " stroke-dasharray=\"5 3\"");
  out += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"11\" fill=\"#005a8c\">{}</text>\n", bend + 4,
                     (y1 + y2) / 2 + 12 * double(lane % 2), escaped(text, false));
}

} // namespace

std::string dot_of(const Graph& graph) {
  std::string out = "digraph tasks {\n  node [shape=box, style=filled, fontname=\"sans-serif\"];\n";
  for (const Node& node : graph.nodes) {
    const char* border = node.instances.tier == Tier::exact ? "filled" : "filled,dashed";
    out += fmt::format("  n{} [label=\"{} {}\\n{}\", fillcolor=\"{}\", style=\"{}\"];\n", node.id, node.id,
                       escaped(label_of(node), true), escaped(short_set(node.instances.set), true), fill_of(node.kind),
                       border);
    if (node.parent != kNoNode)
      out += fmt::format("  n{} -> n{} [color=\"#999999\", arrowhead=none];\n", node.parent, node.id);
  }
  for (const Edge& edge : graph.edges)
    out += fmt::format("  n{} -> n{} [label=\"{}\\n{}\", color=\"#0072b2\", constraint=false, style={}];\n",
                       edge.source, edge.target, name_of(edge.kind), escaped(short_set(edge.map), true),
                       edge.tier == Tier::exact ? "solid" : "dashed");
  return out + "}\n";
}

std::string svg_of(const Graph& graph, const std::string& title) {
  size_t deepest = 0;
  for (const Node& node : graph.nodes) deepest = std::max(deepest, depth_of(graph, node.id));
  std::string body;
  for (const Node& node : graph.nodes) put_box(body, graph, node);
  size_t lane = 0;
  for (const Event& event : graph.events)
    for (const uint32_t id : event.edges)
      if (graph.edges[id].kind == EdgeKind::message) put_arrow(body, graph, graph.edges[id], event.text, lane++);
  for (const Edge& edge : graph.edges)
    if (edge.kind == EdgeKind::depend) put_arrow(body, graph, edge, short_set(edge.map), lane++);
  const double width = 20 + kIndent * double(deepest) + kBoxWidth + 40 + 22 * double(lane) + 330;
  return svg_head(width, kTop + kRow * double(graph.nodes.size()) + 16, title) + body + "</svg>\n";
}

std::string communication_svg(const std::vector<std::vector<int64_t>>& bytes, const std::string& title) {
  const size_t ranks = bytes.size();
  int64_t most = 1;
  for (const auto& row : bytes)
    for (const int64_t one : row) most = std::max(most, one);
  const double cell = std::clamp(400.0 / double(ranks), 3.0, 32.0), left = 60, top = 70, side = cell * double(ranks);
  const double radius = std::max(side / 2 - 20, 90.0), cx = left + side + 80 + radius, cy = top + radius + 10;
  std::string out = svg_head(cx + radius + 50, std::max(top + side, cy + radius) + 50, title);
  out += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">from (row) to (column); the darkest cell has {} bytes</text>\n",
                     left, top - 22, most);
  const size_t every = ranks > 16 ? (ranks + 15) / 16 : 1;
  for (size_t from = 0; from < ranks; ++from) {
    if (from % every == 0) {
      out += fmt::format("<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\" font-size=\"10\">{}</text>\n", left - 6,
                         top + cell * (double(from) + 0.5) + 3, from);
      out += fmt::format("<text x=\"{:.1f}\" y=\"{:.0f}\" text-anchor=\"middle\" font-size=\"10\">{}</text>\n",
                         left + cell * (double(from) + 0.5), top - 6, from);
    }
    for (size_t to = 0; to < ranks; ++to) {
      if (bytes[from][to] == 0) continue;
      const int shade = int(215 - 180 * std::sqrt(double(bytes[from][to]) / double(most)));
      out +=
          fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"rgb({},{},255)\"/>\n",
                      left + cell * double(to), top + cell * double(from), cell, cell, shade, shade);
    }
  }
  out += fmt::format("<rect x=\"{0:.0f}\" y=\"{1:.0f}\" width=\"{2:.1f}\" height=\"{2:.1f}\" fill=\"none\" "
                     "stroke=\"#888888\"/>\n",
                     left, top, side);
  const auto x_of = [&](size_t rank) { return cx + radius * std::sin(2 * M_PI * double(rank) / double(ranks)); };
  const auto y_of = [&](size_t rank) { return cy - radius * std::cos(2 * M_PI * double(rank) / double(ranks)); };
  for (size_t from = 0; from < ranks; ++from)
    for (size_t to = 0; to < ranks; ++to)
      if (from != to && bytes[from][to] > 0)
        out += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#0072b2\" "
                           "stroke-opacity=\"0.55\"/>\n",
                           x_of(from), y_of(from), x_of(to), y_of(to));
  for (size_t rank = 0; rank < ranks; ++rank)
    out += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"#f5deb0\" stroke=\"#444444\"/>{}\n", x_of(rank),
        y_of(rank), ranks > 32 ? 3 : 10,
        ranks > 32 ? ""
                   : fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"10\">{}</text>",
                                 x_of(rank), y_of(rank) + 3.5, rank));
  return out + "</svg>\n";
}

} // namespace unply::stg
