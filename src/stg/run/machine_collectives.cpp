// Collectives of one rank: sizes, and what data it gives and gets.
#include "stg/run/exchange.h"
#include "stg/run/machine.h"
#include <fmt/format.h>

namespace unply::stg {

namespace {

constexpr int64_t kLargestShare = 1 << 16; // bytes whose content is looked at

bool is_non_blocking(Call call) { return call >= Call::ibarrier && call <= Call::ialltoall; }

Call blocking_form(Call call) {
  switch (call) {
  case Call::ibarrier:
    return Call::barrier;
  case Call::ibcast:
    return Call::bcast;
  case Call::ireduce:
    return Call::reduce;
  case Call::iallreduce:
    return Call::allreduce;
  case Call::igather:
    return Call::gather;
  case Call::iscatter:
    return Call::scatter;
  case Call::iallgather:
    return Call::allgather;
  case Call::ialltoall:
    return Call::alltoall;
  default:
    return call;
  }
}

} // namespace

// Of the counts in an array, one for each rank; -1: not known.
Result<int64_t> Machine::sum_of_counts(const OperationSite& site, Role counts, CommId comm) {
  if (!is_known(site, counts)) return -1;
  const auto numbers = read_integers(uint64_t(argument_or(site, counts, 0)), exchange.size_of(comm));
  if (!numbers) return error_of(numbers);
  if (!*numbers) return -1;
  int64_t sum = 0;
  for (const int64_t number : **numbers) sum += number;
  return sum;
}

Result<void> Machine::perform_collective(const OperationSite& site) {
  const Call call = blocking_form(site.operation->call);
  const auto comm = comm_of(site);
  if (!comm) return error_of(comm);
  CollectiveCall made = {.comm = *comm, .position = collective_positions[*comm]++};
  const int64_t size = exchange.size_of(*comm);
  if (has_root(call)) {
    const auto root = argument(site, Role::root);
    if (!root) return error_of(root);
    made.root = *root;
  }
  const bool is_root = made.root == exchange.position_in(*comm, rank);
  if (has(site, Role::op)) made.op = uint32_t(argument_or(site, Role::op, 0));
  // The side that counts: what this rank gives; of a scatter what it gets, of MPI_IN_PLACE the receiving arguments.
  const int64_t buffer = argument_or(site, Role::buffer, 0);
  const bool in_place = is_known(site, Role::buffer) && (buffer == 1 || buffer == -1);
  const bool scatters = call == Call::scatter || call == Call::scatterv;
  const bool receiving = (scatters || in_place) && has(site, Role::recv_datatype);
  if (has(site, receiving ? Role::recv_datatype : Role::datatype)) {
    const auto low = handle(site, receiving ? Role::recv_datatype : Role::datatype);
    if (!low) return error_of(low);
    made.type = *low;
    const auto type = type_of(*low, site);
    if (!type) return error_of(type);
    Result<int64_t> count = 0;
    const Role one = receiving ? Role::recv_count : Role::count, many = receiving ? Role::recv_counts : Role::counts;
    if (has(site, one))
      count = argument(site, one);
    else if (has(site, many))
      count = sum_of_counts(site, many, *comm);
    else if (has(site, Role::recv_counts))
      count = sum_of_counts(site, Role::recv_counts, *comm);
    if (!count) return error_of(count);
    const int64_t parts = call == Call::alltoall || (scatters && is_root && call == Call::scatter) ? size : 1;
    made.count = *count;
    made.bytes = *count < 0 ? -1 : *count * type->size * parts;
    const bool all = call == Call::allgather || call == Call::gather;
    made.received_bytes = made.bytes < 0 ? -1 : all ? made.bytes * size : scatters ? *count * type->size : made.bytes;
  }
  current.collective = made;
  share_data(site, made);
  if (is_non_blocking(site.operation->call)) {
    const uint32_t slot = new_request();
    current.collective.request = ++posts;
    requests[slot] = {.used = true,
                      .active = true,
                      .collective = true,
                      .message = {.request = posts, .place = site.operation->place}};
    write_handle(site, Role::request, kRequestHandle | slot, program.request_bytes);
  }
  return {};
}

void Machine::share_data(const OperationSite& site, const CollectiveCall& call) {
  const Call kind = blocking_form(site.operation->call);
  if (!exchange.moves_data || call.bytes < 0 || kind == Call::barrier) return;
  const uint64_t given = uint64_t(argument_or(site, Role::buffer, 0)),
                 taken = uint64_t(argument_or(site, Role::recv_buffer, 0));
  const bool in_place = given < kArena || given == UINT64_MAX;
  const bool is_bcast = kind == Call::bcast, is_root = call.root == exchange.position_in(call.comm, rank);
  Payload payload;
  const uint64_t from = in_place ? taken : given;
  const bool reduces = kind == Call::reduce || kind == Call::allreduce || kind == Call::scan || kind == Call::exscan;
  const bool tells = is_bcast || !carries_reals(call.type);
  const bool gives = (is_bcast || kind == Call::scatter) ? is_root : !in_place || reduces;
  if (gives && tells && from >= kArena && call.bytes > 0 && call.bytes <= kLargestShare)
    std::tie(payload.bytes, payload.mask) = memory.known_bytes(from, uint64_t(call.bytes));
  exchange.contribute(rank, call, kind, 0, std::move(payload));
  const bool gets = call.root < 0 || (is_bcast ? !is_root : kind == Call::scatter || is_root);
  const uint64_t to = is_bcast ? given : taken;
  if (!gets || to < kArena || to == UINT64_MAX || call.received_bytes <= 0) return;
  const bool known_kind = is_bcast || kind == Call::scatter || reduces || kind == Call::allgather ||
                          kind == Call::gather || kind == Call::alltoall;
  transfers[to] = {
      .collective = true, .comm = call.comm, .sequence = call.position, .bytes = uint64_t(call.received_bytes)};
  memory.hide(to, uint64_t(call.received_bytes), known_kind && tells && call.received_bytes <= kLargestShare ? 1 : 0);
}

} // namespace unply::stg
