// Predefined handles that an MPI library gives to programs as small numbers: all of MPICH's, and Fortran's of Open MPI.
#pragma once
#include "stg/program/program.h"

namespace unply::stg {

// The position among predefined_handles(); -1: the number stands for none. role: that of the operation's argument.
int predefined_of_number(bool mpich, bool fortran, Role role, uint32_t number);

// The other way round; -1: the library gives that handle no number.
int64_t number_of_predefined(bool mpich, bool fortran, Role role, int handle);

} // namespace unply::stg
