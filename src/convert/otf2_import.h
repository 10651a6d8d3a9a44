// The conversion of one OTF2 archive: read_otf2.cpp reads the definitions and opens the files, otf2_records.cpp
// converts the records. Included only if the library is available.
#pragma once
#include "convert/convert.h"
#include "convert/otf2_words.h"
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace unply {

inline constexpr OTF2_CallbackCode kGoOn = OTF2_CALLBACK_SUCCESS;

class Otf2Import {
public:
  Otf2Import(std::string path, TraceWriter& writer) : path_(std::move(path)), writer_(writer) {}
  ~Otf2Import() {
    if (reader_) OTF2_Reader_Close(reader_);
  }
  Otf2Import(const Otf2Import&) = delete;
  Otf2Import& operator=(const Otf2Import&) = delete;
  Result<Converted> read();

  // For the callbacks of the library. A record of another tool's archive is one of the following.
  struct At {
    OTF2_LocationRef location;
    OTF2_TimeStamp time;
  };
  void note_known() { ++known_; } // a record that is or has a counterpart
  bool take_ours(At at, OTF2_AttributeList* attributes);
  void enter(At at, OTF2_RegionRef region);
  void leave(At at);
  void switch_task(At at, uint32_t number);
  void complete_task(At at, uint32_t number);
  void begin_collective(At at);
  void end_collective(At at, OTF2_CollectiveOp operation, OTF2_CommRef communicator, uint64_t sent, uint64_t received);
  void add_metric(At at, OTF2_MetricRef metric, uint8_t count, const OTF2_Type* types, const OTF2_MetricValue* values);
  void name_program(OTF2_StringRef name);
  void add(At at, uint8_t kind, uint64_t a, uint64_t b, uint32_t site = 0, uint16_t core = 0xffff);
  uint64_t running_task(OTF2_LocationRef location) { return states_[location].task; }
  uint32_t site_of(OTF2_LocationRef location) const; // of the innermost open region
  uint64_t partner_and_tag(At at, uint32_t partner, OTF2_CommRef communicator, uint32_t tag) const;

private:
  struct Region {
    OTF2_StringRef name, file;
    OTF2_RegionRole role;
    OTF2_Paradigm paradigm;
    uint32_t line, site;
  };
  struct Location {
    OTF2_LocationRef ref;
    OTF2_LocationGroupRef group;
    std::string name;
  };
  struct Group {
    OTF2_GroupType type;
    std::vector<uint64_t> members;
  };
  // The activity of the thread in a region: the event at its begin, its a, and the function of MPI, if any.
  struct Construct {
    uint8_t kind;
    uint64_t a;
    uint32_t site;
    uint64_t function = 0;
    uint64_t b() const { return kind == kEventWaitBegin && a == kWaitMessage ? function : 0; }
  };
  struct LocationState {
    uint32_t thread = 0;
    uint64_t task = 0; // that it runs, 0: none
    std::vector<Construct> open;
    std::optional<size_t> collective; // row of the one that has begun: which one it is, only its end says
    std::vector<EventRow> rows;
  };
  static Otf2Import& self(void* data) { return *static_cast<Otf2Import*>(data); }
  void check(OTF2_ErrorCode code) {
    if (code != OTF2_SUCCESS && !failed_) failed_ = code;
  }
  void read_definitions();
  void register_texts(OTF2_GlobalDefReaderCallbacks* callbacks);
  void register_places(OTF2_GlobalDefReaderCallbacks* callbacks);
  void register_values(OTF2_GlobalDefReaderCallbacks* callbacks);
  void read_files();
  void read_location(OTF2_LocationRef location);
  void take_property(const std::string& name, const std::string& text);
  void take_meta(const nlohmann::json& row);
  void write_places();
  void write_threads();
  uint32_t name_number(const std::string& name);
  uint64_t function_number(const std::string& name); // 0: none of MPI
  void write_rows(LocationState& state);
  Construct construct_of(const Region& region);
  std::string text(OTF2_StringRef ref) const {
    auto found = strings_.find(ref);
    return found == strings_.end() ? "" : found->second;
  }

  std::string path_, program_;
  TraceWriter& writer_;
  OTF2_Reader* reader_ = nullptr;
  std::optional<OTF2_ErrorCode> failed_;
  std::optional<Error> write_failed_;
  std::unordered_map<OTF2_StringRef, std::string> strings_;
  std::map<OTF2_RegionRef, Region> regions_;
  std::map<OTF2_RegionRef, Construct> constructs_;
  std::map<size_t, OTF2_AttributeRef> attribute_refs_;
  std::vector<Location> locations_;
  uint64_t meters_ = 0; // locations of nothing but metrics
  std::map<OTF2_GroupRef, Group> groups_;
  std::vector<uint64_t> ranked_; // the location of each rank of MPI
  std::map<OTF2_CommRef, OTF2_GroupRef> communicators_;
  std::map<OTF2_LocationRef, uint32_t> ranks_;
  std::map<OTF2_MetricMemberRef, std::string> metric_members_;
  std::map<OTF2_MetricRef, std::vector<OTF2_MetricMemberRef>> metric_classes_;
  std::map<OTF2_MetricRef, OTF2_MetricRef> metric_instances_; // to their class
  std::map<OTF2_LocationRef, LocationState> states_;
  std::map<std::string, uint32_t> names_;
  std::map<std::string, uint64_t> functions_; // of the user's, numbers from 1
  std::vector<std::pair<std::string, std::string>> properties_;
  uint64_t ticks_per_second_ = 1'000'000'000, offset_ = 0, length_ = 0, last_ = 0;
  uint64_t records_ = 0, known_ = 0, events_ = 0;
  bool ours_ = false;
};

// Has the callbacks for records call the functions above.
void register_otf2_records(OTF2_EvtReaderCallbacks* callbacks);

} // namespace unply
