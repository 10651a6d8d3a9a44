// Many object files define the same inline functions and template instances, and the linker keeps one definition of
// each. If it keeps the definition of an object file without hooks, its accesses are not in the graph, although the
// program's other files were compiled by unply: a note in the recording names these functions.
#include "runtime/marks.h"
#include "runtime/runtime.h"
#include <errno.h>
#include <pthread.h>
#include <string.h>

namespace unply::runtime {

namespace {

constexpr uint32_t kMostKnown = 1024, kMostNamed = 8, kNameBytes = 120;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
const void* known[kMostKnown]; // definitions without hooks
uint32_t known_count, said;    // of them, those that a note has
char names[kMostNamed][kNameBytes];

// If the linker inserted a jump to a function of another object, the function itself may not be known yet.
bool has_hooks(const void* function) {
  const void* behind = behind_jump(function);
  return behind != function || has_mark(function);
}

void add(const UnplyInlineFunction& function) {
  for (uint32_t i = 0; i < known_count; i++)
    if (known[i] == function.address) return; // another object file lost it as well
  if (known_count == kMostKnown) return;
  if (known_count < kMostNamed) strncpy(names[known_count], function.name, kNameBytes - 1);
  known[known_count++] = function.address;
}

// text[] takes all names: kMostNamed * (kNameBytes + 2) and the sentence.
uint32_t describe(char* text) {
  char* end = stpcpy(text, "functions whose accesses are not seen, because an object file that was compiled without "
                           "unply defines them too, and the linker kept its definitions: ");
  for (uint32_t i = said; i < known_count && i < kMostNamed; i++) {
    if (i > said) end = stpcpy(end, ", ");
    end = stpcpy(end, names[i]);
  }
  uint32_t more = known_count - (said > kMostNamed ? said : known_count < kMostNamed ? known_count : kMostNamed);
  if (more) {
    end = stpcpy(end, said < kMostNamed ? " and " : "");
    char digits[8], *digit = digits + sizeof digits;
    *--digit = 0;
    do *--digit = (char)('0' + more % 10);
    while (more /= 10);
    end = stpcpy(stpcpy(end, digit), " more");
  }
  return (uint32_t)(end - text);
}

} // namespace

void hand_over_inline_functions() {
  pthread_mutex_lock(&lock);
  static char text[kMostNamed * (kNameBytes + 2) + 256];
  if (said < known_count) {
    const uint32_t bytes = (describe(text) + 8) & ~7u; // padded with zeros, one at least
    if (void* record = begin_record(kRecordNote, bytes)) {
      memcpy(record, text, bytes);
      end_record();
    }
    memset(text, 0, sizeof text);
    said = known_count;
  }
  pthread_mutex_unlock(&lock);
}

} // namespace unply::runtime

using namespace unply::runtime;

extern "C" __attribute__((visibility("default"))) void __unply_inline_functions(const UnplyInlineFunction* functions,
                                                                                uint32_t count) {
  if (!ring_header()) return; // not recorded
  int saved = errno;
  pthread_mutex_lock(&lock);
  for (uint32_t i = 0; i < count; i++)
    if (!has_hooks(functions[i].address)) add(functions[i]);
  pthread_mutex_unlock(&lock);
  if (context.followed && mode != Mode::off) hand_over_inline_functions();
  errno = saved;
}
