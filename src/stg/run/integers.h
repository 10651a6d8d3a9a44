// Arithmetic on integers that cannot fail, for the interpreter's inner loop: with known operands the result is known.
// Registers hold numbers with their sign, so results are cut to their bits here. Internal to this folder.
#pragma once
#include "stg/program/program.h"

namespace unply::stg {

// The number as a value of `bits`, 0 as of 64: registers hold them with their sign.
inline int64_t as_signed(int64_t number, unsigned bits) {
  const unsigned unused = bits < 64 ? -bits & 63 : 0;
  return int64_t(uint64_t(number) << unused) >> unused;
}
inline uint64_t as_unsigned(int64_t number, unsigned bits) {
  const unsigned unused = bits < 64 ? -bits & 63 : 0;
  return uint64_t(number) << unused >> unused;
}

inline bool is_plain(Opcode op) {
  return (op >= Opcode::add && op <= Opcode::mul) || (op >= Opcode::and_ && op <= Opcode::ule);
}

// bits: of the result, of a comparison: of its operands; from_bits: of what zext extends.
[[gnu::always_inline]] inline int64_t compute_plain(Opcode op, int64_t a, int64_t b, unsigned bits,
                                                    unsigned from_bits) {
  const auto truth = [](bool holds) { return -int64_t(holds); }; // the sign of a number of one bit
  const auto number = [&](uint64_t made) { return as_signed(int64_t(made), bits); };
  switch (op) {
  case Opcode::add:
    return number(uint64_t(a) + uint64_t(b));
  case Opcode::sub:
    return number(uint64_t(a) - uint64_t(b));
  case Opcode::mul:
    return number(uint64_t(a) * uint64_t(b));
  case Opcode::and_:
    return number(uint64_t(a) & uint64_t(b));
  case Opcode::or_:
    return number(uint64_t(a) | uint64_t(b));
  case Opcode::xor_:
    return number(uint64_t(a) ^ uint64_t(b));
  case Opcode::zext:
    return number(as_unsigned(a, from_bits));
  case Opcode::eq:
    return truth(a == b);
  case Opcode::ne:
    return truth(a != b);
  case Opcode::slt:
    return truth(a < b);
  case Opcode::sle:
    return truth(a <= b);
  case Opcode::ult:
    return truth(as_unsigned(a, bits) < as_unsigned(b, bits));
  case Opcode::ule:
    return truth(as_unsigned(a, bits) <= as_unsigned(b, bits));
  default: // trunc, sext
    return number(uint64_t(a));
  }
}

} // namespace unply::stg
