// Steps of the interpreter are counted by the place of their operation or computation, messages by the places of both
// ends, matched in the order of posting for each sender, receiver, communicator and tag.
#include "sets/recheck.h"
#include "sets/budget.h"
#include "sets/walk.h"
#include "stg/run/rank_machine.h"
#include "stg/run/task_log.h"
#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/val.h>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace unply::sets {

using namespace stg;

namespace {

constexpr uint64_t kMostSteps = 100'000;          // of one run: a larger one is not compared
constexpr uint64_t kMostInstructions = 1'000'000; // of one run, which may have no steps at all: some 0.3 s
constexpr unsigned long kMostIslOperations = 2'000'000;

// With which a program is run until it runs to its end: sizes that are multiples of the processes, answers to
// conditions on data, trips of loops that data ends. Many trips are those of a loop that only a fault in the data ends.
struct Attempt {
  bool multiples;
  int64_t answer, trips;
};
constexpr Attempt kAttempts[] = {{false, 1, 2}, {true, 1, 2},    {false, 0, 2},
                                 {true, 0, 2},  {false, 0, 100}, {true, 0, 100}};

struct Spot { // an operation or computation of the program
  NodeKind kind;
  uint32_t procedure, index;
  auto operator<=>(const Spot&) const = default;
};

struct Sizes {
  int processes;
  int64_t answer = 1;                    // to conditions that depend on data
  int64_t trips = 2;                     // of loops that data ends
  std::map<std::string, int64_t> values; // of the names in sets, the symbols of conditions included
};

struct Counts { // of one run
  std::map<Spot, uint64_t> steps, left_sends, left_receives;
  std::map<std::pair<Spot, Spot>, uint64_t> messages;
  std::map<std::tuple<EdgeKind, Spot, Spot>, uint64_t> waits; // of tasks for each other
  std::set<Spot> wildcards; // receives from any source or with any tag: their messages are the run's choice
};

// Counts all steps of all ranks. Nothing if the program stops, asks for what nobody can give, or runs for too long.
class Counter {
public:
  Counter(const ProbedProgram& probed, const Probes& probes, const std::set<Spot>& early, Sizes& sizes)
      : probed_(probed), probes_(probes), program_(probed.program), early_(early), sizes_(sizes) {}
  std::optional<Counts> run();

private:
  using Channel = std::tuple<int, int, CommId, int64_t>; // sender, receiver, communicator, tag
  bool run_rank(World& world, int rank);
  void post(int rank, const Message& message, const Spot& at);
  void note_probe(const std::string& name, int64_t value);
  const ProbedProgram& probed_;
  const Probes& probes_;
  const Program& program_;
  const std::set<Spot>& early_; // where a process only stops
  Sizes& sizes_;
  std::set<std::string> unknown_, noted_; // probes without one value; probes with one
  Counts counts_;
  std::map<Channel, std::pair<std::deque<Spot>, std::deque<Spot>>> channels_; // sends and receives not yet matched
  uint64_t steps_ = 0;
};

void Counter::post(int rank, const Message& message, const Spot& at) {
  if (message.peer == kNoPeer) return;
  if (message.receive && (message.peer == kAnyPeer || message.tag == kAnyTag)) {
    counts_.wildcards.insert(at);
    return;
  }
  auto& waiting = message.receive ? counts_.left_receives : counts_.left_sends;
  if (message.peer < 0) {
    ++waiting[at];
    return;
  }
  const int from = message.receive ? message.peer : rank, to = message.receive ? rank : message.peer;
  auto& [sends, receives] = channels_[{from, to, message.comm, message.tag}];
  auto &mine = message.receive ? receives : sends, &other = message.receive ? sends : receives;
  if (other.empty()) {
    mine.push_back(at), ++waiting[at];
    return;
  }
  const Spot partner = other.front();
  other.pop_front();
  --(message.receive ? counts_.left_sends : counts_.left_receives)[partner];
  ++counts_.messages[message.receive ? std::pair{partner, at} : std::pair{at, partner}];
}

bool Counter::run_rank(World& world, int rank) {
  TaskLog tasks;
  const auto finish = [&] {
    for (const auto& [pair, number] : tasks.pairs) {
      const auto& [by_clause, from, to] = pair;
      counts_.waits[{by_clause ? EdgeKind::depend : EdgeKind::wait,
                     {NodeKind::operation, from.first, from.second},
                     {NodeKind::operation, to.first, to.second}}] += number;
    }
  };
  while (true) {
    auto step = world.next(rank);
    if (!step || (*step)->observed || ++steps_ > kMostSteps) return false;
    if ((*step)->kind == Step::Kind::end) {
      finish();
      return !(*step)->aborted;
    }
    const bool computes = (*step)->kind == Step::Kind::computation;
    const Spot at{computes ? NodeKind::computation : NodeKind::operation, (*step)->procedure, (*step)->index};
    if (const auto probe = probed_.names.find({at.procedure, at.index}); !computes && probe != probed_.names.end()) {
      note_probe(probe->second, (*step)->posts.empty() ? 0 : (*step)->posts[0].tag);
      continue;
    }
    if (early_.contains(at)) return false;
    const bool shares = !computes && ((*step)->call == Call::omp_loop || (*step)->call == Call::omp_sections);
    counts_.steps[at] += shares ? uint64_t((*step)->iterations.at(0)) : 1;
    if (!computes && is_openmp((*step)->call)) tasks.add(**step);
    for (const Message& message : (*step)->posts) post(rank, message, at);
  }
}

// A name stands for one value: one that the run sees with two is not known.
void Counter::note_probe(const std::string& name, int64_t value) {
  if (unknown_.contains(name)) return;
  const bool is_new = noted_.insert(name).second;
  if (is_new)
    sizes_.values[name] = value;
  else if (sizes_.values.at(name) != value)
    unknown_.insert(name), sizes_.values.erase(name);
}

// The values of products, and of a side of the grid that the program does not compute. False: this run has no such
// grid, so that its sets do not describe it.
bool set_sides(const Probes& probes, Sizes& sizes) {
  for (const auto& [name, factors] : probes.products) {
    int64_t product = 1;
    bool known = !sizes.values.contains(name);
    for (const std::string& factor : factors) {
      const auto value = sizes.values.find(factor);
      known = known && value != sizes.values.end();
      if (known) product *= value->second;
    }
    if (known) sizes.values[name] = product;
  }
  std::vector<std::string> unknown;
  int64_t product = 1;
  for (const std::string& side : probes.sides)
    if (const auto value = sizes.values.find(side); value != sizes.values.end())
      product *= value->second;
    else
      unknown.push_back(side);
  if (probes.sides.empty() || unknown.size() > 1) return true;
  if (product < 1 || sizes.processes % product != 0) return false;
  if (unknown.size() == 1) sizes.values[unknown[0]] = sizes.processes / product;
  return unknown.size() == 1 || product == sizes.processes;
}

std::optional<Counts> Counter::run() {
  Bindings bindings{.ranks = sizes_.processes, .openmp = true, .most_instructions = kMostInstructions};
  for (const Parameter& parameter : program_.parameters)
    bindings.values[parameter.name] = double(sizes_.values.at(parameter.name));
  bindings.ask = [this](const Unknown& unknown) {
    if (const size_t probe = unknown.symbol.find("probe_"); probe != std::string::npos) {
      unknown_.insert(unknown.symbol.substr(probe + 6));
      sizes_.values.erase(unknown.symbol.substr(probe + 6));
      return std::optional<int64_t>(0);
    }
    return std::optional(
        sizes_.values.try_emplace(unknown.symbol, unknown.symbol.starts_with("T_") ? sizes_.trips : sizes_.answer)
            .first->second);
  };
  auto world = World::make(program_, std::move(bindings));
  if (!world) return {};
  for (int rank = 0; rank < sizes_.processes; ++rank)
    if (!run_rank(**world, rank)) return {};
  if (!set_sides(probes_, sizes_)) return {};
  return std::move(counts_);
}

// Elements of a set or map at given sizes; nothing if one of its parameters has no value or isl gives up.
class Elements {
public:
  Elements() : ctx_(isl_ctx_alloc(), isl_ctx_free) {
    isl_options_set_on_error(ctx_.get(), ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(ctx_.get(), kMostIslOperations);
  }
  std::optional<uint64_t> of_set(const std::string& text, const Sizes& sizes) {
    return count(isl_set_read_from_str(ctx_.get(), text.c_str()), sizes);
  }
  std::optional<uint64_t> of_map(const std::string& text, const Sizes& sizes) {
    isl_map* map = isl_map_read_from_str(ctx_.get(), text.c_str());
    if (!map) return {};
    // A wrapped map lists its pairs; flattened, they are points of a plain set.
    return count(isl_set_flatten(isl_map_wrap(map)), sizes);
  }

private:
  std::optional<uint64_t> count(isl_set* set, const Sizes& sizes) {
    isl_ctx_reset_operations(ctx_.get());
    while (set && isl_set_dim(set, isl_dim_param) > 0) {
      const char* name = isl_set_get_dim_name(set, isl_dim_param, 0);
      const auto value = sizes.values.find(name ? name : "");
      const bool constrained = isl_set_involves_dims(set, isl_dim_param, 0, 1) != isl_bool_false;
      if (constrained && value == sizes.values.end()) {
        isl_set_free(set);
        return {};
      }
      if (constrained) set = isl_set_fix_si(set, isl_dim_param, 0, int(value->second));
      set = isl_set_project_out(set, isl_dim_param, 0, 1);
    }
    isl_val* number = isl_set_count_val(set);
    std::optional<uint64_t> found;
    if (number && isl_val_is_int(number) == isl_bool_true) found = uint64_t(isl_val_get_num_si(number));
    isl_val_free(number);
    isl_set_free(set);
    return found;
  }
  std::unique_ptr<isl_ctx, void (*)(isl_ctx*)> ctx_;
};

// Operations that are no steps of a run: they describe, or give values.
bool is_no_step(Call call) {
  return (call >= Call::send_init && call <= Call::cancel && call != Call::start && call != Call::start_all) ||
         (call >= Call::cart_coords && call <= Call::cart_shift) || (call >= Call::cart_get && call <= Call::get_count);
}

class Recheck {
public:
  Recheck(const Program& program, Graph& graph, const Probes& probes)
      : program_(program), probes_(probes), probed_(with_probes(program, probes)), graph_(graph) {}
  void run();

private:
  Spot spot_of(uint32_t node) const {
    const Node& of = graph_.nodes[node];
    return {of.kind > NodeKind::operation ? NodeKind::operation : of.kind, of.procedure, of.index};
  }
  bool is_step(const Spot& spot) const {
    return spot.kind != NodeKind::operation ||
           !is_no_step(program_.procedures[spot.procedure].operations[spot.index].call);
  }
  void compare(const Sizes& sizes, const Counts& counts);
  void compare_nodes(const Sizes& sizes, const Counts& counts);
  void compare_messages(const Sizes& sizes, const Counts& counts);
  void compare_waits(const Sizes& sizes, const Counts& counts);
  void compare_unmatched(const Sizes& sizes, const Counts& counts);
  std::string at(const Sizes& sizes) const;
  void add_edge(EdgeKind kind, const Spot& source, const Spot& target, const std::string& reason);
  void degrade_event_of(uint32_t edge, const std::string& reason);

