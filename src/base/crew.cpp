#include "base/crew.h"
#include <system_error>

namespace unply {

Crew::Crew(unsigned threads) {
  try {
    for (unsigned thread = 1; thread < threads; ++thread)
      others_.emplace_back([this, thread] { wait_for_steps(thread); });
  } catch (const std::system_error&) { // a limit such as ulimit -u or -v: those that there are do it
  }
}

Crew::~Crew() {
  {
    std::lock_guard lock(mutex_);
    end_ = true;
  }
  begins_.notify_all();
  for (std::thread& thread : others_) thread.join();
}

void Crew::take_parts(unsigned thread) {
  for (size_t part; (part = next_part_.fetch_add(1, std::memory_order_relaxed)) < parts_;) (*work_)(part, thread);
}

void Crew::wait_for_steps(unsigned thread) {
  uint64_t done = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    begins_.wait(lock, [&] { return end_ || step_ != done; });
    if (end_) return;
    done = step_;
    lock.unlock();
    take_parts(thread);
    lock.lock();
    if (--at_work_ == 0) ended_.notify_one();
  }
}

void Crew::share(size_t parts, const std::function<void(size_t, unsigned)>& work) {
  if (parts == 1 || others_.empty()) {
    for (size_t part = 0; part < parts; ++part) work(part, 0);
    return;
  }
  {
    std::lock_guard lock(mutex_);
    work_ = &work;
    parts_ = parts;
    next_part_.store(0, std::memory_order_relaxed);
    at_work_ = static_cast<unsigned>(others_.size());
    ++step_;
  }
  begins_.notify_all();
  take_parts(0);
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return at_work_ == 0; });
}

} // namespace unply
