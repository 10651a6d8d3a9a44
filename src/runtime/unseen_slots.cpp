// See unseen_slots.h.
#include "runtime/unseen_slots.h"
#include "runtime/runtime.h"
#include <string.h>

namespace unply::runtime {

uint64_t* unseen_counts; // by slot

namespace {

uint32_t last_slot;

constexpr uint32_t kMostNameBytes = 4096; // C++ names can be long; the rest is cut off

} // namespace

uint32_t new_unseen_slot(const char* name) {
  const uint32_t slot = last_slot + 1 < kRingUnseen - 1 ? ++last_slot : kRingUnseen - 1;
  const bool further = slot == kRingUnseen - 1;
  if (further && unseen_counts[slot]) return slot;
  if (further) name = "further functions";
  auto bytes = (uint32_t)strnlen(name, kMostNameBytes);
  if (auto* record = (RingUnseen*)begin_record(kRecordUnseen, (uint32_t)sizeof(RingUnseen) + bytes + 1)) {
    *record = {slot, 0};
    memset((char*)(record + 1) + (bytes & ~7u), 0, 8); // the record's last bytes
    memcpy(record + 1, name, bytes);
    end_record();
  }
  return slot;
}

bool map_unseen() {
  unseen_counts =
      (uint64_t*)map_open_part(kRingOpenTaskBytes + kRingOpenAccessBytes, kRingOpenUnseenBytes, kRingOpenUnseenBytes);
  return unseen_counts;
}

} // namespace unply::runtime
