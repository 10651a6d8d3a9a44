// Dependences of a nest of affine loops from a few comparisons of its accesses: see whole_loops.h.
//
// Accesses that meet must have the same strides and sizes. Then two of them are at one address in iterations that
// differ by a constant vector: their offset, taken apart into strides, which must be possible in one way only. Which
// loop carries the dependence is the outermost one with a part of the vector. Two cases are told apart.
//  - Each iteration of the nest has an address of its own: then a dependence ends where another store lies between, in
//    every iteration that has both ends; if it lies between in some of them only, no formula applies.
//  - Some loops do not move the address, and the accesses do not differ otherwise: all addresses have the same history,
//    which repeats in these loops. Two iterations of each show all of it.
// Both at once have a formula where the outermost loop alone does not move the address and there is one store: sweeps.
#include "runtime/extents.h"
#include "runtime/profile/states.h"
#include "runtime/profile/whole_loops.h"

namespace unply::runtime {

namespace {

struct Nest {
  UnplyLoop* const* loops;
  const uint64_t* trips;
  uint32_t depth;
  const UnplyNestStream* rows;
  uint32_t count;
};

struct Vector {
  int64_t part[kUnplyNestDepth];
};

uint64_t size_of(int64_t stride) { return (uint64_t)(stride < 0 ? -stride : stride); }

bool same_strides(const Nest& nest, const UnplyNestStream& a, const UnplyNestStream& b) {
  for (uint32_t k = 0; k < nest.depth; k++) {
    const int64_t of_a = k < a.level ? 0 : a.strides[k], of_b = k < b.level ? 0 : b.strides[k];
    if (of_a != of_b) return false;
  }
  return true;
}

// Loops that move the address, the one with the longest stride first.
struct Moving {
  uint32_t level[kUnplyNestDepth], count;
};

Moving moving_loops(const Nest& nest, const UnplyNestStream& s) {
  Moving moving = {};
  for (uint32_t k = s.level; k < nest.depth; k++) {
    if (!s.strides[k] || nest.trips[k] < 2) continue;
    uint32_t at = moving.count++;
    for (; at && size_of(s.strides[moving.level[at - 1]]) < size_of(s.strides[k]); at--)
      moving.level[at] = moving.level[at - 1];
    moving.level[at] = k;
  }
  return moving;
}

// Counts the ways to write `offset` as a sum of strides, at most `most` of one way, and keeps the last one; -1: partial
// overlaps. A way takes each loop at most as often as it has iterations.
int ways_to(const Nest& nest, const UnplyNestStream& s, const Moving& moving, uint32_t from, int64_t offset,
            Vector& way) {
  if (from == moving.count) return offset == 0 ? 1 : size_of(offset) < s.bytes ? -1 : 0;
  uint64_t rest = s.bytes - 1; // that the loops behind can make up for
  for (uint32_t i = from + 1; i < moving.count; i++)
    rest += size_of(s.strides[moving.level[i]]) * (nest.trips[moving.level[i]] - 1);
  const uint32_t level = moving.level[from];
  const int64_t stride = s.strides[level], most = (int64_t)nest.trips[level] - 1;
  const int64_t middle = offset / stride, reach = (int64_t)(rest / size_of(stride)) + 1;
  int found = 0;
  for (int64_t part = middle - reach; part <= middle + reach; part++) {
    if (part < -most || part > most || size_of(offset - part * stride) > rest) continue;
    Vector further = way;
    const int ways = ways_to(nest, s, moving, from + 1, offset - part * stride, further);
    if (ways < 0) return -1;
    if (!ways) continue;
    further.part[level] = part;
    way = further;
    if ((found += ways) > 1) return found;
  }
  return found;
}

// An access of one class.
struct Member {
  uint32_t row;
  Vector at; // iterations of the nest behind the first member, at the same address
};

class AddressClass {
public:
  AddressClass(const Nest& nest, uint32_t first) : nest_(nest), moving_(moving_loops(nest, nest.rows[first])) {
    members_[count_++] = {first, {}};
    stays_ = false;
    for (uint32_t k = nest.rows[first].level; k < nest.depth; k++)
      stays_ = stays_ || (!nest.rows[first].strides[k] && nest.trips[k] > 1);
    writes_ = nest.rows[first].write;
  }

