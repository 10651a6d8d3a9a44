// The table of MPI functions. A word of a row is the role of an argument; "-" is an argument that nothing depends on,
// "=" one that receives the result.
#include "extract/mpi_calls.h"
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>

namespace unply::extract {
using stg::Call, stg::Role;

namespace {

struct Row {
  const char* name;
  Call call;
  const char* roles;
};
constexpr const char* kPost = "buffer count datatype peer tag comm";
constexpr const char* kPostRequest = "buffer count datatype peer tag comm request";

const Row kRows[] = {
    {"init", Call::init, "- -"},
    {"init_thread", Call::init, "- - - -"},
    {"finalize", Call::finalize, ""},
    {"comm_rank", Call::rank, "comm ="},
    {"comm_size", Call::size, "comm ="},
    {"send", Call::send, kPost},
    {"ssend", Call::ssend, kPost},
    {"bsend", Call::bsend, kPost},
    {"rsend", Call::rsend, kPost},
    {"recv", Call::recv, "buffer count datatype peer tag comm status"},
    {"isend", Call::isend, kPostRequest},
    {"issend", Call::issend, kPostRequest},
    {"ibsend", Call::ibsend, kPostRequest},
    {"irsend", Call::irsend, kPostRequest},
    {"irecv", Call::irecv, kPostRequest},
    {"sendrecv", Call::sendrecv,
     "buffer count datatype peer tag recv_buffer recv_count recv_datatype source recv_tag comm status"},
    {"sendrecv_replace", Call::sendrecv_replace, "buffer count datatype peer tag source recv_tag comm status"},
    {"send_init", Call::send_init, kPostRequest},
    {"ssend_init", Call::ssend_init, kPostRequest},
    {"recv_init", Call::recv_init, kPostRequest},
    {"start", Call::start, "request"},
    {"startall", Call::start_all, "request_count requests"},
    {"request_free", Call::request_free, "request"},
    {"cancel", Call::cancel, "request"},
    {"wait", Call::wait, "request status"},
    {"waitall", Call::wait_all, "request_count requests status"},
    {"waitany", Call::wait_any, "request_count requests index_out status"},
    {"waitsome", Call::wait_some, "request_count requests index_out displacements status"},
    {"test", Call::test, "request flag_out status"},
    {"testall", Call::test_all, "request_count requests flag_out status"},
    {"testany", Call::test_any, "request_count requests index_out flag_out status"},
    {"testsome", Call::test_some, "request_count requests index_out displacements status"},
    {"probe", Call::probe, "peer tag comm status"},
    {"iprobe", Call::iprobe, "peer tag comm flag_out status"},
    {"barrier", Call::barrier, "comm"},
    {"bcast", Call::bcast, "buffer count datatype root comm"},
    {"reduce", Call::reduce, "buffer recv_buffer count datatype op root comm"},
    {"allreduce", Call::allreduce, "buffer recv_buffer count datatype op comm"},
    {"gather", Call::gather, "buffer count datatype recv_buffer recv_count recv_datatype root comm"},
    {"gatherv", Call::gatherv,
     "buffer count datatype recv_buffer recv_counts recv_displacements recv_datatype root comm"},
    {"scatter", Call::scatter, "buffer count datatype recv_buffer recv_count recv_datatype root comm"},
    {"scatterv", Call::scatterv, "buffer counts displacements datatype recv_buffer recv_count recv_datatype root comm"},
    {"allgather", Call::allgather, "buffer count datatype recv_buffer recv_count recv_datatype comm"},
    {"allgatherv", Call::allgatherv,
     "buffer count datatype recv_buffer recv_counts recv_displacements recv_datatype comm"},
    {"alltoall", Call::alltoall, "buffer count datatype recv_buffer recv_count recv_datatype comm"},
    {"alltoallv", Call::alltoallv,
     "buffer counts displacements datatype recv_buffer recv_counts recv_displacements recv_datatype comm"},
    {"reduce_scatter", Call::reduce_scatter, "buffer recv_buffer recv_counts datatype op comm"},
    {"reduce_scatter_block", Call::reduce_scatter_block, "buffer recv_buffer recv_count datatype op comm"},
    {"scan", Call::scan, "buffer recv_buffer count datatype op comm"},
    {"exscan", Call::exscan, "buffer recv_buffer count datatype op comm"},
    {"ibarrier", Call::ibarrier, "comm request"},
    {"ibcast", Call::ibcast, "buffer count datatype root comm request"},
    {"ireduce", Call::ireduce, "buffer recv_buffer count datatype op root comm request"},
    {"iallreduce", Call::iallreduce, "buffer recv_buffer count datatype op comm request"},
    {"igather", Call::igather, "buffer count datatype recv_buffer recv_count recv_datatype root comm request"},
    {"iscatter", Call::iscatter, "buffer count datatype recv_buffer recv_count recv_datatype root comm request"},
    {"iallgather", Call::iallgather, "buffer count datatype recv_buffer recv_count recv_datatype comm request"},
    {"ialltoall", Call::ialltoall, "buffer count datatype recv_buffer recv_count recv_datatype comm request"},
    {"comm_dup", Call::comm_dup, "comm new_comm"},
    {"comm_split", Call::comm_split, "comm color key new_comm"},
    {"comm_create", Call::comm_create, "comm group new_comm"},
    {"comm_free", Call::comm_free, "new_comm"},
    {"cart_create", Call::cart_create, "comm ndims dims periods reorder new_comm"},
    {"cart_coords", Call::cart_coords, "comm peer ndims coords"},
    {"cart_rank", Call::cart_rank, "comm coords index_out"},
    {"cart_shift", Call::cart_shift, "comm direction displacement source_out dest_out"},
    {"cart_sub", Call::cart_sub, "comm remain new_comm"},
    {"cart_get", Call::cart_get, "comm ndims dims periods coords"},
    {"dims_create", Call::dims_create, "nnodes ndims dims"},
    {"comm_group", Call::comm_group, "comm new_group"},
    {"group_incl", Call::group_incl, "group count counts new_group"},
    {"group_free", Call::group_free, "new_group"},
    {"type_contiguous", Call::type_contiguous, "count datatype new_type"},
    {"type_vector", Call::type_vector, "count block_length stride datatype new_type"},
    {"type_hvector", Call::type_hvector, "count block_length stride datatype new_type"},
    {"type_create_hvector", Call::type_hvector, "count block_length stride datatype new_type"},
    {"type_indexed", Call::type_indexed, "count counts displacements datatype new_type"},
    {"type_create_struct", Call::type_struct, "count counts displacements types new_type"},
    {"type_struct", Call::type_struct, "count counts displacements types new_type"},
    {"type_create_resized", Call::type_resized, "datatype lower_bound extent new_type"},
    {"type_create_subarray", Call::type_subarray, "ndims sizes subsizes starts order datatype new_type"},
    {"type_commit", Call::type_commit, "new_type"},
    {"type_free", Call::type_free, "new_type"},
    {"type_size", Call::type_size, "datatype index_out"},
    {"get_count", Call::get_count, "status datatype index_out"},
    {"get_processor_name", Call::get_processor_name, "buffer index_out"},
    {"wtime", Call::wtime, ""},
    {"abort", Call::abort, "comm -"},
};

// They change nothing that a message depends on.
const std::set<std::string> kIgnored = {"wtick",           "errhandler_set", "comm_set_errhandler",
                                        "errhandler_free", "get_version",    "get_library_version",
                                        "error_string",    "error_class",    "pcontrol",
                                        "initialized",     "finalized",      "comm_set_name",
                                        "buffer_attach",   "buffer_detach",  "query_thread",
                                        "is_thread_main",  "info_create",    "info_set",
                                        "info_free",       "type_set_name",  "keyval_free",
                                        "op_free",         "comm_get_name"};

const std::set<Role> kAddresses = {
    Role::buffer,   Role::recv_buffer, Role::request,       Role::requests,    Role::status,   Role::index_out,
    Role::flag_out, Role::counts,      Role::displacements, Role::recv_counts, Role::types,    Role::recv_displacements,
    Role::new_comm, Role::dims,        Role::periods,       Role::coords,      Role::remain,   Role::source_out,
    Role::dest_out, Role::new_group,   Role::new_type,      Role::sizes,       Role::subsizes, Role::starts};
const std::set<Role> kWritten = {Role::recv_buffer, Role::request,   Role::requests, Role::status, Role::index_out,
                                 Role::flag_out,    Role::new_comm,  Role::coords,   Role::dims,   Role::source_out,
                                 Role::dest_out,    Role::new_group, Role::new_type, Role::periods};
const std::set<Role> kNotRead = {Role::recv_buffer, Role::status,     Role::index_out,
                                 Role::flag_out,    Role::source_out, Role::dest_out};

bool writes_buffer(Call call) {
  return call == Call::recv || call == Call::irecv || call == Call::recv_init || call == Call::bcast ||
         call == Call::ibcast || call == Call::sendrecv_replace || call == Call::get_processor_name;
}
bool reads_buffer(Call call) {
  return call != Call::recv && call != Call::irecv && call != Call::recv_init && call != Call::get_processor_name;
}

using Table = std::map<std::string, MpiFunction, std::less<>>;

MpiArgument argument_of(Call call, const std::string& word, const std::map<std::string, Role>& roles) {
  if (word == "-") return {.kept = false};
  if (word == "=") return {.is_address = true, .gives_result = true};
  const Role role = roles.at(word);
  MpiArgument argument{.role = role, .is_address = kAddresses.contains(role)};
  const bool gives_indices = role == Role::displacements && (call == Call::wait_some || call == Call::test_some);
  argument.is_written = gives_indices || kWritten.contains(role) || (role == Role::buffer && writes_buffer(call));
  argument.is_read = argument.is_address && !kNotRead.contains(role) && (role != Role::buffer || reads_buffer(call));
  return argument;
}

Table make_table() {
  std::map<std::string, Role> roles;
  for (int i = 0; i <= int(Role::order); ++i) roles[name_of(Role(i))] = Role(i);
  Table table;
  for (const Row& row : kRows) {
    MpiFunction function{.call = row.call};
    std::istringstream words(row.roles);
    for (std::string word; words >> word;) function.arguments.push_back(argument_of(row.call, word, roles));
    table[row.name] = function;
  }
  return table;
}

} // namespace

std::optional<MpiName> mpi_name(std::string_view symbol) {
  static const Table table = make_table();
  bool fortran = false;
  std::string name(symbol);
  if (name.starts_with("PMPI_")) name.erase(0, 1);
  if (name.starts_with("pmpi_")) name.erase(0, 1);
  if (name.starts_with("mpi_") && name.ends_with("_")) {
    fortran = true;
    while (name.ends_with("_")) name.pop_back();
    for (const char* end : {"_f08ts", "_f08"})
      if (name.ends_with(end)) name.erase(name.size() - std::string_view(end).size());
  } else if (!name.starts_with("MPI_")) {
    return std::nullopt;
  }
  std::string key = name.substr(4);
  std::transform(key.begin(), key.end(), key.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  const auto found = table.find(key);
  return MpiName{.function = found == table.end() ? nullptr : &found->second,
                 .fortran = fortran,
                 .ignored = kIgnored.contains(key)};
}

} // namespace unply::extract
