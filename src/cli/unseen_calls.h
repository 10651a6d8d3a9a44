// Sentences about calls from tasks whose accesses were not seen: code without hooks and model.
#pragma once
#include "trace/trace.h"

namespace unply {

// By readable name, most called first.
std::vector<std::pair<std::string, uint64_t>> unseen_by_name(const TraceInfo& info);

// "3 calls of std::getline and 1 of f were not seen", empty if there were none.
std::string unseen_sentence(const TraceInfo& info);

} // namespace unply