  // To a class belongs whatever meets one of its accesses.
  enum class Fit { apart, joined, unclear };
  Fit add(uint32_t row) {
    const UnplyNestStream& s = nest_.rows[row];
    for (uint32_t m = 0; m < count_; m++) {
      const UnplyNestStream& member = nest_.rows[members_[m].row];
      if (!same_strides(nest_, member, s) || member.bytes != s.bytes) return Fit::unclear;
      Vector way = {};
      const auto offset = (int64_t)((uint64_t)member.base - (uint64_t)s.base);
      const int ways = ways_to(nest_, s.level < member.level ? s : member, moving_, 0, offset, way);
      if (ways < 0 || ways > 1) return Fit::unclear;
      if (!ways) continue;
      join(row, members_[m].at, way);
      return Fit::joined;
    }
    return Fit::apart;
  }

  // Notes its dependences, or only finds out whether it could.
  bool note(bool really) {
    if (!writes_) return true;
    Vector way = {}; // each address is met once, but for the loops that stay
    if (ways_to(nest_, nest_.rows[members_[0].row], moving_, 0, 0, way) != 1) return false;
    if (stays_) return note_staying(really) || (repeats() && note_moving(really) && note_repeats(really));
    return note_moving(really);
  }

private:
  void join(uint32_t row, const Vector& from, const Vector& way) {
    Member& member = members_[count_++];
    member.row = row;
    for (uint32_t k = 0; k < kUnplyNestDepth; k++) member.at.part[k] = from.part[k] + way.part[k];
    const UnplyNestStream& s = nest_.rows[row];
    for (uint32_t k = s.level; k < nest_.depth; k++) stays_ = stays_ || (!s.strides[k] && nest_.trips[k] > 1);
    writes_ = writes_ || s.write;
  }

  bool write(uint32_t member) const { return nest_.rows[members_[member].row].write; }
  uint32_t site(uint32_t member) const { return nest_.rows[members_[member].row].site->id; }

  bool earlier(const Member& a, const Member& b) const {
    for (uint32_t k = nest_.depth; k-- > 0;)
      if (a.at.part[k] != b.at.part[k]) return a.at.part[k] < b.at.part[k];
    return a.row < b.row;
  }

  // In each iteration in which both others are, the one between is.
  bool always_between(uint32_t from, uint32_t between, uint32_t to) const {
    for (uint32_t k = 0; k < nest_.depth; k++) {
      const int64_t a = members_[from].at.part[k], b = members_[between].at.part[k], c = members_[to].at.part[k];
      if (b < (a < c ? a : c) || b > (a < c ? c : a)) return false;
    }
    return true;
  }

  bool note_moving(bool really) {
    for (uint32_t i = 1; i < count_; i++)
      for (uint32_t k = i; k && earlier(members_[k], members_[k - 1]); k--) {
        const Member swapped = members_[k];
        members_[k] = members_[k - 1];
        members_[k - 1] = swapped;
      }
    for (uint32_t to = 0; to < count_; to++)
      for (uint32_t from = to; from-- > 0;) {
        if (!write(from) && !write(to)) continue;
        bool ended = false;
        for (uint32_t between = from + 1; between < to && !ended; between++) {
          if (!write(between)) continue;
          ended = always_between(from, between, to);
          if (!ended && meet(from, to)) return false;
        }
        if (!ended && really) note_pair(from, to);
      }
    return true;
  }

  bool meet(uint32_t from, uint32_t to) const {
    for (uint32_t k = 0; k < nest_.depth; k++)
      if (size_of(members_[to].at.part[k] - members_[from].at.part[k]) >= nest_.trips[k]) return false;
    return true;
  }

