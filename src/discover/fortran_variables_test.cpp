// Which variables a Fortran loop names; compilers judge in tests/discover/patches.py.
#include "discover/fortran_scopes.h"
#include "discover/fortran_variables.h"
#include "discover/unified_diff.h"
#include <doctest/doctest.h>
#include <fmt/ranges.h>

using namespace unply;

namespace {

// Of the first loop over i; "unknown" if they are not all known.
std::string variables_of(const std::string& text) {
  const SourceLines source(text);
  const auto& lines = source.lines;
  auto is_at = [&](std::string_view word) {
    size_t line = 0;
    while (line < lines.size() && !trim_left(lines[line]).starts_with(word)) ++line;
    return line;
  };
  const auto found = fortran_loop_variables(lines, is_at("do i"), is_at("end do ! i"));
  return found ? fmt::format("{}", fmt::join(*found, " ")) : "unknown";
}

// A subroutine that declares this, around a loop with this body.
std::string in_subroutine(const std::string& declarations, const std::string& body) {
  return "subroutine s(n)\nimplicit none\ninteger :: n, i, j\nreal :: a(n), b(n), t\n" + declarations +
         "\ndo i = 1, n\n" + body + "\nend do ! i\nend subroutine s\n";
}

} // namespace

TEST_CASE("Fortran: a loop's variables are the declared names in its text, without indices") {
  CHECK(variables_of(in_subroutine("", "T = a(i) ! b\ndo j = 1, 3\nprint *, 'b', \"b'\"\nend do")) == "a n t");
  CHECK(variables_of(in_subroutine("type :: p\nreal :: b, x\nend type\ntype(p) :: o\n", "o % b = sin(o%x(1))")) ==
        "n o");
  CHECK(variables_of(in_subroutine("", "a(i) = &\n  & b(i) + & ! t\n\n t; a(i) = 0")) == "a b n t");
  CHECK(variables_of(in_subroutine("", "a(i) = 1.0d0 + 1.e-3_4")) == "a n");
  CHECK(variables_of(in_subroutine("", "block\nreal :: own\nown = a(i)\nend block")) == "a n");
  CHECK(variables_of(in_subroutine("block\nreal :: x(4), y = 2, z(2) = [1, 2]",
                                   "x(1) = y + z(1)\nend do\nend block\ndo j = 1, 2")) == "n x y z");
}

TEST_CASE("Fortran: constants and procedures are no variables") {
  CHECK(variables_of(in_subroutine("integer, parameter :: c = 3\nreal x, d*8\nparameter (d = 1)",
                                   "a(i) = c + d + x")) == "a n x");
  CHECK(variables_of(in_subroutine("real, external :: f\nreal :: g\nexternal g\nprocedure(f) :: h\nenum, bind(c)\n"
                                   "enumerator :: red = 1, blue\nend enum",
                                   "a(i) = f(t) + g(t) + h(t) + blue")) == "a n t");
  CHECK(variables_of(in_subroutine("interface\nreal function f(b)\nreal :: b\nend function\nend interface",
                                   "a(i) = f(t)")) == "a n t");
  CHECK(variables_of("module m\nimplicit none\nreal :: a(9), t\ncontains\nsubroutine s\ninteger :: i\ndo i = 1, 9\n"
                     "a(i) = t(i)\nend do ! i\ncontains\nreal function t(k)\ninteger :: k\nt = k\nend function\n"
                     "end subroutine\nend module\n") == "a");
  CHECK(variables_of("pure real(8) function f(n) result (r)\nimplicit none\ninteger :: n, i\nr = 0\ndo i = 1, n\n"
                     "r = max(r, 1.0)\nend do ! i\nend function f\n") == "n r");
}

TEST_CASE("Fortran: what is not certain is not claimed") {
  CHECK(variables_of("subroutine s\ninteger :: i, n\ndo i = 1, n\nx = n\nend do ! i\nend\n") == "unknown"); // implicit
  CHECK(variables_of(in_subroutine("real :: f", "a(i) = f(t)")) == "unknown"); // external, or of a statement
  CHECK(variables_of(in_subroutine("character(9) :: c", "c(1:i) = 'x'")) == "c n");
  CHECK(variables_of(in_subroutine("integer :: k", "print *, (a(k), k = 1, 3)")) == "unknown");
  CHECK(variables_of(in_subroutine("integer :: dim", "a(i) = sum(b, dim=1)")) == "unknown");
  CHECK(variables_of(in_subroutine("", "if (t == 1 .and. a(i) <= 2) a(i) = 3")) == "a n t");
  CHECK(variables_of(in_subroutine("namelist /g/ b", "read (5, nml=g)")) == "unknown");
  CHECK(variables_of(in_subroutine("procedure(), pointer :: p", "call p(t)")) == "unknown");
  CHECK(variables_of(in_subroutine("!$OMP ThreadPrivate(t)", "a(i) = t")) == "unknown");
  CHECK(variables_of(in_subroutine("include 'common.h'", "a(i) = t")) == "unknown");
  CHECK(variables_of(in_subroutine("#ifdef X", "a(i) = t")) == "unknown");
  CHECK(variables_of(in_subroutine("", "!$ t = 1\na(i) = 1")) == "unknown");
  CHECK(variables_of(in_subroutine("", "print *, 'a&\n &b'")) == "unknown");
  CHECK(variables_of("end\n" + in_subroutine("", "a(i) = t")) == "unknown");
}

TEST_CASE("Fortran: names of modules of the same file, of intrinsic ones, and of others") {
  auto used = [](const std::string& module, const std::string& use, const std::string& body) {
    return variables_of("module m\nimplicit none\n" + module + "\nend module m\nsubroutine s(n)\n" + use +
                        "\nimplicit none\ninteger :: n, i\ndo i = 1, n\n" + body + "\nend do ! i\nend subroutine\n");
  };
  CHECK(used("real :: v(9), w; integer, parameter :: k = 2", "use m", "v(i) = k") == "n v");
  CHECK(used("real :: v(9), w", "use m, only: v, x => w", "v(i) = x + w") == "n v x");
  CHECK(used("real :: v(9), w", "use m, x => w", "v(i) = x") == "n v x");
  CHECK(used("real :: v(9), w", "use m, x => w", "v(i) = w") == "unknown");
  CHECK(used("private\nreal, public :: v(9)", "use m", "v(i) = 1") == "unknown");
  CHECK(used("real :: v(9)", "use, intrinsic :: iso_fortran_env, only: real64\nuse m", "v(i) = 1._real64") == "n v");
  CHECK(used("real :: v(9)", "use other, only: w\nuse m", "v(i) = 1") == "n v");
  CHECK(used("real :: v(9)", "use other, only: w\nuse m", "v(i) = w") == "unknown");
  CHECK(used("real :: v(9)", "use m\nuse other", "v(i) = 1") == "unknown"); // even `do` may be a name
  CHECK(used("use other\nreal :: v(9)", "use m", "v(i) = 1") == "unknown");
}
