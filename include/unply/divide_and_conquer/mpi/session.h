// What the MPI back ends share: a communicator of their own, so that no message of the program meets one of ours, and
// the checks that come before the first message. A session is made and ended by all processes of the communicator
// together; calls of it must come in the same order everywhere, as those of any collective operation.
#ifndef UNPLY_DIVIDE_AND_CONQUER_MPI_SESSION_H
#define UNPLY_DIVIDE_AND_CONQUER_MPI_SESSION_H

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <mpi.h>

#include "../transport.h"

namespace unply::mpi::detail {

inline void require_running_mpi() {
  int initialised = 0, finalised = 0;
  MPI_Initialized(&initialised);
  MPI_Finalized(&finalised);
  if (!initialised)
    throw std::logic_error("unply: MPI is not initialised: call MPI_Init or MPI_Init_thread before the skeleton");
  if (finalised) throw std::logic_error("unply: MPI is finalised: call the skeleton before MPI_Finalize");
}

// Which threads may call: MPI_THREAD_SINGLE and _FUNNELED leave all calls to the thread that initialised MPI.
inline void require_calling_thread([[maybe_unused]] bool threads_at_leaves) {
#ifndef SMPI_H // each simulated rank is a thread of SimGrid's, which tells nothing of those of the program
  int provided = MPI_THREAD_SINGLE, main = 1;
  MPI_Query_thread(&provided);
  if (threads_at_leaves && provided < MPI_THREAD_FUNNELED)
    throw std::logic_error("unply: MPI was initialised for one thread, but leaves run on several: call "
                           "MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided)");
  if (provided >= MPI_THREAD_SERIALIZED) return;
  MPI_Is_thread_main(&main);
  if (!main)
    throw std::logic_error("unply: the skeleton was called by a thread that may not call MPI: call it on the thread "
                           "that initialised MPI, or ask MPI_Init_thread for MPI_THREAD_SERIALIZED");
#endif
}

class Session {
public:
  Session(MPI_Comm comm, int root) : root_(root) {
    require_running_mpi();
    int inter = 0;
    if (comm == MPI_COMM_NULL) throw std::invalid_argument("unply: the communicator is MPI_COMM_NULL");
    MPI_Comm_test_inter(comm, &inter);
    if (inter) throw std::invalid_argument("unply: the communicator joins two groups: pass an intra-communicator");
    MPI_Comm_size(comm, &size_);
    MPI_Comm_rank(comm, &rank_);
    if (root < 0 || root >= size_)
      throw std::invalid_argument("unply: root " + std::to_string(root) +
                                  " is no rank of the communicator, which has " + std::to_string(size_) + " processes");
    MPI_Comm_dup(comm, &comm_);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_ARE_FATAL); // the program's own may return codes, which nobody would read
    find_world_ranks();
  }
  ~Session() {
    int finalised = 0;
    MPI_Finalized(&finalised);
    if (!finalised) MPI_Comm_free(&comm_);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  int root() const { return root_; }
  int world_rank(int rank) const { return world_ranks_[static_cast<std::size_t>(rank)]; } // -1: of another world

  // A process that has no part in a call may be many calls behind the others: each call has a tag of its own.
  Link next_call() {
    took_part_ = true;
    calls_ = (calls_ + 1) % 32768; // the least MPI_TAG_UB that the standard allows is 32767
    return {comm_, calls_};
  }

  // The problem has no part for this process in the current call: it divides into fewer than there are processes.
  void stay_idle() { took_part_ = false; }
  bool took_part() const { return took_part_; }

  // An exception must not end one process while the others wait for its messages.
  [[noreturn]] void end_job(const char* message) const {
    std::fprintf(stderr, "unply: rank %d: %s\n", world_rank(rank_), message);
    std::fflush(nullptr);
#ifdef SMPI_H // whose MPI_Abort leaves the simulation to a deadlock, and its exit code 0
    std::_Exit(1);
#else
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::terminate();
#endif
  }

private:
  void find_world_ranks() {
    std::vector<int> ranks(static_cast<std::size_t>(size_));
    std::iota(ranks.begin(), ranks.end(), 0);
    world_ranks_.resize(ranks.size());
    MPI_Group group = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
    MPI_Comm_group(comm_, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_translate_ranks(group, size_, ranks.data(), world, world_ranks_.data());
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    for (int& rank : world_ranks_)
      if (rank == MPI_UNDEFINED) rank = -1;
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 0, root_ = 0, calls_ = 0;
  bool took_part_ = true;
  std::vector<int> world_ranks_;
};

// Runs the part that all processes run together, and ends them all if it throws on one.
template <class Function> auto run_or_end_job(const Session& session, const Function& function) {
  try {
    return function();
  } catch (const std::exception& error) {
    session.end_job(error.what());
  } catch (...) {
    session.end_job("an exception that is no std::exception left a function of the algorithm");
  }
}

} // namespace unply::mpi::detail
#endif
