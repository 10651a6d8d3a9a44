#include "collect/child_program.h"
#include <doctest/doctest.h>

using namespace unply;

// A verb that goes on after its program has ended, as stg verify does, ends by SIGTERM and Ctrl-C again.
TEST_CASE("signals are as before once the program is done with") {
  sigset_t before, after;
  sigprocmask(SIG_SETMASK, nullptr, &before);
  struct sigaction pipe_before{}, pipe{};
  sigaction(SIGPIPE, nullptr, &pipe_before);
  {
    ChildProgram child;
    REQUIRE(child.start("/bin/true", {"true"}, {}));
    while (!child.wait(10)) {
    }
    CHECK(child.end().status == 0);
    sigset_t meanwhile;
    sigprocmask(SIG_SETMASK, nullptr, &meanwhile);
    CHECK(sigismember(&meanwhile, SIGTERM) == 1);
    raise(SIGTERM); // as it ended
  }
  sigprocmask(SIG_SETMASK, nullptr, &after);
  for (int signal : {SIGTERM, SIGINT, SIGCHLD}) CHECK(sigismember(&after, signal) == sigismember(&before, signal));
  sigaction(SIGPIPE, nullptr, &pipe);
  const bool same = pipe.sa_handler == pipe_before.sa_handler;
  CHECK(same);
}
