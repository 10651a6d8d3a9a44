#include "graph/expander_threads.h"
#include <algorithm>
#include <cstdlib>
#include <sched.h>

namespace unply {

// More have not been measured.
constexpr unsigned kMost = 64;

static unsigned processors() {
  cpu_set_t allowed;
  return ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? static_cast<unsigned>(CPU_COUNT(&allowed)) : 1;
}

// Tests choose the number.
static unsigned forced() {
  const char* text = std::getenv("UNPLY_EXPAND_THREADS");
  return text ? std::min(static_cast<unsigned>(std::strtoul(text, nullptr, 10)), kMost) : 0;
}

unsigned threads_for_expansion() { return forced() ? forced() : std::clamp(processors(), 1u, kMost); }
bool writes_on_a_thread() { return (forced() ? forced() : processors()) > 1; }
unsigned threads_while_recording() { return forced() ? forced() : std::clamp(processors(), 2u, kMost + 1) - 1; }

} // namespace unply
