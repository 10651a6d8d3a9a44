// Sends, receives, requests and collectives of one rank.
#include "stg/run/exchange.h"
#include "stg/run/machine.h"
#include <fmt/format.h>

namespace unply::stg {

namespace {

constexpr int64_t kLargestPayload = 1 << 16; // bytes; the content of longer messages is not looked at

SendMode mode_of(Call call) {
  switch (call) {
  case Call::ssend:
  case Call::issend:
  case Call::ssend_init:
    return SendMode::synchronous;
  case Call::bsend:
  case Call::ibsend:
    return SendMode::buffered;
  case Call::rsend:
  case Call::irsend:
    return SendMode::ready;
  default:
    return SendMode::standard;
  }
}

bool is_blocking(Call call) { return (call >= Call::send && call <= Call::recv) || call >= Call::sendrecv; }

} // namespace

// Who a message is from or to, and its tag.
Result<Message> Machine::partner_of(const OperationSite& site, bool receive, Role peer_role, Role tag_role) {
  const auto comm = comm_of(site);
  if (!comm) return error_of(comm);
  const auto peer = argument(site, peer_role);
  if (!peer) return error_of(peer);
  const auto tag = argument(site, tag_role);
  if (!tag) return error_of(tag);
  Message made = {.receive = receive,
                  .mode = receive ? SendMode::standard : mode_of(site.operation->call),
                  .peer_given = *peer,
                  .tag = receive && *tag == program.any_tag ? kAnyTag : *tag,
                  .comm = *comm,
                  .place = site.operation->place};
  if (*peer == program.proc_null)
    made.peer = kNoPeer;
  else if (receive && *peer == program.any_source)
    made.peer = kAnyPeer;
  else
    made.peer = exchange.member_of(*comm, *peer, rank);
  return made;
}

Result<Message> Machine::message_of(const OperationSite& site, bool receive) {
  const Call call = site.operation->call;
  const bool second = receive && (call == Call::sendrecv || call == Call::sendrecv_replace);
  const bool replaces = call == Call::sendrecv_replace;
  const Role peer_role = second || (receive && has(site, Role::source)) ? Role::source : Role::peer;
  auto made = partner_of(site, receive, peer_role, second ? Role::recv_tag : Role::tag);
  if (!made) return made;
  const auto count = argument(site, second && !replaces ? Role::recv_count : Role::count);
  if (!count) return error_of(count);
  const auto type = handle(site, second && !replaces ? Role::recv_datatype : Role::datatype);
  if (!type) return error_of(type);
  const auto datatype = type_of(*type, site);
  if (!datatype) return error_of(datatype);
  made->count = *count, made->type = *type, made->bytes = *count * datatype->size;
  return made;
}

// The data that a message carries, as far as it is known, goes to the other rank's memory when that one looks at it.
Result<void> Machine::move_data(const Message& message, uint64_t buffer) {
  if (!exchange.moves_data || message.peer < 0) {
    if (!message.receive || message.peer != kAnyPeer) return {};
    exchange.takes_any[size_t(rank)] = 1;
  }
  const bool has_buffer = buffer >= kArena && message.bytes > 0;
  const bool made = (message.type & kHandleKind) == kTypeHandle;
  const bool dense = !made || types[message.type & ~kHandleKind].extent >= 0,
             tells = dense && !carries_reals(message.type);
  if (!message.receive) {
    if (!exchange.moves_messages) return {};
    Payload payload;
    if (has_buffer && tells && message.bytes <= kLargestPayload)
      std::tie(payload.bytes, payload.mask) = memory.known_bytes(buffer, uint64_t(message.bytes));
    exchange.send(message.comm, rank, message.peer, message.tag, std::move(payload));
    return {};
  }
  if (message.tag == kAnyTag) exchange.takes_any[size_t(rank)] = 1;
  const bool can_tell = exchange.moves_messages && message.peer >= 0 && message.tag != kAnyTag;
  const bool looks = has_buffer && can_tell && tells && message.bytes <= kLargestPayload;
  const uint64_t sequence = can_tell ? exchange.next_receive(message.comm, message.peer, rank, message.tag, looks) : 0;
  if (!has_buffer) return {};
  if (!dense) return forget_object(int64_t(buffer)); // the bytes go to places further on
  if (looks)
    transfers[buffer] = {.comm = message.comm,
                         .source = message.peer,
                         .tag = message.tag,
                         .sequence = sequence,
                         .bytes = uint64_t(message.bytes)};
  if (looks)
    memory.hide(buffer, uint64_t(message.bytes), 1);
  else
    memory.forget(buffer, uint64_t(message.bytes));
  return {};
}

uint32_t Machine::new_request() {
  if (free_requests.empty()) {
    requests.emplace_back();
    return uint32_t(requests.size()) - 1;
  }
  const uint32_t slot = free_requests.back();
  free_requests.pop_back();
  requests[slot] = {};
  return slot;
}

Result<void> Machine::post(const OperationSite& site, Message message, uint64_t buffer, bool blocking) {
  ++posts;
  TRY(move_data(message, buffer));
  if (message.receive && message.peer == kAnyPeer) current.observed = true;
  if (!blocking) {
    message.request = posts;
    const uint32_t slot = new_request();
    requests[slot] = {.used = true, .active = true, .message = message, .buffer = buffer};
    write_handle(site, Role::request, kRequestHandle | slot, program.request_bytes);
  } else if (message.receive && is_known(site, Role::status)) {
    fill_status(uint64_t(argument_or(site, Role::status, 0)), posts, message);
  }
  current.posts.push_back(message);
  return {};
}

Result<void> Machine::perform_message(const OperationSite& site) {
  const Call call = site.operation->call;
  const bool blocking = is_blocking(call);
  const bool both = call == Call::sendrecv || call == Call::sendrecv_replace;
  const uint64_t buffer = uint64_t(argument_or(site, Role::buffer, 0));
  if (is_send(call)) {
    auto message = message_of(site, false);
    if (!message) return error_of(message);
    TRY(post(site, *message, buffer, blocking));
  }
  if (is_receive(call)) {
    auto message = message_of(site, true);
    if (!message) return error_of(message);
    const bool own = call == Call::sendrecv || (has(site, Role::recv_buffer) && !both);
    TRY(post(site, *message, own ? uint64_t(argument_or(site, Role::recv_buffer, 0)) : buffer, blocking));
  }
  return {};
}

Result<void> Machine::perform_persistent(const OperationSite& site) {
  const Call call = site.operation->call;
  const unsigned width = site.operation->fortran ? 4 : unsigned(program.request_bytes);
  if (call == Call::send_init || call == Call::ssend_init || call == Call::recv_init) {
    auto message = message_of(site, call == Call::recv_init);
    if (!message) return error_of(message);
    message->persistent = true;
    const uint32_t slot = new_request();
    requests[slot] = {
        .used = true, .persistent = true, .message = *message, .buffer = uint64_t(argument_or(site, Role::buffer, 0))};
    write_handle(site, Role::request, kRequestHandle | slot, program.request_bytes);
    return {};
  }
  const auto first = argument(site, call == Call::start_all ? Role::requests : Role::request);
  if (!first) return error_of(first);
  const auto count = call == Call::start_all ? argument(site, Role::request_count) : Result<int64_t>(1);
  if (!count) return error_of(count);
  for (int64_t i = 0; i < *count; ++i) {
    const uint64_t address = uint64_t(*first) + uint64_t(i) * width;
    const auto number = read_integer(address, width);
    if (!number) return error_of(number);
    const uint32_t slot = *number ? uint32_t(**number) & ~kHandleKind : UINT32_MAX;
    if (!*number || (uint32_t(**number) & kHandleKind) != kRequestHandle || slot >= requests.size() ||
        !requests[slot].used)
      return failed(site.operation->place, fmt::format("{} of a request that is not known", site.operation->name));
    Request& request = requests[slot];
    if (request.active && (call == Call::request_free || call == Call::cancel))
      releases.push_back({.request = request.message.request, .cancelled = call == Call::cancel});
    if (call == Call::request_free) { // the operation goes on, nothing waits for it
      request.used = request.active = false, free_requests.push_back(slot);
      write_handle(site, Role::request, predefined_handle("MPI_REQUEST_NULL"), program.request_bytes);
    } else if (call != Call::cancel) {
      request.active = true, request.message.request = ++posts;
      TRY(move_data(request.message, request.buffer));
      current.posts.push_back(request.message);
    }
  }
  return {};
}

Machine::Request* Machine::active_request(uint64_t address, unsigned width) {
  int64_t number = 0;
  memory.read(address, &number, width);
  const uint32_t slot = uint32_t(number) & ~kHandleKind;
  if ((uint32_t(number) & kHandleKind) != kRequestHandle || slot >= requests.size()) return nullptr;
  return requests[slot].used && requests[slot].active ? &requests[slot] : nullptr;
}

// The request at an address is completed, if it is active.
void Machine::complete(uint64_t address, bool fortran, uint64_t status) {
  const unsigned width = fortran ? 4 : unsigned(program.request_bytes);
  Request* const active = active_request(address, width);
  if (!active) return;
  Request& request = *active;
  const Message& message = request.message;
  current.completes.push_back({.request = message.request,
                               .receive = message.receive,
                               .collective = request.collective,
                               .place = message.place});
  request.active = false;
  if (message.receive) fill_status(status, message.request, message);
  if (request.persistent) return;
  request.used = false, free_requests.push_back(uint32_t(active - requests.data()));
  const uint32_t null = predefined_handle("MPI_REQUEST_NULL");
  write_integer(address, width == 8 ? kPredefined + int64_t(null) : int64_t(null), width);
}

Result<void> Machine::perform_completion(const OperationSite& site) {
  const Call call = site.operation->call;
  const bool fortran = site.operation->fortran;
  const bool one = call == Call::wait || call == Call::test;
  const bool any = call == Call::wait_any || call == Call::test_any;
  const unsigned width = fortran ? 4 : unsigned(program.request_bytes);
  const auto first = argument(site, one ? Role::request : Role::requests);
  if (!first) return error_of(first);
  const auto count = one ? Result<int64_t>(1) : argument(site, Role::request_count);
  if (!count) return error_of(count);
  const uint64_t status = uint64_t(argument_or(site, Role::status, 0)),
                 status_bytes = fortran ? 24 : uint64_t(program.status_bytes);
  std::vector<int64_t> active, done;
  for (int64_t i = 0; i < *count; ++i) {
    const uint64_t address = uint64_t(*first) + uint64_t(i) * width;
    const auto number = read_integer(address, width);
    if (!number) return error_of(number);
    if (!*number)
      return failed(site.operation->place, fmt::format("{} for a request that is not known", site.operation->name));
    const Request* request = active_request(address, width);
    if (!request) continue;
    active.push_back(i);
    if (!bindings.is_complete || bindings.is_complete(rank, request->message.request)) done.push_back(i);
  }
  // Which ones are complete is the run's choice; without a run: any: the first active one; some, test: all of them.
  current.observed = call != Call::wait && call != Call::wait_all;
  const bool some = call == Call::wait_some || call == Call::test_some, waits = call <= Call::wait_some;
  if (!current.observed || (waits && done.empty())) done = active;
  if ((call == Call::test || call == Call::test_all) && done.size() < active.size()) done.clear();
  const bool flag = !done.empty() || active.empty();
  if (any && done.size() > 1) done.resize(1);
  for (size_t i = 0; i < done.size(); ++i) {
    complete(uint64_t(*first) + uint64_t(done[i]) * width, fortran,
             status < kArena ? 0 : status + (any ? 0 : uint64_t(done[i]) * status_bytes));
    if (some) write_integer(uint64_t(argument_or(site, Role::displacements, 0)) + i * 4, done[i] + fortran);
  }
  write_integer(uint64_t(argument_or(site, Role::flag_out, 0)), flag);
  const int64_t index = done.empty() ? program.undefined : done.front() + fortran;
  if (any || some) write_integer(uint64_t(argument_or(site, Role::index_out, 0)), any ? index : int64_t(done.size()));
  return {};
}

} // namespace unply::stg
