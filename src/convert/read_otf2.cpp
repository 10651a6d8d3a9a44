// OTF2 archives as recordings: definitions, and the order in which the library wants files opened. The records are in
// otf2_records.cpp; a note gives the number of another tool's records without counterpart.
#include "convert/convert.h"
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#ifdef UNPLY_HAVE_OTF2
#include "convert/otf2_import.h"
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

using Json = nlohmann::json;

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

// A row of one of unply's tables. Rows in another form are skipped: the archive may be edited, or newer.
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
      writer_.add_site(*site, {.file = id(0),
                               .function = id(1),
                               .variable = id(2),
                               .inlined_file = id(3),
                               .line = number(4),
                               .column = number(5),
                               .inlined_line = number(6),
                               .flags = number(7)});
    if (auto process = number_after(kOtf2Process))
      writer_.add_process(*process, {.rank = number(0), .pid = number(1), .host = id(2), .program = id(3)});
    if (auto thread = number_after(kOtf2Thread))
      writer_.add_thread(*thread, {.process = number(0),
                                   .kind = static_cast<UnplyThreadKind>(number(1)),
                                   .system_id = number(2),
                                   .name = id(3),
                                   .begin_ticks = row.at(4).get<uint64_t>(),
                                   .end_ticks = row.at(5).get<uint64_t>()});
    if (number_after(kOtf2Object))
      writer_.add_object({.kind = static_cast<ObjectKind>(number(0)),
                          .id = row.at(1).get<uint64_t>(),
                          .name = id(2),
                          .site = number(3)});
  } catch (const Json::exception&) {
    return;
  }
}

uint32_t Otf2Import::name_number(const std::string& name) {
  auto [at, fresh] = names_.try_emplace(name, static_cast<uint32_t>(names_.size() + 1));
  if (fresh)
    writer_.add_object({.kind = ObjectKind::name, .id = at->second, .name = writer_.string_id(name), .site = 0});
  return at->second;
}

uint64_t Otf2Import::function_number(const std::string& name) {
  constexpr size_t kMost = 0xffff; // 16 bits of an event
  if (!name.starts_with("MPI_") || functions_.size() >= kMost) return 0;
  auto [at, fresh] = functions_.try_emplace(name, functions_.size() + 1);
  if (fresh)
    writer_.add_object({.kind = ObjectKind::function, .id = at->second, .name = writer_.string_id(name), .site = 0});
  return at->second;
}

void Otf2Import::register_texts(OTF2_GlobalDefReaderCallbacks* c) {
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
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodePropertyCallback(
      c, [](void* data, OTF2_SystemTreeNodeRef, OTF2_StringRef name, OTF2_Type type, OTF2_AttributeValue value) {
        if (type == OTF2_TYPE_STRING)
          self(data).properties_.emplace_back(self(data).text(name), self(data).text(value.stringRef));
        return kGoOn;
      });
}

void Otf2Import::register_places(OTF2_GlobalDefReaderCallbacks* c) {
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(
      c, [](void* data, OTF2_RegionRef ref, OTF2_StringRef name, OTF2_StringRef, OTF2_StringRef, OTF2_RegionRole role,
            OTF2_Paradigm paradigm, OTF2_RegionFlag, OTF2_StringRef file, uint32_t line, uint32_t) {
        self(data).regions_[ref] = {
            .name = name, .file = file, .role = role, .paradigm = paradigm, .line = line, .site = 0};
        return kGoOn;
      });
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(c, [](void* data, OTF2_LocationRef ref, OTF2_StringRef name,
                                                          OTF2_LocationType type, uint64_t,
                                                          OTF2_LocationGroupRef group) {
    if (type == OTF2_LOCATION_TYPE_METRIC)
      ++self(data).meters_; // no thread: 29 of the 32 locations of Score-P with plugins for sensors
    else if (self(data).states_.try_emplace(ref).second) // the library passes one on that is defined twice
      self(data).locations_.push_back({ref, group, self(data).text(name)});
    return kGoOn;
  });
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(c, [](void* data, OTF2_GroupRef ref, OTF2_StringRef,
                                                       OTF2_GroupType type, OTF2_Paradigm paradigm, OTF2_GroupFlag,
                                                       uint32_t count, const uint64_t* members) {
    self(data).groups_[ref] = {type, {members, members + count}};
    if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS && paradigm == OTF2_PARADIGM_MPI)
      self(data).ranked_.assign(members, members + count);
    return kGoOn;
  });
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(
      c, [](void* data, OTF2_CommRef ref, OTF2_StringRef, OTF2_GroupRef group, OTF2_CommRef, OTF2_CommFlag) {
        self(data).communicators_[ref] = group;
        return kGoOn;
      });
}

