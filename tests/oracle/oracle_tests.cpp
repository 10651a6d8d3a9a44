// The orbit search against others: on graphs of up to 9 vertices against the definition, trying all permutations, on
// graphs of up to 2000 against the library bliss. Each graph is one test, in which everything that
// analysis/symmetry/orbits.h promises is checked. Usage: oracle_tests [SMALL [LARGER]]: how many random graphs of
// either kind.
#include "analysis/symmetry/orbits.h"
#include "bliss_orbits.h"
#include "definition.h"
#include "random_graphs.h"
#include "symmetric_graphs.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <numeric>

namespace unply {
namespace {

constexpr double kLimitS = 5;
constexpr double kSlowS = 2; // of one graph's checks together: printed
// Of all larger graphs, those whose orbits, or an isomorphism, the search may leave open when its time is over.
constexpr double kMostUnproven = 0.005;

// What is wrong with one graph; the first message is printed.
class Verdict {
public:
  bool expect(bool condition, const char* what) {
    if (!condition && wrong_.empty()) wrong_ = what;
    return condition;
  }
  const std::string& wrong() const { return wrong_; }

private:
  std::string wrong_;
};

struct Tally {
  uint64_t passed = 0, failed = 0;
  uint64_t equitable = 0, searched = 0, unproven = 0; // how orbits were proven

