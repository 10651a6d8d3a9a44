// The results of `unply quotient`, computed and checked once, and their four output forms.
#pragma once
#include "analysis/symmetry/sym_explore.h"
#include "cli/graph_input.h"
#include "cli/text_style.h"
#include "graph/text_output.h"
#include <optional>

namespace unply {

inline constexpr int kQuotientSchema = 1;

enum class QuotientBy { automorphism, level, equitable };

struct QuotientOptions {
  QuotientBy by = QuotientBy::automorphism;
  GraphChoice choice = {};
  bool region_colours = true; // tasks of different regions are told apart
  bool once = false;          // G/Aut(G) without further rounds
  double limit_s = 60;
  bool rounds = false, classes = false; // the part that is listed in full
  size_t width = 100;                   // of text, in columns
};

struct QuotientReport {
  GraphInput input;
  QuotientOptions options;
  std::optional<SymExploration> explored; // by automorphism
  QuotientGraph quotient;                 // as asked for
  QuotientGraph levels;                   // beside it
  uint32_t equitable_classes = 0;
  bool connected = false;          // the graph is
  std::vector<uint32_t> level_of;  // of each class: its earliest task's, from 0
  std::vector<uint32_t> region_of; // of each class: index into region_places, kSeveralRegions
  std::vector<uint32_t> first_of;  // of each class: its first vertex
  uint64_t skipping_edges = 0;     // edges of the graph that lead past a level

  static constexpr uint32_t kSeveralRegions = 0xffffffff;
  std::string region_text(uint32_t c) const {
    return region_of[c] == kSeveralRegions ? "several regions" : input.region_places[region_of[c]];
  }
  bool lemma_premises_hold() const {
    return connected && quotient.acyclic() && quotient.classes_independent() && quotient.is_chain();
  }
  bool proven() const { return !explored || explored->proven; }
};

// Every quotient in it has passed check_quotient.
Result<QuotientReport> find_quotient(GraphInput input, const QuotientOptions& options);

const char* proof_name(OrbitProof proof);

std::string quotient_text(const QuotientReport& report, const Style& style);
void quotient_json(const QuotientReport& report, TextOutput& out);
void quotient_dot(const QuotientReport& report, TextOutput& out);
// Every class and edge up to kDrawnVertices and kDrawnEdges (graph/write_graph.h), else one bar per level.
void quotient_svg(const QuotientReport& report, TextOutput& out);

} // namespace unply
