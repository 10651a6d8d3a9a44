// The instances of each block: branch conditions along reverse post-order. A loop is entered with its parameter
// unbounded above; where it is left is known once its body is done, and an iteration behind the first such one does
// not happen.
#include "sets/walk.h"
#include <algorithm>
#include <fmt/format.h>
#include <isl/set.h>

namespace unply::sets {

namespace {

// Values that a procedure without messages returns are given up first.
constexpr uint32_t kMaxSilentFrames = 600, kMaxFrames = 2400, kMaxDepth = 24;

// A set of very many cases makes each question behind it slow; whoever asks goes on without it.
constexpr int kMostCases = 12;

isl::set united(const Maybe<isl::set>& a, const isl::set& b) { return a.is_null() ? b : a.unite(b).coalesce(); }

isl::set bounded(isl::set set) {
  if (isl_set_n_basic_set(set.get()) > kMostCases || parameters_of(set).size() > kMostCases)
    throw isl::exception("too many cases");
  return set;
}

} // namespace

Walk::Walk(isl::ctx c, const Program& p, Findings& f, unsigned long n) : ctx(c), budget(c, n), program(p), found(f) {
  symbols = found.symbols;
  start();
}

void Walk::start() {
  for (const auto& [name, symbol] : symbols) taken.insert(name);
  for (const char* word :
       {"rank", "P",   "x",     "y",    "z",      "rank_row", "row_start", "min",   "max", "and",     "or",
        "not",  "mod", "floor", "ceil", "exists", "true",     "false",     "infty", "NaN", "implies", "rat"})
    taken.insert(word);
  for (const Parameter& input : program.parameters) {
    inputs.push_back(new_name(input.name));
    symbols[inputs.back()] = {.text = input.name, .reason = {}, .tier = Tier::exact, .uniform = true};
  }
  set_grid();
  root = std::make_unique<Frame>();
  root->procedure = &program.procedures[program.main];
  root->index = program.main, root->key = "m";
  for (const std::string& formal : root->procedure->formals)
    root->formals.push_back({.tier = Tier::evaluable, .text = formal, .object = "argument " + formal});
  if (!root->formals.empty() && !root->procedure->formal_bits.empty() && root->procedure->formal_bits[0] == 32) {
    const std::string name = new_name(root->procedure->formals[0]);
    symbols[name] = {.text = "words of the command line", .tier = Tier::exact, .uniform = true};
    root->formals[0] = affine(parameter(ctx, name), name);
  }
  has_ranks = !program.mpi.empty();
  root->entry = has_ranks ? isl::set(ctx, "[rank, P] -> { : 0 <= rank < P }") : everything(ctx);
  analyse(*root);
}

std::string Walk::new_name(const std::string& wanted) {
  std::string name;
  for (const char c : wanted) name += isalnum((unsigned char)c) || c == '_' ? c : '_';
  if (name.empty() || isdigit((unsigned char)name[0])) name = "v_" + name;
  std::string unique = name;
  for (int i = 2; !taken.insert(unique).second; ++i) unique = fmt::format("{}_{}", name, i);
  return unique;
}

Tier Walk::tier_of(const std::set<std::string>& names, std::string* reason, bool* uniform) const {
  Tier worst = Tier::exact;
  for (const std::string& name : names) {
    const auto found = symbols.find(name);
    if (found == symbols.end()) continue;
    if (uniform && !found->second.uniform) *uniform = false;
    if (found->second.tier <= worst) continue;
    worst = found->second.tier;
    if (reason) *reason = found->second.reason;
  }
  return worst;
}

bool Walk::inside(const Frame& frame, uint32_t inner, uint32_t outer) const {
  while (inner != kNone && inner != outer) inner = frame.procedure->loops[inner].parent;
  return inner == outer;
}

Names Walk::loops_of(const Frame& frame, uint32_t loop) const {
  Names names;
  for (; loop != kNone; loop = frame.procedure->loops[loop].parent) names.push_back(frame.loops[loop].name);
  std::ranges::reverse(names);
  names.insert(names.begin(), frame.outer_loops.begin(), frame.outer_loops.end());
  return names;
}

// Blocks from which the program only stops without a message. `finishes`: MPI_Finalize ends no other way either.
static std::vector<bool> doomed_if(const Procedure& p, bool finishes) {
  std::vector<bool> doomed(p.blocks.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockId b = BlockId(p.blocks.size()); b-- > 0;) {
      if (doomed[b]) continue;
      const Block& block = p.blocks[b];
      bool quiet = true, aborts = false;
      for (const ValueId v : block.values) {
        const Value& value = p.values[v];
        if (value.opcode == Opcode::operation) {
          const Call call = p.operations[value.number].call;
          aborts |= call == Call::abort;
          quiet &=
              call == Call::abort || call == Call::rank || call == Call::size || (call == Call::finalize && !finishes);
        }
        quiet &= value.opcode != Opcode::call;
      }
      const auto ends = [&](BlockId to) { return to == kNone || doomed[to]; };
      const bool onward = block.then != kNone && ends(block.then) && ends(block.otherwise);
      doomed[b] = aborts || (quiet && (block.stops || onward));
      changed |= doomed[b];
    }
  }
  return doomed;
}

