// unply_sets PROGRAM.json GRAPH.json [SECONDS]: reads a program, writes its static task graph, within the time given.
// unply_sets --jdf FILE.taskgraph OUTPUT: writes the graph as task classes of PaRSEC.
#include "base/text_file.h"
#include "sets/budget.h"
#include "sets/derive_graph.h"
#include "sets/isl_version.h"
#include "sets/jdf.h"
#include "sets/recheck.h"
#include "stg/graph/graph_file.h"
#include "stg/graph/task_graph_file.h"
#include "stg/program/program_file.h"
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace {

unply::Result<void> derive(const char* from, const char* to, int seconds) {
  if (!unply::sets::has_gmp_isl()) return unply::fail("unply_sets: linked to another isl than Debian's");
  const auto text = unply::read_text_file(from);
  if (!text) return unply::error_of(text);
  const auto program = unply::stg::read_program(nlohmann::json::parse(*text, nullptr, false));
  if (!program) return std::unexpected(program.error().about(from));
  unply::sets::Probes probes;
  unply::sets::Budget::set_deadline(seconds * 2 / 3);
  auto graph = unply::sets::derive_graph(*program, &probes);
  unply::sets::recheck(*program, graph, probes);
  std::ofstream out(to, std::ios::binary | std::ios::trunc);
  out << unply::stg::json_of(graph).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  out.close();
  if (!out) return unply::fail(fmt::format("{}: cannot write", to));
  return {};
}

unply::Result<void> write_jdf(const char* from, const char* to) {
  const auto file = unply::stg::read_task_graph(from);
  if (!file) return unply::error_of(file);
  const auto graph = unply::stg::require_graph(*file);
  if (!graph) return unply::error_of(graph);
  const auto text = unply::sets::jdf_of(file->program, **graph);
  if (!text) return std::unexpected(text.error().about(from));
  std::ofstream out(to, std::ios::binary | std::ios::trunc);
  out << *text;
  out.close();
  if (!out) return unply::fail(fmt::format("{}: cannot write", to));
  return {};
}

} // namespace

int main(int argc, char** argv) {
  const bool jdf = argc == 4 && std::string_view(argv[1]) == "--jdf";
  const int seconds = argc == 4 && !jdf ? atoi(argv[3]) : 60;
  if (argc < 3 || argc > 4 || seconds < 1) {
    fmt::print(stderr, "unply: error: unply_sets: expected PROGRAM.json GRAPH.json [SECONDS]\n");
    return 2;
  }
  const auto done = jdf ? write_jdf(argv[2], argv[3]) : derive(argv[1], argv[2], seconds);
  if (done) return 0;
  fmt::print(stderr, "unply: error: {}\n", done.error().what);
  return 2;
}
