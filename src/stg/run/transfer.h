// Data on its way from one rank's memory to another one's. Internal to this folder.
#pragma once
#include "stg/run/rank_machine.h"

namespace unply::stg {

struct Payload { // bytes of a message; mask: 1 where known; empty: nothing is known
  std::string bytes = {}, mask = {};
};

struct Transfer { // what brings the bytes of a hidden range
  bool collective = false, fetched = false;
  CommId comm = 0;
  int32_t source = 0;
  int64_t tag = 0;
  uint64_t sequence = 0; // in its channel; position of the collective
  uint64_t bytes = 0;
  Payload payload = {};
};

} // namespace unply::stg
