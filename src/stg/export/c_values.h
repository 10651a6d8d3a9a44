// Values of a procedure as expressions of C. Integers are int64_t with the sign of their width, as in src/stg/run, so a
// truth is -1; real numbers are double; addresses are those of the process. Internal to this folder.
#pragma once
#include "stg/program/program.h"
#include <set>
#include <string>

namespace unply::stg {

class CValues {
public:
  CValues(const Program& whole, const Procedure& of);

  std::string name(ValueId id) const; // of its variable: "v12_n"
  // The variable or constant; a pure expression that stands in no block, such as a loop's bound, is written out.
  std::string use(ValueId id) const;
  // The value computed anew from its operands; empty where it is no expression: phi, call, store, ...
  std::string expression(ValueId id) const;
  bool is_placed(ValueId id) const { return placed_[id]; }
  // Something that the program computes from data is among what it is computed from.
  bool depends_on_data(ValueId id) const;
  const char* type(ValueId id) const { return procedure_.values[id].is_real ? "double" : "i64"; }

private:
  std::string constant(const Value& value) const;
  std::string integer(const Value& value) const;
  bool depends_on_data(ValueId id, std::set<ValueId>& seen) const;
  const Program& program_;
  const Procedure& procedure_;
  std::vector<bool> placed_;
};

std::string formal_name(uint32_t number);
std::string c_text(const std::string& text); // for comments and strings: no quotes, no ends of comments

} // namespace unply::stg
