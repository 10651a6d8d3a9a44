#include "collect/child_program.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace unply {

namespace {

bool is_executable_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::expected<std::string, StartError> check_path(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    int code = errno == ENOENT || errno == ENOTDIR ? 127 : 126;
    return std::unexpected(
        StartError{code,
                   {fmt::format("{}: {}", path, code == 127 ? "no such program" : std::strerror(errno)),
                    "build it with unply cc or unply c++, or check the path"}});
  }
  if (S_ISDIR(status.st_mode))
    return std::unexpected(
        StartError{126, {fmt::format("{}: is a directory, expected a program", path), "give the program in it"}});
  if (!is_executable_file(path))
    return std::unexpected(StartError{126,
                                      {fmt::format("{}: is not executable", path),
                                       S_ISREG(status.st_mode) ? fmt::format("chmod +x {}", path) : "give a program"}});
  return path;
}

Error exec_error(const std::string& path, int error) {
  if (error == ENOEXEC)
    return {fmt::format("{}: is not executable, wrong format", path), "a script needs a first line such as #!/bin/sh"};
  if (error == ENOENT)
    return {fmt::format("{}: cannot start, its interpreter or loader is missing", path),
            fmt::format("file {} and its first line name it", path)};
  return {fmt::format("{}: cannot start, {}", path, std::strerror(error)), "does it start without unply record?"};
}

} // namespace

std::expected<std::string, StartError> locate_program(const std::string& word) {
  if (word.find('/') != std::string::npos) return check_path(word);
  const char* variable = std::getenv("PATH");
  std::string path = variable ? variable : "/bin:/usr/bin";
  for (size_t begin = 0; begin <= path.size();) {
    size_t end = std::min(path.find(':', begin), path.size());
    std::string directory = path.substr(begin, end - begin);
    std::string candidate = (directory.empty() ? "." : directory) + "/" + word;
    if (!word.empty() && is_executable_file(candidate)) return candidate;
    begin = end + 1;
  }
  bool here = !word.empty() && is_executable_file("./" + word);
  return std::unexpected(StartError{127,
                                    {fmt::format("{}: no such program in PATH", word),
                                     here ? fmt::format("did you mean ./{}?", word)
                                          : "a program that is not in PATH needs its path, such as ./a.out"}});
}

ChildProgram::ChildProgram() {
  ::sigemptyset(&watched_);
  for (int signal : {SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) ::sigaddset(&watched_, signal);
  ::sigprocmask(SIG_BLOCK, &watched_, &mask_before_);
  struct sigaction action{};
  action.sa_handler = SIG_DFL; // an inherited "ignore" would lose the program's exit status
  ::sigaction(SIGCHLD, &action, &child_before_);
  action.sa_handler = SIG_IGN; // ulimit -f and a closed stderr must not kill the recorder before the program
  ::sigaction(SIGXFSZ, &action, &size_before_);
  ::sigaction(SIGPIPE, &action, &pipe_before_);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); // the program does not inherit it
}

// What is pending was meant for the program, such as a signal to its group as it ended.
ChildProgram::~ChildProgram() {
  siginfo_t info{};
  constexpr timespec kNow{.tv_sec = 0, .tv_nsec = 0};
  while (::sigtimedwait(&watched_, &info, &kNow) > 0) {
  }
  restore_signals();
}

void ChildProgram::restore_signals() const {
  ::sigaction(SIGCHLD, &child_before_, nullptr);
  ::sigaction(SIGXFSZ, &size_before_, nullptr);
  ::sigaction(SIGPIPE, &pipe_before_, nullptr);
  ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
}

// Between fork and exec: async-signal-safe calls only.
void ChildProgram::run_in_child(const char* path, char* const* argv, char* const* envp, int report) {
  restore_signals();
  ::execve(path, argv, envp);
  int error = errno;
  [[maybe_unused]] ssize_t written = ::write(report, &error, sizeof error);
  ::_exit(127);
}

std::expected<void, StartError> ChildProgram::start(const std::string& path, const std::vector<std::string>& words,
                                                    const std::vector<std::string>& environment) {
  std::vector<char*> argv, envp;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  for (const std::string& addition : environment) envp.push_back(const_cast<char*>(addition.c_str()));
  for (char** entry = environ; *entry; ++entry) {
    std::string_view name(*entry, std::strcspn(*entry, "="));
    bool replaced = false;
    for (const std::string& addition : environment) replaced |= addition.substr(0, addition.find('=')) == name;
    if (!replaced) envp.push_back(*entry);
  }
  envp.push_back(nullptr);
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0)
    return std::unexpected(
        StartError{125, {fmt::format("pipe: {}", std::strerror(errno)), "ulimit -n shows the limit"}});
  pid_ = ::fork();
  int fork_error = errno;
  if (pid_ == 0) run_in_child(path.c_str(), argv.data(), envp.data(), report[1]);
  ::close(report[1]);
  int error = 0;
  ssize_t got = 0;
  if (pid_ > 0)
    while ((got = ::read(report[0], &error, sizeof error)) < 0 && errno == EINTR) {
    }
  ::close(report[0]);
  if (pid_ < 0)
    return std::unexpected(
        StartError{125, {fmt::format("fork: {}", std::strerror(fork_error)), "ulimit -u shows the limit"}});
  if (got == 0) return {};
  ::waitpid(pid_, nullptr, 0);
  return std::unexpected(StartError{126, exec_error(path, error)});
}

// A terminal sends Ctrl-C to the program as well; a signal from a process (kill, timeout) reaches only this one. Once
// the program has ended, any request to end is meant for this process.
void ChildProgram::take_signal(const siginfo_t& info) {
  if (info.si_signo == SIGCHLD) return;
  if (ended_)
    asked_to_stop_ |= info.si_signo != SIGUSR1 && info.si_signo != SIGUSR2;
  else if (info.si_code <= 0 && info.si_pid != pid_)
    ::kill(pid_, info.si_signo);
}

void ChildProgram::reap() {
  int status = 0;
  pid_t pid = 0;
  while ((pid = ::waitpid(-1, &status, WNOHANG)) > 0) {
    ++reaped_;
    if (pid != pid_ || ended_) continue;
    status_ = status;
    ended_ = true;
  }
  left_some_ = pid == 0;
}

bool ChildProgram::wait(int timeout_ms) {
  siginfo_t info{};
  timespec patience{.tv_sec = timeout_ms / 1000, .tv_nsec = timeout_ms % 1000 * 1'000'000L};
  while (::sigtimedwait(&watched_, &info, &patience) > 0) {
    take_signal(info);
    patience = {.tv_sec = 0, .tv_nsec = 0};
  }
  reap();
  return ended_;
}

ProgramEnd ChildProgram::end() const {
  int signal = ended_ && WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
  return {ended_ && WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + signal, signal};
}

void die_by_signal(int signal) {
  rlimit none{0, 0}; // the program's core dump stays, ours would overwrite it
  ::setrlimit(RLIMIT_CORE, &none);
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, signal);
  ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
  ::raise(signal);
  ::_exit(128 + signal);
}

} // namespace unply
