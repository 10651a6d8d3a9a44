// Each shape of the catalogue gets its name and parameters in any order of its tasks, and loses them by one edge.
#include "analysis/pattern/find_pattern.h"
#include "analysis/pattern/pattern_match.h"
#include "analysis/testing/pattern_samples.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <set>

using namespace unply;
using namespace unply::samples;

static void add_stencils(std::vector<Shape>& shapes) {
  const Neighbours cross = Neighbours::cross, box = Neighbours::box;
  const Boundary open = Boundary::open, periodic = Boundary::periodic;
  for (bool centre : {true, false})
    for (Boundary boundary : {open, periodic}) {
      shapes.push_back(stencil_shape({{7}, 5, 1, cross, boundary, centre}));
      shapes.push_back(stencil_shape({{20}, 9, 2, cross, boundary, centre}));
      shapes.push_back(stencil_shape({{4, 6}, 3, 1, cross, boundary, centre}));
      shapes.push_back(stencil_shape({{9, 5}, 4, 1, box, boundary, centre}));
      // Even sizes: without the centre a torus of 4 x 5 x 6 gives the same graph as one of 3 x 4 x 10.
      shapes.push_back(stencil_shape({{4, 4, 6}, 3, 1, cross, boundary, centre}));
      shapes.push_back(stencil_with_copy_shape({{8}, 4, 1, cross, boundary, centre}));
      shapes.push_back(stencil_with_copy_shape({{4, 5}, 3, 1, cross, boundary, centre}));
    }
  shapes.push_back(stencil_shape({{40}, 30, 3, cross, open, true}));
  shapes.push_back(stencil_shape({{12, 7}, 3, 2, cross, open, true}));
  shapes.push_back(stencil_shape({{3, 4, 5}, 3, 1, box, open, true}));
  for (bool centre : {true, false}) {
    shapes.push_back(in_place_stencil_shape({{9}, 4, 1, cross, open, centre}));
    shapes.push_back(in_place_stencil_shape({{30}, 20, 2, cross, open, centre}));
    shapes.push_back(in_place_stencil_shape({{5, 6}, 4, 1, cross, open, centre}));
    shapes.push_back(in_place_stencil_shape({{6, 4}, 3, 1, box, open, centre}));
    shapes.push_back(red_black_stencil_shape({{4, 5}, 3, 1, cross, open, centre}));
  }
  shapes.push_back(red_black_stencil_shape({{12}, 5, 1, cross, open, true}));
}

static void add_scans_and_trees(std::vector<Shape>& shapes) {
  for (bool inputs : {false, true}) {
    for (ScanForm form : {ScanForm::blelloch, ScanForm::blelloch_clear, ScanForm::brent_kung})
      for (uint64_t points : {8, 32}) shapes.push_back(parallel_scan_shape(form, points, inputs));
    for (uint64_t points : {7, 8, 21}) {
      shapes.push_back(parallel_scan_shape(ScanForm::hillis_steele, points, inputs));
      shapes.push_back(parallel_scan_shape(ScanForm::hillis_steele_in_place, points, inputs));
    }
    shapes.push_back(scan_chain_shape(9, inputs));
    shapes.push_back(reduction_chain_shape(11, inputs));
    shapes.push_back(divide_and_conquer_shape(2, 4, inputs));
    shapes.push_back(divide_and_conquer_shape(4, 2, inputs));
  }
}

// Every family that an ideal graph is generated for; none of them so small that it has a simpler name.
static std::vector<Shape> sample_shapes() {
  std::vector<Shape> shapes;
  for (bool diagonal : {false, true}) {
    for (auto [a, b] : {std::pair(3, 3), std::pair(2, 9), std::pair(12, 7)})
      shapes.push_back(wavefront_shape({static_cast<uint64_t>(a), static_cast<uint64_t>(b)}, diagonal));
    shapes.push_back(wavefront_shape({2, 2, 2}, diagonal));
    shapes.push_back(wavefront_shape({4, 5, 3}, diagonal));
    for (bool from_diagonal : {false, true})
      for (uint64_t size : {4, 9}) shapes.push_back(triangular_wavefront_shape(size, from_diagonal, diagonal));
  }
  add_stencils(shapes);
  add_scans_and_trees(shapes);
  for (uint64_t size : {4, 11}) shapes.push_back(interval_shape(size));
  for (uint64_t k : {3, 4, 6}) shapes.push_back(butterfly_shape(k));
  for (uint64_t k : {3, 4}) shapes.push_back(bitonic_shape(k));
  for (uint64_t size : {3, 4, 8}) {
    shapes.push_back(cholesky_shape(size));
    shapes.push_back(lu_shape(size));
    shapes.push_back(qr_shape(size));
    shapes.push_back(floyd_warshall_shape(size));
    shapes.push_back(triangular_solve_shape(size + 1));
    shapes.push_back(elimination_shape(size + 2));
  }
  return shapes;
}

