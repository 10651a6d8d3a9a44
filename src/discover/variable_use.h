// What a loop does with each variable in memory, from the dependences: the input of its verdict. Variables are told
// apart by name; names that one dependence connects (a[] is written, p[] is read) are one variable here, so that two
// names of one object are never judged apart. Wherever it is not known whether an access happens in the loop, both are
// assumed.
#pragma once
#include "discover/source_loops.h"

namespace unply {

enum class In : uint8_t { no, yes, maybe };

struct LoopVariableUse {
  std::string name;                                // as the first sink names it: a[], s.n, ""
  VariableName parts;                              // of name
  bool one_name = true;                            // all accesses have this base name
  std::vector<size_t> rows;                        // of the loop's dependences, carried ones only
  bool flow = false, anti = false, output = false; // carried
  bool only_updates = true;                        // all accesses in the loop are those of updates with `update`
  Update update = Update::none;
  bool live_in = false;               // a value from before the loop may be read in it
  bool live_out = false;              // a value from the loop may be read behind it
  bool written_each_time = false;     // every iteration writes it, at one place
  bool lexical = true;                // all accesses are in the loop's own statement, none in called functions
  const FactVariable* fact = nullptr; // as the loop statement names it

  bool through_pointer() const { return parts.through && fact && fact->shape == VariableShape::pointer; }
};

class VariableUses {
public:
  VariableUses(const SourceLoops& loops, uint32_t loop);
  const std::vector<LoopVariableUse>& all() const { return uses_; }
  In in_loop(uint32_t site) const;
  bool
  has_row(std::string_view base) const; // a dependence in the loop, or in one inside it, on a variable of this name

private:
  struct Group;
  void find_sites();
  void group_rows();
  void add_rows(LoopVariableUse& use, const std::vector<uint32_t>& keys);
  void look_around(LoopVariableUse& use, const std::vector<uint32_t>& keys);
  bool is_of_surroundings(const LoopDependence& row) const;
  bool may_be_anywhere() const;
  void check_updates(LoopVariableUse& use, uint32_t site);
  void count_writes(LoopVariableUse& use);
  static bool is_of_inner_executions(const LoopVariableUse& use);
  const SourceLoops& loops_;
  const uint32_t index_;
  const SourceLoop& loop_;
  std::vector<LoopVariableUse> uses_;
  std::vector<uint32_t> sites_; // in rows of the loop or of loops inside it; they ascend
  // By key, so that each variable takes the time of what is its own: a loop over time steps may have thousands.
  std::map<uint32_t, std::vector<uint32_t>> sites_of_key_,
      rows_near_; // rows_near_: with an end that may be in the loop
  std::string_view own_name_;
  bool calls_itself_ = false;
};

} // namespace unply
