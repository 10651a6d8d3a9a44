// The paper's figure 4: predicted beside measured time over a size, or over the number of processes. The band is the
// interval; the dashed line is the paper's model. Series differ in colour and in the form of their marks.
#include "cli/predict/predict.h"
#include "graph/svg_parts.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace unply {

namespace {
constexpr double kLeft = 84, kTop = 64, kWidth = 520, kHeight = 360, kLegend = 280, kBottom = 56;
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                    "#E69F00", "#56B4E9", "#000000"}; // Okabe and Ito's

struct Point {
  double x = 0, predicted = 0, low = 0, high = 0, paper = 0;
};
struct Series {
  std::string name;
  std::vector<Point> points;
  std::vector<std::pair<double, double>> measured;
};

// "1", "2", "5" times a power of ten, about six of them up to `most`.
double nice_step(double most) {
  const double raw = most / 6, unit = std::pow(10, std::floor(std::log10(raw)));
  for (double factor : {1., 2., 5.})
    if (factor * unit >= raw) return factor * unit;
  return 10 * unit;
}

class PredictionPicture {
public:
  PredictionPicture(const PredictAnswer& answer, TextOutput& out) : answer_(answer), out_(out) {
    over_processes_ = answer.swept.empty() && answer.model.skeleton;
    for (const PredictedRow& row : answer.curve.empty() ? answer.rows : answer.curve) {
      Series& series = series_of(row.at, row.call.processes);
      series.points.push_back({.x = x_of(row.at, row.call.processes),
                               .predicted = row.total.value,
                               .low = row.total.low,
                               .high = row.total.high,
                               .paper = row.paper});
    }
    for (const ComparedRow& row : answer.compared)
      series_of(row.at, row.processes).measured.emplace_back(x_of(row.at, row.processes), row.observed);
    for (Series& each : series_) {
      std::ranges::sort(each.points, {}, &Point::x);
      for (const Point& point : each.points) cover(point.x, std::max({point.predicted, point.high, point.paper}));
      for (auto [x, y] : each.measured) cover(x, y);
    }
    if (!(most_x_ > least_x_)) least_x_ = most_x_ - 1, most_x_ += 1;
    if (!(most_y_ > 0)) most_y_ = 1;
  }

  void write() {
    put_svg_head(kLeft + kWidth + kLegend, kTop + kHeight + kBottom, "prediction of " + answer_.file, out_);
    put_text(kLeft, 24, "predicted and measured time: " + answer_.file, "font-size=\"14\" font-weight=\"bold\"");
    put_axes();
    for (size_t i = 0; i < series_.size(); ++i) put_series(series_[i], i);
    put_legend();
    out_.put("</svg>\n");
  }

private:
  double x_of(const SizeValues& at, unsigned processes) const {
    auto found = at.find(answer_.swept);
    return over_processes_ ? std::log2(processes) : found == at.end() ? 0 : found->second;
  }
  Series& series_of(SizeValues at, unsigned processes) {
    at.erase(answer_.swept);
    std::string name = at_text(at);
    if (!over_processes_ && answer_.model.skeleton)
      name = fmt::format("P = {}{}{}", processes, name.empty() ? "" : ", ", name);
    for (Series& each : series_)
      if (each.name == name) return each;
    return series_.emplace_back(Series{name, {}, {}});
  }
  void cover(double x, double y) {
    least_x_ = std::min(least_x_, x), most_x_ = std::max(most_x_, x);
    if (std::isfinite(y)) most_y_ = std::max(most_y_, 1.05 * y);
  }
  double x(double value) const { return kLeft + kWidth * (value - least_x_) / (most_x_ - least_x_); }
  double y(double seconds) const { return kTop + kHeight * (1 - std::clamp(seconds / most_y_, 0., 1.)); }

  void put_text(double at_x, double at_y, std::string_view text, std::string_view attributes = "") {
    put_svg_text(at_x, at_y, text, attributes, out_);
  }
  void put_line(double x1, double y1, double x2, double y2, std::string_view attributes) {
    put_svg_line(x1, y1, x2, y2, attributes, out_);
  }

