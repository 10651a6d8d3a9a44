// The simulation behind match(): each rank runs until it waits; what still waits when nobody can go on is at fault.
// A receive or a probe from any source waits until nobody can go on without it, so that all messages which could reach
// it are there; which one it takes is then a choice (POE; Vakkalanka, Gopalakrishnan, Kirby, CAV 2008). Internal to
// this folder.
#pragma once
#include "stg/matching/match.h"
#include <deque>
#include <list>

namespace unply::stg {

struct Post {
  Message message;
  int rank = 0;
  uint64_t number = 0; // among the rank's posts, from 1
  bool matched = false;
};
using PostPtr = std::shared_ptr<Post>;

struct Meeting { // one collective
  Call call = Call::other;
  CollectiveCall first = {};
  Place place = {};
  int first_rank = 0;
  std::set<int> there = {};
  bool given_up = false; // some ranks have ended without it
};

struct Rank {
  bool ended = false;
  bool gave_up = false; // ended early, since it needs what never came: whoever waits for it is not at fault
  Place at = {};        // of the step it is in
  std::map<int, std::list<PostPtr>> sends = {};  // to this rank, by source; not matched yet, in order
  std::list<PostPtr> receives = {};              // by this rank; not matched yet, in order
  std::vector<Message> unserved = {};            // receives that went on without a message
  std::map<uint64_t, PostPtr> requests = {};     // not waited for yet
  std::map<uint64_t, Meeting*> collectives = {}; // of non-blocking ones
  uint64_t posts = 0;
  std::vector<PostPtr> waits = {};   // of the current step
  std::optional<Message> probe = {}; // the current step waits for a message that fits
  PostPtr probed = nullptr;          // the one that was chosen for a probe of any source
  std::vector<Meeting*> meets = {};  // the current step waits for all its ranks
};

class MatchingRun {
public:
  // order: which of the possible messages each receive from any source takes, one number after the other; behind its
  // end, `otherwise`.
  MatchingRun(World& ranks_of, const MatchOptions& how, const std::vector<uint32_t>& choices, bool last)
      : world(ranks_of), options(how), ranks(size_t(ranks_of.ranks())), order(choices), takes_last(last) {}
  Result<Matching> run();
  struct Choice {
    uint32_t made = 0, possible = 1;
  };
  const std::vector<Choice>& choices() const { return made; }

private:
  // matching_run.cpp
  bool blocks(const Post& post) const;
  bool is_ready(const Rank& rank) const;
  Result<void> run_ranks(bool served); // until none can go on
  Result<void> step(int number);
  void check_arguments(int number, const Message& message);
  void post(int number, const Message& message, bool blocking);
  void match_receives(Rank& rank);
  void release_request(Rank& rank, const Release& done);
  bool choose();
  void pair(Post& send, Post& receive);
  void tell_envelope(int rank, uint64_t post, const Post& send);
  static PostPtr seen_by(const Rank& rank);
  void meet(int number, const Step& step);
  void compare(const Meeting& meeting, int number, const Step& step);
  // judge.cpp
  void judge();
  bool release();
  bool has_ended(int peer, int self) const;
  void blame(int number, const Message& receive);
  void judge_messages();
  void judge_circles();
  std::vector<int> waits_for(int number) const;
  void add(Fault fault, int rank, const Place& place, const Place& other, const std::string& detail);

  World& world;
  const MatchOptions options;
  std::deque<Rank> ranks;
  std::map<std::pair<CommId, uint64_t>, Meeting> meetings;
  const std::vector<uint32_t> order;
  const bool takes_last;
  std::vector<Choice> made;
  uint64_t steps = 0;
  Matching result;
};

} // namespace unply::stg
