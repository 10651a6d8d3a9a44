// Sends and receives of a simulated run, from their post until their message has arrived. Internal to this folder.
#pragma once
#include "stg/prediction/path_sums.h"
#include "stg/run/flat_map.h"
#include "stg/run/rank_machine.h"
#include <vector>

namespace unply::stg {

struct TimedPost {
  int32_t rank = 0, peer = 0;
  CommId comm = 0;
  bool receive = false, eager = false;
  uint64_t number = 0; // among the posts of its rank
  double time_s = 0;
  int64_t bytes = 0, tag = 0;
  uint32_t procedure = 0, operation = 0;
  uint64_t mark = 0;
  PathSums path = {};
  uint32_t partner = kNone;
  bool arrived = false; // a send: its message is there since `arrived_s`
  double begins_s = 0, arrived_s = 0;
  uint32_t next = kNone; // that waits in the same channel
};

class TimedPosts {
public:
  TimedPost& operator[](uint32_t number) { return posts_[number]; }
  // Returns its number, which holds until it is removed.
  uint32_t add(TimedPost post);
  // A channel's first send and first receive belong together. Returns the partner, or kNone: the post waits for one.
  uint32_t join(uint32_t number);
  void remove(uint32_t number); // with its partner

private:
  struct Channel {
    int32_t source = 0, target = 0;
    CommId comm = 0;
    int64_t tag = 0;
    bool operator==(const Channel&) const = default;
  };
  struct Hash {
    size_t operator()(const Channel& key) const {
      uint64_t mixed = (uint64_t(uint32_t(key.source)) << 32 | uint32_t(key.target)) * 0x9e3779b97f4a7c15;
      mixed ^= (uint64_t(key.tag) + (uint64_t(key.comm) << 40)) * 0xc2b2ae3d27d4eb4f;
      return mixed ^ (mixed >> 29);
    }
  };
  struct Waiting { // sends or receives, not both
    uint32_t first = kNone, last = kNone;
  };
  std::vector<TimedPost> posts_;
  std::vector<uint32_t> free_;
  FlatMap<Channel, Waiting, Hash> waiting_; // of channels in which a post waits
};

} // namespace unply::stg
