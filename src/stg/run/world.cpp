// The ranks of one instance of a program; see rank_machine.h.
#include "stg/run/exchange.h"
#include "stg/run/machine.h"
#include <fmt/format.h>
#include <numeric>

namespace unply::stg {

namespace {

constexpr int kTurn = 256; // steps of a rank: messages wait for the other ranks, and a rank's memory stays in the cache

class Ranks final : public World, public Exchange {
public:
  Ranks(const Program& program, Bindings given, int only_rank)
      : Exchange(given.ranks), bindings(std::move(given)), image(make_image(program)), only(only_rank),
        waiting(size_t(bindings.ranks)) {
    moves_data = reads_messages(program), moves_messages = moves_data && messages_tell(program);
    instructions_left = bindings.most_instructions;
    for (int rank = 0; rank < bindings.ranks; ++rank)
      machines.push_back(std::make_unique<Machine>(program, image, *this, bindings, rank));
  }

  Result<const Step*> next(int rank) override {
    auto& queue = waiting[size_t(rank)];
    if (queue.ahead.empty()) {
      TRY(machines[size_t(rank)]->advance());
      return &machines[size_t(rank)]->step();
    }
    queue.read = std::move(queue.ahead.front());
    queue.ahead.pop_front();
    return &queue.read;
  }
  Result<void> visit(const Visitor& each) override {
    visitor = &each;
    std::vector<int> open(machines.size());
    std::iota(open.begin(), open.end(), 0);
    while (!open.empty()) {
      for (const int rank : open)
        for (int step = 0; step < kTurn && !machines[size_t(rank)]->has_ended(); ++step) TRY(run_ahead(rank));
      std::erase_if(open, [&](int rank) { return machines[size_t(rank)]->has_ended(); });
    }
    return {};
  }
  int ranks() const override { return bindings.ranks; }
  const Communicator& communicator(CommId id) const override { return *find(id); }
  int32_t position(CommId id, int32_t world_rank) const override { return position_in(id, world_rank); }
  int32_t size(CommId id) const override { return size_of(id); }
  void arrived(int rank, uint64_t post, const Envelope& envelope) override {
    machines[size_t(rank)]->arrived(post, envelope);
  }
  const std::map<std::string, uint64_t>& asked() const override { return Exchange::asked; }

  Result<void> run_ahead(int rank) override {
    TRY(machines[size_t(rank)]->advance());
    if (visitor)
      (*visitor)(rank, machines[size_t(rank)]->step());
    else if (only < 0 || only == rank)
      waiting[size_t(rank)].ahead.push_back(machines[size_t(rank)]->step());
    return {};
  }
  bool has_ended(int rank) const override {
    const Machine& machine = *machines[size_t(rank)];
    return machine.running || machine.has_ended();
  }

private:
  struct Waiting {
    std::deque<Step> ahead; // made while another rank needed this one's data
    Step read;
  };
  const Bindings bindings;
  const Image image;
  const int only;
  const Visitor* visitor = nullptr; // of all steps
  std::vector<Waiting> waiting;
  std::vector<std::unique_ptr<Machine>> machines;
};

} // namespace

Result<std::unique_ptr<World>> World::make(const Program& program, Bindings bindings, int only) {
  if (bindings.ranks < 1) return fail(fmt::format("{} ranks: at least one is needed", bindings.ranks), "--at P=4");
  if (only >= bindings.ranks) return fail(fmt::format("rank {} of {}: there is none", only, bindings.ranks));
  return std::make_unique<Ranks>(program, std::move(bindings), only);
}

} // namespace unply::stg
