// What the start of the recorder asks of the threads' logs.
#pragma once

namespace unply::recorder {

void prepare_thread_ends(); // thread_log.cpp: the end of each thread closes its log

} // namespace unply::recorder
