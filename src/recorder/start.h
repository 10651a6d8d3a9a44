// The interface of the threads' logs for the start of the recorder.
#pragma once

namespace unply::recorder {

void prepare_thread_ends(); // thread_log.cpp: the end of each thread closes its log

} // namespace unply::recorder
