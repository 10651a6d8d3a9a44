// A thread that encodes, compresses and writes blocks, one after the other in the order in which they were given, while
// the one that gives them gathers the next rows. At most a few wait, so memory is bounded.
//
// After a failure nothing that was given is done any more, until forget(): what lies in the file is a prefix.
#pragma once
#include "base/result.h"
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace unply {

class WritingThread {
public:
  using Job = std::function<Result<void>()>;
  static constexpr size_t kMostWaiting = 8;

  explicit WritingThread(bool wanted); // else, and where the system gives none, give() does the job at once
  ~WritingThread();                    // jobs that wait are left out
  WritingThread(const WritingThread&) = delete;
  WritingThread& operator=(const WritingThread&) = delete;

  Result<void> give(Job job); // returns the first failure so far
  Result<void> drain();       // likewise, when all jobs are done
  void forget();              // the failure

private:
  void run();
  Result<void> done(const Job& job);
  Result<void> outcome() const { return failure_ ? std::unexpected(*failure_) : Result<void>{}; }
  std::mutex mutex_;
  std::condition_variable given_, done_;
  std::deque<Job> jobs_;
  bool busy_ = false, end_ = false;
  std::optional<Error> failure_;
  Error no_memory_{"memory: not enough to go on recording", "ulimit -v shows the limit of this shell"};
  std::thread thread_;
};

} // namespace unply