// "wavefront nx=3 ny=4 ...", sizes ascending: a wavefront of 3 x 4 is one of 4 x 3.
static std::string name_and_sizes(const std::string& name,
                                  const std::vector<std::pair<std::string, uint64_t>>& parameters) {
  std::multiset<std::string> rest;
  std::multiset<uint64_t> sizes;
  for (const auto& [key, value] : parameters)
    if (key == "nx" || key == "ny" || key == "nz")
      sizes.insert(value);
    else
      rest.insert(key + "=" + std::to_string(value));
  std::string text = name;
  for (const std::string& word : rest) text += " " + word;
  for (uint64_t size : sizes) text += " " + std::to_string(size);
  return text;
}

static std::string found(const EdgeList& list) {
  Pattern pattern = find_pattern(task_graph(list));
  return name_and_sizes(pattern.name, pattern.parameters);
}

static std::string wanted(const Shape& shape) { return name_and_sizes(shape.name(), shape.parameters); }

TEST_CASE("the counts of every shape are those of its graph") {
  for (const Shape& shape : sample_shapes()) {
    CAPTURE(wanted(shape));
    EdgeList list = edge_list(shape);
    CHECK(shape.tasks == list.tasks);
    CHECK(shape.edges == list.edges.size());
    auto levels = levels_of(task_graph(list).dag);
    if (shape.levels != 0) CHECK(shape.levels == *std::ranges::max_element(levels) + 1);
    CHECK_FALSE(std::string_view(advice_for(shape.kind)).empty());
  }
}

TEST_CASE("every shape gets its name and parameters, in program order and in random topological orders") {
  std::mt19937 random(3);
  for (const Shape& shape : sample_shapes()) {
    EdgeList list = edge_list(shape);
    CAPTURE(wanted(shape));
    CHECK(found(list) == wanted(shape));
    for (int order = 0; order < 3; ++order) CHECK(found(reordered(list, random)) == wanted(shape));
  }
}

TEST_CASE("a butterfly of 2^14 points is found in any order") {
  std::mt19937 random(4); // matching and search would not get through it
  EdgeList list = reordered(edge_list(butterfly_shape(14)), random);
  CHECK(found(list) == wanted(butterfly_shape(14)));
  list.edges.erase(list.edges.begin() + 1000);
  CHECK(found(list) != wanted(butterfly_shape(14)));
}

static EdgeList with_one_edge_changed(const EdgeList& list, uint32_t how, std::mt19937& random) {
  EdgeList changed = list;
  auto taken = [&](DagEdge edge) {
    return edge.from == edge.to || std::ranges::find(changed.edges, edge) != changed.edges.end();
  };
  auto free_edge = [&] {
    for (;;) {
      uint32_t a = random() % list.tasks, b = random() % list.tasks;
      if (DagEdge edge{std::min(a, b), std::max(a, b)}; !taken(edge)) return edge;
    }
  };
  if (how == 0)
    changed.edges.erase(changed.edges.begin() + random() % changed.edges.size());
  else if (how == 1)
    changed.edges.push_back(free_edge());
  else
    changed.edges[random() % changed.edges.size()] = free_edge();
  return changed;
}

TEST_CASE("one edge less, more or elsewhere never gets the name") {
  std::mt19937 random(5);
  size_t refused = 0, same_graph = 0;
  for (const Shape& shape : sample_shapes()) {
    EdgeList list = edge_list(shape);
    IdealGraph ideal;
    shape.generate(ideal);
    for (uint32_t trial = 0; trial < 9; ++trial) {
      EdgeList changed = reordered(with_one_edge_changed(list, trial % 3, random), random);
      CAPTURE(wanted(shape));
      CAPTURE(trial);
      if (found(changed) == wanted(shape)) {
        // Moving an edge can give the same graph again; then, and only then, the name is right.
        CHECK(trial % 3 == 2);
        CHECK(PatternMatcher(task_graph(changed).dag).matches(ideal));
        ++same_graph;
      } else {
        ++refused;
      }
    }
  }
  CHECK(refused > 700);
  CHECK(same_graph < 20);
}

