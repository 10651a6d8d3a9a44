// What is wrong with a run that cannot go on, or has ended: unmatched messages, collectives that some never reach,
// requests that nothing completes, circles of ranks that wait for each other.
#include "stg/matching/matching_run.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply::stg {

void MatchingRun::add(Fault fault, int rank, const Place& place, const Place& other, const std::string& detail) {
  for (Finding& known : result.findings)
    if (known.fault == fault && known.place.line == place.line && known.other.line == other.line)
      return void(known.ranks.insert(rank));
  result.findings.push_back({.fault = fault, .place = place, .other = other, .ranks = {rank}, .detail = detail});
}

// Of a rank that waits: the ranks that it waits for. Nobody can go on, so who waits for any source waits for all.
std::vector<int> MatchingRun::waits_for(int number) const {
  std::set<int> made;
  const Rank& rank = ranks[size_t(number)];
  const auto add_peer = [&](int peer) {
    if (peer >= 0) made.insert(peer);
    for (int other = 0; other < int(ranks.size()) && peer == kAnyPeer; ++other)
      if (other != number && !ranks[size_t(other)].ended) made.insert(other);
  };
  for (const PostPtr& post : rank.waits)
    if (blocks(*post)) add_peer(post->message.peer);
  if (rank.probe) add_peer(rank.probe->peer);
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

// A receive or a probe that no message has reached. A message to the same rank that nobody has received differs in the
// tag.
void MatchingRun::blame(int number, const Message& receive) {
  Rank& rank = ranks[size_t(number)];
  const int peer = receive.peer;
  for (int other = 0; other < int(ranks.size()); ++other)
    if (ranks[size_t(other)].gave_up && (peer == other || (peer == kAnyPeer && other != number))) return;
  for (auto& [source, sends] : rank.sends) {
    if (!rank.ended || (peer != kAnyPeer && source != peer)) continue;
    const auto near = std::find_if(sends.begin(), sends.end(),
                                   [&](const PostPtr& send) { return send->message.comm == receive.comm; });
    if (near == sends.end()) continue;
    add(Fault::different_tags, number, receive.place, (*near)->message.place,
        fmt::format("rank {} waits for tag {} of rank {}, which sends tag {}", number, receive.tag, source,
                    (*near)->message.tag));
    return void(sends.erase(near));
  }
  add(Fault::unmatched_receive, number, receive.place, {},
      fmt::format("rank {} receives from {} and no message is sent", number,
                  peer == kAnyPeer ? "any rank" : fmt::format("rank {}", peer)));
}

// The source of a receive, or whoever it may be.
bool MatchingRun::has_ended(int peer, int self) const {
  if (peer >= 0) return ranks[size_t(peer)].ended;
  for (int other = 0; other < int(ranks.size()); ++other)
    if (other != self && !ranks[size_t(other)].ended) return false;
  return true;
}

// When nobody can go on: what waits for a rank that has ended is at fault, and goes on as if it had been served, so
// that one fault does not hide those behind it, and whoever waits for the faulty rank is not accused. False: nothing
// waits so.
bool MatchingRun::release() {
  bool released = false;
  for (int number = 0; number < int(ranks.size()); ++number) {
    Rank& rank = ranks[size_t(number)];
    if (rank.ended) continue;
    if (rank.probe && has_ended(rank.probe->peer, number)) { // what follows needs the message, and is not tried
      rank.unserved.push_back(*rank.probe);
      rank.probe.reset(), rank.ended = rank.gave_up = released = true;
    }
    for (const PostPtr& post : rank.waits) {
      if (!blocks(*post) || !has_ended(post->message.peer, number)) continue;
      if (post->message.receive) rank.unserved.push_back(post->message), rank.receives.remove(post);
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
    for (const Message& receive : rank.unserved) blame(number, receive);
    for (const PostPtr& receive : rank.receives)
      if (has_ended(receive->message.peer, number)) blame(number, receive->message);
    if (!rank.ended || rank.gave_up) continue;
    for (const auto& [source, sends] : rank.sends)
      for (const PostPtr& send : sends)
        add(Fault::unmatched_send, source, send->message.place, {},
            fmt::format("rank {} sends to rank {}, which does not receive it", source, number));
  }
}

void MatchingRun::judge() {
  judge_messages();
  for (auto& [key, meeting] : meetings)
    for (int other = 0; other < int(ranks.size()); ++other)
      if (ranks[size_t(other)].ended && !ranks[size_t(other)].gave_up && world.position(key.first, other) >= 0 &&
          !meeting.there.contains(other))
        add(Fault::missing_collective, other, meeting.place, {},
            fmt::format("rank {} ends without {}, which rank {} calls", other, name_of(meeting.call),
                        meeting.first_rank));
  for (int number = 0; number < int(ranks.size()); ++number) {
    const Rank& rank = ranks[size_t(number)];
    for (const auto& [request, post] : rank.requests)
      if (rank.ended && !rank.gave_up && (post->matched || !post->message.receive) && !post->message.persistent)
        add(Fault::never_completed, number, post->message.place, {}, fmt::format("rank {} never waits for it", number));
  }
  judge_circles();
}

} // namespace unply::stg
