#include "cli/machine.h"
#include <fstream>
#include <sched.h>
#include <sys/utsname.h>

namespace unply {

static std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (size_t colon = line.find(": "); colon != line.npos) return line.substr(colon + 2);
  return "";
}

Machine this_machine() {
  Machine machine;
  utsname names{};
  if (::uname(&names) == 0) {
    machine.name = names.nodename;
    machine.kernel = std::string(names.sysname) + " " + names.release;
    machine.cpu = names.machine;
  }
  if (std::string model = cpu_model(); !model.empty()) machine.cpu = model;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) == 0) machine.cores = static_cast<unsigned>(CPU_COUNT(&set));
  return machine;
}

} // namespace unply
