// Steps of ranks, messages that meet, collectives; see matching_run.h.
#include "stg/matching/matching_run.h"
#include "stg/matching/datatype_kinds.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace unply::stg {

namespace {

constexpr auto kFaultNames = std::to_array<const char*>(
    {"invalid partner", "unmatched send", "unmatched receive", "different tags", "message too long",
     "different collectives", "different roots", "different sizes", "different operators", "collective not reached",
     "deadlock", "needs buffering", "request never completed", "different datatypes", "invalid argument"});
static_assert(kFaultNames.size() == kFaults);

bool fit(const Message& send, int source, const Message& receive) {
  return send.comm == receive.comm && (receive.peer == kAnyPeer || receive.peer == source) &&
         (receive.tag == kAnyTag || receive.tag == send.tag);
}

// No receive that was posted before `end` may still take the message.
bool is_free(const Rank& rank, const Post& send, std::list<PostPtr>::const_iterator end) {
  return std::none_of(rank.receives.begin(), end,
                      [&](const PostPtr& earlier) { return fit(send.message, send.rank, earlier->message); });
}

bool chooses_order(Call call) { // which requests are complete, whether a message is there
  return (call >= Call::wait_any && call <= Call::test_some) || call == Call::iprobe;
}

} // namespace

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

void MatchingRun::check_arguments(int number, const Message& message) {
  if (message.peer == kInvalidPeer)
    add(Fault::invalid_partner, number, message.place, {},
        fmt::format("rank {} {} rank {}; there are ranks 0 to {}", number,
                    message.receive ? "receives from" : "sends to", message.peer_given, world.size(message.comm) - 1));
  if (message.peer == kNoPeer) return;
  const bool is_tag = message.tag >= 0 || (message.receive && message.tag == kAnyTag);
  if (!is_tag || message.count < 0)
    add(Fault::invalid_argument, number, message.place, {},
        fmt::format("rank {} {} {} {}", number, message.receive ? "receives with" : "sends with",
                    is_tag ? "count" : "tag", is_tag ? message.count : message.tag));
}

void MatchingRun::post(int number, const Message& message, bool blocking) {
  Rank& own = ranks[size_t(number)];
  const PostPtr made = std::make_shared<Post>(Post{.message = message, .rank = number, .number = ++own.posts});
  check_arguments(number, message);
  if (message.peer == kInvalidPeer || message.peer == kNoPeer) {
    made->matched = true;
  } else {
    Rank& target = message.receive ? own : ranks[size_t(message.peer)];
    if (message.receive)
      target.receives.push_back(made);
    else
      target.sends[number].push_back(made);
    match_receives(target);
  }
  if (!blocking)
    own.requests[message.request] = made;
  else
    own.waits.push_back(made);
}

// Receives from a given source take the first message that fits and that no earlier receive may take.
void MatchingRun::match_receives(Rank& rank) {
  for (auto at = rank.receives.begin(); at != rank.receives.end();) {
    const auto own = at++;
    const Message& message = (*own)->message;
    const auto from = message.peer == kAnyPeer ? rank.sends.end() : rank.sends.find(message.peer);
    if (from == rank.sends.end()) continue;
    const auto found = std::find_if(from->second.begin(), from->second.end(),
                                    [&](const PostPtr& send) { return fit(send->message, send->rank, message); });
    if (found == from->second.end() || !is_free(rank, **found, own)) continue;
    pair(**found, **own);
    from->second.erase(found), rank.receives.erase(own);
  }
}

// Nobody can go on: one receive or probe from any source gets one of the messages that fit. False: there is none.
bool MatchingRun::choose() {
  struct Possible {
    Rank* rank;
    PostPtr send, receive; // receive null: a probe
  };
  std::vector<Possible> all;
  const auto consider = [&](Rank& rank, const Message& message, const PostPtr& receive,
                            std::list<PostPtr>::const_iterator before) {
    for (const auto& [source, sends] : rank.sends) {
      const auto found = std::find_if(sends.begin(), sends.end(), [&, from = source](const PostPtr& send) {
        return fit(send->message, from, message);
      });
      if (found != sends.end() && is_free(rank, **found, before)) all.push_back({&rank, *found, receive});
    }
  };
  for (Rank& rank : ranks) {
    for (auto at = rank.receives.begin(); at != rank.receives.end(); ++at)
      if ((*at)->message.peer == kAnyPeer) consider(rank, (*at)->message, *at, at);
    if (rank.probe && rank.probe->peer == kAnyPeer && !rank.probed)
      consider(rank, *rank.probe, nullptr, rank.receives.end());
  }
  if (all.empty()) return false;
  const uint32_t possible = uint32_t(all.size());
  const uint32_t number = made.size() < order.size() ? std::min(order[made.size()], possible - 1)
                          : takes_last               ? possible - 1
                                                     : 0;
  made.push_back({.made = number, .possible = possible});
  const Possible& chosen = all[number];
  if (!chosen.receive) {
    chosen.rank->probed = chosen.send;
    return true;
  }
  pair(*chosen.send, *chosen.receive);
  chosen.rank->sends[chosen.send->rank].remove(chosen.send), chosen.rank->receives.remove(chosen.receive);
  match_receives(*chosen.rank);
  return true;
}