TEST_CASE("the verification refuses maps that are not one-to-one or lose an edge") {
  IdealGraph ideal;
  wavefront_shape({3, 3}, false).generate(ideal);
  Dag dag = task_graph(edge_list(wavefront_shape({3, 3}, false))).dag;
  std::vector<uint32_t> image = {0, 1, 2, 3, 4, 5, 6, 7, 8}, transposed = {0, 3, 6, 1, 4, 7, 2, 5, 8};
  CHECK(agrees_on_every_edge(dag, ideal, image));
  CHECK(agrees_on_every_edge(dag, ideal, transposed));
  std::swap(image[1], image[2]);
  CHECK_FALSE(agrees_on_every_edge(dag, ideal, image));
  transposed[8] = 0;
  CHECK_FALSE(agrees_on_every_edge(dag, ideal, transposed));
  CHECK_FALSE(agrees_on_every_edge(dag, ideal, {}));
  IdealGraph map; // no edge tells two tasks apart that are mapped to one
  for (int i = 0; i < 3; ++i) map.add_task({});
  Dag apart = task_graph(EdgeList{3, {}}).dag;
  CHECK(agrees_on_every_edge(apart, map, std::vector<uint32_t>{2, 0, 1}));
  CHECK_FALSE(agrees_on_every_edge(apart, map, std::vector<uint32_t>{2, 0, 2}));
  CHECK_FALSE(agrees_on_every_edge(apart, map, std::vector<uint32_t>{2, 0, 3}));
  std::vector<uint32_t> colours(9, 0), other = colours;
  other[4] = 1;
  CHECK(PatternMatcher(dag, colours).matches(ideal, colours));
  CHECK(PatternMatcher(dag, other).matches(ideal, other));
  CHECK_FALSE(PatternMatcher(dag, colours).matches(ideal, other));
  EdgeList more = edge_list(wavefront_shape({3, 3}, false));
  more.edges.push_back({0, 8});
  CHECK_FALSE(agrees_on_every_edge(task_graph(more).dag, ideal, std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
}

static std::string description(const EdgeList& list) { return find_pattern(task_graph(list)).description; }

static EdgeList copies(const EdgeList& list, uint32_t count) {
  EdgeList result;
  for (uint32_t c = 0; c < count; ++c) {
    for (const DagEdge& e : list.edges) result.edges.push_back({e.from + result.tasks, e.to + result.tasks});
    result.tasks += list.tasks;
  }
  return result;
}

static EdgeList layers(const std::vector<uint32_t>& widths) {
  EdgeList list;
  for (size_t l = 0; l < widths.size(); ++l) {
    for (uint32_t i = 0; l > 0 && i < widths[l - 1]; ++i)
      for (uint32_t j = 0; j < widths[l]; ++j) list.edges.push_back({list.tasks - widths[l - 1] + i, list.tasks + j});
    list.tasks += widths[l];
  }
  return list;
}

TEST_CASE("names that follow from a property") {
  std::mt19937 random(7);
  CHECK(find_pattern(task_graph({0, {}})).name.empty());
  CHECK(description({1, {}}) == "single task: 1 task");
  CHECK(description({5, {}}) == "map: 5 independent tasks");
  CHECK(description(layers({1, 1, 1})) == "chain: 3 tasks, each waits for the one before");
  CHECK(description(reordered(copies(layers({1, 1, 1, 1}), 100), random)) ==
        "independent chains: 100 chains of 4 tasks");
  CHECK(description({6, {{0, 1}, {2, 3}, {3, 4}}}) == "independent chains: 3 chains of 1 to 3 tasks");
  CHECK(description({4, {{0, 1}, {1, 2}, {2, 3}, {0, 2}, {1, 3}}}) ==
        "recurrence: 4 tasks, each waits for the 2 before");
  CHECK(description({4, {{0, 1}, {1, 2}, {2, 3}, {0, 2}}}).starts_with("serial: "));
  CHECK(description(layers({1, 5})) == "broadcast: 1 task, then 5 that use its result");
  CHECK(description(layers({5, 1})) == "gather: 5 tasks, then 1 that uses all results");
  CHECK(description(reordered(layers({1, 5, 1, 5, 1}), random)) ==
        "fork-join: 2 parallel phases of 5 tasks, 3 serial between, before and after");
  CHECK(description(layers({3, 1, 4})) ==
        "fork-join: 2 parallel phases of 3 to 4 tasks, 1 serial between, before and after");
  CHECK(description(layers({3, 3, 3})) == "all-to-all: 3 levels of 3, each task waits for the whole level before");
  CHECK(description(layers({3, 2, 3})) ==
        "barrier phases: 3 levels, widest 3, each task waits for the whole level before");
  CHECK(description({7, {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}, {2, 6}}}) == "tree: 4 leaves, fan-out 2, depth 2");
  CHECK(description({6, {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}}}) == "out-tree: 3 leaves, fan-out at most 2, depth 2");
  CHECK(description({7, {{0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 6}, {5, 6}}}) ==
        "reduction tree: 4 leaves, fan-in 2, depth 2");
  CHECK(description({7, {{0, 1}, {1, 5}, {2, 4}, {3, 4}, {4, 5}, {5, 6}}}) ==
        "in-tree: 3 leaves, fan-in at most 2, depth 3");
  CHECK(description({7, {{0, 1}, {1, 2}, {0, 3}, {3, 4}, {3, 5}, {4, 6}, {5, 6}, {2, 6}, {0, 6}}})
            .starts_with("nested fork-join: "));
}

