// What orbits and quotients cost, beside the libraries that find automorphisms: one table, one thread, every
// measurement in a process of its own, programs taking turns. See bench/quotient/run.
#include "analysis/symmetry/sym_explore.h"
#include "graphs.h"
#include "measured_child.h"
#include "peers.h"
#include "symmetric_graphs.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <thread>

using namespace unply;

namespace {

struct Ours {
  double seconds;
  uint32_t classes;
  uint64_t automorphisms;
  OrbitProof proof;
};

struct Explored {
  double seconds;
  uint32_t rounds, classes;
  bool chain, proven;
};

struct Settings {
  bool quick = false, huge = false, hard = false;
  int limit_s = 20, repeats = 3;
};

struct Prepared {
  Dag dag;
  std::vector<uint32_t> levels;
};

using Maker = std::function<SampleGraph()>;

std::function<Prepared()> preparation(const Maker& make) {
  return [make] {
    Prepared prepared{make().dag(), {}};
    prepared.levels = levels_of(prepared.dag);
    return prepared;
  };
}

Ours measure_orbits(Prepared& prepared) {
  double begin = cpu_seconds();
  OrbitPartition found = find_orbits(prepared.dag, {});
  return {.seconds = cpu_seconds() - begin,
          .classes = found.orbits.classes,
          .automorphisms = found.automorphisms,
          .proof = found.proof};
}

Explored measure_exploration(Prepared& prepared) {
  double begin = cpu_seconds();
  Result<SymExploration> found = sym_explore(prepared.dag, {});
  if (!found) return {};
  double seconds = cpu_seconds() - begin;
  QuotientGraph quotient = quotient_of(prepared.dag, found->relation);
  return {.seconds = seconds,
          .rounds = static_cast<uint32_t>(found->rounds.size()),
          .classes = found->relation.classes,
          .chain = quotient.is_chain(),
          .proven = found->proven};
}

std::vector<Maker> graphs(const Settings& settings) {
  std::vector<Maker> makers;
  if (settings.hard) {
    for (SymmetricGraph& known : large_symmetric_graphs())
      makers.push_back([graph = std::move(known.graph)] { return graph; });
    return makers;
  }
  uint32_t side = settings.quick ? 100 : 1000;
  makers.push_back([=] { return madd(side, side); });
  makers.push_back([=] { return mmult(side == 100 ? 20 : 100); });
  makers.push_back([=] { return heat(side, side); });
  makers.push_back([=] { return smith_waterman(side, side); });
  std::vector<uint32_t> log2_points = {10, 11};
  if (!settings.quick) log2_points.insert(log2_points.end(), {13, 15});
  if (settings.huge) log2_points.push_back(20);
  for (uint32_t k : log2_points) makers.push_back([=] { return fft(k); });
  return makers;
}

// What one program gave for one graph.
template <class T> struct Entry {
  std::string none; // why there is no answer
  T last{};
  double seconds = 0; // the least measured
  uint64_t peak_bytes = 0;
  int runs = 0;

  void measure(const Maker& make, const std::function<T(Prepared&)>& work, int limit_s) {
    if (!none.empty()) return;
    Measured<T> measured = run_in_child<T, Prepared>(preparation(make), work, limit_s);
    if (measured.end == Measured<T>::End::limit_reached) none = fmt::format("> {}", limit_s);
    if (measured.end == Measured<T>::End::died) none = "died";
    if (!none.empty()) return;
    last = measured.value;
    seconds = runs++ == 0 ? last.seconds : std::min(seconds, last.seconds);
    peak_bytes = std::max(peak_bytes, measured.peak_bytes);
  }
  std::string text() const { return none.empty() ? fmt::format("{:.3f}", seconds) : none; }
};

std::string proof_text(OrbitProof proof) {
  switch (proof) {
  case OrbitProof::equitable:
    return "equitable";
  case OrbitProof::searched:
    return "searched";
  case OrbitProof::none:
    break;
  }
  return "none";
}

constexpr double kLeastS = 0.01; // shorter times make no ratio: the clock of the processor counts milliseconds

struct Size {
  char name[40];
  uint32_t tasks, edges;
};

Size size_of(const Maker& make, int limit_s) {
  auto describe = [](SampleGraph& graph) {
    Size size{{}, graph.vertices, static_cast<uint32_t>(graph.edges.size())};
    graph.name.copy(size.name, sizeof size.name - 1);
    return size;
  };
  return run_in_child<Size, SampleGraph>(make, describe, limit_s).value;
}

struct Row {
  Size size;
  std::vector<Entry<PeerAnswer>> peers;
  Entry<Ours> ours;
  Entry<Explored> explored;

