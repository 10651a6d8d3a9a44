#include "cli/cc/driver_arguments.h"
#include "cli/cc/task_choice.h"
#include <doctest/doctest.h>
#include <fstream>
#include <unistd.h>

using namespace unply;
using Words = std::vector<std::string>;

static DriverArguments read(const Words& words) {
  Result<DriverArguments> found = read_driver_arguments(words);
  REQUIRE(found.has_value());
  return *found;
}

TEST_CASE("the last step of a command line is found") {
  CHECK(read({"a.c"}).links);
  CHECK(read({"a.o", "-o", "a"}).links);
  CHECK(read({"-x", "c", "-"}).links);
  CHECK(read({"-lfoo"}).links);
  for (const char* stop : {"-c", "-S", "-E", "-M", "-MM", "-r", "-fsyntax-only"}) {
    CAPTURE(stop);
    DriverArguments found = read({stop, "a.c"});
    CHECK(found.compiles_or_links);
    CHECK_FALSE(found.links);
  }
  CHECK(read({"-MD", "-MF", "a.d", "a.c"}).links); // writes dependences beside the compilation
  CHECK(read({"-shared", "a.o"}).shared);
}

TEST_CASE("headers that are precompiled are not linked") {
  CHECK_FALSE(read({"-x", "c++-header", "h", "-o", "h.pch"}).links);
  CHECK_FALSE(read({"-xc-header", "h"}).links);
  CHECK_FALSE(read({"a.hpp"}).links);
  CHECK(read({"a.hpp"}).compiles_or_links);
  CHECK(read({"a.hpp", "a.cpp"}).links);
  CHECK(read({"a.cpp", "a.hpp"}).links);
  CHECK(read({"-x", "c", "a.h"}).links);
  CHECK(read({"-include", "a.h", "a.c"}).links);
}

TEST_CASE("options that decide whether and how a program can be recorded") {
  CHECK(read({"-fopenmp", "a.c"}).openmp);
  CHECK(read({"-fopenmp=libgomp", "-fopenmp=libomp", "a.c"}).openmp);
  CHECK_FALSE(read({"-fopenmp", "-fno-openmp", "a.c"}).openmp);
  CHECK_FALSE(read({"-fopenmp=libgomp", "a.c"}).openmp);
  CHECK(read({"-fsanitize=address,dataflow", "a.c"}).alone == "-fsanitize=dataflow");
  CHECK(read({"-fsanitize=dataflow", "-fno-sanitize=all", "a.c"}).alone.empty());
  CHECK(read({"-fsanitize=thread,kernel-hwaddress", "a.c"}).alone.empty());
  CHECK(read({"-m32", "-m64", "a.c"}).links);
  CHECK(read({"-target", "x86_64-linux-gnu", "a.c"}).links);
  CHECK(read({"-m32"}).passed == Words{"-m32"}); // nothing to compile: the compiler says so
  for (const Words& words : {Words{"-m32", "a.c"}, Words{"-mx32", "a.c"}, Words{"-target", "armv7-linux", "a.c"}}) {
    CAPTURE(words[0]);
    CHECK_FALSE(read_driver_arguments(words).has_value());
  }
}

TEST_CASE("questions and command lines without input are passed on alone") {
  for (const char* question : {"--version", "-dumpmachine", "-print-prog-name=ld", "--print-file-name=libc.a"}) {
    CAPTURE(question);
    CHECK_FALSE(read({question}).compiles_or_links);
    CHECK_FALSE(read({question, "a.c"}).compiles_or_links);
  }
  CHECK_FALSE(read({"-v"}).compiles_or_links);
  CHECK_FALSE(read({}).compiles_or_links);
  CHECK_FALSE(read({"-o", "a"}).compiles_or_links); // "a" is the value of -o
  CHECK_FALSE(read({"-o", "-c"}).compiles_or_links);
  CHECK(read({"-o", "-c", "a.c"}).links); // and here "-c" is
}

TEST_CASE("our own options are taken out, all others stay as they are") {
  DriverArguments found =
      read({"-O2", "--tasks", "heat.cpp:12", "a b.cpp", "--pool", "--tasks=fn:ns::update_row", "-DX=\"y\""});
  CHECK(found.passed == Words{"-O2", "a b.cpp", "-DX=\"y\""});
  CHECK(found.tasks == Words{"heat.cpp:12", "fn:ns::update_row"});
  CHECK(found.pool);
  CHECK_FALSE(read({"-O2"}).pool);
  CHECK_FALSE(found.help);
  CHECK(read({"--unply-help"}).help);
  CHECK(read({"--help"}).help);
  CHECK_FALSE(read({"--help", "-O2"}).help);
}

TEST_CASE("task choices are checked") {
  CHECK(check_task_choice("dir/heat.cpp:1").has_value());
  CHECK(check_task_choice("fn:main").has_value());
  CHECK(check_task_choice("fn:operator()").has_value());
  for (const char* wrong : {"", "heat.cpp", ":12", "heat.cpp:", "heat.cpp:0", "heat.cpp:-1", "heat.cpp:1x",
                            "fn:", "fn:12", "heat.cpp:12345678901", "a.c:1\nb.c:2"}) {
    CAPTURE(wrong);
    CHECK_FALSE(check_task_choice(wrong).has_value());
  }
  CHECK_FALSE(read_driver_arguments({"a.c", "--tasks"}).has_value());
}

TEST_CASE("response files are split by the GNU rules") {
  CHECK(split_response_file("-c  \"a b.c\"\n-DX='1 \\2' c\\ d \"\" ").size() == 5);
  CHECK(split_response_file("-c  \"a b.c\"\n-DX='1 \\2' c\\ d \"\" ") == Words{"-c", "a b.c", "-DX=1 \\2", "c d", ""});
  CHECK(split_response_file(" \n").empty());
}

TEST_CASE("response files are looked into, to any sensible depth") {
  std::string folder = "/tmp/unply-response-" + std::to_string(getpid());
  std::string inner = folder + ".inner", outer = folder + ".outer";
  std::ofstream(inner) << "-c a.c @" << inner << "\n"; // names itself
  std::ofstream(outer) << "-O2 @" << inner;
  DriverArguments found = read({"@" + outer});
  CHECK(found.compiles_or_links);
  CHECK_FALSE(found.links);
  CHECK(found.passed == Words{"@" + outer});
  unlink(inner.c_str());
  unlink(outer.c_str());
}
