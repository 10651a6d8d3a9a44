#include "base/readable_name.h"
#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>

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

} // namespace unply
