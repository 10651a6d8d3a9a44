// How each shape is usually run in parallel.
#include "analysis/pattern/pattern_catalogue.h"

namespace unply {

namespace {
struct Advice {
  std::string_view name, words; // for all names that start so; the first line that fits counts
};

constexpr Advice kAdvice[] = {
    {"map", "a parallel loop"},
    {"chain", "one after the other; a sum becomes a reduction, a linear recurrence a scan"},
    {"independent chains", "a parallel loop over the chains, each run by one thread"},
    {"recurrence", "one after the other; a linear recurrence becomes a scan"},
    {"serial", "one after the other; look for parallelism inside the tasks or around them"},
    {"broadcast", "the first task, then a parallel loop"},
    {"gather", "a parallel loop, then the last task; a reduction if the order of its inputs does not matter"},
    {"fork-join", "a parallel loop for each phase"},
    {"all-to-all", "a parallel loop for each level, a barrier between"},
    {"barrier phases", "a parallel loop for each level, a barrier between"},
    {"tree", "a task for each branch, spawned by its parent"},
    {"out-tree", "a task for each branch, spawned by its parent; work stealing balances them"},
    {"out-forest", "a task for each tree and for each branch; work stealing balances them"},
    {"reduction tree", "level by level, a parallel loop in each; or a parallel reduction"},
    {"in-tree", "each task when its inputs are done: tasks with dependences, or spawn and wait in recursive code"},
    {"in-forest", "each task when its inputs are done: tasks with dependences"},
    {"reduction chain", "a parallel loop with a reduction, if the order of the operation may change"},
    {"scan, chain",
     "a parallel scan in log2 n steps if the operation is associative; else a parallel loop behind the chain"},
    {"scan,", "a parallel loop for each step, a barrier between"},
    {"divide and conquer", "spawn the branches as tasks, wait for them before the join; serial below a cut-off"},
    {"nested fork-join", "spawn the branches as tasks and wait for them where they join"},
    {"stencil",
     "a parallel loop over the points in each step; blocks of points with halos across processes; time tiling "
     "for cache"},
    {"in-place stencil", "a wavefront skewed in time, or red-black order if the method allows it"},
    {"red-black stencil", "a parallel loop over each colour, a barrier between"},
    {"wavefront", "antidiagonal by antidiagonal, in blocks; or a pipeline of rows"},
    {"triangular wavefront", "diagonal by diagonal, in blocks"},
    {"interval dynamic programming", "a parallel loop over the intervals of each length, in blocks"},
    {"butterfly", "a parallel loop in each level; across processes local levels first, then one transposition"},
    {"bitonic sorting network", "a parallel loop in each level, a barrier between"},
    {"pipeline", "a thread or more for each stage with queues between; parallel stages take several"},
    {"triangular solve", "a parallel loop over each column's updates, in blocks; or tasks with dependences"},
    {"row elimination", "a parallel loop over the rows below each pivot, in blocks"},
    {"tiled", "tasks with dependences on tiles (OpenMP depend, a task runtime), panels with priority"},
    {"Floyd-Warshall", "a parallel loop over each step, or in tiles: pivot tile, its row and column, the rest"},
};
} // namespace

std::string pattern_advice(const std::string& name) {
  for (const Advice& advice : kAdvice)
    if (name == advice.name || (name.starts_with(advice.name) && name.size() > advice.name.size() &&
                                (name[advice.name.size()] == ' ' || advice.name.ends_with(','))))
      return std::string(advice.words);
  return "";
}

} // namespace unply