  // Whether all that finished agree on the number of orbits, and ours finished.
  bool well() const {
    for (const Entry<PeerAnswer>& peer : peers)
      if (peer.none.empty() && peer.last.orbits != ours.last.classes) return false;
    return ours.none.empty() && explored.none.empty();
  }
  void print() const;
};

void Row::print() const {
  std::optional<double> fastest;
  fmt::print("{:<27}{:>9}{:>10}", size.name, size.tasks, size.edges);
  for (const Entry<PeerAnswer>& peer : peers) {
    if (peer.none.empty()) fastest = std::min(peer.seconds, fastest.value_or(peer.seconds));
    fmt::print("{:>8}", peer.text());
  }
  fmt::print("{:>8}{:>7}{:>9}{:>10}{:>6}{:>7.2f}", ours.text(),
             fastest && *fastest >= kLeastS && ours.none.empty() ? fmt::format("{:.3f}", ours.seconds / *fastest) : "-",
             ours.last.classes, proof_text(ours.last.proof), ours.last.automorphisms,
             static_cast<double>(ours.peak_bytes) / 1e9);
  fmt::print("{:>9}{:>7}{:>9}{:>7}{:>8}{}\n", explored.text(), explored.last.rounds, explored.last.classes,
             explored.last.chain ? "yes" : "no", explored.last.proven ? "yes" : "no",
             well() ? "" : "  programs differ, or ours did not finish");
  std::fflush(stdout);
}

Row measure_row(const Maker& make, const std::vector<Peer>& peers, const Settings& settings) {
  Row row{.size = size_of(make, settings.limit_s),
          .peers = std::vector<Entry<PeerAnswer>>(peers.size()),
          .ours = {},
          .explored = {}};
  int ours_limit_s = 10 * settings.limit_s;
  for (int repeat = 0; repeat < settings.repeats; ++repeat) {
    for (size_t p = 0; p < peers.size(); ++p) {
      if (!peers[p].find_orbits) row.peers[p].none = "absent";
      auto run = [&](Prepared& in) { return peers[p].find_orbits(in.dag, in.levels); };
      row.peers[p].measure(make, run, settings.limit_s);
    }
    row.ours.measure(make, measure_orbits, ours_limit_s);
    row.explored.measure(make, measure_exploration, ours_limit_s);
  }
  return row;
}

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}
} // namespace

int main(int argc, char** argv) {
  Settings settings;
  CLI::App app("What orbits and quotients cost, beside libraries that find automorphisms");
  app.add_flag("--quick", settings.quick, "graphs of 10,000 tasks");
  app.add_flag("--huge", settings.huge, "also FFT 2^20, 10.5 million tasks");
  app.add_flag("--hard", settings.hard, "instead: graphs whose orbits equitable partitions do not give");
  app.add_option("--limit", settings.limit_s, "seconds after which a library is given up")->capture_default_str();
  app.add_option("--repeats", settings.repeats, "the least time of so many is printed")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  fmt::print("{}, {} processors, {:%Y-%m-%d}, command: bench/quotient/run", processor(),
             std::thread::hardware_concurrency(), fmt::gmtime(std::time(nullptr)));
  for (int i = 1; i < argc; ++i) fmt::print(" {}", argv[i]);
  fmt::print(
      "\nprocessor seconds of one thread, the least of {} runs in turn; ratio: ours to the fastest library; maps: "
      "automorphisms "
      "verified;\nGB: peak of the process that made the graph and found the orbits; explore: all of SYM-Explore\n\n",
      settings.repeats);
  std::vector<Peer> peers = {traces_peer(), dejavu_peer(), bliss_peer()};
  fmt::print("{:<27}{:>9}{:>10}", "graph", "tasks", "edges");
  for (const Peer& peer : peers) fmt::print("{:>8}", peer.name);
  fmt::print("{:>8}{:>7}{:>9}{:>10}{:>6}{:>7}", "ours", "ratio", "orbits", "proof", "maps", "GB");
  fmt::print("{:>9}{:>7}{:>9}{:>7}{:>8}\n", "explore", "rounds", "classes", "chain", "proven");
  bool all_well = true;
  for (const Maker& make : graphs(settings)) {
    Row row = measure_row(make, peers, settings);
    row.print();
    all_well = all_well && row.well();
  }
  return all_well ? 0 : 1;
}