  void note_pair(uint32_t from, uint32_t to) const {
    if (!meet(from, to)) return;
    uint64_t count = 1;
    int32_t carries = -1;
    for (uint32_t k = 0; k < nest_.depth; k++) {
      const int64_t distance = members_[to].at.part[k] - members_[from].at.part[k];
      count *= nest_.trips[k] - size_of(distance);
      if (distance) carries = (int32_t)k;
    }
    const RingEdgeKind kind = kind_of(write(from), write(to));
    if (carries < 0)
      note_within(innermost(from, to), kind, site(from), site(to), count);
    else
      note_carried(nest_.loops[carries]->id, kind, site(from), site(to),
                   (uint64_t)(members_[to].at.part[carries] - members_[from].at.part[carries]), count, 0,
                   inside(from, to, (uint32_t)carries));
  }

  // How far the second is ahead in the loop inside loop k, where both are in that.
  InnerDistance inside(uint32_t from, uint32_t to, uint32_t k) const {
    if (!k || nest_.rows[members_[from].row].level >= k || nest_.rows[members_[to].row].level >= k) return {};
    const UnplyNestStream& stream = nest_.rows[members_[from].row];
    const auto last = (int64_t)nest_.trips[k - 1] - 1;
    if (!stream.strides[k - 1]) return {true, -last, last};
    const int64_t ahead = members_[to].at.part[k - 1] - members_[from].at.part[k - 1];
    return {true, ahead, ahead};
  }

  // The loop in whose body both are, directly or in a loop within.
  uint32_t innermost(uint32_t a, uint32_t b) const {
    const uint32_t of_a = nest_.rows[members_[a].row].level, of_b = nest_.rows[members_[b].row].level;
    return nest_.loops[of_a > of_b ? of_a : of_b]->id;
  }

  // The outermost loop alone does not move the address, and there is one store: each sweep of the loops inside leaves
  // to the next what that finds before its own store.
  bool repeats() const {
    uint32_t stores = 0;
    for (uint32_t m = 0; m < count_; m++) {
      const UnplyNestStream& s = nest_.rows[members_[m].row];
      stores += s.write;
      for (uint32_t k = 0; k + 1 < nest_.depth; k++)
        if (k < s.level || (!s.strides[k] && nest_.trips[k] > 1)) return false;
      if (s.strides[nest_.depth - 1] && nest_.trips[nest_.depth - 1] > 1) return false;
    }
    return stores == 1;
  }

  // Members are in the order of note_moving().
  bool note_repeats(bool really) const {
    uint32_t store = 0;
    while (!write(store)) store++;
    for (uint32_t m = 0; m < count_ && really; m++) {
      if (!meet(m, store)) continue;
      const uint32_t from = m < store ? store : m, to = m < store ? m : store;
      note_carried(nest_.loops[nest_.depth - 1]->id, kind_of(write(from), write(to)), site(from), site(to), 1,
                   nest_.trips[nest_.depth - 1] - 1, 0, inside(from, to, nest_.depth - 1));
    }
    return true;
  }

  // Two iterations of the loops that do not move the address, in program order.
  bool note_staying(bool really) {
    for (uint32_t i = 0; i < count_; i++)
      for (uint32_t k = 0; k < nest_.depth; k++)
        if (members_[i].at.part[k]) return false;
    if (!really) return true;
    event_count_ = 0;
    Vector at = {};
    go_through(nest_.depth - 1, at, 0, count_);
    for (uint32_t to = 0; to < event_count_; to++)
      for (uint32_t from = to; from-- > 0;) {
        const bool from_writes = write(events_[from].member);
        if (from_writes || write(events_[to].member)) note_events(events_[from], events_[to]);
        if (from_writes) break;
      }
    return true;
  }

  struct Event {
    uint32_t member;
    Vector at;
  };