  Sizes sizes_for(int processes, bool multiples) const;
  std::set<Spot> early_spots() const;

  const Program& program_;
  const Probes& probes_;
  const ProbedProgram probed_;
  Graph& graph_;
  Elements elements_;
  std::set<std::string> compared_, disagreed_;
  std::vector<int> processes_;
};

std::string Recheck::at(const Sizes& sizes) const {
  std::string text = program_.mpi.empty() ? "" : fmt::format("P = {}", sizes.processes);
  for (const Parameter& parameter : program_.parameters)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", parameter.name, sizes.values.at(parameter.name));
  return text.empty() ? "its one size" : text;
}

void Recheck::compare_nodes(const Sizes& sizes, const Counts& counts) {
  std::map<Spot, std::vector<uint32_t>> nodes; // a procedure called from two places has two nodes for one operation
  for (const Node& node : graph_.nodes)
    if (node.kind >= NodeKind::computation && is_step(spot_of(node.id))) nodes[spot_of(node.id)].push_back(node.id);
  for (const auto& [spot, ids] : nodes) {
    uint64_t expected = 0;
    bool known = true;
    for (const uint32_t id : ids) {
      const InstanceSet& set = graph_.nodes[id].instances;
      const auto found = set.tier == Tier::exact ? elements_.of_set(set.set, sizes) : std::nullopt;
      known = known && found;
      expected += found.value_or(0);
    }
    if (!known) continue;
    const auto seen = counts.steps.find(spot);
    const uint64_t steps = seen == counts.steps.end() ? 0 : seen->second;
    compared_.insert(fmt::format("n{}", ids.front()));
    if (steps == expected) continue;
    disagreed_.insert(fmt::format("n{}", ids.front()));
    for (const uint32_t id : ids)
      graph_.nodes[id].instances.tier = Tier::evaluable,
      graph_.nodes[id].instances.reason =
          fmt::format("at {} the program has {} instances and the set {}", at(sizes), steps, expected);
  }
}

void Recheck::degrade_event_of(uint32_t edge, const std::string& reason) {
  for (Event& event : graph_.events)
    if (std::ranges::find(event.edges, edge) != event.edges.end()) event.tier = Tier::evaluable, event.reason = reason;
}

void Recheck::compare_messages(const Sizes& sizes, const Counts& counts) {
  std::map<std::pair<Spot, Spot>, std::vector<uint32_t>> edges;
  for (const Edge& edge : graph_.edges)
    if (edge.kind == EdgeKind::message) edges[{spot_of(edge.source), spot_of(edge.target)}].push_back(edge.id);
  for (const auto& [spots, ids] : edges) {
    if (counts.wildcards.contains(spots.second)) continue;
    uint64_t expected = 0;
    bool known = true;
    for (const uint32_t id : ids) {
      const Edge& edge = graph_.edges[id];
      const auto found = edge.tier == Tier::exact ? elements_.of_map(edge.map, sizes) : std::nullopt;
      known = known && found;
      expected += found.value_or(0);
    }
    if (!known) continue;
    const auto seen = counts.messages.find(spots);
    const uint64_t messages = seen == counts.messages.end() ? 0 : seen->second;
    compared_.insert(fmt::format("e{}", ids.front()));
    if (messages == expected) continue;
    disagreed_.insert(fmt::format("e{}", ids.front()));
    for (const uint32_t id : ids) {
      const std::string reason =
          fmt::format("at {} the program sends {} messages and the map has {}", at(sizes), messages, expected);
      graph_.edges[id].tier = Tier::evaluable, graph_.edges[id].reason = reason;
      degrade_event_of(id, reason);
    }
  }
}

// A pair of places without an edge is a claim as well: that no task there waits for another.
void Recheck::compare_waits(const Sizes& sizes, const Counts& counts) {
  std::map<std::tuple<EdgeKind, Spot, Spot>, std::vector<uint32_t>> edges;
  bool all_known = true;
  for (const Edge& edge : graph_.edges) {
    if (edge.kind != EdgeKind::depend && edge.kind != EdgeKind::wait) continue;
    edges[{edge.kind, spot_of(edge.source), spot_of(edge.target)}].push_back(edge.id);
    all_known = all_known && edge.tier == Tier::exact;
  }
  if (all_known)
    for (const auto& [pair, number] : counts.waits) edges.try_emplace(pair);
  for (const auto& [pair, ids] : edges) {
    uint64_t expected = 0;
    bool known = true;
    for (const uint32_t id : ids) {
      const Edge& edge = graph_.edges[id];
      const auto found = edge.tier == Tier::exact ? elements_.of_map(edge.map, sizes) : std::nullopt;
      known = known && found;
      expected += found.value_or(0);
    }
    if (!known) continue;
    const auto seen = counts.waits.find(pair);
    const uint64_t number = seen == counts.waits.end() ? 0 : seen->second;
    const auto& [kind, source, target] = pair;
    const std::string name =
        fmt::format("w{} {}.{} {}.{}", size_t(kind), source.procedure, source.index, target.procedure, target.index);
    compared_.insert(name);
    if (number == expected) continue;
    disagreed_.insert(name);
    const std::string reason =
        fmt::format("at {} the program has {} such pairs of tasks and the map {}", at(sizes), number, expected);
    for (const uint32_t id : ids) graph_.edges[id].tier = Tier::evaluable, graph_.edges[id].reason = reason;
    if (ids.empty()) add_edge(kind, source, target, reason);
  }
}

void Recheck::add_edge(EdgeKind kind, const Spot& source, const Spot& target, const std::string& reason) {
  Edge edge{.id = uint32_t(graph_.edges.size()), .kind = kind, .tier = Tier::evaluable, .reason = reason};
  for (const Node& node : graph_.nodes) {
    if (node.kind < NodeKind::operation) continue;
    if (spot_of(node.id) == source) edge.source = node.id;
    if (spot_of(node.id) == target) edge.target = node.id;
  }
  graph_.edges.push_back(std::move(edge));
}

void Recheck::compare_unmatched(const Sizes& sizes, const Counts& counts) {
  if (!counts.wildcards.empty()) return;
  std::map<std::pair<Spot, bool>, uint64_t> expected;
  std::set<std::pair<Spot, bool>> unknown;
  for (const Event& event : graph_.events)
    for (const Unmatched& unmatched : event.unmatched) {
      const std::pair key{spot_of(unmatched.node), unmatched.is_send};
      const auto found = elements_.of_set(unmatched.set, sizes);
      if (found)
        expected[key] += *found;
      else
        unknown.insert(key);
    }
  if (graph_.unmatched_complete)
    for (const bool is_send : {false, true})
      for (const auto& [spot, left] : is_send ? counts.left_sends : counts.left_receives)
        expected.try_emplace({spot, is_send}, 0);
  for (const auto& [key, number] : expected) {
    const auto& [spot, is_send] = key;
    const auto& left = is_send ? counts.left_sends : counts.left_receives;
    const auto seen = left.find(spot);
    if (unknown.contains(key) || (seen == left.end() ? 0 : seen->second) == number) continue;
    graph_.unmatched_complete = false;
    disagreed_.insert(fmt::format("u{} {}", spot.procedure, spot.index));
    for (Event& event : graph_.events)
      std::erase_if(event.unmatched,
                    [&](const Unmatched& one) { return spot_of(one.node) == spot && one.is_send == is_send; });
  }
}

void Recheck::compare(const Sizes& sizes, const Counts& counts) {
  compare_nodes(sizes, counts);
  compare_messages(sizes, counts);
  compare_waits(sizes, counts);
  compare_unmatched(sizes, counts);
}

// No two sizes are equal and none is a multiple of all others; or all are multiples of each number of processes, which
// is what some programs ask for.
Sizes Recheck::sizes_for(int processes, bool multiples) const {
  Sizes sizes{.processes = program_.mpi.empty() ? 1 : processes, .values = {{"P", processes}}};
  const Procedure& main = program_.procedures[program_.main];
  int64_t words = 1, next = 2;
  for (const Parameter& parameter : program_.parameters) words = std::max(words, int64_t(parameter.argument) + 1);
  if (!main.formals.empty()) sizes.values[main.formals[0]] = words; // as World lays the command line
  for (const Parameter& parameter : program_.parameters) {
    sizes.values[parameter.name] =
        multiples ? 4 * (next + 1) : next + (program_.mpi.empty() ? processes : processes & 1);
    next += 3;
  }
  // Sides of a grid that are inputs: small factors of the number of processes, the last one what is left.
  int64_t left = processes;
  for (size_t i = 0; i < probes_.sides.size(); ++i) {
    const bool is_last = i + 1 == probes_.sides.size();
    const int64_t factor = is_last ? left : left % 2 == 0 ? 2 : left % 3 == 0 ? 3 : 1;
    left /= factor;
    const auto is_side = [&](const Parameter& parameter) { return parameter.name == probes_.sides[i]; };
    if (std::ranges::any_of(program_.parameters, is_side)) sizes.values[probes_.sides[i]] = factor;
  }
  return sizes;
}

std::set<Spot> Recheck::early_spots() const {
  std::set<Spot> spots;
  for (uint32_t i = 0; i < program_.procedures.size(); ++i) {
    const Procedure& p = program_.procedures[i];
    const std::vector<bool> doomed = doomed_blocks(p);
    for (BlockId b = 0; b < p.blocks.size(); ++b)
      for (const ValueId v : p.blocks[b].values)
        if (doomed[b] && p.values[v].opcode == Opcode::operation)
          spots.insert({NodeKind::operation, i, uint32_t(p.values[v].number)});
  }
  return spots;
}

void Recheck::run() {
  const std::set<Spot> early = early_spots();
  std::vector<int> numbers = {1, 2, 3, 4, 6};
  if (probes_.sides.size() == 3) numbers.insert(numbers.end(), {8, 12});
  for (const int processes : numbers)
    for (const auto& [multiples, answer, trips] : kAttempts) {
      if (Budget::is_late()) break;
      Sizes sizes = sizes_for(processes, multiples);
      sizes.answer = answer, sizes.trips = trips;
      auto counts = Counter(probed_, probes_, early, sizes).run();
      if (!counts) continue;
      processes_.push_back(processes);
      compare(sizes, *counts);
      break;
    }
  if (processes_.empty()) {
    graph_.assumptions.push_back("no set was compared with the program, which does not run to its end in "
                                 "short time at small sizes");
    return;
  }
  std::string list;
  for (const int processes : processes_) list += fmt::format("{}{}", list.empty() ? "" : ", ", processes);
  const std::string where = program_.mpi.empty() ? "" : fmt::format("P = {} and ", list);
  graph_.assumptions.push_back(fmt::format(
      "{} of {} exact sets and maps agree with the program at {}small sizes",
      compared_.size() -
          std::ranges::count_if(disagreed_, [&](const std::string& one) { return compared_.contains(one); }),
      compared_.size(), where));
}

} // namespace

void recheck(const Program& program, Graph& graph, const Probes& probes) { Recheck(program, graph, probes).run(); }

} // namespace unply::sets
