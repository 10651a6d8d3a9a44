#include "verify/build_commands.h"
#include <doctest/doctest.h>

using namespace unply;
using Words = std::vector<std::string>;

TEST_CASE("the commands of objects come first, each once") {
  const std::string compile = R"({"directory":"/u","verb":"cc","arguments":["-c","a.c"],"links":false})",
                    link = R"({"directory":"/u","verb":"cc","arguments":["a.o","-o","a"],"links":true})";
  auto commands =
      parse_build_commands(link + "\n" + compile + "\n" + std::string(3, '\0') + compile + "\n" + link + "\n");
  REQUIRE(commands.has_value());
  REQUIRE(commands->size() == 2);
  CHECK((*commands)[0].arguments == Words{"-c", "a.c"});
  CHECK((*commands)[1].links);
}

TEST_CASE("damaged commands are refused") {
  CHECK_FALSE(parse_build_commands("{\"directory\":").has_value());
  CHECK_FALSE(parse_build_commands("{}\n").has_value());
  CHECK_FALSE(parse_build_commands(R"({"directory":1,"verb":"cc","arguments":[],"links":false})").has_value());
  CHECK_FALSE(parse_build_commands("\xff\n").has_value());
}

TEST_CASE("sources, objects and outputs of a command") {
  const BuildCommand compile{"/u/build", "cc", {"-O2", "-I", "x.c", "-c", "../src/a.c", "-o", "obj/a.o"}, false};
  CHECK(sources_of(compile) == Words{"/u/src/a.c"});
  CHECK(object_of(compile) == "/u/build/obj/a.o");
  CHECK(object_of({"/u", "c++", {"-c", "src/b.cpp"}, false}) == "/u/b.o");
  CHECK(object_of({"/u", "cc", {"-c", "a.c", "b.c"}, false}).empty());
  CHECK(object_of({"/u", "cc", {"-c", "a.c", "-oz.o"}, false}) == "/u/z.o");
  const BuildCommand link{"/u", "cc", {"a.o", "/l/lib.a", "-o", "b.o", "-lm"}, true};
  CHECK(linked_inputs(link) == Words{"/u/a.o", "/l/lib.a"});
  CHECK(sources_of(link).empty());
}

TEST_CASE("a program without commands is refused") {
  CHECK_FALSE(read_build_commands("/bin/true").has_value());
  CHECK_FALSE(read_build_commands("/etc/passwd").has_value());
  CHECK_FALSE(read_build_commands("/nowhere").has_value());
}
