// The functions behind the table of schedulers, each in the file of its name. All fail on 0 processors and on times
// that could exceed 63 bits; a scheduler without support for locks also fails on a job graph with locks.
#pragma once
#include "sim/schedulers/scheduler.h"

namespace unply {

Result<Schedule> schedule_subsets(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_subsets_plus(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_andp(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_andp_fifo(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_hlfet(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_fifo(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_steal(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_static(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_dynamic(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_dynamic_gomp(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_guided(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_guided_gomp(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_best(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
Result<Schedule> schedule_exact(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);

} // namespace unply
