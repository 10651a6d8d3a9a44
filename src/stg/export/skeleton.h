// The simplified program: all that decides a program's messages, as one file of C with its calls of MPI, and a delay in
// place of each computation. It takes the arguments of the program, makes the same calls of MPI, and runs under mpirun
// or, built by smpicc, under SimGrid's SMPI.
//
// Conditions, trip counts and arguments that depend on data of the program have no value here: the environment gives
// them, by the names of --at (T_it=10); the head of the file lists them.
#pragma once
#include "base/result.h"
#include "stg/prediction/prediction_costs.h"
#include "stg/program/program.h"

namespace unply::stg {

// costs: of computations. Errors: what has no translation, such as Fortran's handles or calls by address.
Result<std::string> skeleton_of(const Program& program, const PredictionCosts& costs);

} // namespace unply::stg
