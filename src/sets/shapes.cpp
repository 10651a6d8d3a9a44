// The pattern of an exact map between processes.
#include "sets/events.h"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

namespace unply::sets {

namespace {

// The one value of each dimension, where that is the same constant for all parameters.
std::optional<std::vector<int64_t>> fixed_point(const isl::set& set) {
  std::vector<int64_t> point;
  const isl::set values = set.project_out_all_params();
  for (unsigned i = 0; i < unsigned(isl_set_dim(values.get(), isl_dim_set)); ++i) {
    const isl::val low = values.dim_min_val(int(i)), high = values.dim_max_val(int(i));
    if (!low.is_int() || !low.eq(high)) return {};
    point.push_back(low.num_si());
  }
  return point;
}

bool is_one_process(const isl::set& set) { return set.lexmin().is_equal(set.lexmax()); }

std::string signed_text(const std::vector<int64_t>& vector) {
  if (vector.size() == 1) return fmt::format("{:+}", vector[0]);
  std::string text;
  for (const int64_t one : vector) text += fmt::format("{}{:+}", text.empty() ? "" : ", ", one);
  return "(" + text + ")";
}

std::optional<Shape> circular(Walk& walk, const isl::map& processes) {
  for (int64_t step = 1; step <= 8; ++step)
    for (const int64_t by : {step, -step}) {
      const int64_t wrap = by > 0 ? -1 : 1;
      const isl::map ring(walk.ctx,
                          fmt::format("[P] -> {{ [p] -> [p + ({0})] ; [p] -> [p + ({0}) + {1} * P] }}", by, wrap));
      if (processes.is_subset(ring))
        return Shape{
            .pattern = Pattern::circular_shift, .vector = {by}, .text = fmt::format("circular shift by {:+}", by)};
    }
  return {};
}

// Each process has one parent and up to k children, as in a heap.
std::optional<Shape> tree(Walk& walk, const isl::map& processes) {
  for (int children = 2; children <= 8; ++children) {
    const isl::map down(walk.ctx, fmt::format("{{ [p] -> [q] : {0} * p + 1 <= q <= {0} * p + {0} }}", children));
    for (const bool is_down : {true, false})
      if (processes.is_subset(is_down ? down : down.reverse()))
        return Shape{.pattern = Pattern::tree,
                     .text = fmt::format("tree of up to {} children, {}", children,
                                         is_down ? "from parents to children" : "from children to parents")};
  }
  return {};
}

// One step along one side of the grid, from its end back to its beginning.
std::optional<Shape> circular_in_grid(Walk& walk, const isl::map& processes) {
  const Names& names = walk.grid.coordinates();
  for (size_t side = 0; side < names.size(); ++side)
    for (const int64_t by : {1, -1}) {
      const std::string& extent = walk.grid.extents()[side];
      Names steps = names, wraps = names;
      steps[side] += fmt::format(" + ({})", by), wraps[side] += fmt::format(" + ({}) + {} * {}", by, -by, extent);
      const auto list = [](const Names& all) { return fmt::format("{}", fmt::join(all, ", ")); };
      const isl::map ring(walk.ctx, fmt::format("[{0}] -> {{ [{1}] -> [{2}] ; [{1}] -> [{3}] }}", extent, list(names),
                                                list(steps), list(wraps)));
      std::vector<int64_t> vector(names.size());
      vector[side] = by;
      if (processes.is_subset(ring))
        return Shape{.pattern = Pattern::circular_shift,
                     .vector = vector,
                     .text = fmt::format("circular shift by {}", signed_text(vector))};
    }
  return {};
}

} // namespace

Shape shape_of(Walk& walk, const isl::map& processes, const End& send, const End& receive, bool same_data) {
  const bool same_space = send.process.size() == receive.process.size();
  if (same_space) {
    const isl::set deltas = processes.deltas();
    if (const auto vector = fixed_point(deltas)) {
      const std::string text = "shift by " + signed_text(*vector);
      return {.pattern = Pattern::shift, .vector = *vector, .text = text};
    }
  }
  const isl::set from = processes.domain(), to = processes.range();
  if (is_one_process(from) && is_one_process(to)) return {.pattern = Pattern::pairs, .text = "from one process to one"};
  if (is_one_process(from)) {
    const Pattern pattern = same_data ? Pattern::broadcast : Pattern::scatter;
    return {.pattern = pattern, .text = fmt::format("{} from one process", name_of(pattern))};
  }
  if (is_one_process(to)) return {.pattern = Pattern::gather, .text = "gather to one process"};
  if (same_space && send.process.size() > 1)
    if (auto ring = circular_in_grid(walk, processes)) return *ring;
  if (same_space && send.process.size() == 1) {
    if (auto ring = circular(walk, processes)) return *ring;
    if (auto found = tree(walk, processes)) return *found;
    const isl::map others(walk.ctx, "[P] -> { [p] -> [q] : 0 <= p < P and 0 <= q < P and p != q }");
    const isl::map all(walk.ctx, "[P] -> { [p] -> [q] : 0 <= p < P and 0 <= q < P }");
    const isl::set sends = isl::manage(isl_map_params(processes.copy())); // where there are messages at all
    if (others.intersect_params(sends).is_subset(processes) && processes.is_subset(all))
      return {.pattern = Pattern::all_to_all, .text = "all-to-all"};
  }
  return {.pattern = Pattern::pairs, .text = "pairs"};
}

} // namespace unply::sets
