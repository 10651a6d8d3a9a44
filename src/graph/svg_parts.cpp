#include "graph/svg_parts.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

constexpr double kMargin = 24;
constexpr size_t kSummaryRows = 1000;

void put_svg_head(double width, double height, std::string_view title, TextOutput& out) {
  out.put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height, "\" viewBox=\"0 0 ",
          width, " ", height, "\" font-family=\"sans-serif\" font-size=\"11\">\n<title>");
  out.put_xml(title);
  out.put("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
}

void put_svg_text(double x, double y, std::string_view text, std::string_view attributes, TextOutput& out) {
  out.put("<text x=\"", x, "\" y=\"", y, "\" ", attributes, ">");
  out.put_xml(text);
  out.put("</text>\n");
}

void put_svg_line(double x1, double y1, double x2, double y2, std::string_view attributes, TextOutput& out) {
  out.put("<line x1=\"", x1, "\" y1=\"", y1, "\" x2=\"", x2, "\" y2=\"", y2, "\" ", attributes, "/>\n");
}

void put_arrow_marker(std::string_view name, std::string_view colour, TextOutput& out) {
  out.put("<marker id=\"", name,
          "\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path "
          "d=\"M0 1L7 4L0 7z\" fill=\"",
          colour, "\"/></marker>\n");
}

void put_edge_path(const EdgeShape& shape, TextOutput& out) {
  double x = shape.x1, y = shape.y1, bend_y = shape.y1 - shape.box_height;
  out.put("M", x, " ", y);
  auto curve = [&](double to_x, double to_y) {
    double half = (to_y - y) / 2;
    out.put("C", x, " ", y + half, " ", to_x, " ", to_y - half, " ", to_x, " ", to_y);
    x = to_x, y = to_y;
  };
  for (double bend : shape.bends) {
    bend_y += shape.row_step;
    curve(bend, bend_y);
    out.put("v", shape.box_height);
    y += shape.box_height;
  }
  curve(shape.x2, shape.y2);
}

void write_level_bars(std::string_view title, std::string_view sentence, const std::vector<uint64_t>& widths,
                      TextOutput& out) {
  uint64_t widest = *std::max_element(widths.begin(), widths.end());
  size_t group = (widths.size() + kSummaryRows - 1) / kSummaryRows, bars = (widths.size() + group - 1) / group;
  double line = bars > 200 ? 4 : 16, full = 600, left = 200;
  put_svg_head(left + full + 120, 4 * kMargin + line * static_cast<double>(bars), title, out);
  out.put("<text x=\"", kMargin, "\" y=\"", kMargin, "\">");
  out.put_xml(sentence);
  out.put("; each bar is the width of ", group == 1 ? "one level" : fmt::format("up to {} levels (the widest)", group),
          "</text>\n");
  for (size_t bar = 0; bar < bars; ++bar) {
    size_t first = bar * group, end = std::min(first + group, widths.size());
    uint64_t width = *std::max_element(widths.begin() + static_cast<std::ptrdiff_t>(first),
                                       widths.begin() + static_cast<std::ptrdiff_t>(end));
    double y = 2 * kMargin + line * static_cast<double>(bar);
    double length = std::max(1.0, full * static_cast<double>(width) / static_cast<double>(widest));
    std::string name =
        end == first + 1 ? fmt::format("level {}", first + 1) : fmt::format("levels {} to {}", first + 1, end);
    if (line > 10) {
      out.put("<text x=\"", left - 8, "\" y=\"", y + 10, "\" text-anchor=\"end\">", name, "</text>");
      out.put("<text x=\"", left + length + 6, "\" y=\"", y + 10, "\">", width, "</text>");
    }
    out.put("<rect class=\"level\" x=\"", left, "\" y=\"", y, "\" width=\"", length, "\" height=\"", line * 0.8,
            "\" fill=\"", kind_colour(EdgeKind::flow), "\"><title>", name, ": ", width, "</title></rect>\n");
  }
  out.put("</svg>\n");
}

std::string_view kind_colour(EdgeKind kind) {
  constexpr std::string_view kColours[kEdgeKinds] = {"#0072b2", "#d55e00", "#aa4499", "#666666"};
  return kColours[static_cast<size_t>(kind)];
}

std::string_view region_fill(size_t number) {
  constexpr std::string_view kFills[kRegionFills] = {"#e8f1fa", "#fdf0d9", "#e6f4ea", "#f6e8f3", "#eef0c8", "#e3e6ea"};
  return number < kRegionFills ? kFills[number] : "#f4f4f4";
}

Fill class_fill(size_t number) {
  constexpr std::string_view kFills[] = {"#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff",
                                         "#44bb99", "#bbcc33", "#aaaa00", "#dddddd"};
  constexpr std::string_view kBorders[] = {"stroke=\"#555555\"", "stroke=\"#000000\" stroke-width=\"2.5\"",
                                           "stroke=\"#000000\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"",
                                           "stroke=\"#000000\" stroke-width=\"2\" stroke-dasharray=\"1.5 2.5\""};
  constexpr std::string_view kDotStyles[] = {"rounded,filled", "rounded,filled,bold", "rounded,filled,dashed",
                                             "rounded,filled,dotted"};
  size_t border = number / std::size(kFills) % std::size(kBorders);
  return {std::string(kFills[number % std::size(kFills)]), std::string(kBorders[border]),
          std::string(kDotStyles[border])};
}

// Lightness decreases evenly, so the order is visible without the hues.
std::string level_fill(size_t level, size_t levels) {
  constexpr double kStops[3][3] = {{255, 247, 200}, {160, 215, 190}, {110, 150, 215}};
  double at = levels > 1 ? 2 * static_cast<double>(level) / static_cast<double>(levels - 1) : 0;
  size_t stop = at < 1 ? 0 : 1;
  int rgb[3];
  for (size_t i = 0; i < 3; ++i)
    rgb[i] =
        static_cast<int>(kStops[stop][i] + (kStops[stop + 1][i] - kStops[stop][i]) * (at - static_cast<double>(stop)));
  return fmt::format("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]);
}

} // namespace unply
