// Finds the earlier siblings that a task waits for because of its depend clauses (OpenMP 5.2, section 15.9.5). Siblings
// are the children of one task, in the order of creation; list items are the same if their addresses are. Two
// generations are kept for each address: the last tasks that referred to it, all with the same type, and the tasks
// before them. A task of the same sharing type (in, mutexinoutset, inoutset) joins the last generation and waits for
// the previous one; any other task waits for the last. Older tasks are waited for transitively.
#pragma once
#include "trace/event_file.h"
#include <span>
#include <unordered_map>
#include <vector>

namespace unply {

struct DependClause {
  uint8_t type; // UnplyDependenceType
  uint64_t address;
};

struct DependPredecessor {
  uint32_t task;
  EdgeKind kind; // flow unless the earlier task only reads (anti) or the later one only writes (output)
  auto operator<=>(const DependPredecessor&) const = default;
};

class DependClauses {
public:
  // Returns the tasks that a task with these clauses waits for, ascending. The task itself is added; a taskwait only
  // queries.
  std::vector<DependPredecessor> add(uint32_t task, std::span<const DependClause> clauses);
  std::vector<DependPredecessor> ask(std::span<const DependClause> clauses) const;

private:
  struct Generations {
    uint8_t type = 0; // of the last, 0: none yet
    uint8_t type_before = 0;
    std::vector<uint32_t> last, before;
  };
  std::vector<DependPredecessor> collect(std::span<const DependClause> merged) const;
  std::unordered_map<uint64_t, Generations> of_;
  std::vector<uint32_t> all_memory_; // the last task that depends on all memory, if any
};

} // namespace unply
