// Text output: one table whose first row is the program as recorded, then the meaning of each change.
#include "cli/time_doubts.h"
#include "cli/whatif/whatif.h"
#include "graph/part_graph.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace unply {

namespace {
using Align = TextTable::Align;

bool has_line(const DependenceGroup& group) { return !group.line_from.empty() || !group.line_to.empty(); }

// "heat.cpp:14" of "heat.cpp:14:9".
std::string_view line_of(std::string_view place) {
  size_t last = place.rfind(':');
  bool column = last != std::string_view::npos && std::ranges::count(place, ':') > 1;
  return column ? place.substr(0, last) : place;
}

class Writer {
public:
  Writer(const WhatIfInput& input, const WhatIfOptions& options, const WhatIfAnswer& answer, const Style& style)
      : input_(input), options_(options), answer_(answer), style_(style),
        bounds_(times_are_bounds(input.input.info) && !input.counts_tasks) {}
  std::string text();

private:
  void head();
  void field(std::string_view name, std::string_view value) { out_ += field_text(name, value, options_.width, style_); }
  void paragraph(std::string_view words, size_t indent) { out_ += wrapped(words, indent, indent + 2, options_.width); }
  std::string time(uint64_t length) const {
    return input_.counts_tasks ? fmt::format("{:.7g}", static_cast<double>(length) / static_cast<double>(kUntimedTask))
                               : (bounds_ ? "~" : "") + duration_text(length);
  }
  TextTable begin_table() const;
  void add_row(TextTable& table, std::string number, std::string words, const Measured& after) const;
  void made();
  void ranking();
  void together();
  void explain(size_t number, const Offer& offer);
  void quote(std::string_view role, const std::string& place, const std::string& line);
  void known();
  void next();
  bool helps(const RankedChange& change) const {
    const WhatIfFigures& base = answer_.base.figures;
    return change.span < base.span || change.time < base.least_time(options_.processors);
  }