TEST_CASE("small sizes get the simplest name that is true of them") {
  CHECK(description(edge_list(wavefront_shape({1, 9}, false))).starts_with("chain: 9 "));
  CHECK(description(edge_list(wavefront_shape({9, 1}, true))).starts_with("chain: 9 "));
  CHECK(description(edge_list(wavefront_shape({2, 2}, false))).starts_with("fork-join: 1 parallel phase of 2 "));
  CHECK(description(edge_list(wavefront_shape({1, 3, 4}, false))).starts_with("wavefront: 3 x 4, 6 levels, widest 3"));
  CHECK(description(edge_list(butterfly_shape(1))) == "single task: 1 task");
  CHECK(description(edge_list(butterfly_shape(2))).starts_with("all-to-all: 2 levels of 2"));
  CHECK(description(edge_list(stencil_shape({{2}, 3, 1, Neighbours::cross, Boundary::open, true})))
            .starts_with("all-to-all"));
  CHECK(description(edge_list(stencil_shape({{5}, 1, 1, Neighbours::cross, Boundary::open, true})))
            .starts_with("map: 5"));
  CHECK(description(edge_list(in_place_stencil_shape({{2}, 3, 1, Neighbours::cross, Boundary::open, true})))
            .starts_with("recurrence: 6"));
  CHECK(description(edge_list(cholesky_shape(2))).starts_with("chain: 4"));
  CHECK(description(edge_list(lu_shape(2))).starts_with("fork-join"));
  CHECK(description(edge_list(divide_and_conquer_shape(3, 1, false))).starts_with("fork-join: 1 parallel phase of 3"));
}

