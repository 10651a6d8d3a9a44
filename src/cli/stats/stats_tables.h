// The tables of unply stats, each in the file table_NAME.cpp of its rows. stats_tables.cpp lists them.
#pragma once
#include "cli/stats/stats_names.h"

namespace unply {

StatsTable thread_table(const StatsInput& in, const StatsNames& names);
StatsTable process_table(const StatsInput& in, const StatsNames& names);
StatsTable region_table(const StatsInput& in, const StatsNames& names);
StatsTable user_region_table(const StatsInput& in, const StatsNames& names);
StatsTable phase_table(const StatsInput& in, const StatsNames& names);
StatsTable loop_table(const StatsInput& in, const StatsNames& names);
StatsTable wait_table(const StatsInput& in, const StatsNames& names);
StatsTable barrier_table(const StatsInput& in, const StatsNames& names);
StatsTable lock_table(const StatsInput& in, const StatsNames& names);
StatsTable subroutine_table(const StatsInput& in, const StatsNames& names);
StatsTable statement_table(const StatsInput& in, const StatsNames& names);
StatsTable path_table(const StatsInput& in, const StatsNames& names);

} // namespace unply
