// The simulation: each rank runs until it waits; what still waits when nobody can go on is at fault.
#include "stg/matching/match.h"
#include "stg/matching/datatype_kinds.h"
#include <algorithm>
#include <array>
#include <deque>
#include <fmt/format.h>
#include <list>

namespace unply::stg {

namespace {

constexpr auto kFaultNames = std::to_array<const char*>(
    {"invalid partner", "unmatched send", "unmatched receive", "different tags", "message too long",
     "different collectives", "different roots", "different sizes", "different operators", "collective not reached",
     "deadlock", "needs buffering", "request never completed", "different datatypes"});
static_assert(kFaultNames.size() == size_t(Fault::different_types) + 1);

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
  Place at = {};                                 // of the step it is in
  std::list<PostPtr> sends = {}, receives = {};  // to this rank, by this rank; not matched yet, in order
  std::map<uint64_t, PostPtr> requests = {};     // not waited for yet
  std::map<uint64_t, Meeting*> collectives = {}; // of non-blocking ones
  uint64_t posts = 0;
  std::vector<PostPtr> waits = {};   // of the current step
  std::optional<Message> probe = {}; // the current step waits for a message that fits
  std::vector<Meeting*> meets = {};  // the current step waits for all its ranks
};

class MatchingRun {
public:
  MatchingRun(World& ranks_of, const MatchOptions& how)
      : world(ranks_of), options(how), ranks(size_t(ranks_of.ranks())) {}
  Result<Matching> run();

private:
  bool is_ready(const Rank& rank) const;
  Result<void> step(int number);
  void check_partner(int number, const Message& message);
  void post(int number, const Message& message, bool blocking);
  void pair(Post& send, Post& receive);
  void tell_envelope(int rank, uint64_t post, const Post& send);
  static PostPtr seen_by(const Rank& rank);
  void meet(int number, const Step& step);
  void compare(const Meeting& meeting, int number, const Step& step);
  void judge();
  bool release();
  void blame(int number, const Message& receive);
  void judge_messages();
  void judge_circles();
  std::vector<int> waits_for(int number) const;
  void add(Fault fault, int rank, const Place& place, const Place& other, const std::string& detail);

