// The speedup curve: the bounds form a band, each scheduler a line with its own mark, so lines can be distinguished
// without colours. Both axes are logarithmic from kLogFrom processors on, where perfect speedup stays a straight line
// and small numbers of processors stay legible.
#include "cli/bound/bound.h"
#include "graph/svg_parts.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace unply {

namespace {
constexpr uint32_t kLogFrom = 12;
constexpr double kLeft = 64, kTop = 64, kWidth = 520, kHeight = 360, kLegend = 260, kBottom = 56;
// Okabe and Ito's, without yellow, which is too light on white.
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
constexpr const char* kGrid = "#dddddd";

class CurvePicture {
public:
  CurvePicture(const BoundAnswer& answer, TextOutput& out) : answer_(answer), out_(out) {
    for (const CurvePoint& point : answer.curve.points) {
      most_x_ = std::max(most_x_, static_cast<double>(point.processors));
      most_y_ = std::max(most_y_, point.speedup());
      while (point.speedup() > 0 && point.speedup() < least_y_) least_y_ /= 2; // overheads make a loss of it
    }
    for (const CurveBounds& bounds : answer.curve.bounds) most_y_ = std::max(most_y_, speedup(bounds.lower));
    log_ = most_x_ >= kLogFrom;
    if (most_x_ == 1) most_x_ = 2;
    most_y_ = std::max(1.1 * most_y_, 2.0);
  }

  void write() {
    put_svg_head(kLeft + kWidth + kLegend, kTop + kHeight + kBottom, "speedup of " + answer_.input.file, out_);
    put_titles();
    put_axes();
    out_.put("<clipPath id=\"plot\"><rect x=\"", kLeft, "\" y=\"", kTop, "\" width=\"", kWidth, "\" height=\"", kHeight,
             "\"/></clipPath>\n<g clip-path=\"url(#plot)\">\n");
    put_band();
    put_perfect();
    put_knee();
    out_.put("</g>\n");
    auto curves = curves_of(answer_.curve);
    for (size_t number = curves.size(); number-- > 0;) put_curve(curves[number], number); // the first on top
    put_legend();
    out_.put("</svg>\n");
  }

private:
  double speedup(uint64_t makespan) const {
    return makespan == 0 ? 1 : static_cast<double>(answer_.curve.totals.work) / static_cast<double>(makespan);
  }
  double least() const { return log_ ? 1 : 0; }
  double share(double value, double least, double most) const {
    return log_ ? std::log(std::max(value, least / 2) / least) / std::log(most / least) : value / most;
  }
  double x(double processors) const { return kLeft + kWidth * share(processors, 1, most_x_); }
  double y(double speedup) const { return kTop + kHeight * (1 - share(speedup, least_y_, most_y_)); }

  void put_text(double at_x, double at_y, std::string_view text, std::string_view attributes = "") {
    put_svg_text(at_x, at_y, text, attributes, out_);
  }
  void put_line(double x1, double y1, double x2, double y2, std::string_view attributes) {
    put_svg_line(x1, y1, x2, y2, attributes, out_);
  }

  void put_titles() {
    const CurveTotals& totals = answer_.curve.totals;
    std::string title = answer_.input.file;
    if (!answer_.input.title.empty()) title += ", " + answer_.input.title;
    put_text(kLeft, 24, title, "font-size=\"14\" font-weight=\"bold\"");
    put_text(kLeft, 44,
             fmt::format("{}, maximum speedup {:.2f}, reached on {}", count_text(totals.tasks, "task"),
                         totals.maximum_speedup(), count_text(totals.min_processors, "processor")),
             "fill=\"#444444\"");
  }

  std::vector<double> ticks(double least, double most) const {
    std::vector<double> values;
    if (log_) {
      for (double value = least; value <= most; value *= 2) values.push_back(value);
      return values;
    }
    double step = most <= 3 ? 0.5 : most <= 14 ? 1 : std::ceil(most / 10);
    for (double value = 0; value <= most; value += step) values.push_back(value);
    return values;
  }

  void put_axes() {
    for (double value : ticks(least_y_, most_y_)) {
      put_line(kLeft, y(value), kLeft + kWidth, y(value), fmt::format("stroke=\"{}\"", kGrid));
      put_text(kLeft - 8, y(value) + 4, fmt::format("{:g}", value), "text-anchor=\"end\"");
    }
    for (double value : ticks(1, most_x_)) {
      if (value != std::floor(value)) continue;
      put_line(x(value), kTop, x(value), kTop + kHeight, fmt::format("stroke=\"{}\"", kGrid));
      put_text(x(value), kTop + kHeight + 18, fmt::format("{:g}", value), "text-anchor=\"middle\"");
    }
    put_line(kLeft, kTop + kHeight, kLeft + kWidth, kTop + kHeight, "stroke=\"#000000\"");
    put_line(kLeft, kTop, kLeft, kTop + kHeight, "stroke=\"#000000\"");
    put_text(kLeft + kWidth / 2, kTop + kHeight + 40, log_ ? "processors (logarithmic)" : "processors",
             "text-anchor=\"middle\" font-size=\"12\"");
    out_.put("<text transform=\"translate(20 ", kTop + kHeight / 2,
             ") rotate(-90)\" text-anchor=\"middle\" font-size=\"12\">speedup</text>\n");
  }

