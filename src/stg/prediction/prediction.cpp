// See prediction.h. A rank runs until it waits for a message or for others in a collective operation; what it waits for
// makes it ready again. Only when no rank can go on does the network deliver its next messages, so that whatever shares
// a port with them is known. Clocks are of each rank, so the order in which ready ranks run has no effect.
#include "stg/prediction/prediction.h"
#include "stg/prediction/collective_times.h"
#include "stg/prediction/network.h"
#include "stg/prediction/path_sums.h"
#include "stg/prediction/timed_posts.h"
#include "stg/program/place_text.h"
#include "stg/run/flat_map.h"
#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <queue>
#include <unordered_map>

namespace unply::stg {

namespace {

constexpr uint64_t kUnderWay = 64; // messages of a rank

class Simulation {
public:
  Simulation(const Program& of, World& ranks_of, const PredictionCosts& given, RunObserver* told)
      : program(of), world(ranks_of), costs(given), observer(told), ranks(size_t(ranks_of.ranks())),
        network(ranks_of.ranks(), given.per_byte_s) {}

  Result<PredictedRun> run() {
    number_computations();
    if (observer) observer->begin(world);
    for (int rank = 0; rank < world.ranks(); ++rank) ready.push_back(rank);
    do {
      while (!ready.empty()) {
        const int rank = ready.front();
        ready.pop_front();
        TRY(advance(rank));
      }
      if (!paused.empty() && paused.top().first < network.next_time())
        resume();
      else
        for (const Network::Delivery& each : network.next()) arrive(each.message, each.time_s);
    } while (!ready.empty() || !paused.empty() || !network.is_idle());
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
  };
  struct PostHash {
    size_t operator()(uint64_t post) const { return size_t(post); } // posts are numbered one after the other
  };
  struct Rank {
    double clock_s = 0;
    bool ended = false, in_collective = false, in_call = false;
    Call call = Call::other;
    Place place = {};
    uint64_t posts = 0, under_way = 0, most_under_way = kUnderWay; // its sends that no receive has yet
    bool paused = false;
    std::vector<uint64_t> awaited = {};                   // posts that must be complete before it goes on
    FlatMap<uint64_t, Completed, PostHash> complete = {}; // posts that are
    PathSums path = {};
    // For the observer: of posts that their partner has completed, and of the call that it is in.
    std::unordered_map<uint64_t, Arrival> by_partner = {};
    std::vector<Arrival> arrivals = {};
  };
  struct Meeting { // of a collective operation
    size_t arrived = 0;
    double bytes = 0;
    std::vector<double> times = {};
    std::vector<int> members = {};
    std::vector<PathSums> paths = {};
  };

  // Who only sends would run to its end at once, with all its messages kept. It pauses until the others have caught
  // up.
  void pause(int number, Rank& rank) {
    rank.paused = true;
    paused.push({rank.clock_s, number});
  }
  void resume() {
    const int number = paused.top().second;
    paused.pop();
    Rank& rank = ranks[size_t(number)];
    rank.paused = false, rank.most_under_way = rank.under_way + kUnderWay;
    ready.push_back(number);
  }

  void number_computations() {
    for (uint32_t p = 0; p < program.procedures.size(); ++p) {
      first.push_back(uint32_t(times.size()));
      for (uint32_t i = 0; i < program.procedures[p].computations.size(); ++i)
        times.push_back({.procedure = p, .index = i});
    }
  }

  std::string text(const Place& place) const {
    return place.file == kNone ? "an unknown place" : place_text(program, place);
  }

  std::unexpected<Error> refuse(const Step& step, const char* what) const {
    return fail(fmt::format("{}: {} cannot be predicted", text(step.place), what));
  }

  Result<void> advance(int number) {
    Rank& rank = ranks[size_t(number)];
    while (!rank.ended && !rank.in_collective && !rank.paused) {
      if (!pass_waits(number, rank)) return {};
      if (rank.under_way > rank.most_under_way) {
        pause(number, rank);
        break;
      }
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
      }
    }
    return {};
  }

