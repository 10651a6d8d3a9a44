// On a pseudo-terminal: silent for a second, then one line, and nothing left at the end; nothing at all to a file.
#include "cli/progress.h"
#include <chrono>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <string>
#include <unistd.h>

using namespace unply;

static std::string read_all(int fd) {
  char buffer[1000];
  ssize_t bytes = ::read(fd, buffer, sizeof buffer);
  return bytes > 0 ? std::string(buffer, static_cast<size_t>(bytes)) : "";
}

TEST_CASE("progress: a line on a terminal after a second, gone at the end") {
  int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  REQUIRE(terminal >= 0);
  REQUIRE(::grantpt(terminal) == 0);
  REQUIRE(::unlockpt(terminal) == 0);
  std::FILE* other_end = std::fopen(::ptsname(terminal), "w");
  REQUIRE(other_end != nullptr);
  {
    Progress progress("searching", 60, other_end);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    CHECK(read_all(terminal) == "");
    std::string seen;
    for (int i = 0; i < 100 && seen.empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      seen = read_all(terminal);
    }
    CHECK(seen.starts_with("\runply: searching, 1 s of at most 60 s"));
  }
  std::fflush(other_end);
  CHECK(read_all(terminal).ends_with("\r\x1b[K"));
  std::fclose(other_end);
  ::close(terminal);
}

TEST_CASE("progress: nothing to a file") {
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  {
    Progress progress("searching", 60, file);
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  }
  CHECK(std::ftell(file) == 0);
  std::fclose(file);
}
