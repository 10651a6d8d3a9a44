// The execution graph as a picture for a browser: level by level from top to bottom, executions one below the other.
// Boxes are task instances ("id line" as in the paper's figures), with the colour of their task region; lines are
// dependences, with the colour of their kind. Details are in tooltips. Graphs too large to draw become one bar per
// level.
#include "graph/layered_layout.h"
#include "graph/levels.h"
#include "graph/names.h"
#include "graph/svg_parts.h"
#include "graph/write_graph.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace unply {

Fill GraphColours::fill_of(uint32_t vertex) const {
  if (scheme == Scheme::classes && hue[group[vertex]] != kNoHue) return class_fill(hue[group[vertex]]);
  if (scheme == Scheme::classes) return {"#ffffff", "stroke=\"#555555\"", "rounded,filled"};
  return {level_fill(group[vertex], groups), "stroke=\"#555555\"", "rounded,filled"};
}

namespace {
constexpr double kBoxWidth = 64, kBoxHeight = 24, kColumnStep = 84, kRowStep = 72, kMargin = 24;

struct DrawnEdge {
  uint32_t row, to; // of Trace::edges, and the vertex that it leads to
};

struct Picture {
  const ExecutionGraph& graph;
  const Trace& trace;
  std::vector<uint32_t> vertices;     // shown
  uint64_t edges = 0;                 // shown
  std::vector<DrawnEdge> drawn;       // these edges, if they are few enough
  std::vector<uint32_t> row;          // of each vertex of the graph: level, executions one after the other
  const GraphColours* colours;        // of vertices; without them by task region
  std::map<uint32_t, size_t> fill_of; // of each task region shown
  KindSet kinds_shown;
  uint32_t rows = 0;
  std::vector<std::pair<uint32_t, uint32_t>> execution_rows; // (execution, its first row)
};

Picture prepare(const ExecutionGraph& graph, const GraphSelection& selection) {
  Picture picture{.graph = graph,
                  .trace = graph.trace(),
                  .vertices = {},
                  .drawn = {},
                  .row = earliest_levels(graph, selection.kinds),
                  .colours = selection.colours.get(),
                  .fill_of = {},
                  .kinds_shown = {},
                  .rows = 0,
                  .execution_rows = {}};
  for (uint32_t execution = 0; execution < graph.executions(); ++execution) {
    std::span<const uint32_t> members = graph.vertices_of(execution);
    if (members.empty() || !selection.has_vertex(graph, members[0])) continue;
    uint32_t base = picture.rows;
    picture.execution_rows.emplace_back(execution, base);
    for (uint32_t v : members) {
      picture.row[v] += base;
      picture.rows = std::max(picture.rows, picture.row[v] + 1);
      picture.vertices.push_back(v);
      picture.fill_of.try_emplace(picture.trace.tasks.region[v], picture.fill_of.size());
    }
  }
  graph.each_edge([&](uint32_t e, uint32_t to) {
    if (!selection.has_edge(graph, e, to)) return;
    if (++picture.edges <= kDrawnEdges) picture.drawn.push_back({e, to});
    picture.kinds_shown.insert(picture.trace.edges.kind[e]);
  });
  return picture;
}

std::string picture_title(const Picture& picture) {
  return fmt::format("Execution graph of {}: {} vertices, {} edges", base_name(picture.trace.info.program),
                     picture.vertices.size(), picture.edges);
}

void put_head(const Picture& picture, double width, double height, TextOutput& out) {
  put_svg_head(width, height, picture_title(picture), out);
  out.put("<defs>\n");
  for (EdgeKind kind : kAllEdgeKinds)
    if (picture.kinds_shown.contains(kind))
      put_arrow_marker(fmt::format("end-{}", kind_name(kind)), kind_colour(kind), out);
  out.put("</defs>\n");
}

size_t legend_lines(const Picture& picture) {
  size_t kinds = 0;
  for (EdgeKind kind : kAllEdgeKinds) kinds += picture.kinds_shown.contains(kind);
  return kinds + (picture.colours ? 1 : std::min(picture.fill_of.size(), kRegionFills));
}

void put_legend(const Picture& picture, double top, TextOutput& out) {
  double y = top;
  for (EdgeKind kind : kAllEdgeKinds) {
    if (!picture.kinds_shown.contains(kind)) continue;
    out.put("<path d=\"M", kMargin, " ", y, "h32\" stroke=\"", kind_colour(kind), "\" stroke-width=\"1.6\"",
            kind == EdgeKind::extension ? std::string_view(" stroke-dasharray=\"4 3\"") : std::string_view(),
            "/><text x=\"", kMargin + 42, "\" y=\"", y + 4, "\">", kind_name(kind), "</text>\n");
    y += 18;
  }
  if (picture.colours) {
    out.put("<text x=\"", kMargin, "\" y=\"", y + 4, "\">");
    out.put_xml(picture.colours->legend);
    out.put("</text>\n");
    return;
  }
  for (const auto& [region, fill] : picture.fill_of) {
    if (fill >= kRegionFills) continue;
    out.put("<rect x=\"", kMargin + 8, "\" y=\"", y - 6, "\" width=\"16\" height=\"12\" rx=\"3\" fill=\"",
            region_fill(fill), "\" stroke=\"#555555\"/><text x=\"", kMargin + 42, "\" y=\"", y + 4, "\">task at ");
    out.put_xml(base_name(region_text(picture.trace, region)));
    out.put("</text>\n");
    y += 18;
  }
}

// Separates executions of trace regions when several are shown.
void put_execution_lines(const Picture& picture, double width, TextOutput& out) {
  if (picture.execution_rows.size() < 2) return;
  for (const auto& [execution, row] : picture.execution_rows) {
    double y = kMargin + row * kRowStep - 14;
    if (row > 0)
      out.put("<path d=\"M", kMargin, " ", y, "H", width - kMargin,
              "\" stroke=\"#cccccc\" stroke-dasharray=\"2 4\"/>\n");
    out.put("<text x=\"4\" y=\"", y + 12, "\" fill=\"#888888\" font-size=\"9\">execution ", execution, "</text>\n");
  }
}

void put_edge(const Picture& picture, DrawnEdge edge, const EdgeShape& shape, TextOutput& out) {
  auto [e, to] = edge;
  const EdgeColumns& edges = picture.trace.edges;
  EdgeKind kind = edges.kind[e];
  out.put("<path class=\"edge\" d=\"");
  put_edge_path(shape, out);
  out.put("\" fill=\"none\" stroke=\"", kind_colour(kind), "\"");
  if (kind == EdgeKind::extension) out.put(" stroke-dasharray=\"4 3\"");
  if (!picture.graph.within_one_execution(e, to)) out.put(" opacity=\"0.35\"");
  out.put(" marker-end=\"url(#end-", kind_name(kind), ")\"><title>", edges.from[e] + 1, " to ", to + 1, ", ",
          kind_name(kind), " ");
  out.put_xml(variable_list(picture.trace, e));
  out.put("\n");
  out.put_xml(site_text(picture.trace, edges.site_from[e]));
  out.put(" to ");
  out.put_xml(site_text(picture.trace, edges.site_to[e]));
  out.put(", ", edges.bytes[e], " bytes</title></path>\n");
}

void put_vertex(const Picture& picture, uint32_t v, double x, double y, TextOutput& out) {
  uint32_t region = picture.trace.tasks.region[v];
  Fill fill{std::string(region_fill(picture.fill_of.at(region))), "stroke=\"#555555\"", ""};
  if (picture.colours) fill = picture.colours->fill_of(v);
  out.put("<g class=\"task\"><rect x=\"", x, "\" y=\"", y, "\" width=\"", kBoxWidth, "\" height=\"", kBoxHeight,
          "\" rx=\"6\" fill=\"", fill.colour, "\" ", fill.border, "/><text x=\"", x + kBoxWidth / 2, "\" y=\"",
          y + kBoxHeight / 2 + 4, "\" text-anchor=\"middle\">", v + 1, " ", picture.trace.regions[region].line,
          "</text><title>");
  out.put_xml(task_label(picture.trace, v));
  if (picture.colours) out.put_xml(fmt::format(", {} {}", picture.colours->what, picture.colours->group[v] + 1));
  out.put(", ", picture.graph.work_ns(v), " ns</title></g>\n");
}

// Edges between the same two vertices run side by side: flow, then anti, then output.
double sideways(const Picture& picture, uint32_t e) {
  constexpr double kShift[kEdgeKinds] = {0, 6, -6, 12};
  return kShift[static_cast<size_t>(picture.trace.edges.kind[e])];
}

void draw(const Picture& picture, TextOutput& out) {
  std::vector<uint32_t> place(picture.graph.vertices(), 0), rows;
  for (uint32_t v : picture.vertices) {
    place[v] = static_cast<uint32_t>(rows.size());
    rows.push_back(picture.row[v]);
  }
  const EdgeColumns& edges = picture.trace.edges;
  std::vector<LayoutEdge> layout_edges;
  std::vector<size_t> layout_of(picture.drawn.size());
  for (size_t i = 0; i < picture.drawn.size(); ++i) { // parallel edges share their bends; upward ones get none
    auto [e, vertex] = picture.drawn[i];
    uint32_t from = place[edges.from[e]], to = place[vertex];
    bool repeated = !layout_edges.empty() && layout_edges.back().from == from && layout_edges.back().to == to;
    bool down = rows[from] < rows[to] && picture.graph.within_one_execution(e, vertex);
    if (down && !repeated) layout_edges.push_back({from, to});
    layout_of[i] = down ? layout_edges.size() - 1 : ~size_t{0};
  }
  LayeredLayout layout = lay_out(rows, layout_edges);
  double width = std::max(2 * kMargin + (layout.columns - 1) * kColumnStep + kBoxWidth, 260.0);
  double graph_height = 2 * kMargin + (picture.rows - 1) * kRowStep + kBoxHeight;
  put_head(picture, width, graph_height + 18.0 * static_cast<double>(legend_lines(picture)) + kMargin / 2, out);
  put_execution_lines(picture, width, out);
  auto left = [&](uint32_t v) { return kMargin + layout.column[place[v]] * kColumnStep; };
  auto top = [&](uint32_t v) { return kMargin + picture.row[v] * kRowStep; };
  for (size_t i = 0; i < picture.drawn.size(); ++i) {
    auto [e, to] = picture.drawn[i];
    uint32_t from = edges.from[e];
    double shift = kBoxWidth / 2 + sideways(picture, e);
    bool down = picture.row[from] < picture.row[to];
    EdgeShape shape{.x1 = left(from) + shift,
                    .y1 = top(from) + (down ? kBoxHeight : 0),
                    .x2 = left(to) + shift,
                    .y2 = top(to) + (down ? 0 : kBoxHeight),
                    .row_step = kRowStep,
                    .box_height = kBoxHeight,
                    .bends = {}};
    if (layout_of[i] != ~size_t{0})
      for (double bend : layout.bends[layout_of[i]])
        shape.bends.push_back(kMargin + bend * kColumnStep + kBoxWidth / 2);
    put_edge(picture, picture.drawn[i], shape, out);
  }
  for (uint32_t v : picture.vertices) put_vertex(picture, v, left(v), top(v), out);
  put_legend(picture, graph_height, out);
  out.put("</svg>\n");
}

// One bar for each level: the readable summary of a large graph.
void draw_levels(const Picture& picture, TextOutput& out) {
  std::vector<uint64_t> widths(picture.rows, 0);
  for (uint32_t v : picture.vertices) ++widths[picture.row[v]];
  uint64_t widest = *std::max_element(widths.begin(), widths.end());
  write_level_bars(picture_title(picture),
                   fmt::format("{} task instances and {} dependences in {} levels, at most {} wide",
                               picture.vertices.size(), picture.edges, widths.size(), widest),
                   widths, out);
}
} // namespace

void write_svg(const ExecutionGraph& graph, const GraphSelection& selection, TextOutput& out) {
  Picture picture = prepare(graph, selection);
  if (picture.vertices.size() <= kDrawnVertices && picture.edges <= kDrawnEdges)
    draw(picture, out);
  else
    draw_levels(picture, out);
}

} // namespace unply
