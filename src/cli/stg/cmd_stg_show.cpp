// unply stg show: the task graph of a program as text, JSON or a picture.
#include "cli/command.h"
#include "cli/stg/show_text.h"
#include "cli/text_style.h"
#include "stg/graph/graph_file.h"
#include "stg/graph/task_graph_file.h"
#include "stg/pictures/graph_pictures.h"
#include "stg/run/rank_machine.h"
#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace unply {

static constexpr const char* kStgShowFooter =
    "FILE is what `unply stg build` writes. The text begins with how much of the graph is exact, evaluable and\n"
    "observed; then come the loops, branches and tasks with the set of their instances, and the events of\n"
    "communication with their pattern, bytes and map.\n"
    "\n"
    "--expand takes the number of a call's node, or the name of a procedure: its part of the graph with the actual\n"
    "parameters bound. --at P=8,n=100 with --format svg draws who sends how many bytes to whom, of an exact run\n"
    "through the program.\n"
    "\n"
    "Exit codes: 0 shown; 2 usage, unreadable input, no such event or node.\n"
    "\n"
    "Examples:\n"
    "  unply stg show solver.taskgraph\n"
    "  unply stg show solver.taskgraph --event 0\n"
    "  unply stg show solver.taskgraph --format svg -o solver.svg\n"
    "  unply stg show solver.taskgraph --format svg --at P=8,n=100 -o communication.svg";

namespace {

struct ShowWords {
  std::string file, format = "text", output, expand, at;
  int event = -1, node = -1;
};

constexpr uint64_t kMostSteps = 20'000'000;

Result<stg::Bindings> bindings_of(const std::string& text) {
  stg::Bindings bindings;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string one = text.substr(at, end - at);
    const size_t equals = one.find('=');
    double value = 0;
    const char* last = one.data() + one.size();
    if (equals == std::string::npos || std::from_chars(one.data() + equals + 1, last, value).ptr != last)
      return fail(fmt::format("--at {}: expected NAME=VALUE", one), "unply stg show FILE --format svg --at P=8,n=100");
    if (one.starts_with("P="))
      bindings.ranks = int(value);
    else
      bindings.values[one.substr(0, equals)] = value;
    at = end + 1;
  }
  if (bindings.ranks < 1 || bindings.ranks > 1024)
    return fail(fmt::format("--at P={}: expected 1 to 1024 processes for a picture", bindings.ranks));
  return bindings;
}

// Bytes from each process to each other.
Result<std::vector<std::vector<int64_t>>> traffic(const stg::Program& program, const stg::Bindings& bindings) {
  auto world = stg::World::make(program, bindings);
  if (!world) return error_of(world);
  const size_t ranks = size_t(bindings.ranks);
  std::vector<std::vector<int64_t>> bytes(ranks, std::vector<int64_t>(ranks));
  uint64_t steps = 0;
  for (size_t rank = 0; rank < ranks; ++rank)
    for (;;) {
      const auto step = (*world)->next(int(rank));
      if (!step) return error_of(step);
      if ((*step)->kind == stg::Step::Kind::end) break;
      if (++steps > kMostSteps) return fail("--at: too many tasks for a picture", "bind smaller sizes");
      for (const stg::Message& post : (*step)->posts)
        if (!post.receive && post.peer >= 0) bytes[rank][size_t(post.peer)] += post.bytes;
    }
  return bytes;
}

// A call's node by its number, or the first call of a procedure by its name.
Result<uint32_t> expanded(const stg::Graph& graph, const std::string& word) {
  for (const stg::Node& node : graph.nodes)
    if (node.kind == stg::NodeKind::call && (word == std::to_string(node.id) || word == node.name)) return node.id;
  return fail(fmt::format("--expand {}: no such call", word), "unply stg show FILE lists the calls with their numbers");
}

Result<std::string> selected(const ShowWords& words, const stg::Program& program, const stg::Graph& graph) {
  const size_t width = terminal_width();
  if (words.event >= 0) {
    if (size_t(words.event) >= graph.events.size())
      return fail(fmt::format("--event {}: the graph has {} events", words.event, graph.events.size()));
    return stg::event_text(program, graph, graph.events[size_t(words.event)], width);
  }
  if (words.node >= 0) {
    if (size_t(words.node) >= graph.nodes.size())
      return fail(fmt::format("--node {}: the graph has {} nodes", words.node, graph.nodes.size()));
    return stg::node_text(program, graph, graph.nodes[size_t(words.node)], width);
  }
  uint32_t subtree = stg::kNoNode;
  if (!words.expand.empty()) {
    const auto found = expanded(graph, words.expand);
    if (!found) return error_of(found);
    subtree = *found;
  }
  return stg::task_graph_text(words.file, program, graph, subtree, width);
}

Result<std::string> shown(const ShowWords& words) {
  const auto file = stg::read_task_graph(words.file);
  if (!file) return error_of(file);
  const std::string title = std::filesystem::path(words.file).filename().string();
  if (!words.at.empty()) {
    if (words.format != "svg")
      return fail(fmt::format("--at with --format {}: expected svg", words.format), "add --format svg");
    const auto bindings = bindings_of(words.at);
    if (!bindings) return error_of(bindings);
    const auto bytes = traffic(file->program, *bindings);
    if (!bytes) return error_of(bytes);
    return stg::communication_svg(*bytes, fmt::format("{}: messages at {}", title, words.at));
  }
  const auto found = stg::require_graph(*file);
  if (!found) return error_of(found);
  const stg::Graph& graph = **found;
  if (words.format == "json") return stg::json_of(graph).dump(1) + "\n";
  if (words.format == "dot") return stg::dot_of(graph);
  if (words.format == "svg") return stg::svg_of(graph, title);
  return selected(words, file->program, graph);
}

Result<void> put(const std::string& text, const std::string& path) {
  if (path.empty()) {
    fmt::print("{}", text);
    return {};
  }
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) return fail(path + ": cannot write");
  return {};
}

} // namespace

int cmd_stg_show(int argc, char** argv) {
  ShowWords words;
  CLI::App app("Shows the static task graph of a program.", "unply stg show");
  app.add_option("FILE", words.file, "a .taskgraph file")->required();
  app.add_option("--event", words.event, "one event, by its number");
  app.add_option("--node", words.node, "one node, by its number");
  app.add_option("--expand", words.expand, "one call: its number, or its procedure");
  app.add_option("--format", words.format, "text, json, dot or svg");
  app.add_option("--at", words.at, "NAME=VALUE,...: who sends to whom, as svg");
  app.add_option("-o,--output", words.output, "write to this file");
  app.footer(kStgShowFooter);
  if (const int code = parse_command_line(app, argc, argv); code >= 0) return code;
  const std::vector<std::string> formats = {"text", "json", "dot", "svg"};
  if (std::ranges::find(formats, words.format) == formats.end())
    return print_error({fmt::format("--format {}: unknown, expected text, json, dot or svg", words.format), ""});
  const auto text = shown(words);
  if (!text) return print_error(text.error());
  const auto done = put(*text, words.output);
  return done ? kExitOk : print_error(done.error());
}

} // namespace unply
