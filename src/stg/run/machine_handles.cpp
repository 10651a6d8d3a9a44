// Communicators, Cartesian grids, groups and datatypes that a rank makes.
#include "stg/run/exchange.h"
#include "stg/run/machine.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply::stg {

namespace {

// Grid coordinates, the last one runs fastest, and back; -1 outside of a dimension that is not periodic.
std::vector<int64_t> coordinates(const Communicator& comm, int64_t position) {
  std::vector<int64_t> made(comm.dims.size());
  for (size_t i = made.size(); i-- > 0; position /= comm.dims[i]) made[i] = position % comm.dims[i];
  return made;
}
int64_t position_of(const Communicator& comm, std::vector<int64_t> coords) {
  int64_t made = 0;
  for (size_t i = 0; i < comm.dims.size(); ++i) {
    const int64_t extent = comm.dims[i];
    if (coords[i] < 0 || coords[i] >= extent) {
      if (!comm.periods[i]) return -1;
      coords[i] = ((coords[i] % extent) + extent) % extent;
    }
    made = made * extent + coords[i];
  }
  return made;
}

// As MPI_Dims_create of Open MPI: prime factors, the largest first, each to the smallest dimension; then falling.
std::vector<int64_t> balanced(int64_t nodes, size_t free) {
  std::vector<int64_t> factors, made(free, 1);
  for (int64_t factor = 2; factor * factor <= nodes; ++factor)
    for (; nodes % factor == 0; nodes /= factor) factors.push_back(factor);
  if (nodes > 1) factors.push_back(nodes);
  for (size_t i = factors.size(); i-- > 0;) *std::min_element(made.begin(), made.end()) *= factors[i];
  std::sort(made.rbegin(), made.rend());
  return made;
}

} // namespace

Result<void> Machine::finish_communicator() {
  const NewComm wanted = std::exchange(new_comm, {});
  const auto made = exchange.split(wanted.parent, wanted.sequence, rank, fmt::format("split at {}", at(current.place)));
  if (!made) return error_of(made);
  const uint32_t low = *made == kCommNull ? predefined_handle("MPI_COMM_NULL") : kCommHandle | *made;
  write_handle(wanted.address, wanted.fortran, Role::new_comm, low, program.comm_bytes);
  return {};
}

Result<bool> Machine::perform_communicator(const OperationSite& site) {
  const Call call = site.operation->call;
  if (call == Call::cart_coords || call == Call::cart_rank || call == Call::cart_shift) {
    TRY(perform_cart(site));
    return false;
  }
  if (call == Call::comm_free) {
    const uint64_t address = uint64_t(argument_or(site, Role::new_comm, 0));
    const unsigned width = site.operation->fortran ? 4 : unsigned(program.comm_bytes);
    const auto number = read_integer(address, width);
    if (!number) return error_of(number);
    const uint32_t low = *number ? uint32_t(**number) : 0;
    if ((low & kHandleKind) != kCommHandle)
      return failed(site.operation->place, "frees a communicator that is not known");
    current.collective = {.comm = low & ~kHandleKind, .position = collective_positions[low & ~kHandleKind]++};
    write_handle(site, Role::new_comm, kCommNull, program.comm_bytes);
    return true;
  }
  const auto comm = comm_of(site);
  if (!comm) return error_of(comm);
  current.collective = {.comm = *comm, .position = collective_positions[*comm]++};
  const uint64_t sequence = creations[*comm]++;
  const int64_t part = *comm == kCommSelf ? -1 - rank : -1; // copies of MPI_COMM_SELF differ by rank
  Communicator copy = *exchange.find(*comm);
  if (*comm == kCommSelf) copy.members = {rank};
  if (call == Call::comm_dup || call == Call::cart_create) {
    copy.name = fmt::format("communicator made at {}", at(site.operation->place));
    if (call == Call::cart_create) {
      const auto inside = make_grid(site, *comm, copy);
      if (!inside) return error_of(inside);
      if (!*inside) {
        write_handle(site, Role::new_comm, kCommNull, program.comm_bytes);
        return true;
      }
    }
    const CommId made = exchange.derive(*comm, sequence, part, std::move(copy));
    write_handle(site, Role::new_comm, kCommHandle | made, program.comm_bytes);
    return true;
  }
  if (call == Call::cart_sub) {
    TRY(drop_dimensions(site, *comm, sequence));
    return true;
  }
  TRY(part_ranks(site, *comm, sequence));
  return true;
}

