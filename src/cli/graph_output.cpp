#include "cli/graph_output.h"
#include "cli/spelling.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>

namespace unply {

std::string listed(std::span<const std::string> words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
  return text;
}

static Result<size_t> find_in(const std::string& given, const char* kind, const std::string& word,
                              const std::vector<std::string>& known, const std::string& example) {
  for (size_t i = 0; i < known.size(); ++i)
    if (known[i] == word) return i;
  std::string near = nearest_word(word, known);
  return fail(fmt::format("{}: unknown {} '{}', expected {}", given, kind, word, listed(known)),
              near.empty() ? fmt::format("for example {}", example) : fmt::format("did you mean {}?", near));
}

Result<size_t> find_word(const std::string& option, const std::string& word, const std::vector<std::string>& known) {
  return find_in(fmt::format("{} {}", option, word), "word", word, known, fmt::format("{} {}", option, known[0]));
}

Result<size_t> find_format(const std::string& name, const std::string& output, const std::vector<std::string>& known) {
  if (!name.empty()) return find_in("--format " + name, "format", name, known, "--format " + known.back());
  size_t dot = output.find_last_of("./");
  if (dot == std::string::npos || output[dot] != '.') return 0;
  return find_in("-o " + output, "format", output.substr(dot + 1), known, "--format " + known.back());
}

Result<void> write_output(const std::string& output, const char* what, const std::function<void(TextOutput&)>& write) {
  bool to_stdout = output.empty() || output == "-";
  std::FILE* file = to_stdout ? stdout : std::fopen(output.c_str(), "wb");
  if (file == nullptr)
    return fail(fmt::format("{}: cannot write: {}", output, std::strerror(errno)), "choose another place with -o");
  TextOutput out(file);
  write(out);
  Result<void> written = out.finish();
  if (!to_stdout && std::fclose(file) != 0 && written)
    written = fail(fmt::format("cannot write: {}", std::strerror(errno)));
  if (written) return {};
  if (to_stdout) std::clearerr(stdout); // said below, not once more at the end of main
  return fail(fmt::format("{}: {}", to_stdout ? "standard output" : output, written.error().what),
              fmt::format("the {} there is incomplete; free some space or choose another place with -o", what));
}

} // namespace unply
