#include "discover/known_calls.h"
#include <algorithm>
#include <iterator>

namespace unply {

// Sorted, for binary search.
static constexpr std::string_view kHarmless[] = {"__cxa_guard_acquire",
                                                 "__cxa_guard_release",
                                                 "_ZdaPv",
                                                 "_ZdaPvm",
                                                 "_ZdlPv",
                                                 "_ZdlPvm",
                                                 "_Znam",
                                                 "_Znwm",
                                                 "abs",
                                                 "acos",
                                                 "acosf",
                                                 "acosh",
                                                 "aligned_alloc",
                                                 "asin",
                                                 "asinf",
                                                 "asinh",
                                                 "atan",
                                                 "atan2",
                                                 "atan2f",
                                                 "atanf",
                                                 "atanh",
                                                 "calloc",
                                                 "cbrt",
                                                 "cbrtf",
                                                 "ceil",
                                                 "ceilf",
                                                 "clock_gettime",
                                                 "copysign",
                                                 "copysignf",
                                                 "cos",
                                                 "cosf",
                                                 "cosh",
                                                 "coshf",
                                                 "cospi",
                                                 "erf",
                                                 "erfc",
                                                 "erff",
                                                 "exp",
                                                 "exp10",
                                                 "exp2",
                                                 "exp2f",
                                                 "expf",
                                                 "expm1",
                                                 "fabs",
                                                 "fabsf",
                                                 "fdim",
                                                 "floor",
                                                 "floorf",
                                                 "fma",
                                                 "fmax",
                                                 "fmaxf",
                                                 "fmin",
                                                 "fminf",
                                                 "fmod",
                                                 "fmodf",
                                                 "free",
                                                 "hypot",
                                                 "hypotf",
                                                 "ilogb",
                                                 "isalpha",
                                                 "isdigit",
                                                 "isspace",
                                                 "labs",
                                                 "ldexp",
                                                 "llabs",
                                                 "llround",
                                                 "log",
                                                 "log10",
                                                 "log10f",
                                                 "log1p",
                                                 "log2",
                                                 "log2f",
                                                 "logf",
                                                 "lrint",
                                                 "lround",
                                                 "malloc",
                                                 "memcmp",
                                                 "modf",
                                                 "nearbyint",
                                                 "omp_get_wtime",
                                                 "operator delete",
                                                 "operator delete[]",
                                                 "operator new",
                                                 "operator new[]",
                                                 "pow",
                                                 "powf",
                                                 "powi",
                                                 "realloc",
                                                 "remainder",
                                                 "rint",
                                                 "rintf",
                                                 "round",
                                                 "roundf",
                                                 "sin",
                                                 "sincos",
                                                 "sincosf",
                                                 "sinf",
                                                 "sinh",
                                                 "sinhf",
                                                 "sqrt",
                                                 "sqrtf",
                                                 "strcmp",
                                                 "strlen",
                                                 "strncmp",
                                                 "tan",
                                                 "tanf",
                                                 "tanh",
                                                 "tanhf",
                                                 "tgamma",
                                                 "tolower",
                                                 "toupper",
                                                 "trunc",
                                                 "truncf"};

static constexpr std::string_view kOutput[] = {
    "close", "exit",  "fclose", "fflush", "fgetc",  "fgets",  "fopen",    "fprintf", "fputc",
    "fputs", "fread", "fscanf", "fseek",  "fsync",  "fwrite", "getc",     "getchar", "getline",
    "lseek", "open",  "perror", "pread",  "printf", "putc",   "putchar",  "puts",    "pwrite",
    "read",  "recv",  "scanf",  "send",   "system", "ungetc", "vfprintf", "vprintf", "write"};

static constexpr std::string_view kState[] = {"asctime",   "ctime",   "drand48", "erand48", "getenv",   "gmtime",
                                              "localtime", "lrand48", "mrand48", "rand",    "random",   "setenv",
                                              "setlocale", "srand",   "srand48", "srandom", "strerror", "strtok"};

template <size_t N> static bool has(const std::string_view (&list)[N], std::string_view name) {
  return std::binary_search(std::begin(list), std::end(list), name);
}

// Prefixes of linker names and of what a demangler makes of them: streams of C++, input and output of flang, MPI.
static constexpr std::string_view kOutputPrefixes[] = {"_ZNSo",
                                                       "_ZNSi",
                                                       "_ZStls",
                                                       "_ZStrs",
                                                       "_ZSt7getline",
                                                       "_ZSt4endl",
                                                       "_ZSt16__ostream_insert",
                                                       "std::getline",
                                                       "std::ostream",
                                                       "std::istream",
                                                       "std::cout",
                                                       "std::cerr",
                                                       "std::print",
                                                       "std::basic_ostream",
                                                       "std::basic_istream",
                                                       "_FortranAio",
                                                       "_FortranAStop",
                                                       "MPI_",
                                                       "PMPI_",
                                                       "mpi_"};

CallEffect effect_of_call(std::string_view name) {
  if (name.starts_with("std::") && has(kHarmless, name.substr(5))) return CallEffect::none;
  if (has(kHarmless, name) || name.starts_with("llvm.")) return CallEffect::none;
  if (has(kOutput, name)) return CallEffect::output;
  if (has(kState, name)) return CallEffect::state;
  for (std::string_view prefix : kOutputPrefixes)
    if (name.starts_with(prefix)) return CallEffect::output;
  if (name.starts_with("std::") && (has(kOutput, name.substr(5)) || has(kState, name.substr(5))))
    return has(kOutput, name.substr(5)) ? CallEffect::output : CallEffect::state;
  return CallEffect::unknown;
}

} // namespace unply
