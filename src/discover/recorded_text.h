// Whether the lines of a loop or a function are still those that were compiled: facts about them hold for no others.
#pragma once
#include "discover/source_facts.h"
#include "discover/unified_diff.h"

namespace unply {

bool has_changed(const RecordedText& recorded, const SourceLines& now); // false: it is not known
// Why there is no patch for what has changed; path: of its file.
std::string changed_text(const std::string& path);
// Whether the reason for which there is no patch is that the source is another one now.
bool tells_of_change(std::string_view why);

} // namespace unply
