#include "sets/message_order.h"
#include "sets/intervals.h"

namespace unply::sets {

isl::set in_order(const isl::set& pairs, const std::string& send, const std::string& receive) {
  const isl::set sends = without_parameter(pairs, receive), receives = without_parameter(pairs, send);
  // Any of the sends could meet any of the receives: no tag tells them apart.
  if (!pairs.is_equal(sends.intersect(receives))) return {};
  const auto sent = progression_of(sends, send), received = progression_of(receives, receive);
  if (!sent || !received) return {};
  const isl::ctx ctx = pairs.ctx();
  const isl::pw_aff sent_before = parameter(ctx, send).sub(sent->low).scale(long(received->stride));
  const isl::pw_aff received_before = parameter(ctx, receive).sub(received->low).scale(long(sent->stride));
  const isl::set result = pairs.intersect(sent_before.eq_set(received_before)).coalesce();
  const bool all_meet =
      without_parameter(result, receive).is_equal(sends) && without_parameter(result, send).is_equal(receives);
  return all_meet ? result : isl::set();
}

} // namespace unply::sets
