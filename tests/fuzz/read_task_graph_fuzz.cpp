// libFuzzer target of the reader of task graph files: whatever the bytes, reading gives a message or a file whose
// program and graph hold what their readers rely on, which written again reads the same. A program that was read can be
// run: without loops and calls its ranks come to an end or to an error. Inputs start as a right file, and change by
// values of the JSON as well as by bytes.
#include "stg/graph/graph_file.h"
#include "stg/graph/task_graph_file.h"
#include "stg/matching/match.h"
#include "stg/program/program_file.h"
#include "stg/program/testing/program_builder.h"
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using namespace unply;
using namespace unply::stg;
using nlohmann::json;

void demand(bool holds) {
  if (!holds) std::abort();
}

json file_of(const Program& program, const json& graph) {
  return {
      {"format", kTaskGraphFormat}, {"version", kTaskGraphVersion}, {"program", json_of(program)}, {"graph", graph}};
}

json right_file(unsigned seed) {
  std::mt19937 random(seed);
  ProgramBuilder b;
  const ValueId rank = b.rank(), size = b.size(), four = b.constant(4), tag = b.constant(7);
  const ValueId n = b.parameter("n"), more = b.emit(Opcode::add, {n, rank});
  const ValueId slot = b.emit(Opcode::stack_slot, {}, 64, 16);
  b.emit(Opcode::store, {more, slot}, 0);
  const ValueId loaded = b.emit(Opcode::load, {slot}, 32), is_root = b.emit(Opcode::eq, {rank, b.constant(0)}, 1);
  const BlockId sends = b.new_block(), receives = b.new_block(), after = b.new_block();
  b.branch(is_root, sends, receives);
  b.go_on_in(sends);
  b.send(b.constant(1), random() % 2 ? loaded : four, "MPI_DOUBLE", tag, 5);
  b.jump(after);
  b.go_on_in(receives);
  b.receive(b.constant(0), four, "MPI_DOUBLE", tag, 6);
  b.jump(after);
  b.go_on_in(after);
  b.computation({.work = {{.ranges = {{.variable = kNone, .first = b.constant(0), .limit = size, .name = "i"}}}}});
  b.operation(Call::barrier, {{Role::comm, b.predefined("MPI_COMM_WORLD")}}, 9);
  b.finish();
  Graph graph;
  graph.nodes = {{.id = 0, .name = "main"},
                 {.id = 1, .kind = NodeKind::operation, .parent = 0, .index = 2, .name = "send", .file = 0, .line = 5},
                 {.id = 2, .kind = NodeKind::operation, .parent = 0, .index = 3, .name = "recv", .file = 0, .line = 6}};
  graph.edges = {{.id = 0, .source = 1, .target = 2}};
  graph.events = {
      {.id = 0, .nodes = {1, 2}, .edges = {0}, .unmatched = {{.node = 1, .is_send = true, .set = "{ [rank] }"}}}};
  return file_of(b.program, random() % 4 ? json_of(graph) : json());
}

// A value somewhere below.
json& any_of(json& value, std::mt19937& random) {
  json* at = &value;
  while (at->is_structured() && !at->empty() && random() % 12 != 0) {
    auto child = at->begin();
    std::advance(child, random() % at->size());
    at = &*child;
  }
  return *at;
}

void change(json& file, std::mt19937& random) {
  static const json kOdd[] = {
      -1,         0,   1,  2,     3,     7,      63,         65,   4294967295u, 4294967296u,   INT64_MIN,
      UINT64_MAX, 1.5, "", "add", "phi", "call", "wait_all", true, nullptr,     json::array(), json::object()};
  json& value = any_of(file, random);
  switch (random() % 4) {
  case 0:
    value = any_of(file, random); // what stands elsewhere
    break;
  case 1:
    if (value.is_array() && !value.empty()) value.erase(random() % value.size());
    break;
  case 2:
    if (value.is_array() && !value.empty()) value.push_back(json(value[random() % value.size()]));
    break;
  default:
    value = kOdd[random() % std::size(kOdd)];
  }
}

bool ends_soon(const Program& program) { // no loops, no calls
  for (const Procedure& procedure : program.procedures) {
    for (BlockId id = 0; id < procedure.blocks.size(); ++id)
      for (const BlockId next : {procedure.blocks[id].then, procedure.blocks[id].otherwise})
        if (next != kNone && next <= id) return false;
    for (const Value& value : procedure.values)
      if (value.opcode == Opcode::call) return false;
    for (const Computation& computation : procedure.computations)
      for (const Work& work : computation.work)
        if (work.ranges.size() > 1) return false;
  }
  return true;
}

void run(const Program& program) {
  for (const int ranks : {1, 3}) {
    auto world = World::make(program, {.ranks = ranks, .values = {{"n", 4}}});
    if (!world) return;
    for (int rank = 0; rank < ranks; ++rank)
      for (int steps = 0; steps < 1000; ++steps) {
        const auto step = (*world)->next(rank);
        if (!step || (*step)->kind == Step::Kind::end) break;
      }
  }
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  std::mt19937 random(seed);
  if (size > 1 && seed % 8 == 0) return LLVMFuzzerMutate(data, size, max_size);
  json file = json::parse(data, data + size, nullptr, false);
  if (!file.is_object() || seed % 64 == 1) file = right_file(seed);
  for (unsigned times = 1 + random() % 3; times > 0; --times) change(file, random);
  const std::string text = file.dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto file = task_graph_of({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!file) {
    demand(file.error().what.starts_with("fuzz: "));
    return 0;
  }
  demand(check_program(file->program).has_value());
  const json graph = file->graph ? json_of(*file->graph) : json(), written = file_of(file->program, graph);
  const auto again = task_graph_of(written.dump(-1, ' ', false, json::error_handler_t::replace), "again");
  demand(again && file_of(again->program, again->graph ? json_of(*again->graph) : json()) == written);
  if (ends_soon(file->program)) run(file->program);
  return 0;
}
