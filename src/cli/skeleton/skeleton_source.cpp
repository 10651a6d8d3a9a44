// The source of the function, its syntax tree from clang, and the file that is written. clang runs as a process of its
// own: the tool is not linked against it.
#include "base/text_file.h"
#include "cli/report/report.h"
#include "cli/site_roles.h"
#include "cli/skeleton/skeleton.h"
#include "collect/install_paths.h"
#include "collect/source_files.h"
#include "collect/subprocess.h"
#include "graph/names.h"
#include "skeleton/write_skeleton.h"
#include "trace/output_file.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace unply {
namespace fs = std::filesystem;

static Result<fs::path> find_source(const Trace& trace, const Region& region, const std::string& trace_path) {
  std::string name(trace.text(region.file));
  auto path = find_source_file(name, trace.info.source_directories, trace.info.directory);
  if (!path)
    return fail(fmt::format("{}: the source file is not found", name), "run unply skeleton where it was compiled");
  std::string ending = path->extension();
  if (ending.starts_with(".h"))
    return fail(fmt::format("{}: the function is defined in a header", name), "move it to a source file");
  std::error_code error;
  if (fs::last_write_time(*path, error) > fs::last_write_time(trace_path, error) && !error)
    return fail(fmt::format("{}: it changed after the recording", path->string()), "compile and record again");
  return fs::absolute(*path);
}

Result<RecordedRecursion> choose_recursion(const ExecutionGraph& graph, const SkeletonRequest& request,
                                           const SourceQuotes& sources, bool& refused) {
  const Trace& trace = graph.trace();
  SiteRoles roles = site_roles(trace, request.file);
  RecordedRecursion best;
  std::vector<std::string> names;
  for (TraceRegionRuns& runs : graph.trace_regions())
    for (RecursiveFunction& found : find_recursion(graph, runs.executions, roles)) {
      std::string name = bare_name(trace.text(trace.regions[found.region].function));
      names.push_back(name);
      if (!request.function.empty() && name != bare_name(request.function)) continue;
      if (found.activations > best.found.activations) best = {std::move(found), runs.executions, name};
    }
  if (best.name.empty()) {
    std::string which = request.function.empty() ? "no function" : fmt::format("no function '{}'", request.function);
    return fail(fmt::format("{}: {} that calls itself is among the recorded tasks", request.file, which),
                names.empty() ? "make the calls tasks: unply c++ -g --tasks fn:NAME ..., then record"
                              : fmt::format("recorded are {}", fmt::join(names, ", ")));
  }
  const RecursiveFunction& f = best.found;
  refused = !f.divide_and_conquer();
  if (f.forks == 0)
    return fail(fmt::format("{} calls itself once in each activation: a chain, not divide-and-conquer", best.name),
                "there is nothing that could run at the same time");
  if (!f.divide_and_conquer()) {
    if (auto source = find_source(trace, trace.regions[f.region], request.file); !source) {
      refused = false; // without the source, memory of results cannot be told from other memory
      return error_of(source);
    }
    const CallDependence& first = f.dependences[0];
    std::string more =
        f.dependences.size() > 1 ? fmt::format("; unply report shows {} more", f.dependences.size() - 1) : "";
    return fail(fmt::format("{} is not divide-and-conquer: {}", best.name, call_dependence_text(trace, first, sources)),
                "calls of one activation must not depend on each other" + more);
  }
  return best;
}

static bool is_input(const std::string& word) {
  if (word.starts_with("-l") || word.starts_with("-L")) return true;
  if (word.starts_with("-")) return false;
  std::string ending = fs::path(word).extension();
  for (const char* each : {".c", ".cc", ".cpp", ".cxx", ".C", ".o", ".a", ".so"})
    if (ending == each) return true;
  return false;
}

static std::vector<std::string> options_of(const std::vector<std::string>& compiler) {
  std::vector<std::string> options;
  std::ranges::copy_if(compiler, std::back_inserter(options), [](const std::string& word) { return !is_input(word); });
  return options;
}

static std::string first_lines(const std::string& text, size_t count) {
  size_t end = 0;
  while (count-- > 0 && end != std::string::npos) end = text.find('\n', end + (end > 0));
  return text.substr(0, end);
}

