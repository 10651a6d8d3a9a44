#include "sim/network_costs.h"
#include "sim/machine.h"
#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace unply {

namespace {

double between(double at, double x0, double y0, double x1, double y1) { return y0 + (y1 - y0) * (at - x0) / (x1 - x0); }

std::span<const ExchangePoint> exchanges_of(const std::vector<ExchangePoint>& all, unsigned processes,
                                            unsigned distance) {
  auto key = [](const ExchangePoint& point) { return std::pair(point.processes, point.distance); };
  auto found = std::ranges::equal_range(all, std::pair(processes, distance), {}, key);
  return {found.begin(), found.end()};
}

} // namespace

std::optional<NetworkLine> NetworkCosts::line(unsigned of) const {
  const std::vector<NetworkLine>& lines = size_varies.empty() ? number_varies : size_varies;
  auto after = std::ranges::lower_bound(lines, of, {}, &NetworkLine::processes);
  if (after == lines.end()) return std::nullopt;
  if (after->processes == of) return *after;
  if (after == lines.begin()) return std::nullopt;
  const NetworkLine &low = *std::prev(after), &high = *after;
  auto at = [&](double NetworkLine::* value) {
    return between(of, low.processes, low.*value, high.processes, high.*value);
  };
  return NetworkLine{.processes = of,
                     .latency_s = at(&NetworkLine::latency_s),
                     .gap_s = at(&NetworkLine::gap_s),
                     .r2 = std::min(low.r2, high.r2)};
}

std::optional<double> NetworkCosts::exchange_seconds(unsigned of, unsigned distance, double words) const {
  std::span<const ExchangePoint> points = exchanges_of(exchanges, of, distance);
  if (points.empty()) return std::nullopt;
  if (words <= points.front().words) return points.front().seconds;
  if (points.size() == 1) return std::nullopt;
  size_t after = 1;
  while (after + 1 < points.size() && points[after].words < words) ++after;
  const ExchangePoint &low = points[after - 1], &high = points[after];
  return between(words, low.words, low.seconds, high.words, high.seconds);
}

double NetworkCosts::longest_exchange(unsigned of, unsigned distance) const {
  std::span<const ExchangePoint> points = exchanges_of(exchanges, of, distance);
  return points.empty() ? 0 : points.back().words;
}

bool NetworkCosts::conclusive() const {
  return simulated || (free_before >= kFreeShare * processes && free_after >= kFreeShare * processes);
}

std::string NetworkCosts::doubt() const {
  if (conclusive()) return "";
  double free = std::min(free_before, free_after);
  if (processes > processors)
    return fmt::format("{} processes shared {} processors ({:.2f} were free): these are the costs of an oversubscribed "
                       "machine",
                       processes, processors, free);
  return fmt::format("only {:.2f} of {} processors were free, at least {:.2f} are needed: the costs are inconclusive",
                     free, processes, kFreeShare * processes);
}

} // namespace unply
