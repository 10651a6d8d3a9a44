// The name of each kind of pattern, and how it is usually run in parallel.
#include "analysis/pattern/pattern.h"
#include <algorithm>
#include <iterator>

namespace unply {

namespace {
struct KindOfPattern {
  PatternKind kind;
  const char *name, *advice;
};

constexpr KindOfPattern kPatternKinds[] = {
    {.kind = PatternKind::none, .name = "", .advice = ""},
    {.kind = PatternKind::irregular, .name = "irregular", .advice = ""},
    {.kind = PatternKind::single_task, .name = "single task", .advice = ""},
    {.kind = PatternKind::map, .name = "map", .advice = "a parallel loop"},
    {.kind = PatternKind::chain,
     .name = "chain",
     .advice = "one after the other; a sum becomes a reduction, a linear recurrence a scan"},
    {.kind = PatternKind::independent_chains,
     .name = "independent chains",
     .advice = "a parallel loop over the chains, each run by one thread"},
    {.kind = PatternKind::recurrence,
     .name = "recurrence",
     .advice = "one after the other; a linear recurrence becomes a scan"},
    {.kind = PatternKind::serial,
     .name = "serial",
     .advice = "one after the other; look for parallelism inside the tasks or around them"},
    {.kind = PatternKind::broadcast, .name = "broadcast", .advice = "the first task, then a parallel loop"},
    {.kind = PatternKind::gather,
     .name = "gather",
     .advice = "a parallel loop, then the last task; a reduction if the order of its inputs does not matter"},
    {.kind = PatternKind::fork_join, .name = "fork-join", .advice = "a parallel loop for each phase"},
    {.kind = PatternKind::all_to_all,
     .name = "all-to-all",
     .advice = "a parallel loop for each level, a barrier between"},
    {.kind = PatternKind::barrier_phases,
     .name = "barrier phases",
     .advice = "a parallel loop for each level, a barrier between"},
    {.kind = PatternKind::tree, .name = "tree", .advice = "a task for each branch, spawned by its parent"},
    {.kind = PatternKind::out_tree,
     .name = "out-tree",
     .advice = "a task for each branch, spawned by its parent; work stealing balances them"},
    {.kind = PatternKind::out_forest,
     .name = "out-forest",
     .advice = "a task for each tree and for each branch; work stealing balances them"},
    {.kind = PatternKind::reduction_tree,
     .name = "reduction tree",
     .advice = "level by level, a parallel loop in each; or a parallel reduction"},
    {.kind = PatternKind::in_tree,
     .name = "in-tree",
     .advice = "each task when its inputs are done: tasks with dependences, or spawn and wait in recursive code"},
    {.kind = PatternKind::in_forest,
     .name = "in-forest",
     .advice = "each task when its inputs are done: tasks with dependences"},
    {.kind = PatternKind::reduction_chain,
     .name = "reduction chain",
     .advice = "a parallel loop with a reduction, if the order of the operation may change"},
    {.kind = PatternKind::scan_chain,
     .name = "scan, chain",
     .advice =
         "a parallel scan in log2 n steps if the operation is associative; else a parallel loop behind the chain"},
    {.kind = PatternKind::scan_hillis_steele,
     .name = "scan, Hillis-Steele",
     .advice = "a parallel loop for each step, a barrier between"},
    {.kind = PatternKind::scan_blelloch,
     .name = "scan, Blelloch",
     .advice = "a parallel loop for each step, a barrier between"},
    {.kind = PatternKind::scan_brent_kung,
     .name = "scan, Brent-Kung",
     .advice = "a parallel loop for each step, a barrier between"},
    {.kind = PatternKind::divide_and_conquer,
     .name = "divide and conquer",
     .advice = "spawn the branches as tasks, wait for them before the join; serial below a cut-off"},
    {.kind = PatternKind::nested_fork_join,
     .name = "nested fork-join",
     .advice = "spawn the branches as tasks and wait for them where they join"},
    {.kind = PatternKind::stencil,
     .name = "stencil",
     .advice = "a parallel loop over the points in each step; blocks of points with halos across processes; time "
               "tiling for cache"},
    {.kind = PatternKind::in_place_stencil,
     .name = "in-place stencil",
     .advice = "a wavefront skewed in time, or red-black order if the method allows it"},
    {.kind = PatternKind::red_black_stencil,
     .name = "red-black stencil",
     .advice = "a parallel loop over each colour, a barrier between"},
    {.kind = PatternKind::wavefront,
     .name = "wavefront",
     .advice = "antidiagonal by antidiagonal, in blocks; or a pipeline of rows"},
    {.kind = PatternKind::triangular_wavefront,
     .name = "triangular wavefront",
     .advice = "diagonal by diagonal, in blocks"},
    {.kind = PatternKind::interval_programming,
     .name = "interval dynamic programming",
     .advice = "a parallel loop over the intervals of each length, in blocks"},
    {.kind = PatternKind::butterfly,
     .name = "butterfly",
     .advice = "a parallel loop in each level; across processes local levels first, then one transposition"},
    {.kind = PatternKind::bitonic_sort,
     .name = "bitonic sorting network",
     .advice = "a parallel loop in each level, a barrier between"},
    {.kind = PatternKind::pipeline,
     .name = "pipeline",
     .advice = "a thread or more for each stage with queues between; parallel stages take several"},
    {.kind = PatternKind::triangular_solve,
     .name = "triangular solve",
     .advice = "a parallel loop over each column's updates, in blocks; or tasks with dependences"},
    {.kind = PatternKind::row_elimination,
     .name = "row elimination",
     .advice = "a parallel loop over the rows below each pivot, in blocks"},
    {.kind = PatternKind::tiled_cholesky,
     .name = "tiled Cholesky",
     .advice = "tasks with dependences on tiles (OpenMP depend, a task runtime), panels with priority"},
    {.kind = PatternKind::tiled_lu,
     .name = "tiled LU",
     .advice = "tasks with dependences on tiles (OpenMP depend, a task runtime), panels with priority"},
    {.kind = PatternKind::tiled_qr,
     .name = "tiled QR",
     .advice = "tasks with dependences on tiles (OpenMP depend, a task runtime), panels with priority"},
    {.kind = PatternKind::floyd_warshall,
     .name = "Floyd-Warshall",
     .advice = "a parallel loop over each step, or in tiles: pivot tile, its row and column, the rest"},
    {.kind = PatternKind::copies, .name = "copies", .advice = ""},
    {.kind = PatternKind::independent_groups, .name = "independent groups", .advice = ""},
};

constexpr bool stand_in_order() {
  for (size_t i = 0; i < std::size(kPatternKinds); ++i)
    if (kPatternKinds[i].kind != static_cast<PatternKind>(i)) return false;
  return true;
}
static_assert(stand_in_order() && std::size(kPatternKinds) == kPatternKindCount);
} // namespace

const char* name_of(PatternKind kind) { return kPatternKinds[static_cast<size_t>(kind)].name; }
const char* advice_for(PatternKind kind) { return kPatternKinds[static_cast<size_t>(kind)].advice; }

} // namespace unply
