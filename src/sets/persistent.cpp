#include "sets/persistent.h"
#include <algorithm>
#include <span>

namespace unply::sets {

namespace {

constexpr int64_t kMostRequests = 256; // of one MPI_Startall

bool is_init(Call call) { return call == Call::send_init || call == Call::ssend_init || call == Call::recv_init; }
bool is_start(Call call) { return call == Call::start || call == Call::start_all; }

struct Requests { // as an operation names them
  std::string object;
  std::optional<int64_t> place = {}, count = 1;
};

std::optional<Requests> requests_of(const CommNode& node) {
  const bool many = node.arguments.contains(Role::requests);
  const auto address = node.arguments.find(many ? Role::requests : Role::request);
  if (address == node.arguments.end()) return {};
  Requests requests{.object = address->second.object, .place = constant_of({.value = address->second.value})};
  if (many) requests.count = constant_of(node.arguments.at(Role::request_count));
  return requests;
}

// The operations that may have left their request at this place before a start: nothing if that is not known.
std::optional<std::vector<CommNode>> started_at(const NodeList& list, const CommNode& start, const Requests& wanted,
                                                int64_t place) {
  std::vector<CommNode> found;
  for (const CommNode& other : list.operations) {
    const auto requests = requests_of(other);
    const Call call = other.operation->call;
    const bool posts = is_init(call) || is_send(call) || is_receive(call);
    if (!posts || !requests || requests->object != wanted.object) continue;
    if (!requests->place) return {};
    if (*requests->place != place || other.domain.is_disjoint(start.domain)) continue;
    const bool outside = other.node < start.node && other.loops.size() <= start.loops.size() &&
                         std::ranges::equal(other.loops, std::span(start.loops).first(other.loops.size()));
    if (!is_init(call) || !outside) return {};
    CommNode& one = found.emplace_back(other);
    one.domain = other.domain.intersect(start.domain).coalesce();
    one.node = start.node, one.loops = start.loops, one.block = start.block, one.started = true;
    for (size_t i = 0; i + 1 < found.size(); ++i)
      if (!found[i].domain.is_disjoint(one.domain)) return {};
  }
  if (found.empty()) return {};
  return found;
}

} // namespace

bool add_starts(NodeList& list) {
  std::vector<CommNode> all;
  for (const CommNode& start : list.operations) {
    if (!is_start(start.operation->call)) continue;
    const auto requests = requests_of(start);
    if (!requests || requests->object.empty() || !requests->place || !requests->count ||
        *requests->count > kMostRequests)
      return false;
    const int64_t bytes = start.operation->fortran ? 4 : list.walk.program.request_bytes;
    for (int64_t i = 0; i < *requests->count; ++i) {
      std::optional<std::vector<CommNode>> started;
      const auto ask = [&] { started = started_at(list, start, *requests, *requests->place + i * bytes); };
      if (!list.walk.budget.answers(ask) || !started) return false;
      for (CommNode& one : *started) all.push_back(std::move(one));
    }
  }
  for (CommNode& one : all) list.operations.push_back(std::move(one));
  return true;
}

} // namespace unply::sets
