#include "collect/scratch_folder.h"
#include "collect/source_files.h"
#include <doctest/doctest.h>
#include <fstream>

using namespace unply;
namespace fs = std::filesystem;

TEST_CASE("a source is looked for where the compiler ran; which of two files of one name was compiled is not known") {
  ScratchFolder scratch("sources");
  fs::path root = scratch.path();
  for (const char* folder : {"a", "b", "run"}) fs::create_directories(root / folder);
  for (const char* file : {"a/main.c", "a/both.c", "b/both.c", "run/here.c", "run/main.c"})
    std::ofstream(root / file) << "x";
  auto found = [&](const char* name) {
    auto path = find_source_file(name, {(root / "a").string(), (root / "b").string()}, (root / "run").string());
    return path ? fs::relative(*path, fs::canonical(root)).string() : "";
  };
  CHECK(found("main.c") == "a/main.c"); // not the other one, where the program ran
  CHECK(found("both.c") == "");
  CHECK(fs::equivalent(*find_source_file("here.c", {}, (root / "run").string()), root / "run/here.c"));
  CHECK(found("none.c") == "");
  CHECK(find_source_file("main.c", {"a", "./a/../a"}, root.string()).has_value()); // one file by two ways
}