// Runs that stop early are not what the sets describe. A procedure that never returns ends with MPI_Finalize: a stop
// behind it is not early.
std::vector<bool> doomed_blocks(const Procedure& p) {
  bool returns = false;
  for (const Block& block : p.blocks) returns |= block.then == kNone && !block.stops;
  std::vector<bool> doomed = doomed_if(p, !returns);
  if (doomed[0]) doomed.assign(p.blocks.size(), false);
  return doomed;
}

void Walk::set_sequence(Frame& frame) {
  const Procedure& p = *frame.procedure;
  std::vector<uint8_t> state(p.blocks.size()); // 1: open, 2: done
  std::vector<BlockId> open{0};
  while (!open.empty()) {
    const BlockId at = open.back();
    const bool first = state[at] == 0;
    if (!first) {
      open.pop_back();
      if (state[at] == 1) state[at] = 2, frame.sequence.push_back(at);
      continue;
    }
    state[at] = 1;
    for (const BlockId to : {p.blocks[at].then, p.blocks[at].otherwise})
      if (to != kNone && state[to] == 0) open.push_back(to);
  }
  std::ranges::reverse(frame.sequence);
}

void Walk::analyse(Frame& frame) {
  const Procedure& p = *frame.procedure;
  frame.block_of.assign(p.values.size(), kNone);
  frame.position.assign(p.values.size(), 0);
  set_sequence(frame);
  uint32_t position = 0;
  for (const BlockId b : frame.sequence)
    for (const ValueId v : p.blocks[b].values) frame.block_of[v] = b, frame.position[v] = position++;
  frame.memo.resize(p.values.size());
  frame.domains.assign(p.blocks.size(), nothing(ctx));
  frame.loops.resize(p.loops.size());
  frame.doomed = doomed_blocks(p);
  process_region(frame, kNone);
}

void Walk::process_region(Frame& frame, uint32_t loop) {
  const Procedure& p = *frame.procedure;
  for (const BlockId b : frame.sequence) {
    const uint32_t own = p.blocks[b].loop;
    if (own == loop)
      process_block(frame, b);
    else if (own != kNone && p.loops[own].parent == loop && p.loops[own].header == b)
      process_loop(frame, own);
  }
}

