// Names of the objects that rows of unply stats describe: places in the source, functions, objects, kinds of locks and
// statements.
#pragma once
#include "cli/stats/stats.h"

namespace unply {

class StatsNames {
public:
  StatsNames(const StatsInput& input, const SourceQuotes& sources) : in_(input), sources_(sources) {}
  std::string place(uint32_t site) const;
  std::string function(uint32_t site) const;                        // "": not known
  std::string activity(Activity activity, uint16_t function) const; // function: of MPI
  std::string object(ObjectKind kind, uint64_t id) const;           // "": it has no name

private:
  const StatsInput& in_;
  const SourceQuotes& sources_;
};

std::optional<std::string> schedule_name(uint8_t schedule); // of an UnplyWork, where it has one
std::string lock_name(uint8_t kind);                        // of an UnplyLock

} // namespace unply
