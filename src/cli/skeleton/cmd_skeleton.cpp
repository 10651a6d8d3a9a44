// unply skeleton: a recorded function that is divide-and-conquer becomes a skeleton of unply/divide_and_conquer.h, is
// compared with the function, and its speed on more processors is predicted from the recorded times.
#include "base/split.h"
#include "cli/command.h"
#include "cli/graph_output.h"
#include "cli/skeleton/skeleton.h"
#include "graph/load_trace.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fmt/format.h>

namespace unply {

namespace {
constexpr const char* kSkeletonFooter =
    "The recording must have the function's calls as tasks (see unply c++ --help). Words after -- go to the compiler:\n"
    "its options, and the program's other sources and libraries for --check.\n"
    "\n"
    "Exit codes: 0 written (and equal); 1 the function is not divide-and-conquer or has an unsupported shape, or the\n"
    "check found a difference; 2 usage, unreadable recording or source.\n"
    "\n"
    "Examples:\n"
    "  unply skeleton sort.trace\n"
    "  unply skeleton sort.trace fn:merge_sort -o skeletons/ --check\n"
    "  unply skeleton app.trace fn:solve --check -- -Iinclude main.cpp grid.cpp -lm\n"
    "  unply skeleton sort.trace --phases sort.csv && unply fit sort.csv -o sort.model";

Result<uint32_t> parse_one(const std::string& text, std::string_view word) {
  constexpr uint32_t kMost = 65536;
  uint32_t value = 0;
  auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || end != word.data() + word.size() || problem != std::errc() || value == 0 || value > kMost)
    return fail(fmt::format("-p {}: '{}' is no number of processors from 1 to {}", text, word, kMost),
                "for example -p 2,4,8 or -p 1..16");
  return value;
}

Result<std::vector<uint32_t>> parse_processor_counts(const std::string& text) {
  std::vector<uint32_t> all;
  constexpr uint32_t kMostPoints = 1000;
  for (const std::string& range : split(text, ',')) {
    size_t dots = range.find("..");
    auto first = parse_one(text, std::string_view(range).substr(0, dots));
    if (!first) return error_of(first);
    auto last = dots == std::string::npos ? first : parse_one(text, std::string_view(range).substr(dots + 2));
    if (!last) return error_of(last);
    if (*last < *first || *last - *first >= kMostPoints)
      return fail(fmt::format("-p {}: {} is no ascending range of at most {} numbers", text, range, kMostPoints),
                  "for example -p 2,4,8 or -p 1..16");
    for (uint32_t p = *first; p <= *last; ++p) all.push_back(p);
  }
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

int print_failure(const Error& error, bool refused) {
  int usage = print_error(error);
  return refused ? static_cast<int>(kExitAnswerNo) : usage;
}

int answer_with(SkeletonAnswer& answer, const ExecutionGraph& graph, bool json) {
  SourceQuotes sources(graph.trace(), answer.request.file, false);
  bool refused = false;
  auto recursion = choose_recursion(graph, answer.request, sources, refused);
  if (!recursion) return print_failure(recursion.error(), refused);
  answer.recursion = std::move(*recursion);
  auto emitted = emit_skeleton(graph, answer.recursion, answer.request, refused);
  if (!emitted) return print_failure(emitted.error(), refused);
  answer.emitted = std::move(*emitted);
  if (answer.request.check) {
    auto check = check_skeleton(graph.trace(), answer.emitted);
    if (!check) return print_error(check.error());
    answer.check = std::move(*check);
  }
  auto prediction = predict_skeleton(graph, answer.recursion, answer.request.processors);
  if (!prediction) return print_error(prediction.error().about(answer.request.file));
  answer.prediction = std::move(*prediction);
  if (!answer.request.phases.empty()) {
    auto written = write_output(answer.request.phases, "phases",
                                [&](TextOutput& out) { write_phases(graph, answer.recursion, out); });
    if (!written) return print_error(written.error());
  }
  std::string text = json ? skeleton_json(answer) : skeleton_text(answer, terminal_width(), Style::of_stdout());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return answer.check && !answer.check->difference.empty() ? kExitAnswerNo : kExitOk;
}
} // namespace

int cmd_skeleton(int argc, char** argv) {
  SkeletonAnswer answer;
  SkeletonRequest& request = answer.request;
  std::string function, processors;
  bool json = false;
  CLI::App app(
      "A recursive function as a divide-and-conquer skeleton, checked against it, with a prediction of its speed.");
  app.add_option("FILE", request.file, "recording made by unply record")->required();
  app.add_option("FUNCTION", function, "fn:NAME (default: the recursive function with the most calls)");
  app.add_option("-o,--output", request.output, "file to write, or a folder (default BASE.skeleton.cpp here)");
  app.add_flag("--check", request.check,
               "build it, run original and skeleton with the recorded arguments, and compare");
  app.add_option("-p,--processors", processors, "of the prediction: 8, 1,2,4,8 or 1..64 (default 1,2,4,...,64)");
  app.add_option("--phases", request.phases, "write the recorded phases as CSV for unply fit");
  app.add_flag("--json", json, "machine-readable output: JSON on standard output");
  app.footer(kSkeletonFooter);
  char** behind = std::find_if(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--"; });
  if (behind != argv + argc) request.compiler.assign(behind + 1, argv + argc);
  std::vector<char*> words(argv, behind);
  words.push_back(nullptr);
  if (int status = parse_command_line(app, static_cast<int>(words.size()) - 1, words.data()); status >= 0)
    return status;
  if (!function.empty() && (!function.starts_with("fn:") || function.size() == 3))
    return print_error(
        {fmt::format("'{}': no function, expected fn:NAME", function), "for example fn:merge_sort, as with --tasks"});
  if (!function.empty()) request.function = function.substr(3);
  if (!processors.empty()) {
    auto parsed = parse_processor_counts(processors);
    if (!parsed) return print_error(parsed.error());
    request.processors = std::move(*parsed);
  }
  auto trace = load_trace(request.file);
  if (!trace) return print_error(trace.error());
  auto graph = ExecutionGraph::build(std::move(*trace));
  if (!graph) return print_error(graph.error().about(request.file));
  if (graph->vertices() == 0) return print_error(no_tasks(request.file, graph->trace()));
  return answer_with(answer, *graph, json);
}

} // namespace unply
