#include "verify/measured_run.h"
#include "base/text_file.h"
#include "collect/subprocess.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace unply {

[[noreturn]] static void become_command(const RunRequest& request, const std::string& output,
                                        const std::string& errors) {
  setpgid(0, 0); // so that its children can be killed with it
  if (chdir(request.directory.c_str()) != 0) _exit(126);
  dup2(open(request.input.empty() ? "/dev/null" : request.input.c_str(), O_RDONLY), STDIN_FILENO);
  dup2(open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
  dup2(open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
  become_program(request.words, request.variables);
}

enum class End : uint8_t { by_itself, enough, limit };

static End wait_for(pid_t child, const RunRequest& request) {
  constexpr double kTurn_s = 0.5;
  const auto handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (handle < 0) return End::by_itself; // an old kernel: no limit
  pollfd ended{handle, POLLIN, 0};
  const auto start = std::chrono::steady_clock::now();
  End end = End::by_itself;
  for (;;) {
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    double left = request.limit_s <= 0 ? -1 : std::max(0.0, request.limit_s - spent);
    if (request.enough) left = left < 0 ? kTurn_s : std::min(left, kTurn_s);
    const int ready = poll(&ended, 1, left < 0 ? -1 : static_cast<int>(left * 1000));
    if (ready > 0 || (ready < 0 && errno != EINTR)) break;
    if (request.limit_s > 0 && left == 0) end = End::limit;
    if (request.enough && request.enough()) end = End::enough;
    if (end != End::by_itself) break;
  }
  close(handle);
  return end;
}

Result<MeasuredRun> run_measured(const RunRequest& request) {
  const std::string output = request.scratch + "/run.out", errors = request.scratch + "/run.err";
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child < 0) return fail(fmt::format("{}: cannot start, {}", request.words[0], std::strerror(errno)));
  if (child == 0) become_command(request, output, errors);
  MeasuredRun run;
  const End end = wait_for(child, request);
  run.timed_out = end == End::limit;
  if (end != End::by_itself) kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (run.status == 126 || run.status == 127)
    return fail(fmt::format("{}: cannot be run in {}", request.words[0], request.directory),
                "give the command that runs the program behind --");
  auto text = read_text_file(output), error_text = read_text_file(errors);
  if (!text) return error_of(text);
  if (!error_text) return error_of(error_text);
  run.output = std::move(*text);
  run.errors = std::move(*error_text);
  return run;
}

} // namespace unply
