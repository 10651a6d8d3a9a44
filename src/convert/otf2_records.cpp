// Converts the records of an OTF2 archive to events. A record with unply's attributes is the event that they describe;
// in archives of other tools, regions, tasks, locks, messages, collectives and metrics have counterparts.
#ifdef UNPLY_HAVE_OTF2
#include "convert/otf2_import.h"
#include "trace/event_kinds.h"
#include <algorithm>

namespace unply {

namespace {

using At = Otf2Import::At;

uint8_t collective_of(OTF2_CollectiveOp op) {
  switch (op) {
  case OTF2_COLLECTIVE_OP_BARRIER:
    return kCollectiveBarrier;
  case OTF2_COLLECTIVE_OP_BCAST:
    return kCollectiveBroadcast;
  case OTF2_COLLECTIVE_OP_REDUCE:
    return kCollectiveReduce;
  case OTF2_COLLECTIVE_OP_ALLREDUCE:
    return kCollectiveAllreduce;
  case OTF2_COLLECTIVE_OP_GATHER:
  case OTF2_COLLECTIVE_OP_GATHERV:
    return kCollectiveGather;
  case OTF2_COLLECTIVE_OP_ALLGATHER:
  case OTF2_COLLECTIVE_OP_ALLGATHERV:
    return kCollectiveAllgather;
  case OTF2_COLLECTIVE_OP_SCATTER:
  case OTF2_COLLECTIVE_OP_SCATTERV:
    return kCollectiveScatter;
  case OTF2_COLLECTIVE_OP_ALLTOALL:
  case OTF2_COLLECTIVE_OP_ALLTOALLV:
  case OTF2_COLLECTIVE_OP_ALLTOALLW:
    return kCollectiveAlltoall;
  case OTF2_COLLECTIVE_OP_SCAN:
  case OTF2_COLLECTIVE_OP_EXSCAN:
    return kCollectiveScan;
  default:
    return kCollectiveOther;
  }
}

struct NamedConstruct {
  const char* name;
  uint8_t kind, a;
};
// Calls that wait, by their names: Score-P gives them no specific role, EZTrace gives regions no roles at all.
constexpr NamedConstruct kNamedConstructs[] = {
    {"MPI_Send", kEventWaitBegin, kWaitMessage},
    {"MPI_Ssend", kEventWaitBegin, kWaitMessage},
    {"MPI_Recv", kEventWaitBegin, kWaitMessage},
    {"MPI_Mrecv", kEventWaitBegin, kWaitMessage},
    {"MPI_Probe", kEventWaitBegin, kWaitMessage},
    {"MPI_Mprobe", kEventWaitBegin, kWaitMessage},
    {"MPI_Sendrecv", kEventWaitBegin, kWaitMessage},
    {"MPI_Sendrecv_replace", kEventWaitBegin, kWaitMessage},
    {"MPI_Wait", kEventWaitBegin, kWaitMessage},
    {"MPI_Waitall", kEventWaitBegin, kWaitMessage},
    {"MPI_Waitany", kEventWaitBegin, kWaitMessage},
    {"MPI_Waitsome", kEventWaitBegin, kWaitMessage},
    {"MPI_Init", kEventCollectiveBegin, kCollectiveInit},
    {"MPI_Init_thread", kEventCollectiveBegin, kCollectiveInit},
    {"MPI_Finalize", kEventCollectiveBegin, kCollectiveFinalize},
    {"pthread_join", kEventWaitBegin, kWaitJoin},
    {"pthread_barrier_wait", kEventWaitBegin, kWaitBarrierPthread},
    {"pthread_cond_wait", kEventWaitBegin, kWaitCondition},
    {"pthread_cond_timedwait", kEventWaitBegin, kWaitCondition},
    {"sem_wait", kEventWaitBegin, kWaitSemaphore},
    {"OpenMP loop", kEventWorkBegin, kWorkLoopOther},
    {"OpenMP barrier", kEventWaitBegin, kWaitBarrierExplicit},
    {"OpenMP implicit barrier", kEventWaitBegin, kWaitBarrierImplicit},
    {"OpenMP Task wait", kEventWaitBegin, kWaitTaskwait},
};

// Adapts the handler of a kind of record to the library's callback. More: the arguments beyond time and place.
template <auto handle, class... More>
OTF2_CallbackCode on_record(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t, void* data,
                            OTF2_AttributeList* attributes, More... more) {
  auto& import = *static_cast<Otf2Import*>(data);
  import.note_known();
  if (!import.take_ours({location, time}, attributes)) handle(import, At{location, time}, more...);
  return kGoOn;
}

// With the number of the request, if it is not waited for.
template <uint8_t kind>
constexpr auto message =
    [](Otf2Import& import, At at, uint32_t partner, OTF2_CommRef communicator, uint32_t tag, uint64_t bytes, auto...) {
      import.add(at, kind, import.partner_and_tag(at, partner, communicator, tag), bytes, import.site_of(at.location));
    };

template <uint8_t kind>
constexpr auto lock = [](Otf2Import& import, At at, OTF2_Paradigm model, uint32_t number, uint32_t) {
  import.add(at, kind, model == OTF2_PARADIGM_PTHREAD ? kLockMutex : kLockOmp, number, import.site_of(at.location));
};

void register_tasks(OTF2_EvtReaderCallbacks* c) {
  constexpr auto create = [](Otf2Import& import, At at, OTF2_CommRef, uint32_t, uint32_t number) {
    import.add(at, kEventTaskCreate, number, import.running_task(at.location) << 8, import.site_of(at.location));
  };
  constexpr auto change = [](Otf2Import& import, At at, OTF2_CommRef, uint32_t, uint32_t number) {
    import.switch_task(at, number);
  };
  constexpr auto complete = [](Otf2Import& import, At at, OTF2_CommRef, uint32_t, uint32_t number) {
    import.complete_task(at, number);
  };
  OTF2_EvtReaderCallbacks_SetThreadTaskCreateCallback(c, on_record<create>);
  OTF2_EvtReaderCallbacks_SetThreadTaskSwitchCallback(c, on_record<change>);
  OTF2_EvtReaderCallbacks_SetThreadTaskCompleteCallback(c, on_record<complete>);
  OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback(c, on_record<lock<kEventLockAcquired>>);
  OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback(c, on_record<lock<kEventLockReleased>>);
}

void register_messages(OTF2_EvtReaderCallbacks* c) {
  constexpr auto begin = [](Otf2Import& import, At at) { import.begin_collective(at); };
  constexpr auto end = [](Otf2Import& import, At at, OTF2_CollectiveOp operation, OTF2_CommRef communicator, uint32_t,
                          uint64_t sent,
                          uint64_t received) { import.end_collective(at, operation, communicator, sent, received); };
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(c, on_record<message<kEventSend>>);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(c, on_record<message<kEventSend>>);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(c, on_record<message<kEventReceive>>);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(c, on_record<message<kEventReceive>>);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(c, on_record<begin>);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(c, on_record<end>);
}

} // namespace

void register_otf2_records(OTF2_EvtReaderCallbacks* c) {
  constexpr auto enter = [](Otf2Import& import, At at, OTF2_RegionRef region) { import.enter(at, region); };
  constexpr auto leave = [](Otf2Import& import, At at, OTF2_RegionRef) { import.leave(at); };
  constexpr auto metric = [](Otf2Import& import, At at, OTF2_MetricRef which, uint8_t count, const OTF2_Type* types,
                             const OTF2_MetricValue* values) { import.add_metric(at, which, count, types, values); };
  constexpr auto program = [](Otf2Import& import, At, OTF2_StringRef name, uint32_t, const OTF2_StringRef*) {
    import.name_program(name);
  };
  constexpr auto measurement = [](Otf2Import& import, At at, OTF2_MeasurementMode mode) {
    import.add(at, mode == OTF2_MEASUREMENT_OFF ? kEventTracingOff : kEventTracingOn, 0, 0);
  };
  register_tasks(c);
  register_messages(c);
  OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback(c, on_record<measurement>);
  OTF2_EvtReaderCallbacks_SetEnterCallback(c, on_record<enter>);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(c, on_record<leave>);
  OTF2_EvtReaderCallbacks_SetMetricCallback(c, on_record<metric>);
  OTF2_EvtReaderCallbacks_SetProgramBeginCallback(c, on_record<program>);
  OTF2_EvtReaderCallbacks_SetParameterUnsignedIntCallback( // ours, where OTF2 has no word
      c, [](OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t, void* data, OTF2_AttributeList* attributes,
            OTF2_ParameterRef, uint64_t) {
        static_cast<Otf2Import*>(data)->take_ours({location, time}, attributes);
        return kGoOn;
      });
}

void Otf2Import::write_rows(LocationState& state) {
  auto written = writer_.write_events(state.thread, state.rows);
  if (!written && !write_failed_) write_failed_ = written.error();
  state.rows.clear();
}

void Otf2Import::add(At at, uint8_t kind, uint64_t a, uint64_t b, uint32_t site, uint16_t core) {
  LocationState& state = states_[at.location];
  ++events_;
  last_ = std::max(last_, at.time);
  state.rows.push_back(
      {.ticks = at.time - std::min(at.time, offset_), .kind = kind, .core = core, .site = site, .a = a, .b = b});
  if (state.rows.size() >= 4096 && !state.collective) write_rows(state);
}

bool Otf2Import::take_ours(At at, OTF2_AttributeList* attributes) {
  if (!ours_) return false;
  EventRow row{.ticks = 0, .kind = 0, .core = 0xffff, .site = 0, .a = 0, .b = 0};
  auto has = [&](size_t i) { return attribute_refs_.contains(i); };
  if (OTF2_AttributeList_GetUint8(attributes, attribute_refs_[0], &row.kind) != OTF2_SUCCESS) return true;
  if (has(1)) OTF2_AttributeList_GetUint32(attributes, attribute_refs_[1], &row.site);
  if (has(2)) OTF2_AttributeList_GetUint16(attributes, attribute_refs_[2], &row.core);
  if (has(3)) OTF2_AttributeList_GetUint64(attributes, attribute_refs_[3], &row.a);
  if (has(4)) OTF2_AttributeList_GetUint64(attributes, attribute_refs_[4], &row.b);
  if (!is_known_event(row.kind)) return true;
  add(at, row.kind, row.a, row.b, row.site, row.core);
  return true;
}

// Regions of some roles and names say what the thread does; all others are the program's own.
Otf2Import::Construct Otf2Import::construct_of(const Region& region) {
  std::string name = text(region.name);
  uint64_t function = function_number(name);
  for (const NamedConstruct& each : kNamedConstructs)
    if (name == each.name) {
      bool of_all = each.kind == kEventCollectiveBegin;
      return {.kind = each.kind,
              .a = of_all ? function << 40 | uint64_t{each.a} << 32 : each.a,
              .site = region.site,
              .function = function};
    }
  if (region.paradigm != OTF2_PARADIGM_MPI) // whose barriers are collectives, with records of their own
    for (const Otf2Construct& each : kOtf2Constructs) {
      if (each.kind != kEventWorkBegin && each.kind != kEventWaitBegin && each.kind != kEventMaskedBegin) continue;
      if (each.role == region.role && each.role != OTF2_REGION_ROLE_CODE)
        return {.kind = each.kind, .a = each.kind == kEventMaskedBegin ? uint64_t{0} : each.value, .site = region.site};
    }
  return {.kind = kEventUserBegin, .a = name_number(name), .site = region.site, .function = function};
}

void Otf2Import::enter(At at, OTF2_RegionRef ref) {
  auto [found, fresh] = constructs_.try_emplace(ref);
  Construct& construct = found->second;
  if (auto region = regions_.find(ref); fresh)
    construct = region == regions_.end() ? Construct{.kind = kEventUserBegin, .a = name_number("unknown"), .site = 0}
                                         : construct_of(region->second);
  states_[at.location].open.push_back(construct);
  add(at, construct.kind, construct.a, construct.b(), construct.site);
}

void Otf2Import::leave(At at) {
  auto& open = states_[at.location].open;
  if (open.empty()) return;
  Construct ended = open.back();
  open.pop_back();
  add(at, end_of_event(ended.kind), ended.a, ended.b());
}

uint32_t Otf2Import::site_of(OTF2_LocationRef location) const {
  auto state = states_.find(location);
  return state == states_.end() || state->second.open.empty() ? 0 : state->second.open.back().site;
}

void Otf2Import::switch_task(At at, uint32_t number) {
  uint64_t left = std::exchange(states_[at.location].task, number);
  add(at, kEventTaskSwitch, kTaskOtherReason, left << 32 | number);
}

void Otf2Import::complete_task(At at, uint32_t number) {
  states_[at.location].task = 0;
  add(at, kEventTaskSwitch, kTaskCompleted, uint64_t{number} << 32);
}

void Otf2Import::begin_collective(At at) {
  LocationState& state = states_[at.location];
  if (state.collective) return;
  state.collective = state.rows.size();
  uint64_t function = state.open.empty() ? 0 : state.open.back().function;
  add(at, kEventCollectiveBegin, function << 40 | uint64_t{kCollectiveOther} << 32, 0, site_of(at.location));
}

void Otf2Import::end_collective(At at, OTF2_CollectiveOp operation, OTF2_CommRef communicator, uint64_t sent,
                                uint64_t received) {
  LocationState& state = states_[at.location];
  if (!state.collective) begin_collective(at);
  EventRow& begun = state.rows[*std::exchange(state.collective, std::nullopt)];
  uint64_t a = begun.a >> 40 << 40 | uint64_t{collective_of(operation)} << 32 | communicator;
  begun.a = a;
  begun.b = sent;
  add(at, kEventCollectiveEnd, a, received);
}

void Otf2Import::add_metric(At at, OTF2_MetricRef metric, uint8_t count, const OTF2_Type* types,
                            const OTF2_MetricValue* values) {
  auto instance = metric_instances_.find(metric);
  const auto& members = metric_classes_[instance == metric_instances_.end() ? metric : instance->second];
  for (size_t m = 0; m < std::min<size_t>(count, members.size()); ++m) {
    uint64_t type = types[m] == OTF2_TYPE_DOUBLE  ? kValueFloat64
                    : types[m] == OTF2_TYPE_INT64 ? kValueSigned
                                                  : kValueUnsigned;
    add(at, kEventUserValue, type << 48 | name_number(metric_members_[members[m]]), values[m].unsigned_int);
  }
}

void Otf2Import::name_program(OTF2_StringRef name) {
  if (program_.empty()) program_ = text(name);
}

// A partner is numbered within its communicator; here it is the rank of its process.
uint64_t Otf2Import::partner_and_tag(At at, uint32_t partner, OTF2_CommRef communicator, uint32_t tag) const {
  uint64_t rank = partner;
  auto found = communicators_.find(communicator);
  auto group = found == communicators_.end() ? groups_.end() : groups_.find(found->second);
  if (group != groups_.end()) {
    const auto& [type, members] = group->second;
    std::optional<uint64_t> location;
    if (type == OTF2_GROUP_TYPE_COMM_SELF) location = at.location;
    if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS && partner < members.size()) location = members[partner];
    if (type == OTF2_GROUP_TYPE_COMM_GROUP && partner < members.size() && members[partner] < ranked_.size())
      location = ranked_[members[partner]];
    if (auto of = location ? ranks_.find(*location) : ranks_.end(); of != ranks_.end()) rank = of->second;
  }
  return (rank << 32 | tag) & 0xffffffffffffff;
}

} // namespace unply
#endif
