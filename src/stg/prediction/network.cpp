// See network.h. Rates change only where a message begins or ends; all that happens at one time is seen together.
#include "stg/prediction/network.h"
#include <algorithm>
#include <cmath>

namespace unply::stg {

namespace {

constexpr double kSame = 1e-12; // relative: times and shares that differ by rounding

} // namespace

Network::Network(int ranks, double per_byte_s) : per_byte_s_(per_byte_s), ports_(2 * size_t(ranks)) {}

void Network::carry(uint32_t message, int source, int target, int64_t bytes, double begin_s) {
  uint32_t number = uint32_t(flows_.size());
  if (free_flows_.empty())
    flows_.emplace_back();
  else
    number = free_flows_.back(), free_flows_.pop_back();
  Flow& flow = flows_[number];
  flow = {.message = message,
          .source = 2 * uint32_t(source),
          .target = 2 * uint32_t(target) + 1,
          .version = flow.version + 1,
          .left_s = per_byte_s_ * double(bytes),
          .since_s = begin_s};
  events_.push({begin_s, number, flow.version});
}

const std::vector<Network::Delivery>& Network::next() {
  delivered_.clear(), changed_.clear();
  const double together_s = next_time() * (1 + kSame);
  while (!is_idle() && next_time() <= together_s) {
    const Event event = events_.top();
    events_.pop();
    if (event.version == flows_[event.flow].version) happen(event);
  }
  ++round_;
  for (const uint32_t port : changed_)
    if (ports_[port].seen != round_) share(port);
  return delivered_;
}

void Network::happen(const Event& event) {
  Flow& flow = flows_[event.flow];
  now_s_ = std::max(now_s_, event.time_s);
  if (!flow.flows && flow.left_s > 0) {
    flow.flows = true;
    for (const uint32_t port : {flow.source, flow.target})
      ports_[port].flows.push_back(event.flow), changed_.push_back(port);
    return;
  }
  delivered_.push_back({flow.message, event.time_s});
  if (flow.flows)
    for (const uint32_t port : {flow.source, flow.target}) {
      std::erase(ports_[port].flows, event.flow);
      if (!ports_[port].flows.empty()) changed_.push_back(port);
    }
  ++flow.version;
  free_flows_.push_back(event.flow);
}

void Network::set_rate(uint32_t number, double rate) {
  Flow& flow = flows_[number];
  if (std::fabs(flow.rate - rate) <= kSame * rate) return;
  if (flow.rate > 0) flow.left_s = std::max(0.0, flow.left_s - flow.rate * (now_s_ - flow.since_s));
  if (flow.rate > 0) flow.since_s = now_s_;
  flow.rate = rate;
  events_.push({flow.since_s + flow.left_s / rate, number, ++flow.version});
}

// Ports and flows that depend on each other, from one port on.
void Network::collect(uint32_t port) {
  reached_ = {port}, open_flows_.clear();
  ports_[port].seen = round_;
  for (size_t i = 0; i < reached_.size(); ++i)
    for (const uint32_t number : ports_[reached_[i]].flows) {
      const bool sends = reached_[i] % 2 == 0;
      const uint32_t other = sends ? flows_[number].target : flows_[number].source;
      if (sends) open_flows_.push_back(number); // each flow has one such port
      if (ports_[other].seen == round_) continue;
      ports_[other].seen = round_;
      reached_.push_back(other);
    }
}

// Max-min fairness: the port that has the least for each of its flows decides their rate, then the next one does.
void Network::share(uint32_t port) {
  if (const auto& flows = ports_[port].flows; flows.size() == 1) { // alone at both its ports, as most messages are
    const Flow& only = flows_[flows[0]];
    const uint32_t other = port == only.source ? only.target : only.source;
    if (ports_[other].flows.size() == 1) {
      ports_[port].seen = ports_[other].seen = round_;
      return set_rate(flows[0], 1);
    }
  }
  collect(port);
  for (const uint32_t each : reached_) ports_[each].free = 1, ports_[each].open = uint32_t(ports_[each].flows.size());
  while (!open_flows_.empty()) {
    double least = 1;
    for (const uint32_t each : reached_)
      if (ports_[each].open > 0) least = std::min(least, ports_[each].free / ports_[each].open);
    for (const uint32_t each : reached_)
      ports_[each].tight = ports_[each].free <= least * (1 + kSame) * ports_[each].open;
    std::erase_if(open_flows_, [&](uint32_t number) {
      Port &source = ports_[flows_[number].source], &target = ports_[flows_[number].target];
      if (!source.tight && !target.tight) return false;
      for (Port* each : {&source, &target}) each->free -= least, --each->open;
      set_rate(number, least);
      return true;
    });
  }
}

} // namespace unply::stg