void Walk::enter_loop(Frame& frame, uint32_t loop) {
  const Procedure& p = *frame.procedure;
  const Loop& source = p.loops[loop];
  LoopState& state = frame.loops[loop];
  state.counts = true, state.step = 1, state.first = number(0);
  const auto entered = frame.edges.find({source.preheader, source.header});
  isl::set domain = entered == frame.edges.end() ? nothing(ctx) : entered->second;
  if (source.variable != kNone) {
    const Value& phi = p.values[source.variable];
    for (size_t i = 0; i < phi.operands.size(); ++i) {
      if (phi.from[i] == source.latch) {
        const Value& next = p.values[phi.operands[i]];
        const bool plain = next.operands.size() == 2 && (next.opcode == Opcode::add || next.opcode == Opcode::sub);
        const uint32_t other = plain && next.operands[0] == source.variable ? 1 : 0;
        if (!plain || next.operands[1 - other] != source.variable || (other == 0 && next.opcode == Opcode::sub))
          continue;
        const Value& by = p.values[next.operands[other]];
        if (by.opcode != Opcode::constant || by.number == 0) continue;
        state.step = next.opcode == Opcode::add ? by.number : -by.number, state.counts = false;
      }
    }
    if (!state.counts) {
      for (size_t i = 0; i < phi.operands.size(); ++i)
        if (phi.from[i] != source.latch) {
          const Symbolic first = evaluate_at(frame, phi.operands[i], source.preheader);
          if (first.value.is_null() || !first.object.empty())
            state.counts = true, state.step = 1;
          else
            state.first = first.value;
        }
    }
  }
  if (state.step < 0) descending.insert(state.name);
  const isl::pw_aff variable = parameter(ctx, state.name);
  domain = domain.intersect(state.step > 0 ? variable.ge_set(state.first) : variable.le_set(state.first));
  if (std::abs(state.step) > 1)
    domain = domain.intersect(variable.sub(state.first).mod(std::abs(state.step)).eq_set(number(0)));
  frame.domains[source.header] = domain.coalesce();
}

// Without an answer of isl the loop's iterations are a superset, told by a symbol.
void Walk::process_loop(Frame& frame, uint32_t loop) {
  const Procedure& p = *frame.procedure;
  LoopState& state = frame.loops[loop];
  state.name = new_name(p.loops[loop].name.empty() ? "it" : p.loops[loop].name);
  loop_names.insert(state.name);
  if (!budget.answers([&] { enter_loop(frame, loop); })) {
    state.counts = true, state.step = 1, state.first = number(0);
    frame.domains[p.loops[loop].header] = unknown_instances(p.loops[loop].place);
  }
  process_region(frame, loop);
  if (budget.answers([&] { close_loop(frame, loop); })) return;
  const isl::set unknown = unknown_instances(p.loops[loop].place);
  for (BlockId b = 0; b < p.blocks.size(); ++b)
    if (inside(frame, p.blocks[b].loop, loop)) frame.domains[b] = unknown;
  for (auto& [edge, set] : frame.edges)
    if (inside(frame, p.blocks[edge.first].loop, loop)) set = unknown;
  for (uint32_t inner = 0; inner < p.loops.size(); ++inner)
    if (inside(frame, inner, loop)) frame.loops[inner].exits = {};
}

isl::set Walk::unknown_instances(const Place& place) {
  const std::string name = new_name(fmt::format("unknown_{}", place.line));
  symbols[name] = {.text = fmt::format("the instances at {}", line(place)),
                   .reason = fmt::format("{} at {}", kRanOut, line(place)),
                   .tier = Tier::evaluable,
                   .uniform = false,
                   .boolean = true};
  return parameter(ctx, name).ge_set(number(1));
}

// Keeps the iterations up to the first one that leaves the loop.
void Walk::close_loop(Frame& frame, uint32_t loop) {
  const Procedure& p = *frame.procedure;
  LoopState& state = frame.loops[loop];
  isl::set exits = nothing(ctx);
  std::vector<std::pair<BlockId, BlockId>> leaving;
  for (const auto& [edge, set] : frame.edges)
    if (inside(frame, p.blocks[edge.first].loop, loop) && !inside(frame, p.blocks[edge.second].loop, loop))
      exits = united(exits, set), leaving.push_back(edge);
  const std::string earlier = state.name + "_earlier";
  const isl::pw_aff now = parameter(ctx, state.name), before = parameter(ctx, earlier);
  const isl::set order = state.step > 0 ? before.lt_set(now) : before.gt_set(now);
  const isl::set over = without_parameter(renamed(exits, {{state.name, earlier}}).intersect(order), earlier);
  bool stops = false;
  for (BlockId b = 0; b < p.blocks.size(); ++b) {
    if (!inside(frame, p.blocks[b].loop, loop)) continue;
    frame.domains[b] = bounded(frame.domains[b].subtract(over).coalesce());
    stops |= p.blocks[b].stops || (p.blocks[b].then == kNone);
  }
  for (auto& [edge, set] : frame.edges)
    if (inside(frame, p.blocks[edge.first].loop, loop)) set = set.subtract(over).coalesce();
  for (uint32_t inner = 0; inner < p.loops.size(); ++inner)
    if (inner != loop && inside(frame, inner, loop) && !frame.loops[inner].exits.is_null())
      frame.loops[inner].exits = frame.loops[inner].exits.subtract(over);
  state.exits = exits.subtract(over).coalesce();
  // Loops end: where there is one way out, all that enter take it.
  const auto entry = frame.edges.find({p.loops[loop].preheader, p.loops[loop].header});
  const isl::set entered = entry == frame.edges.end() ? nothing(ctx) : entry->second;
  for (const auto& edge : leaving) {
    isl::set& set = frame.edges[edge];
    set = leaving.size() == 1 && !stops ? entered : without_parameter(set, state.name);
  }
}

