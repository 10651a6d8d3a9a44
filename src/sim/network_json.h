// The member "network" of a machine file.
#pragma once
#include "base/result.h"
#include "sim/network_costs.h"
#include <nlohmann/json_fwd.hpp>

namespace unply {

nlohmann::ordered_json network_json(const NetworkCosts& costs);
// where: "FILE: network", in front of messages. Missing parts are empty; present ones must be valid.
Result<NetworkCosts> parse_network(const nlohmann::ordered_json& json, const std::string& where);

} // namespace unply
