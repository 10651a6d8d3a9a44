// Names of sites, regions and tasks of a recording in text. Paths are given as the compiler recorded them.
#pragma once
#include "trace/trace.h"
#include <string>

namespace unply {

std::string site_text(const Trace& trace, uint32_t site);        // "file:line:column", "" if unknown
std::string call_text(const Trace& trace, const PathCall& call); // "file:line", "" if unknown
std::string region_text(const Trace& trace, uint32_t region);    // "file:line", or its label if it has no place
// The variable that carries the edge: as the sink names it, else as the source does, else "".
std::string_view edge_variable(const Trace& trace, uint32_t site_from, uint32_t site_to);
// All variables that carry it, without repetition: of the most bytes first, then by name.
std::vector<std::string_view> edge_variables(const Trace& trace, uint32_t edge);
std::string variable_list(const Trace& trace, uint32_t edge); // the same as text: "sum, count"
std::string_view base_name(std::string_view path);
std::string task_label(const Trace& trace, uint32_t vertex); // "7 heat.cpp:14", the paper's execution id and region

} // namespace unply