void Walk::process_block(Frame& frame, BlockId id) {
  const Procedure& p = *frame.procedure;
  const Block& block = p.blocks[id];
  const bool is_header = block.loop != kNone && p.loops[block.loop].header == id;
  const auto unite_ways_in = [&] {
    Maybe<isl::set> domain;
    for (const auto& [edge, set] : frame.edges)
      if (edge.second == id) domain = united(domain, set);
    if (!domain.is_null()) frame.domains[id] = bounded(domain);
  };
  if (id == 0)
    frame.domains[id] = frame.entry;
  else if (!is_header && !budget.answers(unite_ways_in))
    frame.domains[id] = unknown_instances(block.place);
  for (const ValueId v : block.values) // what a callee asks of its own entry is asked here, before its result is used
    if (p.values[v].opcode == Opcode::call) evaluate(frame, v);
  if (block.then == kNone || budget.answers([&] { set_ways_out(frame, id); })) return;
  const isl::set unknown = unknown_instances(block.place);
  for (const BlockId to : {block.then, block.otherwise})
    if (to != kNone) frame.edges[{id, to}] = unknown;
}

void Walk::set_ways_out(Frame& frame, BlockId id) {
  const Block& block = frame.procedure->blocks[id];
  const isl::set domain = frame.domains[id];
  const bool dead_then = frame.doomed[block.then];
  const bool dead_otherwise = block.otherwise != kNone && frame.doomed[block.otherwise];
  if (block.condition == kNone || block.then == block.otherwise) {
    frame.edges[{id, block.then}] = domain;
  } else if (dead_then != dead_otherwise) {
    assumptions.insert(fmt::format("no process stops early at {}", line(block.place)));
    learn_size_of(frame, block);
    frame.edges[{id, dead_then ? block.otherwise : block.then}] = domain;
    frame.edges[{id, dead_then ? block.then : block.otherwise}] = nothing(ctx);
  } else {
    const Symbolic condition = evaluate_at(frame, block.condition, id);
    if (condition.value.is_null()) {
      if (!leave_by_count(frame, id)) leave_by_opaque(frame, id, condition);
      return;
    }
    const isl::set zero = condition.value.eq_set(number(0));
    frame.edges[{id, block.otherwise}] = bounded(domain.intersect(zero).coalesce());
    frame.edges[{id, block.then}] = bounded(domain.intersect(condition.value.ne_set(number(0))).coalesce());
  }
}

