// Edges of runs that several threads have found ahead of the one that hands them over in order. What is prepared is the
// same as what that one would find, so the graph does not depend on the threads, nor does the order of its rows.
//
// Runs are left to that one where they have very many edges or the tree is damaged, and where the same stores came
// twice before: it knows their list of edges then, and needs no walk over thousands of readers.
#pragma once
#include "base/crew.h"
#include "graph/dependence_walk.h"
#include "graph/vertex_dependences.h"
#include <functional>
#include <optional>

namespace unply {

class PreparedRuns {
public:
  PreparedRuns(const Histories& histories, unsigned threads);
  // Runs from `first` on, as many as there is room for. known: its stores are.
  void prepare(size_t first, const std::function<bool(const HistoryRun&)>& known);
  void clear();
  size_t end() const { return end_; }               // behind the last run that was looked at
  std::optional<std::span<EdgeRow>> of(size_t run); // ascending by (from, kind); none: it is left out, or damaged

private:
  struct Place {
    uint32_t part, first, count;
    bool found, wanted;
  };
  struct Part {
    size_t first, end; // runs
    bool done;
    std::vector<EdgeRow> rows;
  };
  struct Worker {
    explicit Worker(const Histories& histories) : walk(histories) {}
    DependenceWalk walk;
    VertexDependences dependences;
  };
  void choose(size_t first, const std::function<bool(const HistoryRun&)>& known);
  void prepare_part(uint32_t part, Worker& worker);
  bool prepare_run(const HistoryRun& run, Place& place, std::vector<EdgeRow>& rows, Worker& worker);

  const Histories& histories_;
  Crew crew_;
  std::vector<Worker> workers_; // by thread
  size_t begin_ = 0, end_ = 0;
  std::vector<Place> places_; // of runs from begin_ on
  std::vector<Part> parts_;   // only so many are in use as begin before end_
  size_t parts_used_ = 0;
  std::atomic<size_t> rows_ = 0;
};

} // namespace unply
