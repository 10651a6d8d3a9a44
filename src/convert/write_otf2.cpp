// An OTF2 archive through the library of Score-P. Records nest as OTF2 demands: an end whose begin is not the innermost
// one open becomes a parameter record, and constructs open at the end of a thread stay open; no event is lost, because
// the attributes of a record hold it. Definitions are written last, when all of them are known.
#include "convert/convert.h"
#include "trace/event_kinds.h"
#include "trace/phases.h"
#include <bit>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <ranges>
#include <unistd.h>
#ifdef UNPLY_HAVE_OTF2
#include "convert/otf2_words.h"
#endif

namespace unply {

#ifndef UNPLY_HAVE_OTF2

Result<Converted> write_otf2(const EventFile&, const std::string& folder) {
  return fail(folder + ": this unply was built without OTF2",
              "install libopen-trace-format2-dev, or run scripts/install-dependencies, and build unply again");
}

#else

namespace {

constexpr OTF2_CommRef kThreadTeam = 0, kWorld = 1;

OTF2_Type metric_type(uint64_t a) {
  uint64_t type = a >> 48;
  if (type == kValueFloat64 || type == kValueFloat32) return OTF2_TYPE_DOUBLE;
  return type == kValueSigned ? OTF2_TYPE_INT64 : OTF2_TYPE_UINT64;
}

std::string name_of_user(const EventFile& file, uint64_t number, const char* otherwise) {
  const EventObject* object = find_object(file.objects(), ObjectKind::name, number);
  return object != nullptr ? std::string(file.text(object->name)) : otherwise;
}

class Otf2Writer {
public:
  Otf2Writer(const EventFile& file, std::string folder) : file_(file), folder_(std::move(folder)) {}
  ~Otf2Writer();
  Result<Converted> write();

private:
  struct Open {
    uint8_t end;
    OTF2_RegionRef region;
  };
  void check(OTF2_ErrorCode code);
  Result<void> write_threads();
  void write_event(OTF2_EvtWriter* writer, const EventBlock& block, size_t row);
  bool write_record(OTF2_EvtWriter* writer, const EventBlock& block, size_t row);
  void write_value(OTF2_EvtWriter* writer, const EventBlock& block, size_t row);
  void set_attributes(const EventBlock& block, size_t row);
  void close_open(OTF2_EvtWriter* writer, uint64_t time_ns);
  OTF2_StringRef string(std::string_view text);
  OTF2_RegionRef region(uint8_t kind, uint64_t a, uint64_t function, uint32_t site);
  void define_all();
  void define_places();
  void define_regions();
  void define_groups();
  void define_values();
  void define_tables();
  void property(const std::string& name, const nlohmann::json& value);

