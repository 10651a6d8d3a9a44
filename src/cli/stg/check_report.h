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
  // Findings that a matching without the condition on data does not have.
  void add_conditional(int ranks, const stg::Matching& without, const stg::Matching& with,
                       const std::string& condition);
  void leave_out(const std::vector<std::string>& conditions) { left_out.insert(conditions.begin(), conditions.end()); }
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
    std::string condition; // on data, which must hold for it; empty: none
    bool some_orders;      // of receives from any source, and not all
  };
  void add_finding(int ranks, const stg::Finding& finding, uint64_t orders, const std::string& condition);
  static bool is_note(const Row& row); // not an error unless strict
  std::string bounds_text() const;     // what was not tried, or in part
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
  std::set<std::string> conditions, left_out;      // on data: each of them was true once, or could not be tried
  std::map<int, std::pair<uint64_t, bool>> orders; // by number of processes: of receives from any source; whether all
  uint64_t messages = 0, collectives = 0;          // of all numbers of processes; collectives: calls of all ranks
};

// The ranks at each number of processes as one expression: "rank = P - 1", "1 <= rank <= P - 2"; empty if none fits.
std::string rank_expression(const std::map<int, std::set<int>>& ranks, const std::vector<int>& tried);

} // namespace unply