  const WhatIfInput& input_;
  const WhatIfOptions& options_;
  const WhatIfAnswer& answer_;
  const Style& style_;
  bool bounds_; // lengths are of one run with access hooks
  std::string out_;
  std::map<std::string, size_t> explained_; // meanings, and where they stand
};

void Writer::head() {
  if (!input_.input.title.empty()) out_ += style_.bold(wrapped(input_.input.title, 0, 4, options_.width));
  if (input_.input.info.openmp_tasks)
    for (const std::string& note : input_.input.info.notes) paragraph(note, 2);
  const WhatIfFigures& base = answer_.base.figures;
  const KindSet& kinds = options_.choice.kinds;
  std::string counted = kinds == KindSet::all()              ? "as written: all kinds of dependences count"
                        : kinds == KindSet::after_renaming() ? "after renaming: flow and extension dependences count"
                                                             : kinds.names(" and ") + " dependences count";
  field("base", fmt::format("{}; {}, {} in {}", counted, count_text(base.tasks, "task"),
                            count_text(base.edges, "dependence"), count_text(input_.graph.groups.size(), "group")));
  if (input_.counts_tasks) field("", "no task has a time: each counts as one step");
  if (bounds_) field("times", "what follows ~ " + bounds_sentence());
  out_ += "\n";
}

TextTable Writer::begin_table() const {
  std::vector<Align> columns(9, Align::right);
  columns[1] = Align::left;
  TextTable table(columns);
  std::string at = fmt::format("at {}:", options_.processors);
  table.add({"", "", "", "", "", "speedup", at, "gain", "gain"});
  table.add({"", "change", "work", "span", "parallelism", "hlfet", "at most", fmt::format("at {}", options_.processors),
             "unbounded"});
  return table;
}

std::string ratio(uint64_t a, uint64_t b) {
  return b == 0 ? "-" : fmt::format("{:.2f}", static_cast<double>(a) / static_cast<double>(b));
}

// Speedups are over the work as recorded, so that less work shows as well.
void Writer::add_row(TextTable& table, std::string number, std::string words, const Measured& after) const {
  const WhatIfFigures &base = answer_.base.figures, &f = after.figures;
  uint32_t p = options_.processors;
  bool is_base = &after == &answer_.base;
  table.add({std::move(number), std::move(words), time(f.work), time(f.span), fmt::format("{:.2f}", f.parallelism()),
             ratio(base.work, after.hlfet_time), ratio(base.work, f.least_time(p)),
             is_base ? "" : ratio(base.least_time(p), f.least_time(p)), is_base ? "" : ratio(base.span, f.span)});
}

void Writer::made() {
  TextTable table = begin_table();
  add_row(table, "", "as recorded", answer_.base);
  for (size_t i = 0; i < answer_.each.size(); ++i) add_row(table, "", answer_.made[i].words, answer_.each[i]);
  add_row(table, "", answer_.made.size() > 1 ? "all of them" : answer_.made[0].words, *answer_.together);
  out_ += table.text(2, style_) + "\n";
  const WhatIfFigures &base = answer_.base.figures, &after = answer_.together->figures;
  paragraph(fmt::format("every schedule that leaves no processor idle while a task is ready reaches at least {} as "
                        "recorded, {} with {}",
                        ratio(base.work, base.greedy_time(options_.processors)),
                        ratio(base.work, after.greedy_time(options_.processors)),
                        answer_.made.size() > 1 ? "all changes" : "the change"),
            2);
  for (const NamedChange& change : answer_.made) {
    if (change.changes.removed.empty()) continue;
    uint64_t groups = 0, edges = 0;
    for (size_t g = 0; g < change.changes.removed.size(); ++g)
      if (change.changes.removed[g]) ++groups, edges += input_.graph.groups[g].edges;
    paragraph(fmt::format("{}: {} in {}", change.words, count_text(edges, "dependence"), count_text(groups, "group")),
              2);
    if (groups > 1) continue;
    for (const Offer& offer : offered_changes(input_.graph))
      if (offer.kind == OfferKind::group && change.changes.removed[offer.change.removed[0]]) {
        paragraph(meaning_of(offer, input_.graph), 4);
        break;
      }
  }
  for (size_t i = 0; i < answer_.made.size(); ++i)
    if (!answer_.made[i].changes.grain.empty())
      paragraph(fmt::format("{}: {} become {}; coarser tasks save the cost of starting them, which is not counted here",
                            answer_.made[i].words, count_text(base.tasks, "task"),
                            answer_.made.size() > 1 ? answer_.each[i].figures.tasks : after.tasks),
                2);
}

void Writer::quote(std::string_view role, const std::string& place, const std::string& line) {
  if (place.empty()) return;
  std::string text = fmt::format("       {} {}", role, place);
  if (!line.empty()) {
    size_t room = options_.width > text.size() + 8 ? options_.width - text.size() - 3 : 5;
    text += " " + style_.dim("| " + cut_text(line, room));
  }
  out_ += text + "\n";
}

void Writer::explain(size_t number, const Offer& offer) {
  std::string words = meaning_of(offer, input_.graph);
  if (auto [place, added] = explained_.try_emplace(words, number); !added) words = fmt::format("as {}", place->second);
  if (offer.kind == OfferKind::region) {
    uint64_t work = 0;
    for (uint32_t v = 0; v < input_.graph.tasks(); ++v)
      if (input_.graph.region[v] == offer.change.region) work += input_.graph.length[v];
    words += fmt::format("; it has {} of the work", percent_text(work, answer_.base.figures.work));
  } else {
    uint64_t edges = 0;
    for (uint32_t g : offer.change.removed) edges += input_.graph.groups[g].edges;
    words = fmt::format("{}: {}", count_text(edges, "dependence"), words);
  }
  out_ += wrapped(fmt::format("{:>3}  {}", number, words), 2, 7, options_.width);
  if (offer.kind == OfferKind::group) {
    const DependenceGroup& group = input_.graph.groups[offer.change.removed[0]];
    if (!has_line(group)) return;
    bool data = !input_.input.info.openmp_tasks;
    quote(!data ? "first  " : group.kind == EdgeKind::anti ? "read   " : "written", group.from, group.line_from);
    quote(!data ? "then   " : group.kind == EdgeKind::flow ? "read   " : "written", group.to, group.line_to);
  } else if (offer.kind == OfferKind::region) {
    const std::string& line = input_.input.region_lines[offer.change.region];
    if (!line.empty()) quote("task   ", input_.graph.region_names[offer.change.region], line);
  }
}

void Writer::ranking() {
  const ChangeRanking& ranking = answer_.ranking;
  size_t shown = 0;
  while (shown < ranking.best.size() && helps(ranking.best[shown])) ++shown;
  TextTable table = begin_table();
  add_row(table, "", "as recorded", answer_.base);
  for (size_t i = 0; i < shown; ++i)
    add_row(table, std::to_string(i + 1), answer_.offers[ranking.best[i].change].words, answer_.ranked[i]);
  out_ += table.text(2, style_) + "\n";
  std::string counts = fmt::format("{}; {} the span; {} shown", count_text(ranking.changes, "single change"),
                                   ranking.shorten == 1 ? "1 shortens" : fmt::format("{} shorten", ranking.shorten),
                                   shown == 1 ? "the best one is" : fmt::format("the best {} are", shown));
  if (shown == 0)
    counts = fmt::format("no single change of {} shortens the span or the bound at {}: several critical paths have to "
                         "be cut at once, --remove can be given several times",
                         ranking.changes, count_text(options_.processors, "processor"));
  paragraph(counts, 2);
  for (size_t i = 0; i < shown; ++i) explain(i + 1, answer_.offers[ranking.best[i].change]);
  together();
}

// Variables that a loop waits for at the same time: none of them helps alone.
void Writer::together() {
  const FreeingSets& sets = answer_.sets;
  uint64_t base = answer_.base.figures.work;
  if (sets.variables.size() < 2) return;
  std::vector<std::string_view> all(sets.variables.begin(), sets.variables.end()),
      fewest(sets.fewest.begin(), sets.fewest.end());
  auto speedup = [&](const Measured& after) {
    return fmt::format("at most {} on {}", ratio(base, after.figures.least_time(options_.processors)),
                       count_text(options_.processors, "processor"));
  };
  constexpr size_t kShown = 12;
  out_ += "\n";
  field("together",
        fmt::format("without {} {}: {}", and_list(all, kShown, "variables"),
                    sets.leaves_map ? "no dependence is left, the tasks are a map" : "other dependences are left",
                    speedup(answer_.all_free)));
  if (sets.fewest.empty() || sets.fewest.size() == sets.variables.size()) {
    if (!sets.fewest.empty())
      field("", sets.proven ? "none of them may stay: with any of them kept it is more than 5 % slower (proven)"
                            : "a smaller set may do: not decided");
    return;
  }
  field("",
        fmt::format("{} {} enough: {}{}", and_list(fewest, kShown, "variables"), fewest.size() == 1 ? "is" : "are",
                    speedup(answer_.fewest_free),
                    sets.proven ? "; no smaller set is (proven)" : "; whether a smaller set exists was not decided"));
  field("", remove_words(sets.fewest));
}

void Writer::known() {
  out_ += "\n";
  field("known", fmt::format("{}; speedups are over the work as recorded: 'at most' is the bound max(span, work / P), "
                             "hlfet a heuristic schedule that was checked; costs of parallel execution are not counted",
                             input_.counts_tasks ? "work and span in tasks are exact"
                                                 : "work and span are exact for the times measured once"));
  field("", "a change is assumed to have no other effect: a removed flow dependence needs another algorithm or a "
            "reduction");
  if (input_.input.executions > 1 && input_.input.execution == 0)
    field("", fmt::format("the {} executions run one after the other: work and span are sums over them, and a change "
                          "is made in each",
                          input_.input.executions));
  else if (input_.input.executions > 1)
    field("", fmt::format("this is 1 of {} executions, which run one after the other{}; without --execution all of "
                          "them count",
                          input_.input.executions,
                          input_.input.all_work_ns == 0
                              ? ""
                              : fmt::format(", with {} of their work",
                                            percent_text(input_.input.work_ns, input_.input.all_work_ns))));
}

void Writer::next() {
  std::string words = fmt::format("unply whatif {}", input_.input.file);
  const GraphChoice& choice = options_.choice;
  bool renamed = answer_.made.size() == 1 && answer_.made[0].words == "--remove anti,output";
  if (renamed)
    words += " --kinds flow,extension";
  else if (choice.kinds != KindSet::all())
    words += fmt::format(" --kinds {}", choice.kinds.names(","));
  if (choice.trace_id) words += fmt::format(" --trace {}", *choice.trace_id);
  if (choice.execution) words += fmt::format(" --execution {}", *choice.execution);
  if (options_.processors != WhatIfOptions().processors) words += fmt::format(" -p {}", options_.processors);
  const auto& best = answer_.ranking.best;
  if (!answer_.together && !best.empty() && helps(best[0])) words += " " + answer_.offers[best[0].change].words;
  field("next:", words);
}

std::string Writer::text() {
  head();
  if (answer_.together)
    made();
  else
    ranking();
  known();
  next();
  return std::move(out_);
}
} // namespace