  const EventFile& file_;
  std::string folder_;
  OTF2_Archive* archive_ = nullptr;
  OTF2_AttributeList* attributes_ = nullptr;
  OTF2_GlobalDefWriter* definitions_ = nullptr;
  std::optional<OTF2_ErrorCode> failed_;
  std::vector<Open> open_;
  std::map<std::string, OTF2_StringRef, std::less<>> strings_;
  struct Region {
    std::string name;
    OTF2_RegionRole role;
    uint32_t site;
    bool of_mpi = false;
  };
  std::vector<Region> regions_;
  std::map<std::tuple<uint8_t, uint64_t, uint64_t, uint32_t>, OTF2_RegionRef> region_refs_;
  std::map<uint64_t, OTF2_MetricRef> metric_refs_; // by a of the event: type and name
  std::map<uint8_t, OTF2_ParameterRef> parameters_;
  uint64_t records_ = 0;
};

Otf2Writer::~Otf2Writer() {
  if (attributes_) OTF2_AttributeList_Delete(attributes_);
  if (archive_) OTF2_Archive_Close(archive_);
}

void Otf2Writer::check(OTF2_ErrorCode code) {
  if (code != OTF2_SUCCESS && !failed_) failed_ = code;
}

OTF2_StringRef Otf2Writer::string(std::string_view text) {
  auto found = strings_.find(text);
  if (found != strings_.end()) return found->second;
  auto ref = static_cast<OTF2_StringRef>(strings_.size());
  strings_.emplace(text, ref);
  check(OTF2_GlobalDefWriter_WriteString(definitions_, ref, std::string(text).c_str()));
  return ref;
}

OTF2_RegionRef Otf2Writer::region(uint8_t kind, uint64_t a, uint64_t function, uint32_t site) {
  bool by_value =
      kind == kEventUserBegin || kind == kEventWorkBegin || kind == kEventWaitBegin || kind == kEventPhaseBegin;
  auto [at, fresh] =
      region_refs_.try_emplace({kind, by_value ? a : 0, function, site}, static_cast<uint32_t>(regions_.size()));
  if (!fresh) return at->second;
  Region region{.name = "code", .role = OTF2_REGION_ROLE_CODE, .site = site};
  if (kind == kEventUserBegin) {
    region.name = name_of_user(file_, a, "code");
  } else if (kind == kEventPhaseBegin) {
    auto phase = phase_of_event(a);
    region.name = phase ? fmt::format("{} level {}", name_of(*phase), level_of_event(a)) : "phase";
  } else {
    for (const Otf2Construct& construct : std::views::reverse(kOtf2Constructs))
      if (construct.kind == kind && (construct.value == kAnyValue || construct.value == a)) {
        region.name = construct.name;
        region.role = construct.role;
      }
  }
  if (const EventObject* call = function ? find_object(file_.objects(), ObjectKind::function, function) : nullptr)
    region.name = file_.text(call->name), region.of_mpi = true;
  regions_.push_back(region);
  return at->second;
}

void Otf2Writer::set_attributes(const EventBlock& block, size_t row) {
  OTF2_AttributeList_AddUint8(attributes_, 0, block.kind[row]);
  if (block.site[row]) OTF2_AttributeList_AddUint32(attributes_, 1, block.site[row]);
  if (block.core[row] != 0xffff) OTF2_AttributeList_AddUint16(attributes_, 2, block.core[row]);
  if (block.a[row]) OTF2_AttributeList_AddUint64(attributes_, 3, block.a[row]);
  if (block.b[row]) OTF2_AttributeList_AddUint64(attributes_, 4, block.b[row]);
}

// As OTF2 says it, where it has a word for it. False: it has none.
bool Otf2Writer::write_record(OTF2_EvtWriter* writer, const EventBlock& block, size_t row) {
  uint64_t time = block.time_ns[row], a = block.a[row], b = block.b[row];
  auto low = [](uint64_t value) { return static_cast<uint32_t>(value); };
  switch (block.kind[row]) {
  case kEventTaskCreate:
    check(OTF2_EvtWriter_ThreadTaskCreate(writer, attributes_, time, kThreadTeam, block.thread, low(a)));
    return true;
  case kEventTaskSwitch:
    if (a == kTaskCompleted)
      check(OTF2_EvtWriter_ThreadTaskComplete(writer, attributes_, time, kThreadTeam, block.thread, low(b >> 32)));
    else
      check(OTF2_EvtWriter_ThreadTaskSwitch(writer, attributes_, time, kThreadTeam, block.thread, low(b)));
    return true;
  case kEventLockAcquired:
  case kEventLockReleased: {
    OTF2_Paradigm paradigm = a >= kLockMutex ? OTF2_PARADIGM_PTHREAD : OTF2_PARADIGM_OPENMP;
    auto* record =
        block.kind[row] == kEventLockAcquired ? OTF2_EvtWriter_ThreadAcquireLock : OTF2_EvtWriter_ThreadReleaseLock;
    check(record(writer, attributes_, time, paradigm, low(b), 0));
    return true;
  }
  case kEventSend:
    if (low(a) & UNPLY_ONE_SIDED) return false; // its partner has no event
    check(OTF2_EvtWriter_MpiSend(writer, attributes_, time, low(a >> 32), kWorld, low(a), b));
    return true;
  case kEventReceive:
    if (low(a) & UNPLY_ONE_SIDED) return false;
    check(OTF2_EvtWriter_MpiRecv(writer, attributes_, time, low(a >> 32), kWorld, low(a), b));
    return true;
  case kEventTracingOff:
  case kEventTracingOn:
    check(OTF2_EvtWriter_MeasurementOnOff(
        writer, attributes_, time, block.kind[row] == kEventTracingOff ? OTF2_MEASUREMENT_OFF : OTF2_MEASUREMENT_ON));
    return true;
  case kEventUserValue:
    write_value(writer, block, row);
    return true;
  default:
    return false;
  }
}

void Otf2Writer::write_value(OTF2_EvtWriter* writer, const EventBlock& block, size_t row) {
  uint64_t a = block.a[row], b = block.b[row];
  OTF2_MetricValue value;
  OTF2_Type type = metric_type(a);
  value.unsigned_int = b;
  if (a >> 48 == kValueFloat32) value.floating_point = std::bit_cast<float>(static_cast<uint32_t>(b));
  OTF2_MetricRef metric = metric_refs_.try_emplace(a, static_cast<OTF2_MetricRef>(metric_refs_.size())).first->second;
  check(OTF2_EvtWriter_Metric(writer, attributes_, block.time_ns[row], metric, 1, &type, &value));
}

void Otf2Writer::write_event(OTF2_EvtWriter* writer, const EventBlock& block, size_t row) {
  set_attributes(block, row);
  uint8_t kind = block.kind[row], end = end_of_event(kind);
  ++records_;
  if (end) {
    open_.push_back(
        {end, region(kind, block.a[row], function_of_event(kind, block.a[row], block.b[row]), block.site[row])});
    check(OTF2_EvtWriter_Enter(writer, attributes_, block.time_ns[row], open_.back().region));
  } else if (!open_.empty() && open_.back().end == kind) {
    check(OTF2_EvtWriter_Leave(writer, attributes_, block.time_ns[row], open_.back().region));
    open_.pop_back();
  } else if (!write_record(writer, block, row)) {
    auto parameter = parameters_.try_emplace(kind, static_cast<OTF2_ParameterRef>(parameters_.size())).first->second;
    check(OTF2_EvtWriter_ParameterUnsignedInt(writer, attributes_, block.time_ns[row], parameter, block.a[row]));
  }
}

void Otf2Writer::close_open(OTF2_EvtWriter* writer, uint64_t time_ns) {
  for (; !open_.empty(); open_.pop_back()) check(OTF2_EvtWriter_Leave(writer, nullptr, time_ns, open_.back().region));
}

Result<void> Otf2Writer::write_threads() {
  check(OTF2_Archive_OpenEvtFiles(archive_));
  size_t next = 0;
  for (uint32_t thread = 0; thread < file_.threads().size() && !failed_; ++thread) {
    OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive_, thread);
    if (!writer) return fail(folder_ + ": OTF2 gives no writer of events");
    uint64_t last = 0;
    for (; next < file_.blocks().size() && file_.blocks()[next].thread == thread && !failed_; ++next) {
      auto block = file_.read_block(next);
      if (!block) return error_of(block);
      for (size_t row = 0; row < block->size(); ++row) write_event(writer, *block, row);
      if (block->size()) last = block->time_ns.back();
    }
    close_open(writer, last);
    check(OTF2_Archive_CloseEvtWriter(archive_, writer));
  }
  check(OTF2_Archive_CloseEvtFiles(archive_));
  return {};
}

void Otf2Writer::define_places() {
  check(OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions_, 0, string(file_.tables().info.machine),
                                                 string("machine"), OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  bool of_mpi = file_.processes().size() > 1;
  for (uint32_t p = 0; p < file_.processes().size(); ++p) {
    std::string name = of_mpi ? fmt::format("MPI Rank {}", file_.processes()[p].rank) : "Process";
    check(OTF2_GlobalDefWriter_WriteLocationGroup(definitions_, p, string(name), OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                  OTF2_UNDEFINED_LOCATION_GROUP));
  }
  for (uint32_t t = 0; t < file_.threads().size(); ++t) {
    const EventThread& thread = file_.threads()[t];
    std::string name(file_.text(thread.name));
    if (name.empty()) name = fmt::format("thread {}", t);
    check(OTF2_GlobalDefWriter_WriteLocation(definitions_, t, string(name), OTF2_LOCATION_TYPE_CPU_THREAD,
                                             thread.events, thread.process));
  }
}

void Otf2Writer::define_regions() {
  const Trace& trace = file_.tables();
  for (uint32_t r = 0; r < regions_.size(); ++r) {
    const Region& region = regions_[r];
    const Site& site = trace.sites[region.site];
    std::string_view file = trace.text(site.file);
    std::string name = region.name;
    if (site.line) name += fmt::format(" @{}:{}", file.substr(file.rfind('/') + 1), site.line);
    OTF2_Paradigm paradigm = region.of_mpi                          ? OTF2_PARADIGM_MPI
                             : region.role == OTF2_REGION_ROLE_CODE ? OTF2_PARADIGM_USER
                                                                    : OTF2_PARADIGM_OPENMP;
    check(OTF2_GlobalDefWriter_WriteRegion(definitions_, r, string(name), string(region.name),
                                           string(trace.text(site.function)), region.role, paradigm,
                                           OTF2_REGION_FLAG_NONE, string(file), site.line, 0));
  }
}

// The communicators that task and message records refer to: all threads, and the first thread of each process.
void Otf2Writer::define_groups() {
  std::vector<uint64_t> threads, firsts, members, ranks;
  for (uint32_t t = 0; t < file_.threads().size(); ++t) {
    threads.push_back(t);
    members.push_back(t);
    if (t == 0 || file_.threads()[t].process != file_.threads()[t - 1].process) firsts.push_back(t);
  }
  for (size_t rank = 0; rank < firsts.size(); ++rank) ranks.push_back(rank);
  auto group = [&](OTF2_GroupRef ref, const char* name, OTF2_GroupType type, OTF2_Paradigm paradigm,
                   const std::vector<uint64_t>& of) {
    check(OTF2_GlobalDefWriter_WriteGroup(definitions_, ref, string(name), type, paradigm, OTF2_GROUP_FLAG_NONE,
                                          static_cast<uint32_t>(of.size()), of.data()));
  };
  group(0, "threads", OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_OPENMP, threads);
  group(1, "team", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_OPENMP, members);
  group(2, "ranks", OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, firsts);
  group(3, "world", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, ranks);
  check(OTF2_GlobalDefWriter_WriteComm(definitions_, kThreadTeam, string("team"), 1, OTF2_UNDEFINED_COMM,
                                       OTF2_COMM_FLAG_NONE));
  check(OTF2_GlobalDefWriter_WriteComm(definitions_, kWorld, string("world"), 3, OTF2_UNDEFINED_COMM,
                                       OTF2_COMM_FLAG_NONE));
}

void Otf2Writer::define_values() {
  for (size_t i = 0; i < std::size(kOtf2Attributes); ++i)
    check(OTF2_GlobalDefWriter_WriteAttribute(definitions_, static_cast<OTF2_AttributeRef>(i),
                                              string(kOtf2Attributes[i]), string("see unply-convert(1)"),
                                              kOtf2AttributeTypes[i]));
  std::vector<uint8_t> kinds(parameters_.size()); // in the order of their numbers, as readers expect them
  for (auto [kind, ref] : parameters_) kinds[ref] = kind;
  for (uint32_t ref = 0; ref < kinds.size(); ++ref)
    check(OTF2_GlobalDefWriter_WriteParameter(definitions_, ref, string(name_of_event(kinds[ref])),
                                              OTF2_PARAMETER_TYPE_UINT64));
  std::vector<uint64_t> values(metric_refs_.size());
  for (auto [a, ref] : metric_refs_) values[ref] = a;
  for (uint32_t ref = 0; ref < values.size(); ++ref) {
    std::string name = name_of_user(file_, values[ref] & 0xffffffffffff, "value");
    check(OTF2_GlobalDefWriter_WriteMetricMember(definitions_, ref, string(name), string(""), OTF2_METRIC_TYPE_USER,
                                                 OTF2_METRIC_ABSOLUTE_POINT, metric_type(values[ref]),
                                                 OTF2_BASE_DECIMAL, 0, string("")));
    check(OTF2_GlobalDefWriter_WriteMetricClass(definitions_, ref, 1, &ref, OTF2_METRIC_ASYNCHRONOUS,
                                                OTF2_RECORDER_KIND_CPU));
  }
}

void Otf2Writer::property(const std::string& name, const nlohmann::json& value) {
  OTF2_AttributeValue text;
  text.stringRef = string(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  check(OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(definitions_, 0, string(name), OTF2_TYPE_STRING, text));
}

void Otf2Writer::define_tables() {
  const TraceInfo& info = file_.tables().info;
  nlohmann::json meta = {{"program", info.program},
                         {"argument", info.arguments},
                         {"directory", info.directory},
                         {"started_at", info.started_at},
                         {"machine", info.machine},
                         {"cpu", info.cpu},
                         {"kernel", info.kernel},
                         {"cores", info.cores},
                         {"exit_status", info.exit_status},
                         {"exit_signal", info.exit_signal},
                         {"complete", info.complete ? "yes" : "no"},
                         {"incomplete_why", info.incomplete_why},
                         {"notes", info.notes},
                         {"phases", info.phases},
                         {"duration_ns", file_.duration_ns()}};
  property(fmt::format("{}0", kOtf2Meta), meta);
  auto text = [&](StringId id) { return file_.text(id); };
  for (size_t i = 1; i < file_.tables().sites.size(); ++i) {
    const Site& s = file_.tables().sites[i];
    property(fmt::format("{}{}", kOtf2Site, i), {text(s.file), text(s.function), text(s.variable), text(s.inlined_file),
                                                 s.line, s.column, s.inlined_line, s.flags});
  }
  for (size_t i = 0; i < file_.processes().size(); ++i) {
    const EventProcess& p = file_.processes()[i];
    property(fmt::format("{}{}", kOtf2Process, i), {p.rank, p.pid, text(p.host), text(p.program)});
  }
  for (size_t i = 0; i < file_.threads().size(); ++i) {
    const EventThread& t = file_.threads()[i];
    property(fmt::format("{}{}", kOtf2Thread, i), {t.process, t.kind, t.system_id, text(t.name), t.begin_ns, t.end_ns});
  }
  for (size_t i = 0; i < file_.objects().size(); ++i) {
    const EventObject& o = file_.objects()[i];
    property(fmt::format("{}{}", kOtf2Object, i), {static_cast<int>(o.kind), o.id, text(o.name), o.site});
  }
}

void Otf2Writer::define_all() {
  check(OTF2_GlobalDefWriter_WriteClockProperties(definitions_, 1'000'000'000, 0, file_.duration_ns() + 1,
                                                  OTF2_UNDEFINED_TIMESTAMP));
  string("");
  define_places();
  define_regions();
  define_groups();
  define_values();
  define_tables();
}

OTF2_FlushType flush_always(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) { return OTF2_FLUSH; }
constexpr OTF2_FlushCallbacks kFlush{flush_always, nullptr}; // the archive keeps its address until it is closed

Result<Converted> Otf2Writer::write() {
  archive_ = OTF2_Archive_Open(folder_.c_str(), "traces", OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20, OTF2_SUBSTRATE_POSIX,
                               OTF2_COMPRESSION_NONE);
  if (!archive_) return fail(folder_ + ": OTF2 cannot create an archive there");
  check(OTF2_Archive_SetFlushCallbacks(archive_, &kFlush, nullptr));
  check(OTF2_Archive_SetSerialCollectiveCallbacks(archive_));
  check(OTF2_Archive_SetCreator(archive_, "unply"));
  attributes_ = OTF2_AttributeList_New();
  definitions_ = OTF2_Archive_GetGlobalDefWriter(archive_);
  TRY(write_threads());
  check(OTF2_Archive_OpenDefFiles(archive_)); // readers want one for each location, even if it says nothing
  for (uint32_t t = 0; t < file_.threads().size() && !failed_; ++t)
    check(OTF2_Archive_CloseDefWriter(archive_, OTF2_Archive_GetDefWriter(archive_, t)));
  check(OTF2_Archive_CloseDefFiles(archive_));
  define_all();
  check(OTF2_Archive_Close(archive_));
  archive_ = nullptr;
  if (failed_) return fail(fmt::format("{}: OTF2: {}", folder_, OTF2_Error_GetDescription(*failed_)));
  return Converted{records_, {"source texts are not in the archive"}};
}

} // namespace

Result<Converted> write_otf2(const EventFile& file, const std::string& folder) {
  std::error_code error;
  if (std::filesystem::exists(folder, error))
    return fail(folder + ": exists already", "remove it, or give another folder with -o");
  std::string partial = fmt::format("{}.partial.{}", folder, getpid());
  keep_otf2_quiet();
  Result<Converted> done = Otf2Writer(file, partial).write();
  if (done) {
    std::filesystem::rename(partial, folder, error);
    if (error) done = fail(fmt::format("{}: cannot be written: {}", folder, error.message()));
  }
  if (!done) std::filesystem::remove_all(partial, error);
  return done;
}

#endif

} // namespace unply
