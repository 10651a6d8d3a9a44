#include "base/text_file.h"
#include "verify/scratch_copy.h"
#include <doctest/doctest.h>
#include <fstream>

using namespace unply;
namespace fs = std::filesystem;

static void write(const fs::path& path, const char* text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

TEST_CASE("the innermost folder of several paths") {
  CHECK(common_folder({"/u/app/src/a.c", "/u/app/build"}) == "/u/app");
  CHECK(common_folder({"/u/app", "/u/app"}) == "/u/app");
  CHECK(common_folder({"/u/app", "/u/apple"}) == "/u");
  CHECK(common_folder({"/u/app/../b/x", "/u/b"}) == "/u/b");
  CHECK(common_folder({"/u", "/v"}) == "/");
}

TEST_CASE("a copy maps paths, and what a run changes in it is put back") {
  const ScratchFolder user("copy-test");
  const std::string root = user.path().string();
  write(user.path() / "src/a.c", "int a;\n");
  write(user.path() / "data.txt", "1\n");
  write(user.path() / ".git/objects", "x");
  fs::create_symlink("data.txt", user.path() / "link");
  auto made = ScratchCopy::make(root, 1 << 20);
  REQUIRE(made.has_value());
  const ScratchCopy copy = std::move(*made);
  CHECK(copy.inside(root + "/src/a.c") == copy.folder() + "/src/a.c");
  CHECK(copy.inside(root + "x/a.c") == root + "x/a.c");
  CHECK(copy.outside("error: " + copy.folder() + "/src/a.c:1") == "error: " + root + "/src/a.c:1");
  CHECK(copy.word_inside("-I" + root + "/src") == "-I" + copy.folder() + "/src");
  CHECK(copy.word_inside("-DX=" + root) == "-DX=" + copy.folder());
  CHECK(copy.word_inside("/other" + root + "/src") == "/other" + root + "/src");
  CHECK(*read_text_file(copy.folder() + "/src/a.c") == "int a;\n");
  CHECK(fs::is_symlink(copy.folder() + "/link"));
  CHECK_FALSE(fs::exists(copy.folder() + "/.git"));

  const ScratchCopy::State before = copy.state();
  write(copy.folder() + "/out.txt", "new");
  write(copy.folder() + "/data.txt", "changed");
  CHECK(copy.changed_since(before) == std::vector<std::string>{"data.txt", "out.txt"});
  fs::remove(copy.folder() + "/src/a.c");
  copy.restore(before);
  CHECK_FALSE(fs::exists(copy.folder() + "/out.txt"));
  CHECK(*read_text_file(copy.folder() + "/data.txt") == "1\n");
  CHECK(*read_text_file(copy.folder() + "/src/a.c") == "int a;\n");
  CHECK(copy.state() == before);
  CHECK(*read_text_file(root + "/data.txt") == "1\n");
}

TEST_CASE("folders that are too large or are not there are refused") {
  const ScratchFolder user("copy-test");
  write(user.path() / "large", "0123456789");
  CHECK_FALSE(ScratchCopy::make(user.path().string(), 5).has_value());
  CHECK_FALSE(ScratchCopy::make("/nowhere", 5).has_value());
}
