// What a comparison took from the run, as verify and report print it.
#pragma once
#include "stg/agreement/agreement.h"
#include <nlohmann/json_fwd.hpp>

namespace unply {

// One line for each: "c_12=1 (2 times), then 0 is taken from this run, ...", behind `lead`.
std::string bound_text(const stg::Agreement& agreement, const std::string& lead);
// By symbol: a number, "never" for a loop that data do not end, or one for each execution of a condition whose answers
// differ.
nlohmann::json bound_json(const stg::Agreement& agreement);

} // namespace unply
