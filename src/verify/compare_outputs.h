// Compares what two runs wrote. Lines in which two runs of the serial program differ (a date, a measured time) say
// nothing and are left out; numbers with a fraction may differ within a tolerance where sums are taken in another
// order.
#pragma once
#include <cstddef>
#include <string>

namespace unply {

struct OutputComparison {
  bool equal = true;
  double largest = 0;      // relative difference among the numbers that were accepted
  size_t unstable = 0;     // lines left out
  size_t line = 0;         // of the first difference, from 1
  std::string left, right; // both lines
};

// again: of a second run of the serial program. tolerance: relative, of numbers with a fraction; 0: equal bytes.
OutputComparison compare_outputs(const std::string& serial, const std::string& again, const std::string& parallel,
                                 double tolerance);

} // namespace unply