void Otf2Import::register_values(OTF2_GlobalDefReaderCallbacks* c) {
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
  OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(
      c, [](void* data, OTF2_MetricRef ref, OTF2_MetricRef of, OTF2_LocationRef, OTF2_MetricScope, uint64_t) {
        self(data).metric_instances_[ref] = of;
        return kGoOn;
      });
}

void Otf2Import::read_definitions() {
  uint64_t count = 0;
  OTF2_GlobalDefReader* reader = OTF2_Reader_GetGlobalDefReader(reader_);
  if (!reader) return check(OTF2_ERROR_INVALID);
  OTF2_GlobalDefReaderCallbacks* callbacks = OTF2_GlobalDefReaderCallbacks_New();
  register_texts(callbacks);
  register_places(callbacks);
  register_values(callbacks);
  check(OTF2_Reader_RegisterGlobalDefCallbacks(reader_, reader, callbacks, this));
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  check(OTF2_Reader_ReadAllGlobalDefinitions(reader_, reader, &count));
  ours_ = attribute_refs_.contains(0);
}

// Definitions of other tools as rows of unply's tables; for unply's archives they are in the properties.
void Otf2Import::write_places() {
  for (uint32_t thread = 0; thread < locations_.size(); ++thread) states_[locations_[thread].ref].thread = thread;
  for (const auto& [name, text] : properties_) take_property(name, text);
  if (ours_) return;
  write_threads();
  // Renumbers regions: EZTrace has every region once for each process, from a fraction of 2^32 on.
  std::map<std::tuple<std::string, std::string, uint32_t>, uint32_t> sites;
  for (auto& [ref, region] : regions_) {
    auto key = std::make_tuple(text(region.file), text(region.name), region.line);
    auto [site, fresh] = sites.try_emplace(key, static_cast<uint32_t>(sites.size() + 1));
    region.site = site->second;
    if (fresh)
      writer_.add_site(region.site, {.file = writer_.string_id(std::get<0>(key)),
                                     .function = writer_.string_id(std::get<1>(key)),
                                     .variable = StringId{0},
                                     .inlined_file = StringId{0},
                                     .line = region.line,
                                     .column = 0,
                                     .inlined_line = 0,
                                     .flags = 0});
  }
  writer_.add_meta("complete", "yes");
}

// A process is a group of locations. Its rank is that of MPI; those without, such as accelerators, come behind.
void Otf2Import::write_threads() {
  std::map<OTF2_LocationRef, uint32_t> of_mpi;
  for (uint32_t rank = 0; rank < ranked_.size(); ++rank) of_mpi.emplace(ranked_[rank], rank);
  std::map<OTF2_LocationGroupRef, uint32_t> processes;
  std::vector<std::optional<uint32_t>> ranks;
  for (const Location& location : locations_) {
    auto [process, fresh] = processes.try_emplace(location.group, static_cast<uint32_t>(ranks.size()));
    if (fresh) ranks.emplace_back();
    if (auto rank = of_mpi.find(location.ref); rank != of_mpi.end()) ranks[process->second] = rank->second;
  }
  auto next = static_cast<uint32_t>(ranked_.size());
  for (uint32_t process = 0; process < ranks.size(); ++process) {
    if (!ranks[process]) ranks[process] = next++;
    writer_.add_process(process, {.rank = *ranks[process], .pid = 0, .host = StringId{0}, .program = StringId{0}});
  }
  for (uint32_t thread = 0; thread < locations_.size(); ++thread) {
    const Location& location = locations_[thread];
    uint32_t process = processes[location.group];
    ranks_[location.ref] = *ranks[process];
    writer_.add_thread(
        thread, {.process = process, .kind = kThreadOther, .system_id = 0, .name = writer_.string_id(location.name)});
  }
}

