// Sets are short in practice; a task that names an address twice is merged first, as libomp does.
#include "graph/depend_clauses.h"
#include <algorithm>

namespace unply {

namespace {
bool shares(uint8_t type) { return type == kDependIn || type == kDependMutexinoutset || type == kDependInoutset; }

EdgeKind kind_between(uint8_t earlier, uint8_t later) {
  if (earlier == kDependIn) return EdgeKind::anti;
  return later == kDependOut ? EdgeKind::output : EdgeKind::flow;
}

// One clause for each address; of different types on one address the strictest. doacross clauses order no tasks.
std::vector<DependClause> merge(std::span<const DependClause> clauses) {
  std::vector<DependClause> merged;
  for (const DependClause& clause : clauses) {
    if (clause.type == kDependSource || clause.type == kDependSink) continue;
    if (clause.type == kDependAll) return {{kDependAll, 0}};
    auto same = std::ranges::find(merged, clause.address, &DependClause::address);
    if (same == merged.end())
      merged.push_back(clause);
    else if (same->type != clause.type)
      same->type = kDependInout;
  }
  return merged;
}

void add_all(std::vector<DependPredecessor>& to, const std::vector<uint32_t>& tasks, EdgeKind kind) {
  for (uint32_t task : tasks) to.push_back({task, kind});
}
} // namespace

std::vector<DependPredecessor> DependClauses::collect(std::span<const DependClause> merged) const {
  std::vector<DependPredecessor> found;
  for (const DependClause& clause : merged) {
    if (clause.type == kDependAll) {
      for (const auto& [address, known] : of_) add_all(found, known.last, kind_between(known.type, kDependInout));
      if (of_.empty()) add_all(found, all_memory_, EdgeKind::flow);
      continue;
    }
    auto place = of_.find(clause.address);
    if (place == of_.end()) {
      add_all(found, all_memory_, kind_between(kDependInout, clause.type));
      continue;
    }
    const Generations& known = place->second;
    bool joins = known.type == clause.type && shares(clause.type);
    if (joins && known.before.empty())
      add_all(found, all_memory_, kind_between(kDependInout, clause.type));
    else
      add_all(found, joins ? known.before : known.last,
              kind_between(joins ? known.type_before : known.type, clause.type));
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<DependPredecessor> DependClauses::ask(std::span<const DependClause> clauses) const {
  return collect(merge(clauses));
}

std::vector<DependPredecessor> DependClauses::add(uint32_t task, std::span<const DependClause> clauses) {
  std::vector<DependClause> merged = merge(clauses);
  std::vector<DependPredecessor> found = collect(merged);
  for (const DependClause& clause : merged) {
    if (clause.type == kDependAll) {
      of_.clear();
      all_memory_ = {task};
      continue;
    }
    Generations& known = of_[clause.address];
    if (known.type == clause.type && shares(clause.type)) {
      known.last.push_back(task);
      continue;
    }
    known.before = std::move(known.last);
    known.type_before = known.type;
    known.last = {task};
    known.type = clause.type;
  }
  return found;
}

} // namespace unply
