// See predicted_run.h; include/unply/event_format.h says what each event holds, src/recorder in which order they come.
#include "stg/export/predicted_run.h"
#include "stg/agreement/recorded_terms.h"
#include <algorithm>
#include <cctype>

namespace unply::stg {

namespace {

UnplyCollective kind_of(Call call) {
  switch (call) {
  case Call::init:
    return kCollectiveInit;
  case Call::finalize:
    return kCollectiveFinalize;
  case Call::barrier:
    return kCollectiveBarrier;
  case Call::bcast:
    return kCollectiveBroadcast;
  case Call::reduce:
    return kCollectiveReduce;
  case Call::allreduce:
    return kCollectiveAllreduce;
  case Call::gather:
  case Call::gatherv:
    return kCollectiveGather;
  case Call::allgather:
  case Call::allgatherv:
    return kCollectiveAllgather;
  case Call::scatter:
  case Call::scatterv:
    return kCollectiveScatter;
  case Call::alltoall:
  case Call::alltoallv:
    return kCollectiveAlltoall;
  case Call::scan:
  case Call::exscan:
    return kCollectiveScan;
  case Call::reduce_scatter:
  case Call::reduce_scatter_block:
    return kCollectiveReduceScatter;
  default:
    return kCollectiveOther;
  }
}

uint64_t kind_of(const Message& message) {
  const uint64_t kind = message.receive                         ? kPostReceive
                        : message.mode == SendMode::synchronous ? kPostSsend
                        : message.mode == SendMode::buffered    ? kPostBsend
                        : message.mode == SendMode::ready       ? kPostRsend
                                                                : kPostSend;
  return kind + (message.persistent ? kPostPersistent : 0);
}

std::string function_of(Call call) { // as recordings name it
  std::string name = name_of(call);
  for (const char* word : {"wait_", "start_"}) // "wait_all": MPI_Waitall
    if (name.starts_with(word)) name.erase(name.find('_'), 1);
  name[0] = char(std::toupper(name[0]));
  return "MPI_" + name;
}

} // namespace

PredictedRunWriter::PredictedRunWriter(const Program& program, const Bindings& bindings, std::string note,
                                       ByteSink& sink)
    : program_(program), bindings_(bindings), note_(std::move(note)), writer_(sink), tables_(program, writer_),
      ranks_(size_t(bindings.ranks)) {
  written_ = writer_.begin();
}

void PredictedRunWriter::begin(const World& world) {
  world_ = &world;
  tables_.add_head("events", bindings_, note_);
  for (uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    writer_.add_process(rank, {.rank = rank,
                               .pid = rank + 1,
                               .host = writer_.string_id("predicted"),
                               .program = writer_.string_id(program_.executable)});
    writer_.add_thread(rank, {.process = rank, .kind = kThreadInitial, .system_id = rank + 1});
    put(int(rank), 0, kEventThreadBegin, kThreadInitial);
  }
}

Result<void> PredictedRunWriter::finish() {
  uint64_t end_ns = 0;
  for (uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    end_ns = std::max(end_ns, ranks_[rank].now_ns);
    put(int(rank), double(ranks_[rank].now_ns) * 1e-9, kEventThreadEnd);
  }
  if (!written_) return written_;
  tables_.add_end(double(end_ns) * 1e-9);
  return writer_.finish();
}

void PredictedRunWriter::put(int number, double time_s, UnplyEventKind kind, uint64_t a, uint64_t b) {
  Rank& rank = ranks_[size_t(number)];
  rank.now_ns = std::max(rank.now_ns, RunTables::ns(time_s));
  const EventRow row = {.ticks = rank.now_ns, .kind = uint8_t(kind), .core = 0xffff, .site = rank.site, .a = a, .b = b};
  if (written_) written_ = writer_.write_events(uint32_t(number), {&row, 1});
  if (written_ && writer_.full()) written_ = writer_.flush();
}

uint32_t PredictedRunWriter::name_object(ObjectKind kind, const std::string& name) {
  const auto [found, added] = names_.try_emplace({kind, name}, 0);
  if (added) {
    found->second = ++last_name_[kind];
    writer_.add_object({.kind = kind, .id = found->second, .name = writer_.string_id(name), .site = 0});
  }
  return found->second;
}

// The world is number 1, and so is it here.
uint32_t PredictedRunWriter::communicator(CommId id) {
  const auto [found, added] = communicators_.try_emplace(id, id);
  if (added)
    writer_.add_object({.kind = ObjectKind::communicator,
                        .id = id,
                        .name = writer_.string_id(world_->communicator(id).name),
                        .site = 0});
  return found->second;
}

void PredictedRunWriter::compute(int number, const Step& step, double begin_s, double end_s) {
  ranks_[size_t(number)].site = tables_.site_of(step);
  const uint64_t name = name_object(ObjectKind::name, tables_.name_of_step(step));
  put(number, begin_s, kEventUserBegin, name);
  put(number, end_s, kEventUserEnd, name);
}

void PredictedRunWriter::begin_collective(int number, const Step& step, double time_s) {
  Rank& rank = ranks_[size_t(number)];
  const CollectiveCall& call = step.collective;
  const bool whole_library = step.call == Call::init || step.call == Call::finalize;
  const CollectiveBytes bytes =
      whole_library ? CollectiveBytes{0, 0}
                    : recorded_bytes(step, call.root >= 0 && call.root == world_->position(call.comm, number));
  rank.collective = uint64_t(rank.function) << 40 | uint64_t(kind_of(step.call)) << 32 |
                    communicator(whole_library ? kCommWorld : call.comm);
  rank.received_bytes = uint64_t(bytes.received < 0 ? call.received_bytes : bytes.received);
  put(number, time_s, kEventCollectiveBegin, rank.collective, uint64_t(bytes.given < 0 ? call.bytes : bytes.given));
  if (whole_library) return;
  const bool reduces = step.call == Call::reduce || step.call == Call::allreduce || step.call == Call::scan ||
                       step.call == Call::exscan || step.call == Call::reduce_scatter ||
                       step.call == Call::reduce_scatter_block;
  put(number, time_s, kEventCollectiveTerms, uint64_t(reduces ? operator_number(call.op) : kOperatorNone) << 24,
      uint64_t(call.root + 1));
}

void PredictedRunWriter::begin_call(int number, const Step& step, double begin_s) {
  Rank& rank = ranks_[size_t(number)];
  rank.site = tables_.site_of(step), rank.function = name_object(ObjectKind::function, function_of(step.call));
  rank.collective = 0, rank.waits = is_wait(step.call), rank.completes.clear();
  for (const Completion& done : step.completes) rank.completes.push_back(done.request);
  if (step.call == Call::comm_free) return;
  if (is_collective(step.call)) begin_collective(number, step, begin_s);
  if (rank.waits) put(number, begin_s, kEventWaitBegin, kWaitMessage, rank.function);
}

uint64_t PredictedRunWriter::post(int number, const Step&, const Message& message, double time_s) {
  Rank& rank = ranks_[size_t(number)];
  const bool nobody = message.peer == kNoPeer;
  const uint64_t partner = nobody ? UNPLY_NOBODY : uint64_t(uint32_t(message.peer)), tag = uint32_t(message.tag);
  put(number, time_s, kEventPost, kind_of(message) << 48 | message.request, partner << 32 | tag);
  put(number, time_s, kEventPostSize, communicator(message.comm), uint64_t(message.bytes));
  if (nobody) return 0;
  if (!message.receive) put(number, time_s, kEventSend, partner << 32 | tag, uint64_t(message.bytes));
  if (message.request == 0 && !std::exchange(rank.waits, true))
    put(number, time_s, kEventWaitBegin, kWaitMessage, rank.function);
  return 0;
}

void PredictedRunWriter::end_call(int number, double end_s, std::span<const Arrival> arrivals) {
  Rank& rank = ranks_[size_t(number)];
  const auto receive = [&](const Arrival& arrival) {
    if (arrival.receive)
      put(number, end_s, kEventReceive, uint64_t(uint32_t(arrival.partner)) << 32 | uint32_t(arrival.tag),
          uint64_t(arrival.bytes));
  };
  for (const uint64_t request : rank.completes) {
    put(number, end_s, kEventPostDone, request);
    for (const Arrival& arrival : arrivals)
      if (arrival.post == request) receive(arrival);
  }
  if (rank.completes.empty()) std::ranges::for_each(arrivals, receive);
  if (rank.waits) put(number, end_s, kEventWaitEnd, kWaitMessage, rank.function);
  if (rank.collective != 0) put(number, end_s, kEventCollectiveEnd, rank.collective, rank.received_bytes);
}

} // namespace unply::stg
