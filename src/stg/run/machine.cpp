// Values and control flow of one rank.
#include "stg/run/machine.h"
#include "stg/program/place_text.h"
#include "stg/run/exchange.h"
#include "stg/run/integers.h"
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace unply::stg {

namespace {

constexpr size_t kDeepest = 20000;            // calls
constexpr uint64_t kLongest = 20'000'000'000; // instructions between two steps

double as_real(int64_t bits) { return std::bit_cast<double>(bits); }

// What is not known is 0, or an address in the object that it lies in: an address with an unknown part.
int64_t hint(int64_t number) { return uint64_t(number) >= kArena && uint64_t(number) < kProcedures ? number : 0; }

int64_t divide(Opcode op, int64_t a, int64_t b, unsigned bits, bool& known) {
  const uint64_t ua = as_unsigned(a, bits), ub = as_unsigned(b, bits);
  if (b == 0 || (b == -1 && a == INT64_MIN)) {
    known = false;
    return 0;
  }
  switch (op) {
  case Opcode::sdiv:
    return a / b;
  case Opcode::udiv:
    return int64_t(ua / ub);
  case Opcode::srem:
    return a % b;
  default:
    return int64_t(ua % ub);
  }
}

int64_t shift(Opcode op, int64_t a, int64_t b, unsigned bits, bool& known) {
  const unsigned width = bits ? bits : 64;
  if (b < 0 || b >= int64_t(width)) {
    known = false;
    return 0;
  }
  if (op == Opcode::shl) return int64_t(uint64_t(a) << b);
  return op == Opcode::lshr ? int64_t(as_unsigned(a, bits) >> b) : a >> b;
}

} // namespace

Machine::Machine(const Program& whole, const Image& layout, Exchange& others, const Bindings& given, int own_rank)
    : program(whole), image(layout), exchange(others), bindings(given), rank(own_rank), memory(&layout.pages),
      counted(layout.computations) {}

void Machine::start() {
  lay_arguments();
  const Code& main = image.codes[program.main];
  frames.push_back(
      {.code = &main, .pc = 0, .first_register = 0, .result = 0, .stack = stack_top, .wants_result = false});
  registers = main.initial, is_set = main.initial_known;
  const int64_t given_to_main[] = {argument_count, int64_t(arguments_at), 0};
  for (size_t i = 0; i < main.procedure->values.size(); ++i) {
    const Value& formal = main.procedure->values[i];
    if (formal.opcode == Opcode::argument && formal.number < 3) set(uint32_t(i), given_to_main[formal.number]);
  }
}

std::string Machine::at(const Place& place) const {
  const bool known = place.file != kNone || place.line != 0;
  return known ? place_text(program, place) : "a place without debug information";
}

std::unexpected<Error> Machine::failed(const Place& place, const std::string& what, const std::string& hint) const {
  return fail(fmt::format("{}: rank {} of {}: {}", at(place), rank, bindings.ranks, what), hint);
}

Result<int64_t> Machine::need(const std::string& symbol, const Place& place, const std::string& what) {
  ++exchange.asked[symbol];
  if (const auto found = bindings.values.find(symbol); found != bindings.values.end()) return int64_t(found->second);
  if (bindings.ask) {
    const Unknown unknown = {.rank = rank, .symbol = symbol, .place = place, .occurrence = occurrences[symbol]++};
    if (const auto answer = bindings.ask(unknown)) return *answer;
  }
  return failed(place, what + " is not known from the program alone", fmt::format("give its value: --at {}=1", symbol));
}

void Machine::end(bool aborted) {
  ended = true, current.kind = Step::Kind::end, current.aborted = aborted;
  current.posts.clear(), current.completes.clear(), current.probe.reset();
}

Result<void> Machine::advance() {
  running = true;
  if (registers.empty()) start();
  auto done = [&]() -> Result<void> {
    if (new_comm.waits) TRY(finish_communicator());
    if (!frames.empty()) return run();
    end(current.aborted);
    return {};
  }();
  running = false;
  current.releases.clear();
  std::swap(current.releases, releases);
  return done;
}

// Most instructions are plain ones and jumps: they run here, on a copy of what tells where the innermost frame is. All
// others may call, return or need other ranks.
Result<void> Machine::run() {
  struct Spending { // counted once for a step, and not once for an instruction, which would take time
    uint64_t& left;
    const uint64_t limit = std::min(left, kLongest);
    uint64_t done = 0;
    ~Spending() { left -= std::min(left, done); }
  } spending{exchange.instructions_left};
  const Instruction* code = nullptr;
  uint32_t pc = 0;
  int64_t* values = nullptr;
  uint8_t* knowns = nullptr;
  const auto look = [&] {
    code = frames.back().code->instructions.data(), pc = frames.back().pc;
    values = registers.data() + base, knowns = is_set.data() + base;
  };
  look();
  for (; spending.done < spending.limit; ++spending.done) {
    const Instruction& now = code[pc++];
    if (now.plain && knowns[now.a] && (now.constant || knowns[now.b])) {
      const int64_t b = now.constant ? now.number : values[now.b];
      values[now.to] = compute_plain(Opcode(now.op), values[now.a], b, now.bits, now.c), knowns[now.to] = 1;
    } else if (now.op == uint8_t(Control::jump)) {
      pc = now.a;
    } else if (now.op == uint8_t(Control::move)) {
      values[now.to] = values[now.a], knowns[now.to] = knowns[now.a];
    } else if (now.op == uint8_t(Control::branch) && knowns[now.a]) {
      pc = values[now.a] & 1 ? now.b : now.c;
    } else {
      frames.back().pc = pc;
      const auto complete = execute(now);
      if (!complete) return error_of(complete);
      if (*complete) return {};
      look();
    }
  }
  return failed({}, "the program runs on and on without an operation");
}

// Of a condition that is not known.
Result<bool> Machine::branch(const Instruction& instruction) {
  Frame& frame = frames.back();
  const Code& code = *frame.code;
  const BlockId number = BlockId(instruction.number);
  const Block& block = code.procedure->blocks[number];
  const std::string symbol = block.symbol.empty() ? fmt::format("c_{}", block.place.line) : block.symbol;
  const uint32_t counter = code.trip_counters[number];
  const auto answer = need(symbol, block.place, counter ? "the number of trips of the loop" : "the condition");
  if (!answer) return error_of(answer);
  bool taken = *answer != 0;
  if (counter) { // the value is the number of trips
    const uint32_t in_then = code.procedure->blocks[block.then].loop;
    bool then_stays = false;
    for (uint32_t loop = in_then; loop != kNone; loop = code.procedure->loops[loop].parent)
      then_stays = then_stays || loop == block.loop;
    const int64_t trips = known(counter) ? value(counter) : 0;
    const bool goes_on = trips < *answer;
    set(counter, goes_on ? trips + 1 : 0);
    taken = goes_on == then_stays;
  }
  frame.pc = taken ? instruction.b : instruction.c;
  return false;
}

Result<bool> Machine::execute(const Instruction& instruction) {
  switch (instruction.op) {
  case uint8_t(Control::branch):
    return branch(instruction);
  case uint8_t(Control::returns):
    return leave(instruction);
  case uint8_t(Control::stops):
    frames.clear(), end(!finalised);
    return true;
  case uint8_t(Opcode::call):
    TRY(call(instruction));
    return false;
  case uint8_t(Opcode::operation):
    return perform(frames.back().code->operations[size_t(instruction.number)], instruction.to);
  case uint8_t(Opcode::computation): {
    const Code& code = *frames.back().code;
    TRY(count_work(code.computations[size_t(instruction.number)], uint32_t(instruction.number)));
    return true;
  }
  case uint8_t(Opcode::unknown):
    known(instruction.to) = 0, value(instruction.to) = 0;
    return false;
  case uint8_t(Opcode::select):
    select(instruction);
    return false;
  default:
    break;
  }
  if (instruction.op >= uint8_t(Opcode::stack_slot)) {
    TRY(access(instruction));
  } else if (instruction.op >= uint8_t(Opcode::to_real)) {
    compute_real(instruction);
  } else {
    compute(instruction);
  }
  return false;
}

void Machine::select(const Instruction& instruction) {
  const bool first = value(instruction.a) & 1;
  const uint32_t chosen = first ? instruction.b : instruction.c;
  const bool same = known(instruction.b) && known(instruction.c) && value(instruction.b) == value(instruction.c);
  known(instruction.to) = known(instruction.a) ? known(chosen) : same;
  value(instruction.to) = known(instruction.a) || same ? value(chosen) : 0;
}

// What is not known, or may have no result.
void Machine::compute(const Instruction& instruction) {
  const int64_t a = value(instruction.a), b = value(instruction.b);
  const Opcode op = Opcode(instruction.op);
  const unsigned bits = instruction.bits;
  const bool unary = op >= Opcode::trunc && op <= Opcode::sext;
  bool sure = known(instruction.a) && (unary || known(instruction.b));
  int64_t made = 0;
  switch (op) {
  case Opcode::and_:
    sure = (known(instruction.a) && a == 0) || (known(instruction.b) && b == 0);
    break;
  case Opcode::or_:
    sure = (known(instruction.a) && a == -1) || (known(instruction.b) && b == -1), made = -1;
    break;
  case Opcode::shl:
  case Opcode::lshr:
  case Opcode::ashr:
    if (sure) made = as_signed(shift(op, a, b, bits, sure), bits);
    break;
  case Opcode::sdiv:
  case Opcode::udiv:
  case Opcode::srem:
  case Opcode::urem:
    if (sure) made = as_signed(divide(op, a, b, bits, sure), bits);
    break;
  default:
    made = compute_plain(op, a, b, bits, instruction.c);
  }
  if (!sure) made = unary ? hint(a) : op == Opcode::add ? (hint(a) ? hint(a) : hint(b)) : 0;
  known(instruction.to) = sure, value(instruction.to) = sure || bits == 64 ? made : 0;
}

void Machine::compute_real(const Instruction& instruction) {
  const Opcode op = Opcode(instruction.op);
  const bool binary =
      (op >= Opcode::fadd && op <= Opcode::fdiv) || (op >= Opcode::flt && op <= Opcode::feq) || op == Opcode::pow;
  known(instruction.to) = known(instruction.a) && (!binary || known(instruction.b));
  if (!known(instruction.to)) return void(value(instruction.to) = 0);
  const double a = as_real(value(instruction.a)), b = binary ? as_real(value(instruction.b)) : 0;
  const auto made = [&]() -> double {
    switch (op) {
    case Opcode::to_real:
      return double(value(instruction.a));
    case Opcode::fadd:
      return a + b;
    case Opcode::fsub:
      return a - b;
    case Opcode::fmul:
      return a * b;
    case Opcode::fdiv:
      return a / b;
    case Opcode::fneg:
      return -a;
    case Opcode::flt:
      return a < b;
    case Opcode::fle:
      return a <= b;
    case Opcode::feq:
      return a == b;
    case Opcode::sqrt:
      return std::sqrt(a);
    case Opcode::cbrt:
      return std::cbrt(a);
    case Opcode::log:
      return std::log(a);
    case Opcode::floor:
      return std::floor(a);
    case Opcode::ceil:
      return std::ceil(a);
    case Opcode::round:
      return std::round(a);
    case Opcode::pow:
      return std::pow(a, b);
    default:
      return a;
    }
  }();
  const bool to_integer = op == Opcode::to_integer || (op >= Opcode::flt && op <= Opcode::feq);
  if (to_integer && !(std::fabs(made) < 9.2e18))
    known(instruction.to) = 0, value(instruction.to) = 0;
  else if (to_integer)
    value(instruction.to) = as_signed(int64_t(made), instruction.bits);
  else
    value(instruction.to) = std::bit_cast<int64_t>(instruction.bits == 32 ? double(float(made)) : made);
}

Result<void> Machine::call(const Instruction& instruction) {
  const uint32_t* actuals = frames.back().code->actuals.data() + instruction.a;
  const Place place = frames.back().code->procedure->values[instruction.to].place;
  int64_t procedure = instruction.number;
  uint32_t count = instruction.b;
  if (procedure < 0) {
    const uint64_t address = uint64_t(value(actuals[0]));
    if (!known(actuals[0]) || address < kProcedures || (address - kProcedures) / 16 >= program.procedures.size())
      return failed(place, "the procedure that is called here is not known");
    procedure = int64_t((address - kProcedures) / 16), ++actuals, --count;
  }
  if (frames.size() > kDeepest) return failed(place, "calls nest too deeply");
  return enter(uint32_t(procedure), actuals, count, instruction.to, instruction.bits != 0);
}

Result<void> Machine::enter(uint32_t procedure, const uint32_t* actuals, uint32_t count, uint32_t result,
                            bool wants_result) {
  const Code& code = image.codes[procedure];
  const size_t first = registers.size();
  registers.insert(registers.end(), code.initial.begin(), code.initial.end());
  is_set.insert(is_set.end(), code.initial_known.begin(), code.initial_known.end());
  for (const auto& [formal, place] : code.formals)
    if (formal < count) {
      registers[first + place] = value(actuals[formal]);
      is_set[first + place] = known(actuals[formal]);
    }
  frames.push_back({.code = &code,
                    .pc = 0,
                    .first_register = uint32_t(first),
                    .result = result,
                    .stack = stack_top,
                    .wants_result = wants_result});
  base = first;
  return {};
}

bool Machine::leave(const Instruction& instruction) {
  const Frame frame = frames.back();
  const bool has_result = instruction.number != 0;
  const int64_t result = has_result ? value(instruction.a) : 0;
  const bool result_known = has_result && known(instruction.a);
  if (stack_top > frame.stack) memory.forget(frame.stack, stack_top - frame.stack);
  stack_top = frame.stack;
  while (!slots.empty() && slots.back().first >= stack_top) slots.pop_back();
  registers.resize(frame.first_register), is_set.resize(frame.first_register);
  frames.pop_back();
  if (frames.empty()) {
    end(false);
    return true;
  }
  base = frames.back().first_register;
  if (frame.wants_result) value(frame.result) = result, known(frame.result) = result_known;
  return false;
}

} // namespace unply::stg
