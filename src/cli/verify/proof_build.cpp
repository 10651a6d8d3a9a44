// How the programs of a proof are built: the compilers' arguments, and a command of the user's own.
#include "cli/cc/openmp_arguments.h"
#include "cli/verify/proof.h"
#include "collect/subprocess.h"
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <sys/stat.h>

namespace unply {
namespace fs = std::filesystem;

std::string compiler_of(const std::string& verb) {
  return find_program(verb == "c++" ? "clang++-22" : verb == "fc" ? "flang-22" : "clang-22").string();
}

bool write_file(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  return static_cast<bool>(out.flush());
}

namespace {

const std::string& thread_sanitizer_runtime() { // of the compiler's version; there or not
  static const std::string path = [] {          // the compiler is asked once, not for each command
    std::string folder = run_program({compiler_of("fc"), "-print-resource-dir"}).output;
    while (folder.ends_with('\n')) folder.pop_back();
    return folder + "/lib/linux/libclang_rt.tsan-x86_64.a";
  }();
  return path;
}

// flang has no -fsanitize=thread: a plugin adds the passes, and the link has what clang would add to it. shared: for a
// shared library, which uses the program's.
void add_sanitizer(const std::string& verb, const InstallPaths& paths, bool shared, AddedArguments& added) {
  added.compile.emplace_back("-g");
  if (verb != "fc") {
    added.compile.emplace_back("-fsanitize=thread");
    return;
  }
  added.compile.push_back("-fpass-plugin=" + paths.thread_sanitizer_plugin().string());
  if (shared) return;
  const std::string& runtime = thread_sanitizer_runtime();
  added.link.insert(added.link.end(),
                    {"-Wl,--whole-archive", runtime, "-Wl,--no-whole-archive",
                     "-Wl,--dynamic-list=" + runtime + ".syms", "-lpthread", "-lrt", "-lm", "-ldl", "-lresolv"});
}

AddedArguments arguments_of(const std::string& verb, bool openmp, bool sanitized, bool shared = false) {
  const InstallPaths paths = install_paths();
  AddedArguments added;
  const bool fortran = verb == "fc";
  if (!fortran) added.compile = {"-idirafter", paths.include_dir.string(), "-Wno-unused-command-line-argument"};
  if (openmp) {
    added.compile.push_back("-fopenmp");
    if (!fortran)
      for (const std::string& word : openmp_arguments(paths)) added.compile.push_back(word);
    added.link = openmp_link_arguments(paths, {compiler_of(verb)});
    added.link.insert(added.link.begin(), "-fopenmp");
  }
  if (sanitized) {
    add_sanitizer(verb, paths, shared, added);
    for (const char* function : {"init", "wait", "post"}) // src/runtime/races
      added.link.push_back(fmt::format("-Wl,--wrap=__kmpc_doacross_{}", function));
    added.link.push_back(paths.races().string());
  }
  return added;
}

} // namespace

Result<BuildResult> Prover::build(Kind kind, const std::string& changed, bool all) {
  if (!options_.build.empty()) return build_by_command(kind);
  return rebuild_->run(changed, all, [&](const std::string& verb, bool touched) {
    AddedArguments added = arguments_of(verb, is_openmp(kind) && touched, kind == Kind::race_check);
    if (is_openmp(kind) && !touched) // the parallel objects need it
      added.link = arguments_of(verb, true, kind == Kind::race_check).link;
    if (kind == Kind::policy) added.link.push_back("-ltbb");
    return added;
  });
}

// The user's command finds our compilers in CC, CXX and FC, and in PATH under the names of unply's.
BuildResult Prover::build_by_command(Kind kind) const {
  const std::string folder = outputs_folder_->path().string() + "/bin";
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  for (const std::string verb : {"cc", "c++", "fc"}) {
    AddedArguments added = arguments_of(verb, is_openmp(kind), kind == Kind::race_check);
    if (kind == Kind::policy) added.link.push_back("-ltbb");
    const AddedArguments shared = arguments_of(verb, is_openmp(kind), kind == Kind::race_check, true);
    const std::string path = folder + "/unply-" + verb;
    write_file(
        path,
        fmt::format(
            "#!/bin/sh\nfor word; do case $word in -c|-E|-S|-M|-MM|-fsyntax-only) exec {0} -w \"$@\" {1} ;; esac; "
            "done\nfor word; do case $word in -shared) exec {0} -w \"$@\" {1} {3} ;; esac; "
            "done\nexec {0} -w \"$@\" {1} {2}\n",
            compiler_of(verb), fmt::join(added.compile, " "), fmt::join(added.link, " "), fmt::join(shared.link, " ")));
    chmod(path.c_str(), 0700);
  }
  const std::string driver = folder + "/unply";
  write_file(driver, fmt::format("#!/bin/sh\nverb=$1\nshift\nexec {}/unply-$verb \"$@\"\n", folder));
  chmod(driver.c_str(), 0700);
  const char* path = std::getenv("PATH");
  const FinishedProcess finished = run_program(
      {"env", "-C", copy_.inside(directory_), "sh", "-c", options_.build},
      {fmt::format("PATH={}:{}", folder, path ? path : "/usr/bin:/bin"), fmt::format("CC={}/unply-cc", folder),
       fmt::format("CXX={}/unply-c++", folder), fmt::format("FC={}/unply-fc", folder)});
  return {.ok = finished.ok(), .output = copy_.outside(finished.output), .compiled = 0};
}

} // namespace unply
