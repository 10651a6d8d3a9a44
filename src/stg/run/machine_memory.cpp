// Loads, stores, strings and the program's arguments.
#include "stg/run/exchange.h"
#include "stg/run/machine.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace unply::stg {

namespace {

constexpr uint64_t kLongestString = 1 << 16;
constexpr uint64_t kLargestFill = uint64_t(1) << 26; // bytes; more is forgotten

unsigned bytes_of(unsigned bits) { return bits <= 8 ? 1 : bits / 8; }

} // namespace

// argv: the words, and as many as parameters bound by name stand for.
void Machine::lay_arguments() {
  std::vector<std::string> words = {program.executable.empty() ? "program" : program.executable};
  words.insert(words.end(), bindings.arguments.begin(), bindings.arguments.end());
  for (const Parameter& parameter : program.parameters)
    if (parameter.argument >= int(words.size()) && bindings.values.contains(parameter.name))
      words.resize(size_t(parameter.argument) + 1);
  argument_count = int64_t(words.size());
  arguments_at = heap_top;
  uint64_t text = arguments_at + (words.size() + 1) * 8;
  for (size_t i = 0; i <= words.size(); ++i) write_integer(arguments_at + i * 8, 0, 8);
  for (size_t i = 0; i < words.size(); ++i) {
    write_integer(arguments_at + i * 8, int64_t(text), 8);
    memory.write(text, words[i].c_str(), words[i].size() + 1);
    text += words[i].size() + 1;
  }
  heap_top = (text + 63) / 64 * 64;
}

Result<void> Machine::fetch(uint64_t address, uint64_t bytes) {
  while (memory.has_hidden()) {
    const auto range = memory.take_transfer(address, bytes);
    if (!range) break;
    const auto found = transfers.find(range->origin);
    if (found == transfers.end()) continue;
    Transfer& transfer = found->second;
    if (!transfer.fetched) {
      auto payload = transfer.collective ? exchange.result_of(rank, transfer) : exchange.receive(rank, transfer);
      if (!payload) return error_of(payload);
      transfer.payload = std::move(*payload), transfer.fetched = true;
    }
    const size_t first = range->begin - range->origin, count = range->end - range->begin;
    const Payload& payload = transfer.payload;
    if (first >= payload.bytes.size()) continue;
    memory.write_known(range->begin, payload.bytes.substr(first, count), payload.mask.substr(first, count));
  }
  return {};
}

Result<void> Machine::load(const Instruction& instruction) {
  known(instruction.to) = 0, value(instruction.to) = 0;
  if (!known(instruction.a)) return {};
  const uint64_t address = uint64_t(value(instruction.a));
  const unsigned bytes = bytes_of(instruction.bits);
  if (memory.has_hidden()) TRY(fetch(address, bytes));
  int64_t number = 0;
  if (!memory.read(address, &number, bytes)) return {};
  if (instruction.real && bytes == 4)
    set(instruction.to, std::bit_cast<int64_t>(double(std::bit_cast<float>(int32_t(number)))));
  else
    set(instruction.to, as_signed(number, instruction.bits));
  return {};
}

Result<void> Machine::store(const Instruction& instruction) {
  if (!known(instruction.b)) return forget_object(value(instruction.b));
  const uint64_t address = uint64_t(value(instruction.b));
  const unsigned bytes = bytes_of(instruction.bits);
  int64_t number = value(instruction.a);
  if (instruction.real && bytes == 4) number = std::bit_cast<int32_t>(float(std::bit_cast<double>(number)));
  if (instruction.bits == 1) number &= 1;
  if (known(instruction.a))
    memory.write(address, &number, bytes);
  else
    memory.forget(address, bytes);
  return {};
}

// An unknown place of an object was overwritten.
Result<void> Machine::forget_object(int64_t near) {
  const uint64_t address = uint64_t(near);
  const auto within = [&](uint64_t begin, uint64_t bytes) { return begin <= address && address <= begin + bytes; };
  for (size_t i = 0; i < image.globals.size() && address >= kArena; ++i)
    if (within(image.globals[i], uint64_t(program.globals[i].bytes))) {
      memory.forget(image.globals[i], uint64_t(program.globals[i].bytes));
      return {};
    }
  for (const auto* objects : {&blocks, &slots}) {
    const auto after = std::upper_bound(objects->begin(), objects->end(), std::pair(address, UINT64_MAX));
    if (after != objects->begin() && within(std::prev(after)->first, std::prev(after)->second)) {
      memory.forget(std::prev(after)->first, std::prev(after)->second);
      return {};
    }
  }
  const Frame& frame = frames.back();
  const Value* value = nullptr;
  if (frame.code->instructions[frame.pc - 1].to < frame.code->procedure->values.size())
    value = &frame.code->procedure->values[frame.code->instructions[frame.pc - 1].to];
  return failed(value ? value->place : Place{}, "the address written to is not known");
}

