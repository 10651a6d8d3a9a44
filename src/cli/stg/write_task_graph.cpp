#include "cli/stg/write_task_graph.h"
#include "base/text_file.h"
#include "cli/text_style.h"
#include "collect/scratch_folder.h"
#include "collect/subprocess.h"
#include "stg/program/program_file.h"
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace unply {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// Libraries of the user that the executable loads: those of the system carry no bitcode.
std::vector<std::string> loaded_libraries(const std::string& executable) {
  std::vector<std::string> found;
  std::istringstream lines(run_program({"ldd", executable}).output);
  for (std::string line; std::getline(lines, line);) {
    const size_t arrow = line.find("=> /");
    if (arrow == std::string::npos) continue;
    const std::string path = line.substr(arrow + 3, line.find(' ', arrow + 3) - arrow - 3);
    if (!path.starts_with("/lib/") && !path.starts_with("/usr/") && !path.starts_with("/lib64/")) found.push_back(path);
  }
  return found;
}

Result<json> read_json(const fs::path& path) {
  std::ifstream file(path);
  json read = json::parse(file, nullptr, false);
  if (read.is_discarded()) return fail(path.string() + ": damaged");
  return read;
}

std::string hint_in(const std::string& output) {
  const size_t at = output.find("  hint: ");
  return at == std::string::npos ? "" : output.substr(at + 8, output.find('\n', at) - at - 8);
}

// The sets may need more time than anybody wants to wait: the program alone is of use as well.
json sets_of(const fs::path& program, const fs::path& graph, const InstallPaths& paths, std::string& why_not) {
  const char* asked = std::getenv(kTimeLimitVariable);
  const std::string limit = asked && *asked ? asked : "60";
  const FinishedProcess made = run_program({"timeout", "-k", "1", limit, paths.integer_sets(), program, graph, limit});
  if (made.ok())
    if (auto read = read_json(graph)) return *read;
  why_not = made.exit_code == 124 || made.exit_code == 137
                ? fmt::format("the sets were not computed within {} s", limit)
                : fmt::format("the sets were not computed: unply_sets ended with status {}", made.exit_code);
  return nullptr;
}

std::string summary(const std::string& file, const stg::Program& program) {
  size_t operations = 0, loops = 0, computations = 0;
  for (const stg::Procedure& procedure : program.procedures) {
    for (const stg::Operation& operation : procedure.operations) operations += operation.call != stg::Call::omp_end;
    loops += procedure.loops.size();
    computations += procedure.computations.size();
  }
  return fmt::format("{}: {}, {}, {}", file, count_text(operations, "operation"), count_text(loops, "loop"),
                     count_text(computations, "computation"));
}

} // namespace

Result<std::string> write_task_graph(const std::string& executable, const std::string& graph,
                                     const InstallPaths& paths) {
  const ScratchFolder scratch("stg");
  if (scratch.path().empty()) return fail("temporary directory: cannot be written", "set TMPDIR to a folder of yours");
  const fs::path program_file = scratch.path() / "program.json", graph_file = scratch.path() / "graph.json";
  std::vector<std::string> words = {paths.extractor(), executable, "-o", program_file};
  const auto libraries = loaded_libraries(executable);
  words.insert(words.end(), libraries.begin(), libraries.end());
  const FinishedProcess extracted = run_program(words);
  if (!extracted.ok()) {
    std::string what = extracted.output.substr(0, extracted.output.find('\n'));
    if (what.starts_with("unply: error: ")) what.erase(0, 14);
    return fail(what.empty() ? fmt::format("{}: unply_extract ended with status {}", executable, extracted.exit_code)
                             : what,
                hint_in(extracted.output));
  }
  auto read = read_json(program_file);
  if (!read) return error_of(read);
  auto program = stg::read_program(*read);
  if (!program) return error_of(program);
  std::string why_not;
  const json sets = sets_of(program_file, graph_file, paths, why_not);
  if (!why_not.empty()) (*read)["unseen"].push_back(why_not);
  (*read)["executable"] = fs::absolute(executable).lexically_normal().string();
  json file = {{"format", stg::kTaskGraphFormat}, {"version", stg::kTaskGraphVersion}};
  file["program"] = std::move(*read), file["graph"] = sets;
  if (auto written = stg::write_task_graph_json(graph, file); !written) return error_of(written);
  return summary(graph, *program);
}

} // namespace unply
