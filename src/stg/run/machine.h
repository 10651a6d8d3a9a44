// One rank of a World: registers, memory, requests, datatypes. Internal to this folder.
// Invariant: step() is complete before advance() returns; effects that need other ranks (a communicator made by a
// split) happen at the start of the next advance(), so that every rank can first be run up to the collective.
#pragma once
#include "base/result.h"
#include "stg/run/code.h"
#include "stg/run/rank_machine.h"
#include "stg/run/transfer.h"

namespace unply::stg {

class Exchange; // what ranks learn of each other

struct Datatype {
  int64_t size = 0, extent = 0; // extent -1: its bytes do not lie together
};

class Machine {
public:
  Machine(const Program& whole, const Image& layout, Exchange& others, const Bindings& given, int own_rank);
  Result<void> advance(); // to the next step
  const Step& step() const { return current; }
  bool running = false; // inside advance()
  bool has_ended() const { return ended; }
  void arrived(uint64_t post, const Envelope& envelope);

private:
  struct Frame {
    const Code* code;
    uint32_t pc, first_register, result; // result: register of the caller, for what is returned
    uint64_t stack;
    bool wants_result;
  };
  struct Request {
    bool used = false, active = false, persistent = false, collective = false;
    Message message = {};
    uint64_t buffer = 0;
  };
  struct NewComm { // waits for the other ranks of a split
    bool waits = false, fortran = false;
    CommId parent = 0;
    uint64_t address = 0, sequence = 0;
  };

  // machine.cpp: values and control
  Result<void> run();
  Result<bool> execute(const Instruction& instruction); // true: a step is complete
  void compute(const Instruction& instruction);
  void compute_real(const Instruction& instruction);
  void select(const Instruction& instruction);
  Result<void> enter(uint32_t procedure, const uint32_t* actuals, uint32_t count, uint32_t result, bool wants_result);
  Result<bool> branch(const Instruction& instruction);
  Result<void> call(const Instruction& instruction);
  bool leave(const Instruction& instruction); // true: main has returned
  void start();
  void end(bool aborted);
  // machine_memory.cpp
  Result<void> access(const Instruction& instruction);
  Result<void> load(const Instruction& instruction);
  Result<void> store(const Instruction& instruction);
  Result<void> parse(const Instruction& instruction);
  Result<void> compare(const Instruction& instruction);
  Result<void> fetch(uint64_t address, uint64_t bytes); // transfers that bring bytes of the range
  Result<std::optional<std::string>> read_string(uint64_t address, uint64_t limit);
  Result<std::optional<int64_t>> read_integer(uint64_t address, unsigned bytes);
  Result<std::optional<std::vector<int64_t>>> read_integers(uint64_t address, int64_t count, unsigned bytes = 4);
  void write_integer(uint64_t address, int64_t value, unsigned bytes = 4);
  void write_integers(uint64_t address, const std::vector<int64_t>& values);
  Result<void> forget_object(int64_t near);
  void lay_arguments();
  // machine_operations.cpp, machine_messages.cpp, machine_handles.cpp
  Result<bool> perform(const OperationSite& site, uint32_t to);
  Result<void> perform_openmp(const OperationSite& site);
  void add_pieces(const OperationSite& site);
  Result<void> perform_message(const OperationSite& site);
  Result<void> perform_collective(const OperationSite& site);
  Result<void> perform_completion(const OperationSite& site);
  Result<void> perform_persistent(const OperationSite& site);
  Result<bool> perform_communicator(const OperationSite& site);
  Result<bool> make_grid(const OperationSite& site, CommId parent, Communicator& made);
  Result<void> part_ranks(const OperationSite& site, CommId parent, uint64_t sequence);
  Result<void> drop_dimensions(const OperationSite& site, CommId parent, uint64_t sequence);
  Result<int64_t> elements_of(const OperationSite& site);
  Result<Datatype> structure_of(const OperationSite& site);
  Result<void> perform_cart(const OperationSite& site);
  Result<void> perform_type(const OperationSite& site);
  Result<void> perform_group(const OperationSite& site);
  Result<Message> partner_of(const OperationSite& site, bool receive, Role peer_role, Role tag_role);
  Result<Message> message_of(const OperationSite& site, bool receive);
  Result<void> post(const OperationSite& site, Message message, uint64_t buffer, bool blocking);
  Result<void> move_data(const Message& message, uint64_t buffer);
  void complete(uint64_t address, bool fortran, uint64_t status);
  Request* active_request(uint64_t address, unsigned width); // null: none
  void fill_status(uint64_t address, uint64_t post, const Message& message);
  void write_status(uint64_t address, std::optional<int32_t> source, std::optional<int64_t> tag, int64_t bytes);
  Result<void> perform_probe(const OperationSite& site);
  Result<void> perform_get_count(const OperationSite& site);
  uint32_t new_request();
  Result<void> finish_communicator();
  Result<int64_t> sum_of_counts(const OperationSite& site, Role counts, CommId comm);
  void share_data(const OperationSite& site, const CollectiveCall& call);
  // arguments
  bool has(const OperationSite& site, Role role) const { return site.argument[size_t(role)] != 0; }
  bool is_known(const OperationSite& site, Role role) const;
  Result<int64_t> argument(const OperationSite& site, Role role) {
    if (const uint32_t id = site.argument[size_t(role)]; id != 0 && known(id - 1)) return value(id - 1);
    return ask_for_argument(site, role);
  }
  Result<int64_t> ask_for_argument(const OperationSite& site, Role role);
  int64_t argument_or(const OperationSite& site, Role role, int64_t otherwise) const; // also where it is unknown
  Result<uint32_t> handle(const OperationSite& site, Role role);                      // low half
  Result<CommId> comm_of(const OperationSite& site);
  Result<Datatype> type_of(const OperationSite& site, Role role);
  Result<Datatype> type_of(uint32_t handle, const OperationSite& site);
  void write_handle(const OperationSite& site, Role role, uint32_t low, int64_t bytes);
  void write_handle(uint64_t address, bool fortran, Role role, uint32_t low, int64_t bytes);
  // work_count.cpp
  Result<void> count_work(const ComputationSite& site, uint32_t index);