// Lays a grid over the first ranks; false where this rank is not among them.
Result<bool> Machine::make_grid(const OperationSite& site, CommId parent, Communicator& made) {
  const Place& place = site.operation->place;
  const auto ndims = argument(site, Role::ndims), dims = argument(site, Role::dims),
             periods = argument(site, Role::periods);
  for (const auto* each : {&ndims, &dims, &periods})
    if (!*each) return error_of(*each);
  const auto extents = read_integers(uint64_t(*dims), *ndims), wraps = read_integers(uint64_t(*periods), *ndims);
  if (!extents || !wraps) return error_of(extents ? wraps : extents);
  if (!*extents || !*wraps) return failed(place, "the dimensions of the grid are not known");
  made.dims = **extents, made.periods = **wraps;
  int64_t cells = 1;
  for (const int64_t extent : made.dims) cells *= extent;
  const int64_t size = exchange.size_of(parent);
  if (cells <= 0 || cells > size)
    return failed(place, fmt::format("a grid of {} ranks on a communicator of {}", cells, size));
  if (cells < size) {
    made.members.clear();
    for (int64_t i = 0; i < cells; ++i) made.members.push_back(exchange.member_of(parent, i, rank));
  }
  return exchange.position_in(parent, rank) < cells;
}

// MPI_Comm_split, MPI_Comm_create: the other ranks' parts are asked for behind this step.
Result<void> Machine::part_ranks(const OperationSite& site, CommId parent, uint64_t sequence) {
  int64_t color = 0, key = 0;
  if (site.operation->call == Call::comm_split) {
    const auto given = argument(site, Role::color), order = argument(site, Role::key);
    if (!given || !order) return error_of(given ? order : given);
    color = *given == program.undefined ? -1 : *given, key = *order;
  } else {
    const auto group = handle(site, Role::group);
    if (!group) return error_of(group);
    const uint32_t slot = *group & ~kHandleKind;
    if ((*group & kHandleKind) != kGroupHandle || slot >= groups.size())
      return failed(site.operation->place, "the group is not known");
    const auto place = std::find(groups[slot].begin(), groups[slot].end(), rank);
    // Ranks may give different groups that have no rank in common: one is known by its first rank.
    color = place == groups[slot].end() ? -1 : groups[slot].front(), key = place - groups[slot].begin();
  }
  exchange.tell_split(parent, sequence, rank, color, key);
  new_comm = {.waits = true,
              .fortran = site.operation->fortran,
              .parent = parent,
              .address = uint64_t(argument_or(site, Role::new_comm, 0)),
              .sequence = sequence};
  return {};
}

// MPI_Cart_sub: one part for each set of coordinates that are dropped.
Result<void> Machine::drop_dimensions(const OperationSite& site, CommId parent, uint64_t sequence) {
  const Communicator& grid = *exchange.find(parent);
  const auto remain = argument(site, Role::remain);
  if (!remain) return error_of(remain);
  const auto keeps = read_integers(uint64_t(*remain), int64_t(grid.dims.size()));
  if (!keeps) return error_of(keeps);
  if (!*keeps) return failed(site.operation->place, "the remaining dimensions are not known");
  const auto coords = coordinates(grid, exchange.position_in(parent, rank));
  Communicator sub = {.name = fmt::format("part of a grid, made at {}", at(site.operation->place))};
  for (int64_t i = 0; i < exchange.size_of(parent); ++i) {
    const auto others = coordinates(grid, i);
    bool same = true;
    for (size_t d = 0; d < coords.size(); ++d) same = same && ((**keeps)[d] || others[d] == coords[d]);
    if (same) sub.members.push_back(exchange.member_of(parent, i, rank));
  }
  int64_t color = 0;
  for (size_t d = 0; d < coords.size(); ++d) {
    if ((**keeps)[d])
      sub.dims.push_back(grid.dims[d]), sub.periods.push_back(grid.periods[d]);
    else
      color = color * grid.dims[d] + coords[d];
  }
  const CommId made = exchange.derive(parent, sequence, color, std::move(sub));
  write_handle(site, Role::new_comm, kCommHandle | made, program.comm_bytes);
  return {};
}

