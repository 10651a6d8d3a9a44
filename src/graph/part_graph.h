// An execution graph under construction whose vertices are parts of tasks: for programs that specify their parallelism
// themselves (OpenMP tasks), where a task ends one part and begins the next wherever others may begin or must have
// ended.
//
// Edges carry two places in the source and the construct that orders the two parts; it becomes the variable of their
// sites, so that verbs can name it ("unply whatif --remove taskwait"). Parts come in any order; the finished graph has
// them in a topological one.
#pragma once
#include "base/none.h"
#include "graph/dag.h"
#include "trace/trace.h"
#include <map>
#include <optional>
#include <unordered_map>

namespace unply {

enum class PartOrder : uint8_t { continued, created, parallel, depend, taskwait, taskgroup, barrier, undeferred };
const char* name_of(PartOrder order); // "taskwait"; "" for continued
// Nothing if it is the name of a variable, or "".
std::optional<PartOrder> part_order(std::string_view name);

struct PlacePair {
  uint32_t from, to; // rows of Trace::sites
};

class PartGraph {
public:
  explicit PartGraph(Trace tables); // info, strings, sites and sources

  // The next part of a task (numbered from 0, without gaps), after the one before it if it has one. creator: the part
  // that creates the task; lock: the unit resource that the part holds, or kNoUnitResource.
  uint32_t add_part(uint32_t task, uint32_t place, uint32_t creator, uint32_t lock, uint64_t time_ns);
  // The part ran until end_ns, charged_ns of the time since its last event doing the program's work.
  void spend(uint32_t part, uint64_t begin_ns, uint64_t end_ns, uint64_t charged_ns);
  // Moves the end of the part's time to another part without time: `ns`, or all if it is less.
  void give_end(uint32_t part, uint32_t other, uint64_t ns);
  uint64_t time_of(uint32_t part) const { return parts_[part].self_ns; }
  uint32_t last_part(uint32_t task) const { return last_part_[task]; }

  void add_edge(uint32_t from_part, uint32_t to_part, PartOrder order, PlacePair places);
  // An edge from the task's last part, which is not yet known.
  void add_edge_from_end(uint32_t task, uint32_t to_part, PartOrder order, PlacePair places,
                         EdgeKind kind = EdgeKind::extension);

  uint32_t place_at(uint32_t site, const char* otherwise); // row of regions; the word where the site has no line
  uint32_t site_of_place(uint32_t place) const { return place_sites_[place]; }
  uint64_t time_of_places(const std::vector<bool>& places) const; // of all parts there
  uint32_t parts() const { return static_cast<uint32_t>(parts_.size()); }
  Trace& trace() { return trace_; }

  // Fails if parts wait for each other in a cycle. event_ns: the cost of recording one event.
  Result<Trace> finish(double event_ns);

private:
  struct Part {
    uint32_t task, place, creator, lock;
    uint64_t begin_ns, end_ns, self_ns = 0, events = 0;
  };
  struct Edge {
    uint32_t from, to; // parts
    uint32_t site_from, site_to;
    EdgeKind kind;
    PartOrder order;
  };
  StringId string_of(std::string_view text);
  uint32_t named_site(uint32_t site, PartOrder order);
  Result<std::vector<uint32_t>> order_parts();
  void put_tasks(const std::vector<uint32_t>& order, const std::vector<uint32_t>& row_of, double event_ns);
  void put_edges(const std::vector<uint32_t>& row_of);

  Trace trace_;
  std::vector<Part> parts_;
  std::vector<Edge> edges_, edges_from_ends_; // of the latter, from is a task
  std::vector<uint32_t> last_part_;           // of each task
  std::vector<uint32_t> place_sites_;
  std::map<std::pair<std::string, uint32_t>, uint32_t> places_; // by file and line, or by a word
  std::map<std::pair<uint32_t, PartOrder>, uint32_t> named_sites_;
  std::unordered_map<std::string, StringId> strings_;
};

} // namespace unply
