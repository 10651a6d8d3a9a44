// Text output of the quotient: its classes, whether the number of steps is minimal and why, and the results of other
// relations.
#include "cli/quotient/quotient_report.h"
#include "graph/names.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {
constexpr size_t kClassesShown = 10;

class Writer {
public:
  Writer(const QuotientReport& report, const Style& style) : report_(report), style_(style) {}
  std::string text();

private:
  using Align = TextTable::Align;
  void head();
  void symmetry();
  void levels();
  void equitable();
  void shape(const QuotientGraph& quotient);
  void rounds();
  void classes();
  void footer();
  bool nothing_alike() const { return report_.quotient.relation.classes == report_.input.graph.dag.vertices(); }
  void field(std::string_view name, std::string_view value) {
    out_ += field_text(name, value, report_.options.width, style_);
  }
  void more(std::string_view value) { out_ += wrapped(value, 11, 11, report_.options.width); }

  const QuotientReport& report_;
  const Style& style_;
  std::string out_;
};

std::string size_of(const QuotientGraph& quotient) {
  return fmt::format("{}, {}", count_text(quotient.relation.classes, "class"),
                     count_text(quotient.edges.size(), "edge"));
}

void Writer::head() {
  const GraphInput& input = report_.input;
  std::string title = input.title.empty() ? std::string(base_name(input.file)) : input.title;
  out_ += style_.bold(wrapped(title, 0, 4, report_.options.width));
  out_ +=
      wrapped(fmt::format("{}, {}, {}; counting {} dependences{}", count_text(input.graph.dag.vertices(), "task"),
                          count_text(input.graph.dag.edges(), "edge"),
                          count_text(report_.quotient.longest_path, "level"), report_.options.choice.kinds.names(", "),
                          report_.options.by == QuotientBy::level       ? ""
                          : !report_.options.region_colours             ? "; regions are ignored"
                          : report_.input.graph.region_names.size() > 1 ? "; tasks of different regions are kept apart"
                                                                        : ""),
              2, 4, report_.options.width);
  out_ += "\n";
}

// Compares the number of steps class after class with the longest path, and tells whether Lemma 3.14 applies.
void Writer::shape(const QuotientGraph& q) {
  std::string steps = count_text(q.execution_time, "step"), longest = count_text(q.longest_path, "task");
  if (!q.optimal()) {
    more(fmt::format("{} one class after the other; the longest path has {}, so fewer may suffice (see levels)", steps,
                     longest));
    return;
  }
  std::string why = fmt::format("{} one class after the other, the fewest: the longest path has {}", steps, longest);
  if (q.is_chain() && q.relation.classes > 1)
    why += report_.connected ? "; the premises of Lemma 3.14 hold too"
                             : "; Lemma 3.14 would need a connected graph, the path does not";
  more(why);
}

void Writer::symmetry() {
  const SymExploration& explored = *report_.explored;
  const QuotientGraph& q = report_.quotient;
  field("symmetry",
        fmt::format("{}{} after {}: {}", size_of(q), q.is_chain() ? ", a chain" : ", no chain",
                    count_text(explored.rounds.size(), "round"), explored.proven ? "proven" : "a bound, not proven"));
  if (nothing_alike())
    more(explored.proven ? "no two tasks are interchangeable: each is a separate class"
                         : "no interchangeable tasks were found");
  else if (explored.rounds.size() == 1)
    more("tasks of one class are interchangeable: exchanging them changes no dependence, and they are independent");
  else
    more("tasks of one class are interchangeable, some only after earlier rounds, and independent");
  if (!explored.proven)
    more(fmt::format("the search did not end within --limit {} s: more tasks may be interchangeable",
                     report_.options.limit_s));
  if (!explored.finished && explored.proven) more("--once: further rounds may merge more");
  shape(q);
}

void Writer::levels() {
  const QuotientGraph& q = report_.levels;
  uint64_t past = report_.skipping_edges;
  field("levels", fmt::format("{}, {}", size_of(q), q.is_chain() ? "a chain" : "no chain"));
  if (past > 0)
    more(fmt::format("each level leads to the next, but {} past a level",
                     past == 1 ? "1 edge of the graph leads" : fmt::format("{} edges of the graph lead", past)));
  more("tasks of one level are independent, but need not be interchangeable: the fewest steps for any graph");
  if (report_.options.by == QuotientBy::level) shape(q);
}

