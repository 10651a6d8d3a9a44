// A predicted run as a recording of events, as `unply record` writes one of a real run: a process with one thread for
// each rank, each computation as a region of the user, each call of MPI with its messages and waits.
#pragma once
#include "stg/export/run_tables.h"
#include "stg/prediction/run_observer.h"

namespace unply::stg {

class PredictedRunWriter final : public RunObserver {
public:
  // note: says in reports what the times are.
  PredictedRunWriter(const Program& program, const Bindings& bindings, std::string note, ByteSink& sink);
  Result<void> finish(); // errors of all writes before it too

  void begin(const World& world) override;
  void compute(int rank, const Step& step, double begin_s, double end_s) override;
  void begin_call(int rank, const Step& step, double begin_s) override;
  void end_call(int rank, double end_s, std::span<const Arrival> arrivals) override;
  uint64_t post(int rank, const Step& step, const Message& message, double time_s) override;
  void meet(const Step&, std::span<const int>) override {}

private:
  struct Rank { // and the call that it is in
    uint64_t now_ns = 0;
    uint32_t site = 0, function = 0;
    uint64_t collective = 0, received_bytes = 0; // a of its events, 0: none
    bool waits = false;                          // its wait has begun
    std::vector<uint64_t> completes = {};        // requests
  };
  void put(int rank, double time_s, UnplyEventKind kind, uint64_t a = 0, uint64_t b = 0);
  uint32_t name_object(ObjectKind kind, const std::string& name); // its number
  uint32_t communicator(CommId id);
  void begin_collective(int rank, const Step& step, double time_s);

  const Program& program_;
  const Bindings bindings_;
  const std::string note_;
  TraceWriter writer_;
  RunTables tables_;
  const World* world_ = nullptr;
  std::vector<Rank> ranks_;
  std::map<std::pair<ObjectKind, std::string>, uint32_t> names_;
  std::map<ObjectKind, uint32_t> last_name_;
  std::map<CommId, uint32_t> communicators_;
  Result<void> written_;
};

} // namespace unply::stg