void Otf2Import::read_location(OTF2_LocationRef location) {
  OTF2_EvtReader* reader = OTF2_Reader_GetEvtReader(reader_, location);
  if (!reader) return;
  OTF2_EvtReaderCallbacks* callbacks = OTF2_EvtReaderCallbacks_New();
  register_otf2_records(callbacks);
  check(OTF2_Reader_RegisterEvtCallbacks(reader_, reader, callbacks, this));
  OTF2_EvtReaderCallbacks_Delete(callbacks);
  uint64_t count = 0;
  check(OTF2_Reader_ReadAllLocalEvents(reader_, reader, &count));
  records_ += count;
  states_[location].collective.reset(); // one that never ended
  write_rows(states_[location]);
  check(OTF2_Reader_CloseEvtReader(reader_, reader));
}

void Otf2Import::read_files() {
  for (const Location& location : locations_) check(OTF2_Reader_SelectLocation(reader_, location.ref));
  bool local_definitions = OTF2_Reader_OpenDefFiles(reader_) == OTF2_SUCCESS;
  check(OTF2_Reader_OpenEvtFiles(reader_));
  for (const Location& location : locations_)
    if (OTF2_DefReader* local = local_definitions ? OTF2_Reader_GetDefReader(reader_, location.ref) : nullptr) {
      uint64_t count = 0;
      check(OTF2_Reader_ReadAllLocalDefinitions(reader_, local, &count));
      OTF2_Reader_CloseDefReader(reader_, local);
    }
  if (local_definitions) OTF2_Reader_CloseDefFiles(reader_);
  for (const Location& location : locations_) read_location(location.ref);
  OTF2_Reader_CloseEvtFiles(reader_);
}

Result<Converted> Otf2Import::read() {
  reader_ = OTF2_Reader_Open(path_.c_str());
  if (!reader_)
    return fail(path_ + ": OTF2 cannot read it as an archive", "give the anchor file traces.otf2 or its folder");
  check(OTF2_Reader_SetSerialCollectiveCallbacks(reader_));
  read_definitions();
  if (!failed_) {
    write_places();
    read_files();
  }
  if (failed_) return fail(fmt::format("{}: OTF2: {}", path_, OTF2_Error_GetDescription(*failed_)));
  if (write_failed_) return std::unexpected(*write_failed_);
  uint64_t span = std::max({ours_ ? length_ : 0, last_ - std::min(last_, offset_), uint64_t{1}});
  writer_.add_clock(0, 0);
  __extension__ using Wide = unsigned __int128;
  writer_.add_clock(span, static_cast<uint64_t>(Wide{span} * 1'000'000'000 / ticks_per_second_));
  Converted done{events_, {}};
  if (ours_) return done;
  writer_.add_meta("program", program_.empty() ? path_ : program_);
  if (meters_)
    done.notes.push_back(
        fmt::format("{} of {} locations hold only metrics and are left out", meters_, meters_ + locations_.size()));
  if (records_ > known_)
    done.notes.push_back(fmt::format("of {} records, {} have no counterpart here", records_, records_ - known_));
  return done;
}

Result<Converted> read_otf2(const std::string& path, TraceWriter& writer) {
  keep_otf2_quiet();
  return Otf2Import(path, writer).read();
}

#endif

} // namespace unply
