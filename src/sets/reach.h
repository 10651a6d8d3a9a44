// Where an address may point, by the text of a procedure alone: within which bytes of what it is made from.
#pragma once
#include "stg/program/program.h"
#include <map>
#include <optional>
#include <set>

namespace unply::sets {

struct Bounds {
  int64_t low = 0, high = 0;
};

struct Reach {
  bool derived = false;          // made from the base
  std::optional<Bounds> at = {}; // its offsets; nothing: not known
};

class Reaches {
public:
  explicit Reaches(const stg::Procedure& procedure) : p(procedure) {}
  Reach of(stg::ValueId address, stg::ValueId base);
  std::optional<Bounds> range_of(stg::ValueId id); // of a number, whatever the inputs are

private:
  Reach of(stg::ValueId address, stg::ValueId base, std::set<stg::ValueId>& seen);
  std::optional<Bounds> compute(stg::ValueId id);
  std::optional<Bounds> hull(const stg::Value& value, size_t first);
  std::optional<Bounds> of_loop(stg::ValueId id, const stg::Loop& loop);
  const stg::Procedure& p;
  std::map<stg::ValueId, std::optional<Bounds>> known = {};
};

} // namespace unply::sets
