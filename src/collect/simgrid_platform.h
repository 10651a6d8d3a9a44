// What SimGrid's platform files say of their hosts: names, in the order in which ranks are placed on them, and speed.
#pragma once
#include "base/result.h"
#include <string>
#include <vector>

namespace unply {

struct SimgridPlatform {
  std::vector<std::string> hosts; // in the order of the file
  double host_speed = 0;          // of the first host, flop/s
};

// Reads <host>, <peer>, <cluster> and <cabinet>. name: in messages. Fails if it has none of them.
Result<SimgridPlatform> parse_platform(const std::string& text, const std::string& name);
Result<SimgridPlatform> read_platform(const std::string& path);

// "1Gf", "2.5e9", "1e3Mf"; of a list, one for each state of the processor, the first.
Result<double> parse_speed(const std::string& text);

// Lines "HOST" or "HOST:NUMBER", as smpirun reads them.
Result<std::vector<std::string>> read_host_file(const std::string& path);

} // namespace unply
