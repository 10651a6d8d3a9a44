// Ranks and times in sentences.
#pragma once
#include "collect/spool_reader.h"
#include <string>
#include <vector>

namespace unply {

std::string host_of(const SpooledProcess& process);                           // empty: not known
std::string words_for_numbers(const std::vector<uint32_t>& numbers);          // "rank 1", "ranks 0 to 3, 7"
std::string words_for_ranks(const std::vector<const SpooledProcess*>& ranks); // with their hosts
std::string words_for_ns(double ns);                                          // "2.1 us"

// Ranks of a job that left nothing.
struct MissingRanks {
  std::vector<uint32_t> numbers;
  std::string sentence; // with their hosts, and the remedy
};
std::vector<MissingRanks> missing_ranks(const SpoolReader& spool);

} // namespace unply
