// The optimum, or the best schedule found within the limit; find_optimum also tells the lower bound.
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/exact.h"

namespace unply {

Result<Schedule> schedule_exact(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  if (!options.machine.ideal())
    return fail("exact: machine " + options.machine.name + " has overheads, expected the ideal machine",
                "use --scheduler best");
  auto found = find_optimum(jobs, processors, {.seconds = options.limit_s});
  if (!found) return error_of(found);
  return std::move(found->best);
}

} // namespace unply
