// Short file names and quoted source lines for a report: from the text embedded in the recording or, without it, from
// the file on disk, with a warning for a file newer than the recording, whose lines may have moved.
#pragma once
#include "trace/trace.h"
#include <filesystem>
#include <map>
#include <optional>

namespace unply {

class SourceQuotes {
public:
  // trace_path: of the recording, for its age.
  SourceQuotes(const Trace& trace, std::filesystem::path trace_path, bool quote);

  std::string file(StringId name) const;                                     // the base name where only one file has it
  std::string place(const Site& site) const;                                 // "heat.cpp:14", "unknown place"
  std::string region(uint32_t region) const;                                 // "heat.cpp:14", or the label
  std::optional<std::string> line(StringId file, uint32_t line);             // without the white space around it
  const std::vector<std::string>& changed_files() const { return changed_; } // quoted, but newer than the recording

private:
  const std::vector<std::string>& lines_of(StringId file);
  const Trace& trace_;
  std::filesystem::path trace_path_;
  bool quote_;
  std::map<std::string_view, std::string_view> paths_of_base_; // "" where several paths share the base name
  std::map<uint32_t, std::vector<std::string>> lines_;
  std::vector<std::string> changed_;
};

} // namespace unply
