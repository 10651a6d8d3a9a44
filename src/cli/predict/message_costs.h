// The costs of messages that a prediction takes from the machine file.
#pragma once
#include "model/skeleton/predict_skeleton.h"
#include "sim/network_costs.h"

namespace unply {

struct FoundNetwork {
  NetworkCosts costs;
  std::string name;  // of the file, with a word if the network is simulated
  std::string doubt; // why the costs may be too high; "" if nothing says so
};

// machine: the file; "": the saved one. Fails with the command that measures a network if there is none.
Result<FoundNetwork> find_network(const std::string& machine);

// Refers to the network, which has to live longer.
MessageCosts costs_of(const NetworkCosts& network);

} // namespace unply