  World& world;
  const MatchOptions options;
  std::deque<Rank> ranks;
  std::map<std::pair<CommId, uint64_t>, Meeting> meetings;
  Matching result;
};

bool fit(const Message& send, int source, const Message& receive) {
  return send.comm == receive.comm && (receive.peer == kAnyPeer || receive.peer == source) &&
         (receive.tag == kAnyTag || receive.tag == send.tag);
}

void MatchingRun::add(Fault fault, int rank, const Place& place, const Place& other, const std::string& detail) {
  for (Finding& known : result.findings)
    if (known.fault == fault && known.place.line == place.line && known.other.line == other.line)
      return void(known.ranks.insert(rank));
  result.findings.push_back({.fault = fault, .place = place, .other = other, .ranks = {rank}, .detail = detail});
}

void MatchingRun::tell_envelope(int rank, uint64_t post, const Post& send) {
  world.arrived(
      rank, post,
      {.source = world.position(send.message.comm, send.rank), .tag = send.message.tag, .bytes = send.message.bytes});
}

void MatchingRun::pair(Post& send, Post& receive) {
  send.matched = receive.matched = true;
  ++result.messages;
  if (send.message.bytes > receive.message.bytes)
    add(Fault::truncated, send.rank, send.message.place, receive.message.place,
        fmt::format("rank {} sends {} bytes to rank {}, which has room for {}", send.rank, send.message.bytes,
                    receive.rank, receive.message.bytes));
  const char *sent = kind_of_datatype(send.message.type), *expected = kind_of_datatype(receive.message.type);
  if (sent && expected && std::string_view(sent) != expected)
    add(Fault::different_types, send.rank, send.message.place, receive.message.place,
        fmt::format("rank {} sends {}, and rank {} receives {}", send.rank,
                    predefined_handles()[send.message.type].name, receive.rank,
                    predefined_handles()[receive.message.type].name));
  tell_envelope(receive.rank, receive.number, send);
}

void MatchingRun::check_partner(int number, const Message& message) {
  if (message.peer != kInvalidPeer) return;
  add(Fault::invalid_partner, number, message.place, {},
      fmt::format("rank {} {} rank {}; there are ranks 0 to {}", number, message.receive ? "receives from" : "sends to",
                  message.peer_given, world.size(message.comm) - 1));
}

void MatchingRun::post(int number, const Message& message, bool blocking) {
  Rank& own = ranks[size_t(number)];
  const PostPtr made = std::make_shared<Post>(Post{.message = message, .rank = number, .number = ++own.posts});
  check_partner(number, message);
  if (message.peer == kInvalidPeer || message.peer == kNoPeer) {
    made->matched = true;
  } else {
    Rank& target = message.receive ? own : ranks[size_t(message.peer)];
    std::list<PostPtr>& partners = message.receive ? target.sends : target.receives;
    const auto found = std::find_if(partners.begin(), partners.end(), [&](const PostPtr& other) {
      return message.receive ? fit(other->message, other->rank, message) : fit(message, number, other->message);
    });
    if (found == partners.end()) {
      (message.receive ? target.receives : target.sends).push_back(made);
    } else {
      message.receive ? pair(**found, *made) : pair(*made, **found);
      partners.erase(found);
    }
  }
  if (!blocking)
    own.requests[message.request] = made;
  else
    own.waits.push_back(made);
}

bool has_equal_sizes(Call call) {
  return call == Call::bcast || call == Call::reduce || call == Call::allreduce || call == Call::gather ||
         call == Call::scatter || call == Call::allgather || call == Call::alltoall || call == Call::scan ||
         call == Call::exscan || call == Call::reduce_scatter_block;
}

void MatchingRun::compare(const Meeting& meeting, int number, const Step& step) {
  const auto say = [&](Fault fault, const std::string& first, const std::string& second) {
    add(fault, number, step.place, meeting.place,
        fmt::format("rank {} has {} where rank {} has {}", number, second, meeting.first_rank, first));
  };
  if (meeting.call != step.call) return say(Fault::different_collectives, name_of(meeting.call), name_of(step.call));
  const CollectiveCall& first = meeting.first;
  const CollectiveCall& second = step.collective;
  if (first.root != second.root)
    say(Fault::different_roots, fmt::format("root {}", first.root), fmt::format("root {}", second.root));
  if (first.op != second.op)
    say(Fault::different_operators, predefined_handles()[first.op].name, predefined_handles()[second.op].name);
  // Of a scatter's root, `bytes` is what all get together.
  const auto size = [&](const CollectiveCall& call) {
    return step.call == Call::scatter ? call.received_bytes : call.bytes;
  };
  if (has_equal_sizes(step.call) && size(first) >= 0 && size(second) >= 0 && size(first) != size(second))
    say(Fault::different_sizes, fmt::format("{} bytes", size(first)), fmt::format("{} bytes", size(second)));
}

void MatchingRun::meet(int number, const Step& step) {
  const CollectiveCall& call = step.collective;
  Meeting& meeting = meetings[{call.comm, call.position}];
  if (meeting.there.empty())
    meeting.call = step.call, meeting.first = call, meeting.place = step.place, meeting.first_rank = number;
  else
    compare(meeting, number, step);
  meeting.there.insert(number);
  ++result.collectives;
  const bool complete = int(meeting.there.size()) == world.size(call.comm);
  Rank& rank = ranks[size_t(number)];
  if (call.request)
    rank.collectives[call.request] = &meeting;
  else if (!complete)
    rank.meets.push_back(&meeting);
}

// The message that the rank's probe finds; null: none is there yet.
PostPtr MatchingRun::seen_by(const Rank& rank) {
  const auto found = std::find_if(rank.sends.begin(), rank.sends.end(),
                                  [&](const PostPtr& send) { return fit(send->message, send->rank, *rank.probe); });
  return found == rank.sends.end() ? nullptr : *found;
}

bool MatchingRun::is_ready(const Rank& rank) const {
  if (rank.probe && !seen_by(rank)) return false;
  for (const PostPtr& post : rank.waits) {
    const Message& message = post->message;
    const bool waits = message.receive || message.mode == SendMode::synchronous ||
                       (options.rendezvous && message.mode == SendMode::standard);
    if (waits && !post->matched) return false;
  }
  for (const Meeting* meeting : rank.meets)
    if (!meeting->given_up && int(meeting->there.size()) < world.size(meeting->first.comm)) return false;
  return true;
}

Result<void> MatchingRun::step(int number) {
  Rank& rank = ranks[size_t(number)];
  if (rank.probe) tell_envelope(number, rank.probe->request, *seen_by(rank));
  rank.waits.clear(), rank.meets.clear(), rank.probe.reset();
  const auto made = world.next(number);
  if (!made) return error_of(made);
  const Step& step = **made;
  result.observed = result.observed || step.observed;
  if (step.kind == Step::Kind::end) {
    rank.ended = true, result.aborted = result.aborted || step.aborted;
    if (step.aborted) result.abort_place = step.place.line ? step.place : rank.at;
    return {};
  }
  if (step.kind != Step::Kind::operation) return {};
  rank.at = step.place;
  for (const Message& message : step.posts) post(number, message, message.request == 0);
  if (step.probe) {
    check_partner(number, *step.probe);
    if (step.probe->peer != kNoPeer && step.probe->peer != kInvalidPeer) rank.probe = step.probe;
  }
  for (const Completion& done : step.completes) {
    if (const auto found = rank.requests.find(done.request); found != rank.requests.end()) {
      rank.waits.push_back(found->second);
      rank.requests.erase(found);
    }
    if (const auto found = rank.collectives.find(done.request); found != rank.collectives.end()) {
      rank.meets.push_back(found->second);
      rank.collectives.erase(found);
    }
  }
  const bool meets = is_collective(step.call) && step.call != Call::init && step.call != Call::finalize;
  if (meets && step.call != Call::comm_free && world.size(step.collective.comm) > 1 &&
      step.collective.comm != kCommSelf)
    meet(number, step);
  return {};
}

// Of a rank that waits: the ranks that it waits for.
std::vector<int> MatchingRun::waits_for(int number) const {
  std::set<int> made;
  const Rank& rank = ranks[size_t(number)];
  for (const PostPtr& post : rank.waits)
    if (!post->matched && post->message.peer >= 0) made.insert(post->message.peer);
  if (rank.probe && rank.probe->peer >= 0) made.insert(rank.probe->peer);
  for (const Meeting* meeting : rank.meets)
    for (int other = 0; other < int(ranks.size()); ++other)
      if (world.position(meeting->first.comm, other) >= 0 && !meeting->there.contains(other)) made.insert(other);
  return {made.begin(), made.end()};
}

// Circles of ranks that wait for each other. Whoever waits for a circle, or for a rank that has ended, is not at fault.
void MatchingRun::judge_circles() {
  for (int start = 0; start < int(ranks.size()); ++start) {
    if (ranks[size_t(start)].ended) continue;
    std::map<int, int> from; // breadth first, back to the start
    std::deque<int> open = {start};
    while (!open.empty() && !from.contains(start)) {
      const int at = open.front();
      open.pop_front();
      for (const int next : waits_for(at))
        if (!ranks[size_t(next)].ended && from.try_emplace(next, at).second) open.push_back(next);
    }
    if (!from.contains(start)) continue;
    const int before = from[start], behind = waits_for(start).empty() ? before : [&] {
      int at = before;
      while (from[at] != start && at != start) at = from[at];
      return at;
    }();
    add(options.rendezvous ? Fault::needs_buffers : Fault::deadlock, start, ranks[size_t(start)].at,
        ranks[size_t(behind)].at,
        fmt::format("rank {} waits for rank {}, and rank {} for rank {}", start, behind, before, start));
  }
}

// A receive or a probe that no message will reach any more.
void MatchingRun::blame(int number, const Message& receive) {
  Rank& rank = ranks[size_t(number)];
  const int peer = receive.peer;
  const auto near = std::find_if(rank.sends.begin(), rank.sends.end(), [&](const PostPtr& send) {
    return (peer == kAnyPeer || send->rank == peer) && send->message.comm == receive.comm;
  });
  if (near == rank.sends.end()) {
    add(Fault::unmatched_receive, number, receive.place, {},
        fmt::format("rank {} receives from {} and no message is sent", number,
                    peer == kAnyPeer ? "any rank" : fmt::format("rank {}", peer)));
    return;
  }
  add(Fault::different_tags, number, receive.place, (*near)->message.place,
      fmt::format("rank {} waits for tag {} of rank {}, which sends tag {}", number, receive.tag, (*near)->rank,
                  (*near)->message.tag));
  (*near)->matched = true;
  rank.sends.erase(near);
}

// When nobody can go on: what waits for a rank that has ended is at fault, and goes on as if it had been served, so
// that one fault does not hide those behind it, and whoever waits for the faulty rank is not accused. False: nothing
// waits so.
bool MatchingRun::release() {
  bool released = false;
  const auto has_ended = [&](int peer, int self) {
    if (peer >= 0) return ranks[size_t(peer)].ended;
    for (int other = 0; other < int(ranks.size()); ++other)
      if (other != self && !ranks[size_t(other)].ended) return false;
    return true;
  };
  for (int number = 0; number < int(ranks.size()); ++number) {
    Rank& rank = ranks[size_t(number)];
    if (rank.ended) continue;
    if (rank.probe && has_ended(rank.probe->peer, number)) { // what follows needs the message, and is not tried
      blame(number, *rank.probe);
      rank.probe.reset(), rank.ended = released = true;
    }
    for (const PostPtr& post : rank.waits) {
      if (post->matched || !has_ended(post->message.peer, number)) continue;
      if (post->message.receive) blame(number, post->message), rank.receives.remove(post);
      post->matched = released = true; // a send stays with its target, where judge_messages finds it
    }
    for (Meeting* meeting : rank.meets)
      for (int other = 0; other < int(ranks.size()); ++other)
        if (!meeting->given_up && world.position(meeting->first.comm, other) >= 0 && !meeting->there.contains(other) &&
            ranks[size_t(other)].ended)
          meeting->given_up = released = true;
  }
  return released;
}

void MatchingRun::judge_messages() {
  for (int number = 0; number < int(ranks.size()); ++number) {
    Rank& rank = ranks[size_t(number)];
    for (const PostPtr& receive : rank.receives)
      if (receive->message.peer == kAnyPeer || ranks[size_t(receive->message.peer)].ended)
        blame(number, receive->message);
    for (const PostPtr& send : rank.sends)
      if (rank.ended)
        add(Fault::unmatched_send, send->rank, send->message.place, {},
            fmt::format("rank {} sends to rank {}, which does not receive it", send->rank, number));
  }
}

void MatchingRun::judge() {
  judge_messages();
  for (auto& [key, meeting] : meetings)
    for (int other = 0; other < int(ranks.size()); ++other)
      if (ranks[size_t(other)].ended && world.position(key.first, other) >= 0 && !meeting.there.contains(other))
        add(Fault::missing_collective, other, meeting.place, {},
            fmt::format("rank {} ends without {}, which rank {} calls", other, name_of(meeting.call),
                        meeting.first_rank));
  for (int number = 0; number < int(ranks.size()); ++number) {
    const Rank& rank = ranks[size_t(number)];
    for (const auto& [request, post] : rank.requests)
      if (rank.ended && (post->matched || !post->message.receive) && !post->message.persistent)
        add(Fault::never_completed, number, post->message.place, {}, fmt::format("rank {} never waits for it", number));
  }
  judge_circles();
}

Result<Matching> MatchingRun::run() {
  uint64_t steps = 0;
  bool released = false, served = false; // served: some rank went on without its message
  do {
    for (bool progress = true; progress && !result.cut && !result.aborted;) {
      progress = false;
      for (int number = 0; number < int(ranks.size()) && !result.aborted; ++number) {
        Rank& rank = ranks[size_t(number)];
        while (!rank.ended && is_ready(rank) && !result.cut && !result.aborted) {
          if (auto done = step(number); !done) {
            if (!served) return error_of(done);
            rank.ended = true; // it needs a message that was never sent
          }
          progress = true, result.cut = ++steps > options.most_steps;
        }
      }
    }
    released = !result.cut && !result.aborted && release();
    served = served || released;
  } while (released);
  if (!result.cut && !result.aborted) judge();
  result.asked = world.asked();
  return std::move(result);
}

} // namespace

const char* name_of(Fault fault) { return kFaultNames[size_t(fault)]; }

Result<Matching> match(const Program& program, const Bindings& bindings, const MatchOptions& options) {
  auto world = World::make(program, bindings);
  if (!world) return error_of(world);
  return MatchingRun(**world, options).run();
}

} // namespace unply::stg
