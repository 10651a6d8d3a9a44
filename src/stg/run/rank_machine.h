// Runs a program exactly, for one number of ranks and one set of inputs: World gives the steps of each rank one after
// the other, in program order, with every argument evaluated. Ranks run on demand: only where a rank needs another
// one's data (the colour of a split, a received number that decides a branch) is that one run ahead; its steps wait for
// their reader. Memory does not depend on the number of iterations.
//
//   auto world = World::make(program, {.ranks = 4, .values = {{"n", 100}}});
//   for (;;) { auto step = (*world)->next(0); if (!step || (*step)->kind == Step::Kind::end) break; ... }
#pragma once
#include "base/result.h"
#include "stg/program/program.h"
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unply::stg {

constexpr int32_t kAnyPeer = -1, kNoPeer = -2, kInvalidPeer = -3; // MPI_ANY_SOURCE, MPI_PROC_NULL, no such rank
constexpr int64_t kAnyTag = -1;
using CommId = uint32_t;
constexpr CommId kCommNull = 0, kCommWorld = 1, kCommSelf = 2;

// A value that decides something and that the program does not determine.
struct Unknown {
  int rank = 0;
  std::string symbol = {}; // "n", "c_88", "T_it", "peer_88"
  Place place = {};
  uint64_t occurrence = 0; // how often this rank has asked for this symbol before
};

struct Bindings {
  int ranks = 1;
  std::map<std::string, double> values = {}; // --at NAME=VALUE
  std::vector<std::string> arguments = {};   // words of the program's command line, without its name
  std::function<std::optional<int64_t>(const Unknown&)> ask = nullptr; // for what `values` lacks; may be empty
  // Whether a test, or a wait for any or some, finds the request of this rank complete; empty: each one is.
  std::function<bool(int rank, uint64_t request)> is_complete = nullptr;
  bool openmp = false;                     // operations of OpenMP are steps
  uint64_t most_instructions = UINT64_MAX; // of all ranks together: with more, next() fails
};

enum class SendMode : uint8_t { standard, synchronous, buffered, ready };

// One message as one side sees it. Blocking sends and receives complete at their own step: request is 0.
struct Message {
  bool receive = false, persistent = false;
  SendMode mode = SendMode::standard;
  int32_t peer = kNoPeer; // rank in MPI_COMM_WORLD, or one of the three above
  int64_t peer_given = 0; // as the program passes it: a rank of `comm`
  int64_t tag = 0;        // kAnyTag
  int64_t bytes = 0;      // sent, or the room of the receive
  int64_t count = 0;      // of elements of `type`
  uint32_t type = 0;      // low half of the handle: position in predefined_handles(), or made at run time
  CommId comm = kCommWorld;
  uint64_t request = 0; // numbers the posts of a rank, from 1; what a wait completes names it
  Place place = {};
};

struct Envelope {     // of the message that a receive took or a probe saw: what MPI_Status tells of it
  int32_t source = 0; // in the communicator of the receive
  int64_t tag = 0;
  int64_t bytes = -1; // -1: not known
};

struct Completion { // of a non-blocking send, receive or collective by a wait or a test
  uint64_t request = 0;
  bool receive = false, collective = false;
  Place place = {}; // where it was posted
};

struct Release { // of a request that is still active
  uint64_t request = 0;
  bool cancelled = false; // by MPI_Cancel; else MPI_Request_free
};

struct CollectiveCall { // of the steps with is_collective(call)
  CommId comm = kCommWorld;
  int64_t root = -1;         // rank in comm; -1: has none
  uint32_t op = 0, type = 0; // low halves of handles
  int64_t count = 0;         // elements that this rank contributes
  int64_t bytes = 0;         // contributed by this rank (to each partner in alltoall and scatter's root: altogether)
  int64_t received_bytes = 0;
  uint64_t request = 0;  // of a non-blocking one
  uint64_t position = 0; // among the collectives of this rank on this communicator, from 0
};

struct Depend { // one item of a task's depend clauses; kind as Role::depend_kind
  uint64_t address = 0;
  int64_t bytes = 0, kind = 0;
};

struct Step {
  enum class Kind : uint8_t { computation, operation, end };
  Kind kind = Kind::end;
  bool aborted = false;  // end: by exit or MPI_Abort before MPI_Finalize
  bool observed = false; // the order is the run's choice: wait_any, test, any source
  Call call = Call::other;
  uint32_t procedure = 0, index = 0; // in Procedure::operations or computations
  Place place = {};
  std::vector<Message> posts = {};        // sends and receives that start here (sendrecv: two; start_all: any number)
  std::optional<Message> probe = {};      // waits until such a message is there; `request` names it for World::arrived
  std::vector<Completion> completes = {}; // of waits and tests, in the order of the array
  std::vector<Release> releases = {};     // before this operation
  CollectiveCall collective = {};
  std::vector<int64_t> iterations = {}; // of a computation: of each Computation::work; -1: not known; of a worksharing
                                        // loop: its own; of a taskloop: its own, its least and its most tasks
  std::vector<Depend> depends = {};     // of a task
};

struct Communicator {
  std::vector<int32_t> members = {};   // ranks in MPI_COMM_WORLD; empty: all, or the rank itself for MPI_COMM_SELF
  std::vector<int32_t> positions = {}; // of each world rank, -1: not in it; empty with members
  std::vector<int64_t> dims = {}, periods = {}; // of a Cartesian one
  std::string name = {};                        // "MPI_COMM_WORLD", "split of MPI_COMM_WORLD at line 12"
};

class World {
public:
  // `only`: the one rank whose steps will be read; -1: any may be (steps of ranks run ahead are kept for them).
  static Result<std::unique_ptr<World>> make(const Program& program, Bindings bindings, int only = -1);
  virtual ~World() = default;
  // The next step; the pointer holds until the next call for the same rank. Behind the end: the end again.
  virtual Result<const Step*> next(int rank) = 0;
  // All steps of all ranks, each as soon as it is made: of each rank in program order, in turns, so that none is kept.
  using Visitor = std::function<void(int rank, const Step& step)>;
  virtual Result<void> visit(const Visitor& visitor) = 0;
  virtual int ranks() const = 0;
  virtual const Communicator& communicator(CommId id) const = 0;
  virtual int32_t position(CommId id, int32_t world_rank) const = 0; // rank in the communicator, -1: not in it
  virtual int32_t size(CommId id) const = 0;
  // For receives and probes: the message that the reader of the steps has chosen for it, told before the step behind
  // its completion is asked for. post: Message::request, or for a blocking receive its number among the rank's posts.
  virtual void arrived(int rank, uint64_t post, const Envelope& envelope) = 0;
  // The values that were asked for and how often (symbols that the bindings gave).
  virtual const std::map<std::string, uint64_t>& asked() const = 0;
};

} // namespace unply::stg
