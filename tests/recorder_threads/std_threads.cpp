// C++ threads, mutexes, condition variables and std::async, each called on a line of its own.
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <thread>
#include <vector>

int main() {
  constexpr int kItems = 200, kConsumers = 3;
  std::mutex mutex;
  std::condition_variable filled;
  std::queue<int> queue;
  long sum = 0;
  auto consume = [&] {
    for (int item = 1; item;) {
      std::unique_lock<std::mutex> hold(mutex); // @consumer_lock
      while (queue.empty()) filled.wait(hold);  // @wait
      item = queue.front();
      queue.pop();
      sum += item;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kConsumers; ++i) threads.emplace_back(consume); // @create
  std::this_thread::sleep_for(std::chrono::milliseconds(30));         // all wait
  for (int i = 0; i < kItems + kConsumers; ++i) {
    {
      std::lock_guard<std::mutex> hold(mutex); // @producer_lock
      queue.push(i < kItems ? i + 1 : 0);
    }
    filled.notify_one(); // @notify
  }
  for (std::thread& thread : threads) thread.join(); // @join
  auto read = [&] {
    std::lock_guard<std::mutex> hold(mutex);
    return sum;
  };
  auto later = std::async(std::launch::async, read);                    // @async
  std::thread([&] { std::lock_guard<std::mutex> hold(mutex); }).join(); // @jump
  std::shared_mutex shared;
  {
    std::shared_lock<std::shared_mutex> reads(shared); // @reader
  }
  {
    std::unique_lock<std::shared_mutex> writes(shared); // @writer
  }
  std::printf("%ld\n", later.get());
}
