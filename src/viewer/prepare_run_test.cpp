// Long recordings are prepared once, and a cache that cannot be written costs nothing but time.
#include "viewer/testing/sample_run.h"
#include <csignal>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <unistd.h>

using namespace unply;
namespace fs = std::filesystem;

namespace {
constexpr uint64_t kLong = 10'000'000;

struct Folder {
  fs::path path = fs::temp_directory_path() / ("unply_prepare_run_" + std::to_string(::getpid()));
  Folder() { fs::remove_all(path); }
  ~Folder() { fs::remove_all(path); }
  ViewRunOptions options() const {
    ViewRunOptions options;
    options.cache_path = path / "unply" / "run.view";
    options.cache_key = "key";
    return options;
  }
  size_t files() const {
    std::error_code none;
    fs::recursive_directory_iterator entries(path, none);
    return static_cast<size_t>(
        std::count_if(fs::begin(entries), fs::end(entries), [](auto& e) { return e.is_regular_file(); }));
  }
};

void check_same(const ViewRun& run, const ViewRun& other) {
  CHECK(json_text(*run.head) == json_text(*other.head));
  REQUIRE(run.blocks.blocks() == other.blocks.blocks());
  for (const auto& [name, place] : run.blocks.places()) CHECK(*run.blocks.get(name) == *other.blocks.get(name));
}
} // namespace

TEST_CASE("a long recording is found prepared, a short one is not kept") {
  Folder folder;
  SampleRun sample = sample_run(2, 3000);
  auto short_one = sample.prepare(folder.options());
  REQUIRE(short_one);
  CHECK(folder.files() == 0);
  auto run = sample.prepare(folder.options(), kLong);
  REQUIRE(run);
  CHECK(folder.files() == 1);
  auto found = find_prepared_run(folder.options().cache_path, "key");
  REQUIRE(found);
  check_same(*run, *found);
  CHECK(!find_prepared_run(folder.options().cache_path, "another recording"));
  CHECK(!find_prepared_run(folder.path / "none", "key"));
}

TEST_CASE("without room in the cache the run is prepared in memory") {
  Folder folder;
  SampleRun sample = sample_run(2, 3000);
  auto expected = sample.prepare({}, kLong);
  REQUIRE(expected);
  rlimit before{}, small{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  small = {20'000, before.rlim_max};
  auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &small);
  auto run = sample.prepare(folder.options(), kLong);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  REQUIRE(run);
  CHECK(folder.files() == 0);
  check_same(*run, *expected);

  ViewRunOptions nowhere = folder.options();
  nowhere.cache_path = "/proc/none/run.view";
  auto unkept = sample.prepare(nowhere, kLong);
  REQUIRE(unkept);
  check_same(*unkept, *expected);
}

TEST_CASE("of very many threads the page has the first ones, and says so") {
  auto run = sample_run(5000, 3).prepare({});
  REQUIRE(run);
  CHECK((*run->head)["lanes"].size() == 4096);
  CHECK(json_text((*run->head)["notes"]).find("first 4096 of 5000 threads") != std::string::npos);
  CHECK(run->blocks.get("i/4095/0"));
  CHECK(!run->blocks.get("i/4096/0"));
  auto few = sample_run(3, 3).prepare({});
  REQUIRE(few);
  CHECK((*few->head)["lanes"].size() == 3);
}

TEST_CASE("what killed runs have left goes away, what others are writing stays") {
  Folder folder;
  std::string path = folder.options().cache_path;
  fs::create_directories(fs::path(path).parent_path());
  std::string ours = path + ".partial." + std::to_string(::getppid()),
              dead = path + ".partial.4194305"; // above pid_max
  std::ofstream(ours) << "x";
  std::ofstream(dead) << "x";
  REQUIRE(sample_run(1, 100).prepare(folder.options(), kLong));
  CHECK(fs::exists(ours));
  CHECK(!fs::exists(dead));
}
