// A separate thread, since searches do not call back.
#include "cli/progress.h"
#include <chrono>
#include <fmt/format.h>
#include <unistd.h>

namespace unply {

Progress::Progress(std::string what, double limit_s, std::FILE* terminal)
    : what_(std::move(what)), limit_s_(limit_s), terminal_(terminal) {
  if (::isatty(::fileno(terminal))) thread_ = std::thread([this] { run(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void Progress::run() {
  std::unique_lock lock(mutex_);
  bool written = false;
  for (int seconds = 1; !ended_.wait_for(lock, std::chrono::seconds(1), [this] { return end_; }); ++seconds) {
    std::string limit = limit_s_ > 0 ? fmt::format(" of at most {:g} s", limit_s_) : "";
    std::fputs(fmt::format("\runply: {}, {} s{}\x1b[K", what_, seconds, limit).c_str(), terminal_);
    std::fflush(terminal_);
    written = true;
  }
  if (written) std::fputs("\r\x1b[K", terminal_);
}

} // namespace unply
