#include "discover/call_way.h"
#include <deque>
#include <set>

namespace unply {

namespace {

// Debug information has no qualifiers and the syntax tree has: "push" of "Stack<int>::push".
std::string_view plain_name(std::string_view name) {
  name = name.substr(0, name.find('(')); // "operator()" becomes "operator", on both sides
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] == ':' && depth == 0) begin = i + 1;
  }
  name = name.substr(begin);
  return name.substr(0, name.find('<'));
}

class WayFinder {
public:
  WayFinder(const SourceLoops& loops, const std::vector<SourceFunction>& functions)
      : loops_(loops), functions_(functions) {}

  std::vector<CallStep> find(uint32_t loop, std::string_view function) {
    const std::string_view wanted = plain_name(function);
    add_calls(loops_[loop], {});
    while (!open_.empty()) {
      const std::vector<CallStep> way = std::move(open_.front());
      open_.pop_front();
      const std::string_view reached = plain_name(way.back().callee);
      if (reached == wanted) return way;
      for (uint32_t other = 0; other < loops_.size(); ++other)
        if (plain_name(loops_.trace().text(loops_[other].function)) == reached) add_calls(loops_[other], way);
      for (const SourceFunction& other : functions_)
        if (plain_name(loops_.trace().text(other.function)) == reached) add_calls(other, way);
    }
    return {};
  }

private:
  void add(const std::string& name, const std::string& callee, StringId file, SourceSpot at,
           std::vector<CallStep> way) {
    const std::string& known = callee.empty() ? name : callee;
    if (!seen_.insert(std::string(plain_name(known))).second) return;
    way.push_back({known, file, at.line});
    open_.push_back(std::move(way));
  }
  void add_calls(const SourceLoop& loop, const std::vector<CallStep>& way) {
    for (const FactCall& call : loop.facts.calls) add(call.name, call.callee, loop.file, call.at, way);
  }
  void add_calls(const SourceFunction& function, const std::vector<CallStep>& way) {
    for (const BlockFact& block : function.facts.blocks)
      for (const StatementFact& statement : block.statements)
        for (const CallFact& call : statement.calls) add(call.name, call.callee, function.file, call.at, way);
  }

  const SourceLoops& loops_;
  const std::vector<SourceFunction>& functions_;
  std::deque<std::vector<CallStep>> open_; // shorter ones first
  std::set<std::string> seen_;             // functions
};

} // namespace

std::vector<CallStep> calls_to(const SourceLoops& loops, const std::vector<SourceFunction>& functions, uint32_t loop,
                               std::string_view function) {
  return WayFinder(loops, functions).find(loop, function);
}

} // namespace unply
