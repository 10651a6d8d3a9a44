// The member "network" of a machine file.
#pragma once
#include "base/result.h"
#include "sim/network_costs.h"
#include <nlohmann/json_fwd.hpp>

namespace unply {

nlohmann::ordered_json network_json(const NetworkCosts& costs);
// where: "FILE: network", in front of messages. What is missing is empty; what is there has to be right.
Result<NetworkCosts> parse_network(const nlohmann::ordered_json& json, const std::string& where);

} // namespace unply
