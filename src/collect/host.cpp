#include "collect/host.h"
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

Host this_host() {
  Host host;
  utsname names{};
  if (::uname(&names) == 0) {
    host.name = names.nodename;
    host.kernel = std::string(names.sysname) + " " + names.release;
    host.cpu = names.machine;
  }
  if (std::string model = cpu_model(); !model.empty()) host.cpu = model;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) == 0) host.cores = static_cast<unsigned>(CPU_COUNT(&set));
  return host;
}

} // namespace unply