  // Between the speedup that every greedy schedule has and that which none exceeds.
  void put_band() {
    const auto& bounds = answer_.curve.bounds;
    if (bounds.empty()) return;
    out_.put("<path fill=\"#bbccee\" fill-opacity=\"0.6\" stroke=\"none\" d=\"");
    for (size_t i = 0; i < bounds.size(); ++i)
      out_.put(i == 0 ? "M" : "L", x(bounds[i].processors), " ", y(speedup(bounds[i].lower)));
    for (size_t i = bounds.size(); i-- > 0;) out_.put("L", x(bounds[i].processors), " ", y(speedup(bounds[i].upper)));
    out_.put("z\"/>\n");
  }

  void put_perfect() {
    double end = std::min(most_x_, most_y_);
    put_line(x(least()), y(least()), x(end), y(end), "stroke=\"#555555\" stroke-dasharray=\"6 4\"");
    end = std::min(most_x_, most_y_ / kLeastEfficiency);
    put_line(x(least()), y(kLeastEfficiency * least()), x(end), y(kLeastEfficiency * end),
             "stroke=\"#999999\" stroke-dasharray=\"2 3\"");
  }

  void put_knee() {
    if (!answer_.worth[0].knee) return;
    double at = x(*answer_.worth[0].knee);
    put_line(at, kTop, at, kTop + kHeight, "stroke=\"#AA3377\" stroke-dasharray=\"8 3 2 3\"");
  }

  void put_mark(double at_x, double at_y, size_t number, bool filled) {
    std::string_view colour = kColours[number % std::size(kColours)];
    std::string paint =
        fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"", filled ? colour : "#ffffff", colour);
    switch (number % 4) {
    case 0:
      out_.put("<circle cx=\"", at_x, "\" cy=\"", at_y, "\" r=\"3.50\" ", paint, "/>\n");
      return;
    case 1:
      out_.put("<rect x=\"", at_x - 3.2, "\" y=\"", at_y - 3.2, "\" width=\"6.40\" height=\"6.40\" ", paint, "/>\n");
      return;
    case 2:
      out_.put("<path d=\"M", at_x, " ", at_y - 4.5, "l4.50 8h-9z\" ", paint, "/>\n");
      return;
    default:
      out_.put("<path d=\"M", at_x, " ", at_y - 4.8, "l4.80 4.80l-4.80 4.80l-4.80 -4.80z\" ", paint, "/>\n");
    }
  }

  std::string line_of(size_t number, bool overheads) const {
    return fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}", kColours[number % std::size(kColours)],
                       overheads ? " stroke-dasharray=\"5 2\"" : "");
  }

  // Filled marks are optimal.
  void put_curve(std::span<const CurvePoint> points, size_t number) {
    constexpr size_t kMostMarks = 40;
    out_.put("<path ", line_of(number, points[0].overheads), " d=\"");
    for (size_t i = 0; i < points.size(); ++i)
      out_.put(i == 0 ? "M" : "L", x(points[i].processors), " ", y(points[i].speedup()));
    out_.put("\"/>\n");
    if (points.size() > 2 * kMostMarks) return;
    for (const CurvePoint& point : points)
      put_mark(x(point.processors), y(point.speedup()), number, point.known == Known::optimal);
  }

  void put_legend() {
    double at_x = kLeft + kWidth + 24, at_y = kTop + 8;
    auto entry = [&](std::string_view text) {
      put_text(at_x + 34, at_y + 4, text);
      at_y += 20;
    };
    size_t number = 0;
    for (std::span<const CurvePoint> points : curves_of(answer_.curve)) {
      out_.put("<path ", line_of(number, points[0].overheads), " d=\"M", at_x, " ", at_y, "h26\"/>\n");
      put_mark(at_x + 13, at_y, number, true);
      entry(curve_name(answer_, points[0]));
      ++number;
    }
    if (!answer_.curve.bounds.empty()) {
      out_.put("<rect x=\"", at_x, "\" y=\"", at_y - 6, "\" width=\"26\" height=\"12\" fill=\"#bbccee\"/>\n");
      entry("between the bounds");
    }
    put_line(at_x, at_y, at_x + 26, at_y, "stroke=\"#555555\" stroke-dasharray=\"6 4\"");
    entry("perfect speedup");
    put_line(at_x, at_y, at_x + 26, at_y, "stroke=\"#999999\" stroke-dasharray=\"2 3\"");
    entry(fmt::format("{:.0f} % efficiency", 100 * kLeastEfficiency));
    if (answer_.worth[0].knee) {
      put_line(at_x, at_y, at_x + 26, at_y, "stroke=\"#AA3377\" stroke-dasharray=\"8 3 2 3\"");
      entry(fmt::format("knee of {}: {}", answer_.curve.points[0].scheduler->name, *answer_.worth[0].knee));
    }
    put_text(at_x, at_y + 4,
             fmt::format("recommended for {}: {}", answer_.curve.points[0].scheduler->name,
                         count_text(answer_.worth[0].recommended, "processor")));
    put_text(at_x, at_y + 24, "filled marks: optimal");
    put_text(at_x, at_y + 40, "others: heuristic or a bound");
  }

  const BoundAnswer& answer_;
  TextOutput& out_;
  double most_x_ = 1, most_y_ = 1, least_y_ = 1;
  bool log_ = false;
};
} // namespace

void write_bound_svg(const BoundAnswer& answer, TextOutput& out) { CurvePicture(answer, out).write(); }

} // namespace unply
