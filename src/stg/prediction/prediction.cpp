// See prediction.h. A rank runs until it waits for a message or for others in a collective operation; what it waits for
// makes it ready again. Clocks are of each rank, so the order in which ready ranks run has no effect.
#include "stg/prediction/prediction.h"
#include "stg/prediction/collective_times.h"
#include "stg/prediction/path_sums.h"
#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <unordered_map>

namespace unply::stg {

namespace {

class Simulation {
public:
  Simulation(const Program& of, World& ranks_of, const PredictionCosts& given, RunObserver* told)
      : program(of), world(ranks_of), costs(given), observer(told), ranks(size_t(ranks_of.ranks())) {}

  Result<PredictedRun> run() {
    number_computations();
    if (observer) observer->begin(world);
    for (int rank = 0; rank < world.ranks(); ++rank) ready.push_back(rank);
    while (!ready.empty()) {
      const int rank = ready.front();
      ready.pop_front();
      TRY(advance(rank));
    }
    const auto last = std::ranges::max_element(ranks, {}, &Rank::clock_s);
    result.time_s = last->clock_s, result.critical_path = last->path.parts();
    std::ranges::copy_if(times, std::back_inserter(result.by_computation), &ComputationTime::instances);
    std::ranges::stable_sort(result.by_computation, std::greater(), &ComputationTime::time_s);
    for (int rank = 0; rank < world.ranks(); ++rank) {
      const Rank& each = ranks[size_t(rank)];
      if (!each.ended)
        result.stuck.push_back(fmt::format("rank {} waits in {} at {}", rank, name_of(each.call), text(each.place)));
    }
    return std::move(result);
  }

private:
  struct Completed {
    double time_s = 0;
    PathSums path = {}; // what this time is made of
    Arrival arrival = {};
    bool by_partner = false; // has an arrival
  };
  struct Rank {
    double clock_s = 0;
    bool ended = false, in_collective = false, in_call = false;
    Call call = Call::other;
    Place place = {};
    uint64_t posts = 0;
    std::vector<uint64_t> awaited = {};                    // posts that must be complete before it goes on
    std::unordered_map<uint64_t, Completed> complete = {}; // posts that are
    PathSums path = {};
    std::vector<Arrival> arrivals = {}; // of the call that it is in, for the observer
  };
  struct Post { // waits for its partner
    int rank;
    uint64_t number;
    double time_s;
    int64_t bytes;
    bool eager;
    int64_t tag;
    uint32_t procedure, operation;
    uint64_t mark;
    PathSums path;
  };
  using Channel = std::tuple<int32_t, int32_t, CommId, int64_t>; // source, destination, communicator, tag
  struct Queues {
    std::deque<Post> sends = {}, receives = {};
  };
  struct Meeting { // of a collective operation
    size_t arrived = 0;
    double bytes = 0;
    std::vector<double> times = {};
    std::vector<int> members = {};
    std::vector<PathSums> paths = {};
  };

  void number_computations() {
    for (uint32_t p = 0; p < program.procedures.size(); ++p) {
      first.push_back(uint32_t(times.size()));
      for (uint32_t i = 0; i < program.procedures[p].computations.size(); ++i)
        times.push_back({.procedure = p, .index = i});
    }
  }

  std::string text(const Place& place) const {
    if (place.file == kNone) return "an unknown place";
    const std::string& path = program.files[place.file];
    return fmt::format("{}:{}", path.substr(path.rfind('/') + 1), place.line);
  }

  std::unexpected<Error> refuse(const Step& step, const char* what) const {
    return fail(fmt::format("{}: {} cannot be predicted", text(step.place), what));
  }

  Result<void> advance(int number) {
    Rank& rank = ranks[size_t(number)];
    while (!rank.ended) {
      if (!pass_waits(number, rank)) return {};
      const auto step = world.next(number);
      if (!step) return error_of(step);
      if ((*step)->kind == Step::Kind::end) {
        rank.ended = true;
      } else if ((*step)->kind == Step::Kind::computation) {
        TRY(compute(number, rank, **step));
      } else if (is_openmp((*step)->call)) {
        if (observer) observer->construct(number, **step, rank.clock_s);
      } else {
        TRY(operate(number, rank, **step));
        if (rank.in_collective) return {};
      }
    }
    return {};
  }

