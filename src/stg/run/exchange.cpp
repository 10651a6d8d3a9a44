// Communicators and data that ranks learn of each other; see exchange.h.
#include "stg/run/exchange.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace unply::stg {

namespace {

// At least so many payloads of a channel and collectives of a communicator are kept; older ones become unknown.
constexpr size_t kKept = 256;

template <class Number> void reduce_into(std::string& to, const std::string& from, uint32_t op) {
  const std::string_view name = op < predefined_handles().size() ? predefined_handles()[op].name : "";
  for (size_t at = 0; at + sizeof(Number) <= to.size(); at += sizeof(Number)) {
    Number a, b;
    std::memcpy(&a, to.data() + at, sizeof a), std::memcpy(&b, from.data() + at, sizeof b);
    if (name == "MPI_MAX")
      a = std::max(a, b);
    else if (name == "MPI_MIN")
      a = std::min(a, b);
    else if (name == "MPI_SUM")
      a = Number(a + b);
    else if (name == "MPI_PROD")
      a = Number(a * b);
    else if (name == "MPI_LAND")
      a = Number(a && b);
    else if (name == "MPI_LOR")
      a = Number(a || b);
    std::memcpy(to.data() + at, &a, sizeof a);
  }
}

// False where the numbers of this type or operation are not computed here.
bool reduce(Payload& to, const Payload& from, uint32_t op, uint32_t type) {
  const auto& handles = predefined_handles();
  if (op >= handles.size() || type >= handles.size() || from.bytes.size() != to.bytes.size()) return false;
  const std::string_view name = handles[op].name, of = handles[type].name;
  constexpr std::string_view kOps[] = {"MPI_MAX", "MPI_MIN", "MPI_SUM", "MPI_PROD", "MPI_LAND", "MPI_LOR"};
  if (std::find(std::begin(kOps), std::end(kOps), name) == std::end(kOps)) return false;
  if (of == "MPI_INT" || of == "MPI_INTEGER" || of == "MPI_INTEGER4" || of == "MPI_INT32_T")
    reduce_into<int32_t>(to.bytes, from.bytes, op);
  else if (of == "MPI_LONG" || of == "MPI_LONG_LONG" || of == "MPI_INT64_T" || of == "MPI_INTEGER8")
    reduce_into<int64_t>(to.bytes, from.bytes, op);
  else if (of == "MPI_UNSIGNED" || of == "MPI_UINT32_T")
    reduce_into<uint32_t>(to.bytes, from.bytes, op);
  else if (of == "MPI_UNSIGNED_LONG" || of == "MPI_UNSIGNED_LONG_LONG" || of == "MPI_UINT64_T")
    reduce_into<uint64_t>(to.bytes, from.bytes, op);
  else if (of == "MPI_DOUBLE" || of == "MPI_DOUBLE_PRECISION" || of == "MPI_REAL8")
    reduce_into<double>(to.bytes, from.bytes, op);
  else
    return false;
  for (size_t i = 0; i < to.mask.size(); ++i) to.mask[i] = to.mask[i] && from.mask[i];
  return true;
}

} // namespace

Exchange::Exchange(int number_of_ranks) : ranks(number_of_ranks), takes_any(size_t(number_of_ranks)) {
  communicators.push_back({.members = {}, .name = "MPI_COMM_NULL"});
  communicators.push_back({.members = {}, .name = "MPI_COMM_WORLD"});
  communicators.push_back({.members = {}, .name = "MPI_COMM_SELF"});
}

int32_t Exchange::position_in(CommId id, int32_t world_rank) const {
  if (id == kCommSelf) return 0;
  const Communicator& comm = communicators[id];
  return comm.positions.empty() ? world_rank : comm.positions[size_t(world_rank)];
}

int32_t Exchange::member_of(CommId id, int64_t position, int32_t self) const {
  if (position < 0 || position >= size_of(id)) return kInvalidPeer;
  if (id == kCommSelf) return self;
  const Communicator& comm = communicators[id];
  return comm.members.empty() ? int32_t(position) : comm.members[size_t(position)];
}

int32_t Exchange::size_of(CommId id) const {
  if (id == kCommSelf) return 1;
  const Communicator& comm = communicators[id];
  return comm.members.empty() ? ranks : int32_t(comm.members.size());
}

