// What a block of statements does, one thing after the other, as far as tasks can be made of it: a call that can be a
// task, or all else of a statement; and which of these need what others did.
#pragma once
#include "discover/source_functions.h"
#include <optional>

namespace unply {

struct CallItem {
  uint32_t statement = 0;
  std::optional<CallPlace> call; // none: the statement, or what is left of it
  uint32_t part = 0;             // of the call
  bool hoisted = false;          // the statement is more than the call
  bool task = false;             // it can be one
};

class CallItems {
public:
  CallItems(const Trace& trace, const SourceFunction& function, uint32_t block);
  const std::vector<CallItem>& all() const { return items_; }
  const StatementFact& statement(size_t item) const { return block_.statements[items_[item].statement]; }
  // Why `later` has to wait for `earlier`; "": it need not.
  const std::string& reason(size_t earlier, size_t later) const { return reasons_[earlier * items_.size() + later]; }

private:
  struct Range {
    size_t first = 1, last = 0; // empty
    bool empty() const { return first > last; }
  };
  void add_statement(uint32_t statement);
  bool add_branch(uint32_t statement);
  bool is_named(const CallItem& item, std::string_view variable) const;
  void find_needs_of_names();
  void find_needs_of_memory();
  void need(size_t earlier, size_t later, const std::string& reason);
  Range items_of(uint32_t statement) const;
  std::optional<uint32_t> statement_with_part(uint32_t part) const;
  Range items_at(uint32_t part, uint32_t site) const;
  bool is_only_parts(const StatementFact& statement, const Site& site) const;
  Range items_around(uint32_t part, const Site& site) const;
  Range items_at_place(uint32_t statement, SourceSpot at) const;

  const Trace& trace_;
  const SourceFunction& function_;
  uint32_t index_;
  const BlockFact& block_;
  std::vector<CallItem> items_;
  std::vector<std::string> reasons_;
};

// The part of the function that is the call; none: it was not executed.
std::optional<uint32_t> executed_part(const SourceFunction& function, const CallFact& call);

// Why the call can be no task, whatever other calls do; "": it can.
std::string why_in_order(const StatementFact& statement, const CallFact& call);

// "flow through a[] from line 9 to line 7"
std::string part_dependence_text(const Trace& trace, const SourceFunction& function, const PartDependence& row);

} // namespace unply
