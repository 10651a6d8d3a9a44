// MPI_Status: what a receive or a probe tells of its message, and the operations that ask it.
#include "stg/run/exchange.h"
#include "stg/run/machine.h"

namespace unply::stg {

namespace {

constexpr uint64_t kProbe = uint64_t(1) << 63; // apart from the numbers of posts

// Where an MPI_Status holds its fields: Open MPI begins with the source, and has the bytes as a size_t behind four
// integers; MPICH begins with the low half of the bytes. Fortran's array of integers is laid out like the C structure.
struct StatusLayout {
  uint64_t source, tag, bytes;
  unsigned width_of_bytes;
};
StatusLayout layout_of(const Program& program) {
  if (program.mpi == "MPICH") return {.source = 8, .tag = 12, .bytes = 0, .width_of_bytes = 4};
  return {.source = 0, .tag = 4, .bytes = 16, .width_of_bytes = 8};
}

} // namespace

// What the receive itself says is known at once; the rest follows by arrived(), if somebody tells it.
void Machine::fill_status(uint64_t address, uint64_t post, const Message& message) {
  if (address < kArena) return;
  const bool has_source = message.peer >= 0 || message.peer == kNoPeer, has_tag = message.tag != kAnyTag;
  write_status(address, has_source ? std::optional(int32_t(message.peer_given)) : std::nullopt,
               has_tag ? std::optional(message.tag) : std::nullopt, message.peer == kNoPeer ? 0 : -1);
  if (message.peer == kNoPeer) return;
  if (const auto [known, added] = status_posts.try_emplace(address, post); !added)
    statuses.erase(known->second), known->second = post;
  statuses[post] = address;
}

void Machine::write_status(uint64_t address, std::optional<int32_t> source, std::optional<int64_t> tag, int64_t bytes) {
  const StatusLayout layout = layout_of(program);
  memory.forget(address, uint64_t(program.status_bytes));
  if (source) write_integer(address + layout.source, *source);
  if (tag) write_integer(address + layout.tag, *tag);
  if (bytes >= 0) write_integer(address + layout.bytes, bytes, layout.width_of_bytes);
}

void Machine::arrived(uint64_t post, const Envelope& envelope) {
  const auto found = statuses.find(post);
  if (found == statuses.end()) return;
  write_status(found->second, envelope.source, envelope.tag, envelope.bytes);
  status_posts.erase(found->second);
  statuses.erase(found);
}

// MPI_Iprobe is taken to see its message: a program that polls does so until it is there.
Result<void> Machine::perform_probe(const OperationSite& site) {
  write_integer(uint64_t(argument_or(site, Role::flag_out, 0)), 1);
  current.observed = true;
  auto message = partner_of(site, true, Role::peer, Role::tag);
  if (!message) return error_of(message);
  message->request = kProbe | ++probes;
  if (is_known(site, Role::status))
    fill_status(uint64_t(argument_or(site, Role::status, 0)), message->request, *message);
  current.probe = std::move(*message);
  return {};
}

Result<void> Machine::perform_get_count(const OperationSite& site) {
  const StatusLayout layout = layout_of(program);
  const uint64_t status = uint64_t(argument_or(site, Role::status, 0)),
                 to = uint64_t(argument_or(site, Role::index_out, 0));
  memory.forget(to, is_known(site, Role::index_out) ? 4 : 0);
  if (status < kArena || to < kArena) return {};
  const auto type = type_of(site, Role::datatype);
  const auto bytes = read_integer(status + layout.bytes, layout.width_of_bytes);
  if (!type || !bytes || !*bytes || type->size <= 0) return {}; // stays unknown
  write_integer(to, **bytes % type->size == 0 ? **bytes / type->size : program.undefined);
  return {};
}

} // namespace unply::stg