  Result<int64_t> need(const std::string& symbol, const Place& place, const std::string& what);
  std::unexpected<Error> failed(const Place& place, const std::string& what, const std::string& hint = {}) const;
  std::string at(const Place& place) const; // "x.c:12"
  int64_t& value(uint32_t id) { return registers[base + id]; }
  uint8_t& known(uint32_t id) { return is_set[base + id]; }
  void set(uint32_t id, int64_t number) { registers[base + id] = number, is_set[base + id] = 1; }

  const Program& program;
  const Image& image;
  Exchange& exchange;
  const Bindings& bindings;
  const int rank;
  Memory memory;
  std::vector<Frame> frames;
  std::vector<int64_t> registers;
  std::vector<uint8_t> is_set;
  size_t base = 0; // first register of the innermost frame
  uint64_t stack_top = kStack, heap_top = kHeap, zero_heap_top = kZeroHeap, arguments_at = 0;
  int64_t argument_count = 1;
  std::vector<std::pair<uint64_t, uint64_t>> slots;  // of the stack: address, bytes, in order of the addresses
  std::vector<std::pair<uint64_t, uint64_t>> blocks; // heap blocks: address, bytes, in order of the addresses
  std::unordered_map<uint64_t, Transfer> transfers;  // by the first byte
  std::vector<Request> requests;
  std::vector<uint32_t> free_requests;
  std::vector<Release> releases; // since the last operation
  std::vector<Datatype> types;
  std::vector<std::vector<int32_t>> groups; // members in MPI_COMM_WORLD
  // Statuses that wait for World::arrived: by address, the post that was given the status last; and back.
  std::unordered_map<uint64_t, uint64_t> status_posts, statuses;
  std::unordered_map<CommId, uint64_t> collective_positions, creations;
  std::unordered_map<std::string, uint64_t> occurrences;
  struct Counted {
    bool valid = false;
    std::vector<int64_t> inputs, iterations;
  };
  std::vector<Counted> counted; // by ComputationSite::number
  NewComm new_comm;
  uint64_t posts = 0, probes = 0;
  bool ended = false, initialised = false, finalised = false;
  Step current;
};

constexpr uint32_t kCommHandle = 0x41000000, kTypeHandle = 0x42000000, kRequestHandle = 0x43000000,
                   kGroupHandle = 0x45000000, kHandleKind = 0x7f000000;
// The stores that fill a buffer of real numbers are not part of the program: what it holds is not known.
bool carries_reals(uint32_t type);
uint32_t predefined_handle(std::string_view name); // low half

} // namespace unply::stg
