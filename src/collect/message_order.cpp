#include "collect/message_order.h"
#include "unply/event_format.h"
#include <algorithm>
#include <tuple>

namespace unply {

void MessageOrder::add(uint64_t job, uint32_t rank, uint8_t kind, uint64_t partner_and_tag, uint64_t ticks,
                       uint64_t uncertainty) {
  auto partner = static_cast<uint32_t>(partner_and_tag >> 32), tag = static_cast<uint32_t>(partner_and_tag);
  if (tag & UNPLY_ONE_SIDED) return;
  if (kind == kEventSend)
    sent_.push_back({.job = job, .from = rank, .to = partner, .tag = tag, .ticks = ticks, .uncertainty = uncertainty});
  if (kind == kEventReceive)
    received_.push_back(
        {.job = job, .from = partner, .to = rank, .tag = tag, .ticks = ticks, .uncertainty = uncertainty});
}

MessageOrder::Outcome MessageOrder::check() {
  auto channel = [](const End& end) { return std::tuple(end.job, end.from, end.to, end.tag); };
  auto before = [&](const End& a, const End& b) {
    return std::tuple(channel(a), a.ticks) < std::tuple(channel(b), b.ticks);
  };
  std::ranges::sort(sent_, before);
  std::ranges::sort(received_, before);
  Outcome outcome;
  auto send = sent_.begin();
  auto receive = received_.begin();
  while (send != sent_.end() && receive != received_.end()) {
    if (channel(*send) != channel(*receive)) { // of a run that was cut
      channel(*send) < channel(*receive) ? void(++send) : void(++receive);
      continue;
    }
    ++outcome.messages;
    if (receive->ticks < send->ticks) {
      ++outcome.reversed;
      uint64_t early = send->ticks - receive->ticks, allowed = send->uncertainty + receive->uncertainty;
      outcome.early += early > allowed;
      if (early > allowed) outcome.worst_ticks = std::max(outcome.worst_ticks, early - allowed);
    }
    ++send, ++receive;
  }
  return outcome;
}

} // namespace unply
