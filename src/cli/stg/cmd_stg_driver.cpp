// unply-stg-cc, unply-stg-c++, unply-stg-fc: clang-22, clang++-22 or flang-22 with the bitcode of each object kept in a
// section of it; behind the link of an executable its task graph is written beside it.
#include "base/text_file.h"
#include "cli/cc/driver_arguments.h"
#include "cli/cc/openmp_arguments.h"
#include "cli/command.h"
#include "cli/stg/write_task_graph.h"
#include "collect/install_paths.h"
#include "collect/subprocess.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace unply {
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

namespace {

struct StgLanguage {
  std::string_view own_name;
  const char* compiler;
  const char* package;
  bool fortran = false;
};
constexpr StgLanguage kStgLanguages[] = {{"unply-stg-cc", "clang-22", "clang-22"},
                                         {"unply-stg-c++", "clang++-22", "clang-22"},
                                         {"unply-stg-fc", "flang-22", "flang-22", true}};

// gfortran's words in the wrappers of MPICH, which flang refuses.
bool is_for_gcc_only(std::string_view word) {
  return word == "-fallow-invalid-boz" || word == "-fallow-argument-mismatch" ||
         word.starts_with("-ffile-prefix-map=") || word.starts_with("-fstack-protector");
}

// The folder of the MPI's mpif.h among the words; Open MPI's has mpif-config.h beside it.
fs::path mpi_folder(const Words& words) {
  std::error_code ignored;
  for (const std::string& word : words)
    if (word.starts_with("-I") && fs::exists(fs::path(word.substr(2)) / "mpif.h", ignored)) return word.substr(2);
  return {};
}

// Module files hold for one flang, one MPI and one version of their sources: made by the first compilation that needs
// them.
Result<fs::path> module_folder(const InstallPaths& paths, const std::string& compiler, const Words& includes,
                               const Words& sources) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  std::string key = compiler;
  for (const std::string& word : includes) key += word;
  for (const std::string& source : sources) {
    auto text = read_text_file(paths.mpi_fortran() / source);
    if (!text) return error_of(text);
    key += *text;
  }
  fs::path folder = cache && *cache ? fs::path(cache) : fs::path(home ? home : "/tmp") / ".cache";
  folder /= fmt::format("unply/mpi-{:016x}", std::hash<std::string>()(key));
  std::error_code failed;
  if (fs::exists(folder, failed)) return folder;
  const fs::path making = folder.string() + fmt::format(".{}", getpid());
  fs::create_directories(making, failed);
  std::string said;
  bool made = true;
  for (const std::string& source : sources) {
    Words words = {compiler, "-fsyntax-only", "-module-dir", making, "-I" + making.string()};
    words.insert(words.end(), includes.begin(), includes.end());
    words.push_back(paths.mpi_fortran() / source);
    const FinishedProcess finished = run_program(words);
    made &= finished.ok();
    said += finished.output;
  }
  if (made) fs::rename(making, folder, failed);
  fs::remove_all(making, failed);
  if (fs::exists(folder, failed)) return folder;
  return fail(fmt::format("{}: cannot make the modules of MPI there\n{}", folder.string(), said),
              "set XDG_CACHE_HOME to a folder that can be written");
}

