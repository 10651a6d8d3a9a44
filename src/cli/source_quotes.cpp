// Files are read once each, on first use.
#include "cli/source_quotes.h"
#include "collect/source_files.h"
#include "graph/names.h"
#include <fmt/format.h>
#include <sstream>

namespace unply {
namespace fs = std::filesystem;

SourceQuotes::SourceQuotes(const Trace& trace, fs::path trace_path, bool quote)
    : trace_(trace), trace_path_(std::move(trace_path)), quote_(quote) {
  auto note = [&](StringId name) {
    std::string_view path = trace_.text(name);
    auto [row, added] = paths_of_base_.try_emplace(base_name(path), path);
    if (!added && row->second != path) row->second = "";
  };
  for (const Site& site : trace_.sites) note(site.file);
  for (const Region& region : trace_.regions) note(region.file);
  for (const ProfiledLoop& loop : trace_.loops.loops) note(loop.file);
  for (uint32_t path = 0; path < trace_.call_paths.size(); ++path)
    for (const PathCall& call : trace_.call_paths.at(path)) note(call.file);
}

std::string SourceQuotes::file(StringId name) const {
  std::string_view path = trace_.text(name);
  auto row = paths_of_base_.find(base_name(path));
  return std::string(row != paths_of_base_.end() && row->second == path ? base_name(path) : path);
}

std::string SourceQuotes::place(const Site& site) const {
  if (site.line != 0) return fmt::format("{}:{}", file(site.file), site.line);
  std::string_view function = trace_.text(site.function);
  return function.empty() ? "an unknown place" : fmt::format("{}()", function);
}

std::string SourceQuotes::region(uint32_t region) const {
  if (region == kNoRegion || trace_.regions[region].line == 0) return region_text(trace_, region);
  return fmt::format("{}:{}", file(trace_.regions[region].file), trace_.regions[region].line);
}

static std::vector<std::string> split_lines(std::istream& in) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    size_t begin = line.find_first_not_of(" \t\r"), end = line.find_last_not_of(" \t\r");
    line = begin == std::string::npos ? "" : line.substr(begin, end + 1 - begin);
    for (char& c : line)
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    lines.push_back(std::move(line));
  }
  return lines;
}

const std::vector<std::string>& SourceQuotes::lines_of(StringId file) {
  auto [row, added] = lines_.try_emplace(static_cast<uint32_t>(file));
  if (!added) return row->second;
  auto source = find_source_text(trace_, trace_path_, trace_.text(file));
  if (!source) return row->second;
  std::istringstream in(source->text);
  row->second = split_lines(in);
  if (source->newer) changed_.push_back(this->file(file));
  return row->second;
}

std::optional<std::string> SourceQuotes::line(StringId file, uint32_t line) {
  if (!quote_ || line == 0) return std::nullopt;
  const std::vector<std::string>& lines = lines_of(file);
  if (line > lines.size() || lines[line - 1].empty()) return std::nullopt;
  return lines[line - 1];
}

} // namespace unply
