#include "discover/unified_diff.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

SourceLines::SourceLines(std::string_view text) : open_end(!text.empty() && text.back() != '\n') {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string edited_text(const SourceLines& text, const std::vector<LineEdit>& edits) {
  const std::vector<std::string_view>& lines = text.lines;
  std::string out;
  size_t next = 0;
  auto copy_until = [&](size_t end) {
    for (; next < end; ++next) out.append(lines[next]).append("\n");
  };
  for (const LineEdit& edit : edits) {
    copy_until(edit.first);
    for (const std::string& line : edit.lines) out.append(line).append("\n");
    next += edit.count;
  }
  copy_until(lines.size());
  if (text.open_end && !out.empty()) out.pop_back();
  return out;
}

static bool change_the_same(const LineEdit& a, const LineEdit& b) {
  if (a.count == 0 && b.count == 0) return a.first == b.first;
  return a.first < b.first + b.count && b.first < a.first + a.count;
}

bool join_edits(std::vector<LineEdit>& edits, const std::vector<LineEdit>& more) {
  std::vector<LineEdit> joined = edits;
  for (const LineEdit& edit : more) {
    const auto other = std::ranges::find_if(edits, [&](const LineEdit& e) { return change_the_same(e, edit); });
    if (other == edits.end())
      joined.push_back(edit);
    else if (edit.count != 0 || other->lines != edit.lines)
      return false;
  }
  std::ranges::stable_sort(joined, {}, [](const LineEdit& edit) { return std::pair(edit.first, edit.count); });
  edits = std::move(joined);
  return true;
}

namespace {

constexpr size_t kContext = 3;

class Hunks {
public:
  Hunks(const SourceLines& text, const std::vector<LineEdit>& edits)
      : lines_(text.lines), open_end_(text.open_end), edits_(edits) {}

  std::string text() {
    std::string out;
    for (size_t first = 0; first < edits_.size();) {
      size_t last = first + 1;
      while (last < edits_.size() && edits_[last].first <= end_of(edits_[last - 1]) + 2 * kContext) ++last;
      out += hunk(first, last);
      first = last;
    }
    return out;
  }

private:
  static size_t end_of(const LineEdit& edit) { return edit.first + edit.count; }
  std::string line(char mark, size_t number) const {
    const bool open = open_end_ && number + 1 == lines_.size();
    return fmt::format("{}{}\n{}", mark, lines_[number], open ? "\\ No newline at end of file\n" : "");
  }
  std::string hunk(size_t first, size_t last) {
    const size_t begin = edits_[first].first - std::min(edits_[first].first, kContext);
    const size_t end = std::min(end_of(edits_[last - 1]) + kContext, lines_.size());
    std::string body;
    size_t at = begin, added = 0, removed = 0;
    for (size_t i = first; i < last; ++i) {
      for (; at < edits_[i].first; ++at) body += line(' ', at);
      for (; at < end_of(edits_[i]); ++at) body += line('-', at), ++removed;
      for (const std::string& text : edits_[i].lines) body += "+" + text + "\n", ++added;
    }
    for (; at < end; ++at) body += line(' ', at);
    const size_t old_count = end - begin, new_count = old_count + added - removed;
    std::string head = fmt::format("@@ -{},{} +{},{} @@\n", old_count == 0 ? begin : begin + 1, old_count,
                                   begin + 1 + static_cast<size_t>(shift_), new_count);
    shift_ += static_cast<ptrdiff_t>(added) - static_cast<ptrdiff_t>(removed);
    return head + body;
  }
  const std::vector<std::string_view>& lines_;
  bool open_end_;
  const std::vector<LineEdit>& edits_;
  ptrdiff_t shift_ = 0;
};

} // namespace

std::string unified_diff(const std::string& path, const SourceLines& text, const std::vector<LineEdit>& edits) {
  return fmt::format("--- a/{0}\n+++ b/{0}\n", path) + Hunks(text, edits).text();
}

} // namespace unply
