// OTF2 archives as recordings. A record with our attributes is the event that they say; of other tools' archives
// regions, tasks, locks, messages, collectives and metrics have counterparts, and how many records had none is told.
#include "convert/convert.h"
#include "trace/event_kinds.h"
#include <algorithm>
#include <bit>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>
#ifdef UNPLY_HAVE_OTF2
#include "convert/otf2_words.h"
#endif

namespace unply {

std::optional<std::string> find_otf2_anchor(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error))
    return path.ends_with(".otf2") ? std::optional(path) : std::nullopt;
  std::vector<std::string> anchors;
  for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".otf2") anchors.push_back(entry->path().string());
  std::ranges::sort(anchors);
  return anchors.empty() ? std::nullopt : std::optional(anchors.front());
}

#ifndef UNPLY_HAVE_OTF2

Result<Converted> read_otf2(const std::string& path, TraceWriter&) {
  return fail(path + ": this unply was built without OTF2",
              "install libopen-trace-format2-dev, or run scripts/install-dependencies, and build unply again");
}

#else

namespace {

using Json = nlohmann::json;
constexpr OTF2_CallbackCode kGoOn = OTF2_CALLBACK_SUCCESS;

// One archive on its way into a writer. The callbacks of the library come with a pointer to it.
class Otf2Import {
public:
  Otf2Import(std::string path, TraceWriter& writer) : path_(std::move(path)), writer_(writer) {}
  ~Otf2Import() {
    if (reader_) OTF2_Reader_Close(reader_);
  }
  Result<Converted> read();

private:
  struct Region {
    OTF2_StringRef name, file;
    OTF2_RegionRole role;
    uint32_t line;
  };
  struct LocationState {
    uint32_t thread = 0;
    uint64_t task = 0;                              // that it runs, 0: none
    std::vector<std::pair<uint8_t, uint64_t>> open; // kind and a of the end of each open region
    std::vector<EventRow> rows;
  };
  static Otf2Import& self(void* data) { return *static_cast<Otf2Import*>(data); }
  void check(OTF2_ErrorCode code) {
    if (code != OTF2_SUCCESS && !failed_) failed_ = code;
  }
  void read_definitions();
  void register_definitions(OTF2_GlobalDefReader* reader);
  void register_events(OTF2_EvtReader* reader);
  void register_tasks(OTF2_EvtReaderCallbacks* callbacks);
  void register_messages(OTF2_EvtReaderCallbacks* callbacks);
  void read_location(OTF2_LocationRef location);
  void take_property(const std::string& name, const std::string& text);
  void take_meta(const Json& row);
  void write_places();
  uint32_t name_number(const std::string& name);
  bool take_ours(OTF2_LocationRef location, OTF2_TimeStamp time, OTF2_AttributeList* attributes);
  void add(OTF2_LocationRef location, OTF2_TimeStamp time, uint8_t kind, uint64_t a, uint64_t b, uint32_t site = 0,
           uint16_t core = 0xffff);
  void enter(OTF2_LocationRef location, OTF2_TimeStamp time, OTF2_RegionRef region);
  void leave(OTF2_LocationRef location, OTF2_TimeStamp time);
  void write_rows(LocationState& state);
  std::string text(OTF2_StringRef ref) const {
    auto found = strings_.find(ref);
    return found == strings_.end() ? "" : found->second;
  }

