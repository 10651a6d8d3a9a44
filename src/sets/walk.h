// The symbolic walk of a program: one frame for each chain of calls, in it the set of instances of each block and the
// value of each SSA value as a piecewise affine function of the rank, the number of processes, the loop variables and
// the inputs. A value that is none is opaque: it keeps its expression's text, its tier and the names it depends on.
//
// Invariant: a set is exactly the instances for every value of its parameters that stands for itself (rank, loops,
// inputs). A condition or a trip count that is not affine is a parameter of its own, recorded in `symbols` with its
// tier; whoever makes a claim from a set looks there.
#pragma once
#include "sets/budget.h"
#include "sets/grid.h"
#include "sets/isl_tools.h"
#include "sets/probes.h"
#include "stg/graph/graph.h"
#include "stg/program/program.h"
#include <map>
#include <memory>
#include <optional>

namespace unply::sets {

using namespace stg; // the program and its graph are in every signature here

struct Symbolic {
  Maybe<isl::pw_aff> value = {}; // null: opaque. Of an address: the offset in `object`, if known
  Tier tier = Tier::evaluable;   // of an opaque value
  std::string text = {}, reason = {};
  std::set<std::string> depends = {}; // of an opaque value; "?" is data
  std::string object = {};            // of an address: the memory that it points into
  Opcode opcode = Opcode::unknown;    // that made it
  uint32_t procedure = kNone;         // whose address it is
  // Of a partner: its place along this coordinate of the grid, where all others are those of the process itself.
  std::optional<size_t> along = {};
  std::string made_by = {}; // of an opaque value: the instruction; equal ones are equal in equal iterations
  bool doubles = false;     // an opaque value made from a loop's variable that doubles or halves
};

// A name in sets that is not the rank, P, or a loop variable.
struct Symbol {
  std::string text = {}, reason = {};
  Tier tier = Tier::exact;
  bool uniform = true; // one value for the whole run
  bool boolean = false;
};

// Blocks from which the program only stops, as after a check that failed.
std::vector<bool> doomed_blocks(const Procedure& procedure);

struct LoopState {
  std::string name = {}; // the parameter that stands for its variable, or for the count of iterations
  bool counts = false;   // the parameter counts from 0, for want of a variable with a known start
  int64_t step = 1;
  Maybe<isl::pw_aff> first = {};
  Maybe<isl::set> exits = {}; // over the parameter: where the loop is left
  std::string bound = {};     // the symbol of its trip count, if it has one
};

struct Frame {
  const Procedure* procedure = nullptr;
  uint32_t index = kNone; // of the procedure
  Frame* caller = nullptr;
  uint32_t depth = 0;
  std::string key = {}; // unique among frames, the same for the same program
  std::vector<Symbolic> formals = {};
  Maybe<isl::set> entry = {};
  Names outer_loops = {};             // parameters of the callers' loops
  std::vector<BlockId> sequence = {}; // the blocks in reverse post-order
  std::vector<BlockId> block_of = {};
  std::vector<uint32_t> position = {}; // of values in that order
  std::vector<std::optional<Symbolic>> memo = {};
  std::vector<ValueId> order = {};     // of memo
  std::map<ValueId, bool> active = {}; // being computed; true: it was asked for meanwhile
  std::vector<isl::set> domains = {};
  std::map<std::pair<BlockId, BlockId>, isl::set> edges = {};
  std::vector<LoopState> loops = {};
  std::map<ValueId, std::string> indices = {}; // of a computation's loops
  std::map<ValueId, std::unique_ptr<Frame>> calls = {};
  std::vector<bool> doomed = {};
};

// A communicator whose processes are known: all in their order, or in each part those at equal steps, in their order.
struct Communicator {
  std::string name = {};
  std::vector<size_t> along = {};          // of a Cartesian one: the grid's coordinates, fastest first; empty: no grid
  std::vector<bool> rings = {};            // likewise
  Maybe<isl::pw_aff> rank = {}, size = {}; // null: those of all processes
  Factors step = {};                       // from one process to the next one, their product;
  int64_t fixed_step = 1;                  // or this number, where there are no factors
  bool is_whole() const { return rank.is_null(); }
};

constexpr int64_t kAnyBytes = INT64_MAX / 4;

struct Touch { // an instruction that may write to an object
  ValueId id = kNone;
  std::optional<int64_t> offset = {}; // nothing: anywhere
  int64_t bytes = 0;
  bool by_call = false;
};

// The argument of an operation in that role, null if there is none.
const Argument* argument_of(const Operation& operation, Role role);

// Whether an operation writes to what an argument points at; nothing where it may write later than it returns.
std::optional<bool> writes(const Operation& operation, Role role);

// What a walk leaves to the one that is begun anew: names mean the same in both.
struct Findings {
  GridFacts grid = {};
  std::map<std::string, std::string> named_texts = {}; // of values: the names that stand for them
  std::map<std::string, Symbol> symbols = {};
  Probes probes = {}; // of names that the program computes
};

class Walk {
public:
  // most: operations of isl for one question. Throws GridFound where the walk must be begun anew with what it found.
  Walk(isl::ctx ctx, const Program& program, Findings& found, unsigned long most = 1'000'000);
  Frame& main() { return *root; }
  Symbolic evaluate(Frame& frame, ValueId id);
  Symbolic evaluate_at(Frame& frame, ValueId id, BlockId block); // as it is seen from there
  // A partner as a rank among all processes, or by its coordinate (Symbolic::along). Opaque where the communicator's
  // are not known.
  Symbolic world_rank(const Symbolic& communicator, const Symbolic& partner);
  Frame* callee(Frame& frame, ValueId call); // null: not known, or too deep
  std::string fresh_name(const std::string& wanted) { return new_name(wanted); }
  bool is_shared(const Symbolic& value) const;
  std::set<std::string> depends_of(const Symbolic& value) const;
  isl::pw_aff number(int64_t value) { return sets::number(ctx, value); }
  Tier tier_of(const std::set<std::string>& names, std::string* reason, bool* uniform) const;
  Names loops_of(const Frame& frame, uint32_t loop) const; // outer ones first, the callers' included
  bool is_process_name(const std::string& name) const { return name == "rank" || grid.is_coordinate(name); }