Result<void> Machine::perform_cart(const OperationSite& site) {
  const Call call = site.operation->call;
  const auto id = comm_of(site);
  if (!id) return error_of(id);
  const Communicator& comm = *exchange.find(*id);
  const int64_t dimensions = int64_t(comm.dims.size());
  if (call == Call::cart_coords) {
    const auto position = argument(site, has(site, Role::peer) ? Role::peer : Role::source);
    if (!position) return error_of(position);
    write_integers(uint64_t(argument_or(site, Role::coords, 0)), coordinates(comm, *position));
  } else if (call == Call::cart_rank) {
    const auto coords = read_integers(uint64_t(argument_or(site, Role::coords, 0)), dimensions);
    if (!coords) return error_of(coords);
    if (!*coords) return failed(site.operation->place, "the coordinates are not known");
    write_integer(uint64_t(argument_or(site, Role::index_out, 0)), position_of(comm, **coords));
  } else {
    const auto direction = argument(site, Role::direction), by = argument(site, Role::displacement);
    if (!direction || !by) return error_of(direction ? by : direction);
    if (*direction < 0 || *direction >= dimensions)
      return failed(site.operation->place,
                    fmt::format("direction {} of a grid of {} dimensions", *direction, dimensions));
    const auto neighbour = [&](int64_t steps) {
      auto coords = coordinates(comm, exchange.position_in(*id, rank));
      coords[size_t(*direction)] += steps;
      const int64_t position = position_of(comm, coords);
      return position < 0 ? program.proc_null : position;
    };
    write_integer(uint64_t(argument_or(site, Role::source_out, 0)), neighbour(-*by));
    write_integer(uint64_t(argument_or(site, Role::dest_out, 0)), neighbour(*by));
  }
  return {};
}

Result<void> Machine::perform_group(const OperationSite& site) {
  const Call call = site.operation->call;
  if (call == Call::cart_get) {
    const auto id = comm_of(site);
    if (!id) return error_of(id);
    const Communicator& comm = *exchange.find(*id);
    write_integers(uint64_t(argument_or(site, Role::dims, 0)), comm.dims);
    write_integers(uint64_t(argument_or(site, Role::periods, 0)), comm.periods);
    write_integers(uint64_t(argument_or(site, Role::coords, 0)), coordinates(comm, exchange.position_in(*id, rank)));
  } else if (call == Call::dims_create) {
    const auto nodes = argument(site, Role::nnodes), count = argument(site, Role::ndims),
               address = argument(site, Role::dims);
    for (const auto* each : {&nodes, &count, &address})
      if (!*each) return error_of(*each);
    auto dims = read_integers(uint64_t(*address), *count);
    if (!dims) return error_of(dims);
    if (!*dims) return failed(site.operation->place, "the dimensions given to MPI_Dims_create are not known");
    int64_t left = *nodes;
    for (const int64_t extent : **dims) left = extent > 0 ? left / extent : left;
    const auto made = balanced(left, size_t(std::count(dims->value().begin(), dims->value().end(), 0)));
    size_t next = 0;
    for (int64_t& extent : **dims)
      if (extent == 0) extent = made[next++];
    write_integers(uint64_t(*address), **dims);
  } else if (call == Call::comm_group || call == Call::group_incl) {
    std::vector<int32_t> members;
    if (call == Call::comm_group) {
      const auto id = comm_of(site);
      if (!id) return error_of(id);
      for (int64_t i = 0; i < exchange.size_of(*id); ++i) members.push_back(exchange.member_of(*id, i, rank));
    } else {
      const auto group = handle(site, Role::group);
      const auto count = argument(site, Role::count);
      if (!group || !count) return group ? error_of(count) : error_of(group);
      const auto chosen = read_integers(uint64_t(argument_or(site, Role::counts, 0)), *count);
      if (!chosen) return error_of(chosen);
      const uint32_t slot = *group & ~kHandleKind;
      if (!*chosen || slot >= groups.size())
        return failed(site.operation->place, "the members of the group are not known");
      for (const int64_t i : **chosen)
        if (i >= 0 && size_t(i) < groups[slot].size()) members.push_back(groups[slot][size_t(i)]);
    }
    groups.push_back(std::move(members));
    write_handle(site, Role::new_group, kGroupHandle | uint32_t(groups.size() - 1), program.comm_bytes);
  }
  return {};
}

