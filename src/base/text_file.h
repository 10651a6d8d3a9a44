// A whole file as text, for files that people write or that are small; recordings are mapped (mapped_file.h).
#pragma once
#include "base/result.h"

namespace unply {

// Fails with "PATH: cannot open, REASON" or "PATH: cannot read, REASON".
Result<std::string> read_text_file(const std::string& path);

} // namespace unply
