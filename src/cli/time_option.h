// Moments of a run on the command line: --from 1.2s --to 1400ms.
#pragma once
#include "base/result.h"
#include <cstdint>
#include <string>

namespace unply {

// A number with ns, us, ms or s, or with % of the whole run. option: for messages, "--from".
Result<uint64_t> parse_moment(const std::string& option, const std::string& text, uint64_t duration_ns);

struct TimeWindow {
  uint64_t begin_ns, end_ns;
};
// "" if not given: the begin or the end of the run. Fails on windows that are empty or begin after the run.
Result<TimeWindow> parse_window(const std::string& from, const std::string& to, uint64_t duration_ns);

} // namespace unply
