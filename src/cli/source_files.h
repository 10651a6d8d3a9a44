// Where the text of a source file is found: embedded in the recording, else on disk under the name that the compiler
// noted, or below the folder in which the program ran.
#pragma once
#include "trace/trace.h"
#include <filesystem>
#include <optional>

namespace unply {

struct SourceText {
  std::string text;
  bool newer = false; // than the recording: lines may have moved
};

// trace_path: of the recording, for its age.
std::optional<SourceText> find_source_text(const Trace& trace, const std::filesystem::path& trace_path,
                                           std::string_view name);

} // namespace unply
