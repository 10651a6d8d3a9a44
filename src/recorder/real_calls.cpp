#include "recorder/real_calls.h"
#include <dlfcn.h>
#include <string.h>

namespace unply::recorder {

RealCalls real_calls;
int real_calls_known;

namespace {

constinit thread_local bool finding __attribute__((tls_model("initial-exec"))) = false;

// Condition variables changed their layout in glibc 2.3.2, and dlsym() still finds the old functions.
void* find_call(const char* name) {
  void* found = nullptr;
  bool has_old_version = strncmp(name, "pthread_cond_", 13) == 0 && strcmp(name, "pthread_cond_clockwait") != 0;
  if (has_old_version) found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
  return found ? found : dlsym(RTLD_NEXT, name);
}

} // namespace

// Several threads may do this at the same time: they write the same values. Mutexes come first in the list, because
// dlsym() allocates memory for its message when it does not find a function, and a program's own malloc may lock a
// mutex: this call re-enters here and uses the functions found so far.
void find_real_calls() {
  if (finding) return;
  finding = true;
#define UNPLY_FIND(name)                                                                                               \
  if (!real_calls.name) real_calls.name = (decltype(&::name))find_call(#name);
  UNPLY_REAL_CALLS(UNPLY_FIND)
#undef UNPLY_FIND
  finding = false;
  __atomic_store_n(&real_calls_known, 1, __ATOMIC_RELEASE);
}

} // namespace unply::recorder
