// See unseen_calls.h.
#include "cli/unseen_calls.h"
#include "base/readable_name.h"
#include "cli/text_style.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace unply {

std::vector<std::pair<std::string, uint64_t>> unseen_by_name(const TraceInfo& info) {
  std::map<std::string, uint64_t> calls;
  for (const auto& [name, count] : info.unseen_calls) calls[readable_name(name)] += count;
  std::vector<std::pair<std::string, uint64_t>> rows(calls.begin(), calls.end());
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return rows;
}

std::string unseen_sentence(const TraceInfo& info) {
  constexpr size_t kShown = 4;
  auto rows = unseen_by_name(info);
  if (rows.empty()) return "";
  std::string text;
  uint64_t others = 0, total = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    total += rows[i].second;
    if (i >= kShown) {
      others += rows[i].second;
      continue;
    }
    if (i > 0) text += i + 1 == rows.size() ? " and " : ", ";
    text += i == 0 ? fmt::format("{} of {}", count_text(rows[i].second, "call"), rows[i].first)
                   : fmt::format("{} of {}", rows[i].second, rows[i].first);
  }
  if (others > 0) text += fmt::format(" and {} of {}", others, count_text(rows.size() - kShown, "other function"));
  return text + (total == 1 ? " was not seen" : " were not seen");
}

} // namespace unply
