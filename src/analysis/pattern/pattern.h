// The kind of a shape, its parameters, and those of its parts.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace unply {

enum class PatternKind : uint8_t {
  none,      // there are no tasks
  irregular, // none of the catalogue
  single_task,
  map,
  chain,
  independent_chains,
  recurrence,
  serial,
  broadcast,
  gather,
  fork_join,
  all_to_all,
  barrier_phases,
  tree,
  out_tree,
  out_forest,
  reduction_tree,
  in_tree,
  in_forest,
  reduction_chain,
  scan_chain,
  scan_hillis_steele,
  scan_blelloch,
  scan_brent_kung,
  divide_and_conquer,
  nested_fork_join,
  stencil,
  in_place_stencil,
  red_black_stencil,
  wavefront,
  triangular_wavefront,
  interval_programming,
  butterfly,
  bitonic_sort,
  pipeline,
  triangular_solve,
  row_elimination,
  tiled_cholesky,
  tiled_lu,
  tiled_qr,
  floyd_warshall,
  copies,             // components of one kind
  independent_groups, // components of several kinds
};
inline constexpr size_t kPatternKindCount = static_cast<size_t>(PatternKind::independent_groups) + 1;

const char* name_of(PatternKind kind);    // as reports print it
const char* advice_for(PatternKind kind); // how it is usually run in parallel; empty: nothing to say

struct PatternPart;

struct Pattern {
  PatternKind kind = PatternKind::none;
  std::string name{}; // of the kind, and of its form where there are several: "stencil 2-D with copy"
  std::vector<std::pair<std::string, uint64_t>> parameters{};
  std::string description{}; // "wavefront: 2000 x 2000, 3999 levels, widest 2000"
  std::string evidence{};    // the check that was made
  std::string advice{};      // how it is usually run in parallel
  std::vector<PatternPart> parts;
  bool operator==(const Pattern&) const = default;
};

// The parts of a graph without a name: either the weakly connected components of one shape, or the tasks of one region
// with the dependences among themselves.
struct PatternPart {
  std::string region; // empty: components
  uint64_t count = 1; // of components that are alike, verified one-to-one
  Pattern pattern;
  bool operator==(const PatternPart&) const = default;
};

} // namespace unply