TEST_CASE("components: copies of one shape, and groups of several") {
  std::mt19937 random(9);
  EdgeList butterflies = reordered(copies(edge_list(butterfly_shape(3)), 8), random);
  Pattern pattern = find_pattern(task_graph(butterflies));
  CHECK(pattern.name == "copies");
  CHECK(pattern.description == "8 x butterfly: 2^3, 3 levels of 4");
  REQUIRE(pattern.parts.size() == 1);
  CHECK(pattern.parts[0].count == 8);
  butterflies.edges.erase(butterflies.edges.begin() + 5);
  Pattern broken = find_pattern(task_graph(butterflies));
  CHECK(broken.name == "irregular");
  REQUIRE(broken.parts.size() == 2);
  CHECK(broken.parts[0].count == 7);
  CHECK(broken.parts[0].pattern.name == "butterfly");
  CHECK(broken.parts[1].pattern.name == "irregular");

  // In two pieces that differ, and three tasks connected to nothing.
  EdgeList jacobi = edge_list(stencil_shape({{5, 5}, 4, 1, Neighbours::cross, Boundary::open, false}));
  jacobi.tasks += 3;
  CHECK(description(jacobi) == "independent groups: 1 x stencil 2-D: 5 x 5 points x 4 steps, 4 points, without the "
                               "centre; 3 x single task: 1 task");
  // Equally many predecessors task by task, but not the same graph.
  CHECK(
      description({8, {{0, 2}, {0, 4}, {2, 6}, {1, 3}, {3, 5}, {5, 7}}}) ==
      "independent groups: 1 x out-tree: 2 leaves, fan-out at most 2, depth 2; 1 x chain: 4 tasks, each waits for the "
      "one before");
  // More kinds than a description holds: paths of different lengths with a leaf at their start.
  EdgeList forest;
  for (uint32_t length = 1; length <= 12; ++length) {
    forest.edges.push_back({forest.tasks, forest.tasks + length + 1});
    for (uint32_t i = 0; i < length; ++i) forest.edges.push_back({forest.tasks + i, forest.tasks + i + 1});
    forest.tasks += length + 2;
  }
  CHECK(description(forest) == "out-forest: 12 trees, depth at most 12");

  EdgeList alone = edge_list(wavefront_shape({4, 5}, false));
  alone.tasks += 3; // connected to nothing
  Pattern groups = find_pattern(task_graph(alone));
  CHECK(groups.name == "independent groups");
  CHECK(groups.description == "independent groups: 1 x wavefront: 4 x 5, 8 levels, widest 4; 3 x single task: 1 task");
}

// Item by item, regions numbered from the last stage.
static TaskGraph pipeline_graph(const std::vector<bool>& serial, uint64_t items) {
  TaskGraph graph = task_graph(edge_list(pipeline_shape(serial, items)));
  uint32_t stages = static_cast<uint32_t>(serial.size());
  for (uint32_t v = 0; v < graph.dag.vertices(); ++v) graph.region[v] = stages - 1 - v % stages;
  graph.region_names.clear();
  for (uint32_t s = 0; s < stages; ++s) graph.region_names.push_back("stage " + std::to_string(s));
  return graph;
}

TEST_CASE("pipelines: the stages are task regions") {
  CHECK(find_pattern(pipeline_graph({true, true, true}, 20)).description == "pipeline: 3 stages x 20 items");
  CHECK(find_pattern(pipeline_graph({true, false, true}, 20)).description ==
        "pipeline: 3 stages x 20 items (serial, parallel, serial)");
  CHECK(find_pattern(pipeline_graph({true, true}, 6)).name == "pipeline");
  CHECK(find_pattern(pipeline_graph({false, true}, 6)).name == "reduction chain");
  CHECK(find_pattern(pipeline_graph({true, false}, 6)).name == "scan, chain");
  CHECK(find_pattern(pipeline_graph({false, false, false}, 6)).name == "independent chains");
  TaskGraph one_region = pipeline_graph({true, true, true}, 20);
  one_region.region.assign(60, 0);
  one_region.region_names = {"a"};
  CHECK(find_pattern(one_region).name == "wavefront");
  TaskGraph mixed = pipeline_graph({true, true, true}, 20); // one task in the wrong stage
  std::swap(mixed.region[10], mixed.region[11]);
  CHECK(find_pattern(mixed).name == "wavefront");
}

TEST_CASE("of an irregular graph the tasks of each region alone are named") {
  // A wavefront, each cell also followed by a task of another region for some of them only.
  EdgeList list = edge_list(wavefront_shape({5, 6}, false));
  for (uint32_t cell : {0u, 3u, 17u}) list.edges.push_back({cell, list.tasks++});
  TaskGraph graph = task_graph(list);
  graph.region_names = {"cells", "outputs"};
  for (uint32_t v = 30; v < 33; ++v) graph.region[v] = 1;
  Pattern pattern = find_pattern(graph);
  CHECK(pattern.name == "irregular");
  REQUIRE(pattern.parts.size() == 2);
  CHECK(pattern.parts[0].region == "cells");
  CHECK(pattern.parts[0].pattern.description == "wavefront: 5 x 6, 10 levels, widest 5");
  CHECK(pattern.parts[1].pattern.name == "map");
}