bool uses_f08(std::string line) {
  std::transform(line.begin(), line.end(), line.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  line.resize(std::min(line.find('!'), line.size()));
  const size_t first = line.find_first_not_of(" \t");
  return first != std::string::npos && line.compare(first, 3, "use") == 0 && line.find("mpi_f08", first) != line.npos;
}

// flang would find gfortran's module files in its place and print a page about them.
Result<void> refuse_f08(const Words& words) {
  for (const std::string& word : words) {
    const std::string extension = fs::path(word).extension().string();
    if (word.starts_with("-") || !(extension.starts_with(".f") || extension.starts_with(".F"))) continue;
    std::ifstream source(word);
    for (std::string line; std::getline(source, line);)
      if (uses_f08(line))
        return fail(word + " uses the module mpi_f08, which unply has for Open MPI only",
                    "build it with Open MPI's mpifort");
  }
  return {};
}

Result<Words> fortran_arguments(const InstallPaths& paths, const std::string& compiler, const Words& asked) {
  const fs::path mpi = mpi_folder(asked);
  if (mpi.empty()) return Words{};
  std::error_code ignored;
  Words includes, sources = {"mpi.f90"};
  if (fs::exists(mpi / "mpif-config.h", ignored)) {
    includes.push_back("-I" + (paths.mpi_fortran() / "open_mpi").string());
    sources.push_back("mpi_f08.f90");
  } else if (auto usable = refuse_f08(asked); !usable) {
    return error_of(usable);
  }
  includes.push_back("-I" + mpi.string());
  auto modules = module_folder(paths, compiler, includes, sources);
  if (!modules) return error_of(modules);
  includes.insert(includes.begin(), "-I" + modules->string()); // before gfortran's mpi.mod
  return includes;
}

Result<Words> stg_command(const StgLanguage& language, const DriverArguments& asked, const InstallPaths& paths) {
  const fs::path compiler = find_program(language.compiler);
  if (compiler.empty())
    return fail(fmt::format("{}: compiler not found in PATH nor in /usr/lib/llvm-22/bin", language.compiler),
                fmt::format("apt-get install {}", language.package));
  Words command = {compiler};
  const auto add = [&](const Words& words) { command.insert(command.end(), words.begin(), words.end()); };
  if (asked.compiles_or_links) {
    std::error_code ignored;
    if (!fs::exists(paths.bitcode_plugin(), ignored))
      return fail(paths.bitcode_plugin().string() + ": no such file", "build unply completely (scripts/build)");
    const bool debug = std::any_of(asked.passed.begin(), asked.passed.end(),
                                   [](const std::string& word) { return word.starts_with("-g") && word != "-gdwarf"; });
    if (language.fortran) {
      auto modules = fortran_arguments(paths, compiler, asked.passed);
      if (!modules) return modules;
      add(*modules);
      add({"-fpass-plugin=" + paths.bitcode_plugin().string()});
      if (!debug) add({"-g"});
    } else {
      add({"--start-no-unused-arguments", "-fpass-plugin=" + paths.bitcode_plugin().string(),
           "-fno-discard-value-names"});
      if (!debug) add({"-g"});
      add({"--end-no-unused-arguments"});
      if (asked.openmp) add(openmp_arguments(paths));
    }
  }
  for (const std::string& word : asked.passed)
    if (!language.fortran || !is_for_gcc_only(word)) command.push_back(word);
  if (asked.openmp && asked.links) add(openmp_link_arguments(paths, {compiler}));
  return command;
}

std::string linked_file(const Words& words) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-o" && i + 1 < words.size()) return words[i + 1];
    if (words[i].starts_with("-o") && words[i].size() > 2 && !words[i].starts_with("-object"))
      return words[i].substr(2);
  }
  return "a.out";
}

int run_and_wait(Words& command) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) become_program(command, {});
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return kExitNotExecutable;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The build that called the driver reads the list; without it the driver speaks itself.
void tell(const std::string& line, const std::string& graph) {
  if (const char* list = std::getenv(kGraphListVariable); list && *list) {
    std::ofstream(list, std::ios::app) << graph << '\t' << line << '\n';
    return;
  }
  fmt::print(stderr, "{}\n", line);
}

} // namespace

int cmd_stg_driver(int argc, char** argv) {
  std::string_view own_name = argv[0];
  own_name = own_name.substr(own_name.rfind('/') + 1);
  const StgLanguage* language = &kStgLanguages[0];
  for (const StgLanguage& candidate : kStgLanguages)
    if (own_name == candidate.own_name) language = &candidate;
  auto asked = read_driver_arguments(Words(argv + 1, argv + argc));
  if (!asked) return print_error(asked.error());
  const InstallPaths paths = install_paths();
  auto command = stg_command(*language, *asked, paths);
  if (!command) return print_error(command.error());
  if (!asked->links || asked->shared) become_program(*command, {});
  if (const int status = run_and_wait(*command); status != 0) return status;
  const std::string executable = linked_file(asked->passed), graph = executable + ".taskgraph";
  auto derived = write_task_graph(executable, graph, paths);
  if (derived) {
    tell(*derived, fs::absolute(graph));
    return kExitOk;
  }
  // The link itself succeeded, and a build links programs of its own too, such as those of configure.
  tell(fmt::format("unply: warning: {}\n  hint: {}", derived.error().what, derived.error().hint), "");
  return kExitOk;
}

} // namespace unply
