// Tries the whole graph, its components, then its task regions, and stops at the first with a name.
#include "analysis/pattern/find_pattern.h"
#include "analysis/pattern/pattern_catalogue.h"
#include "analysis/pattern/pattern_groups.h"
#include "analysis/pattern/pattern_match.h"
#include "base/none.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace unply {

namespace {
constexpr size_t kMostKinds = 8; // of components and of regions: more are no description
constexpr size_t kKindsInText = 3;

using Parameters = std::vector<std::pair<std::string, uint64_t>>;

bool is_irregular(const Pattern& pattern) { return pattern.kind == PatternKind::irregular; }

// Of these the closed form does not say how the tasks are spread over the levels.
bool has_uneven_levels(PatternKind kind) {
  using enum PatternKind;
  return kind == wavefront || kind == triangular_wavefront || kind == in_place_stencil || kind == tiled_cholesky ||
         kind == tiled_lu || kind == tiled_qr;
}

Pattern of_shape(PatternKind kind, std::string name, Parameters parameters, const std::string& size,
                 std::string evidence) {
  std::string description = fmt::format("{}: {}", name, size);
  return {.kind = kind,
          .name = std::move(name),
          .parameters = std::move(parameters),
          .description = std::move(description),
          .evidence = std::move(evidence),
          .advice = advice_for(kind),
          .parts = {}};
}

Pattern matched_pattern(const Shape& shape, const GraphCounts& counts) {
  std::string size = shape.size;
  if (has_uneven_levels(shape.kind)) size += fmt::format(", {} levels, widest {}", counts.levels(), counts.widest());
  return of_shape(shape.kind, shape.name(), shape.parameters, size,
                  fmt::format("all {} edges agree under a one-to-one map of the tasks", counts.edges));
}

// In program order first, so that of a wavefront of 3 x 4, which is one of 4 x 3 as well, the outer size comes first.
std::optional<Pattern> shape_pattern(const Dag& dag, const GraphCounts& counts) {
  PatternMatcher matcher(dag);
  std::vector<Shape> shapes = candidate_shapes(counts);
  std::vector<IdealGraph> ideals(shapes.size());
  for (size_t i = 0; i < shapes.size(); ++i) {
    ideals[i].reserve(shapes[i].tasks, shapes[i].edges);
    shapes[i].generate(ideals[i]);
    if (matcher.matches_in_order(ideals[i])) return matched_pattern(shapes[i], counts);
  }
  for (size_t i = 0; i < shapes.size(); ++i) {
    bool agrees = shapes[i].places ? agrees_on_every_edge(dag, ideals[i], shapes[i].places(dag)) : false;
    if (agrees || matcher.matches(ideals[i])) return matched_pattern(shapes[i], counts);
  }
  return std::nullopt;
}

// Stages of a pipeline are task regions with equally many tasks, each but the first behind exactly one other.
struct Stages {
  std::vector<uint32_t> order; // regions
  std::vector<bool> serial;    // by place in the order
};

std::optional<Stages> stages_of(const TaskGraph& graph, uint64_t items) {
  size_t regions = graph.region_names.size();
  std::vector<uint64_t> tasks(regions, 0);
  std::vector<uint32_t> before(regions, kNone), after(regions, kNone);
  std::vector<bool> serial(regions, false);
  for (uint32_t v = 0; v < graph.dag.vertices(); ++v) {
    uint32_t to = graph.region[v];
    ++tasks[to];
    for (uint32_t u : graph.dag.predecessors(v)) {
      uint32_t from = graph.region[u];
      if (from == to) {
        serial[to] = true;
        continue;
      }
      if ((before[to] != kNone && before[to] != from) || (after[from] != kNone && after[from] != to))
        return std::nullopt;
      before[to] = from, after[from] = to;
    }
  }
  if (std::ranges::any_of(tasks, [&](uint64_t count) { return count != items; })) return std::nullopt;
  Stages stages;
  auto start = std::ranges::find(before, kNone);
  if (start == before.end()) return std::nullopt;
  for (uint32_t r = static_cast<uint32_t>(start - before.begin()); r != kNone && stages.order.size() < regions;
       r = after[r]) {
    stages.order.push_back(r);
    stages.serial.push_back(serial[r]);
  }
  if (stages.order.size() != regions) return std::nullopt;
  return stages;
}

std::optional<Pattern> pipeline_pattern(const TaskGraph& graph, const GraphCounts& counts) {
  uint64_t regions = graph.region_names.size();
  if (regions < 2 || counts.tasks % regions != 0 || counts.edges >= 2 * counts.tasks) return std::nullopt;
  auto stages = stages_of(graph, counts.tasks / regions);
  if (!stages) return std::nullopt;
  size_t serial = static_cast<size_t>(std::ranges::count(stages->serial, true));
  // Without a serial stage items are independent chains; two stages of which one is serial are a reduction or a scan.
  if (serial == 0 || (regions == 2 && serial == 1)) return std::nullopt;
  Shape shape = pipeline_shape(stages->serial, counts.tasks / regions);
  if (shape.tasks != counts.tasks || shape.edges != counts.edges) return std::nullopt;
  std::vector<uint32_t> stage_of(regions), colours, ideal_colours;
  for (uint32_t s = 0; s < regions; ++s) stage_of[stages->order[s]] = s;
  for (uint32_t region : graph.region) colours.push_back(stage_of[region]);
  for (uint32_t v = 0; v < counts.tasks; ++v) ideal_colours.push_back(v % static_cast<uint32_t>(regions));
  IdealGraph ideal;
  shape.generate(ideal);
  if (!PatternMatcher(graph.dag, colours).matches(ideal, ideal_colours)) return std::nullopt;
  Pattern pattern = matched_pattern(shape, counts);
  pattern.evidence += "; each stage is one task region";
  return pattern;
}

Pattern connected_pattern(const Dag& dag);

// WeakComponents that are chains, of one length or of several.
std::optional<Pattern> chains_pattern(const Dag& dag, const WeakComponents& components, const GraphCounts& counts) {
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    if (dag.predecessors(v).size() > 1 || dag.successors(v).size() > 1) return std::nullopt;
  uint64_t shortest = counts.tasks;
  for (uint32_t c = 0; c < components.count(); ++c)
    shortest = std::min<uint64_t>(shortest, components.vertices_of(c).size());
  std::string evidence = fmt::format(
      "checked on all {} edges: every task has at most one predecessor and at most one successor", counts.edges);
  std::string lengths =
      shortest == counts.levels() ? std::to_string(shortest) : fmt::format("{} to {}", shortest, counts.levels());
  Parameters parameters = {{"chains", components.count()}, {"length", counts.levels()}};
  if (shortest != counts.levels())
    parameters = {{"chains", components.count()}, {"shortest", shortest}, {"longest", counts.levels()}};
  return pattern_of(PatternKind::independent_chains, parameters,
                    fmt::format("{} chains of {} tasks", components.count(), lengths), evidence);
}

std::optional<Pattern> forest_pattern(const Dag& dag, const WeakComponents& components, const GraphCounts& counts) {
  bool out = true, in = true;
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    out &= dag.predecessors(v).size() <= 1;
    in &= dag.successors(v).size() <= 1;
  }
  if (!out && !in) return std::nullopt;
  return pattern_of(out ? PatternKind::out_forest : PatternKind::in_forest,
                    {{"trees", components.count()}, {"depth", counts.levels() - 1}},
                    fmt::format("{} trees, depth at most {}", components.count(), counts.levels() - 1),
                    fmt::format("checked on all {} edges: every task has at most one {}", counts.edges,
                                out ? "predecessor" : "successor"));
}

