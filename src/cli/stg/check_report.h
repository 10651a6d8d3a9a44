// What `unply stg check` has found over several numbers of processes, and how it is said.
#pragma once
#include "base/result.h"
#include "stg/graph/graph.h"
#include "stg/matching/match.h"

namespace unply {

class CheckReport {
public:
  explicit CheckReport(const stg::Program& of) : program(of) {}
  void add(int ranks, const stg::Matching& matching);
  void add_graph(const stg::Graph& graph); // its unmatched sets hold for all numbers of processes
  bool fails(bool strict) const;
  std::string text(bool strict) const;
  std::string json(bool strict) const;
  Result<void> write_sarif(const std::string& path, bool strict) const;

  std::map<int, std::string> skipped; // numbers of processes that the program refuses, and why
  std::set<std::string> assumed;      // names whose values were chosen here
  std::string values;                 // which

private:
  struct Row {          // one fault and pair of lines
    stg::Finding first; // at the smallest number of processes
    std::map<int, std::set<int>> ranks;
    std::string proven; // the set that the graph proves for all P
  };
  std::string ranks_text(const Row& row) const;
  std::string known_text(const Row& row) const;
  const stg::Program& program;
  std::vector<Row> rows;
  std::vector<int> tried;
  struct Proven {
    stg::Place place;
    bool is_send;
    std::string set;
  };
  std::vector<Proven> proven;
  bool observed = false;
  uint64_t messages = 0, collectives = 0; // of all numbers of processes; collectives: calls of all ranks
};

// The ranks at each number of processes as one expression: "rank = P - 1", "1 <= rank <= P - 2"; empty if none fits.
std::string rank_expression(const std::map<int, std::set<int>>& ranks, const std::vector<int>& tried);

} // namespace unply
