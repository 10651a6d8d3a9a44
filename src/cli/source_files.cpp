#include "cli/source_files.h"
#include <fstream>
#include <sstream>

namespace unply {
namespace fs = std::filesystem;

std::optional<SourceText> find_source_text(const Trace& trace, const fs::path& trace_path, std::string_view name) {
  for (const SourceFile& source : trace.sources)
    if (trace.text(source.name) == name) return SourceText{source.text};
  fs::path path(name);
  std::error_code error;
  for (const fs::path& candidate : {path, fs::path(trace.info.directory) / path}) {
    if (!fs::is_regular_file(candidate, error)) continue;
    std::ifstream in(candidate, std::ios::binary);
    std::ostringstream text;
    if (in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();
    SourceText found{std::move(text).str()};
    fs::file_time_type source_time = fs::last_write_time(candidate, error);
    found.newer = !error && source_time > fs::last_write_time(trace_path, error) && !error;
    return found;
  }
  return std::nullopt;
}

} // namespace unply
