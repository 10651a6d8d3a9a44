// The machine file: the costs of src/sim/machine.h as `unply machine --calibrate` measured them, with what a reader
// needs to judge them (when, where, with which runtime, how far the repeats spread, whether the processors were free);
// and those of its network, as `unply machine --network` measured them. Either part may be missing.
#pragma once
#include "base/result.h"
#include "sim/machine.h"
#include "sim/network_costs.h"
#include <array>
#include <optional>
#include <string_view>

namespace unply {

struct MeasuredCost {                            // of repeated measurements
  double median_ns = 0, low_ns = 0, high_ns = 0; // low and high: the quartiles
};

// In the order of the file. Those without a member of Machine are for what is expected of loops and calls; they may be
// missing in a file.
struct MachineCost {
  const char* name;
  uint64_t Machine::* of;
};
inline constexpr std::array<MachineCost, 9> kMachineCosts = {{{"fork", &Machine::fork_ns},
                                                              {"barrier", &Machine::barrier_ns},
                                                              {"spawn", &Machine::spawn_ns},
                                                              {"task", &Machine::task_ns},
                                                              {"steal", &Machine::steal_ns},
                                                              {"lock", &Machine::lock_ns},
                                                              {"fork_thread", nullptr},
                                                              {"wait", nullptr},
                                                              {"instruction", nullptr}}};

struct MachineFile {
  bool has_costs = true; // of the node; the members up to free_after belong to them, except for the name
  std::optional<NetworkCosts> network;
  Machine machine;                                                        // the medians
  std::array<std::optional<MeasuredCost>, kMachineCosts.size()> measured; // as kMachineCosts
  std::string date, cpu, kernel, runtime;                                 // runtime: compiler and OpenMP library
  unsigned cores = 0, threads = 0, repeats = 0;                           // threads: of the team that was measured
  double free_before = 0, free_after = 0; // processors: threads * t1 / t_threads of spinning threads
  bool conclusive() const { return free_before >= kFreeShare * threads && free_after >= kFreeShare * threads; }
  std::string doubt() const;                                            // why not, "" if it is
  const std::optional<MeasuredCost>& cost(std::string_view name) const; // one of kMachineCosts
};

std::string machine_json(const MachineFile& file);
Result<MachineFile> parse_machine(const std::string& text, const std::string& name); // name: in messages
Result<MachineFile> read_machine(const std::string& path);
// As read_machine(); fails if the part that is asked for is missing, and says which command measures it.
Result<MachineFile> read_node_costs(const std::string& path);
Result<NetworkCosts> read_network_costs(const std::string& path);
// Makes the folder. The file is replaced as a whole: whatever goes wrong leaves the old one.
Result<void> write_machine(const MachineFile& file, const std::string& path);

// ${XDG_CONFIG_HOME:-~/.config}/unply/machine.json; empty when neither variable is set.
std::string default_machine_path();

} // namespace unply
