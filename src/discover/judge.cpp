// The order of the parts of a verdict: what blocks is gathered first, then named; nests need all verdicts.
#include "discover/judge.h"
#include <algorithm>

namespace unply {

void add_name(std::vector<std::string>& names, const std::string& name) {
  auto at = std::ranges::lower_bound(names, name);
  if (at == names.end() || *at != name) names.insert(at, name);
}

std::string_view last_member(std::string_view name) { return name.substr(name.find_last_of(".>") + 1); }

std::string_view clause_operator(Update update) {
  static constexpr std::string_view kOperators[] = {"", "+", "*", "&", "|", "^", "min", "max"};
  return kOperators[static_cast<size_t>(update)];
}

static LoopVerdict judge_loop(const SourceLoops& loops, uint32_t index) {
  LoopVerdict verdict;
  const SourceLoop& loop = loops[index];
  const VariableUses uses(loops, index);
  Judgement judgement{loops, index, loop, uses, verdict};
  if (loop.whole) {
    judge_whole_algorithm(judgement);
  } else {
    judge_memory(judgement);
    judge_registers(judgement);
    judge_index(judgement);
    judge_types(judgement);
  }
  judge_threads(judgement);
  judge_control(judgement);
  name_verdict(judgement);
  return verdict;
}

std::vector<LoopVerdict> judge_loops(const SourceLoops& loops) {
  std::vector<LoopVerdict> verdicts;
  for (uint32_t index = 0; index < loops.size(); ++index) verdicts.push_back(judge_loop(loops, index));
  judge_nests(loops, verdicts);
  return verdicts;
}

} // namespace unply
