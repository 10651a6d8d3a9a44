// One list of fields serves both directions: the writer leaves out what has its default, the reader refuses what it
// does not know. nlohmann's exceptions end here.
#include "stg/program/program_file.h"
#include "stg/program/json_file.h"
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace unply::stg {

namespace {

using nlohmann::json;

template <class E> constexpr size_t kCount = 0;
template <> constexpr size_t kCount<Opcode> = size_t(Opcode::computation) + 1;
template <> constexpr size_t kCount<Call> = size_t(Call::other) + 1;
template <> constexpr size_t kCount<Role> = size_t(Role::order) + 1;

template <class E> E enum_named(const std::string& name) {
  for (size_t i = 0; i < kCount<E>; ++i)
    if (name == name_of(E(i))) return E(i);
  throw Damaged("unknown name \"" + name + "\"");
}

// Raw bytes as hexadecimal digits: JSON's strings are text.
std::string hex_of(const std::string& bytes) {
  std::string digits;
  for (const unsigned char byte : bytes) fmt::format_to(std::back_inserter(digits), "{:02x}", byte);
  return digits;
}
std::string bytes_of(const std::string& digits) {
  std::string bytes;
  if (digits.size() % 2) throw Damaged("bytes need pairs of hexadecimal digits");
  for (size_t i = 0; i < digits.size(); i += 2) {
    if (!isxdigit((unsigned char)digits[i]) || !isxdigit((unsigned char)digits[i + 1]))
      throw Damaged("bytes need pairs of hexadecimal digits");
    bytes += char(std::stoi(digits.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

template <class T> json written(const T& value);
template <class T> void take(const json& from, T& value);
template <class A> void fields(A& a, Place& x) { a("f", x.file), a("l", x.line), a("c", x.column); }
template <class A> void fields(A& a, Value& x) {
  a("op", x.opcode), a("bits", x.bits), a("is_real", x.is_real), a("n", x.number), a("real", x.real_number);
  a("in", x.operands), a("from", x.from), a("name", x.name), a("at", x.place);
}
template <class A> void fields(A& a, Block& x) {
  a("values", x.values), a("if", x.condition), a("then", x.then), a("else", x.otherwise), a("result", x.result);
  a("stops", x.stops), a("loop", x.loop), a("at", x.place), a("symbol", x.symbol);
}
template <class A> void fields(A& a, Loop& x) {
  a("header", x.header), a("preheader", x.preheader), a("latch", x.latch), a("parent", x.parent);
  a("variable", x.variable), a("name", x.name), a("at", x.place);
}
template <class A> void fields(A& a, Argument& x) { a("role", x.role), a("v", x.value); }
template <class A> void fields(A& a, Operation& x) {
  a("call", x.call), a("fortran", x.fortran), a("name", x.name), a("arguments", x.arguments), a("at", x.place);
  a("symbol", x.symbol), a("variable", x.variable), a("decided_by", x.decided_by);
}
template <class A> void fields(A& a, LoopRange& x) {
  a("variable", x.variable), a("first", x.first), a("limit", x.limit), a("step", x.step), a("name", x.name);
  a("symbol", x.symbol);
}
template <class A> void fields(A& a, Work& x) {
  a("ranges", x.ranges), a("flops", x.flops), a("loads", x.loads), a("stores", x.stores);
  a("integer_ops", x.integer_ops), a("calls", x.calls), a("access_bytes", x.access_bytes), a("at_most", x.at_most);
  a("at", x.place);
}
template <class A> void fields(A& a, Computation& x) {
  a("work", x.work), a("name", x.name), a("actuals", x.actuals), a("timers", x.timers), a("at", x.place),
      a("end", x.end);
}
template <class A> void fields(A& a, Procedure& x) {
  a("name", x.name), a("formals", x.formals), a("formal_bits", x.formal_bits), a("communicates", x.communicates);
  a("values", x.values), a("blocks", x.blocks), a("loops", x.loops), a("operations", x.operations);
  a("computations", x.computations), a("at", x.place);
}
template <class A> void fields(A& a, Initial& x) {
  a("offset", x.offset), a.raw("bytes", x.bytes), a("global", x.global), a("procedure", x.procedure);
  a("addend", x.addend);
}
template <class A> void fields(A& a, Global& x) {
  a("name", x.name), a("bytes", x.bytes), a("zeroed", x.zeroed), a("initials", x.initials);
}
template <class A> void fields(A& a, Parameter& x) {
  a("name", x.name), a("is_real", x.is_real), a("argument", x.argument), a("at", x.place);
}
template <class A> void fields(A& a, Program& x) {
  a("executable", x.executable), a("mpi", x.mpi), a("proc_null", x.proc_null), a("any_source", x.any_source);
  a("any_tag", x.any_tag), a("undefined", x.undefined), a("root_null", x.root_null);
  a("request_bytes", x.request_bytes), a("status_bytes", x.status_bytes), a("comm_bytes", x.comm_bytes);
  a("type_bytes", x.type_bytes), a("files", x.files), a("procedures", x.procedures), a("globals", x.globals);
  a("parameters", x.parameters), a("timers", x.timers), a("main", x.main), a("assumptions", x.assumptions),
      a("unseen", x.unseen);
}

struct Writer {
  json object = json::object();
  template <class T> void operator()(const char* name, const T& value) {
    json one = written(value);
    const bool is_default = one == written(T{});
    if (!is_default) object[name] = std::move(one);
  }
  void raw(const char* name, const std::string& bytes) { (*this)(name, hex_of(bytes)); }
};

struct Reader {
  const json& object;
  size_t used = 0;
  template <class T> void operator()(const char* name, T& value) {
    const auto found = object.find(name);
    value = T{};
    if (found == object.end()) return;
    ++used;
    try {
      take(*found, value);
    } catch (const std::exception& error) {
      throw Damaged(std::string(name) + ": " + error.what());
    }
  }
  void raw(const char* name, std::string& bytes) {
    std::string digits;
    (*this)(name, digits);
    bytes = bytes_of(digits);
  }
};

template <class T> constexpr bool kIsVector = false;
template <class T> constexpr bool kIsVector<std::vector<T>> = true;

template <class T> json written(const T& value) {
  if constexpr (kIsVector<T>) {
    json list = json::array();
    for (const auto& one : value) list.push_back(written(one));
    return list;
  } else if constexpr (std::is_same_v<T, Opcode> || std::is_same_v<T, Call> || std::is_same_v<T, Role>) {
    return name_of(value);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return value;
  } else {
    Writer writer;
    fields(writer, const_cast<T&>(value)); // the writer only reads
    return std::move(writer.object);
  }
}

template <class T> void take_number(const json& from, T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    value = from.get<bool>();
  } else if constexpr (std::is_floating_point_v<T>) {
    value = from.get<T>();
  } else {
    value = T(whole_number(
        from, int64_t(std::numeric_limits<T>::min()),
        std::in_range<int64_t>(std::numeric_limits<T>::max()) ? int64_t(std::numeric_limits<T>::max()) : INT64_MAX));
  }
}

template <class T> void take(const json& from, T& value) {
  if constexpr (kIsVector<T>) {
    if (!from.is_array()) throw Damaged("expected a list");
    value.reserve(from.size());
    for (const json& one : from) take(one, value.emplace_back());
  } else if constexpr (std::is_same_v<T, Opcode> || std::is_same_v<T, Call> || std::is_same_v<T, Role>) {
    value = enum_named<T>(from.get<std::string>());
  } else if constexpr (std::is_arithmetic_v<T>) {
    take_number(from, value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = from.get<std::string>();
  } else {
    if (!from.is_object()) throw Damaged("expected an object");
    Reader reader{from};
    fields(reader, value);
    if (reader.used != from.size()) throw Damaged("has a field that this version does not know");
  }
}

} // namespace

json json_of(const Program& program) { return written(program); }

Result<Program> read_program(const json& from) {
  Program program;
  try {
    take(from, program);
  } catch (const std::exception& error) {
    return fail(std::string("damaged task graph, ") + error.what(), "build it again with unply stg build");
  }
  TRY(check_program(program));
  return program;
}

Result<void> write_task_graph_json(const std::string& path, const json& file) {
  const std::string beside = fmt::format("{}.{}.part", path, getpid());
  std::ofstream out(beside, std::ios::binary | std::ios::trunc);
  out << file.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
  out.close();
  if (!out || rename(beside.c_str(), path.c_str()) != 0) {
    const int error = errno;
    unlink(beside.c_str());
    return fail(fmt::format("{}: cannot write, {}", path, strerror(error)));
  }
  return {};
}

} // namespace unply::stg
