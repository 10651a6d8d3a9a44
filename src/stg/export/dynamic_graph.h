// The dynamic task graph of a program as a recording: one task for each computation and each part of a call of MPI, the
// order within each rank and the messages between ranks as dependences.
//
// A call that sends and waits is two tasks, what it posts and what it completes, so that an exchange has no cycle. A
// collective operation whose data go from the root, or to it, is a task of each rank; any other is one task of all.
// A synchronous send ends behind whatever came before its receive.
//
// Tasks of OpenMP are in the order of openmp_order.h. A worksharing loop or taskloop that holds one computation and
// nothing else is cut evenly into as many parts as it has iterations or tasks, at most kMostPieces; all other code of a
// parallel region is that of one thread.
#pragma once
#include "stg/export/openmp_order.h"
#include "stg/export/run_tables.h"
#include "stg/prediction/run_observer.h"

namespace unply::stg {

constexpr int64_t kMostPieces = 64;

class DynamicGraphWriter final : public RunObserver {
public:
  // note: says in reports what the times are. condensed: consecutive computations of one rank are one task.
  DynamicGraphWriter(const Program& program, const Bindings& bindings, std::string note, bool condensed,
                     ByteSink& sink);
  Result<void> finish(); // errors of all writes before it too
  uint64_t tasks() const { return vertices_; }
  uint64_t dependences() const { return edges_; }

  void begin(const World& world) override;
  void compute(int rank, const Step& step, double begin_s, double end_s) override;
  void construct(int rank, const Step& step, double time_s) override;
  void begin_call(int rank, const Step& step, double begin_s) override;
  void end_call(int rank, double end_s, std::span<const Arrival> arrivals) override;
  uint64_t post(int rank, const Step& step, const Message& message, double time_s) override;
  void meet(const Step& step, std::span<const int> members) override;

private:
  struct Part {                    // a computation
    uint32_t region = 0, site = 0; // region 0: there is none
    uint64_t begin_ns = 0, length_ns = 0;
  };
  struct Rank {
    uint32_t last = 0, last_site = 0; // vertex and its site, 0: none
    uint32_t before = 0;              // the last one before the call that it is in
    uint32_t region = 0;              // of that call, 0: it is no task
    uint32_t site = 0;                // likewise
    bool has_task = false;            // of that call
    uint64_t now_ns = 0, idle_from_ns = 0;
    OpenmpOrder order = {};
    int64_t pieces = 0; // of the loop that the rank has just begun; 0: none
    Part held = {};     // the computation in it, until it is known to be all that is in it
    Part joined = {};   // condensed: the computations since the last other task
  };
  uint32_t add_task(uint32_t region, int processor, uint64_t begin_ns, uint64_t length_ns);
  void add_part(int rank, const Part& part);
  void add_joined(int rank);
  void cut_loop(int rank);
  void leave_loop(int rank);                               // what it holds is more than one computation
  uint32_t add_call(int rank);                             // behind what the rank did before
  void follow(Rank& rank, uint32_t vertex, uint32_t site); // in the order of the program
  void add_edge(uint32_t from, uint32_t to, uint32_t site_from, uint32_t site_to, uint64_t bytes);
  void meet_one_by_one(const Step& step, std::span<const int> members);

  const Bindings bindings_;
  const std::string note_;
  const bool condensed_;
  TraceWriter writer_;
  RunTables tables_;
  std::vector<Rank> ranks_;
  Result<void> written_;
  uint32_t vertices_ = 0;
  uint64_t edges_ = 0, end_ns_ = 0;
};

} // namespace unply::stg
