// See c_values.h.
#include "stg/export/c_values.h"
#include <cctype>
#include <fmt/format.h>

namespace unply::stg {

std::string formal_name(uint32_t number) { return fmt::format("a{}", number); }

std::string c_text(const std::string& text) {
  std::string made;
  for (const char letter : text)
    if (std::isprint(static_cast<unsigned char>(letter)) && letter != '"' && letter != '\\' && letter != '*')
      made += letter;
  return made;
}

CValues::CValues(const Program& whole, const Procedure& of)
    : program_(whole), procedure_(of), placed_(of.values.size(), false) {
  for (const Block& block : of.blocks)
    for (const ValueId id : block.values) placed_[id] = true;
}

std::string CValues::name(ValueId id) const {
  std::string text = fmt::format("v{}", id);
  if (const std::string& own = procedure_.values[id].name; !own.empty()) {
    text += "_";
    for (const char letter : own) text += std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
  }
  return text;
}

std::string CValues::constant(const Value& value) const {
  switch (value.opcode) {
  case Opcode::constant: {
    const uint64_t handle = uint64_t(value.number) - uint64_t(kPredefined);
    if (handle < predefined_handles().size())
      return fmt::format("(i64)(intptr_t){}", predefined_handles()[handle].name);
    if (value.number == INT64_MIN) return "INT64_MIN";
    return value.number > INT32_MAX || value.number < INT32_MIN ? fmt::format("INT64_C({})", value.number)
                                                                : std::to_string(value.number);
  }
  case Opcode::real:
    return fmt::format("{:a}", value.real_number);
  case Opcode::argument:
    return formal_name(uint32_t(value.number));
  case Opcode::global:
    return fmt::format("ADDRESS(g{})", value.number);
  case Opcode::procedure:
  case Opcode::unknown:
    return "0";
  default:
    return "";
  }
}

std::string CValues::use(ValueId id) const {
  if (id == kNone) return "0";
  const Value& value = procedure_.values[id];
  if (std::string text = constant(value); !text.empty()) return text;
  return placed_[id] || value.opcode == Opcode::index ? name(id) : "(" + expression(id) + ")";
}

std::string CValues::integer(const Value& value) const {
  static const std::pair<Opcode, const char*> kOperators[] = {
      {Opcode::add, "+"}, {Opcode::sub, "-"},  {Opcode::mul, "*"}, {Opcode::and_, "&"},
      {Opcode::or_, "|"}, {Opcode::xor_, "^"}, {Opcode::eq, "=="}, {Opcode::ne, "!="},
      {Opcode::slt, "<"}, {Opcode::sle, "<="}, {Opcode::ult, "<"}, {Opcode::ule, "<="}};
  const std::string a = use(value.operands[0]), b = value.operands.size() > 1 ? use(value.operands[1]) : "";
  const unsigned from = procedure_.values[value.operands[0]].bits;
  for (const auto& [opcode, sign] : kOperators) {
    if (opcode != value.opcode) continue;
    if (opcode >= Opcode::eq && opcode <= Opcode::sle) return fmt::format("-(i64)({} {} {})", a, sign, b);
    if (opcode == Opcode::ult || opcode == Opcode::ule)
      return fmt::format("-(i64)(bits({}, {}) {} bits({}, {}))", a, from, sign, b, from);
    return fmt::format("as((u64){} {} (u64){}, {})", a, sign, b, value.bits);
  }
  switch (value.opcode) {
  case Opcode::sdiv:
    return fmt::format("as(quotient({}, {}), {})", a, b, value.bits);
  case Opcode::srem:
    return fmt::format("as(rest({}, {}), {})", a, b, value.bits);
  case Opcode::udiv:
    return fmt::format("as(unsigned_quotient(bits({}, {}), bits({}, {})), {})", a, from, b, from, value.bits);
  case Opcode::urem:
    return fmt::format("as(unsigned_rest(bits({}, {}), bits({}, {})), {})", a, from, b, from, value.bits);
  case Opcode::shl:
    return fmt::format("as((u64){} << ({} & 63), {})", a, b, value.bits);
  case Opcode::lshr:
    return fmt::format("as(bits({}, {}) >> ({} & 63), {})", a, value.bits, b, value.bits);
  case Opcode::ashr:
    return fmt::format("as({} >> ({} & 63), {})", a, b, value.bits);
  case Opcode::zext:
    return fmt::format("as(bits({}, {}), {})", a, from, value.bits);
  case Opcode::trunc:
  case Opcode::sext:
    return fmt::format("as({}, {})", a, value.bits);
  default:
    return "";
  }
}

std::string CValues::expression(ValueId id) const {
  const Value& value = procedure_.values[id];
  if (std::string text = constant(value); !text.empty()) return text;
  const auto operand = [&](size_t i) { return i < value.operands.size() ? use(value.operands[i]) : std::string("0"); };
  switch (value.opcode) {
  case Opcode::select:
    return fmt::format("{} & 1 ? {} : {}", operand(0), operand(1), operand(2));
  case Opcode::to_real:
    return fmt::format("(double){}", operand(0));
  case Opcode::to_integer:
    return fmt::format("as((i64){}, {})", operand(0), value.bits);
  case Opcode::fadd:
    return fmt::format("{} + {}", operand(0), operand(1));
  case Opcode::fsub:
    return fmt::format("{} - {}", operand(0), operand(1));
  case Opcode::fmul:
    return fmt::format("{} * {}", operand(0), operand(1));
  case Opcode::fdiv:
    return fmt::format("{} / {}", operand(0), operand(1));
  case Opcode::fneg:
    return fmt::format("-{}", operand(0));
  case Opcode::flt:
    return fmt::format("-(i64)({} < {})", operand(0), operand(1));
  case Opcode::fle:
    return fmt::format("-(i64)({} <= {})", operand(0), operand(1));
  case Opcode::feq:
    return fmt::format("-(i64)({} == {})", operand(0), operand(1));
  case Opcode::sqrt:
  case Opcode::cbrt:
  case Opcode::log:
  case Opcode::floor:
  case Opcode::ceil:
  case Opcode::round:
    return fmt::format("{}({})", name_of(value.opcode), operand(0));
  case Opcode::pow:
    return fmt::format("pow({}, {})", operand(0), operand(1));
  case Opcode::load:
    return value.is_real ? fmt::format("load_real({}, {})", operand(0), value.bits)
                         : fmt::format("load({}, {})", operand(0), value.bits);
  case Opcode::stack_slot:
    return fmt::format("ADDRESS(alloca({}))", value.number < 1 ? 1 : value.number);
  case Opcode::heap_block:
    return fmt::format("ADDRESS({}({}, 1))", value.number ? "calloc" : "room", operand(0));
  case Opcode::parse_int:
    return fmt::format("strtoll(POINTER({}), NULL, 10)", operand(0));
  case Opcode::parse_real:
    return fmt::format("strtod(POINTER({}), NULL)", operand(0));
  case Opcode::parameter:
    return fmt::format("given(\"{}\")", c_text(program_.parameters[size_t(value.number)].name));
  case Opcode::compare_strings:
    return fmt::format("strncmp(POINTER({}), POINTER({}), {})", operand(0), operand(1),
                       value.operands.size() > 2 && value.operands[2] != kNone ? operand(2) : "SIZE_MAX");
  case Opcode::string_length:
    return fmt::format("(i64)strlen(POINTER({}))", operand(0));
  default:
    return value.opcode >= Opcode::add && value.opcode <= Opcode::ule ? integer(value) : "";
  }
}

bool CValues::depends_on_data(ValueId id) const {
  std::set<ValueId> seen;
  return depends_on_data(id, seen);
}

bool CValues::depends_on_data(ValueId id, std::set<ValueId>& seen) const {
  if (id == kNone || !seen.insert(id).second) return false;
  const Value& value = procedure_.values[id];
  if (value.opcode == Opcode::unknown) return true;
  // Of what lies in memory, real numbers are data; integers decide messages.
  if (value.opcode == Opcode::load) return value.is_real || depends_on_data(value.operands[0], seen);
  if (value.opcode == Opcode::call || value.opcode == Opcode::operation || value.opcode == Opcode::heap_block)
    return false;
  for (const ValueId operand : value.operands)
    if (depends_on_data(operand, seen)) return true;
  return false;
}

} // namespace unply::stg