Result<void> Machine::access(const Instruction& instruction) {
  const uint64_t number = uint64_t(instruction.number);
  const auto amount = [&](uint32_t id) { return uint64_t(value(id)); };
  switch (Opcode(instruction.op)) {
  case Opcode::load:
    return load(instruction);
  case Opcode::store:
    return store(instruction);
  case Opcode::stack_slot:
    set(instruction.to, int64_t(stack_top));
    slots.emplace_back(stack_top, number);
    stack_top += (number + 15) / 16 * 16 + 16;
    return {};
  case Opcode::heap_block: {
    uint64_t& top = number ? zero_heap_top : heap_top;
    const uint64_t bytes = known(instruction.a) ? amount(instruction.a) : uint64_t(1) << 32;
    set(instruction.to, int64_t(top));
    const std::pair block(top, bytes);
    blocks.insert(std::upper_bound(blocks.begin(), blocks.end(), block), block);
    top += (bytes + 63) / 64 * 64 + 64;
    return {};
  }
  case Opcode::copy:
    if (!known(instruction.a) || !known(instruction.c)) return forget_object(value(instruction.a));
    if (!known(instruction.b) || amount(instruction.c) > kLargestFill) {
      memory.forget(amount(instruction.a), amount(instruction.c));
      return {};
    }
    TRY(fetch(amount(instruction.b), amount(instruction.c)));
    memory.copy(amount(instruction.a), amount(instruction.b), amount(instruction.c));
    return {};
  case Opcode::fill:
    if (!known(instruction.a) || !known(instruction.c)) return forget_object(value(instruction.a));
    if (!known(instruction.b) || amount(instruction.c) > kLargestFill)
      memory.forget(amount(instruction.a), amount(instruction.c));
    else
      memory.fill(amount(instruction.a), uint8_t(value(instruction.b)), amount(instruction.c));
    return {};
  case Opcode::forget:
    if (known(instruction.a) && value(instruction.a) == 0) return {}; // an argument that is left out
    if (!known(instruction.a) || !instruction.number || !known(instruction.b))
      return forget_object(value(instruction.a));
    memory.forget(amount(instruction.a), amount(instruction.b));
    return {};
  case Opcode::compare_strings:
  case Opcode::string_length:
    return compare(instruction);
  default:
    return parse(instruction);
  }
}

Result<std::optional<std::string>> Machine::read_string(uint64_t address, uint64_t limit) {
  std::string text;
  while (text.size() < limit) {
    char letter;
    TRY(fetch(address + text.size(), 1));
    if (!memory.read(address + text.size(), &letter, 1)) return std::nullopt;
    if (letter == '\0') break;
    text += letter;
  }
  return text;
}

Result<void> Machine::compare(const Instruction& instruction) {
  known(instruction.to) = 0, value(instruction.to) = 0;
  const bool two = Opcode(instruction.op) == Opcode::compare_strings;
  const bool limited = two && instruction.number;
  if (!known(instruction.a) || (two && !known(instruction.b)) || (limited && !known(instruction.c))) return {};
  const uint64_t limit = limited ? uint64_t(value(instruction.c)) : kLongestString;
  const auto first = read_string(uint64_t(value(instruction.a)), limit);
  if (!first) return error_of(first);
  if (*first && !two) set(instruction.to, int64_t((*first)->size()));
  if (!*first || !two) return {};
  const auto second = read_string(uint64_t(value(instruction.b)), limit);
  if (!second) return error_of(second);
  if (*second) set(instruction.to, (*first)->compare(**second));
  return {};
}

// A number of the command line or of the input; one bound by name wins.
Result<void> Machine::parse(const Instruction& instruction) {
  const Parameter& parameter = program.parameters[size_t(instruction.number)];
  const auto put = [&](double number) {
    set(instruction.to,
        instruction.real ? std::bit_cast<int64_t>(number) : as_signed(int64_t(number), instruction.bits));
  };
  if (const auto found = bindings.values.find(parameter.name); found != bindings.values.end()) {
    ++exchange.asked[parameter.name];
    put(found->second);
    return {};
  }
  if (Opcode(instruction.op) != Opcode::parameter && known(instruction.a)) {
    const auto text = read_string(uint64_t(value(instruction.a)), kLongestString);
    if (!text) return error_of(text);
    if (*text) {
      if (parameter.is_real)
        put(std::strtod((*text)->c_str(), nullptr));
      else
        set(instruction.to, as_signed(std::strtoll((*text)->c_str(), nullptr, 10), instruction.bits));
      return {};
    }
  }
  const auto number = need(parameter.name, parameter.place, fmt::format("the value of {}", parameter.name));
  if (!number) return error_of(number);
  put(double(*number));
  return {};
}

Result<std::optional<int64_t>> Machine::read_integer(uint64_t address, unsigned bytes) {
  TRY(fetch(address, bytes));
  int64_t number = 0;
  if (!memory.read(address, &number, bytes)) return std::nullopt;
  return as_signed(number, bytes * 8);
}

Result<std::optional<std::vector<int64_t>>> Machine::read_integers(uint64_t address, int64_t count, unsigned bytes) {
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i < count; ++i) {
    const auto number = read_integer(address + uint64_t(i) * bytes, bytes);
    if (!number) return error_of(number);
    if (!*number) return std::nullopt;
    numbers.push_back(**number);
  }
  return numbers;
}

void Machine::write_integer(uint64_t address, int64_t number, unsigned bytes) {
  if (address >= kArena) memory.write(address, &number, bytes);
}
void Machine::write_integers(uint64_t address, const std::vector<int64_t>& numbers) {
  for (size_t i = 0; i < numbers.size(); ++i) write_integer(address + i * 4, numbers[i]);
}

} // namespace unply::stg
