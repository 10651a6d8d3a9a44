// What the ranks of a World learn of each other: communicators, the data of messages and of collectives. A rank that
// asks for more than another one has reached makes that one run. Internal to this folder.
#pragma once
#include "stg/run/flat_map.h"
#include "stg/run/transfer.h"
#include <deque>
#include <unordered_map>

namespace unply::stg {

class Exchange {
public:
  explicit Exchange(int number_of_ranks);
  virtual ~Exchange() = default;
  virtual Result<void> run_ahead(int rank) = 0; // one step; fails where that rank is running itself
  virtual bool has_ended(int rank) const = 0;   // or cannot go on, since it waits itself

  int ranks;
  std::map<std::string, uint64_t> asked;
  bool moves_data = true;                  // false: nothing is ever loaded
  bool moves_messages = true;              // false: nothing from messages is, but perhaps from collectives
  uint64_t instructions_left = UINT64_MAX; // of all ranks together

  // Communicators.
  const Communicator* find(CommId id) const { return id < communicators.size() ? &communicators[id] : nullptr; }
  int32_t position_in(CommId id, int32_t world_rank) const;
  int32_t member_of(CommId id, int64_t position, int32_t self) const; // rank in MPI_COMM_WORLD; kInvalidPeer
  int32_t size_of(CommId id) const;
  CommId derive(CommId parent, uint64_t sequence, int64_t part, Communicator made); // the same for each rank that asks
  void tell_split(CommId parent, uint64_t sequence, int rank, int64_t color, int64_t key);
  Result<CommId> split(CommId parent, uint64_t sequence, int rank, const std::string& name);

  // Messages: the data of the k-th message of a channel. looks: the receiver may ask for them later.
  uint64_t next_receive(CommId comm, int32_t source, int32_t target, int64_t tag, bool looks);
  void send(CommId comm, int32_t source, int32_t target, int64_t tag, Payload payload);
  Result<Payload> receive(int32_t target, const Transfer& transfer);
  std::vector<uint8_t> takes_any; // ranks that have posted a receive from any source or with any tag

  // Collectives: what each rank contributes to the one at a position of its communicator.
  void contribute(int rank, const CollectiveCall& call, Call kind, int64_t element_bytes, Payload payload);
  Result<Payload> result_of(int rank, const Transfer& transfer);

private:
  struct Channel {
    uint64_t sent = 0, received = 0, first = 0; // first: sequence of payloads[0]
    bool looked_at = false;                     // a Transfer may name a message of it
    std::vector<Payload> payloads;              // the oldest ones have been dropped
  };
  struct Contribution {
    bool there = false;
    Payload payload;
  };
  struct Meeting { // one collective
    Call kind = Call::other;
    CollectiveCall call = {};
    int64_t element_bytes = 0;
    std::vector<Contribution> parts; // by position in the communicator
    bool all_there = false;
    std::optional<Payload> same_for_all; // once it was asked for
  };
  struct Split {
    std::map<int, std::pair<int64_t, int64_t>> parts; // by rank: colour, key
    std::map<int, CommId> made;
  };
  Result<void> wait_for(CommId comm, uint64_t position, int32_t member_position, int rank);
  static Payload combine(const Meeting& meeting, size_t own, uint64_t bytes);

  std::deque<Communicator> communicators;
  std::map<std::tuple<CommId, uint64_t, int64_t>, CommId> derived;
  std::map<std::pair<CommId, uint64_t>, Split> splits;
  struct ChannelKey {
    CommId comm = 0;
    int32_t source = 0, target = 0;
    int64_t tag = 0;
    bool operator==(const ChannelKey&) const = default;
  };
  struct ChannelHash {
    size_t operator()(const ChannelKey& key) const {
      uint64_t mixed = (uint64_t(uint32_t(key.source)) << 32 | uint32_t(key.target)) * 0x9e3779b97f4a7c15;
      mixed ^= (uint64_t(key.tag) + (uint64_t(key.comm) << 40)) * 0xc2b2ae3d27d4eb4f;
      return mixed ^ (mixed >> 29);
    }
  };
  void forget_if_settled(const ChannelKey& key, const Channel& channel);
  FlatMap<ChannelKey, Channel, ChannelHash> channels;
  std::unordered_map<CommId, std::map<uint64_t, Meeting>> meetings;
};

} // namespace unply::stg
