// Messages on their way. Each rank has one port that sends and one that receives, with LogGP's 1 / G bytes a second;
// the messages that go through a port at the same time share it by max-min fairness. Internal to this folder.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

namespace unply::stg {

class Network {
public:
  struct Delivery {
    uint32_t message = 0;
    double time_s = 0;
  };
  Network(int ranks, double per_byte_s);
  // The bytes begin to flow at `begin_s`, which is no earlier than the last deliveries: a message that is late has its
  // share of the port from `begin_s` on, and the others keep what they had until the last deliveries.
  void carry(uint32_t message, int source, int target, int64_t bytes, double begin_s);
  bool is_idle() const { return events_.empty(); }
  double next_time() const { return is_idle() ? HUGE_VAL : events_.top().time_s; } // nothing happens before
  // Goes on to that time. The messages whose last bytes arrive there; may be none.
  const std::vector<Delivery>& next();

private:
  struct Flow {
    uint32_t message = 0, source = 0, target = 0; // ports
    uint32_t version = 0;                         // of the event that is not out of date
    bool flows = false;
    double left_s = 0, rate = 0, since_s = 0; // at `since_s`, of a port of its own; part of a port
  };
  struct Event { // a flow begins, or its last byte arrives
    double time_s;
    uint32_t flow, version;
    bool operator>(const Event& other) const { return time_s > other.time_s; }
  };
  struct Port {
    std::vector<uint32_t> flows = {};
    double free = 1; // while shares are found: what is left of it, for so many flows
    uint32_t open = 0;
    bool tight = false;
    uint64_t seen = 0;
  };
  void happen(const Event& event);
  void share(uint32_t port); // among the flows of all ports that one of this port depends on
  void collect(uint32_t port);
  void set_rate(uint32_t flow, double rate);

  const double per_byte_s_;
  double now_s_ = 0;
  std::vector<Flow> flows_;
  std::vector<uint32_t> free_flows_;
  std::vector<Port> ports_; // of rank r: 2 * r sends, 2 * r + 1 receives
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<Delivery> delivered_;
  std::vector<uint32_t> changed_;              // ports
  std::vector<uint32_t> reached_, open_flows_; // ports and flows that depend on each other
  uint64_t round_ = 0;
};

} // namespace unply::stg
