// unply stg instantiate: the dynamic task graph: the tasks and messages of each rank in program order, for one number
// of processes and given sizes; or how many there are.
#include "cli/command.h"
#include "cli/stg/bindings_option.h"
#include "cli/stg/cost_options.h"
#include "cli/stg/stg_verbs.h"
#include "cli/stg/values_option.h"
#include "cli/text_style.h"
#include "stg/export/dynamic_graph.h"
#include "stg/graph/task_graph_file.h"
#include "stg/prediction/prediction.h"
#include "stg/program/place_text.h"
#include "stg/run/task_log.h"
#include "trace/output_file.h"
#include <CLI/CLI.hpp>
#include <cctype>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

constexpr const char* kStgInstantiateFooter =
    "Exit codes: 0 printed; 2 usage, unreadable file, a value that is needed and not given.\n"
    "\n"
    "Examples:\n"
    "  unply stg instantiate pipeline.taskgraph --at P=3,nb=2,b=5\n"
    "  unply stg instantiate solver.taskgraph --at P=64 --rank 0 -- 4096 100   # with the program's arguments\n"
    "  unply stg instantiate solver.taskgraph --at P=1024,n=4096 --count\n"
    "  unply stg instantiate solver.taskgraph --at P=1024,n=4096 --count --condensed\n"
    "  unply stg instantiate solver.taskgraph --at P=64,n=4096 -o dtg.trace && unply bound dtg.trace";

struct Totals {
  uint64_t tasks = 0, computations = 0, operations = 0, messages = 0, bytes = 0, collectives = 0, iterations = 0;
  uint64_t constructs = 0, openmp_tasks = 0, dependences = 0, shared = 0; // of OpenMP
  uint64_t pieces_least = 0, pieces_most = 0;                             // tasks of taskloops
};

class Printer {
public:
  Printer(const stg::Program& of, const stg::World& whole) : program(of), world(whole) {}

  // `waits`: the tasks that a task depends on.
  std::string text(int rank, const stg::Step& step, const std::vector<uint64_t>& waits, uint64_t task) const {
    const std::string place = place_text(program, step.place);
    const std::string process = program.mpi.empty() ? "" : fmt::format("rank {}  ", rank);
    const auto line = [&](const std::string& what) { return fmt::format("{}{:<34} {}\n", process, what, place); };
    if (step.kind == stg::Step::Kind::operation && stg::is_openmp(step.call))
      return line(construct_text(step, waits, task));
    if (step.kind == stg::Step::Kind::computation) return line("COMP" + work_text(step));
    std::string lines;
    for (const stg::Message& message : step.posts) lines += line(message_text(step, message));
    if (!step.completes.empty() || (step.call >= stg::Call::wait && step.call <= stg::Call::test_some))
      lines += line(wait_text(step));
    else if (step.posts.empty())
      lines += line(collective_text(step));
    return lines;
  }

