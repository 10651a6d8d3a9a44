// See agreement.h.
#include "stg/agreement/agreement.h"
#include "stg/agreement/recorded_terms.h"
#include <fmt/format.h>
#include <set>

namespace unply::stg {

namespace {

std::string peer_text(int32_t peer) {
  return peer == kAnyPeer       ? "anybody"
         : peer == kNoPeer      ? "nobody"
         : peer == kInvalidPeer ? "a rank that does not exist"
                                : fmt::format("rank {}", peer);
}

std::string post_text(bool receive, int32_t peer, int64_t bytes, int64_t tag) {
  const std::string side = receive ? "receive from" : "send to";
  if (peer == kNoPeer) return fmt::format("{} nobody", side);
  return fmt::format("{} {}, {} bytes, tag {}", side, peer_text(peer), bytes,
                     tag == kAnyTag ? "any" : std::to_string(tag));
}

std::string collective_text(std::string_view name, int64_t root, int64_t bytes, int64_t received) {
  std::string text = fmt::format("{}, {} bytes given, {} received", name, bytes, received);
  return root < 0 ? text : text + fmt::format(", root {}", root);
}

bool is_compared(Call call) {
  return is_collective(call) && call != Call::init && call != Call::finalize && call != Call::comm_free;
}

struct Outcome {
  uint64_t followed = 0; // calls that agree
  CallCounts counts = {};
  std::optional<Difference> difference = {};
  std::optional<Unknown> unknown = {};
  std::map<std::string, uint64_t> asked = {}; // symbols that decided something, and how often
};

class RankComparison {
public:
  RankComparison(const RecordedRun& whole, int number, const std::vector<std::vector<Tier>>& of)
      : run(whole), recorded(whole.ranks[size_t(number)]), rank(number), tiers(of) {}

  Result<Outcome> compare(const Program& program, Bindings bindings, const StepObserver& observe = nullptr) {
    std::optional<Unknown> asked;
    bindings.ask = [&](const Unknown& unknown) -> std::optional<int64_t> {
      asked = unknown;
      return std::nullopt;
    };
    auto made = World::make(program, std::move(bindings), rank);
    if (!made) return error_of(made);
    world = made->get();
    while (!outcome.difference) {
      const auto step = world->next(rank);
      if (!step && asked && asked->rank >= 0) {
        outcome.unknown = asked, reason = step.error();
        break;
      }
      if (!step) return error_of(step);
      if ((*step)->kind == Step::Kind::end) {
        if (position < recorded.calls.size()) differ("the run goes on", **step, "");
        break;
      }
      if ((*step)->kind == Step::Kind::operation) take(**step);
      if (observe) observe(rank, **step, position);
    }
    outcome.followed = position;
    outcome.asked = world->asked();
    return outcome;
  }
  Error reason; // of outcome.unknown

private:
  const RecordedCall* next() const { return position < recorded.calls.size() ? &recorded.calls[position] : nullptr; }

  void differ(std::string what, const Step& step, std::string program) {
    const RecordedCall* call = next();
    outcome.difference = {.rank = rank,
                          .call = position + 1,
                          .what = std::move(what),
                          .program = std::move(program),
                          .run = call ? text_of(*call) : "",
                          .place = step.place,
                          .run_site = call ? run.sites[call->site] : ""};
  }

  std::string text_of(const RecordedCall& call) const {
    return call.collective ? collective_text(run.names[call.function], call.root, call.bytes, call.received_bytes)
                           : post_text(call.receive, call.peer, call.bytes, call.tag);
  }

  void take(const Step& step) {
    for (const Message& message : step.posts)
      if (!outcome.difference) take_post(step, message);
    for (const Completion& done : step.completes)
      if (!outcome.difference) take_completion(step, done);
    if (step.probe && !outcome.difference) take_probe(*step.probe);
    if (is_compared(step.call) && !outcome.difference) take_collective(step);
  }

  bool same_communicator(CommId comm, uint32_t number) {
    if (comm == kCommWorld || number == 1) return comm == kCommWorld && number == 1;
    const auto [known, added] = numbers.try_emplace(comm, number);
    const auto [back, fresh] = comms.try_emplace(number, comm);
    return known->second == number && back->second == comm;
  }