  void count(const SampleGraph& graph, const Verdict& verdict) {
    if (verdict.wrong().empty()) {
      ++passed;
      return;
    }
    ++failed;
    fmt::print("{} ({} vertices, {} edges): {}\n", graph.name, graph.vertices, graph.edges.size(), verdict.wrong());
    if (graph.vertices > 30 || failed > 5) return;
    for (const DagEdge& e : graph.edges) fmt::print("  {} -> {}", e.from, e.to);
    fmt::print("\n  colours: {}\n", fmt::join(graph.colours, " "));
  }
};

bool finer_or_equal(const Partition& fine, const Partition& coarse) {
  std::vector<uint32_t> coarse_of(fine.classes, UINT32_MAX);
  for (size_t v = 0; v < fine.class_of.size(); ++v) {
    uint32_t& c = coarse_of[fine.class_of[v]];
    if (c == UINT32_MAX) c = coarse.class_of[v];
    if (c != coarse.class_of[v]) return false;
  }
  return true;
}

OrbitPartition orbits_of(const SampleGraph& g, uint64_t seed) {
  return find_orbits(g.dag(), g.colours, {.limit_s = kLimitS, .seed = seed});
}

// A graph, its true orbits and coarsest equitable partition.
struct Case {
  const SampleGraph& graph;
  const Partition &orbits, &equitable;
};

// Returns whether the orbits were proven; all that is claimed must be true in any case.
bool check_orbits(const Case& c, const OrbitPartition& found, Verdict& verdict) {
  verdict.expect(finer_or_equal(found.orbits, c.orbits),
                 "vertices share a class that no automorphism maps to each other");
  verdict.expect(found.proof == OrbitProof::none || found.orbits == c.orbits,
                 "classes called proven are not the orbits");
  verdict.expect(found.equitable_cells == c.equitable.classes, "wrong number of equitable cells");
  verdict.expect(found.proof != OrbitProof::equitable || found.orbits == c.equitable,
                 "orbits called equitable are not the equitable cells");
  verdict.expect((found.automorphisms > 0) == (found.orbits.classes < c.graph.vertices),
                 "automorphisms counted do not go with the classes");
  return found.proof != OrbitProof::none;
}

void check_other_seed_and_labels(const Case& c, const OrbitPartition& first, Random& random, Verdict& verdict) {
  OrbitPartition again = orbits_of(c.graph, random());
  verdict.expect(again.proof == OrbitProof::none || first.proof == OrbitProof::none || again.orbits == first.orbits,
                 "another seed gives other proven orbits");
  Relabelled other = relabel(c.graph, random);
  OrbitPartition there = orbits_of(other.graph, 1);
  Joining back(c.graph.vertices);
  std::vector<uint32_t> first_of(there.orbits.classes, UINT32_MAX);
  for (uint32_t v = 0; v < c.graph.vertices; ++v) {
    uint32_t& f = first_of[there.orbits.class_of[other.position[v]]];
    if (f == UINT32_MAX) f = v;
    back.join(v, f);
  }
  verdict.expect(there.proof == OrbitProof::none || first.proof == OrbitProof::none || back.partition() == first.orbits,
                 "relabelled, it has other proven orbits");
}

// Permutations that are almost automorphisms, and images that are no permutations.
void check_certificate(const SampleGraph& g, const std::vector<uint32_t>& automorphism, Random& random,
                       Verdict& verdict) {
  Dag dag = g.dag();
  verdict.expect(is_automorphism(dag, g.colours, automorphism), "an automorphism is not called one");
  std::vector<uint32_t> changed = automorphism;
  uint32_t v = below(random, g.vertices), w = below(random, g.vertices);
  std::swap(changed[v], changed[w]);
  verdict.expect(is_automorphism(dag, g.colours, changed) == is_isomorphism(g, g, changed),
                 "wrong about a permutation near an automorphism");
  changed = automorphism;
  changed[v] = changed[w];
  verdict.expect(is_automorphism(dag, g.colours, changed) == (v == w), "wrong about a vertex used twice");
  changed[v] = g.vertices;
  verdict.expect(!is_automorphism(dag, g.colours, changed), "a vertex beyond the last one is accepted");
  changed = automorphism;
  changed.pop_back();
  verdict.expect(!is_automorphism(dag, g.colours, changed), "an image of fewer vertices is accepted");
}

// Returns whether an isomorphism was found; one that is found must be one.
bool check_isomorphism(const SampleGraph& a, const SampleGraph& b, bool isomorphic, Verdict& verdict) {
  std::vector<uint32_t> image = find_isomorphism(a.dag(), a.colours, b.dag(), b.colours, {.limit_s = kLimitS});
  verdict.expect(image.empty() || isomorphic, "an isomorphism is claimed where there is none");
  verdict.expect(image.empty() || is_isomorphism(a, b, image), "what is returned is no isomorphism");
  return !image.empty();
}

void check_small(const SampleGraph& g, Tally& tally) {
  Verdict verdict;
  Random random(tally.passed + tally.failed);
  std::vector<uint32_t> automorphism(g.vertices);
  std::iota(automorphism.begin(), automorphism.end(), 0);
  Partition orbits = orbits_by_trying(g, [&](const std::vector<uint32_t>& image) {
    automorphism = image;
    verdict.expect(is_automorphism(g.dag(), g.colours, image), "an automorphism found by trying is not called one");
  });
  Partition equitable = coarsest_equitable_partition(g.dag(), g.colours);
  verdict.expect(equitable == equitable_by_repetition(g), "not the coarsest equitable partition");
  Case c{g, orbits, equitable};
  OrbitPartition found = orbits_of(g, 1);
  verdict.expect(check_orbits(c, found, verdict), "orbits of a small graph are not proven");
  tally.equitable += found.proof == OrbitProof::equitable, tally.searched += found.proof == OrbitProof::searched;
  check_other_seed_and_labels(c, found, random, verdict);
  check_certificate(g, automorphism, random, verdict);

  SampleGraph same = relabel(g, random).graph, near = with_one_edge_moved(same, random);
  verdict.expect(check_isomorphism(g, same, true, verdict), "no isomorphism found to a relabelled small graph");
  bool isomorphic = !isomorphism_by_trying(g, near).empty();
  verdict.expect(check_isomorphism(g, near, isomorphic, verdict) == isomorphic,
                 "an isomorphism of small graphs is missed");
  tally.count(g, verdict);
}

void check_larger(const SampleGraph& g, Tally& tally) {
  Verdict verdict;
  Random random(tally.passed + tally.failed);
  std::vector<uint32_t> automorphism(g.vertices);
  std::iota(automorphism.begin(), automorphism.end(), 0);
  Dag dag = g.dag();
  Partition orbits = orbits_by_bliss(dag, g.colours, BlissForm::directed,
                                     [&](const std::vector<uint32_t>& image) { automorphism = image; });
  verdict.expect(orbits == orbits_by_bliss(dag, g.colours, BlissForm::levelled), "bliss contradicts itself");
  Partition equitable = coarsest_equitable_partition(dag, g.colours);
  verdict.expect(equitable == equitable_by_repetition(g), "not the coarsest equitable partition");
  Case c{g, orbits, equitable};
  OrbitPartition found = orbits_of(g, 1);
  bool proven = check_orbits(c, found, verdict);
  tally.equitable += found.proof == OrbitProof::equitable, tally.searched += found.proof == OrbitProof::searched;
  if (!proven) {
    ++tally.unproven;
    fmt::print("unproven after {} s: {} ({} vertices): {} classes, {} orbits, {} equitable cells\n", kLimitS, g.name,
               g.vertices, found.orbits.classes, orbits.classes, equitable.classes);
  }
  if (proven) check_other_seed_and_labels(c, found, random, verdict);
  check_certificate(g, automorphism, random, verdict);

  SampleGraph same = relabel(g, random).graph, near = with_one_edge_moved(same, random);
  if (!check_isomorphism(g, same, true, verdict)) {
    ++tally.unproven;
    fmt::print("no isomorphism found to the relabelled graph: {} ({} vertices)\n", g.name, g.vertices);
  }
  check_isomorphism(g, near, isomorphic_by_bliss(g, near), verdict);
  tally.count(g, verdict);
}

void check_pairs_alike(Tally& tally) {
  Undirected k4{"K4", 4, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
  std::vector<std::pair<SampleGraph, SampleGraph>> pairs = {
      {incidence(rook(4)), incidence(shrikhande())},
      {double_cover(cycle(3)), double_cover(disjoint(cycle(3), cycle(3)))},
      {incidence(cycle(6)), incidence(disjoint(cycle(3), cycle(3)))},
      {incidence(prism(3)), incidence(complete_bipartite(3))},
      {smith_waterman(4, 5), smith_waterman(5, 4)},
      {fft(4), fft(4)},
  };
  for (const Undirected& base : {k4, prism(3), prism(4)})
    pairs.emplace_back(cai_fuerer_immerman(base, false), cai_fuerer_immerman(base, true));
  for (auto& [a, b] : pairs) {
    Verdict verdict;
    bool isomorphic = isomorphic_by_bliss(a, b);
    verdict.expect(check_isomorphism(a, b, isomorphic, verdict) == isomorphic, "an isomorphism is missed");
    a.name += " and " + b.name;
    tally.count(a, verdict);
  }
}

// Orbits of graphs that only a search finds must be proven, be as many as theory says, and be those of bliss.
void check_symmetric(const SymmetricGraph& known, Tally& tally) {
  Verdict verdict;
  Dag dag = known.graph.dag();
  OrbitPartition found = find_orbits(dag, known.graph.colours);
  verdict.expect(found.proof != OrbitProof::none, "orbits are not proven");
  verdict.expect(known.orbits == kUnknownOrbits || found.orbits.classes == known.orbits, "not as many orbits as known");
  verdict.expect(found.orbits == orbits_by_bliss(dag, known.graph.colours, BlissForm::levelled),
                 "not the orbits of bliss");
  tally.count(known.graph, verdict);
}

// `check` on every graph, and a line that says how orbits were proven and how long it took.
template <class Check>
void run(const char* title, const std::vector<SampleGraph>& hard, uint64_t random_graphs, SampleGraph (*make)(uint64_t),
         Check check, Tally& tally) {
  auto begin = std::chrono::steady_clock::now();
  uint64_t before[] = {tally.equitable, tally.searched, tally.unproven};
  auto timed_check = [&](const SampleGraph& g) {
    auto start = std::chrono::steady_clock::now();
    check(g, tally);
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (seconds > kSlowS) fmt::print("slow: {} ({} vertices): {:.1f} s\n", g.name, g.vertices, seconds);
  };
  for (const SampleGraph& g : hard) timed_check(g);
  for (uint64_t number = 0; number < random_graphs; ++number) timed_check(make(number));
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  fmt::print("{}: {} graphs; orbits proven by equitable cells {}, by search {}, unproven {}; {:.1f} s\n", title,
             hard.size() + random_graphs, tally.equitable - before[0], tally.searched - before[1],
             tally.unproven - before[2], seconds);
}
} // namespace
} // namespace unply

int main(int argc, char** argv) {
  using namespace unply;
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // slow cases are visible while they run
  uint64_t small = argc > 1 ? std::stoull(argv[1]) : 10'000, larger = argc > 2 ? std::stoull(argv[2]) : 720;
  Tally tally;
  run("against the definition", small_hard_graphs(), small, small_graph, check_small, tally);
  std::vector<SampleGraph> hard = larger_hard_graphs();
  run("against bliss", hard, larger, larger_graph, check_larger, tally);
  check_pairs_alike(tally);
  for (const SymmetricGraph& known : small_symmetric_graphs()) check_symmetric(known, tally);
  if (static_cast<double>(tally.unproven) > kMostUnproven * static_cast<double>(hard.size() + larger)) {
    fmt::print("too many orbits unproven or isomorphisms not found: {} of {} graphs\n", tally.unproven,
               hard.size() + larger);
    ++tally.failed;
  }
  fmt::print("{} passed, {} failed\n", tally.passed, tally.failed);
  return tally.failed == 0 ? 0 : 1;
}