  // False: something is not complete yet.
  bool pass_waits(int number, Rank& rank) {
    if (rank.awaited.empty() && !rank.in_call) return true;
    const Completed* latest = nullptr;
    for (const uint64_t post : rank.awaited) {
      const Completed* found = rank.complete.find(post);
      if (!found) return false;
      if (found->time_s > (latest ? latest->time_s : rank.clock_s)) latest = found;
    }
    if (latest) {
      result.waiting_s += latest->time_s - rank.clock_s;
      rank.clock_s = latest->time_s, rank.path = latest->path;
    }
    for (const uint64_t post : rank.awaited) {
      rank.complete.erase(post); // may be there twice, in an array of requests
      if (const auto found = rank.by_partner.find(post); found != rank.by_partner.end()) {
        rank.arrivals.push_back(found->second);
        rank.by_partner.erase(found);
      }
    }
    rank.awaited.clear();
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
      if (iterations < 0 && cost.iteration_s > 0) return refuse(step, "a loop whose iterations are not known");
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
      *rank.complete.find_or_make(post).first = {.time_s = rank.clock_s};
      return {};
    }
    const double overhead_s = message.receive ? costs.receive_s : costs.send_s;
    rank.clock_s += overhead_s;
    if (overhead_s > 0) rank.path.add(PathPart::Kind::message, step.procedure, step.index, overhead_s, 0);
    const bool eager = message.mode != SendMode::synchronous && message.bytes <= costs.eager_bytes;
    const uint32_t made = posts.add({.rank = number,
                                     .peer = message.peer,
                                     .comm = message.comm,
                                     .receive = message.receive,
                                     .eager = eager,
                                     .number = post,
                                     .time_s = rank.clock_s,
                                     .bytes = message.bytes,
                                     .tag = message.tag,
                                     .procedure = step.procedure,
                                     .operation = step.index,
                                     .mark = observer ? observer->post(number, step, message, rank.clock_s) : 0,
                                     .path = rank.path});
    if (!message.receive) ++rank.under_way;
    if (!message.receive && eager) {
      *rank.complete.find_or_make(post).first = {.time_s = rank.clock_s};
      carry(made, rank.clock_s);
    }
    join(made);
    return {};
  }

  void join(uint32_t made) {
    const uint32_t other = posts.join(made);
    if (other == kNone) return;
    const uint32_t sent = posts[made].receive ? other : made;
    if (!posts[sent].eager)
      carry(sent, std::max(posts[made].time_s, posts[other].time_s));
    else if (posts[sent].arrived)
      complete(sent);
  }

  void carry(uint32_t sent, double begins_s) {
    TimedPost& post = posts[sent];
    post.begins_s = begins_s;
    network.carry(sent, post.rank, post.peer, post.bytes, begins_s + costs.latency_s);
  }

  void arrive(uint32_t sent, double time_s) {
    posts[sent].arrived = true, posts[sent].arrived_s = time_s;
    if (posts[sent].partner != kNone) complete(sent);
  }

  // A message is there, and there is a receive for it.
  void complete(uint32_t number) {
    TimedPost &sent = posts[number], &received = posts[sent.partner];
    ++result.messages;
    Rank& sender = ranks[size_t(sent.rank)];
    if (--sender.under_way == 0) sender.most_under_way = kUnderWay;
    const bool held = !sent.eager && received.time_s > sent.time_s; // by the receiver
    Completed there = {.time_s = sent.arrived_s, .path = held ? received.path : sent.path};
    there.path.add(PathPart::Kind::message, sent.procedure, sent.operation, sent.arrived_s - sent.begins_s);
    if (observer) tell_arrivals(sent, received);
    if (!sent.eager) finish(sent, there);
    if (there.time_s < received.time_s) there.time_s = received.time_s, there.path = received.path;
    finish(received, std::move(there));
    posts.remove(number);
  }

  void tell_arrivals(const TimedPost& sent, const TimedPost& received) {
    const auto tell = [&](const TimedPost& own, const TimedPost& partner) {
      ranks[size_t(own.rank)].by_partner[own.number] = {.receive = own.receive,
                                                        .post = own.number,
                                                        .partner = partner.rank,
                                                        .tag = sent.tag,
                                                        .bytes = sent.bytes,
                                                        .partner_mark = partner.mark};
    };
    if (!sent.eager) tell(sent, received);
    tell(received, sent);
  }

  void finish(const TimedPost& post, Completed done) {
    *ranks[size_t(post.rank)].complete.find_or_make(post.number).first = std::move(done);
    ready.push_back(post.rank);
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
  using Pause = std::pair<double, int>; // clock, rank
  std::priority_queue<Pause, std::vector<Pause>, std::greater<>> paused;
  Network network;
  TimedPosts posts;
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
