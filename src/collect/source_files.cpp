#include "collect/source_files.h"
#include <algorithm>
#include <fstream>
#include <sstream>

namespace unply {
namespace fs = std::filesystem;

std::optional<fs::path> find_source_file(std::string_view name, const std::vector<std::string>& compiled_in,
                                         const std::string& ran_in) {
  std::error_code error;
  fs::path path(name);
  std::vector<fs::path> found;
  for (const std::string& folder : compiled_in) {
    fs::path candidate = fs::weakly_canonical(fs::path(ran_in) / folder / path, error);
    if (error || !fs::is_regular_file(candidate, error)) continue;
    if (std::ranges::find(found, candidate) == found.end()) found.push_back(candidate);
  }
  if (found.size() == 1) return found[0];
  if (found.size() > 1) return std::nullopt;
  for (const fs::path& candidate : {path, fs::path(ran_in) / path})
    if (fs::is_regular_file(candidate, error)) return candidate;
  return std::nullopt;
}

std::optional<SourceText> find_source_text(const Trace& trace, const fs::path& trace_path, std::string_view name) {
  for (const SourceFile& source : trace.sources)
    if (trace.text(source.name) == name) return SourceText{source.text};
  auto path = find_source_file(name, trace.info.source_directories, trace.info.directory);
  if (!path) return std::nullopt;
  std::error_code error;
  std::ifstream in(*path, std::ios::binary);
  std::ostringstream text;
  if (in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();
  SourceText found{std::move(text).str()};
  fs::file_time_type source_time = fs::last_write_time(*path, error);
  found.newer = !error && source_time > fs::last_write_time(trace_path, error) && !error;
  return found;
}

} // namespace unply
