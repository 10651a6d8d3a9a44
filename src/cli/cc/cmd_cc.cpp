// unply cc|c++|fc: becomes (exec) clang-22, clang++-22 or flang-22 with the plugin added and, when an executable is
// linked, the runtime. The compiler's messages, output and exit status are therefore its own.
#include "cli/cc/driver_arguments.h"
#include "cli/cc/kept_command.h"
#include "cli/cc/openmp_arguments.h"
#include "cli/command.h"
#include "collect/install_paths.h"
#include "collect/subprocess.h"
#include "unply/command_section.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace unply {
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

namespace {

struct Language {
  const char* verb;
  const char* variable; // names another compiler
  const char* compiler;
  const char* package;
};
constexpr Language kLanguages[] = {
    {.verb = "cc", .variable = "UNPLY_CC", .compiler = "clang-22", .package = "clang-22"},
    {.verb = "c++", .variable = "UNPLY_CXX", .compiler = "clang++-22", .package = "clang-22"},
    {.verb = "fc", .variable = "UNPLY_FC", .compiler = "flang-22", .package = "flang-22"}};

} // namespace

static int print_driver_help(const Language& language) {
  std::string_view verb = language.verb;
  fmt::print("Usage: unply {0} [--tasks CHOICE]... [--pool] ARGUMENTS OF {1}\n\n"
             "Compiles and links like {1}, so that `unply record` can record the program.\n"
             "All arguments are those of {1} (its own help: {1} --help), and -g gives\n"
             "the reports their source lines. It replaces the compiler in any build system; if a\n"
             "single file name is required, unply-{0} is the same program.\n\n"
             "Options:\n"
             "  --tasks FILE:LINE   each iteration of the loop on that line is a task instance, and each\n"
             "                      execution of the loop a trace, with its own figures in the report\n"
             "  --tasks fn:NAME     each call of that function is a task instance\n"
             "                      both without any change to the source; may be repeated\n"
             "  --pool              all executions of selected loops in one trace, so that the report counts\n"
             "                      parallelism across executions too\n"
             "  --no-copies         no second copy of each function without hooks: smaller and faster\n"
             "                      to compile, but slow when not recorded, and times are estimates\n"
             "  --no-shortcuts[=repeats,streams,nests,moves]\n"
             "                      a hook for each access: the same graph, recorded more slowly\n"
             "  --unply-help        this page\n\n"
             "Environment:\n"
             "  {2:<19} the compiler to run instead of {1}\n"
             "  UNPLY_TASKS         more selections like --tasks, one per line\n"
             "  UNPLY_POOL          1 is equivalent to --pool\n\n"
             "Examples:\n",
             verb, language.compiler, language.variable);
  if (verb == "fc") {
    fmt::print("  unply fc -O2 -g heat.f90 -o heat        # regions by `use unply`\n"
               "  unply fc -O2 -g --tasks heat.f90:12 heat.f90 -o heat\n");
  } else {
    bool plus = verb == "c++";
    std::string_view source = plus ? "heat.cpp" : "heat.c", variable = plus ? "CXX" : "CC";
    fmt::print("  unply {0} -O2 -g {1} -o heat             # #pragma exg task in the source\n"
               "  unply {0} -O2 -g --tasks {1}:12 {1} -o heat\n"
               "  make {2}=unply-{0}\n"
               "  ./configure {2}=unply-{0}\n"
               "  cmake -B build -DCMAKE_{3}_COMPILER=unply-{0}\n",
               verb, source, variable, plus ? "CXX" : "C");
  }
  return kExitOk;
}

// "ccache clang-22" is a command of two words; a path with a space in it is one word.
static Result<Words> real_compiler(const Language& language, const fs::path& own) {
  const char* chosen = std::getenv(language.variable);
  std::string text = chosen && *chosen ? chosen : language.compiler;
  Words words;
  if (find_program(text).empty())
    for (size_t i = 0; i < text.size();) {
      size_t end = std::min(text.find(' ', i), text.size());
      if (end > i) words.push_back(text.substr(i, end - i));
      i = end + 1;
    }
  if (words.empty()) words.push_back(text);
  fs::path program = find_program(words[0]);
  if (program.empty()) {
    if (chosen && *chosen)
      return fail(fmt::format("{}: compiler not found", words[0]),
                  fmt::format("correct or unset {}", language.variable));
    return fail(fmt::format("{}: compiler not found in PATH nor in /usr/lib/llvm-22/bin", words[0]),
                fmt::format("apt-get install {}", language.package));
  }
  std::error_code ignored;
  if (fs::equivalent(program, own, ignored))
    return fail(fmt::format("{}: is unply itself, expected the compiler behind it", words[0]),
                fmt::format("correct or unset {}", language.variable));
  words[0] = program;
  return words;
}

static Result<fs::path> present(const fs::path& file, const char* what) {
  std::error_code ignored;
  if (fs::exists(file, ignored)) return file;
  return fail(fmt::format("{}: no such file, expected {}", file.string(), what),
              "build unply completely (scripts/build), or install it again");
}

// flang's module files belong to one version of flang: they are built with unply if flang was there, or else by the
// first user of the module.
static Result<fs::path> fortran_modules(const InstallPaths& paths, const Words& compiler) {
  std::error_code failed;
  if (fs::exists(paths.fortran_modules() / "unply.mod", failed)) return paths.fortran_modules();
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  fs::path folder = cache && *cache ? fs::path(cache) : fs::path(home ? home : "/tmp") / ".cache";
  folder /= "unply/fortran";
  if (fs::exists(folder / "unply.mod", failed)) return folder;
  fs::create_directories(folder, failed);
  Words words = compiler;
  words.insert(words.end(), {"-fsyntax-only", "-module-dir", folder, paths.fortran_source()});
  if (!run_program(words).ok() || !fs::exists(folder / "unply.mod", failed))
    return fail(fmt::format("{}: cannot build the module unply there", folder.string()),
                "set XDG_CACHE_HOME to a folder that can be written");
  return folder;
}

