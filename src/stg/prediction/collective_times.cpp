// See collective_times.h.
#include "stg/prediction/collective_times.h"
#include <algorithm>

namespace unply::stg {

namespace {

double transfer(const PredictionCosts& costs, double bytes) { return costs.latency_s + costs.per_byte_s * bytes; }

// The subtree of the k-th child of the root has 2^k ranks. share: a message carries the data of its whole subtree.
void run_tree_down(size_t root, double bytes, bool share, const PredictionCosts& costs, std::vector<double>& times) {
  const size_t ranks = times.size();
  size_t highest = 1;
  while (highest < ranks) highest *= 2;
  for (size_t distance = highest / 2; distance > 0; distance /= 2)
    for (size_t parent = 0; parent + distance < ranks; parent += 2 * distance) {
      double& from = times[(parent + root) % ranks];
      double& to = times[(parent + distance + root) % ranks];
      const double below = share ? double(std::min(distance, ranks - parent - distance)) : 1;
      from += costs.send_s;
      to = std::max(to + costs.receive_s, from + transfer(costs, bytes * below));
    }
}

void run_tree_up(size_t root, double bytes, bool share, const PredictionCosts& costs, std::vector<double>& times) {
  const size_t ranks = times.size();
  for (size_t distance = 1; distance < ranks; distance *= 2)
    for (size_t parent = 0; parent + distance < ranks; parent += 2 * distance) {
      double& to = times[(parent + root) % ranks];
      double& from = times[(parent + distance + root) % ranks];
      const double below = share ? double(std::min(distance, ranks - parent - distance)) : 1;
      from += costs.send_s;
      to = std::max(to + costs.receive_s, from + transfer(costs, bytes * below));
    }
}

// grows: what is known doubles with each round.
void disseminate(double bytes, bool grows, const PredictionCosts& costs, std::vector<double>& times) {
  const size_t ranks = times.size();
  for (size_t distance = 1; distance < ranks; distance *= 2) {
    const std::vector<double> before = times;
    const double carried = grows ? bytes * double(std::min(distance, ranks - distance)) : bytes;
    for (size_t rank = 0; rank < ranks; ++rank) {
      const double sent = before[(rank + ranks - distance) % ranks] + costs.send_s;
      times[rank] = std::max(before[rank] + costs.send_s + costs.receive_s, sent + transfer(costs, carried));
    }
  }
}

} // namespace

void run_collective(Call call, int64_t root, double bytes, const PredictionCosts& costs, std::vector<double>& times) {
  const size_t top = root < 0 ? 0 : size_t(root);
  switch (call) {
  case Call::bcast:
    return run_tree_down(top, bytes, false, costs, times);
  case Call::scatter:
  case Call::scatterv:
    return run_tree_down(top, bytes, true, costs, times);
  case Call::reduce:
    return run_tree_up(top, bytes, false, costs, times);
  case Call::gather:
  case Call::gatherv:
    return run_tree_up(top, bytes, true, costs, times);
  case Call::allgather:
  case Call::allgatherv:
    return disseminate(bytes, true, costs, times);
  case Call::alltoall:
  case Call::alltoallv:
    return disseminate(bytes / 2, false, costs, times); // Bruck: each round carries half of what a rank has
  default:
    return disseminate(bytes, false, costs, times);
  }
}

} // namespace unply::stg
