// The message-passing skeleton of a program: for each procedure that reaches a communication operation, the part of its
// control flow, integers, addresses and memory that decides which operations run, with which arguments, in which order.
// All else is computation, kept as loop nests with their bounds. The extractor writes it, once for each executable;
// instance sets, instantiation, check, verification and prediction all read it, so that each of them sees one program.
//
// Invariant (checked by check_program): a procedure is in SSA form; every index is within its table; block 0 is the
// entry and has no predecessor; a value that is an instruction stands in exactly one block; phis come first in a block
// and have one operand for each predecessor. Values that stand in no block are constants, or pure expressions that the
// bounds of a computation's loops use.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace unply::stg {

constexpr uint32_t kNone = UINT32_MAX; // an index that names nothing
using ValueId = uint32_t;              // in Procedure::values
using BlockId = uint32_t;              // in Procedure::blocks

struct Place { // in the source; file: in Program::files, kNone where debug information is missing
  uint32_t file = kNone, line = 0, column = 0;
};

enum class Opcode : uint8_t {
  constant, // an integer: `number`, two's complement
  real,     // a floating-point constant: `real_number`; results of floating-point operations have is_real
  argument, // formal `number` of the procedure
  unknown,  // what the program computes from data: result of a floating-point reduction, of code without a body, ...
  index,    // the loop variable of a LoopRange; stands in no block
  add,
  sub,
  mul,
  sdiv,
  udiv,
  srem,
  urem,
  shl,
  lshr,
  ashr,
  and_,
  or_,
  xor_,
  trunc,
  zext,
  sext, // to `bits` from the operand's bits
  eq,
  ne,
  slt,
  sle,
  ult,
  ule,
  select, // condition, value if 1, value if 0
  phi,    // operands parallel to `from`
  to_real,
  to_integer,
  fadd,
  fsub,
  fmul,
  fdiv,
  fneg,
  flt,
  fle,
  feq,
  sqrt,
  cbrt,
  log,
  floor,
  ceil,
  round,
  pow, // real numbers
  // Addresses are integers of 64 bits in an address space of each rank. Bytes never written are unknown.
  stack_slot, // `number` bytes, fresh at each execution; unknown bytes
  heap_block, // operand: bytes; number: 1 if zeroed (calloc)
  global,     // address of Program::globals[number]
  procedure,  // address of Program::procedures[number]
  load,       // address; `bits`
  store,      // value, address; of the value's bits
  copy,       // destination, source, bytes: memcpy, memmove
  fill,       // destination, byte, bytes: memset
  forget,     // address, bytes or kNone: code that is not seen may have written there; the bytes become unknown
  // What the user gives.
  parse_int,
  parse_real,      // operand: address of a string (atoi, strtol, atof, ...); `number`: its parameter
  parameter,       // Program::parameters[number]: a scalar read by scanf or from a file
  compare_strings, // strcmp, strncmp: two addresses, bytes or kNone
  string_length,
  call,        // procedure `number`, or kNone: operand 0 is its address; then the actuals
  operation,   // Procedure::operations[number]; its result, if used, is 0 (MPI_SUCCESS)
  computation, // Procedure::computations[number]
};

const char* name_of(Opcode opcode); // "add"

struct Value {
  Opcode opcode = Opcode::constant;
  uint8_t bits = 0;       // of the result: 1, 8, 16, 32, 64; 0 without a result
  bool is_real = false;   // a double (or float: values are kept as double)
  int64_t number = 0;     // by opcode, see above
  double real_number = 0; // of `real`
  std::vector<ValueId> operands = {};
  std::vector<BlockId> from = {}; // of a phi: the predecessor of each operand
  std::string name = {};          // of the source variable, where debug information has one
  Place place = {};
};

// How a block ends. `condition` kNone: go to `then`; then == kNone as well: the procedure returns `result`.
// `stops`: the program ends here (exit, MPI_Abort, abort, unreachable).
struct Block {
  std::vector<ValueId> values = {}; // in order
  ValueId condition = kNone;
  BlockId then = kNone, otherwise = kNone;
  ValueId result = kNone;
  bool stops = false;
  uint32_t loop = kNone; // innermost, in Procedure::loops
  Place place = {};      // of the branch
  std::string symbol =
      {}; // names the condition where its value is unknown: --at c_88=1, or T_it=10 for a loop's trip count
};

