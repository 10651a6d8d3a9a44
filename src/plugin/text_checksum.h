// Whether the text of a loop or a function has changed since it was compiled: the checksum that goes with its facts.
#ifndef UNPLY_PLUGIN_TEXT_CHECKSUM_H
#define UNPLY_PLUGIN_TEXT_CHECKSUM_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace unply {

/// FNV-1a of 32 bits over the first `lines` lines, each with a line feed behind it and without a carriage return;
/// src/discover/recorded_text.cpp computes the same. Nothing: the text has fewer lines.
std::optional<uint32_t> checksum_of_lines(llvm::StringRef text, unsigned lines);

} // namespace unply

#endif