  const char* difference_of(const Message& message, const RecordedCall& call) {
    if (call.collective || call.receive != message.receive) return "the operation";
    if (call.peer != message.peer) return "the partner";
    if ((call.request != 0) != (message.request != 0)) return "whether the call waits";
    if (call.persistent != message.persistent) return "whether the request is persistent";
    if (message.peer == kNoPeer) return nullptr;
    if (call.tag != message.tag) return "the tag";
    if (call.bytes != message.bytes) return message.receive ? "the room for the message" : "the size of the message";
    if (!message.receive && call.mode != message.mode) return "the mode of the send";
    if (!same_communicator(message.comm, call.communicator)) return "the communicator";
    return nullptr;
  }

  void take_post(const Step& step, const Message& message) {
    const std::string text = post_text(message.receive, message.peer, message.bytes, message.tag);
    const RecordedCall* call = next();
    if (!call) return differ("the run has ended", step, text);
    if (const char* what = difference_of(message, *call)) return differ(what, step, text);
    ++position;
    ++posts;
    if (message.request != 0)
      requests[message.request] = {call, message.comm};
    else if (message.receive)
      tell_envelope(posts, *call, message.comm);
    count(step, message);
  }

  // What the receive's status tells, where the program asks.
  void tell_envelope(uint64_t post, const RecordedCall& call, CommId comm) {
    if (call.source >= 0)
      world->arrived(rank, post,
                     {.source = world->position(comm, call.source), .tag = call.source_tag, .bytes = call.got_bytes});
  }

  // A probe is not recorded: the next receive that fits takes the message that it saw.
  void take_probe(const Message& probe) {
    for (size_t at = position; at < recorded.calls.size(); ++at) {
      const RecordedCall& call = recorded.calls[at];
      if (call.collective || !call.receive || call.source < 0) continue;
      if ((probe.peer == kAnyPeer || probe.peer == call.source) &&
          (probe.tag == kAnyTag || probe.tag == call.source_tag))
        return tell_envelope(probe.request, call, probe.comm);
    }
  }

  void count(const Step& step, const Message& message) {
    if (message.peer == kNoPeer) return void(++outcome.counts.nobody);
    ++(message.receive ? outcome.counts.receives : outcome.counts.sends);
    Tier tier = Tier::evaluable;
    if (message.receive && step.observed) // from any source: the run has chosen
      tier = Tier::observed;
    else if (step.procedure < tiers.size() && step.index < tiers[step.procedure].size())
      tier = tiers[step.procedure][step.index];
    ++outcome.counts.by_tier[size_t(tier)];
  }

  void take_completion(const Step& step, const Completion& done) {
    const auto request = requests.find(done.request);
    if (!done.receive || request == requests.end()) return;
    tell_envelope(done.request, *request->second.call, request->second.comm);
    const auto completed = recorded.completed.find(request->second.call->request);
    ++outcome.counts.completions;
    if (!step.observed && completed != recorded.completed.end() && completed->second != position)
      differ("where a receive completes", step, "a wait completes the receive posted before");
    requests.erase(request);
  }

  bool is_root(const Step& step) const { return step.collective.root == world->position(step.collective.comm, rank); }

  const char* difference_of(const Step& step, const RecordedCall& call) {
    if (!call.collective || run.names[call.function] != name_of(step.call)) return "the operation";
    if (call.root >= 0 && call.root != step.collective.root) return "the root";
    if (call.operation > 0 && call.operation != operator_number(step.collective.op)) return "the operator";
    const CollectiveBytes expected = recorded_bytes(step, is_root(step));
    if (expected.given >= 0 && call.bytes != expected.given) return "the bytes given";
    if (expected.received >= 0 && call.received_bytes != expected.received) return "the bytes received";
    if (!same_communicator(step.collective.comm, call.communicator)) return "the communicator";
    return nullptr;
  }

  void take_collective(const Step& step) {
    const CollectiveCall& own = step.collective;
    const CollectiveBytes bytes = recorded_bytes(step, is_root(step));
    const std::string text = collective_text(name_of(step.call), own.root, bytes.given, bytes.received);
    const RecordedCall* call = next();
    if (!call) return differ("the run has ended", step, text);
    if (const char* what = difference_of(step, *call)) return differ(what, step, text);
    ++position, ++outcome.counts.collectives;
  }

