// Loads the graph's input for the verbs: a recording with its tasks and edges, however it was recorded.
#pragma once
#include "trace/trace.h"

namespace unply {

// Reads a recording; of an access stream, builds tasks and edges by OfflineBuilder, of the events of an OpenMP program
// on one thread by OpenmpTasks.
Result<Trace> load_trace(const std::string& path);

// For programs whose first process ran no task, but forked.
inline constexpr const char* kWithoutFork =
    "run the program without becoming a daemon (often an option such as --foreground), or the child's work without "
    "fork";

// The error for a recording without task instances.
Error no_tasks(const std::string& path, const Trace& trace);

} // namespace unply
