#include "trace/writing_thread.h"
#include <new>
#include <system_error>

namespace unply {

WritingThread::WritingThread(bool wanted) {
  if (!wanted) return;
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) { // a limit such as ulimit -u or -v
  }
}

WritingThread::~WritingThread() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard lock(mutex_);
    end_ = true;
  }
  given_.notify_one();
  thread_.join();
}

// The error is made beforehand: where there is no memory for the job, there may be none for the words either.
Result<void> WritingThread::done(const Job& job) {
  try {
    return job();
  } catch (const std::bad_alloc&) {
    return std::unexpected(std::move(no_memory_));
  }
}

void WritingThread::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    given_.wait(lock, [&] { return end_ || !jobs_.empty(); });
    if (end_) return;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    busy_ = true;
    if (!failure_) {
      lock.unlock();
      Result<void> result = done(job);
      job = nullptr; // what it holds goes back before the next one may be given
      lock.lock();
      if (!result) failure_ = std::move(result).error();
    }
    busy_ = false;
    done_.notify_one();
  }
}

Result<void> WritingThread::give(Job job) {
  if (!thread_.joinable()) {
    if (failure_) return outcome();
    if (auto result = job(); !result) failure_ = std::move(result).error();
    return outcome();
  }
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return jobs_.size() < kMostWaiting; });
  jobs_.push_back(std::move(job));
  given_.notify_one();
  return outcome();
}

Result<void> WritingThread::drain() {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return jobs_.empty() && !busy_; });
  return outcome();
}

void WritingThread::forget() {
  std::lock_guard lock(mutex_);
  if (failure_ && no_memory_.what.empty()) no_memory_ = std::move(*failure_); // it was this one
  failure_.reset();
}

} // namespace unply
