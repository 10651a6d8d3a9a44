// One loop waits for output and signals alike. It ends when both streams are closed and the child has ended, or when
// the child has ended and its descendants keep the streams open.
#include "collect/streamed_program.h"
#include "collect/subprocess.h"
#include "trace/ticks.h"
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace unply {

namespace {

constexpr uint64_t kPatienceNs = 10'000'000'000; // between the request to end and SIGKILL
constexpr size_t kLongestLine = 1 << 20;

struct Lines {
  int descriptor = -1;
  Stream stream = Stream::output;
  std::string rest;

  void read_some(const LineTaker& take) {
    char buffer[16384];
    ssize_t n = read(descriptor, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) return;
    if (n <= 0) {
      if (!rest.empty()) take(stream, rest);
      rest.clear();
      close(descriptor);
      descriptor = -1;
      return;
    }
    rest.append(buffer, static_cast<size_t>(n));
    size_t begin = 0;
    for (size_t end; (end = rest.find('\n', begin)) != std::string::npos; begin = end + 1)
      take(stream, std::string_view(rest).substr(begin, end - begin));
    rest.erase(0, begin);
    if (rest.size() > kLongestLine) take(stream, std::exchange(rest, {}));
  }
};

class StreamedChild {
public:
  StreamedChild() {
    sigemptyset(&watched_);
    for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&watched_, signal);
    sigprocmask(SIG_BLOCK, &watched_, &before_);
    signals_ = signalfd(-1, &watched_, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  ~StreamedChild() {
    for (Lines& lines : lines_)
      if (lines.descriptor >= 0) close(lines.descriptor);
    if (signals_ >= 0) close(signals_);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  StreamedChild(const StreamedChild&) = delete;
  StreamedChild& operator=(const StreamedChild&) = delete;

  Result<void> start(const std::vector<std::string>& words, const std::vector<std::string>& variables) {
    int output[2], error[2];
    if (signals_ < 0 || pipe2(output, O_CLOEXEC) != 0 || pipe2(error, O_CLOEXEC) != 0)
      return fail(fmt::format("{}: cannot start, {}", words[0], std::strerror(errno)));
    int parent = getpid();
    child_ = fork();
    if (child_ == 0) become(words, variables, output[1], error[1], parent);
    close(output[1]);
    close(error[1]);
    lines_[0] = {output[0], Stream::output, {}};
    lines_[1] = {error[0], Stream::error, {}};
    if (child_ < 0) return fail(fmt::format("{}: cannot start, {}", words[0], std::strerror(errno)));
    setpgid(child_, child_); // the child does the same: whoever is first
    return {};
  }

  StreamedEnd wait(const LineTaker& take) {
    while (lines_[0].descriptor >= 0 || lines_[1].descriptor >= 0 || !ended_) {
      std::array<pollfd, 3> polled = {
          {{signals_, POLLIN, 0}, {lines_[0].descriptor, POLLIN, 0}, {lines_[1].descriptor, POLLIN, 0}}};
      int ready = poll(polled.data(), polled.size(), ended_ ? 200 : 1000);
      if (polled[0].revents) take_signals();
      for (size_t i = 0; i < lines_.size(); ++i)
        if (ready > 0 && polled[i + 1].revents) lines_[i].read_some(take);
      if (asked_ns_ && monotonic_ns() - asked_ns_ > kPatienceNs) kill(-child_, SIGKILL);
      reap();
      if (ended_ && ready == 0) break; // nobody writes any more, though somebody holds the streams
    }
    kill(-child_, SIGKILL); // descendants that the child left behind
    return end_;
  }

private:
  [[noreturn]] void become(const std::vector<std::string>& words, const std::vector<std::string>& variables, int output,
                           int error, int parent) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(127); // it died before the line above
    sigprocmask(SIG_SETMASK, &before_, nullptr);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    become_program(words, variables);
  }

  void take_signals() {
    signalfd_siginfo info;
    while (read(signals_, &info, sizeof info) == sizeof info) {
      int signal = static_cast<int>(info.ssi_signo);
      if (signal == SIGCHLD) continue;
      if (!asked_ns_) asked_ns_ = monotonic_ns();
      end_.signal = signal;
      if (!ended_) kill(-child_, signal);
    }
  }

  void reap() {
    int status = 0;
    if (ended_ || waitpid(child_, &status, WNOHANG) != child_) return;
    ended_ = true;
    end_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  sigset_t watched_, before_;
  int signals_ = -1;
  pid_t child_ = -1;
  std::array<Lines, 2> lines_;
  uint64_t asked_ns_ = 0;
  bool ended_ = false;
  StreamedEnd end_;
};

} // namespace

Result<StreamedEnd> run_streamed(const std::vector<std::string>& words, const std::vector<std::string>& variables,
                                 const LineTaker& take) {
  StreamedChild child;
  TRY(child.start(words, variables));
  return child.wait(take);
}

} // namespace unply
