#include "collect/parallel_run.h"
#include "collect/install_paths.h"
#include "unply/timer_abi.h"
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unply {
namespace fs = std::filesystem;

namespace {

// Lies beside the recording, where there is room for it; for a recording that is not a file, in the temporary folder.
std::string spool_path_for(const std::string& output) {
  struct stat status{};
  bool file = ::stat(output.c_str(), &status) != 0 || S_ISREG(status.st_mode);
  std::error_code ignored;
  fs::path path = file ? fs::path(output) : fs::temp_directory_path(ignored) / "unply";
  return fs::absolute(path).string() + fmt::format(".spool.{}", ::getpid());
}

// NAME=added:before; an empty `before` leaves no colon, which would mean the current folder.
std::string prepended(const char* name, const std::string& added) {
  const char* before = std::getenv(name);
  return fmt::format("{}={}{}{}", name, added, before && *before ? ":" : "", before ? before : "");
}

// Open MPI starts ranks on other hosts with the variables of this list only.
std::string for_all_hosts(const std::vector<std::string>& variables) {
  const char* before = std::getenv("OMPI_MCA_mca_base_env_list");
  std::string list = before ? before : "";
  for (const std::string& variable : variables)
    list += (list.empty() ? "" : ";") + variable.substr(0, variable.find('='));
  return "OMPI_MCA_mca_base_env_list=" + list;
}

constexpr const char* kNoMpiRecorder = "unply was built without Open MPI's mpi.h, so that it sees no call of MPI";
constexpr const char* kMakeMpiRecorder = "apt-get install libopenmpi-dev, then scripts/build";

bool is_below(const std::string& path, const fs::path& folder) { return path.starts_with(folder.string() + "/"); }

} // namespace

std::string recording_around() {
  const char* output = std::getenv("UNPLY_RECORDING");
  return output ? output : "";
}

ParallelRun::ParallelRun(const std::string& program, const std::vector<std::string>& words, const std::string& output,
                         uint64_t pool_bytes) {
  program_ = program;
  output_ = output;
  kind_ = kind_of_program(program);
  constexpr uint64_t kLeastBytes = 1 << 20;
  if (kind_.built_by_unply || kind_.sanitized || (kind_.elf && !kind_.loads_libraries)) return;
  front_ends_ = front_ends_of(program, words);
  keep_switch_events();
  for (uint64_t bytes = pool_bytes; !spool_ && bytes >= kLeastBytes; bytes /= 4) {
    auto made = Spool::create(spool_path_for(output), bytes);
    if (made)
      spool_ = std::move(*made);
    else
      trouble_ = made.error();
  }
}

std::vector<std::string> ParallelRun::environment() const {
  std::error_code ignored;
  std::vector<std::string> added = {"UNPLY_RECORDING=" + output_};
  if (!spool_) return added;
  InstallPaths paths = install_paths();
  std::string loaded = paths.recorder().string();
  if (front_ends_.tbb) loaded += ":" + paths.tbb_recorder().string();
  if (front_ends_.mpi && fs::exists(paths.mpi_recorder(), ignored)) loaded += ":" + paths.mpi_recorder().string();
  added.push_back("UNPLY_SPOOL=" + spool_->path());
  added.push_back("OMP_TOOL=enabled"); // whatever the shell has
  added.push_back(prepended("LD_PRELOAD", loaded));
  if (front_ends_.starts_ranks) added.push_back("UNPLY_RANKS_ONLY=1");
  if (fs::exists(paths.openmp() / "libomp.so.5", ignored))
    added.push_back(prepended("LD_LIBRARY_PATH", paths.openmp().string()));
  if (const char* timers = std::getenv(UNPLY_TIMERS_VARIABLE))
    added.push_back(fmt::format("{}={}", UNPLY_TIMERS_VARIABLE, timers));
  if (front_ends_.starts_ranks && !front_ends_.own_variables) added.push_back(for_all_hosts(added));
  return added;
}

void ParallelRun::describe(const std::string& key, const std::string& value) {
  if (spool_) spool_->describe(key, value);
}

std::vector<LeftProcess> ParallelRun::followed(const std::vector<LeftProcess>& left) const {
  std::vector<LeftProcess> found;
  for (const LeftProcess& process : left)
    if (!spool_->has_events() || spool_->knows_program(process.file)) found.push_back(process);
  return found;
}

bool ParallelRun::finish(ProgramEnd end, const std::string& unfinished) {
  if (!spool_) return false;
  spool_->finish(end, unfinished);
  return spool_->has_events();
}

std::optional<Error> ParallelRun::why_nothing() const {
  if (kind_.built_by_unply) return std::nullopt;
  if (kind_.elf && !kind_.loads_libraries)
    return Error{fmt::format("{}: recorded nothing: it is statically linked", program_),
                 "link it without -static, so that the recorder can be loaded into it"};
  if (kind_.sanitized)
    return Error{
        fmt::format("{}: recorded nothing: it is built with a sanitizer, which allows no recorder beside it", program_),
        "build it without -fsanitize"};
  if (kind_.own_openmp)
    return Error{fmt::format("{}: recorded nothing: its OpenMP runtime is linked into it", program_),
                 "link it without -static-libgomp or -static-openmp, so that its runtime can be another one"};
  if (kind_.needs("libgomp.so"))
    return Error{fmt::format("{}: recorded nothing: libgomp has no tools interface, and libomp is not in {}", program_,
                             install_paths().openmp().string()),
                 fmt::format("scripts/fetch-libomp {}", install_paths().openmp().string())};
  std::error_code ignored;
  if (front_ends_.mpi && !fs::exists(install_paths().mpi_recorder(), ignored))
    return Error{fmt::format("{}: recorded nothing: {}", program_, kNoMpiRecorder), kMakeMpiRecorder};
  if (front_ends_.starts_ranks && spool_)
    return Error{
        fmt::format("{}: recorded nothing: no rank found the recorder, or the folder of {}", program_, output_),
        front_ends_.own_variables
            ? "add -x LD_PRELOAD -x UNPLY_SPOOL -x UNPLY_RANKS_ONLY to the command's own -x"
            : "give it a folder that all hosts share, such as -o /shared/run.trace, and unply the same path"};
  if (trouble_ && !spool_)
    return Error{fmt::format("{}: recorded nothing: {}", program_, trouble_->what), trouble_->hint};
  return std::nullopt;
}

namespace {
// Whether a libgomp.so was loaded, of unply's (libomp under that name) or another.
bool loaded_libgomp(const SpoolReader& spool, bool unplys) {
  for (const SpooledProcess& process : spool.processes())
    for (const SpooledModule& module : process.modules)
      if (fs::path(module.path).filename().string().starts_with("libgomp.so") &&
          is_below(module.path, install_paths().openmp()) == unplys)
        return true;
  return false;
}
} // namespace

bool ran_on_libomp(const SpoolReader& spool) { return loaded_libgomp(spool, true); }

std::vector<std::string> ParallelRun::notes(const SpoolReader& spool) const {
  std::vector<std::string> notes;
  if (ran_on_libomp(spool))
    notes.push_back("it is built for GCC's OpenMP library (libgomp), which tools cannot observe, so it ran on LLVM's "
                    "(libomp): loops without a schedule or with a static one count as code of their parallel region, "
                    "single shows no end, and sections count as a dynamic loop; without recording, libgomp's tasks, "
                    "barriers and dynamic loops may take other times");
  std::error_code ignored;
  if (front_ends_.mpi && !fs::exists(install_paths().mpi_recorder(), ignored))
    notes.push_back(
        fmt::format("messages and waits of MPI are not recorded: {}; {}", kNoMpiRecorder, kMakeMpiRecorder));
  if (kind_.own_openmp)
    notes.push_back(
        "its OpenMP runtime is linked into the program (-static-libgomp or the like): parallel regions and tasks "
        "are not in the recording");
  if (loaded_libgomp(spool, false))
    notes.push_back("libgomp has no tools interface: its parallel regions and tasks are not in the recording");
  return notes;
}

} // namespace unply