CommId Exchange::derive(CommId parent, uint64_t sequence, int64_t part, Communicator made) {
  const auto [place, is_new] = derived.try_emplace({parent, sequence, part}, CommId(communicators.size()));
  if (!is_new) return place->second;
  if (!made.members.empty()) {
    made.positions.assign(size_t(ranks), -1);
    for (size_t i = 0; i < made.members.size(); ++i) made.positions[size_t(made.members[i])] = int32_t(i);
  }
  communicators.push_back(std::move(made));
  return place->second;
}

void Exchange::tell_split(CommId parent, uint64_t sequence, int rank, int64_t color, int64_t key) {
  splits[{parent, sequence}].parts[rank] = {color, key};
}

Result<CommId> Exchange::split(CommId parent, uint64_t sequence, int rank, const std::string& name) {
  Split& all = splits[{parent, sequence}]; // stays in place while others run
  for (int32_t i = 0; i < size_of(parent); ++i) {
    const int32_t member = member_of(parent, i, rank);
    while (!all.parts.contains(member)) {
      if (has_ended(member))
        return fail(fmt::format("rank {} never reaches the collective that makes \"{}\"", member, name));
      TRY(run_ahead(member));
    }
  }
  if (const auto found = all.made.find(rank); found != all.made.end()) return found->second;
  std::map<int64_t, std::vector<std::pair<int64_t, int32_t>>> groups; // by colour: key, position
  for (const auto& [member, part] : all.parts)
    groups[part.first].emplace_back(part.second, position_in(parent, member));
  for (auto& [color, group] : groups) {
    if (color < 0) {
      for (const auto& [key, position] : group) all.made[member_of(parent, position, rank)] = kCommNull;
      continue;
    }
    std::sort(group.begin(), group.end());
    Communicator made = {.name = name};
    for (const auto& [key, position] : group) made.members.push_back(member_of(parent, position, rank));
    const std::vector<int32_t> members = made.members;
    const CommId id = derive(parent, sequence, color, std::move(made));
    for (const int32_t member : members) all.made[member] = id;
  }
  return all.made.at(rank);
}

// A channel without data that nothing will ask for begins anew with its next message, so that a program whose tags
// count its messages does not leave one channel for each.
void Exchange::forget_if_settled(const ChannelKey& key, const Channel& channel) {
  if (channel.sent == channel.received && !channel.looked_at && channel.payloads.empty()) channels.erase(key);
}

uint64_t Exchange::next_receive(CommId comm, int32_t source, int32_t target, int64_t tag, bool looks) {
  const ChannelKey key = {comm, source, target, tag};
  Channel& from = *channels.find_or_make(key).first;
  const uint64_t sequence = from.received++;
  from.looked_at = from.looked_at || looks;
  forget_if_settled(key, from);
  return sequence;
}

void Exchange::send(CommId comm, int32_t source, int32_t target, int64_t tag, Payload payload) {
  const ChannelKey key = {comm, source, target, tag};
  Channel& to = *channels.find_or_make(key).first;
  ++to.sent;
  if (to.payloads.empty() && payload.bytes.empty()) {
    to.first = to.sent;
    return forget_if_settled(key, to);
  }
  to.payloads.push_back(std::move(payload));
  if (to.payloads.size() < 2 * kKept) return;
  to.payloads.erase(to.payloads.begin(), to.payloads.begin() + kKept), to.first += kKept;
}

Result<Payload> Exchange::receive(int32_t target, const Transfer& transfer) {
  if (takes_any[size_t(target)]) return Payload{};
  const ChannelKey key = {transfer.comm, transfer.source, target, transfer.tag};
  while (channels.find_or_make(key).first->sent <= transfer.sequence) { // it moves while others run
    if (has_ended(transfer.source)) return Payload{};
    TRY(run_ahead(transfer.source));
  }
  const Channel& from = *channels.find(key);
  if (transfer.sequence < from.first || transfer.sequence - from.first >= from.payloads.size()) return Payload{};
  return from.payloads[transfer.sequence - from.first];
}

void Exchange::contribute(int rank, const CollectiveCall& call, Call kind, int64_t element_bytes, Payload payload) {
  auto& kept = meetings[call.comm];
  Meeting& meeting = kept[call.position];
  if (meeting.parts.empty()) {
    meeting.kind = kind, meeting.call = call, meeting.element_bytes = element_bytes;
    meeting.parts.resize(size_t(size_of(call.comm)));
  }
  Contribution& part = meeting.parts[size_t(position_in(call.comm, rank))];
  part.there = true, part.payload = std::move(payload);
  if (kept.size() > kKept) kept.erase(kept.begin());
}

