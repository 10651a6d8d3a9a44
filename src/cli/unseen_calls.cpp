// See unseen_calls.h.
#include "cli/unseen_calls.h"
#include "cli/text_style.h"
#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <fmt/format.h>
#include <map>

namespace unply {

// Removes template arguments, parameters and the result type: the parts inside <> and (), and before a blank.
static std::string without_types(std::string_view name) {
  std::string kept;
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    std::string_view rest = name.substr(i);
    if (depth == 0 && rest.starts_with("operator")) { // its own signs stay: operator<<, operator()
      size_t end = std::min(rest.find('(', rest.starts_with("operator()") ? 10 : 8), rest.size());
      std::string_view word = rest.substr(0, end);
      if (size_t types = word.find('<', word.starts_with("operator<") ? word.find_first_not_of("<=>", 8) : 8);
          types != word.npos)
        word = word.substr(0, types);
      kept += word;
      return kept;
    }
    if (rest.starts_with("(anonymous namespace)")) {
      if (depth == 0) kept += "(anonymous namespace)";
      i += 20;
      continue;
    }
    char c = name[i];
    if (c == '(' && depth == 0) break; // the parameters
    if (c == '<' || c == '(') ++depth;
    if (depth == 0 && c == ' ')
      kept.clear(); // up to here it was the result's type
    else if (depth == 0)
      kept += c;
    if (c == '>' || c == ')') --depth;
  }
  return kept;
}

std::string readable_name(const std::string& linker_name) {
  if (!linker_name.starts_with("_Z")) return linker_name;
  int status = 0;
  char* text = abi::__cxa_demangle(linker_name.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 ? without_types(text) : linker_name;
  std::free(text);
  constexpr std::string_view kAbi = "[abi:cxx11]", kInline = "__cxx11::";
  if (size_t at = name.find(kAbi); at != name.npos) name.erase(at, kAbi.size());
  if (size_t at = name.find(kInline); at != name.npos) name.erase(at, kInline.size());
  return name.empty() ? linker_name : name;
}

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
