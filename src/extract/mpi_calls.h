// The MPI functions that are modelled: for each the kind of call and the role of each argument, in order.
#pragma once
#include "stg/program/program.h"
#include <optional>
#include <string_view>

namespace unply::extract {

struct MpiArgument {
  stg::Role role = stg::Role::count;
  bool kept = true;          // false: nothing depends on it (argc of MPI_Init, an info object)
  bool is_address = false;   // C passes an address; else a number or a handle
  bool gives_result = false; // the number that the operation gives is stored there: the rank of MPI_Comm_rank
  bool is_written = false;   // the call writes there
  bool is_read = false;      // the call reads there
};

struct MpiFunction {
  stg::Call call = stg::Call::other;
  std::vector<MpiArgument> arguments = {};
};

// By the name of the symbol: "MPI_Send", "PMPI_Send", "mpi_send_", "mpi_send_f08_". Empty: no MPI function. Fortran's
// functions have one argument more, the error code, which is left out here. `ignored`: no message depends on it.
struct MpiName {
  const MpiFunction* function = nullptr; // null: not modelled
  bool fortran = false, ignored = false;
};
std::optional<MpiName> mpi_name(std::string_view symbol);

} // namespace unply::extract