  nlohmann::json json(int rank, const stg::Step& step, const std::vector<uint64_t>& waits) const {
    nlohmann::json made = {{"rank", rank}, {"place", place_text(program, step.place)}};
    if (step.kind == stg::Step::Kind::computation) {
      made["kind"] = "computation", made["work"] = step.iterations;
      return made;
    }
    made["kind"] = stg::name_of(step.call);
    if (step.call == stg::Call::omp_task || !waits.empty()) made["behind"] = waits;
    if (step.call == stg::Call::omp_taskloop)
      made["tasks"] = {{"least", step.iterations[1]}, {"most", step.iterations[2]}};
    if (stg::is_openmp(step.call) && !step.iterations.empty()) made["iterations"] = step.iterations[0];
    for (const stg::Message& message : step.posts)
      made["posts"].push_back({{"kind", message.receive ? "receive" : "send"},
                               {"peer", peer_text(message.peer)},
                               {"bytes", message.bytes},
                               {"tag", message.tag},
                               {"request", message.request},
                               {"communicator", world.communicator(message.comm).name}});
    for (const stg::Completion& done : step.completes) made["completes"].push_back(done.request);
    if (stg::is_collective(step.call))
      made["bytes"] = step.collective.bytes, made["root"] = step.collective.root,
      made["communicator"] = world.communicator(step.collective.comm).name;
    return made;
  }

private:
  std::string construct_text(const stg::Step& step, const std::vector<uint64_t>& waits, uint64_t task) const {
    std::string name = program.procedures[step.procedure].operations[step.index].name;
    for (size_t i = 0; i < name.size() && name[i] != '('; ++i) name[i] = char(std::toupper(name[i]));
    if (step.call == stg::Call::omp_task) name += fmt::format(" {}", task);
    if (!waits.empty()) name += fmt::format(" behind {}", fmt::join(waits, ", "));
    if (step.call == stg::Call::omp_taskloop)
      return fmt::format("{} {} iterations in {} tasks", name, step.iterations[0], interval_text(step));
    return step.iterations.empty() ? name : fmt::format("{} {} iterations", name, step.iterations[0]);
  }
  static std::string interval_text(const stg::Step& step) {
    const int64_t least = step.iterations[1], most = step.iterations[2];
    return least == most ? std::to_string(most) : fmt::format("{} to {}", least, most);
  }
  static std::string peer_text(int32_t peer) {
    return peer == stg::kAnyPeer       ? "any"
           : peer == stg::kNoPeer      ? "none"
           : peer == stg::kInvalidPeer ? "no such rank"
                                       : std::to_string(peer);
  }
  static std::string work_text(const stg::Step& step) {
    std::string text;
    for (const int64_t count : step.iterations)
      text += (text.empty() ? "" : ", ") + (count < 0 ? std::string("?") : std::to_string(count));
    return text.empty() ? "" : " work " + text;
  }
  static std::string word_of(stg::Call call) {
    std::string word = stg::name_of(call);
    for (char& letter : word) letter = char(std::toupper(letter));
    return word;
  }
  std::string comm_text(stg::CommId comm) const {
    return comm == stg::kCommWorld ? "" : fmt::format(", {}", world.communicator(comm).name);
  }
  std::string message_text(const stg::Step& step, const stg::Message& message) const {
    const bool both = step.posts.size() > 1 || step.call == stg::Call::start;
    const std::string word = both ? (message.receive ? "RECV" : "SEND") : word_of(step.call);
    return fmt::format("{} {} {}, {} bytes, tag {}{}", word, message.receive ? "from" : "to", peer_text(message.peer),
                       message.bytes, message.tag == stg::kAnyTag ? "any" : std::to_string(message.tag),
                       comm_text(message.comm));
  }
  std::string wait_text(const stg::Step& step) const {
    std::string places;
    for (const stg::Completion& done : step.completes)
      places += (places.empty() ? " for " : ", ") + place_text(program, done.place);
    return word_of(step.call) + (places.empty() ? " for nothing" : places);
  }
  std::string collective_text(const stg::Step& step) const {
    std::string text = word_of(step.call);
    if (step.collective.root >= 0) text += fmt::format(" root {}", step.collective.root);
    if (step.collective.bytes > 0)
      text += fmt::format("{} {} bytes", step.collective.root >= 0 ? "," : "", step.collective.bytes);
    return text + comm_text(step.collective.comm);
  }

  const stg::Program& program;
  const stg::World& world;
};

void add(Totals& totals, const stg::Step& step, size_t waits) {
  ++totals.tasks;
  if (step.kind == stg::Step::Kind::computation) {
    ++totals.computations;
    for (const int64_t count : step.iterations) totals.iterations += count > 0 ? uint64_t(count) : 0;
    return;
  }
  if (stg::is_openmp(step.call)) {
    --totals.tasks, ++totals.constructs;
    totals.openmp_tasks += step.call == stg::Call::omp_task;
    totals.dependences += waits;
    if (step.call == stg::Call::omp_taskloop)
      totals.pieces_least += uint64_t(step.iterations[1]), totals.pieces_most += uint64_t(step.iterations[2]);
    if (step.call == stg::Call::omp_loop) totals.shared += uint64_t(step.iterations.at(0));
    return;
  }
  ++totals.operations;
  totals.collectives +=
      stg::is_collective(step.call) && step.call != stg::Call::init && step.call != stg::Call::finalize;
  for (const stg::Message& message : step.posts) {
    if (message.receive || message.peer < 0) continue;
    ++totals.messages, totals.bytes += uint64_t(message.bytes);
  }
}

struct InstantiateCommand {
  std::string file, output, bindings;
  CostOptions costs = {.file = "", .iteration_ns = 1};
  std::vector<std::string> at, arguments;
  int rank = -1;
  bool count = false, json = false, condensed = false;
};