struct Loop {
  BlockId header = kNone, preheader = kNone, latch = kNone;
  uint32_t parent = kNone;  // in Procedure::loops; outer loops come first
  ValueId variable = kNone; // a phi of the header that grows by a constant, if there is one
  std::string name = {};    // of the variable in the source, unique in its procedure; else "it", "it_2", ...
  Place place = {};
};

// Communication. Handles (communicators, datatypes, operators, requests) are values like any other: predefined ones are
// constants of kPredefined, whatever numbers the user's mpi.h gives them; those made at run time come from operations.
enum class Call : uint8_t {
  init,
  finalize,
  rank,
  size, // rank and size: the operation's result is the number
  send,
  ssend,
  bsend,
  rsend,
  recv,
  isend,
  issend,
  ibsend,
  irsend,
  irecv,
  sendrecv,
  sendrecv_replace,
  send_init,
  ssend_init,
  recv_init,
  start,
  start_all,
  request_free,
  cancel,
  wait,
  wait_all,
  wait_any,
  wait_some,
  test,
  test_all,
  test_any,
  test_some,
  probe,
  iprobe,
  barrier,
  bcast,
  reduce,
  allreduce,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  reduce_scatter,
  reduce_scatter_block,
  scan,
  exscan,
  ibarrier,
  ibcast,
  ireduce,
  iallreduce,
  igather,
  iscatter,
  iallgather,
  ialltoall,
  comm_dup,
  comm_split,
  comm_create,
  comm_free,
  cart_create,
  cart_coords,
  cart_rank,
  cart_shift,
  cart_sub,
  cart_get,
  dims_create,
  comm_group,
  group_incl,
  group_free,
  type_contiguous,
  type_vector,
  type_hvector,
  type_indexed,
  type_struct,
  type_resized,
  type_subarray,
  type_commit,
  type_free,
  type_size,
  get_count,
  get_processor_name,
  wtime,
  abort,
  // OpenMP. What a construct holds stands between its operation and the omp_end that closes the innermost open one. The
  // threads of a team are one here: the program is run in the order of a single thread, tasks where they are made.
  omp_parallel,
  omp_loop,     // worksharing: arguments first, last, step in the source's own variable, and chunk
  omp_sections, // the same over the sections' numbers
  omp_single,
  omp_master,
  omp_task,     // arguments: depend_address, depend_bytes, depend_kind for each item of its depend clauses
  omp_taskloop, // arguments: first, last, step; chunk, its grainsize, or count, its num_tasks
  omp_taskgroup,
  omp_critical,
  omp_end,
  omp_barrier,
  omp_taskwait,
  omp_reduction,
  other,
};
const char* name_of(Call call); // "send"
bool is_collective(Call call);  // all ranks of the communicator take part, creation of communicators included
bool has_root(Call call);       // one rank gives, or gets, the data of all
bool is_send(Call call);        // posts a message: send ... irsend, sendrecv, sendrecv_replace
bool is_wait(Call call);        // for requests: wait ... wait_some
bool is_test(Call call);        // the same without waiting
bool is_openmp(Call call);
bool opens_construct(Call call); // of OpenMP: an omp_end follows
bool is_receive(Call call);      // posts a receive: recv, irecv, sendrecv, sendrecv_replace

enum class Role : uint8_t {
  buffer,
  count,
  datatype,
  peer,
  tag,
  comm, // of a send, a receive, a collective's contribution
  recv_buffer,
  recv_count,
  recv_datatype,
  source,
  recv_tag, // the receiving half of sendrecv and collectives
  root,
  op,
  request,
  requests,
  request_count,
  status,
  index_out,
  flag_out, // addresses: buffer, request(s), status, outs
  counts,
  displacements,
  recv_counts,
  recv_displacements,
  types, // addresses of arrays
  color,
  key,
  new_comm,
  dims,
  periods,
  coords,
  reorder,
  ndims,
  direction,
  displacement,
  source_out,
  dest_out,
  remain,
  nnodes,
  group,
  new_group,
  new_type,
  block_length,
  stride,
  lower_bound,
  extent,
  sizes,
  subsizes,
  starts,
  first,
  last,
  step,
  chunk,
  depend_address,
  depend_bytes,
  depend_kind, // of the runtime: 1 in, 2 out, 3 inout; others are not ordered by one rule
  order,
};
const char* name_of(Role role);

struct Argument {
  Role role = Role::count;
  ValueId value = kNone;
};