void Writer::equitable() {
  bool own = report_.options.by == QuotientBy::equitable;
  uint32_t n = report_.equitable_classes;
  field("equitable",
        own ? fmt::format("{}{}", size_of(report_.quotient), report_.quotient.is_chain() ? ", a chain" : ", no chain")
            : count_text(n, "class"));
  more("tasks of one class have as many neighbours in each other class: an upper bound on what one round can merge");
  if (report_.explored && !report_.explored->rounds.empty() && report_.explored->rounds[0].found.orbits.classes == n)
    more("Aut(G) has as many orbits");
  if (own) shape(report_.quotient);
}

void Writer::rounds() {
  if (!report_.options.rounds || !report_.explored) return;
  TextTable table({Align::right, Align::right, Align::right, Align::right, Align::right, Align::left});
  table.add({"round", "vertices", "edges", "orbits", "automorphisms", "proof"});
  size_t number = 0;
  for (const SymRound& round : report_.explored->rounds)
    table.add({std::to_string(++number), std::to_string(round.vertices), std::to_string(round.edges),
               std::to_string(round.found.orbits.classes), std::to_string(round.found.automorphisms),
               proof_name(round.found.proof)});
  if (report_.explored->finished)
    table.add({"end", std::to_string(report_.quotient.relation.classes), std::to_string(report_.quotient.edges.size()),
               std::to_string(report_.quotient.relation.classes), "0", proof_name(report_.explored->last_proof)});
  out_ += "\n" + table.text(0, style_);
}

void Writer::classes() {
  const QuotientGraph& q = report_.quotient;
  if (nothing_alike() && !report_.options.classes) return; // the tasks themselves
  size_t shown = report_.options.classes ? q.order.size() : std::min(q.order.size(), kClassesShown);
  TextTable table({Align::right, Align::right, Align::right, Align::left, Align::right, Align::left});
  table.add({"class", "tasks", "level", "region", "first task", "line"});
  for (size_t i = 0; i < shown; ++i) {
    uint32_t c = q.order[i], region = report_.region_of[c];
    table.add({std::to_string(c + 1), std::to_string(q.size[c]), std::to_string(report_.level_of[c] + 1),
               report_.region_text(c), std::to_string(report_.input.graph.id[report_.first_of[c]]),
               region == QuotientReport::kSeveralRegions ? "" : report_.input.region_lines[region]});
  }
  out_ += "\n" + table.text(0, style_);
  if (shown < q.order.size())
    out_ += fmt::format("and {} (--classes shows all)\n",
                        q.order.size() - shown == 1 ? "1 more" : fmt::format("{} more", q.order.size() - shown));
}

void Writer::footer() {
  const GraphInput& input = report_.input;
  out_ += "\n";
  field("known", input.from_recording
                     ? "classes and counts are exact for the recorded execution, and checked again before printing"
                     : "classes and counts are exact for this graph, and checked again before printing");
  size_t dot = input.file.find_last_of("./");
  std::string stem = dot != std::string::npos && input.file[dot] == '.' ? input.file.substr(0, dot) : input.file;
  std::string by = report_.options.by == QuotientBy::level || nothing_alike() ? " --by level"
                   : report_.options.by == QuotientBy::equitable              ? " --by equitable"
                                                                              : "";
  field("next:", fmt::format("unply quotient {}{} -o {}_quotient.svg", input.file, by, stem));
}

std::string Writer::text() {
  head();
  if (report_.options.by == QuotientBy::automorphism) symmetry();
  if (report_.options.by == QuotientBy::equitable) equitable();
  levels();
  if (report_.options.by != QuotientBy::equitable) equitable();
  rounds();
  classes();
  footer();
  return std::move(out_);
}
} // namespace

std::string quotient_text(const QuotientReport& report, const Style& style) { return Writer(report, style).text(); }

} // namespace unply
