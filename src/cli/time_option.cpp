#include "cli/time_option.h"
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace unply {

static constexpr std::pair<std::string_view, double> kUnits[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};

Result<uint64_t> parse_moment(const std::string& option, const std::string& text, uint64_t duration_ns) {
  double number = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  double ns_each = unit == "%" ? static_cast<double>(duration_ns) / 100 : 0;
  for (const auto& [name, ns] : kUnits)
    if (unit == name) ns_each = ns;
  double ns = number * ns_each;
  if (problem == std::errc() && ns_each > 0 && ns >= 0 && ns < 9e18) return static_cast<uint64_t>(std::llround(ns));
  return fail(fmt::format("{} {}: not a time, expected a number with ns, us, ms, s or %", option, text),
              fmt::format("for example {} 1.5ms, or {} 20%", option, option));
}

Result<TimeWindow> parse_window(const std::string& from, const std::string& to, uint64_t duration_ns) {
  TimeWindow window{0, duration_ns};
  for (auto [option, text, moment] : {std::tuple("--from", &from, &window.begin_ns), {"--to", &to, &window.end_ns}}) {
    if (text->empty()) continue;
    auto parsed = parse_moment(option, *text, duration_ns);
    if (!parsed) return error_of(parsed);
    *moment = std::min(*parsed, duration_ns);
  }
  double ms = static_cast<double>(duration_ns) / 1e6;
  if (window.begin_ns >= window.end_ns && duration_ns > 0)
    return fail(fmt::format("--from {} --to {}: no time between them, the run lasts {:.6g} ms",
                            from.empty() ? "0" : from, to.empty() ? "the end" : to, ms),
                "the begin comes first, and lies within the run");
  return window;
}

} // namespace unply