struct Operation {
  Call call = Call::other;
  bool fortran = false;                 // handles are Fortran's integers, arrays of statuses too
  std::string name = {};                // as written: "MPI_Isend", "mpi_isend_"
  std::vector<Argument> arguments = {}; // Fortran's scalars are values here, loaded by the extractor
  Place place = {};
  std::string symbol = {};                  // prefix of names for arguments with unknown values: --at peer_88=3
  std::string variable = {};                // of a worksharing loop, as the source names it
  std::vector<std::string> decided_by = {}; // symbols of branches that peer, tag, size, comm or root may depend on
};

// The numbers that stand for predefined handles: kPredefined + position in predefined_names().
constexpr int64_t kPredefined = 0x7e57'0000'0000;
struct Predefined {
  const char* name; // "MPI_DOUBLE"
  const char* kind; // "type", "comm", "op", "group", "request"
  int bytes;        // of a datatype
};
const std::vector<Predefined>&
predefined_handles(); // MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_NULL, MPI_REQUEST_NULL, ...

// Code between operations: loop nests with nothing in them that decides a message.
struct LoopRange { // variable = first; variable < limit (> if step < 0); variable += step
  ValueId variable = kNone, first = kNone, limit = kNone; // limit kNone: not known, named by `symbol`
  int64_t step = 1;
  std::string name = {}, symbol = {}; // "i"; "T_it"
};
struct Work { // one nest, or code outside loops (no ranges); counted once for each of its innermost iterations
  std::vector<LoopRange> ranges = {}; // outer ones first; bounds may use outer variables
  uint32_t flops = 0, loads = 0, stores = 0, integer_ops = 0, calls = 0; // of one iteration; calls: into code not seen
  int64_t access_bytes = 0;                                              // loaded and stored by one iteration
  bool at_most = false; // some of it runs under a condition that decides no operation, and counts as if it held
  Place place = {};
};
struct Computation {
  std::vector<Work> work = {};
  std::string name = {}; // "sweep" where it is one call of a procedure that does not communicate, else empty
  std::vector<ValueId> actuals = {}; // of that call
  // In Program::timers: those that its code is under, all of it but for what takes no time. Empty: it has none.
  std::vector<uint32_t> timers = {};
  Place place = {}, end = {};
};

struct Procedure {
  std::string name = {}; // as people know it: demangled, Fortran's as written
  std::vector<std::string> formals = {};
  std::vector<uint8_t> formal_bits = {};
  bool communicates = false;
  std::vector<Value> values = {};
  std::vector<Block> blocks = {}; // in reverse post-order
  std::vector<Loop> loops = {};
  std::vector<Operation> operations = {};
  std::vector<Computation> computations = {};
  Place place = {};
};

struct Initial { // bytes of a global that are known at the start
  int64_t offset = 0;
  std::string bytes = {}; // raw; or, if empty, the 8 bytes of an address:
  uint32_t global = kNone, procedure = kNone;
  int64_t addend = 0;
};
struct Global {
  std::string name = {};
  int64_t bytes = 0;
  bool zeroed = false; // what `initials` leaves out is 0; else unknown
  std::vector<Initial> initials = {};
};

struct Parameter {       // bound by --at NAME=VALUE, or by the program's arguments
  std::string name = {}; // of the variable it goes to: "n"
  bool is_real = false;
  int argument = -1; // the program's argument it is read from (argv[argument]), where that is certain
  Place place = {};
};

struct Program {
  std::string executable = {}, mpi = {}; // mpi: "Open MPI", "MPICH"; empty: none
  int64_t proc_null = -2, any_source = -1, any_tag = -1, undefined = -32766,
          root_null = -3;                                                       // as the user's mpi.h has them
  int64_t request_bytes = 8, status_bytes = 24, comm_bytes = 8, type_bytes = 8; // of one element in C memory
  std::vector<std::string> files = {};                                          // absolute paths
  std::vector<Procedure> procedures = {};
  std::vector<Global> globals = {};
  std::vector<Parameter> parameters = {};
  std::vector<std::string> timers = {};      // that the executable has and measure needs (unply/timer_abi.h)
  uint32_t main = kNone;                     // in procedures
  std::vector<std::string> assumptions = {}; // "integers do not overflow", ... one sentence each
  std::vector<std::string> unseen = {};      // MPI calls not modelled, files without the section, ... one sentence each
};

} // namespace unply::stg
