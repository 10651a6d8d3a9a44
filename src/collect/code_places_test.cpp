// What compilers call the functions that they make of constructs and of procedures in modules.
#include "collect/code_places.h"
#include <doctest/doctest.h>

using namespace unply;

TEST_CASE("outlined bodies have the name of the function that they were in") {
  CHECK(user_function("main.omp_outlined") == "main");
  CHECK(user_function("main.omp_outlined_debug__") == "main");
  CHECK(user_function("main._omp_fn.12") == "main");
  CHECK(user_function("solve") == "solve");
  CHECK(user_function("._omp_fn.0") == "._omp_fn.0");
}

TEST_CASE("procedures of Fortran have their names in the source") {
  CHECK(user_function("__solver_MOD_step") == "step");
  CHECK(user_function("__solver_MOD_step._omp_fn.0") == "step");
  CHECK(user_function("_QMsolverPstep..omp_par") == "step");
  CHECK(user_function("_QPstep") == "step");
  CHECK(user_function("_QQmain..omp_par") == "main");
  CHECK(user_function("MOD_step") == "MOD_step");
}