Result<void> Exchange::wait_for(CommId comm, uint64_t position, int32_t member_position, int rank) {
  for (;;) {
    auto& kept = meetings[comm];
    const auto found = kept.find(position);
    if (found == kept.end() || found->second.parts[size_t(member_position)].there) return {};
    const int32_t member = member_of(comm, member_position, rank);
    if (has_ended(member)) return {};
    TRY(run_ahead(member));
  }
}

Result<Payload> Exchange::result_of(int rank, const Transfer& transfer) {
  auto& kept = meetings[transfer.comm];
  auto found = kept.find(transfer.sequence);
  if (found == kept.end()) return Payload{};
  const Call kind = found->second.kind;
  const bool from_root = kind == Call::bcast || kind == Call::ibcast || kind == Call::scatter || kind == Call::iscatter;
  const int64_t root = found->second.call.root, own = position_in(transfer.comm, rank);
  const int64_t first = from_root ? root : 0;
  const int64_t last = from_root              ? root
                       : kind == Call::scan   ? own
                       : kind == Call::exscan ? own - 1
                                              : size_of(transfer.comm) - 1;
  for (int64_t i = first; i <= last && !found->second.all_there; ++i) {
    if (i < 0 || i >= size_of(transfer.comm)) return Payload{};
    TRY(wait_for(transfer.comm, transfer.sequence, int32_t(i), rank));
    found = kept.find(transfer.sequence);
    if (found == kept.end()) return Payload{};
  }
  Meeting& meeting = found->second;
  if (!meeting.all_there) meeting.all_there = std::ranges::all_of(meeting.parts, &Contribution::there);
  const bool same =
      kind == Call::reduce || kind == Call::allreduce || kind == Call::ireduce || kind == Call::iallreduce;
  if (!same || !meeting.all_there) return combine(meeting, size_t(own), transfer.bytes);
  // All ranks ask for it, and would each combine what all have given.
  if (!meeting.same_for_all) meeting.same_for_all = combine(meeting, size_t(own), transfer.bytes);
  return *meeting.same_for_all;
}

Payload Exchange::combine(const Meeting& meeting, size_t own, uint64_t bytes) {
  const auto& parts = meeting.parts;
  Payload made;
  const auto part_of = [&](const Payload& from, size_t index) { // index: of equal parts of `bytes`
    if ((index + 1) * bytes > from.bytes.size()) return Payload{};
    return Payload{from.bytes.substr(index * bytes, bytes), from.mask.substr(index * bytes, bytes)};
  };
  const size_t root = size_t(meeting.call.root);
  switch (meeting.kind) {
  case Call::bcast:
  case Call::ibcast:
    return parts[root].payload;
  case Call::scatter:
  case Call::iscatter:
    return part_of(parts[root].payload, own);
  case Call::reduce:
  case Call::allreduce:
  case Call::ireduce:
  case Call::iallreduce:
  case Call::scan:
  case Call::exscan: {
    const size_t end = meeting.kind == Call::scan ? own + 1 : meeting.kind == Call::exscan ? own : parts.size();
    for (size_t i = 0; i < end; ++i) {
      if (parts[i].payload.bytes.empty()) return {};
      if (i == 0)
        made = parts[0].payload;
      else if (!reduce(made, parts[i].payload, meeting.call.op, meeting.call.type))
        return {};
    }
    return made;
  }
  case Call::gather:
  case Call::allgather:
  case Call::igather:
  case Call::iallgather:
  case Call::alltoall:
  case Call::ialltoall: {
    const bool all_to_all = meeting.kind == Call::alltoall || meeting.kind == Call::ialltoall;
    const uint64_t each = bytes / parts.size();
    bytes = each;
    for (const Contribution& part : parts) {
      const Payload piece = all_to_all ? part_of(part.payload, own) : part.payload;
      const bool fits = piece.bytes.size() == each;
      made.bytes += fits ? piece.bytes : std::string(each, '\0');
      made.mask += fits ? piece.mask : std::string(each, '\0');
    }
    return made;
  }
  default:
    return {};
  }
}

} // namespace unply::stg