void print_totals(const InstantiateCommand& command, const Totals& totals, int ranks, const stg::Graph& graph) {
  std::vector<std::pair<const char*, uint64_t>> rows = {{"tasks", totals.tasks},
                                                        {"computations", totals.computations},
                                                        {"iterations", totals.iterations},
                                                        {"operations", totals.operations},
                                                        {"collectives", totals.collectives},
                                                        {"messages", totals.messages},
                                                        {"bytes", totals.bytes}};
  if (totals.constructs > 0) {
    rows.emplace_back("OpenMP tasks", totals.openmp_tasks);
    rows.emplace_back("dependences", totals.dependences);
    rows.emplace_back("loop iterations", totals.shared);
    if (totals.pieces_most > 0) {
      rows.emplace_back("taskloop tasks >=", totals.pieces_least);
      rows.emplace_back("taskloop tasks <=", totals.pieces_most);
    }
  }
  if (command.json) {
    nlohmann::json made = {{"ranks", ranks}};
    for (const auto& [name, number] : rows) made[name] = number;
    fmt::print("{}\n", made.dump(2));
    return;
  }
  for (const auto& [name, number] : rows) fmt::print("{:<18}{:>12}\n", name, number);
  for (const stg::Node& node : graph.nodes)
    for (const stg::PolynomialPiece& piece : node.count.pieces)
      fmt::print("node {}: {} instances of {}{}\n", node.id, piece.polynomial, node.name,
                 piece.domain.empty() ? "" : ", on " + piece.domain);
  for (const stg::Event& event : graph.events)
    for (const stg::PolynomialPiece& piece : event.messages.pieces)
      fmt::print("event {}: {} messages of {} bytes{}\n", event.id, piece.polynomial, event.bytes,
                 piece.domain.empty() ? "" : ", on " + piece.domain);
}

bool is_shown(const stg::Step& step) {
  return step.kind == stg::Step::Kind::computation ||
         (step.kind == stg::Step::Kind::operation && step.call != stg::Call::init && step.call != stg::Call::finalize &&
          step.call != stg::Call::omp_end);
}

// The graph of all ranks, in an order in which messages are sent before they are received.
int write_graph(const InstantiateCommand& command, const stg::Program& program, const stg::Bindings& bindings) {
  stg::PredictionCosts costs;
  if (const auto taken = take_costs(command.costs, program, costs); !taken) return print_error(taken.error());
  auto output = OutputFile::create(command.output);
  if (!output) return print_error(output.error());
  const std::string note =
      fmt::format("dynamic task graph by unply stg instantiate: computations take {}, messages no time",
                  command.costs.file.empty() ? fmt::format("{:g} ns an iteration", command.costs.iteration_ns)
                                             : "the costs of " + command.costs.file);
  stg::DynamicGraphWriter writer(program, bindings, note, command.condensed, **output);
  const auto run = stg::predict_run(program, bindings, costs, &writer);
  if (!run) return print_error(run.error().about(command.file));
  if (!run->stuck.empty())
    return print_error({fmt::format("{}: a deadlock: {}", command.file, run->stuck[0]),
                        "unply stg check says on which ranks and for which P"});
  if (const auto used = check_values_used(program, bindings, run->asked); !used) return print_error(used.error());
  if (const auto written = writer.finish(); !written) return print_error(written.error());
  if (const auto published = (*output)->publish(); !published) return print_error(published.error());
  fmt::print("{}: {}, {}; next: unply report {}\n", command.output, count_text(writer.tasks(), "task"),
             count_text(writer.dependences(), "dependence"), command.output);
  return kExitOk;
}

Result<void> visit_rank(stg::World& world, int rank, const stg::World::Visitor& visitor) {
  for (;;) {
    const auto step = world.next(rank);
    if (!step) return error_of(step);
    if ((*step)->kind == stg::Step::Kind::end) return {};
    visitor(rank, **step);
  }
}

int count_tasks(const InstantiateCommand& command, const stg::TaskGraphFile& file, const stg::Bindings& bindings) {
  struct Rank {
    stg::TaskLog log = {};
    bool computes = false; // its last task is a computation
  };
  auto world = stg::World::make(file.program, bindings, command.rank);
  if (!world) return print_error(world.error());
  std::vector<Rank> ranks(static_cast<size_t>(bindings.ranks));
  Totals totals;
  const auto count = [&](int number, const stg::Step& step) {
    Rank& rank = ranks[size_t(number)];
    const bool computes = step.kind == stg::Step::Kind::computation;
    const bool construct = step.kind == stg::Step::Kind::operation && stg::is_openmp(step.call);
    const size_t waits = construct ? rank.log.add(step).size() : 0;
    if (is_shown(step)) add(totals, step, waits);
    if (command.condensed && computes && rank.computes) --totals.tasks, --totals.computations;
    if (computes || construct || is_shown(step)) rank.computes = computes;
  };
  const auto run = command.rank < 0 ? (*world)->visit(count) : visit_rank(**world, command.rank, count);
  if (!run) return print_error(run.error().about(command.file));
  if (const auto used = check_values_used(file.program, bindings, (*world)->asked()); !used)
    return print_error(used.error());
  print_totals(command, totals, bindings.ranks, file.graph.value_or(stg::Graph{}));
  return kExitOk;
}