static Result<SyntaxNode> parse(const fs::path& source, const std::string& name, uint32_t line,
                                const std::vector<std::string>& compiler) {
  fs::path clang = find_program("clang++-22");
  if (clang.empty()) return fail("clang++-22: not found", "unply doctor says what to install");
  std::vector<std::string> words = {clang,          "-fsyntax-only",         "-w", "-x", "c++",
                                    "-std=gnu++20", "-fno-color-diagnostics"};
  for (const std::string& word : options_of(compiler)) words.push_back(word);
  for (const char* word : {"-Xclang", "-ast-dump=json", "-Xclang"}) words.emplace_back(word);
  words.push_back("-ast-dump-filter=" + name);
  words.insert(words.end(), {"-I", install_paths().include_dir, source});
  FinishedProcess clang_run = run_program(words);
  if (!clang_run.ok()) {
    size_t json = clang_run.output.find("\n{");
    std::string messages = clang_run.output.starts_with("{")
                               ? clang_run.output.substr(clang_run.output.rfind("\n}") + 3)
                               : clang_run.output.substr(0, json);
    return fail(fmt::format("{}: clang cannot read it as C++:\n{}", source.string(), first_lines(messages, 6)),
                "put the options that it is compiled with behind --, such as -- -Iinclude -DNDEBUG");
  }
  auto functions = read_functions(clang_run.output, name, source.string());
  if (!functions) return error_of(functions);
  auto text = read_text_file(source);
  if (!text) return error_of(text);
  FunctionSource lines(source, *text);
  for (SyntaxNode& function : *functions)
    if (functions->size() == 1 || lines.line(function.name_at) == line || lines.line(function.begin) == line) {
      return std::move(function);
    }
  return fail(fmt::format("{}: no definition of {} is there", source.string(), name),
              "is it in a class, a template or a macro? Those are not supported yet");
}

static std::string output_path(const SkeletonRequest& request, const fs::path& source) {
  std::string name = source.stem().string() + ".skeleton.cpp";
  if (request.output.empty()) return name;
  std::error_code error;
  if (fs::is_directory(request.output, error) || request.output.ends_with("/")) return fs::path(request.output) / name;
  return request.output;
}

static Result<void> write_text(const std::string& path, const std::string& text, const fs::path& source) {
  std::error_code error;
  if (fs::equivalent(path, source, error))
    return fail(fmt::format("{}: this is the source itself", path), "give another file to -o");
  if (fs::path parent = fs::path(path).parent_path(); !parent.empty()) fs::create_directories(parent, error);
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) return fail(fmt::format("{}: cannot write", path), "is there such a folder, and may you write there?");
  return {};
}

static std::string compiler_name() {
  const char* asked = std::getenv("CXX");
  return asked && *asked ? asked : "c++";
}

Result<EmittedSkeleton> emit_skeleton(const ExecutionGraph& graph, const RecordedRecursion& recursion,
                                      const SkeletonRequest& request, bool& refused) {
  const Trace& trace = graph.trace();
  const Region& region = trace.regions[recursion.found.region];
  auto source = find_source(trace, region, request.file);
  if (!source) return error_of(source);
  auto function = parse(*source, recursion.name, region.line, request.compiler);
  if (!function) return error_of(function);
  link_parents(*function);
  auto text = read_text_file(*source);
  if (!text) return error_of(text);
  FunctionSource lines(*source, *text);
  refused = true;
  auto parts = split_recursion(*function, lines);
  if (!parts)
    return fail(fmt::format("{}: this shape is not supported: {}", recursion.name, parts.error().what),
                parts.error().hint);
  EmittedSkeleton emitted{
      .source = *source, .output = output_path(request, *source), .parts = std::move(*parts), .notes = {}, .build = {}};
  emitted.notes = emitted.parts.notes;
  TRY(check_moves(graph, recursion, emitted.parts, emitted.notes));
  refused = false;
  std::string command = fmt::format("unply skeleton {} fn:{}", request.file, recursion.name);
  std::string file = skeleton_file(*function, lines, emitted.parts, source->extension() == ".c", command);
  TRY(write_text(emitted.output, file, *source));
  std::string include = install_paths().include_dir, folder = source->parent_path();
  emitted.build = {compiler_name(), "-O2",     "-std=gnu++20", "-fopenmp",    "-I",
                   include,         "-iquote", folder,         emitted.output};
  emitted.build.insert(emitted.build.end(), request.compiler.begin(), request.compiler.end());
  std::vector<std::string> words = {find_program("clang++-22"),
                                    "-fsyntax-only",
                                    "-w",
                                    "-std=gnu++20",
                                    "-fno-color-diagnostics",
                                    "-I",
                                    include,
                                    "-iquote",
                                    folder};
  for (const std::string& word : options_of(request.compiler)) words.push_back(word);
  words.push_back(emitted.output);
  refused = true;
  if (FinishedProcess compiled = run_program(words); !compiled.ok())
    return fail(
        fmt::format("{}: it was written, but does not compile:\n{}", emitted.output, first_lines(compiled.output, 6)),
        "mend it by hand; a report of the function helps unply to do better");
  return emitted;
}

std::string command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    bool plain = !word.empty() && word.find_first_of(" '\"$\\()&;|<>*?#`") == std::string::npos;
    line += (line.empty() ? "" : " ") + (plain ? word : "'" + word + "'");
  }
  return line;
}

} // namespace unply
