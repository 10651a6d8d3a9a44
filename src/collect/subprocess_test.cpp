#include "collect/subprocess.h"
#include <doctest/doctest.h>

using namespace unply;

TEST_CASE("a program's output and end are kept") {
  FinishedProcess finished =
      run_program({"sh", "-c", "echo out; echo \"$1 $WORD\" >&2; exit 3", "sh", "a  b"}, {"WORD=x=y"});
  CHECK(finished.output == "out\na  b x=y\n");
  CHECK(finished.exit_code == 3);
  CHECK_FALSE(finished.ok());
  CHECK(run_program({"true"}).ok());
  CHECK(run_program({"cat"}).ok()); // its standard input is empty
  CHECK(run_program({"sh", "-c", "kill -9 $$"}).exit_code == 137);
  CHECK(run_program({"no-such-program-of-unply"}).exit_code == 127);
}
