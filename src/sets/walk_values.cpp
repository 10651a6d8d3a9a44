// Values as piecewise affine functions: arithmetic, comparisons, merges.
#include "sets/walk.h"
#include <fmt/format.h>
#include <isl/aff.h>

namespace unply::sets {

namespace {

constexpr int kMostPiecesOfValue = 16; // more make each question behind it slow
constexpr int kMostPairs = 32;         // of pieces of two values that are added, most of which are never together

const char* sign_of(Opcode opcode) {
  switch (opcode) {
  case Opcode::add:
  case Opcode::fadd:
    return "+";
  case Opcode::sub:
  case Opcode::fsub:
    return "-";
  case Opcode::mul:
  case Opcode::fmul:
    return "*";
  case Opcode::sdiv:
  case Opcode::udiv:
  case Opcode::fdiv:
    return "/";
  case Opcode::srem:
  case Opcode::urem:
    return "%";
  case Opcode::shl:
    return "<<";
  case Opcode::lshr:
  case Opcode::ashr:
    return ">>";
  case Opcode::and_:
    return "&";
  case Opcode::or_:
    return "|";
  case Opcode::xor_:
    return "^";
  case Opcode::eq:
  case Opcode::feq:
    return "==";
  case Opcode::ne:
    return "!=";
  case Opcode::slt:
  case Opcode::ult:
  case Opcode::flt:
    return "<";
  case Opcode::sle:
  case Opcode::ule:
  case Opcode::fle:
    return "<=";
  default:
    return nullptr;
  }
}

std::string in_brackets(const std::string& text) {
  return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

std::string clipped(std::string text) {
  if (text.size() > 120) text = text.substr(0, 117) + "...";
  return text;
}

isl::pw_aff indicator(const isl::set& set) { return set.indicator_function(); }

std::string text_of_binary(const std::string& a, const char* sign, const std::string& b) {
  if (sign[0] == '+' && b.starts_with("-") && b.find(' ') == std::string::npos)
    return fmt::format("{} - {}", in_brackets(a), b.substr(1));
  return fmt::format("{} {} {}", in_brackets(a), sign, in_brackets(b));
}

} // namespace

std::optional<int64_t> constant_of(const Symbolic& value) {
  if (value.value.is_null() || !value.object.empty()) return {};
  const isl::val low = value.value.min_val(), high = value.value.max_val();
  if (!low.is_int() || !low.eq(high)) return {};
  return low.num_si();
}

std::string Walk::line(const Place& place) const {
  if (place.file == kNone) return "an unknown line";
  std::string file = program.files[place.file];
  if (const size_t slash = file.rfind('/'); slash != std::string::npos) file.erase(0, slash + 1);
  return fmt::format("{}:{}", file, place.line);
}

std::set<std::string> Walk::depends_of(const Symbolic& value) const {
  return value.value.is_null() ? value.depends : parameters_of(value.value);
}

Symbolic Walk::affine(isl::pw_aff value, std::string text) {
  if (isl_pw_aff_n_piece(value.get()) > kMostPiecesOfValue) throw isl::exception("too many cases");
  return {.value = std::move(value), .tier = Tier::exact, .text = clipped(std::move(text))};
}

Symbolic Walk::opaque(const Value& value, std::vector<const Symbolic*> operands, std::string text) {
  Symbolic result{.tier = Tier::evaluable, .text = clipped(std::move(text)), .opcode = value.opcode};
  for (const Symbolic* one : operands) {
    result.depends.merge(depends_of(*one));
    result.doubles |= one->doubles;
    if (one->value.is_null() && one->tier > result.tier) result.tier = one->tier, result.reason = one->reason;
  }
  std::string reason;
  if (tier_of(result.depends, &reason, nullptr) == Tier::observed) result.tier = Tier::observed, result.reason = reason;
  if (result.reason.empty()) result.reason = fmt::format("{} is not affine", result.text);
  return result;
}

// A function of inputs alone that is not affine becomes a parameter: the same expression, the same name.
std::optional<isl::pw_aff> Walk::named(const Symbolic& value, const Frame& frame, ValueId id) {
  if (frame.procedure->values[id].is_real) return {};
  const bool boolean = frame.procedure->values[id].bits == 1;
  if (value.tier != Tier::evaluable || value.text.empty() || !value.object.empty()) return {};
  for (const std::string& name : value.depends) {
    if (name == "P") continue;
    const auto found = symbols.find(name);
    if (found == symbols.end() || !found->second.uniform) return {};
  }
  auto [at, is_new] = found.named_texts.try_emplace(value.text);
  if (is_new) {
    std::string wanted;
    for (const char c : value.text) {
      if (c == '/')
        wanted += "div";
      else if (c == '*')
        wanted += "times";
      else if (c == '%')
        wanted += "mod";
      else if (isalnum((unsigned char)c))
        wanted += c;
      else if (!wanted.empty() && wanted.back() != '_')
        wanted += '_';
    }
    if (wanted.size() > 40) wanted = "e_" + std::to_string(found.named_texts.size());
    at->second = new_name(wanted);
    symbols[at->second] = {.text = value.text,
                           .reason = fmt::format("{} is not affine", value.text),
                           .tier = Tier::evaluable,
                           .uniform = true,
                           .boolean = boolean};
    found.probes.values[at->second] = {frame.index, id};
  }
  const isl::pw_aff name = parameter(ctx, at->second);
  return boolean ? indicator(name.ge_set(number(1))) : name;
}

Symbolic Walk::evaluate(Frame& frame, ValueId id) {
  if (frame.memo[id]) return *frame.memo[id];
  // Through memory a value may lead back to itself: it is then not known, and what was found with it is forgotten.
  const auto [active, is_new] = frame.active.try_emplace(id, false);
  if (!is_new) {
    active->second = true;
    const std::string& name = frame.procedure->values[id].name;
    Symbolic unknown{.tier = Tier::observed, .text = name.empty() ? "memory" : name, .depends = {"rank", "?"}};
    unknown.reason = unknown.text + " depends on itself through memory";
    return unknown;
  }
  const size_t known = frame.order.size();
  Symbolic value;
  const bool answered = budget.answers([&] { value = compute(frame, id); });
  if (!answered) {
    const Value& source = frame.procedure->values[id];
    value = {.tier = Tier::evaluable, .text = source.name.empty() ? name_of(source.opcode) : source.name};
    value.reason = fmt::format("{} at {}", kRanOut, line(source.place));
    value.depends = {"rank", "?"};
  }
  const auto found = frame.active.find(id);
  if (found->second || !answered) {
    for (size_t i = known; i < frame.order.size(); ++i) frame.memo[frame.order[i]].reset();
    frame.order.resize(std::min(known, frame.order.size()));
  }
  frame.active.erase(found);
  if (value.value.is_null() && value.object.empty())
    if (auto parameter_value = named(value, frame, id))
      value = {.value = *parameter_value, .tier = Tier::exact, .text = value.text};
  if (value.value.is_null() && value.made_by.empty()) value.made_by = fmt::format("{}:{}", frame.key, id);
  frame.memo[id] = value, frame.order.push_back(id);
  return value;
}

// A value that is made in a loop and used behind it has the value of the last iteration.
Symbolic Walk::closed(Frame& frame, Symbolic value, uint32_t from, uint32_t to) {
  while (from != kNone && !inside(frame, to, from)) {
    const LoopState& state = frame.loops[from];
    if (value.value.is_null()) {
      value.depends.erase(state.name), value.made_by.clear();
    } else if (parameters_of(value.value).contains(state.name)) {
      if (state.exits.is_null()) return {.tier = Tier::evaluable, .text = value.text, .depends = {"rank"}};
      isl::pw_aff last = value_at(value.value, state.exits, {state.name});
      if (last.is_null()) {
        value.depends = parameters_of(value.value), value.depends.insert("rank");
        value.tier = Tier::evaluable, value.reason = value.text + " is not affine behind its loop";
      }
      value.value = last;
    }
    from = frame.procedure->loops[from].parent;
  }
  return value;
}

Symbolic Walk::evaluate_at(Frame& frame, ValueId id, BlockId block) {
  Symbolic value = evaluate(frame, id);
  if (frame.block_of[id] == kNone || block == kNone) return value;
  const auto& blocks = frame.procedure->blocks;
  const uint32_t from = blocks[frame.block_of[id]].loop, to = blocks[block].loop;
  if (budget.answers([&] { value = closed(frame, value, from, to); })) return value;
  value.value = {}, value.tier = Tier::evaluable, value.depends = {"rank", "?"};
  value.reason = fmt::format("{} at {}", kRanOut, line(frame.procedure->values[id].place));
  return value;
}

Symbolic Walk::compute(Frame& frame, ValueId id) {
  const Value& value = frame.procedure->values[id];
  switch (value.opcode) {
  case Opcode::sext:
  case Opcode::zext:
  case Opcode::trunc:
    return convert(frame, id);
  case Opcode::select:
    return choose(frame, id);
  case Opcode::phi:
    return compute_phi(frame, id);
  case Opcode::load:
    return load(frame, id);
  case Opcode::call:
    return returned(frame, id);
  case Opcode::operation:
    return operation(frame, id);
  case Opcode::eq:
  case Opcode::ne:
  case Opcode::slt:
  case Opcode::sle:
  case Opcode::ult:
  case Opcode::ule:
    return compare(frame, id);
  case Opcode::add:
  case Opcode::sub:
  case Opcode::mul:
  case Opcode::sdiv:
  case Opcode::udiv:
  case Opcode::srem:
  case Opcode::urem:
  case Opcode::shl:
  case Opcode::lshr:
  case Opcode::ashr:
  case Opcode::and_:
  case Opcode::or_:
  case Opcode::xor_:
    return binary(frame, id);
  default:
    return leaf(frame, id);
  }
}

// Values without operands.
Symbolic Walk::leaf(Frame& frame, ValueId id) {
  const Value& value = frame.procedure->values[id];
  switch (value.opcode) {
  case Opcode::constant:
    return affine(number(value.number), std::to_string(value.number));
  case Opcode::argument:
    if (size_t(value.number) < frame.formals.size()) return frame.formals[value.number];
    break;
  case Opcode::index: {
    const auto found = frame.indices.find(id);
    if (found == frame.indices.end()) break;
    return affine(parameter(ctx, found->second), value.name);
  }
  case Opcode::parameter:
  case Opcode::parse_int: {
    if (value.number < 0 || size_t(value.number) >= inputs.size() || program.parameters[value.number].is_real) break;
    return affine(parameter(ctx, inputs[value.number]), program.parameters[value.number].name);
  }
  case Opcode::stack_slot:
  case Opcode::heap_block:
  case Opcode::global: {
    const bool global = value.opcode == Opcode::global;
    Symbolic address = affine(number(0), global ? program.globals[value.number].name : value.name);
    address.object = global ? fmt::format("global {}", value.number) : fmt::format("{}:{}", frame.key, id);
    return address;
  }
  case Opcode::procedure:
    return {.text = "procedure", .object = "procedure", .procedure = uint32_t(value.number)};
  default:
    break;
  }
  if (value.opcode != Opcode::unknown && value.opcode != Opcode::argument) return function_of(frame, id);
  Symbolic unknown{.tier = Tier::observed, .text = value.name.empty() ? "data" : value.name, .depends = {"?"}};
  unknown.reason = fmt::format("{} at {} depends on data", unknown.text, line(value.place));
  return unknown;
}

// What is never affine: real numbers, strings.
Symbolic Walk::function_of(Frame& frame, ValueId id) {
  const Value& value = frame.procedure->values[id];
  std::vector<Symbolic> all;
  for (const ValueId operand : value.operands) // strcmp has no length, strncmp one
    if (operand != kNone) all.push_back(evaluate_at(frame, operand, frame.block_of[id]));
  std::vector<const Symbolic*> pointers;
  std::string text;
  for (const Symbolic& one : all) pointers.push_back(&one), text += (text.empty() ? "" : ", ") + one.text;
  const char* sign = sign_of(value.opcode);
  if (sign && all.size() == 2)
    text = text_of_binary(all[0].text, sign, all[1].text);
  else if (value.opcode == Opcode::real)
    text = fmt::format("{}", value.real_number);
  else if (value.opcode != Opcode::to_real && value.opcode != Opcode::to_integer)
    text = fmt::format("{}({})", name_of(value.opcode), text);
  return opaque(value, pointers, text);
}

// Widths: integers do not overflow, so that only a sign can change.
Symbolic Walk::convert(Frame& frame, ValueId id) {
  const Value& value = frame.procedure->values[id];
  const BlockId here = frame.block_of[id];
  Symbolic from = evaluate_at(frame, value.operands[0], here);
  if (from.value.is_null() || !from.object.empty()) return from;
  if (value.opcode == Opcode::sext) {
    if (frame.procedure->values[value.operands[0]].bits == 1) from.value = from.value.neg();
    return from;
  }
  if (value.opcode == Opcode::trunc) {
    if (value.bits == 1) from.value = from.value.mod(2);
    return from;
  }
  if (here == kNone) return from;
  const bool negative = !frame.domains[here].intersect(from.value.lt_set(number(0))).is_empty();
  return negative ? opaque(value, {&from}, from.text) : from;
}

Symbolic Walk::choose(Frame& frame, ValueId id) {
  const Value& value = frame.procedure->values[id];
  const auto operand = [&](size_t i) { return evaluate_at(frame, value.operands[i], frame.block_of[id]); };
  const Symbolic condition = operand(0), yes = operand(1), no = operand(2);
  const std::string text = fmt::format("{} ? {} : {}", condition.text, in_brackets(yes.text), in_brackets(no.text));
  if (condition.value.is_null() || yes.value.is_null() || no.value.is_null() || yes.object != no.object)
    return opaque(value, {&condition, &yes, &no}, text);
  const isl::pw_aff taken_side = yes.value.intersect_domain(condition.value.ne_set(number(0)));
  const isl::pw_aff other_side = no.value.intersect_domain(condition.value.eq_set(number(0)));
  Symbolic result = affine(taken_side.union_add(other_side).coalesce(), value.name.empty() ? text : value.name);
  result.object = yes.object;
  return result;
}

Symbolic Walk::compare(Frame& frame, ValueId id) {
  const Value& value = frame.procedure->values[id];
  const BlockId here = frame.block_of[id];
  const Symbolic a = evaluate_at(frame, value.operands[0], here), b = evaluate_at(frame, value.operands[1], here);
  const std::string text = text_of_binary(a.text, sign_of(value.opcode), b.text);
  for (const auto& [address, zero] : {std::pair{&a, &b}, {&b, &a}})
    if (value.opcode == Opcode::eq || value.opcode == Opcode::ne)
      if (address->object.contains(':') && zero->object.empty() && constant_of(*zero) == 0) {
        assumptions.insert("memory does not run out");
        return affine(number(value.opcode == Opcode::ne), text);
      }
  if (a.value.is_null() || b.value.is_null() || a.object != b.object) return opaque(value, {&a, &b}, text);
  switch (value.opcode) {
  case Opcode::eq:
    return affine(indicator(a.value.eq_set(b.value)), text);
  case Opcode::ne:
    return affine(indicator(a.value.ne_set(b.value)), text);
  case Opcode::slt:
    return affine(indicator(a.value.lt_set(b.value)), text);
  case Opcode::sle:
    return affine(indicator(a.value.le_set(b.value)), text);
  default:
    break;
  }
  // Unsigned comparisons are the signed ones where both sides are known not to be negative.
  const isl::set here_set = here == kNone ? everything(ctx) : frame.domains[here];
  const isl::set negative = a.value.lt_set(number(0)).unite(b.value.lt_set(number(0)));
  if (!here_set.is_disjoint(negative)) return opaque(value, {&a, &b}, text);
  return affine(indicator(value.opcode == Opcode::ult ? a.value.lt_set(b.value) : a.value.le_set(b.value)), text);
}

Symbolic Walk::binary(Frame& frame, ValueId id) {
  const Value& value = frame.procedure->values[id];
  const BlockId here = frame.block_of[id];
  const Symbolic a = evaluate_at(frame, value.operands[0], here), b = evaluate_at(frame, value.operands[1], here);
  const std::string text = text_of_binary(a.text, sign_of(value.opcode), b.text);
  if (!a.object.empty() || !b.object.empty()) return moved_address(value, a, b, text);
  if (a.value.is_null() || b.value.is_null()) return opaque(value, {&a, &b}, text);
  const auto left = constant_of(a), right = constant_of(b);
  switch (value.opcode) {
  case Opcode::add:
  case Opcode::sub:
    if (isl_pw_aff_n_piece(a.value.get()) * isl_pw_aff_n_piece(b.value.get()) > kMostPairs)
      return opaque(value, {&a, &b}, text); // isl is not asked, so that its patience stays
    return affine((value.opcode == Opcode::add ? a.value.add(b.value) : a.value.sub(b.value)).coalesce(), text);
  case Opcode::mul:
    if (left) return affine(b.value.scale(long(*left)), text);
    if (right) return affine(a.value.scale(long(*right)), text);
    break;
  case Opcode::shl:
    if (right && *right >= 0 && *right < 62) return affine(a.value.scale(long(1) << *right), text);
    break;
  case Opcode::and_:
  case Opcode::or_:
  case Opcode::xor_:
    if (value.bits == 1 || (is_truth(frame, here, a.value) && is_truth(frame, here, b.value))) {
      const isl::set left_holds = a.value.ne_set(number(0)).coalesce(),
                     right_holds = b.value.ne_set(number(0)).coalesce();
      const isl::set both = left_holds.intersect(right_holds);
      if (value.opcode == Opcode::and_) return affine(indicator(both.coalesce()), text);
      const isl::set either = left_holds.unite(right_holds);
      return affine(indicator((value.opcode == Opcode::or_ ? either : either.subtract(both)).coalesce()), text);
    }
    if (value.opcode == Opcode::and_ && right && *right > 0 && ((*right + 1) & *right) == 0)
      return affine(a.value.mod(long(*right + 1)), text);
    break;
  case Opcode::ashr:
    if (right && *right >= 0 && *right < 62) return affine(a.value.scale_down(long(1) << *right).floor(), text);
    break;
  case Opcode::sdiv:
  case Opcode::udiv:
  case Opcode::srem:
  case Opcode::urem: {
    const isl::set here_set = here == kNone ? everything(ctx) : frame.domains[here];
    const bool is_unsigned = value.opcode == Opcode::udiv || value.opcode == Opcode::urem;
    if (is_unsigned && !here_set.is_disjoint(a.value.lt_set(number(0)))) break;
    return divide(frame, id, a, b);
  }
  default:
    break;
  }
  if (value.opcode == Opcode::mul)
    if (const auto known = product(frame, id, a.value, b.value); !known.is_null()) return affine(known, text);
  return opaque(value, {&a, &b}, text);
}

// 0 or 1 wherever it is used.
bool Walk::is_truth(const Frame& frame, BlockId here, const isl::pw_aff& value) const {
  const isl::set domain = here == kNone ? everything(ctx) : frame.domains[here];
  return domain.is_subset(value.eq_set(sets::number(ctx, 0)).unite(value.eq_set(sets::number(ctx, 1))));
}

// An address and an offset.
Symbolic Walk::moved_address(const Value& value, const Symbolic& a, const Symbolic& b, const std::string& text) {
  const Symbolic& address = a.object.empty() ? b : a;
  const Symbolic& offset = a.object.empty() ? a : b;
  Symbolic sum = opaque(value, {&a, &b}, text);
  if (value.opcode == Opcode::sub && a.object == b.object && !a.value.is_null() && !b.value.is_null())
    return affine(a.value.sub(b.value), text);
  if (!offset.object.empty() || (value.opcode != Opcode::add && value.opcode != Opcode::sub)) return sum;
  sum.object = address.object;
  if (!address.value.is_null() && !offset.value.is_null())
    sum.value = value.opcode == Opcode::add ? address.value.add(offset.value) : address.value.sub(offset.value);
  return sum;
}

} // namespace unply::sets
