// Describes this machine for readers of a recording.
#pragma once
#include <cstdint>
#include <string>

namespace unply {

struct Host {
  std::string name, cpu, kernel;
  unsigned cores = 0; // that this process may use
};
Host this_host();

} // namespace unply
