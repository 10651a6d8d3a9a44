// The file of a recording on a disk that fills up: it contains only whole blocks, so the closing blocks find room and
// their place.
#include "trace/output_file.h"
#include <algorithm>
#include <csignal>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <unistd.h>

using namespace unply;

TEST_CASE("output file: a block that does not fit leaves nothing of itself, and a smaller one has its place") {
  namespace fs = std::filesystem;
  std::string path = (fs::temp_directory_path() / ("unply_output_" + std::to_string(::getpid()))).string();
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit limit = before;
  limit.rlim_cur = 1000;
  auto file = OutputFile::create(path);
  REQUIRE(file);
  std::string partial = path + ".partial." + std::to_string(::getpid());
  ::setrlimit(RLIMIT_FSIZE, &limit);
  CHECK((*file)->write(Bytes(600, 'a')));
  CHECK(!(*file)->write(Bytes(600, 'b')));
  CHECK(fs::file_size(partial) == 600);
  CHECK((*file)->write(Bytes(300, 'c')));
  CHECK(!(*file)->write(Bytes(200, 'd')));
  (*file)->drop_last_block(); // makes room for the closing ones
  CHECK(fs::file_size(partial) == 600);
  CHECK((*file)->write(Bytes(400, 'e')));
  ::setrlimit(RLIMIT_FSIZE, &before);
  CHECK((*file)->publish());
  file->reset();
  std::ifstream read(path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(read), {});
  CHECK(bytes == std::string(600, 'a') + std::string(400, 'e'));
  fs::remove(path);
}

TEST_CASE("output file: one that was not published goes, and what had its name stays") {
  namespace fs = std::filesystem;
  std::string path = (fs::temp_directory_path() / ("unply_output_" + std::to_string(::getpid()))).string();
  std::ofstream(path) << "before";
  {
    auto file = OutputFile::create(path);
    REQUIRE(file);
    CHECK((*file)->write(Bytes(10, 'a')));
  }
  CHECK(fs::file_size(path) == 6);
  CHECK(!fs::exists(path + ".partial." + std::to_string(::getpid())));
  fs::remove(path);
}
