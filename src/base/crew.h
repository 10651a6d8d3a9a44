// Threads that share the parts of a step: the caller works too, and goes on when all parts are done. Between two steps
// the others sleep.
#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace unply {

class Crew {
public:
  explicit Crew(unsigned threads); // the caller included; fewer where the system gives no more
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  unsigned threads() const { return static_cast<unsigned>(others_.size()) + 1; }
  // work(part, thread) for each part from 0 on; parts begin in this order, each on one of the threads from 0 on.
  void share(size_t parts, const std::function<void(size_t part, unsigned thread)>& work);

private:
  void wait_for_steps(unsigned thread);
  void take_parts(unsigned thread);
  std::vector<std::thread> others_;
  std::mutex mutex_;
  std::condition_variable begins_, ended_;
  const std::function<void(size_t, unsigned)>* work_ = nullptr;
  size_t parts_ = 0;
  std::atomic<size_t> next_part_ = 0;
  unsigned at_work_ = 0; // of the others
  uint64_t step_ = 0;
  bool end_ = false;
};

} // namespace unply
