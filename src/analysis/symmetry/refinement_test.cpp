// Refinement against the definition: repeat until nothing splits, with sorted lists for signatures.
#include "analysis/symmetry/partition.h"
#include "analysis/symmetry/refinement.h"
#include "analysis/testing/sample_dags.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <map>

using namespace unply;

static Partition refined_naively(const Dag& dag, std::vector<uint32_t> colours) {
  for (uint32_t last = 0;;) {
    std::map<std::vector<std::vector<uint32_t>>, uint32_t> number;
    std::vector<uint32_t> next;
    for (uint32_t v = 0; v < dag.vertices(); ++v) {
      std::vector<uint32_t> above, below;
      for (uint32_t u : dag.predecessors(v)) above.push_back(colours[u]);
      for (uint32_t w : dag.successors(v)) below.push_back(colours[w]);
      std::ranges::sort(above);
      std::ranges::sort(below);
      next.push_back(number.try_emplace({{colours[v]}, above, below}, number.size()).first->second);
    }
    colours = next;
    if (number.size() == last) return Partition::by_label(colours);
    last = static_cast<uint32_t>(number.size());
  }
}

TEST_CASE("refinement: the coarsest equitable partition, with and without colours") {
  std::mt19937 random(3);
  for (int i = 0; i < 400; ++i) {
    Dag dag = random_dag(1 + random() % 40, random() % 80, random);
    std::vector<uint32_t> colours(dag.vertices(), 0);
    if (i % 2 == 1)
      for (uint32_t& colour : colours) colour = random() % 2;
    CHECK(Partition::by_label(refine(dag, colours).colour) == refined_naively(dag, colours));
  }
}

TEST_CASE("refinement: changes that run to and fro across two levels") {
  Dag zigzag = stencil_dag(301, 2);
  Colouring colouring = refine(zigzag, {});
  CHECK(colouring.colours == 2 * 151);
  CHECK(Partition::by_label(colouring.colour) == refined_naively(zigzag, std::vector<uint32_t>(zigzag.vertices(), 0)));
}

TEST_CASE("refinement: vertices that correspond get the same numbers in isomorphic graphs") {
  std::mt19937 random(11);
  for (int i = 0; i < 200; ++i) {
    Dag dag = i % 4 == 0 ? stencil_dag(static_cast<uint64_t>(3 + i), 2) : random_dag(30, 40, random);
    auto [copy, place] = relabelled(dag, random);
    Colouring a = refine(dag, {}), b = refine(copy, {});
    CHECK(a.fingerprint == b.fingerprint);
    CHECK(a.size_of == b.size_of);
    for (uint32_t v = 0; v < dag.vertices(); ++v) CHECK(a.colour[v] == b.colour[place[v]]);
  }
}

TEST_CASE("refinement: a graph without vertices has no colours") { CHECK(refine(Dag(), {}).colours == 0); }
