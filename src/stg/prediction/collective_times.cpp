// See collective_times.h.
#include "stg/prediction/collective_times.h"
#include <algorithm>
#include <bit>

namespace unply::stg {

namespace {

double transfer(const PredictionCosts& costs, double bytes) { return costs.latency_s + costs.per_byte_s * bytes; }

// One message of a tree. A sender's messages leave one after the other; with more than `eager_bytes`, both go on
// together.
void send(double& from, double& to, double& port_free, double bytes, const PredictionCosts& costs) {
  from += costs.send_s, to += costs.receive_s;
  const bool eager = bytes <= double(costs.eager_bytes);
  const double begins = std::max({from, port_free, eager ? 0 : to});
  port_free = begins + costs.per_byte_s * bytes;
  to = std::max(to, begins + transfer(costs, bytes));
  if (!eager) from = to;
}

// The subtree of the k-th child of the root has 2^k ranks. share: a message carries the data of its whole subtree.
void run_tree_down(size_t root, double bytes, bool share, const PredictionCosts& costs, std::vector<double>& times) {
  const size_t ranks = times.size();
  std::vector<double> port_free(ranks, 0.0);
  size_t highest = 1;
  while (highest < ranks) highest *= 2;
  for (size_t distance = highest / 2; distance > 0; distance /= 2)
    for (size_t parent = 0; parent + distance < ranks; parent += 2 * distance) {
      const size_t from = (parent + root) % ranks, to = (parent + distance + root) % ranks;
      const double below = share ? double(std::min(distance, ranks - parent - distance)) : 1;
      send(times[from], times[to], port_free[from], bytes * below, costs);
    }
}

void run_tree_up(size_t root, double bytes, bool share, const PredictionCosts& costs, std::vector<double>& times) {
  const size_t ranks = times.size();
  for (size_t distance = 1; distance < ranks; distance *= 2)
    for (size_t parent = 0; parent + distance < ranks; parent += 2 * distance) {
      const size_t to = (parent + root) % ranks, from = (parent + distance + root) % ranks;
      const double below = share ? double(std::min(distance, ranks - parent - distance)) : 1;
      double port_free = 0;
      send(times[from], times[to], port_free, bytes * below, costs);
    }
}

// Ranks whose numbers differ by one bit exchange what they have, bit by bit. The ranks behind the highest power of 2
// give theirs to a partner before, and get the result from it.
void double_recursively(double bytes, const PredictionCosts& costs, std::vector<double>& times) {
  const size_t ranks = times.size(), paired = std::bit_floor(ranks), extra = ranks - paired;
  const auto folded = [&](bool before) {
    double idle = 0;
    for (size_t i = 0; i < extra; ++i)
      idle = 0, before ? send(times[2 * i], times[2 * i + 1], idle, bytes, costs)
                       : send(times[2 * i + 1], times[2 * i], idle, bytes, costs);
  };
  const auto member = [&](size_t i) { return i < extra ? 2 * i + 1 : i + extra; };
  folded(true);
  for (size_t distance = 1; distance < paired; distance *= 2)
    for (size_t i = 0; i < paired; ++i) {
      if ((i & distance) != 0) continue;
      double &one = times[member(i)], &other = times[member(i + distance)];
      const bool eager = bytes <= double(costs.eager_bytes);
      const double first = one + costs.send_s, second = other + costs.send_s, both = std::max(first, second);
      one = std::max(first + costs.receive_s, (eager ? second : both) + transfer(costs, bytes));
      other = std::max(second + costs.receive_s, (eager ? first : both) + transfer(costs, bytes));
    }
  folded(false);
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
  case Call::allreduce:
  case Call::barrier:
    return double_recursively(bytes, costs, times);
  case Call::alltoall:
  case Call::alltoallv:
    return disseminate(bytes / 2, false, costs, times); // Bruck: each round carries half of what a rank has
  default:
    return disseminate(bytes, false, costs, times);
  }
}

} // namespace unply::stg
