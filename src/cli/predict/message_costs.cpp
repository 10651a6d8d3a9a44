#include "cli/predict/message_costs.h"
#include "sim/machine_file.h"
#include <filesystem>

namespace unply {

MessageCosts costs_of(const NetworkCosts& network) {
  return {.line = [&network](unsigned processes) -> std::optional<MessageCosts::Line> {
            auto line = network.line(processes);
            if (!line) return std::nullopt;
            return MessageCosts::Line{line->latency_s, line->gap_s};
          },
          .exchange = [&network](unsigned processes, unsigned distance,
                                 double words) { return network.exchange_seconds(processes, distance, words); },
          .longest = [&network](unsigned processes,
                                unsigned distance) { return network.longest_exchange(processes, distance); }};
}

Result<FoundNetwork> find_network(const std::string& machine) {
  const std::string path = machine.empty() ? default_machine_path() : machine;
  std::error_code ignored;
  constexpr const char* kHint =
      "unply machine --network -- mpirun -np 8 measures them; --machine FILE names another file";
  if (path.empty() || (machine.empty() && !std::filesystem::exists(path, ignored)))
    return fail("network: the model exchanges messages, and no machine file says what they cost", kHint);
  auto network = read_network_costs(path);
  if (!network && !std::filesystem::exists(path, ignored)) return std::unexpected(Error{network.error().what, kHint});
  if (!network) return error_of(network);
  FoundNetwork found{.costs = std::move(*network), .name = path, .doubt = ""};
  if (found.costs.simulated) found.name += " (simulated)";
  const bool measured = found.costs.processors > 0; // not written by hand
  if (measured && !found.costs.conclusive()) found.doubt = found.costs.doubt();
  return found;
}

} // namespace unply
