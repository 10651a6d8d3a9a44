// Figure 2 of divide-and-conquer-skeletons-2007: latency and throughput by the number of processes, one picture each,
// with a line for each of the two methods. The horizontal axis is logarithmic from 17 processes on.
#include "cli/machine/machine.h"
#include "graph/svg_parts.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace unply {

namespace {

constexpr double kPlotWidth = 360, kPlotHeight = 260, kMargin = 72, kAbove = 72, kBelow = 84;
constexpr unsigned kLogarithmicFrom = 17;

class NetworkPicture {
public:
  NetworkPicture(const NetworkCosts& costs, TextOutput& out) : costs_(costs), out_(out) {
    for (const auto* lines : {&costs.size_varies, &costs.number_varies})
      if (!lines->empty()) most_ = std::max(most_, lines->back().processes);
  }

  void write() {
    double width = 2 * (kPlotWidth + kMargin) + 40, height = kAbove + kPlotHeight + kBelow;
    put_svg_head(width, height, "latency and throughput of a network", out_);
    put_text(kMargin, 24, costs_.mpi.substr(0, 90), "font-size=\"14\" font-weight=\"bold\"");
    std::string how = costs_.simulated      ? "simulated"
                      : costs_.conclusive() ? "each rank had a processor of its own"
                                            : "inconclusive: ranks shared processors";
    put_text(kMargin, 44, fmt::format("{}: {}", costs_.command.substr(0, 80), how), "fill=\"#444444\"");
    put_plot(kMargin, "latency l(P), microseconds", &NetworkLine::latency_s, 1e6);
    put_plot(kMargin + kPlotWidth + kMargin, "throughput g(P), nanoseconds a word", &NetworkLine::gap_s, 1e9);
    double y = kAbove + kPlotHeight + 64;
    put_key(kMargin, y, 0, "size of messages varies");
    put_key(kMargin + 220, y, 1, "number of messages varies");
    out_.put("</svg>\n");
  }

private:
  static const char* colour(size_t method) { return method == 0 ? "#0072B2" : "#D55E00"; }
  bool logarithmic() const { return most_ >= kLogarithmicFrom; }

  void put_text(double x, double y, std::string_view text, std::string_view attributes = "") {
    put_svg_text(x, y, text, attributes, out_);
  }
  void put_line(double x1, double y1, double x2, double y2, std::string_view paint) {
    put_svg_line(x1, y1, x2, y2, fmt::format("stroke=\"{}\"", paint), out_);
  }
  void put_mark(double x, double y, size_t method) {
    if (method == 0)
      out_.put("<circle cx=\"", x, "\" cy=\"", y, "\" r=\"3.00\" fill=\"", colour(0), "\"/>\n");
    else
      out_.put("<rect x=\"", x - 3, "\" y=\"", y - 3, "\" width=\"6.00\" height=\"6.00\" fill=\"", colour(1), "\"/>\n");
  }
  void put_key(double x, double y, size_t method, std::string_view text) {
    put_line(x, y, x + 26, y, colour(method));
    put_mark(x + 13, y, method);
    put_text(x + 34, y + 4, text);
  }

  double x_of(double left, double processes) const {
    double last = std::max(most_, 3u);
    double share = logarithmic() ? std::log2(processes / 2) / (std::log2(last) - 1) : (processes - 2) / (last - 2);
    return left + kPlotWidth * share;
  }

  // 1, 2 or 5 times a power of ten, so that at most seven of them reach `most`.
  static double step_for(double most) {
    double power = std::pow(10, std::floor(std::log10(most / 7)));
    for (double factor : {1.0, 2.0, 5.0})
      if (most / (factor * power) <= 7) return factor * power;
    return 10 * power;
  }

  void put_plot(double left, std::string_view title, double NetworkLine::* value, double scale) {
    double most = 0;
    for (const auto* lines : {&costs_.size_varies, &costs_.number_varies})
      for (const NetworkLine& line : *lines) most = std::max(most, line.*value * scale);
    if (most <= 0) most = 1;
    double step = step_for(most), top = step * std::ceil(most / step);
    auto y_of = [&](double y) { return kAbove + kPlotHeight * (1 - y / top); };
    put_text(left, kAbove - 8, title);
    for (int i = 0; i * step <= top * 1.000001; ++i) {
      put_line(left, y_of(i * step), left + kPlotWidth, y_of(i * step), i == 0 ? "#000000" : "#dddddd");
      put_text(left - 6, y_of(i * step) + 4, fmt::format("{:g}", i * step), "text-anchor=\"end\"");
    }
    put_line(left, kAbove, left, kAbove + kPlotHeight, "#000000");
    for (unsigned p = 2; p <= most_; p = logarithmic() ? p * 2 : p + 1)
      put_text(x_of(left, p), kAbove + kPlotHeight + 18, std::to_string(p), "text-anchor=\"middle\"");
    put_text(left + kPlotWidth / 2, kAbove + kPlotHeight + 38, "processes", "text-anchor=\"middle\"");
    size_t method = 0;
    for (const auto* lines : {&costs_.size_varies, &costs_.number_varies}) {
      if (!lines->empty()) out_.put("<path fill=\"none\" stroke=\"", colour(method), "\" stroke-width=\"1.5\" d=\"");
      for (size_t i = 0; i < lines->size(); ++i)
        out_.put(i == 0 ? "M" : "L", x_of(left, (*lines)[i].processes), " ", y_of((*lines)[i].*value * scale));
      if (!lines->empty()) out_.put("\"/>\n");
      for (const NetworkLine& line : *lines) put_mark(x_of(left, line.processes), y_of(line.*value * scale), method);
      ++method;
    }
  }

  const NetworkCosts& costs_;
  TextOutput& out_;
  unsigned most_ = 2;
};

} // namespace

void write_network_svg(const NetworkCosts& costs, TextOutput& out) { NetworkPicture(costs, out).write(); }

} // namespace unply
