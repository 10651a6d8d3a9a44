// Operations: their arguments, and which part of this folder performs them.
#include "stg/program/handle_numbers.h"
#include "stg/run/exchange.h"
#include "stg/run/machine.h"
#include <fmt/format.h>

namespace unply::stg {

uint32_t predefined_handle(std::string_view name) {
  const auto& handles = predefined_handles();
  for (uint32_t i = 0; i < handles.size(); ++i)
    if (handles[i].name == name) return i;
  return 0;
}

bool carries_reals(uint32_t type) {
  static const std::vector<bool> kReals = [] {
    std::vector<bool> reals;
    for (const Predefined& handle : predefined_handles()) {
      const std::string_view name = handle.name;
      bool real = false;
      for (const char* word : {"FLOAT", "DOUBLE", "REAL", "COMPLEX"})
        real = real || name.find(word) != std::string_view::npos;
      reals.push_back(real);
    }
    return reals;
  }();
  return type < kReals.size() && kReals[type];
}

bool Machine::is_known(const OperationSite& site, Role role) const {
  const uint32_t id = site.argument[size_t(role)];
  return id != 0 && is_set[base + id - 1];
}

int64_t Machine::argument_or(const OperationSite& site, Role role, int64_t otherwise) const {
  return is_known(site, role) ? registers[base + site.argument[size_t(role)] - 1] : otherwise;
}

Result<int64_t> Machine::ask_for_argument(const OperationSite& site, Role role) {
  const uint32_t id = site.argument[size_t(role)];
  const Place& place = site.operation->place;
  if (id == 0)
    return failed(place, fmt::format("{} has no {}", site.operation->name, name_of(role)),
                  "build it again with unply stg build");
  const std::string& symbol = site.operation->symbol;
  return need(fmt::format("{}_{}", name_of(role), symbol.empty() ? std::to_string(place.line) : symbol), place,
              fmt::format("the {} of {}", name_of(role), site.operation->name));
}

Result<uint32_t> Machine::handle(const OperationSite& site, Role role) {
  const auto number = argument(site, role);
  if (!number) return error_of(number);
  // A handle that the program keeps in a variable is still the number that the library gives it.
  if (*number >= 0 && *number <= UINT32_MAX)
    if (const int known =
            predefined_of_number(program.mpi == "MPICH", site.operation->fortran, role, uint32_t(*number));
        known >= 0)
      return uint32_t(known);
  return uint32_t(*number);
}

Result<CommId> Machine::comm_of(const OperationSite& site) {
  const auto low = handle(site, Role::comm);
  if (!low) return error_of(low);
  const CommId id = (*low & kHandleKind) == kCommHandle ? *low & ~kHandleKind : *low;
  if (id == kCommWorld) return id;
  if (id == kCommNull || !exchange.find(id) || exchange.position_in(id, rank) < 0)
    return failed(site.operation->place,
                  fmt::format("{} on a communicator that this rank is not in", site.operation->name));
  return id;
}

void Machine::write_handle(const OperationSite& site, Role role, uint32_t low, int64_t bytes) {
  write_handle(uint64_t(argument_or(site, role, 0)), site.operation->fortran, role, low, bytes);
}

void Machine::write_handle(uint64_t address, bool fortran, Role role, uint32_t low, int64_t bytes) {
  if (bytes == 8 && !fortran) return write_integer(address, kPredefined + int64_t(low), 8);
  // MPI_COMM_NULL: as the program compares it.
  const int64_t number = role == Role::new_comm && low < predefined_handles().size()
                             ? number_of_predefined(program.mpi == "MPICH", fortran, role, int(low))
                             : -1;
  write_integer(address, number < 0 ? int64_t(low) : number, fortran ? 4 : unsigned(bytes));
}

// True where the operation is a step; the others only give values.
Result<bool> Machine::perform(const OperationSite& site, uint32_t to) {
  const Call call = site.operation->call;
  if (call == Call::rank || call == Call::size) {
    const auto comm = comm_of(site);
    if (!comm) return error_of(comm);
    set(to, call == Call::rank ? exchange.position_in(*comm, rank) : exchange.size_of(*comm));
    return false;
  }
  set(to, 0);
  if (is_openmp(call) && !bindings.openmp) return false;
  current.kind = Step::Kind::operation, current.call = call, current.procedure = frames.back().code->number;
  current.index = site.index, current.place = site.operation->place, current.observed = false;
  current.posts.clear(), current.completes.clear(), current.probe.reset();
  if (call >= Call::send && call <= Call::sendrecv_replace) {
    TRY(perform_message(site));
  } else if (call >= Call::send_init && call <= Call::cancel) {
    TRY(perform_persistent(site));
    return call == Call::start || call == Call::start_all;
  } else if (call >= Call::wait && call <= Call::test_some) {
    TRY(perform_completion(site));
  } else if (call == Call::probe || call == Call::iprobe) {
    TRY(perform_probe(site));
  } else if (call == Call::get_count) {
    TRY(perform_get_count(site));
    return false;
  } else if (call >= Call::barrier && call <= Call::ialltoall) {
    TRY(perform_collective(site));
  } else if (call >= Call::comm_dup && call <= Call::cart_sub) {
    return perform_communicator(site);
  } else if (call >= Call::cart_get && call <= Call::group_free) {
    TRY(perform_group(site));
    return false;
  } else if (call >= Call::type_contiguous && call <= Call::type_size) {
    TRY(perform_type(site));
    return false;
  } else if (is_openmp(call)) {
    TRY(perform_openmp(site));
  } else if (call == Call::abort) {
    frames.clear(), end(true);
  } else if (call == Call::init || call == Call::finalize) {
    (call == Call::init ? initialised : finalised) = true;
    current.collective = {.comm = kCommWorld, .position = 0};
  } else {
    memory.forget(uint64_t(argument_or(site, Role::index_out, 0)), is_known(site, Role::index_out) ? 4 : 0);
    return false;
  }
  return true;
}

// The least and the most tasks of a taskloop (OpenMP 5.2, section 12.6): with num_tasks as many as that; with grainsize
// each has at least as many iterations and less than twice as many.
void Machine::add_pieces(const OperationSite& site) {
  const int64_t all = current.iterations[0];
  int64_t least = std::min<int64_t>(all, 1), most = all;
  if (is_known(site, Role::count)) {
    least = most = std::min(all, std::max<int64_t>(argument_or(site, Role::count, 1), 1));
  } else if (const int64_t grain = argument_or(site, Role::chunk, 0); grain > 0) {
    const bool strict = site.operation->name.find("strict") != std::string::npos;
    least = strict ? (all + grain - 1) / grain : (all + 2 * grain - 2) / (2 * grain - 1);
    most = strict ? least : std::max(all / grain, least);
  }
  current.iterations.push_back(least), current.iterations.push_back(most);
}

Result<void> Machine::perform_openmp(const OperationSite& site) {
  current.iterations.clear(), current.depends.clear();
  if (has(site, Role::step)) {
    const auto first = argument(site, Role::first), last = argument(site, Role::last),
               step = argument(site, Role::step);
    if (!first || !last || !step) return error_of(!first ? first : !last ? last : step);
    const int64_t distance = *step > 0 ? *last - *first : *first - *last;
    current.iterations = {distance < 0 || *step == 0 ? 0 : distance / std::abs(*step) + 1};
    if (site.operation->call == Call::omp_taskloop) add_pieces(site);
  }
  for (const Argument& one : site.operation->arguments) { // an unknown address is none, 0
    const int64_t number = known(one.value) ? value(one.value) : 0;
    if (one.role == Role::depend_address) current.depends.push_back({.address = uint64_t(number)});
    if (one.role == Role::depend_bytes) current.depends.back().bytes = number;
    if (one.role == Role::depend_kind) current.depends.back().kind = number;
  }
  return {};
}

Result<Datatype> Machine::type_of(uint32_t low, const OperationSite& site) {
  if ((low & kHandleKind) == kTypeHandle && (low & ~kHandleKind) < types.size()) return types[low & ~kHandleKind];
  const auto& handles = predefined_handles();
  if (low < handles.size() && handles[low].bytes > 0) return Datatype{handles[low].bytes, handles[low].bytes};
  return failed(site.operation->place, fmt::format("{} with an unknown datatype", site.operation->name));
}

Result<Datatype> Machine::type_of(const OperationSite& site, Role role) {
  const auto low = handle(site, role);
  if (!low) return error_of(low);
  return type_of(*low, site);
}

} // namespace unply::stg