  // Members from `begin` on, of which those below this level are in the loop within.
  void go_through(uint32_t level, Vector& at, uint32_t begin, uint32_t end) {
    const uint64_t trip = nest_.trips[level];
    const bool moves = nest_.rows[members_[begin].row].level <= level && nest_.rows[members_[begin].row].strides[level];
    const uint64_t shown = moves || trip < 2 ? 1 : 2;
    for (uint64_t i = 0; i < shown; i++) {
      at.part[level] = (int64_t)i;
      for (uint32_t m = begin; m < end;) {
        if (nest_.rows[members_[m].row].level == level) {
          events_[event_count_++] = {m, at};
          m++;
          continue;
        }
        uint32_t inner = m;
        while (inner < end && nest_.rows[members_[inner].row].level < level) inner++;
        go_through(level - 1, at, m, inner);
        m = inner;
      }
    }
    at.part[level] = 0;
  }

  void note_events(const Event& from, const Event& to) const {
    const uint32_t of_from = nest_.rows[members_[from.member].row].level,
                   of_to = nest_.rows[members_[to.member].row].level;
    const uint32_t common = of_from > of_to ? of_from : of_to;
    const RingEdgeKind kind = kind_of(write(from.member), write(to.member));
    for (uint32_t k = nest_.depth; k-- > common;)
      if (to.at.part[k] != from.at.part[k])
        return note_carried(nest_.loops[k]->id, kind, site(from.member), site(to.member), 1, repeats_of(k), 0,
                            inside(from.member, to.member, k));
    note_within(nest_.loops[common]->id, kind, site(from.member), site(to.member), 1);
  }

  // How often an iteration of loop k follows another one.
  uint64_t repeats_of(uint32_t k) const {
    uint64_t repeats = nest_.trips[k] - 1;
    for (uint32_t i = k + 1; i < nest_.depth; i++) repeats *= nest_.trips[i];
    return repeats;
  }

  const Nest& nest_;
  Moving moving_;
  Member members_[kUnplyNestRows];
  uint32_t count_ = 0;
  bool stays_, writes_;
  Event events_[kUnplyNestRows * 8];
  uint32_t event_count_ = 0;
};

// May be of one class. All others are apart, or two reads: classes_are_apart().
bool similar(const Nest& nest, const UnplyNestStream& a, const UnplyNestStream& b) {
  return same_strides(nest, a, b) && a.bytes == b.bytes;
}

// Goes through all classes of rows that may meet. False: unclear.
bool each_class(const Nest& nest, bool really) {
  bool taken[kUnplyNestRows] = {};
  for (uint32_t first = 0; first < nest.count; first++) {
    if (taken[first]) continue;
    AddressClass rows(nest, first);
    for (bool again = true; again;) {
      again = false;
      for (uint32_t r = first + 1; r < nest.count; r++) {
        if (taken[r] || !similar(nest, nest.rows[first], nest.rows[r])) continue;
        if (rows.add(r) == AddressClass::Fit::joined) taken[r] = again = true;
      }
    }
    if (!rows.note(really)) return false;
  }
  return true;
}

// What meets a store, and is not alike, has no formula.
bool classes_are_apart(const Nest& nest) {
  for (uint32_t a = 0; a < nest.count; a++)
    for (uint32_t b = a + 1; b < nest.count; b++) {
      if (!nest.rows[a].write && !nest.rows[b].write) continue;
      if (apart(extent_of(nest.rows[a], nest.trips, nest.depth), extent_of(nest.rows[b], nest.trips, nest.depth)))
        continue;
      AddressClass rows(nest, a);
      if (rows.add(b) == AddressClass::Fit::unclear) return false;
    }
  return true;
}

} // namespace

bool note_nest(UnplyLoop* const* loops, const uint64_t* trips, uint32_t depth, const UnplyNestStream* rows,
               uint32_t count) {
  const Nest nest = {loops, trips, depth, rows, count};
  for (uint32_t k = 0; k < depth; k++)
    if (!trips[k]) return false;
  if (!classes_are_apart(nest) || !each_class(nest, false)) return false;
  return each_class(nest, true);
}

} // namespace unply::runtime