std::string parts_text(const std::vector<PatternPart>& parts) {
  std::string text;
  for (size_t i = 0; i < parts.size() && i < kKindsInText; ++i)
    text += fmt::format("{}{} x {}", i == 0 ? "" : "; ", parts[i].count, parts[i].pattern.description);
  if (parts.size() > kKindsInText) text += fmt::format("; and {} more kinds", parts.size() - kKindsInText);
  return text;
}

// Copies of one graph, or groups of several kinds. Irregular if the graph of a kind is, with the kinds as parts.
Pattern groups_pattern(std::vector<PatternPart> parts, const GraphCounts& counts) {
  Pattern pattern;
  bool irregular = std::ranges::any_of(parts, [](const auto& part) { return is_irregular(part.pattern); });
  uint64_t groups = 0, kinds = parts.size();
  for (const PatternPart& part : parts) groups += part.count;
  pattern.parameters = {{"groups", groups}, {"kinds", kinds}};
  pattern.description = parts_text(parts);
  pattern.evidence =
      fmt::format("{} groups without an edge between them, of {}, those of a kind mapped one-to-one; {}", groups,
                  kinds == 1 ? "one kind" : fmt::format("{} kinds", kinds), parts[0].pattern.evidence);
  if (irregular) {
    pattern.kind = PatternKind::irregular;
    pattern.description =
        fmt::format("irregular: {} tasks in {} independent groups: {}", counts.tasks, groups, pattern.description);
  } else {
    pattern.kind = kinds == 1 ? PatternKind::copies : PatternKind::independent_groups;
    if (kinds > 1) pattern.description = "independent groups: " + pattern.description;
    pattern.advice = "the groups in parallel";
    if (const std::string& inner = parts[0].pattern.advice; !inner.empty())
      pattern.advice += fmt::format("; in {}: {}", kinds == 1 ? "each" : "the largest", inner);
  }
  pattern.name = name_of(pattern.kind);
  pattern.parts = std::move(parts);
  return pattern;
}

