// Both bounds: an independent set from the levels or from the cut of the flow, a cover from the flow; then the checks.
#include "analysis/independence/antichain.h"
#include "analysis/independence/chain_cover.h"
#include "analysis/independence/independence.h"
#include <algorithm>

namespace unply {

namespace {
// A set that can run together when all its predecessors are done: the vertices up to a level whose successors are all
// beyond it. They are independent of each other, and all vertices of the level are among them.
struct Slice {
  uint32_t level = 0, size = 0;
};

struct Levels {
  std::vector<uint32_t> level; // by vertex
  std::vector<uint32_t> until; // the level before that of the nearest vertex that must wait
  uint32_t count = 0;
  bool in_slice(uint32_t v, uint32_t at) const { return level[v] <= at && at <= until[v]; }
};
} // namespace

static Levels earliest(const Dag& dag) {
  Levels levels{levels_of(dag), {}, 0};
  for (uint32_t level : levels.level) levels.count = std::max(levels.count, level + 1);
  levels.until.assign(dag.vertices(), levels.count - 1);
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t w : dag.successors(v)) levels.until[v] = std::min(levels.until[v], levels.level[w] - 1);
  return levels;
}

// The same from the sinks: level 0 has no successors.
static Levels latest(const Dag& dag) {
  Levels levels{std::vector<uint32_t>(dag.vertices(), 0), {}, 0};
  for (uint32_t v = dag.vertices(); v-- > 0;) {
    for (uint32_t w : dag.successors(v)) levels.level[v] = std::max(levels.level[v], levels.level[w] + 1);
    levels.count = std::max(levels.count, levels.level[v] + 1);
  }
  levels.until.assign(dag.vertices(), levels.count - 1);
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t u : dag.predecessors(v)) levels.until[v] = std::min(levels.until[v], levels.level[u] - 1);
  return levels;
}

static Slice widest_slice(const Levels& levels) {
  std::vector<uint32_t> opens(levels.count + 1, 0), closes(levels.count + 1, 0);
  for (size_t v = 0; v < levels.level.size(); ++v) ++opens[levels.level[v]], ++closes[levels.until[v] + 1];
  Slice best;
  uint32_t size = 0;
  for (uint32_t level = 0; level < levels.count; ++level) {
    size += opens[level] - closes[level];
    if (size > best.size) best = {level, size};
  }
  return best;
}

static uint32_t widest_level(const Levels& levels) {
  std::vector<uint32_t> width(levels.count, 0);
  for (uint32_t level : levels.level) ++width[level];
  return width.empty() ? 0 : std::ranges::max(width);
}

static std::vector<uint32_t> members(const Levels& levels, const Slice& slice) {
  std::vector<uint32_t> vertices;
  for (uint32_t v = 0; v < levels.level.size(); ++v)
    if (levels.in_slice(v, slice.level)) vertices.push_back(v);
  return vertices;
}

Result<AntichainResult> find_maximum_antichain(const Dag& dag, const AntichainOptions& options) {
  AntichainResult result;
  Levels early = earliest(dag), late = latest(dag);
  result.widest_level = widest_level(early);
  Slice early_slice = widest_slice(early), late_slice = widest_slice(late);
  result.antichain = late_slice.size > early_slice.size ? members(late, late_slice) : members(early, early_slice);
  auto found = [&] { return static_cast<uint32_t>(result.antichain.size()); };

  ChainCover cover(dag, options);
  cover.start(early.level);
  cover.improve(found());
  if (cover.chains() > found()) {
    std::vector<uint32_t> cut = cover.cut();
    if (cut.size() > found()) result.antichain = std::move(cut);
    if (cover.chains() > found()) result.antichain = complete_to_maximal(dag, result.antichain);
  }
  result.cover = cover.links();
  result.arcs = cover.arcs();

  TRY(check_independent_set(dag, result.antichain));
  auto chains = checked_chains(dag, result.cover, cover.chains(), found());
  if (!chains) return error_of(chains);
  result.lower = found();
  result.upper = static_cast<uint32_t>(*chains);
  return result;
}

} // namespace unply
