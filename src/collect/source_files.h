// Finds the text of a source file: embedded in the recording, else on disk under the name recorded by the compiler,
// relative to the compiler's folder or, if that is gone, to the folder in which the program ran.
#pragma once
#include "trace/trace.h"
#include <filesystem>
#include <optional>

namespace unply {

struct SourceText {
  std::string text;
  bool newer = false; // than the recording: lines may have moved
};

// None if several of the folders have a file of that name: which one was compiled is not known.
std::optional<std::filesystem::path>
find_source_file(std::string_view name, const std::vector<std::string>& compiled_in, const std::string& ran_in);

// trace_path: of the recording, for its age.
std::optional<SourceText> find_source_text(const Trace& trace, const std::filesystem::path& trace_path,
                                           std::string_view name);

} // namespace unply
