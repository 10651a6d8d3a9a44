#include "extract/known_functions.h"
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <set>
#include <vector>

namespace unply::extract {
using namespace llvm;

// Words between spaces; a word with * stands for all names that start so.
constexpr const char* kHarmless =
    "printf fprintf puts putchar putc fputs fputc fflush free fclose perror fopen srand srandom srand48 rand random "
    "drand48 time clock usleep sleep fwrite strcmp strncmp strlen setvbuf setbuf vprintf vfprintf getpid abs labs "
    "toupper tolower isdigit strcasecmp strchr strrchr strstr getenv atexit __cxa_atexit setlocale system exit abort "
    "_exit omp_get_max_threads omp_get_num_threads omp_get_thread_num omp_set_num_threads omp_get_wtime strerror "
    "__errno_location __assert_fail getopt __xpg_basename _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm __cxa_throw "
    "__cxa_allocate_exception "
    "_ZNSo* _ZStls* _ZNSt8ios_base* _ZSt4endl* _ZSt5flush* _FortranAioOutput* _FortranAioBegin* _FortranAioEnd* "
    "_FortranAioSet* _FortranAioEnable* _FortranACpuTime* "
    "_FortranAProgram* _FortranAStop* ";

bool is_harmless(StringRef name) {
  static const auto [names, starts] = [] {
    std::pair<std::set<StringRef>, std::vector<StringRef>> made;
    SmallVector<StringRef, 128> words;
    StringRef(kHarmless).split(words, ' ', -1, false);
    for (StringRef word : words) word.consume_back("*") ? made.second.push_back(word) : void(made.first.insert(word));
    return made;
  }();
  if (names.contains(name)) return true;
  return any_of(starts, [&](StringRef start) { return name.starts_with(start); });
}

bool writes_text(StringRef name) {
  static const std::set<StringRef> kNames = {"sprintf", "snprintf", "vsnprintf", "strcpy",  "strncpy", "strcat",
                                             "strncat", "fgets",    "strftime",  "ctime_r", "fread"};
  return kNames.contains(name);
}

} // namespace unply::extract