// A condition that is not affine: a loop that it leaves gets a trip count, any other branch a symbol of its own.
void Walk::leave_by_opaque(Frame& frame, BlockId id, const Symbolic& condition) {
  const Procedure& p = *frame.procedure;
  const Block& block = p.blocks[id];
  const bool then_stays = block.loop != kNone && inside(frame, p.blocks[block.then].loop, block.loop);
  const bool otherwise_stays = block.loop != kNone && inside(frame, p.blocks[block.otherwise].loop, block.loop);
  const bool leaves = block.loop != kNone && then_stays != otherwise_stays;
  std::set<std::string> depends = condition.depends;
  std::string wanted = block.symbol;
  if (leaves) depends.erase(frame.loops[block.loop].name);
  if (wanted.empty()) wanted = leaves ? "T_" + frame.loops[block.loop].name : fmt::format("c_{}", block.place.line);
  Symbol symbol{.text = leaves ? "iterations until " + condition.text : condition.text, .tier = condition.tier};
  symbol.reason = condition.tier == Tier::observed
                      ? fmt::format("the condition at {} depends on data", line(block.place))
                      : fmt::format("the condition at {}, {}, is not affine", line(block.place), condition.text);
  for (const std::string& name : depends)
    if (name == "?" || is_process_name(name) || loop_names.contains(name) ||
        (symbols.contains(name) && !symbols[name].uniform))
      symbol.uniform = false;
  const std::string name = new_name(wanted);
  symbols[name] = symbol;
  const isl::pw_aff unknown = parameter(ctx, name);
  isl::set goes_on;
  if (leaves) {
    LoopState& state = frame.loops[block.loop];
    state.bound = name;
    const isl::pw_aff variable = parameter(ctx, state.name), length = unknown.scale(long(state.step));
    const isl::pw_aff limit = state.first.add(length);
    goes_on = state.step > 0 ? variable.lt_set(limit) : variable.gt_set(limit);
  } else {
    goes_on = unknown.ge_set(number(1)); // so that both sides together coalesce to everything
    symbols[name].boolean = true;
  }
  const bool then_goes_on = !leaves || then_stays;
  const isl::set domain = frame.domains[id];
  frame.edges[{id, then_goes_on ? block.then : block.otherwise}] = domain.intersect(goes_on).coalesce();
  frame.edges[{id, then_goes_on ? block.otherwise : block.then}] = domain.subtract(goes_on).coalesce();
  // Behind a branch whose sides meet again, the symbol says nothing: 'c or not c' coalesces to everything.
}

isl::set Walk::with_booleans(const isl::set& set) const {
  isl::set result = set;
  for (const std::string& name : parameters_of(set)) {
    const auto found = symbols.find(name);
    if (found == symbols.end() || !found->second.boolean) continue;
    const isl::pw_aff symbol = parameter(ctx, name);
    result = result.intersect(symbol.ge_set(sets::number(ctx, 0))).intersect(symbol.le_set(sets::number(ctx, 1)));
  }
  return result;
}

Frame* Walk::callee(Frame& frame, ValueId call) {
  if (const auto known = frame.calls.find(call); known != frame.calls.end()) return known->second.get();
  const Procedure& p = *frame.procedure;
  const Value& value = p.values[call];
  uint32_t target = uint32_t(value.number);
  size_t first = 0;
  if (value.number < 0 || target == kNone) {
    target = evaluate(frame, value.operands[0]).procedure;
    first = 1;
  }
  std::unique_ptr<Frame>& made = frame.calls[call];
  if (target == kNone) {
    incomplete = fmt::format("the call at {} goes to a procedure that is not known", line(value.place));
    return nullptr;
  }
  const Procedure& to = program.procedures[target];
  const Frame* repeats = &frame;
  while (repeats && repeats->index != target) repeats = repeats->caller;
  const bool recursive = repeats != nullptr;
  const bool too_many = ++frames > (to.communicates ? kMaxFrames : kMaxSilentFrames);
  if (recursive || frame.depth >= kMaxDepth || too_many) {
    if (to.communicates)
      incomplete = fmt::format("the call of {} at {} is {}", to.name, line(value.place),
                               recursive  ? "recursive"
                               : too_many ? "one of too many"
                                          : "nested too deep");
    if (recursive) repeated.try_emplace(repeats, fmt::format("{} calls itself at {}", to.name, line(value.place)));
    return nullptr;
  }
  auto next = std::make_unique<Frame>();
  next->procedure = &to, next->index = target, next->caller = &frame, next->depth = frame.depth + 1;
  next->key = fmt::format("{}.{}", frame.key, call);
  const BlockId block = frame.block_of[call];
  for (size_t i = first; i < value.operands.size(); ++i)
    next->formals.push_back(evaluate_at(frame, value.operands[i], block));
  next->entry = frame.domains[block];
  next->outer_loops = loops_of(frame, p.blocks[block].loop);
  made = std::move(next);
  analyse(*made);
  return made.get();
}

} // namespace unply::sets