int print_tasks(const InstantiateCommand& command, const stg::Program& program, const stg::Bindings& bindings) {
  const int first = std::max(command.rank, 0), end = command.rank < 0 ? bindings.ranks : command.rank + 1;
  nlohmann::json steps = nlohmann::json::array();
  // One world for each rank, so that what other ranks do ahead need not be kept.
  for (int rank = first; rank < end; ++rank) {
    auto world = stg::World::make(program, bindings, rank);
    if (!world) return print_error(world.error());
    const Printer printer(program, **world);
    stg::TaskLog log;
    std::optional<stg::Step> joined; // the computations since the last other task
    const auto print = [&](const stg::Step& step, const std::vector<uint64_t>& waits) {
      if (command.json)
        steps.push_back(printer.json(rank, step, waits));
      else
        fmt::print("{}", printer.text(rank, step, waits, log.tasks()));
    };
    const auto print_joined = [&] {
      if (joined) print(*joined, {});
      joined.reset();
    };
    const auto run = visit_rank(**world, rank, [&](int, const stg::Step& step) {
      if (command.condensed && step.kind == stg::Step::Kind::computation) {
        if (!joined) return void(joined = step);
        return void(
            joined->iterations.insert(joined->iterations.end(), step.iterations.begin(), step.iterations.end()));
      }
      const bool construct = step.kind == stg::Step::Kind::operation && stg::is_openmp(step.call);
      if (construct || is_shown(step)) print_joined();
      std::vector<uint64_t> waits;
      if (construct) waits = log.add(step);
      if (is_shown(step)) print(step, waits);
    });
    if (!run) return print_error(run.error().about(command.file));
    print_joined();
    if (const auto used = check_values_used(program, bindings, (*world)->asked()); !used)
      return print_error(used.error());
  }
  if (command.json) fmt::print("{}\n", steps.dump(1));
  return kExitOk;
}

int instantiate(const InstantiateCommand& command) {
  auto bindings = parse_values(command.at);
  if (!bindings) return print_error(bindings.error());
  const auto file = stg::read_task_graph(command.file);
  if (!file) return print_error(file.error());
  if (bindings->ranks == 0 && !file->program.mpi.empty())
    return print_error({"stg instantiate: the number of processes is missing", "--at P=4"});
  bindings->ranks = std::max(bindings->ranks, 1);
  bindings->arguments = command.arguments;
  if (const auto taken = take_bindings(command.bindings, file->program, *bindings); !taken)
    return print_error(taken.error());
  bindings->openmp = true;
  if (!command.output.empty()) return write_graph(command, file->program, *bindings);
  if (command.count) return count_tasks(command, *file, *bindings);
  return print_tasks(command, file->program, *bindings);
}

} // namespace

int cmd_stg_instantiate(int argc, char** argv) {
  InstantiateCommand command;
  command.arguments = take_arguments(argc, argv);
  CLI::App app("The tasks and messages of each rank in program order, for given sizes.", "unply stg instantiate");
  app.add_option("FILE", command.file, "the task graph that unply stg build wrote")->required();
  add_bindings_option(app, command.bindings);
  app.add_option("--at", command.at, "values: P=4,n=100; names that the program asks for, P the number of processes");
  auto* rank = app.add_option("--rank", command.rank, "only this rank")->check(CLI::NonNegativeNumber);
  auto* count = app.add_flag("--count", command.count, "only how many tasks, messages and bytes");
  auto* json = app.add_flag("--json", command.json, "as JSON");
  app.add_flag("--condensed", command.condensed, "consecutive computations of a process are one task");
  app.add_option("-o,--output", command.output,
                 "write the graph as a recording, for unply report, bound, graph and view")
      ->type_name("FILE")
      ->excludes(rank, count, json);
  add_cost_options(app, command.costs);
  app.footer(kStgInstantiateFooter);
  if (const int code = parse_command_line(app, argc, argv); code >= 0) return code;
  return instantiate(command);
}

} // namespace unply
