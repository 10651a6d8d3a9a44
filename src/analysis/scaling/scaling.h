// How parallelism, tasks / levels, grows.
#pragma once
#include <string>
#include <vector>

namespace unply {

struct Scaling {
  bool exact = false;           // from exact forms of both, else from the estimate of the ratio
  std::string leading;          // "n/2", "n m/(n + m)": the ratio of the leading terms; "" if nothing is known
  std::vector<bool> grows_with; // by parameter, when it grows alone
  bool grows = false;           // when all grow in proportion
};

} // namespace unply