// Lines and variables are in the program's debug information. The user's own -g0 or -g1 comes later, and wins.
constexpr const char* kDebugInformation = "-g";

static Result<Words> plugin_arguments(const Language& language, const InstallPaths& paths, const Words& compiler) {
  Result<fs::path> plugin = present(paths.plugin(), "the plugin that instruments");
  if (!plugin) return error_of(plugin);
  if (std::string_view(language.verb) == "fc") {
    Result<fs::path> modules = fortran_modules(paths, compiler);
    if (!modules) return error_of(modules);
    return Words{kDebugInformation, "-fpass-plugin=" + plugin->string(), "-I", *modules};
  }
  // The header's folder comes last in the search, so that nothing of the user's is hidden by a neighbour of ours. The
  // macro is given here, not only by the plugin, because plugins do not run under -E. Not every step uses all of these.
  // Blocks keep the names of their statements, by which a chosen loop is taken apart: no cost that could be measured.
  return Words{
      "--start-no-unused-arguments",
      kDebugInformation,
      "-fplugin=" + paths.pragma_plugin().string(),
      "-fpass-plugin=" + plugin->string(),
      "-D__UNPLY__=1",
      "-fno-discard-value-names",
      "-isystem", // comes before the C++ library's folders, so that its templates are seen: see the header there
      paths.library_headers(),
      "-idirafter",
      paths.include_dir,
      "--end-no-unused-arguments"};
}

// An executable carries the whole runtime and shows its hooks to the shared objects that it loads. Those leave the
// hooks open: "-z undefs" comes last, so that it wins over the "-z defs" of many build systems.
static Result<Words> link_arguments(const DriverArguments& asked, const InstallPaths& paths) {
  if (asked.shared) return Words{asked.gold ? "-Wl,--unresolved-symbols=ignore-all" : "-Wl,-z,undefs"};
  Result<fs::path> runtime = present(paths.runtime(), "the runtime that is linked into recorded programs");
  if (!runtime) return error_of(runtime);
  return Words{"-Wl,--push-state,--whole-archive",
               "-Xlinker", // not as an input file: "-x c -" would make it a C source
               *runtime,
               "-Wl,--pop-state",
               "-Wl,--export-dynamic-symbol=__unply_*",
               "-Wl,--export-dynamic-symbol=__mt_*",
               "-ldl",
               "-lpthread"};
}

static void hand_over_tasks(const Words& tasks) {
  if (tasks.empty()) return;
  const char* before = std::getenv("UNPLY_TASKS");
  std::string all = before ? before : "";
  for (const std::string& task : tasks) all += (all.empty() ? "" : "\n") + task;
  setenv("UNPLY_TASKS", all.c_str(), 1);
}

static Result<Words> compiler_command(const Language& language, const DriverArguments& asked) {
  InstallPaths paths = install_paths();
  Result<Words> compiler = real_compiler(language, paths.executable);
  if (!compiler) return compiler;
  Words command = *compiler;
  bool is_fortran = std::string_view(language.verb) == "fc";
  bool instruments = asked.compiles_or_links && asked.alone.empty();
  const std::string kept = instruments ? kept_command(language.verb, asked.passed, asked.links) : "";
  if (instruments) {
    setenv(UNPLY_COMMAND_VARIABLE, kept.c_str(), 1);
    Result<Words> plugin = plugin_arguments(language, paths, *compiler);
    if (!plugin) return plugin;
    command.insert(command.end(), plugin->begin(), plugin->end());
  }
  auto add = [&](const Words& words) { command.insert(command.end(), words.begin(), words.end()); };
  if (asked.openmp && asked.compiles_or_links && !is_fortran) add(openmp_arguments(paths));
  add(asked.passed);
  if (asked.openmp && asked.links) add(openmp_link_arguments(paths, *compiler));
  if (asked.links && instruments) {
    Result<Words> link = link_arguments(asked, paths);
    if (!link) return link;
    add(*link);
    add(link_kept_command(kept));
  }
  return command;
}

int cmd_cc(int argc, char** argv) {
  const Language* language = &kLanguages[0];
  for (const Language& candidate : kLanguages)
    if (std::string_view(argv[0]) == candidate.verb) language = &candidate;
  Result<DriverArguments> asked = read_driver_arguments(Words(argv + 1, argv + argc));
  if (!asked) return print_error(asked.error());
  if (asked->help) return print_driver_help(*language);
  Result<Words> command = compiler_command(*language, *asked);
  if (!command) return print_error(command.error());
  if (!asked->alone.empty() && asked->compiles_or_links)
    std::fputs(fmt::format("unply: warning: {}: compiled by {} alone, the program cannot be recorded\n"
                           "  hint: build the program to be recorded without the sanitizer\n",
                           asked->alone, language->compiler)
                   .c_str(),
               stderr);
  hand_over_tasks(asked->tasks);
  if (asked->pool) setenv("UNPLY_POOL", "1", 1);
  if (!asked->copies) setenv("UNPLY_COPIES", "0", 1);
  if (!asked->no_shortcuts.empty()) setenv("UNPLY_NO_SHORTCUTS", asked->no_shortcuts.c_str(), 1);
  std::vector<char*> arguments;
  for (std::string& word : *command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(arguments[0], arguments.data());
  return print_error({fmt::format("{}: cannot run, {}", command->front(), std::strerror(errno)),
                      fmt::format("correct or unset {}", language->variable)});
}

} // namespace unply
