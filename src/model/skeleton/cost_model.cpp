#include "model/skeleton/cost_model.h"

namespace unply {

double recursive_cost(const DivideAndConquerCosts& costs, unsigned levels, unsigned level) {
  if (level == levels) return costs.sequential(level);
  return costs.divide(level) + recursive_cost(costs, levels, level + 1) + costs.exchange(level) + costs.combine(level);
}

double closed_cost(const DivideAndConquerCosts& costs, unsigned levels) {
  double divide = 0, combine = 0, exchange = 0;
  for (unsigned level = 0; level < levels; ++level) divide += costs.divide(level);
  for (unsigned level = 0; level < levels; ++level) combine += costs.combine(level);
  for (unsigned level = 0; level < levels; ++level) exchange += costs.exchange(level);
  return divide + combine + exchange + costs.sequential(levels);
}

} // namespace unply