  const RecordedRun& run;
  const RecordedRank& recorded;
  const int rank;
  const std::vector<std::vector<Tier>>& tiers;
  World* world = nullptr;
  size_t position = 0; // in recorded.calls
  uint64_t posts = 0;  // of messages, as rank_machine.h numbers them
  Outcome outcome;
  struct Posted {
    const RecordedCall* call;
    CommId comm;
  };
  std::unordered_map<uint64_t, Posted> requests; // by the program's number
  std::unordered_map<CommId, uint32_t> numbers;  // the program's communicators to the run's, and back
  std::unordered_map<uint32_t, CommId> comms;
};

// How far the program follows the run with this trip count.
Result<uint64_t> follow(const Program& program, const Bindings& bindings, const RecordedRun& run, const Unknown& what,
                        uint64_t trips) {
  Bindings tried = bindings;
  tried.values[what.symbol] = double(trips);
  const auto outcome = RankComparison(run, what.rank, {}).compare(program, std::move(tried));
  if (!outcome) return error_of(outcome);
  return outcome->followed;
}

Result<int64_t> infer_trips(const Program& program, const Bindings& bindings, const RecordedRun& run,
                            const Unknown& what) {
  uint64_t least = 0, most = run.ranks[size_t(what.rank)].calls.size() + 2;
  const auto goal = follow(program, bindings, run, what, most);
  if (!goal) return error_of(goal);
  while (least < most) {
    const uint64_t middle = (least + most) / 2;
    const auto reached = follow(program, bindings, run, what, middle);
    if (!reached) return error_of(reached);
    if (*reached >= *goal)
      most = middle;
    else
      least = middle + 1;
  }
  return int64_t(most);
}

// The answer with which the program follows the run further; 0 where both do as well.
Result<int64_t> infer_condition(const Program& program, const Bindings& bindings, const RecordedRun& run,
                                const Unknown& what) {
  const auto without = follow(program, bindings, run, what, 0);
  if (!without) return error_of(without);
  const auto with = follow(program, bindings, run, what, 1);
  if (!with) return error_of(with);
  return *with > *without ? 1 : 0;
}

void add(CallCounts& sum, const CallCounts& each) {
  sum.sends += each.sends, sum.receives += each.receives, sum.nobody += each.nobody;
  sum.collectives += each.collectives, sum.completions += each.completions;
  for (size_t i = 0; i < std::size(sum.by_tier); ++i) sum.by_tier[i] += each.by_tier[i];
}

} // namespace

Result<Agreement> compare_with_run(const Program& program, Bindings bindings, const RecordedRun& run,
                                   const std::vector<std::vector<Tier>>& tiers, const StepObserver& observe,
                                   AtDifference at_difference) {
  Agreement agreement;
  Bindings own = bindings; // of the rank that is compared: its answers to conditions on data included
  std::set<std::string> conditions;
  for (int rank = 0; rank < bindings.ranks;) {
    RankComparison comparison(run, rank, tiers);
    const auto outcome = comparison.compare(program, own);
    if (!outcome) return error_of(outcome);
    if (outcome->unknown) {
      const Unknown& unknown = *outcome->unknown;
      const bool counts = unknown.symbol.starts_with("T_"), decides = unknown.symbol.starts_with("c_");
      if ((!counts && !decides) || own.values.contains(unknown.symbol)) return std::unexpected(comparison.reason);
      const auto value = counts ? infer_trips(program, own, run, unknown) : infer_condition(program, own, run, unknown);
      if (!value) return error_of(value);
      own.values[unknown.symbol] = double(*value), agreement.bound[unknown.symbol] = *value;
      if (counts) bindings.values[unknown.symbol] = double(*value);
      if (decides) conditions.insert(unknown.symbol);
      continue;
    }
    add(agreement.counts, outcome->counts);
    agreement.followed.push_back(outcome->followed);
    const bool differs = outcome->difference.has_value();
    if (!agreement.difference) agreement.difference = outcome->difference;
    // One answer was tried for all executions of a condition: where there are several, the difference may be its fault.
    for (const std::string& symbol : conditions)
      if (const auto asked = outcome->asked.find(symbol); differs && asked != outcome->asked.end() && asked->second > 1)
        return fail(fmt::format("{}: rank {} decides it {} times, and no single answer fits the run", symbol, rank,
                                asked->second),
                    fmt::format("give its value, if it has only one: --at {}=1", symbol));
    if (differs && at_difference == AtDifference::stop) return agreement;
    if (observe && !differs) TRY(RankComparison(run, rank, tiers).compare(program, own, observe));
    ++rank;
    own = bindings, conditions.clear();
  }
  return agreement;
}

} // namespace unply::stg