  void put_axes() {
    const double step_y = nice_step(most_y_);
    for (double value = 0; value <= most_y_; value += step_y) {
      put_line(kLeft, y(value), kLeft + kWidth, y(value), "stroke=\"#dddddd\"");
      put_text(kLeft - 8, y(value) + 4, value == 0 ? "0" : seconds_text(value), "text-anchor=\"end\"");
    }
    const double step_x =
        over_processes_ ? std::max(1., std::ceil((most_x_ - least_x_) / 12)) : nice_step(most_x_ - least_x_);
    for (double value = std::ceil(least_x_ / step_x) * step_x; value <= most_x_ + 1e-9; value += step_x) {
      put_line(x(value), kTop, x(value), kTop + kHeight, "stroke=\"#dddddd\"");
      put_text(x(value), kTop + kHeight + 18, number_words(over_processes_ ? std::exp2(value) : value),
               "text-anchor=\"middle\"");
    }
    put_line(kLeft, kTop + kHeight, kLeft + kWidth, kTop + kHeight, "stroke=\"#000000\"");
    put_line(kLeft, kTop, kLeft, kTop + kHeight, "stroke=\"#000000\"");
    put_text(kLeft + kWidth / 2, kTop + kHeight + 40, over_processes_ ? "processes (logarithmic)" : answer_.swept,
             "text-anchor=\"middle\" font-size=\"12\"");
    out_.put("<text transform=\"translate(16 ", kTop + kHeight / 2,
             ") rotate(-90)\" text-anchor=\"middle\" font-size=\"12\">time</text>\n");
  }

  void put_path(const std::vector<Point>& points, double Point::* of, std::string_view attributes) {
    out_.put("<path fill=\"none\" ", attributes, " d=\"");
    for (size_t i = 0; i < points.size(); ++i) out_.put(i == 0 ? "M" : "L", x(points[i].x), " ", y(points[i].*of));
    out_.put("\"/>\n");
  }

  void put_mark(double at_x, double at_y, size_t number) {
    const std::string paint =
        fmt::format("fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"1.5\"", kColours[number % std::size(kColours)]);
    if (number % 3 == 0)
      out_.put("<circle class=\"measured\" cx=\"", at_x, "\" cy=\"", at_y, "\" r=\"3.50\" ", paint, "/>\n");
    else if (number % 3 == 1)
      out_.put("<rect class=\"measured\" x=\"", at_x - 3.2, "\" y=\"", at_y - 3.2, "\" width=\"6.40\" height=\"6.40\" ",
               paint, "/>\n");
    else
      out_.put("<path class=\"measured\" d=\"M", at_x, " ", at_y - 4.5, "l4.50 8h-9z\" ", paint, "/>\n");
  }

  void put_series(const Series& series, size_t number) {
    const char* colour = kColours[number % std::size(kColours)];
    if (series.points.size() > 1) {
      out_.put("<path fill=\"", colour, "\" fill-opacity=\"0.15\" stroke=\"none\" d=\"");
      for (size_t i = 0; i < series.points.size(); ++i)
        out_.put(i == 0 ? "M" : "L", x(series.points[i].x), " ", y(series.points[i].low));
      for (size_t i = series.points.size(); i-- > 0;)
        out_.put("L", x(series.points[i].x), " ", y(series.points[i].high));
      out_.put("z\"/>\n");
    }
    put_path(series.points, &Point::predicted, fmt::format("stroke=\"{}\" stroke-width=\"1.8\"", colour));
    if (std::ranges::none_of(series.points, [](double of) { return std::isnan(of); }, &Point::paper))
      put_path(series.points, &Point::paper,
               fmt::format("stroke=\"{}\" stroke-width=\"1.2\" stroke-dasharray=\"5 3\"", colour));
    for (auto [at, seconds] : series.measured) put_mark(x(at), y(seconds), number);
  }

  void put_legend() {
    const double at_x = kLeft + kWidth + 24;
    double at_y = kTop + 8;
    auto entry = [&](std::string_view text) {
      put_text(at_x + 34, at_y + 4, text);
      at_y += 20;
    };
    constexpr size_t kMostEntries = 14;
    for (size_t i = 0; i < series_.size() && i < kMostEntries; ++i) {
      put_line(at_x, at_y, at_x + 26, at_y,
               fmt::format("stroke=\"{}\" stroke-width=\"1.8\"", kColours[i % std::size(kColours)]));
      if (!series_[i].measured.empty()) put_mark(at_x + 13, at_y, i);
      entry(series_[i].name.empty() ? "predicted" : series_[i].name);
    }
    put_text(at_x, at_y + 4, "line: predicted, band: 95 %");
    put_text(at_x, at_y + 24, "dashed: the paper's model");
    if (!answer_.compared.empty()) put_text(at_x, at_y + 44, "marks: measured");
  }

  const PredictAnswer& answer_;
  TextOutput& out_;
  std::vector<Series> series_;
  bool over_processes_ = false;
  double least_x_ = INFINITY, most_x_ = -INFINITY, most_y_ = 0;
};

} // namespace

void write_predict_svg(const PredictAnswer& answer, TextOutput& out) { PredictionPicture(answer, out).write(); }

} // namespace unply