// The elements of one datatype in a new one that is made of equal elements.
Result<int64_t> Machine::elements_of(const OperationSite& site) {
  const Call call = site.operation->call;
  const auto product_or_sum = [&](Role array, int64_t count, bool product) -> Result<int64_t> {
    const auto numbers = read_integers(uint64_t(argument_or(site, array, 0)), count);
    if (!numbers) return error_of(numbers);
    if (!*numbers)
      return failed(site.operation->place,
                    fmt::format("the {} of {} are not known", name_of(array), site.operation->name));
    int64_t total = product;
    for (const int64_t number : **numbers) total = product ? total * number : total + number;
    return total;
  };
  if (call == Call::type_resized) return 1;
  const auto count = argument(site, call == Call::type_subarray ? Role::ndims : Role::count);
  if (!count) return count;
  if (call == Call::type_subarray) return product_or_sum(Role::subsizes, *count, true);
  if (call == Call::type_indexed) return product_or_sum(Role::counts, *count, false);
  if (call == Call::type_contiguous) return count;
  const auto length = argument(site, Role::block_length);
  if (!length) return length;
  return *count * *length;
}

Result<Datatype> Machine::structure_of(const OperationSite& site) {
  const auto count = argument(site, Role::count);
  if (!count) return error_of(count);
  const unsigned width = site.operation->fortran ? 4 : unsigned(program.type_bytes);
  const auto counts = read_integers(uint64_t(argument_or(site, Role::counts, 0)), *count);
  const auto parts = read_integers(uint64_t(argument_or(site, Role::types, 0)), *count, width);
  if (!counts || !parts) return counts ? error_of(parts) : error_of(counts);
  if (!*counts || !*parts) return failed(site.operation->place, "the parts of the datatype are not known");
  Datatype made = {.size = 0, .extent = -1};
  for (size_t i = 0; i < (*counts)->size(); ++i) {
    const auto part = type_of(uint32_t((**parts)[i]), site);
    if (!part) return part;
    made.size += (**counts)[i] * part->size;
  }
  return made;
}

Result<void> Machine::perform_type(const OperationSite& site) {
  const Call call = site.operation->call;
  if (call == Call::type_commit || call == Call::type_free) return {};
  if (call == Call::type_struct) {
    const auto made = structure_of(site);
    if (!made) return error_of(made);
    types.push_back(*made);
  } else {
    const auto inner = type_of(site, Role::datatype);
    if (!inner) return error_of(inner);
    if (call == Call::type_size) {
      write_integer(uint64_t(argument_or(site, Role::index_out, 0)), inner->size);
      return {};
    }
    const auto elements = elements_of(site);
    if (!elements) return error_of(elements);
    const bool dense = call == Call::type_contiguous && inner->extent >= 0;
    types.push_back({.size = *elements * inner->size, .extent = dense ? *elements * inner->extent : -1});
  }
  write_handle(site, Role::new_type, kTypeHandle | uint32_t(types.size() - 1), program.type_bytes);
  return {};
}

} // namespace unply::stg