  std::string path_;
  TraceWriter& writer_;
  OTF2_Reader* reader_ = nullptr;
  std::optional<OTF2_ErrorCode> failed_;
  std::optional<Error> write_failed_;
  std::unordered_map<OTF2_StringRef, std::string> strings_;
  std::map<OTF2_RegionRef, Region> regions_;
  std::map<size_t, OTF2_AttributeRef> attribute_refs_;
  std::vector<std::pair<OTF2_LocationRef, OTF2_LocationGroupRef>> locations_;
  std::map<OTF2_LocationRef, std::string> location_names_;
  std::map<OTF2_LocationGroupRef, uint32_t> groups_;
  std::map<OTF2_MetricMemberRef, std::string> metric_members_;
  std::map<OTF2_MetricRef, std::vector<OTF2_MetricMemberRef>> metric_classes_;
  std::map<OTF2_LocationRef, LocationState> states_;
  std::map<std::string, uint32_t> names_; // of the user's, numbers from 1
  std::vector<std::pair<std::string, std::string>> properties_;
  uint64_t ticks_per_second_ = 1'000'000'000, offset_ = 0, length_ = 0, last_ = 0;
  uint64_t records_ = 0, taken_ = 0;
  bool ours_ = false;
};

void Otf2Import::take_meta(const Json& row) {
  for (const auto& [key, value] : row.items()) {
    if (key == "duration_ns") {
      length_ = value.get<uint64_t>();
    } else if (key == "notes") {
      for (const Json& note : value) writer_.add_note(note.get<std::string>());
    } else if (value.is_array()) {
      for (const Json& element : value) writer_.add_meta(key, element.get<std::string>());
    } else {
      writer_.add_meta(key, value.is_string() ? value.get<std::string>() : value.dump());
    }
  }
}

// A row of one of our tables. What is not as we write it is passed over: the archive may be edited, or newer.
void Otf2Import::take_property(const std::string& name, const std::string& text) {
  auto number_after = [&](const char* prefix) -> std::optional<uint32_t> {
    std::string_view view = name;
    if (!view.starts_with(prefix)) return {};
    return static_cast<uint32_t>(std::strtoul(name.c_str() + std::strlen(prefix), nullptr, 10));
  };
  Json row = Json::parse(text, nullptr, false);
  if (row.is_discarded()) return;
  auto id = [&](size_t i) { return writer_.string_id(row.at(i).get<std::string>()); };
  auto number = [&](size_t i) { return row.at(i).get<uint32_t>(); };
  try {
    if (number_after(kOtf2Meta)) take_meta(row);
    if (auto site = number_after(kOtf2Site); site && *site > 0)
      writer_.add_site(*site, {id(0), id(1), id(2), id(3), number(4), number(5), number(6), number(7)});
    if (auto process = number_after(kOtf2Process)) writer_.add_process(*process, {number(0), number(1), id(2), id(3)});
    if (auto thread = number_after(kOtf2Thread))
      writer_.add_thread(*thread, {number(0), static_cast<UnplyThreadKind>(number(1)), number(2), id(3),
                                   row.at(4).get<uint64_t>(), row.at(5).get<uint64_t>()});
    if (number_after(kOtf2Object))
      writer_.add_object({static_cast<ObjectKind>(number(0)), row.at(1).get<uint64_t>(), id(2), number(3)});
  } catch (const Json::exception&) {
    return;
  }
}

uint32_t Otf2Import::name_number(const std::string& name) {
  auto [at, fresh] = names_.try_emplace(name, static_cast<uint32_t>(names_.size() + 1));
  if (fresh) writer_.add_object({ObjectKind::name, at->second, writer_.string_id(name), 0});
  return at->second;
}

void Otf2Import::register_definitions(OTF2_GlobalDefReader* reader) {
  OTF2_GlobalDefReaderCallbacks* c = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(
      c, [](void* data, uint64_t resolution, uint64_t offset, uint64_t length, uint64_t) {
        Otf2Import& i = self(data);
        i.ticks_per_second_ = std::max<uint64_t>(resolution, 1);
        i.offset_ = offset;
        i.length_ = length;
        return kGoOn;
      });
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(c, [](void* data, OTF2_StringRef ref, const char* text) {
    self(data).strings_[ref] = text;
    return kGoOn;
  });
  OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(
      c, [](void* data, OTF2_AttributeRef ref, OTF2_StringRef name, OTF2_StringRef, OTF2_Type type) {
        for (size_t i = 0; i < std::size(kOtf2Attributes); ++i)
          if (self(data).text(name) == kOtf2Attributes[i] && type == kOtf2AttributeTypes[i])
            self(data).attribute_refs_[i] = ref;
        return kGoOn;
      });
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(
      c, [](void* data, OTF2_RegionRef ref, OTF2_StringRef name, OTF2_StringRef, OTF2_StringRef, OTF2_RegionRole role,
            OTF2_Paradigm, OTF2_RegionFlag, OTF2_StringRef file, uint32_t line, uint32_t) {
        self(data).regions_[ref] = {name, file, role, line};
        return kGoOn;
      });
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(c, [](void* data, OTF2_LocationRef ref, OTF2_StringRef name,
                                                          OTF2_LocationType, uint64_t, OTF2_LocationGroupRef group) {
    self(data).locations_.emplace_back(ref, group);
    self(data).location_names_[ref] = self(data).text(name);
    return kGoOn;
  });
  OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(c, [](void* data, OTF2_MetricMemberRef ref, OTF2_StringRef name,
                                                              OTF2_StringRef, OTF2_MetricType, OTF2_MetricMode,
                                                              OTF2_Type, OTF2_Base, int64_t, OTF2_StringRef) {
    self(data).metric_members_[ref] = self(data).text(name);
    return kGoOn;
  });
  OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(c, [](void* data, OTF2_MetricRef ref, uint8_t count,
                                                             const OTF2_MetricMemberRef* members, OTF2_MetricOccurrence,
                                                             OTF2_RecorderKind) {
    self(data).metric_classes_[ref].assign(members, members + count);
    return kGoOn;
  });
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodePropertyCallback(
      c, [](void* data, OTF2_SystemTreeNodeRef, OTF2_StringRef name, OTF2_Type type, OTF2_AttributeValue value) {
        if (type == OTF2_TYPE_STRING)
          self(data).properties_.emplace_back(self(data).text(name), self(data).text(value.stringRef));
        return kGoOn;
      });
  check(OTF2_Reader_RegisterGlobalDefCallbacks(reader_, reader, c, this));
  OTF2_GlobalDefReaderCallbacks_Delete(c);
}

void Otf2Import::read_definitions() {
  uint64_t count = 0;
  OTF2_GlobalDefReader* reader = OTF2_Reader_GetGlobalDefReader(reader_);
  if (!reader) return check(OTF2_ERROR_INVALID);
  register_definitions(reader);
  check(OTF2_Reader_ReadAllGlobalDefinitions(reader_, reader, &count));
  ours_ = attribute_refs_.contains(0);
}

// Definitions of other tools as rows of our tables; of ours they are in the properties.
void Otf2Import::write_places() {
  for (const auto& [name, text] : properties_) take_property(name, text);
  for (uint32_t thread = 0; thread < locations_.size(); ++thread) {
    auto [location, group] = locations_[thread];
    states_[location].thread = thread;
    if (ours_) continue;
    auto [at, fresh] = groups_.try_emplace(group, static_cast<uint32_t>(groups_.size()));
    if (fresh) writer_.add_process(at->second, {at->second, 0, StringId{0}, StringId{0}});
    writer_.add_thread(thread, {at->second, kThreadOther, 0, writer_.string_id(location_names_[location])});
  }
  if (!ours_)
    for (const auto& [ref, region] : regions_)
      if (ref < 0xfffffff0)
        writer_.add_site(ref + 1, {writer_.string_id(text(region.file)), writer_.string_id(text(region.name)),
                                   StringId{0}, StringId{0}, region.line, 0, 0, 0});
  if (!ours_) writer_.add_meta("program", path_);
  if (!ours_) writer_.add_meta("complete", "yes");
}

void Otf2Import::write_rows(LocationState& state) {
  auto written = writer_.write_events(state.thread, state.rows);
  if (!written && !write_failed_) write_failed_ = written.error();
  state.rows.clear();
}

void Otf2Import::add(OTF2_LocationRef location, OTF2_TimeStamp time, uint8_t kind, uint64_t a, uint64_t b,
                     uint32_t site, uint16_t core) {
  LocationState& state = states_[location];
  ++taken_;
  last_ = std::max(last_, time);
  state.rows.push_back({time - std::min(time, offset_), kind, core, site, a, b});
  if (state.rows.size() >= 4096) write_rows(state);
}

bool Otf2Import::take_ours(OTF2_LocationRef location, OTF2_TimeStamp time, OTF2_AttributeList* attributes) {
  if (!ours_) return false;
  EventRow row{0, 0, 0xffff, 0, 0, 0};
  auto has = [&](size_t i) { return attribute_refs_.contains(i); };
  if (OTF2_AttributeList_GetUint8(attributes, attribute_refs_[0], &row.kind) != OTF2_SUCCESS) return true;
  if (has(1)) OTF2_AttributeList_GetUint32(attributes, attribute_refs_[1], &row.site);
  if (has(2)) OTF2_AttributeList_GetUint16(attributes, attribute_refs_[2], &row.core);
  if (has(3)) OTF2_AttributeList_GetUint64(attributes, attribute_refs_[3], &row.a);
  if (has(4)) OTF2_AttributeList_GetUint64(attributes, attribute_refs_[4], &row.b);
  if (!is_known_event(row.kind)) return true;
  add(location, time, row.kind, row.a, row.b, row.site, row.core);
  return true;
}

void Otf2Import::enter(OTF2_LocationRef location, OTF2_TimeStamp time, OTF2_RegionRef ref) {
  auto region = regions_.find(ref);
  uint32_t site = region == regions_.end() ? 0 : ref + 1;
  LocationState& state = states_[location];
  if (region != regions_.end())
    for (const Otf2Construct& construct : kOtf2Constructs) {
      // Regions of these roles say what the thread does; all others are the program's own.
      if (construct.kind != kEventWorkBegin && construct.kind != kEventWaitBegin && construct.kind != kEventMaskedBegin)
        continue;
      if (construct.role != region->second.role || construct.role == OTF2_REGION_ROLE_CODE) continue;
      uint64_t a = construct.kind == kEventMaskedBegin ? 0 : construct.value;
      state.open.emplace_back(construct.kind + 1, a);
      return add(location, time, construct.kind, a, 0, site);
    }
  uint32_t name = name_number(region == regions_.end() ? "unknown" : text(region->second.name));
  state.open.emplace_back(kEventUserEnd, name);
  add(location, time, kEventUserBegin, name, 0, site);
}

void Otf2Import::leave(OTF2_LocationRef location, OTF2_TimeStamp time) {
  auto& open = states_[location].open;
  if (open.empty()) return;
  auto [kind, a] = open.back();
  open.pop_back();
  add(location, time, kind, a, 0);
}

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

uint64_t partner_and_tag(uint32_t partner, uint32_t tag) { return (uint64_t{partner} << 32 | tag) & 0xffffffffffffff; }

#define UNPLY_RECORD OTF2_LocationRef at, OTF2_TimeStamp time, uint64_t, void *data, OTF2_AttributeList *attributes
#define UNPLY_OURS                                                                                                     \
  if (self(data).take_ours(at, time, attributes)) return kGoOn

void Otf2Import::register_tasks(OTF2_EvtReaderCallbacks* c) {
  OTF2_EvtReaderCallbacks_SetThreadTaskCreateCallback(c, [](UNPLY_RECORD, OTF2_CommRef, uint32_t, uint32_t number) {
    UNPLY_OURS;
    self(data).add(at, time, kEventTaskCreate, number, self(data).states_[at].task << 8);
    return kGoOn;
  });
  OTF2_EvtReaderCallbacks_SetThreadTaskSwitchCallback(c, [](UNPLY_RECORD, OTF2_CommRef, uint32_t, uint32_t number) {
    UNPLY_OURS;
    uint64_t left = std::exchange(self(data).states_[at].task, number);
    self(data).add(at, time, kEventTaskSwitch, kTaskOtherReason, left << 32 | number);
    return kGoOn;
  });
  OTF2_EvtReaderCallbacks_SetThreadTaskCompleteCallback(c, [](UNPLY_RECORD, OTF2_CommRef, uint32_t, uint32_t number) {
    UNPLY_OURS;
    self(data).states_[at].task = 0;
    self(data).add(at, time, kEventTaskSwitch, kTaskCompleted, uint64_t{number} << 32);
    return kGoOn;
  });
  OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback(
      c, [](UNPLY_RECORD, OTF2_Paradigm model, uint32_t lock, uint32_t) {
        UNPLY_OURS;
        self(data).add(at, time, kEventLockAcquired, model == OTF2_PARADIGM_PTHREAD ? kLockMutex : kLockOmp, lock);
        return kGoOn;
      });
  OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback(
      c, [](UNPLY_RECORD, OTF2_Paradigm model, uint32_t lock, uint32_t) {
        UNPLY_OURS;
        self(data).add(at, time, kEventLockReleased, model == OTF2_PARADIGM_PTHREAD ? kLockMutex : kLockOmp, lock);
        return kGoOn;
      });
}

// The begin of a collective does not say which one it is in OTF2: both events are written at its end.
void Otf2Import::register_messages(OTF2_EvtReaderCallbacks* c) {
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(
      c, [](UNPLY_RECORD, uint32_t partner, OTF2_CommRef, uint32_t tag, uint64_t bytes) {
        UNPLY_OURS;
        self(data).add(at, time, kEventSend, partner_and_tag(partner, tag), bytes);
        return kGoOn;
      });
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(
      c, [](UNPLY_RECORD, uint32_t partner, OTF2_CommRef, uint32_t tag, uint64_t bytes, uint64_t) {
        self(data).add(at, time, kEventSend, partner_and_tag(partner, tag), bytes);
        return kGoOn;
      });
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(
      c, [](UNPLY_RECORD, uint32_t partner, OTF2_CommRef, uint32_t tag, uint64_t bytes) {
        UNPLY_OURS;
        self(data).add(at, time, kEventReceive, partner_and_tag(partner, tag), bytes);
        return kGoOn;
      });
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(
      c, [](UNPLY_RECORD, uint32_t partner, OTF2_CommRef, uint32_t tag, uint64_t bytes, uint64_t) {
        self(data).add(at, time, kEventReceive, partner_and_tag(partner, tag), bytes);
        return kGoOn;
      });
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(
      c, [](UNPLY_RECORD, OTF2_CollectiveOp op, OTF2_CommRef comm, uint32_t, uint64_t sent, uint64_t received) {
        uint64_t a = uint64_t{collective_of(op)} << 32 | comm;
        self(data).add(at, time, kEventCollectiveBegin, a, sent);
        self(data).add(at, time, kEventCollectiveEnd, a, received);
        return kGoOn;
      });
}
#undef UNPLY_OURS
#undef UNPLY_RECORD

void Otf2Import::register_events(OTF2_EvtReader* reader) {
  OTF2_EvtReaderCallbacks* c = OTF2_EvtReaderCallbacks_New();
  register_tasks(c);
  register_messages(c);
  OTF2_EvtReaderCallbacks_SetEnterCallback(c, [](OTF2_LocationRef at, OTF2_TimeStamp time, uint64_t, void* data,
                                                 OTF2_AttributeList* attributes, OTF2_RegionRef region) {
    if (!self(data).take_ours(at, time, attributes)) self(data).enter(at, time, region);
    return kGoOn;
  });
  OTF2_EvtReaderCallbacks_SetLeaveCallback(c, [](OTF2_LocationRef at, OTF2_TimeStamp time, uint64_t, void* data,
                                                 OTF2_AttributeList* attributes, OTF2_RegionRef) {
    if (!self(data).take_ours(at, time, attributes)) self(data).leave(at, time);
    return kGoOn;
  });
  OTF2_EvtReaderCallbacks_SetParameterUnsignedIntCallback(c, [](OTF2_LocationRef at, OTF2_TimeStamp time, uint64_t,
                                                                void* data, OTF2_AttributeList* attributes,
                                                                OTF2_ParameterRef, uint64_t) {
    self(data).take_ours(at, time, attributes);
    return kGoOn;
  });
  OTF2_EvtReaderCallbacks_SetMetricCallback(c, [](OTF2_LocationRef at, OTF2_TimeStamp time, uint64_t, void* data,
                                                  OTF2_AttributeList* attributes, OTF2_MetricRef metric, uint8_t count,
                                                  const OTF2_Type* types, const OTF2_MetricValue* values) {
    Otf2Import& i = self(data);
    if (i.take_ours(at, time, attributes)) return kGoOn;
    const auto& members = i.metric_classes_[metric];
    for (size_t m = 0; m < std::min<size_t>(count, members.size()); ++m) {
      uint64_t type = types[m] == OTF2_TYPE_DOUBLE  ? kValueFloat64
                      : types[m] == OTF2_TYPE_INT64 ? kValueSigned
                                                    : kValueUnsigned;
      i.add(at, time, kEventUserValue, type << 48 | i.name_number(i.metric_members_[members[m]]),
            values[m].unsigned_int);
    }
    return kGoOn;
  });
  check(OTF2_Reader_RegisterEvtCallbacks(reader_, reader, c, this));
  OTF2_EvtReaderCallbacks_Delete(c);
}

void Otf2Import::read_location(OTF2_LocationRef location) {
  OTF2_EvtReader* reader = OTF2_Reader_GetEvtReader(reader_, location);
  if (!reader) return;
  register_events(reader);
  uint64_t count = 0;
  check(OTF2_Reader_ReadAllLocalEvents(reader_, reader, &count));
  records_ += count;
  LocationState& state = states_[location];
  write_rows(state);
  check(OTF2_Reader_CloseEvtReader(reader_, reader));
}

Result<Converted> Otf2Import::read() {
  reader_ = OTF2_Reader_Open(path_.c_str());
  if (!reader_)
    return fail(path_ + ": OTF2 cannot read it as an archive", "give the anchor file traces.otf2 or its folder");
  check(OTF2_Reader_SetSerialCollectiveCallbacks(reader_));
  read_definitions();
  if (failed_) return fail(fmt::format("{}: OTF2: {}", path_, OTF2_Error_GetDescription(*failed_)));
  write_places();
  for (auto [location, group] : locations_) check(OTF2_Reader_SelectLocation(reader_, location));
  bool local_definitions = OTF2_Reader_OpenDefFiles(reader_) == OTF2_SUCCESS;
  check(OTF2_Reader_OpenEvtFiles(reader_));
  for (auto [location, group] : locations_)
    if (OTF2_DefReader* local = local_definitions ? OTF2_Reader_GetDefReader(reader_, location) : nullptr) {
      uint64_t count = 0;
      check(OTF2_Reader_ReadAllLocalDefinitions(reader_, local, &count));
      OTF2_Reader_CloseDefReader(reader_, local);
    }
  if (local_definitions) OTF2_Reader_CloseDefFiles(reader_);
  for (auto [location, group] : locations_) read_location(location);
  OTF2_Reader_CloseEvtFiles(reader_);
  if (failed_) return fail(fmt::format("{}: OTF2: {}", path_, OTF2_Error_GetDescription(*failed_)));
  if (write_failed_) return std::unexpected(*write_failed_);
  uint64_t span = std::max({ours_ ? length_ : 0, last_ - std::min(last_, offset_), uint64_t{1}});
  writer_.add_clock(0, 0);
  __extension__ using Wide = unsigned __int128;
  writer_.add_clock(span, static_cast<uint64_t>(Wide{span} * 1'000'000'000 / ticks_per_second_));
  Converted done{taken_, {}};
  if (!ours_ && records_ > taken_)
    done.notes.push_back(fmt::format("of {} records, {} have no counterpart here", records_, records_ - taken_));
  return done;
}

} // namespace

Result<Converted> read_otf2(const std::string& path, TraceWriter& writer) {
  OTF2_Error_RegisterCallback(
      [](void*, const char*, uint64_t, const char*, OTF2_ErrorCode code, const char*, va_list) { return code; },
      nullptr);
  return Otf2Import(path, writer).read();
}

#endif

} // namespace unply
