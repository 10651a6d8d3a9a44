#include "cli/verify/race_edits.h"
#include <algorithm>
#include <iterator>

namespace unply {

namespace {

constexpr std::string_view kHeads[] = {"#pragma omp parallel for", "!$omp parallel do"};
constexpr std::string_view kSchedule = " schedule(static,1)";
constexpr size_t kLongestFixedLine = 72; // of Fortran in fixed form, where a directive begins its line

bool has_schedule(const LineEdit& edit) {
  return std::ranges::any_of(
      edit.lines, [](const std::string& line) { return line.contains(" schedule(") || line.contains(" ordered("); });
}

void add_schedule(std::string& line) {
  const size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  for (std::string_view head : kHeads) {
    if (!std::string_view(line).substr(begin).starts_with(head)) continue;
    const bool maybe_fixed = begin == 0 && head.starts_with('!');
    if (!maybe_fixed || line.size() + kSchedule.size() <= kLongestFixedLine || line.ends_with(" &"))
      line.insert(begin + head.size(), kSchedule);
    return;
  }
}

} // namespace

std::vector<LineEdit> race_edits(std::vector<LineEdit> edits) {
  for (LineEdit& edit : edits)
    if (!has_schedule(edit))
      for (std::string& line : edit.lines) add_schedule(line);
  return edits;
}

uint32_t race_threads(uint32_t least) {
  auto is_prime = [](uint32_t number) {
    for (uint32_t factor = 2; factor * factor <= number; ++factor)
      if (number % factor == 0) return false;
    return true;
  };
  uint32_t threads = std::max(5U, least);
  while (!is_prime(threads)) ++threads;
  return threads;
}

} // namespace unply
