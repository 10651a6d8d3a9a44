// The quotient as DOT and SVG: each node shows its number, the number of its tasks and their places; each edge shows
// the number of edges of the graph that it represents. Classes are placed by the levels of the quotient.
#include "cli/quotient/quotient_report.h"
#include "graph/layered_layout.h"
#include "graph/names.h"
#include "graph/svg_parts.h"
#include "graph/write_graph.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {
constexpr double kBoxWidth = 150, kBoxHeight = 40, kColumnStep = 176, kRowStep = 96, kMargin = 24;

// Dependences of one kind have its colour, others flow's where only flow and extension count.
std::string_view edge_colour(KindSet kinds) {
  for (EdgeKind kind : kAllEdgeKinds) {
    KindSet one;
    one.insert(kind);
    if (kinds == one) return kind_colour(kind);
  }
  return kinds == KindSet::after_renaming() ? kind_colour(EdgeKind::flow) : std::string_view("#444444");
}

std::string title_of(const QuotientReport& report) {
  const QuotientGraph& q = report.quotient;
  const char* by = report.options.by == QuotientBy::level       ? "levels"
                   : report.options.by == QuotientBy::equitable ? "the coarsest equitable partition"
                   : report.options.once                        ? "automorphisms"
                                                                : "SYM-Explore";
  return fmt::format("{}: {} in {} by {}", base_name(report.input.file),
                     count_text(report.input.graph.dag.vertices(), "task"), count_text(q.relation.classes, "class"),
                     by);
}

std::string tooltip_of(const QuotientReport& report, uint32_t c) {
  std::string text =
      fmt::format("class {}: {} on level {}, {}, first task {}", c + 1, count_text(report.quotient.size[c], "task"),
                  report.level_of[c] + 1, report.region_text(c), report.input.graph.id[report.first_of[c]]);
  uint32_t region = report.region_of[c];
  if (region != QuotientReport::kSeveralRegions && !report.input.region_lines[region].empty())
    text += "\n" + report.input.region_lines[region];
  if (report.quotient.independent[c] != Independence::holds) text += "\nnot independent";
  return text;
}

std::string class_label(const QuotientReport& report, uint32_t c) {
  return fmt::format("class {}: {}", c + 1, count_text(report.quotient.size[c], "task"));
}

std::string shortened(std::string text, size_t most) {
  if (text.size() <= most) return text;
  return ".." + text.substr(text.size() - most + 2); // the line number is at the end
}

std::vector<uint32_t> rows_of(const QuotientGraph& q) {
  std::vector<uint32_t> row(q.relation.classes, 0);
  std::vector<std::vector<uint32_t>> after(q.relation.classes);
  for (const QuotientEdge& e : q.edges) after[e.from].push_back(e.to);
  for (uint32_t c : q.order)
    for (uint32_t d : after[c]) row[d] = std::max(row[d], row[c] + 1);
  return row;
}

void put_class(const QuotientReport& report, uint32_t c, double x, double y, TextOutput& out) {
  uint32_t region = report.region_of[c];
  std::string_view fill = region == QuotientReport::kSeveralRegions ? "#ffffff" : region_fill(region);
  double middle = x + kBoxWidth / 2;
  out.put("<g class=\"class\"><rect x=\"", x, "\" y=\"", y, "\" width=\"", kBoxWidth, "\" height=\"", kBoxHeight,
          "\" rx=\"6\" fill=\"", fill, "\" stroke=\"#555555\"/><text x=\"", middle, "\" y=\"", y + 17,
          "\" text-anchor=\"middle\" font-size=\"12\" font-weight=\"bold\">", class_label(report, c),
          "</text><text x=\"", middle, "\" y=\"", y + 33, "\" text-anchor=\"middle\" fill=\"#333333\">");
  out.put_xml(shortened(report.region_text(c), 24));
  out.put("</text><title>");
  out.put_xml(tooltip_of(report, c));
  out.put("</title></g>\n");
}

// Below the source, where edges of one class have not met others yet; white behind it keeps crossing lines apart.
void put_multiplicity(const EdgeShape& shape, uint64_t multiplicity, TextOutput& out) {
  double next_x = shape.bends.empty() ? shape.x2 : shape.bends[0], gap = shape.row_step - shape.box_height;
  constexpr double kAt = 0.36, kAcross = 3 * kAt * kAt - 2 * kAt * kAt * kAt; // of the curve that put_edge_path draws
  double down = 1.5 * kAt * (1 - kAt) * (1 - kAt) + 1.5 * kAt * kAt * (1 - kAt) + kAt * kAt * kAt;
  out.put("<text x=\"", shape.x1 + (next_x - shape.x1) * kAcross, "\" y=\"", shape.y1 + gap * down + 4,
          "\" text-anchor=\"middle\" fill=\"#333333\" stroke=\"#ffffff\" stroke-width=\"4\" "
          "paint-order=\"stroke\">",
          multiplicity, "</text>\n");
}

