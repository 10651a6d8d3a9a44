// Parsing and its inverse.
#include "cli/independent/task_ranges.h"
#include "base/split.h"
#include <charconv>
#include <fmt/format.h>

namespace unply {

// The number at the front of the text, which is then behind it.
static bool take_number(std::string_view& text, uint32_t& number) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

static bool take(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

static bool parse_range(std::string_view text, TaskRange& range) {
  if (!take_number(text, range.first)) return false;
  range.last = range.first;
  if (take(text, '-') && (!take_number(text, range.last) || range.last < range.first)) return false;
  if (take(text, ':') && (!take_number(text, range.step) || range.step == 0)) return false;
  range.last -= (range.last - range.first) % range.step;
  return text.empty();
}

Result<std::vector<TaskRange>> parse_task_ranges(const std::string& text) {
  std::vector<TaskRange> ranges;
  for (const std::string& word : split(text, ',')) {
    if (!parse_range(word, ranges.emplace_back()))
      return fail(fmt::format("'{}': not a task id or an ascending range of ids", word), "for example 3,5-9,20-100:4");
  }
  return ranges;
}

std::vector<TaskRange> ranges_of(const std::vector<uint32_t>& ids) {
  std::vector<TaskRange> ranges;
  for (size_t i = 0; i < ids.size();) {
    size_t end = i + 1;
    uint32_t step = end < ids.size() ? ids[end] - ids[i] : 1;
    while (end < ids.size() && ids[end] - ids[end - 1] == step) ++end;
    if (step != 1 && end - i < 3) end = i + 1, step = 1;
    ranges.push_back({ids[i], ids[end - 1], step});
    i = end;
  }
  return ranges;
}

std::string ranges_text(const std::vector<uint32_t>& ids, size_t most) {
  std::string text;
  uint64_t left = ids.size();
  for (const TaskRange& range : ranges_of(ids)) {
    if (most-- == 0) return text + fmt::format(" and {} more", left);
    left -= range.count();
    text += fmt::format("{}{}", text.empty() ? "" : ",", range.first);
    if (range.last != range.first) text += fmt::format("-{}", range.last);
    if (range.step != 1) text += fmt::format(":{}", range.step);
  }
  return text;
}

} // namespace unply
