// See rank_comparison.h.
#include "stg/agreement/rank_comparison.h"
#include "stg/agreement/recorded_terms.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace unply::stg {

namespace {

constexpr uint64_t kMostTestsInVain = 1'000'000; // between two calls

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

class RankComparison {
public:
  RankComparison(const Program& of_run, const RecordedRun& whole, int number, const Tiers& of)
      : program(of_run), run(whole), recorded(whole.ranks[size_t(number)]), rank(number), tiers(of),
        constructs(of_run, whole, recorded), teams(of_run) {}

  Result<Outcome> compare(const Guesses& guesses, const StepObserver& observe) {
    std::optional<Unknown> asked;
    Bindings bindings = guesses.bindings;
    bindings.openmp = bindings.openmp && (recorded.has_teams || has_constructs(program, recorded));
    const bool openmp = bindings.openmp;
    bindings.ask = [&](const Unknown& unknown) -> std::optional<int64_t> {
      guessed.insert(unknown.symbol);
      if (const auto trips = guesses.trips.find(unknown.symbol); trips != guesses.trips.end()) return trips->second;
      if (const auto answers = guesses.answers.find(unknown.symbol); answers != guesses.answers.end()) {
        if (unknown.rank == rank) outcome.decisions.emplace_back(unknown.symbol, unknown.occurrence);
        return answers->second.at(unknown.occurrence);
      }
      if (guesses.bindings.ask)
        if (const auto given = guesses.bindings.ask(unknown)) return given;
      asked = unknown;
      return std::nullopt;
    };
    bindings.is_complete = [&](int of, uint64_t request) { return of != rank || was_complete(request); };
    auto made = World::make(program, std::move(bindings), rank);
    if (!made) return error_of(made);
    world = made->get();
    while (!outcome.difference) {
      const auto step = world->next(rank);
      if (!step && asked && asked->rank >= 0) {
        outcome.unknown = asked, outcome.reason = step.error();
        break;
      }
      if (!step) return error_of(step);
      if ((*step)->kind == Step::Kind::end) {
        if (position < recorded.calls.size())
          differ("the run goes on", **step, "");
        else if (openmp)
          differ(recorded.has_teams ? teams.constructs().difference(recorded.teams) : constructs.finish());
        break;
      }
      if ((*step)->kind == Step::Kind::operation && is_openmp((*step)->call))
        take_construct(**step);
      else if ((*step)->kind == Step::Kind::operation)
        take(**step);
      if (observe) observe(rank, **step, position);
    }
    outcome.followed = position + constructs.followed();
    outcome.counts.constructs = recorded.has_teams ? teams.constructs().counts() : constructs.counts;
    return std::move(outcome);
  }

private:
  // Whether the run has completed a receive when it had made as many calls. Tests in vain are not recorded, and a
  // program that asks for nothing else would never end.
  bool was_complete(uint64_t request) {
    const auto posted = requests.find(request);
    if (posted == requests.end() || !posted->second.call->receive) return true;
    const auto completed = recorded.completed.find(posted->second.call->request);
    const bool is = completed != recorded.completed.end() && completed->second <= position;
    in_vain = is || tested_at != position ? 0 : in_vain + 1;
    tested_at = position;
    return is || in_vain > kMostTestsInVain;
  }

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

  void differ(std::optional<ConstructDifference> construct) {
    if (!construct) return;
    outcome.difference = {.rank = rank,
                          .call = position + constructs.followed() + 1,
                          .what = std::move(construct->what),
                          .program = std::move(construct->program),
                          .run = std::move(construct->run),
                          .place = construct->place,
                          .run_site = std::move(construct->run_site)};
  }

  void take_construct(const Step& step) {
    recorded.has_teams ? teams.take(step) : differ(constructs.take(step, position));
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

  bool depends_on_answers(const Step& step) const {
    const auto& symbols = program.procedures[step.procedure].operations[step.index].decided_by;
    return std::any_of(symbols.begin(), symbols.end(), [&](auto& symbol) { return guessed.contains(symbol); });
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
    OperationTier known; // evaluable where it has no row
    if (step.procedure < tiers.size() && step.index < tiers[step.procedure].size())
      known = tiers[step.procedure][step.index];
    const bool chosen = message.receive && step.observed; // from any source: by the run
    Tier tier = chosen ? Tier::observed : known.pairing;
    if (tier == Tier::evaluable && !guessed.empty()) tier = Tier::observed;
    if (tier == Tier::observed && !chosen && !depends_on_answers(step)) ++outcome.counts.known_arguments;
    ++outcome.counts.by_tier[size_t(tier)];
    outcome.counts.evaluable_sizes += tier == Tier::exact && known.size != Tier::exact;
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

  const Program& program;
  const RecordedRun& run;
  const RecordedRank& recorded;
  const int rank;
  const Tiers& tiers;
  ConstructComparison constructs;
  ProgramTeams teams; // if more than one thread ran the constructs
  World* world = nullptr;
  size_t position = 0;           // in recorded.calls
  std::set<std::string> guessed; // what the program does not decide and was answered
  uint64_t posts = 0;            // of messages, as rank_machine.h numbers them
  uint64_t in_vain = 0, tested_at = 0;
  Outcome outcome;
  struct Posted {
    const RecordedCall* call;
    CommId comm;
  };
  std::unordered_map<uint64_t, Posted> requests; // by the program's number
  std::unordered_map<CommId, uint32_t> numbers;  // the program's communicators to the run's, and back
  std::unordered_map<uint32_t, CommId> comms;
};

} // namespace

std::string text_of(const Answers& answers) {
  std::string text;
  for (size_t i = 0; i < answers.first.size();) {
    size_t end = i;
    while (end < answers.first.size() && answers.first[end] == answers.first[i]) ++end;
    text += std::to_string(answers.first[i]) + (end - i == 1 ? ", " : fmt::format(" ({} times), ", end - i));
    i = end;
  }
  return text + (text.empty() ? "" : "then ") + std::to_string(answers.rest);
}

// A recording of several threads has no order of constructs; one of MPI may have been made without OpenMP's events.
bool has_constructs(const Program& program, const RecordedRank& recorded) {
  return !recorded.has_teams && (recorded.openmp || program.mpi.empty());
}

Result<Outcome> compare_rank(const Program& program, const Guesses& guesses, const RecordedRun& run, int rank,
                             const Tiers& tiers, const StepObserver& observe) {
  return RankComparison(program, run, rank, tiers).compare(guesses, observe);
}

} // namespace unply::stg
