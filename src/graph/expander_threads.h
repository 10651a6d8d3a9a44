// How many threads look for the dependences of a recording, and whether another one writes them.
//
// While the program runs it has a processor, and so have its reader and the thread that writes for that: with two
// processors, of which the program then waits for one, that thread takes 14 to 16 % of the time by the clock off a
// sparse matrix, a second one that looks for dependences 3 to 13 %, and both together 3 to 11 % (AMD EPYC, two virtual
// cores, least of three or four interleaved runs at real-time priority).
#pragma once

namespace unply {

unsigned threads_for_expansion(); // of a file: all processors that this process may use
unsigned threads_while_recording();
bool writes_on_a_thread(); // where there is more than one processor

} // namespace unply
