// What the verb `machine` prints of a network's costs.
#pragma once
#include "graph/text_output.h"
#include "sim/network_costs.h"
#include <string>

namespace unply {

std::string network_text(const NetworkCosts& costs);
// The paper's figure 2: l(P) and g(P), side by side.
void write_network_svg(const NetworkCosts& costs, TextOutput& out);

} // namespace unply