// Without the tasks that are connected to nothing: a shape may be in several pieces, such as a stencil that does not
// read its centre.
std::optional<Pattern> pattern_beside_single_tasks(const Dag& dag, const GraphCounts& counts) {
  std::vector<uint32_t> connected;
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    if (!dag.predecessors(v).empty() || !dag.successors(v).empty()) connected.push_back(v);
  if (connected.empty() || connected.size() == dag.vertices()) return std::nullopt;
  Pattern pattern = connected_pattern(induced(dag, connected));
  if (is_irregular(pattern)) return std::nullopt;
  uint64_t single = dag.vertices() - connected.size();
  Pattern alone = connected_pattern(induced(dag, std::array<uint32_t, 1>{0}));
  return groups_pattern({{.region = "", .count = 1, .pattern = std::move(pattern)},
                         {.region = "", .count = single, .pattern = std::move(alone)}},
                        counts);
}

Pattern irregular_pattern(const GraphCounts& counts) {
  return {.kind = PatternKind::irregular,
          .name = name_of(PatternKind::irregular),
          .parameters = {{"tasks", counts.tasks},
                         {"edges", counts.edges},
                         {"levels", counts.levels()},
                         {"widest", counts.widest()}},
          .description = fmt::format("irregular: {} tasks in {} levels, widest {}, {:.2f} dependences a task",
                                     counts.tasks, counts.levels(), counts.widest(),
                                     static_cast<double>(counts.edges) / static_cast<double>(counts.tasks)),
          .evidence = "no shape of the catalogue agrees with all edges",
          .advice = "each task when those before it are done: tasks with dependences",
          .parts = {}};
}

// A graph that hangs together, without looking at task regions.
Pattern connected_pattern(const Dag& dag) {
  GraphCounts counts(dag);
  if (auto simple = simple_pattern(dag, counts)) return *simple;
  if (auto shape = shape_pattern(dag, counts)) return *shape;
  if (auto general = general_pattern(dag, counts)) return *general;
  return irregular_pattern(counts);
}

Pattern dag_pattern(const Dag& dag) {
  Pattern whole = connected_pattern(dag);
  if (!is_irregular(whole)) return whole;
  WeakComponents components = weak_components(dag);
  if (components.count() == 1) return whole;
  GraphCounts counts(dag);
  if (auto chains = chains_pattern(dag, components, counts)) return *chains;
  if (auto beside = pattern_beside_single_tasks(dag, counts)) return *beside;
  std::vector<PatternPart> parts;
  for (const ComponentKind& kind : component_kinds(dag, components, kMostKinds))
    parts.push_back({.region = "", .count = kind.count, .pattern = connected_pattern(kind.graph)});
  if (!parts.empty()) return groups_pattern(std::move(parts), counts);
  if (auto forest = forest_pattern(dag, components, counts)) return *forest;
  return whole;
}

bool say_something(const std::vector<PatternPart>& parts) {
  return std::ranges::any_of(parts, [](const PatternPart& part) {
    PatternKind kind = part.pattern.kind;
    return kind != PatternKind::irregular && kind != PatternKind::map && kind != PatternKind::single_task;
  });
}

// Of the tasks of each region alone.
std::vector<PatternPart> region_parts(const TaskGraph& graph) {
  size_t regions = graph.region_names.size();
  if (regions < 2 || regions > kMostKinds) return {};
  std::vector<std::vector<uint32_t>> members(regions);
  for (uint32_t v = 0; v < graph.dag.vertices(); ++v) members[graph.region[v]].push_back(v);
  std::vector<PatternPart> parts;
  for (size_t r = 0; r < regions; ++r)
    parts.push_back(
        {.region = graph.region_names[r], .count = 1, .pattern = dag_pattern(induced(graph.dag, members[r]))});
  return parts;
}
} // namespace

Pattern pattern_of(PatternKind kind, Parameters parameters, const std::string& size, std::string evidence) {
  return of_shape(kind, name_of(kind), std::move(parameters), size, std::move(evidence));
}

Pattern find_pattern(const TaskGraph& graph) {
  GraphCounts counts(graph.dag);
  if (!simple_pattern(graph.dag, counts))
    if (auto pipeline = pipeline_pattern(graph, counts)) return *pipeline;
  Pattern pattern = dag_pattern(graph.dag);
  if (!is_irregular(pattern) || say_something(pattern.parts)) return pattern;
  std::vector<PatternPart> parts = region_parts(graph);
  if (!say_something(parts)) return pattern;
  Pattern irregular = irregular_pattern(counts);
  irregular.parts = std::move(parts);
  return irregular;
}

} // namespace unply
