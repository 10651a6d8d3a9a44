// What the probe's lines become: medians with quartiles as they are, and lines through them.
#include "collect/network_probe.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace unply {

namespace {

constexpr std::string_view kMark = "unply-probe ";
constexpr double kLongFrom = 65536; // bytes from which a message's time is mostly that of its bytes

std::string_view next_word(std::string_view& text) {
  size_t begin = std::min(text.find_first_not_of(" \r"), text.size());
  text.remove_prefix(begin);
  std::string_view word = text.substr(0, text.find_first_of(" \r"));
  text.remove_prefix(word.size());
  return word;
}

} // namespace

FittedLine fit_relative(const std::vector<std::pair<double, double>>& points) {
  double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0, wyy = 0;
  for (auto [x, y] : points) {
    if (!(y > 0)) continue;
    double weight = 1 / (y * y);
    w += weight, wx += weight * x, wy += weight * y;
    wxx += weight * x * x, wxy += weight * x * y, wyy += weight * y * y;
  }
  if (w == 0) return {};
  double spread = w * wxx - wx * wx;
  FittedLine line;
  if (spread > 0) line.slope = (w * wxy - wx * wy) / spread;
  line.offset = (wy - line.slope * wx) / w;
  if (line.slope < 0) line = {.offset = wy / w, .slope = 0};
  if (line.offset < 0) line = {.offset = 0, .slope = wxx > 0 ? wxy / wxx : 0};
  double left = 0, mean = wy / w, all = wyy - w * mean * mean;
  for (auto [x, y] : points)
    if (y > 0) left += std::pow((y - line.offset - line.slope * x) / y, 2);
  line.r2 = all > 1e-12 * wyy ? 1 - left / all : 1;
  return line;
}

// A launcher may have put words in front (mpirun --tag-output).
bool ProbeOutput::take(std::string_view line) {
  size_t at = line.find(kMark);
  if (at == std::string_view::npos) return false;
  std::string_view rest = line.substr(at + kMark.size()), key = next_word(rest);
  if (key == "mpi") {
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    while (rest.ends_with(' ') || rest.ends_with('\r')) rest.remove_suffix(1);
    mpi_ = rest;
    return true;
  }
  std::vector<double> numbers;
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    double number = std::nan("");
    auto [end, wrong] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (key == "gap") number = std::max(number, 0.0); // a difference, which noise may make negative
    if (wrong == std::errc() && end == word.data() + word.size() && number >= 0 && number <= 1e12)
      numbers.push_back(number);
    else
      numbers.resize(7); // more than any line has
  }
  if (numbers.size() == (key == "begin" ? 2 : 6))
    take_numbers(key, numbers);
  else if (wrong_.empty())
    wrong_ = fmt::format("the probe printed: {}", line.substr(at));
  return true;
}

void ProbeOutput::take_numbers(std::string_view key, const std::vector<double>& numbers) {
  auto whole = [](double number) { return static_cast<unsigned>(std::min(number, 4e9)); };
  if (key == "begin") {
    *this = {};
    processes_ = whole(numbers[0]);
    simulated_ = numbers[1] != 0;
    return;
  }
  Point point = {.processes = whole(numbers[0]),
                 .a = numbers[1],
                 .b = numbers[2],
                 .low = numbers[3],
                 .median = numbers[4],
                 .high = numbers[5]};
  const std::map<std::string_view, std::vector<Point>*> rows = {
      {"size", &sizes_}, {"number", &numbers_}, {"exchange", &exchanges_}, {"ping", &pings_}};
  const std::map<std::string_view, Point*> single = {
      {"o_send", &o_send_}, {"o_recv", &o_recv_}, {"gap", &gap_}, {"eager", &eager_}};
  if (auto found = rows.find(key); found != rows.end()) found->second->push_back(point);
  if (auto found = single.find(key); found != single.end()) *found->second = point;
  if (key == "next") now_ = point.processes;
  if (key == "hosts") hosts_ = whole(point.a), processors_ = whole(point.b);
  if (key == "free") (point.a == 0 ? free_before_ : free_after_) = point.low;
  if (key == "end") ended_ = true;
}

std::vector<NetworkLine> ProbeOutput::lines_of(const std::vector<Point>& points) {
  std::map<unsigned, std::vector<std::pair<double, double>>> of_processes;
  for (const Point& point : points) of_processes[point.processes].emplace_back(point.a, point.median);
  std::vector<NetworkLine> lines;
  for (const auto& [processes, measured] : of_processes) {
    if (measured.size() < 2) continue;
    FittedLine line = fit_relative(measured);
    lines.push_back({.processes = processes, .latency_s = line.offset, .gap_s = line.slope, .r2 = line.r2});
  }
  return lines;
}

// LogGP: half a round trip of one byte is o_send + L + o_recv; G is the slope of long messages. SimGrid starts a
// transfer when its receive is posted, however late, so that there a receive of a message "long there" has it whole.
void ProbeOutput::take_ping_pong(NetworkCosts& costs) const {
  LogGP& loggp = costs.ping_pong;
  loggp.partner = processes_ - 1;
  loggp.o_send_s = o_send_.median;
  loggp.o_recv_s = o_recv_.median;
  loggp.gap_s = gap_.median;
  loggp.eager_bytes = static_cast<uint64_t>(eager_.a);
  if (eager_.b != 0)
    costs.notes.push_back(fmt::format("no message up to {:.0f} bytes waited for its receive", eager_.a));
  double half_trip = pings_.empty() ? 0 : pings_.front().median;
  if (simulated_ && loggp.o_recv_s > half_trip / 2) {
    loggp.o_recv_s = 0;
    costs.notes.emplace_back("o_recv is not known: SimGrid starts a transfer when its receive is posted");
  }
  loggp.latency_s = std::max(half_trip - loggp.o_send_s - loggp.o_recv_s, 0.0);
  std::vector<std::pair<double, double>> all, last;
  double from = std::max(kLongFrom, eager_.a + 1);
  for (const Point& ping : pings_) {
    all.emplace_back(ping.a, ping.median);
    if (ping.a >= from) last.emplace_back(ping.a, ping.median);
  }
  FittedLine line = fit_relative(last.size() >= 3 ? last : all);
  loggp.gap_per_byte_s = line.slope;
  loggp.r2 = line.r2;
}

Result<NetworkCosts> ProbeOutput::costs() const {
  if (!wrong_.empty()) return fail("machine: " + wrong_);
  if (!begun())
    return fail("machine: the probe printed nothing", "is the program started as the command's last words?");
  if (processes_ < 2)
    return fail("machine: the probe ran as 1 process, at least 2 are needed",
                "unply machine --network -- mpirun -np 8; and mpicc has to belong to that mpirun (--mpicc)");
  if (!ended_) return fail("machine: the probe ended before its time");
  NetworkCosts costs;
  costs.mpi = mpi_;
  costs.simulated = simulated_;
  costs.processes = processes_;
  costs.hosts = hosts_;
  costs.processors = processors_;
  costs.free_before = free_before_;
  costs.free_after = free_after_;
  costs.size_varies = lines_of(sizes_);
  costs.number_varies = lines_of(numbers_);
  for (const Point& point : exchanges_)
    costs.exchanges.push_back({.processes = point.processes,
                               .distance = static_cast<unsigned>(point.a),
                               .words = point.b,
                               .seconds = point.median,
                               .low_s = point.low,
                               .high_s = point.high});
  std::ranges::sort(costs.exchanges, {}, [](const ExchangePoint& point) {
    return std::tuple(point.processes, point.distance, point.words);
  });
  take_ping_pong(costs);
  return costs;
}

} // namespace unply