// MPI_Request_free: nothing waits for it, and it completes. MPI_Cancel: it is complete, matched or not.
void MatchingRun::release_request(Rank& rank, const Release& done) {
  const auto found = rank.requests.find(done.request);
  if (found == rank.requests.end()) return;
  const PostPtr post = found->second;
  if (!done.cancelled) return void(rank.requests.erase(found));
  if (post->matched) return;
  post->matched = true;
  if (post->message.receive)
    rank.receives.remove(post), match_receives(rank);
  else
    ranks[size_t(post->message.peer)].sends[post->rank].remove(post);
}

static bool has_equal_sizes(Call call) {
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
  const auto from = rank.sends.find(rank.probe->peer);
  if (rank.probe->peer == kAnyPeer || from == rank.sends.end()) return rank.probed;
  const auto found = std::find_if(from->second.begin(), from->second.end(), [&](const PostPtr& send) {
    return fit(send->message, send->rank, *rank.probe) && is_free(rank, *send, rank.receives.end());
  });
  return found == from->second.end() ? nullptr : *found;
}

// Whether its rank cannot go on behind it.
bool MatchingRun::blocks(const Post& post) const {
  const Message& message = post.message;
  return !post.matched && (message.receive || message.mode == SendMode::synchronous ||
                           (options.rendezvous && message.mode == SendMode::standard));
}

bool MatchingRun::is_ready(const Rank& rank) const {
  if (rank.probe && !seen_by(rank)) return false;
  for (const PostPtr& post : rank.waits)
    if (blocks(*post)) return false;
  for (const Meeting* meeting : rank.meets)
    if (!meeting->given_up && int(meeting->there.size()) < world.size(meeting->first.comm)) return false;
  return true;
}

Result<void> MatchingRun::step(int number) {
  Rank& rank = ranks[size_t(number)];
  if (rank.probe) tell_envelope(number, rank.probe->request, *seen_by(rank));
  rank.waits.clear(), rank.meets.clear(), rank.probe.reset(), rank.probed = nullptr;
  const auto made = world.next(number);
  if (!made) return error_of(made);
  const Step& step = **made;
  result.observed = result.observed || (step.observed && chooses_order(step.call));
  for (const Release& done : step.releases) release_request(rank, done);
  if (step.kind == Step::Kind::end) {
    rank.ended = true, result.aborted = result.aborted || step.aborted;
    if (step.aborted) result.abort_place = step.place.line ? step.place : rank.at;
    return {};
  }
  if (step.kind != Step::Kind::operation) return {};
  rank.at = step.place;
  for (const Message& message : step.posts) post(number, message, message.request == 0);
  if (step.probe) {
    check_arguments(number, *step.probe);
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
  if (has_root(step.call) && (step.collective.root < 0 || step.collective.root >= world.size(step.collective.comm)))
    add(Fault::invalid_argument, number, step.place, {},
        fmt::format("rank {} has root {}; there are ranks 0 to {}", number, step.collective.root,
                    world.size(step.collective.comm) - 1));
  const bool meets = is_collective(step.call) && step.call != Call::init && step.call != Call::finalize;
  if (meets && step.call != Call::comm_free && world.size(step.collective.comm) > 1 &&
      step.collective.comm != kCommSelf)
    meet(number, step);
  return {};
}

Result<void> MatchingRun::run_ranks(bool served) {
  for (bool progress = true; progress && !result.cut && !result.aborted;) {
    progress = false;
    for (int number = 0; number < int(ranks.size()) && !result.aborted; ++number) {
      Rank& rank = ranks[size_t(number)];
      while (!rank.ended && is_ready(rank) && !result.cut && !result.aborted) {
        if (auto done = step(number); !done) {
          if (!served) return error_of(done);
          rank.ended = rank.gave_up = true; // it needs a message that was never sent
        }
        progress = true, result.cut = ++steps > options.most_steps;
      }
    }
  }
  return {};
}

Result<Matching> MatchingRun::run() {
  bool served = false; // some rank went on without its message
  for (;;) {
    if (auto done = run_ranks(served); !done) return error_of(done);
    if (result.cut || result.aborted) break;
    if (choose()) continue;
    if (!release()) break;
    served = true;
  }
  if (!result.cut && !result.aborted) judge();
  result.asked = world.asked(), result.steps = steps;
  return std::move(result);
}

const char* name_of(Fault fault) { return kFaultNames[size_t(fault)]; }

} // namespace unply::stg