  // False: something is not complete yet.
  bool pass_waits(int number, Rank& rank) {
    Completed until = {.time_s = rank.clock_s, .path = rank.path};
    for (const uint64_t post : rank.awaited) {
      const auto found = rank.complete.find(post);
      if (found == rank.complete.end()) return false;
      if (found->second.time_s > until.time_s) until = found->second;
    }
    for (const uint64_t post : rank.awaited) {
      const auto found = rank.complete.find(post);
      if (found == rank.complete.end()) continue; // twice in one array
      if (observer && found->second.by_partner) rank.arrivals.push_back(found->second.arrival);
      rank.complete.erase(found);
    }
    rank.awaited.clear();
    result.waiting_s += until.time_s - rank.clock_s;
    rank.clock_s = until.time_s, rank.path = std::move(until.path);
    if (observer && rank.in_call) observer->end_call(number, rank.clock_s, rank.arrivals);
    rank.in_call = false, rank.arrivals.clear();
    return true;
  }

  Result<void> compute(int rank_number, Rank& rank, const Step& step) {
    const uint32_t number = first[step.procedure] + step.index;
    const bool own = number < costs.computations.size() && costs.computations[number];
    const ComputationCost cost = own ? *costs.computations[number] : ComputationCost{.iteration_s = costs.iteration_s};
    double time_s = cost.constant_s;
    for (const int64_t iterations : step.iterations) {
      if (iterations < 0) return refuse(step, "a loop whose iterations are not known");
      time_s += double(iterations) * cost.iteration_s;
    }
    ComputationTime& sum = times[number];
    sum.time_s += time_s, ++sum.instances, sum.has_cost = own;
    if (observer) observer->compute(rank_number, step, rank.clock_s, rank.clock_s + time_s);
    rank.clock_s += time_s, result.computing_s += time_s;
    rank.path.add(PathPart::Kind::computation, step.procedure, step.index, time_s);
    ++result.computations;
    return {};
  }

  Result<void> operate(int number, Rank& rank, const Step& step) {
    if (step.observed) return refuse(step, "an order that the run chooses");
    rank.call = step.call, rank.place = step.place, rank.in_call = true;
    if (observer) observer->begin_call(number, step, rank.clock_s);
    for (const Message& message : step.posts) TRY(post(number, rank, step, message));
    for (const Completion& done : step.completes) {
      if (done.collective) return refuse(step, "a non-blocking collective operation");
      rank.awaited.push_back(done.request);
    }
    if (is_collective(step.call)) return meet(number, rank, step);
    return {};
  }

  Result<void> post(int number, Rank& rank, const Step& step, const Message& message) {
    const uint64_t post = ++rank.posts;
    if (message.receive && (message.peer == kAnyPeer || message.tag == kAnyTag))
      return refuse(step, "a receive of any message");
    if (message.peer == kInvalidPeer) return refuse(step, "a message to a rank that does not exist");
    if (message.request == 0) rank.awaited.push_back(post);
    if (message.peer == kNoPeer) {
      if (observer) observer->post(number, step, message, rank.clock_s);
      rank.complete[post] = {.time_s = rank.clock_s};
      return {};
    }
    const double overhead_s = message.receive ? costs.receive_s : costs.send_s;
    rank.clock_s += overhead_s;
    if (overhead_s > 0) rank.path.add(PathPart::Kind::message, step.procedure, step.index, overhead_s, 0);
    const bool eager = message.mode != SendMode::synchronous && message.bytes <= costs.eager_bytes;
    Post made = {.rank = number,
                 .number = post,
                 .time_s = rank.clock_s,
                 .bytes = message.bytes,
                 .eager = eager,
                 .tag = message.tag,
                 .procedure = step.procedure,
                 .operation = step.index,
                 .mark = observer ? observer->post(number, step, message, rank.clock_s) : 0,
                 .path = rank.path};
    const int32_t source = message.receive ? message.peer : number, target = message.receive ? number : message.peer;
    Queues& queues = channels[{source, target, message.comm, message.tag}];
    if (!message.receive && eager) rank.complete[post] = {.time_s = rank.clock_s};
    (message.receive ? queues.receives : queues.sends).push_back(std::move(made));
    if (!queues.sends.empty() && !queues.receives.empty()) match(queues, number);
    return {};
  }