static EdgeList any_dag(uint32_t tasks, uint32_t percent, std::mt19937& random) {
  EdgeList list{tasks, {}};
  for (uint32_t v = 0; v < tasks; ++v)
    for (uint32_t u = 0; u < v; ++u)
      if (random() % 100 < percent) list.edges.push_back({u, v});
  return list;
}

static bool is_isomorphic_by_definition(const EdgeList& a, const EdgeList& b) {
  if (a.tasks != b.tasks || a.edges.size() != b.edges.size()) return false;
  std::vector<uint32_t> image(a.tasks);
  for (uint32_t v = 0; v < a.tasks; ++v) image[v] = v;
  do {
    bool agrees = std::ranges::all_of(a.edges, [&](const DagEdge& e) {
      return std::ranges::find(b.edges, DagEdge{image[e.from], image[e.to]}) != b.edges.end();
    });
    if (agrees) return true;
  } while (std::ranges::next_permutation(image).found);
  return false;
}

TEST_CASE("the matcher says what all permutations say") {
  std::mt19937 random(12);
  size_t same = 0, different = 0;
  for (uint32_t trial = 0; trial < 3000; ++trial) {
    EdgeList a = any_dag(2 + trial % 5, 20 + trial % 60, random);
    bool complete = a.edges.size() * 2 == a.tasks * (a.tasks - 1); // no edge can move
    EdgeList b = a.edges.empty() || complete || trial % 2 == 0 ? a : with_one_edge_changed(a, 2, random);
    b = reordered(b, random);
    IdealGraph ideal;
    for (uint32_t v = 0; v < b.tasks; ++v) {
      std::vector<uint32_t> from;
      for (const DagEdge& e : b.edges)
        if (e.to == v) from.push_back(e.from);
      ideal.add_task(from);
    }
    CAPTURE(trial);
    bool expected = is_isomorphic_by_definition(a, b);
    CHECK(PatternMatcher(task_graph(a).dag).matches(ideal) == expected);
    ++(expected ? same : different);
  }
  CHECK(same > 1000);
  CHECK(different > 500);
}

// Edges replaced again and again by two in a row or by two beside each other, one of these with a task on it.
static EdgeList random_series_parallel(uint32_t steps, std::mt19937& random) {
  EdgeList list{2, {{0, 1}}};
  for (uint32_t step = 0; step < steps; ++step) {
    size_t at = random() % list.edges.size();
    DagEdge edge = list.edges[at];
    uint32_t task = list.tasks++;
    if (random() % 2 == 0) list.edges.erase(list.edges.begin() + static_cast<std::ptrdiff_t>(at));
    list.edges.push_back({edge.from, task});
    list.edges.push_back({task, edge.to});
  }
  // Numbered by the longest path from the first task, so that edges ascend.
  std::vector<uint32_t> depth(list.tasks, 0), order(list.tasks), place(list.tasks);
  for (uint32_t round = 0; round < list.tasks; ++round)
    for (const DagEdge& e : list.edges) depth[e.to] = std::max(depth[e.to], depth[e.from] + 1);
  for (uint32_t v = 0; v < list.tasks; ++v) order[v] = v;
  std::ranges::sort(order, {}, [&](uint32_t v) { return std::pair(depth[v], v); });
  for (uint32_t i = 0; i < list.tasks; ++i) place[order[i]] = i;
  for (DagEdge& e : list.edges) e = {place[e.from], place[e.to]};
  return list;
}

TEST_CASE("series-parallel graphs are nested fork-join, and a bridge is enough to be none") {
  std::mt19937 random(8);
  size_t nested = 0;
  for (uint32_t trial = 0; trial < 300; ++trial) {
    std::string name = find_pattern(task_graph(random_series_parallel(3 + trial % 20, random))).name;
    CAPTURE(trial);
    CHECK(name != "irregular");
    nested += name == "nested fork-join";
  }
  CHECK(nested > 200);
  // Two branches of three tasks, and an edge from the first of one to the last of the other.
  EdgeList bridge{8, {{0, 1}, {0, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 6}, {5, 7}, {6, 7}}};
  CHECK(find_pattern(task_graph(bridge)).name == "nested fork-join");
  bridge.edges.push_back({1, 6});
  CHECK(find_pattern(task_graph(bridge)).name == "irregular");
}
