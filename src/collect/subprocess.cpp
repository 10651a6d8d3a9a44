#include "collect/subprocess.h"
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace unply {

void become_program(const std::vector<std::string>& words, const std::vector<std::string>& variables) {
  for (const std::string& variable : variables) {
    size_t equals = variable.find('=');
    setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
  }
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(errno == ENOENT ? 127 : 126);
}

[[noreturn]] static void become(const std::vector<std::string>& words, const std::vector<std::string>& variables,
                                int output) {
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  become_program(words, variables);
}

FinishedProcess run_program(const std::vector<std::string>& words, const std::vector<std::string>& variables) {
  FinishedProcess finished;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return finished;
  pid_t child = fork();
  if (child == 0) become(words, variables, ends[1]);
  close(ends[1]);
  char buffer[4096];
  for (ssize_t n; child > 0 && ((n = read(ends[0], buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR));)
    if (n > 0) finished.output.append(buffer, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child)
    finished.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return finished;
}

} // namespace unply