  isl::ctx ctx;
  Budget budget;
  const Program& program;
  isl::set with_booleans(const isl::set& set) const; // 0 or 1, where the set names one
  std::map<std::string, Symbol> symbols;
  Findings& found;
  Grid grid;
  std::set<std::string> loop_names, descending; // descending: loops whose variable counts down
  std::set<std::string> assumptions;
  bool has_ranks = true;                        // an MPI program; else there is one process, and no set names it
  std::string incomplete;                       // why some operations are not seen, as a sentence; else empty
  std::map<const Frame*, std::string> repeated; // frames that run more often than once for each of their calls: why

private:
  void start();
  void analyse(Frame& frame);
  void set_sequence(Frame& frame);
  void process_region(Frame& frame, uint32_t loop);
  void process_loop(Frame& frame, uint32_t loop);
  void close_loop(Frame& frame, uint32_t loop);
  void enter_loop(Frame& frame, uint32_t loop);
  void process_block(Frame& frame, BlockId block);
  void set_ways_out(Frame& frame, BlockId block);
  isl::set unknown_instances(const Place& place); // in place of a set that isl did not find
  std::optional<TripCount> trip_count(Frame& frame, BlockId header);
  bool leave_by_count(Frame& frame, BlockId header);
  void leave_by_opaque(Frame& frame, BlockId block, const Symbolic& condition);
  bool inside(const Frame& frame, uint32_t inner, uint32_t outer) const;

