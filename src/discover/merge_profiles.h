// Joins the loop profiles of several recordings of one program, made with different inputs: what holds for the joined
// profile was observed on all of them. A loop, site or dependence is the same in two recordings if its place, function
// and facts are, whatever its number: modules may have been loaded in another order, or not at all.
//
// Invariant: a statement of which two recordings know different things is refused, since the program was then changed
// between them and the lines of one mean nothing in the other.
#pragma once
#include "discover/facts.h"
#include "trace/trace.h"
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace unply {

class ProfileMerger {
public:
  ProfileMerger();
  // name: of the recording, for messages. After a failure nothing else can be added.
  Result<void> add(const std::string& name, const Trace& trace);
  Trace take();

private:
  using Place = std::tuple<StringId, uint32_t, uint32_t>; // file, line, column
  struct KnownPlace {
    std::set<StringId> facts;
    StringId function{};
    uint32_t inputs = 0;  // that executed it
    size_t first = 0;     // recording that it is from
    bool written = false; // in the source as it stands there: no template, no code of the system
  };
  using Places = std::map<Place, KnownPlace>;
  using SiteKey = std::tuple<StringId, uint32_t, uint32_t, StringId, StringId, StringId, uint32_t, uint32_t>;
  using LoopKey = std::tuple<StringId, uint32_t, uint32_t, StringId, StringId>;
  using DependenceKey = std::tuple<uint32_t, Carried, EdgeKind, uint32_t, uint32_t>;
  using FunctionKey = std::tuple<StringId, uint32_t, StringId, StringId>;
  using PartDependenceKey = std::tuple<uint32_t, uint32_t, uint32_t, EdgeKind, uint32_t, uint32_t>;
  // Rows of one key, in the order in which each recording has them.
  template <class Key> using Rows = std::map<Key, std::vector<uint32_t>>;

  StringId string(StringId id);
  Places places_of();
  Result<void> check(const Places& places) const;
  Result<void> check_functions(const Places& places) const;
  Result<void> add_sources();
  void add_info();
  void add_counters();
  void add_sites();
  void add_loops();
  void join_loop(uint32_t row, const ProfiledLoop& loop);
  void add_dependences();
  void add_calls();
  void add_functions();

  Trace all_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, StringId> strings_;
  Places places_;
  Rows<SiteKey> sites_;
  Rows<LoopKey> loops_;
  std::vector<uint64_t> most_instances_; // of a loop in one recording, that says what is around it
  std::map<DependenceKey, size_t> dependences_;
  std::map<std::pair<uint32_t, StringId>, size_t> calls_;
  Rows<FunctionKey> functions_;
  std::map<PartDependenceKey, size_t> part_dependences_;
  std::map<std::pair<uint32_t, StringId>, size_t> part_calls_;
  std::map<std::tuple<uint32_t, uint16_t, uint16_t>, size_t> part_works_;
  // Of the recording that is being added.
  const Trace* trace_ = nullptr;
  std::vector<uint32_t> string_of_, site_of_, loop_of_; // by its own numbers; string_of_: id + 1, 0 not yet known
};

} // namespace unply
