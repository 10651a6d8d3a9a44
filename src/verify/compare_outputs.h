// Compares what two runs wrote. Lines in which runs of the serial program differ (a date, a measured time) say
// nothing and are left out; numbers with a fraction may differ within a tolerance where sums are taken in another
// order.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace unply {

struct OutputComparison {
  bool equal = true;
  double largest = 0;           // relative difference among the numbers that were accepted
  std::vector<size_t> unstable; // lines left out, from 1
  size_t line = 0;              // of the first difference, from 1
  std::string left, right;      // both lines
};

// serial: of one run or more of the serial program; the first is compared. tolerance: relative, of numbers with a
// fraction; 0: equal bytes.
OutputComparison compare_outputs(const std::vector<std::string_view>& serial, std::string_view parallel,
                                 double tolerance);

} // namespace unply