  Symbolic compute(Frame& frame, ValueId id);
  Symbolic leaf(Frame& frame, ValueId id);
  Symbolic function_of(Frame& frame, ValueId id);
  Symbolic convert(Frame& frame, ValueId id);
  Symbolic choose(Frame& frame, ValueId id);
  bool is_truth(const Frame& frame, BlockId here, const isl::pw_aff& value) const;
  Symbolic moved_address(const Value& value, const Symbolic& a, const Symbolic& b, const std::string& text);
  Maybe<isl::pw_aff> product(const Frame& frame, ValueId id, const isl::pw_aff& a, const isl::pw_aff& b);
  isl::pw_aff times(const isl::pw_aff& value, const Factors& by);
  Symbolic compute_phi(Frame& frame, ValueId id);
  Symbolic header_phi(Frame& frame, ValueId id, uint32_t loop);
  Symbolic binary(Frame& frame, ValueId id);
  Symbolic compare(Frame& frame, ValueId id);
  Symbolic divide(Frame& frame, ValueId id, const Symbolic& a, const Symbolic& b);
  std::optional<Grid::Division> divide_by(const isl::pw_aff& value, const Factors& by);
  std::optional<Factors> factors_of(const isl::pw_aff& value) const;
  std::string product_name(const Factors& factors);
  void set_grid();
  void learn_divisor(const isl::pw_aff& value, const Factors& by);
  void learn_size(const Factors& factors, const std::string& reason);
  void learn_size_of(Frame& frame, const Block& block);
  void begin_anew();
  bool is_world(const Symbolic& communicator) const;
  const Communicator* part_of(const Symbolic& communicator) const; // null: none that is known
  std::optional<Communicator> new_communicator(Frame& frame, ValueId id);
  std::optional<Communicator> split(Frame& frame, ValueId id);
  std::optional<Communicator> split_grid(const isl::pw_aff& color, const isl::set& members);
  std::optional<Communicator> split_ranks(const isl::pw_aff& color, const isl::set& members);
  bool keeps_order(const Communicator& part, const isl::pw_aff& color, const isl::pw_aff& key,
                   const isl::set& members) const;
  std::optional<Communicator> subgrid(Frame& frame, ValueId id);
  std::optional<Communicator> part_of_grid(const std::vector<bool>& kept);
  Symbolic int_at(Frame& frame, ValueId before, ValueId address, int64_t offset);
  Symbolic int_of(Frame& frame, ValueId writer, ValueId slot, int64_t wanted);
  Symbolic side_of(Frame& frame, ValueId writer, ValueId slot, int64_t wanted);
  Symbolic made_communicator(Frame& frame, ValueId id);
  Symbolic named_side(Frame& frame, ValueId id, ValueId dims, int64_t d, const Symbolic& side);
  bool set_cartesian(Frame& frame, ValueId id, Communicator& made);
  Symbolic cartesian_result(Frame& frame, ValueId id, ValueId slot, int64_t wanted);
  isl::pw_aff neighbour(const Communicator& cartesian, size_t side, int64_t step);
  Symbolic operation(Frame& frame, ValueId id);
  Symbolic load(Frame& frame, ValueId id);
  struct Offset {
    bool derived = false;
    std::optional<int64_t> offset = {};
  };
  Offset offset_from(const Procedure& p, ValueId id, ValueId slot, std::set<ValueId>& seen) const;
  struct Base { // a value that points into an object, and where
    ValueId value = kNone;
    int64_t start = 0;
  };
  struct Bytes {
    std::string object = {};
    int64_t start = 0, size = 0;
  };
  std::optional<std::vector<Touch>> touches(const Procedure& p, const std::vector<Base>& bases);
  std::optional<std::vector<Touch>> touched_by(uint32_t procedure, size_t formal);
  std::optional<std::vector<Base>> bases_of(const Frame& frame, const std::string& object) const;
  Symbolic last_value(Frame& frame, ValueId before, const Bytes& bytes);
  bool is_always_before(const Frame& frame, ValueId writer, ValueId before) const;
  Symbolic value_before_call(Frame& frame, const Bytes& bytes);
  Symbolic stored_elsewhere(Frame& frame, ValueId load, const Symbolic& address);
  struct Writer { // exact: at the place that is asked for
    ValueId id = kNone;
    bool exact = false;
  };
  struct Access { // the writer is the last one before the load
    ValueId load = kNone, slot = kNone, writer = kNone;
  };
  std::optional<std::vector<Writer>> writers_of(const Procedure& p, ValueId slot, int64_t wanted, int64_t bytes) const;
  bool only_writes(const Value& call) const;
  bool precedes(const Frame& frame, ValueId a, ValueId b) const;
  Symbolic stored(Frame& frame, ValueId load, const Symbolic& address);
  Symbolic written_by(Frame& frame, const Access& access, const std::vector<Writer>& writers, int64_t offset);
  std::string shared_name(const Frame& frame, const Access& access, const std::string& wanted, const std::string& how);
  void find_grid(Frame& frame, const Access& access, const std::string& how);
  std::string name_of_slot(const Frame& frame, const Access& access, const std::vector<Writer>& writers) const;
  bool broadcasts_scalar(Frame& frame, const Access& access);
  Symbolic value_at_root(Frame& frame, const Access& access, const std::vector<Writer>& writers);
  bool same_everywhere(Frame& frame, const Access& access);
  std::optional<Symbolic> global_constant(const Symbolic& address, unsigned bits) const;
  Symbolic returned(Frame& frame, ValueId id);
  Symbolic closed(Frame& frame, Symbolic value, uint32_t from, uint32_t to);
  Symbolic opaque(const Value& value, std::vector<const Symbolic*> operands, std::string text);
  Symbolic affine(isl::pw_aff value, std::string text);
  std::optional<isl::pw_aff> named(const Symbolic& opaque_value, const Frame& frame, ValueId id);
  std::string new_name(const std::string& wanted);
  bool dominates(const Frame& frame, BlockId above, BlockId below) const;
  std::string line(const Place& place) const;

  std::unique_ptr<Frame> root;
  std::set<std::string> taken;
  std::vector<std::string> inputs;
  std::map<std::string, Communicator> communicators = {}; // by the object that stands for the handle
  std::map<std::pair<uint32_t, size_t>, std::optional<std::vector<Touch>>> touched = {};
  std::map<std::pair<const Frame*, std::string>, std::optional<std::vector<Touch>>> touches_of = {};
  Factors size = {}; // their product is P; empty: none is known
  uint32_t frames = 0;
};

// A constant, if the value is one.
std::optional<int64_t> constant_of(const Symbolic& value);

} // namespace unply::sets
