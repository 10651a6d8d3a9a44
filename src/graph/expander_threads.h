// How many threads look for the dependences of a recording.
#pragma once

namespace unply {

unsigned threads_for_expansion(); // of a file: all processors that this process may use
// While the program runs: it has a processor, and so has the one that takes its records.
unsigned threads_while_recording();

} // namespace unply
