// Elements shared by pictures in SVG: graphs, their quotients, curves.
#pragma once
#include "graph/kind_set.h"
#include "graph/text_output.h"
#include <vector>

namespace unply {

// The opening tag, the title and a white ground.
void put_svg_head(double width, double height, std::string_view title, TextOutput& out);

// attributes: of the element, such as stroke="#000000"; written as they are. The text is escaped.
void put_svg_text(double x, double y, std::string_view text, std::string_view attributes, TextOutput& out);
void put_svg_line(double x1, double y1, double x2, double y2, std::string_view attributes, TextOutput& out);

// The arrow head that edges refer to as url(#NAME).
void put_arrow_marker(std::string_view name, std::string_view colour, TextOutput& out);

// From (x1, y1) down to (x2, y2) through the points between, straight down along each box height: a path's data.
struct EdgeShape {
  double x1, y1, x2, y2;
  double row_step, box_height;
  std::vector<double> bends; // x at each row between
};
void put_edge_path(const EdgeShape& shape, TextOutput& out);

// A whole picture with one bar for each level, or for each group of levels where there are more than a thousand.
// sentence: the text above, to which "each bar is ..." is added.
void write_level_bars(std::string_view title, std::string_view sentence, const std::vector<uint64_t>& widths,
                      TextOutput& out);

// Fills that black text is legible on and that stay apart for colour-blind readers (after Okabe and Ito, and Tol's
// "light" scheme); they repeat after a cycle, and the border tells one cycle from the next.
struct Fill {
  std::string colour, border; // border: attributes of SVG
  std::string dot_style;      // of the border, in DOT
};
inline constexpr size_t kRegionFills = 6;
std::string_view region_fill(size_t number);         // of the number-th region; grey from kRegionFills on
Fill class_fill(size_t number);                      // of the number-th class, from 0
std::string level_fill(size_t level, size_t levels); // from light to dark

// Colours that stay apart for colour-blind readers (Okabe and Ito); extension is drawn dashed.
std::string_view kind_colour(EdgeKind kind);

} // namespace unply
