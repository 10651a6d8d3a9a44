// From the slice to the program: each procedure's blocks, values, loops, operations and computations.
#pragma once
#include "extract/contraction.h"
#include "extract/names.h"

namespace unply::extract {

struct KeptCall {                    // of a procedure that the program has
  std::set<std::string> timers = {}; // that the call is under
  std::string timer = {};            // the one that counts for it
  const llvm::Function* caller = nullptr;
  std::vector<const llvm::Function*> callees = {};
};

// Tables that all procedures share.
struct Tables {
  const llvm::Module& module;
  const Prepared& prepared;
  const PointsTo& points_to;
  const Memory& memory;
  Slice& slice;
  stg::Program& program;
  Places places;
  std::map<const llvm::Function*, uint32_t> procedures = {};
  std::map<const llvm::GlobalVariable*, uint32_t> globals = {};
  std::vector<const llvm::GlobalVariable*> open_globals = {};
  std::map<uint64_t, uint32_t> parameters = {}; // numbers in the prepared module: indices in the program
  std::map<const llvm::Function*, std::set<const llvm::Function*>> reached_from = {};
  std::map<std::string, uint32_t> timers = {}; // positions in program.timers
  std::vector<KeptCall> kept_calls = {};
  // By procedure's function and computation: all timers that it is under, those that do not count for it as well.
  std::map<std::pair<const llvm::Function*, size_t>, std::set<std::string>> timers_of_computations = {};
  std::set<std::string> around_messages = {}, around_kept = {}; // timers: around messages; around what decides them
  struct Site {                                                 // in the program: number of a block or an operation
    uint32_t procedure, number;
  };
  std::map<const llvm::Instruction*, Site> branches = {}, operations = {};

  const std::set<const llvm::Function*>& reachable(const llvm::Function& from); // by calls, with itself
  uint32_t global(const llvm::GlobalVariable& variable);
  uint32_t procedure(const llvm::Function& function); // one without a body is one that stops nothing and gives 0
  uint32_t timer(const std::string& name);
  // The timer of an instruction: the outermost that has one computation inside, or else the innermost. Empty: none.
  std::string timer_of(const llvm::Instruction& instruction) const;
  std::set<std::string> all_timers_of(const llvm::Instruction& instruction) const; // without those around messages
  void look_at_timers();
  void write_globals(); // initial values, of those that they name too
};

// The position among predefined_handles(); -1: none.
int predefined_handle(const llvm::Constant& constant);

// Collects the timers of instructions that make up a computation.
struct TimerCollector {
  std::set<std::string> names = {}, all = {}; // that count; all that some of the instructions are under
  bool lacks_one = false;                     // some of it takes time under no timer
  // long_running: the instruction repeats, or is a call that takes time.
  void see(const Tables& tables, const llvm::Instruction& instruction, bool long_running);
};

class ProcedureWriter {
public:
  ProcedureWriter(Tables& tables, llvm::Function& function);
  // Asks the slice for the bounds of computations; true if that added something.
  void plan();
  stg::Procedure write();

private:
  // A function whose loops are taken apart: this procedure, or one that a computation calls.
  struct Frame {
    const Frame* caller = nullptr;
    const llvm::CallBase* call = nullptr;
    std::map<const llvm::Value*, stg::ValueId> indices = {}; // of loop variables
    const std::set<llvm::BasicBlock*>* region = nullptr;     // null: the whole function
    int depth = 0;
  };
  using Bound = std::optional<stg::ValueId>;

  Tables& tables_;
  llvm::Function& function_;
  Contraction contraction_;
  Names names_;
  stg::Procedure procedure_;
  std::map<const llvm::Value*, stg::ValueId> ids_;
  std::map<int64_t, stg::ValueId> constants_[5];
  std::map<const llvm::Loop*, uint32_t> loops_;
  std::map<std::string, int> used_names_;
  stg::BlockId current_ = 0;
  bool planning_ = false, bounds_placed_ = false;       // a bound with a load is computed in its block
  stg::Work straight_;                                  // counted since the last operation
  std::vector<const llvm::Instruction*> straight_code_; // what counts in it
  std::map<const llvm::Function*, int> entered_;        // against recursion

  stg::ValueId add(stg::Value value);   // stands in no block
  stg::ValueId place(stg::Value value); // at the end of the current block
  stg::ValueId constant(int64_t number, unsigned bits);
  stg::ValueId unknown(llvm::Type& type);
  stg::ValueId operand(const llvm::Value* value);
  stg::ValueId constant_operand(const llvm::Constant* value);
  stg::ValueId handle_operand(const llvm::Value* value, stg::Role role, bool fortran);
  stg::ValueId emit(stg::Opcode opcode, std::vector<stg::ValueId> operands, unsigned bits, bool is_real = false);
  bool convert(const llvm::Instruction& instruction, stg::Value& value);
  bool convert_binary(const llvm::Instruction& instruction, stg::Value& value);
  bool convert_compare(const llvm::CmpInst& compare, stg::Value& value);
  bool convert_cast(const llvm::CastInst& cast, stg::Value& value);
  bool convert_call(const llvm::CallBase& call, stg::Value& value);
  bool convert_parse(const llvm::CallBase& call, llvm::StringRef name, stg::Value& value);
  bool convert_library(const llvm::CallBase& call, llvm::StringRef name, stg::Value& value);
  bool convert_intrinsic(const llvm::CallBase& call, llvm::StringRef name, stg::Value& value);
  bool convert_extract(const llvm::Instruction& instruction, stg::Value& value);
  void convert_address(const llvm::GEPOperator& step, stg::Value& value);
  void convert_operation(const llvm::CallBase& call, const PreparedOperation& operation, stg::Value& value);
  void write_block(llvm::BasicBlock& block);
  void write_instruction(const llvm::Instruction& instruction);
  void write_end(llvm::BasicBlock& block);
  void write_phis();
  void reserve();
  void find_loops();
  std::string unique_name(const std::string& name);

  // Computations.
  void flush();
  void count_straight(const llvm::Instruction& instruction);
  TimerCollector timers_of(const std::set<llvm::BasicBlock*>& region);
  void compute_region(llvm::BasicBlock& block);
  void compute_call(const llvm::CallBase& call);
  void add_computation(stg::Computation computation, const TimerCollector& timers);
  bool is_computed_call(const llvm::Instruction& instruction) const;
  void nests(const llvm::Function& function, Frame& frame, const stg::Work& around, std::vector<stg::Work>& found);
  bool is_conditional(const llvm::BasicBlock& block, const Frame& frame);
  stg::LoopRange range_of(const llvm::Loop& loop, Frame& frame);
  Bound bound(const llvm::Value* value, const Frame& frame);
  bool may_run(const llvm::Instruction& instruction, const Frame& frame);
  Bound bound_of_choice(const llvm::PHINode& phi, const Frame& frame);
  Bound bound_of_load(const llvm::LoadInst& load, const Frame& frame);
  Bound bound_of_address(const llvm::GEPOperator& step, const Frame& frame);
  void count(const llvm::Instruction& instruction, stg::Work& work) const;
};

void write_program(Tables& tables);

} // namespace unply::extract