// The advice for a construct that orders OpenMP tasks; "" for other variables.
static std::string_view meaning_of_order(std::string_view variable) {
  switch (part_order(variable).value_or(PartOrder::continued)) {
  case PartOrder::created:
    return "a task begins once its parent has created it: create it earlier, or let several tasks create";
  case PartOrder::parallel:
    return "the code before a parallel region, the region, and the code after it run one after the other";
  case PartOrder::taskwait:
    return "the task waits for its children there: depend clauses let later work begin earlier";
  case PartOrder::taskgroup:
    return "tasks of the group end before any work after it begins: depend clauses wait for less";
  case PartOrder::barrier:
    return "all tasks end before any work after the barrier begins: nowait, or depend clauses";
  case PartOrder::undeferred:
    return "a false if clause or a final task runs its child at once: cut off later";
  default:
    return "";
  }
}

std::string meaning_of(const Offer& offer, const WhatIfGraph& graph) {
  if (offer.kind == OfferKind::region)
    return "tasks of this region take half the time: a faster algorithm, vector code, or less to do";
  if (offer.kind == OfferKind::private_copies)
    return offer.variable.empty()
               ? "private copies of all reused variables (renaming): tasks then wait only for values they read"
               : fmt::format("private copies of {} (a local variable, one more dimension): tasks then wait only for "
                             "values they read",
                             offer.variable);
  if (offer.kind == OfferKind::variable)
    return fmt::format("no task waits for another through {}: a reduction if it only adds up, counts or takes an "
                       "extreme; a private copy if each task sets it first; else another algorithm",
                       offer.variable);
  const DependenceGroup& group = graph.groups[offer.change.removed[0]];
  switch (group.kind) {
  case EdgeKind::anti:
    return "a task overwrites what earlier ones read: with a private copy (privatise, rename) it need not wait";
  case EdgeKind::output:
    return "tasks overwrite each other's results: with private copies, of which the last is kept, none has to wait";
  case EdgeKind::extension:
    if (std::string_view words = meaning_of_order(group.variable); !words.empty()) return std::string(words);
    return "the parts of a task around its nested tasks run one after the other: make them separate tasks";
  case EdgeKind::flow:
    break;
  }
  if (!group.from.empty() && line_of(group.from) == line_of(group.to))
    return "each task continues from a value of an earlier one at the same line: a reduction if it adds up, counts or "
           "takes an extreme; else another algorithm";
  return "a value is passed on: compute it earlier, or again where it is needed; else another algorithm";
}

std::string what_if_text(const WhatIfInput& input, const WhatIfOptions& options, const WhatIfAnswer& answer,
                         const Style& style) {
  return Writer(input, options, answer, style).text();
}

} // namespace unply
