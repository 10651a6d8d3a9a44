// Which earlier siblings a task waits for because of its depend clauses (OpenMP 5.2, section 15.9.5). Siblings are the
// children of one task, taken in the order in which they were created; list items are the same if their addresses are.
//
// Of each address two generations are kept: the tasks that referred to it last, all with the same type, and those
// before. A task of the same sharing type (in, mutexinoutset, inoutset) joins the last generation and waits for the one
// before; any other waits for the last. Everything older is waited for through these.
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
  // What a task with these clauses waits for, ascending. The task itself is entered; a taskwait only asks.
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
