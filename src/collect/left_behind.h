// Processes that the program left running when it ended: daemons and background jobs. Once their own parents have ended
// they are children of this process (ChildProgram), so all of them are below it in the process tree.
#pragma once
#include <string>
#include <vector>

namespace unply {

struct LeftProcess {
  int pid;
  std::string name; // of its program, 15 letters at most
  std::string file; // that it runs; empty where the system does not say
};

// All that are below this process now, but for those that have ended and only wait to be asked how.
std::vector<LeftProcess> processes_below();

// "process 4711 (server)", "processes 4711 (server), 4712 (logger) and 3 more".
std::string words_for(const std::vector<LeftProcess>& processes);

} // namespace unply