  // The first send and the first receive of a channel belong together.
  void match(Queues& queues, int now) {
    const Post sent = std::move(queues.sends.front()), received = std::move(queues.receives.front());
    queues.sends.pop_front(), queues.receives.pop_front();
    ++result.messages;
    const bool held = !sent.eager && received.time_s > sent.time_s; // by the receiver
    const double taken_s = costs.latency_s + costs.per_byte_s * double(sent.bytes);
    Completed there = {.time_s = (held ? received.time_s : sent.time_s) + taken_s,
                       .path = held ? received.path : sent.path};
    there.path.add(PathPart::Kind::message, sent.procedure, sent.operation, taken_s);
    const auto arrival = [&](const Post& own, const Post& partner) {
      return Arrival{.receive = &own == &received,
                     .post = own.number,
                     .partner = partner.rank,
                     .tag = sent.tag,
                     .bytes = sent.bytes,
                     .partner_mark = partner.mark};
    };
    there.by_partner = true, there.arrival = arrival(sent, received);
    if (!sent.eager) finish(sent, there, now);
    if (there.time_s < received.time_s) there.time_s = received.time_s, there.path = received.path;
    there.arrival = arrival(received, sent);
    finish(received, std::move(there), now);
  }

  void finish(const Post& post, Completed done, int now) {
    ranks[size_t(post.rank)].complete[post.number] = std::move(done);
    if (post.rank != now) ready.push_back(post.rank);
  }

  Result<void> meet(int number, Rank& rank, const Step& step) {
    const CollectiveCall& call = step.collective;
    if (call.request != 0) return refuse(step, "a non-blocking collective operation");
    const CommId comm = step.call == Call::init || step.call == Call::finalize ? kCommWorld : call.comm;
    if (step.call == Call::init || step.call == Call::comm_free) return {};
    const bool last = step.call == Call::finalize;
    const auto key = std::make_pair(comm, last ? UINT64_MAX : call.position);
    Meeting& meeting = meetings[key];
    const size_t size = size_t(world.size(comm)), position = size_t(world.position(comm, number));
    meeting.times.resize(size), meeting.members.resize(size), meeting.paths.resize(size);
    meeting.times[position] = rank.clock_s, meeting.members[position] = number, meeting.paths[position] = rank.path;
    meeting.bytes = std::max(meeting.bytes, contributed(step, size));
    rank.in_collective = true;
    if (++meeting.arrived == size) {
      leave(step, meeting);
      meetings.erase(key);
      ++result.collectives;
    }
    return {};
  }

  // By one rank: the root of a scatter gives all parts, everybody else in a broadcast nothing.
  static double contributed(const Step& step, size_t size) {
    const bool parted = step.call == Call::scatter || step.call == Call::scatterv;
    return double(step.collective.bytes) / (parted ? double(size) : 1.0);
  }

  // Who leaves late waited for the root where all data come from there, else for whoever entered last.
  void leave(const Step& step, Meeting& meeting) {
    const int64_t root = step.collective.root;
    const bool down = step.call == Call::bcast || step.call == Call::scatter || step.call == Call::scatterv;
    const auto last = std::ranges::max_element(meeting.times) - meeting.times.begin();
    if (observer) observer->meet(step, meeting.members);
    const size_t awaited = down && root >= 0 ? size_t(root) : size_t(last);
    const double entered_s = meeting.times[awaited];
    if (step.call == Call::finalize)
      std::ranges::fill(meeting.times, entered_s); // waits for all, and takes no time of its own
    else
      run_collective(step.call, root, meeting.bytes, costs, meeting.times);
    for (size_t i = 0; i < meeting.times.size(); ++i) {
      Rank& rank = ranks[size_t(meeting.members[i])];
      if (const double time_s = meeting.times[i]; time_s > rank.clock_s) {
        const bool own = entered_s > time_s;
        rank.path = meeting.paths[own ? i : awaited];
        rank.path.add(PathPart::Kind::collective, step.procedure, step.index,
                      time_s - (own ? rank.clock_s : entered_s));
        result.waiting_s += time_s - rank.clock_s;
        rank.clock_s = time_s;
      }
      rank.in_collective = false;
      ready.push_back(meeting.members[i]);
    }
  }

  const Program& program;
  World& world;
  const PredictionCosts costs;
  RunObserver* const observer; // may be null
  std::vector<Rank> ranks;
  std::deque<int> ready;
  std::map<Channel, Queues> channels;
  std::map<std::pair<CommId, uint64_t>, Meeting> meetings;
  std::vector<uint32_t> first;        // in times, of each procedure
  std::vector<ComputationTime> times; // of all computations
  PredictedRun result;
};

} // namespace

Result<PredictedRun> predict_run(const Program& program, Bindings bindings, const PredictionCosts& costs,
                                 RunObserver* observer) {
  auto world = World::make(program, std::move(bindings));
  if (!world) return error_of(world);
  auto run = Simulation(program, **world, costs, observer).run();
  if (run) run->asked = (*world)->asked();
  return run;
}

} // namespace unply::stg
