#include "base/readable_name.h"
#include <doctest/doctest.h>

using namespace unply;

TEST_CASE("names are read without types") {
  CHECK(readable_name("f") == "f");
  CHECK(
      readable_name(
          "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE") ==
      "std::getline");
  CHECK(readable_name("_ZNSolsEi") == "std::ostream::operator<<");
  CHECK(readable_name("_ZN12_GLOBAL__N_11fEv") == "(anonymous namespace)::f");
  CHECK(readable_name("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6appendEPKc") ==
        "std::basic_string::append");
  CHECK(readable_name("_ZNK1AclEi") == "A::operator()");
  CHECK(readable_name("_ZNSt13runtime_errorC1EPKc") == "std::runtime_error::runtime_error");
  CHECK(readable_name("_Znotmangled") == "_Znotmangled");
}
