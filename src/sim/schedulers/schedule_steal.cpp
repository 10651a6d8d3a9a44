// Randomised work stealing (Blumofe and Leiserson, J. ACM 46(5), 1999) with child stealing, as task runtimes of OpenMP
// do it: each processor has a deque of the tasks it made ready and takes the newest; an idle one takes the oldest of a
// victim.
//
// Simplified: an idle processor finds work as soon as there is some, at a victim drawn evenly among those that have
// any, and pays steal_ns for the success, nothing for failed attempts. So it is greedy on the ideal machine. The seed
// decides all draws; the generator's output is fixed by the C++ standard. A processor waits for the lock of the task
// that it took.
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/event_simulation.h"
#include <deque>
#include <random>

namespace unply {

namespace {
class StealingPool {
public:
  static constexpr bool kWaitsForLocks = true;
  StealingPool(uint32_t processors, uint64_t seed) : deques_(processors), place_(processors), random_(seed) {}

  void put(uint32_t processor, uint32_t task) {
    if (deques_[processor].empty()) {
      place_[processor] = static_cast<uint32_t>(victims_.size());
      victims_.push_back(processor);
    }
    deques_[processor].push_back(task);
  }

  std::optional<TakenTask> take_own(uint32_t processor) {
    std::deque<uint32_t>& own = deques_[processor];
    if (own.empty()) return std::nullopt;
    uint32_t task = own.back();
    own.pop_back();
    if (own.empty()) remove_victim(processor);
    return TakenTask{task, processor};
  }

  std::optional<TakenTask> take_any(uint32_t) {
    if (victims_.empty()) return std::nullopt;
    using Wide = unsigned __int128;
    uint32_t victim = victims_[static_cast<size_t>(Wide{random_()} * victims_.size() >> 64)];
    uint32_t task = deques_[victim].front();
    deques_[victim].pop_front();
    if (deques_[victim].empty()) remove_victim(victim);
    return TakenTask{task, victim};
  }

private:
  void remove_victim(uint32_t processor) {
    place_[victims_.back()] = place_[processor];
    victims_[place_[processor]] = victims_.back();
    victims_.pop_back();
  }

  std::vector<std::deque<uint32_t>> deques_; // newest last
  std::vector<uint32_t> victims_, place_;    // processors with tasks, and where in that list
  std::mt19937_64 random_;
};
} // namespace

Result<Schedule> schedule_steal(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  TRY(check_request(jobs, processors, options.machine));
  StealingPool pool(useful_processors(jobs, processors), options.seed);
  return EventSimulation(jobs, processors, options.machine, pool).run();
}

} // namespace unply