void draw(const QuotientReport& report, const std::vector<uint32_t>& row, TextOutput& out) {
  const QuotientGraph& q = report.quotient;
  std::vector<LayoutEdge> edges;
  for (const QuotientEdge& e : q.edges) edges.push_back({e.from, e.to});
  LayeredLayout layout = lay_out(row, edges);
  uint32_t rows = *std::ranges::max_element(row) + 1;
  double width = std::max(2 * kMargin + (layout.columns - 1) * kColumnStep + kBoxWidth, 440.0);
  double height = 2 * kMargin + (rows - 1) * kRowStep + kBoxHeight;
  put_svg_head(width, height + 42, title_of(report), out);
  std::string_view colour = edge_colour(report.options.choice.kinds);
  out.put("<defs>\n");
  put_arrow_marker("end", colour, out);
  out.put("</defs>\n");
  auto left = [&](uint32_t c) { return kMargin + layout.column[c] * kColumnStep; };
  auto top = [&](uint32_t c) { return kMargin + row[c] * kRowStep; };
  std::vector<EdgeShape> shapes;
  for (size_t i = 0; i < q.edges.size(); ++i) {
    uint32_t from = q.edges[i].from, to = q.edges[i].to;
    EdgeShape shape{.x1 = left(from) + kBoxWidth / 2,
                    .y1 = top(from) + kBoxHeight,
                    .x2 = left(to) + kBoxWidth / 2,
                    .y2 = top(to),
                    .row_step = kRowStep,
                    .box_height = kBoxHeight,
                    .bends = {}};
    for (double bend : layout.bends[i]) shape.bends.push_back(kMargin + bend * kColumnStep + kBoxWidth / 2);
    out.put("<path class=\"edge\" d=\"");
    put_edge_path(shape, out);
    out.put("\" fill=\"none\" stroke=\"", colour, "\" marker-end=\"url(#end)\"><title>class ", from + 1, " to ", to + 1,
            ", ", count_text(q.edges[i].multiplicity, "edge"), " of the graph</title></path>\n");
    shapes.push_back(std::move(shape));
  }
  for (size_t i = 0; i < shapes.size(); ++i) put_multiplicity(shapes[i], q.edges[i].multiplicity, out);
  for (uint32_t c = 0; c < q.relation.classes; ++c) put_class(report, c, left(c), top(c), out);
  out.put("<text x=\"", kMargin, "\" y=\"", height + 4, "\">");
  out.put_xml(title_of(report));
  out.put("</text><text x=\"", kMargin, "\" y=\"", height + 22, "\" fill=\"#333333\">on edges: edges of the graph (",
          report.options.choice.kinds.names(", "), ")</text>\n</svg>\n");
}
} // namespace

void quotient_svg(const QuotientReport& report, TextOutput& out) {
  const QuotientGraph& q = report.quotient;
  std::vector<uint32_t> row = rows_of(q);
  if (q.relation.classes <= kDrawnVertices && q.edges.size() <= kDrawnEdges) {
    draw(report, row, out);
    return;
  }
  std::vector<uint64_t> widths(*std::ranges::max_element(row) + size_t{1}, 0);
  for (uint32_t r : row) ++widths[r];
  write_level_bars(title_of(report),
                   fmt::format("{} and {} between them, too many to draw, in {}",
                               count_text(q.relation.classes, "class"), count_text(q.edges.size(), "edge"),
                               count_text(widths.size(), "level")),
                   widths, out);
}

void quotient_dot(const QuotientReport& report, TextOutput& out) {
  const QuotientGraph& q = report.quotient;
  out.put("digraph quotient {\n  rankdir=TB;\n  label=");
  out.put_dot_string(title_of(report));
  out.put(";\n  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\", fontsize=10];\n"
          "  edge [fontname=\"sans-serif\", fontsize=9, color=\"",
          edge_colour(report.options.choice.kinds), "\"];\n");
  for (uint32_t c = 0; c < q.relation.classes; ++c) {
    uint32_t region = report.region_of[c];
    out.put("  ", c + 1, " [label=\"", class_label(report, c), "\\n\" + ");
    out.put_dot_string(report.region_text(c));
    out.put(", fillcolor=\"", region == QuotientReport::kSeveralRegions ? "#ffffff" : region_fill(region),
            "\", tooltip=");
    out.put_dot_string(tooltip_of(report, c));
    out.put("];\n");
  }
  for (const QuotientEdge& e : q.edges)
    out.put("  ", e.from + 1, " -> ", e.to + 1, " [label=\"", e.multiplicity, "\"];\n");
  out.put("}\n");
}

} // namespace unply
