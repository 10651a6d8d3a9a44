// The loops of the source: rows of the profile that are one statement (inlined or instantiated several times) are one
// loop here, with the sum of their counts and the union of their dependences.
//
// The loop of an algorithm of the standard library is at the lambda that the call is given, if there is one
// (algorithm_calls.h).
//
// Invariants: loops ascend by (file, line, column), those without a place come last and are not joined; `around` leads
// to no circle; dependences of a loop ascend by (carried, kind, places of their sites), one for each.
#pragma once
#include "discover/algorithm_calls.h"
#include <map>
#include <span>

namespace unply {

inline constexpr uint32_t kNoSourceLoop = 0xffffffff;

struct SourceLoop {
  StringId file{}, function{};
  SourceSpot at;
  std::string
      algorithm; // "for_each": the loop is that of the library, its place that of the lambda; "": it is the user's
  bool recursive = false; // its function calls itself in it, also through others
  bool walks = false;     // of an algorithm: the container's elements are found one after the other
  bool whole = false;     // of an algorithm: it visits elements in an order of its own (algorithm_calls.h)
  // Of an algorithm, set by those who have the text: its lambda only computes; it only reads (lambda_text.h).
  bool computes = false, reads = false;
  LoopFacts facts;
  uint64_t instances = 0, iterations = 0, least = 0, most = 0, work = 0;
  uint32_t inputs = 0; // recordings of a merged profile that executed it
  uint32_t around = kNoSourceLoop;
  std::vector<uint32_t> inside;            // loops whose `around` this is
  std::vector<LoopDependence> dependences; // `loop` is the row of one of its copies
  std::vector<LoopCall> calls;             // by name
  double mean_iterations() const {
    return instances == 0 ? 0 : static_cast<double>(iterations) / static_cast<double>(instances);
  }
};

// "a" of a[], *a, a.x, a->x, this->a; and whether the access goes through a pointer or a subscript.
struct VariableName {
  std::string base;
  bool through = false;
  std::string key() const { return through ? base + "[]" : base; }
};
VariableName variable_name(std::string_view name);

// Whether `wanted` is the file's path or the last parts of it.
bool names_file(std::string_view path, std::string_view wanted);

class SourceLoops {
public:
  explicit SourceLoops(const Trace& trace);
  const Trace& trace() const { return trace_; }
  size_t size() const { return loops_.size(); }
  const SourceLoop& operator[](size_t loop) const { return loops_[loop]; }
  LoopFacts& facts(size_t loop) { return loops_[loop].facts; } // to add what the text of the source tells
  void set_computes(size_t loop) { loops_[loop].computes = true; }
  void set_recursive(size_t loop) { loops_[loop].recursive = true; }
  void set_reads(size_t loop) { loops_[loop].reads = true; }
  void set_algorithm(size_t loop, std::string name) { loops_[loop].algorithm = std::move(name); } // as the text has it
  std::span<const SourceLoop> all() const { return loops_; }

  uint32_t loop_of_row(uint32_t row) const { return row < of_row_.size() ? of_row_[row] : kNoSourceLoop; }
  bool is_inside(uint32_t loop, uint32_t outer) const; // at any depth; not of itself
  // The name of the variable of a dependence: as the sink names it, else as the source does.
  std::string_view variable(const LoopDependence& row) const;
  // Keys of variables are numbered in the order of their texts.
  uint32_t key_of(uint32_t site) const { return key_of_site_[site]; }
  const std::string& key_text(uint32_t key) const { return keys_[key]; }
  // Rows of the profile with an end at a variable of this key; of those, the ones with an end whose place is unknown;
  // with an end at this site. They ascend.
  const std::vector<uint32_t>& rows_of(uint32_t key) const { return rows_by_key_[key]; }
  const std::vector<uint32_t>& placeless_rows_of(uint32_t key) const { return placeless_by_key_[key]; }
  const std::vector<uint32_t>& rows_at(uint32_t site) const { return rows_by_site_[site]; }
  // Sites whose place, or that of the call into which they were inlined, is on the lines of the loop's extent.
  std::vector<uint32_t> sites_on_lines(uint32_t loop) const;
  // Whether the text of the loop has an access of a variable of this name in memory. Loops that the compiler proved
  // independent have none.
  bool has_access(uint32_t loop, std::string_view base) const;
  // The loop whose statement begins at this place; the nearest on that line if column is 0 and there is one only.
  std::vector<uint32_t> at(std::string_view file, uint32_t line, uint32_t column) const;

private:
  void join_rows();
  void measure_whole(std::span<const AlgorithmCall> places);
  void join_dependences();
  void link();
  void index_rows();
  void index_sites();
  const Trace& trace_;
  std::vector<SourceLoop> loops_;
  std::vector<uint32_t> of_row_;
  std::vector<std::string> keys_;
  std::vector<uint32_t> key_of_site_;
  std::vector<std::vector<uint32_t>> rows_by_key_, placeless_by_key_, rows_by_site_;
  struct Access {
    SourceSpot at;
    std::string base;
    uint32_t site;
  };
  std::map<std::string_view, std::vector<Access>> accesses_; // by file, in order
  std::map<std::string_view, std::vector<Access>> inlined_;  // by the place of the call, whose column is not known
};

} // namespace unply
