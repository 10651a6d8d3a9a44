/* What the plugin or the runtime writes into a loop profile, and src/discover reads again: words instead of names of
 * functions in the list of calls of which nothing is seen, and checksums of source lines. */
#ifndef UNPLY_LOOP_NOTES_H
#define UNPLY_LOOP_NOTES_H

#include <stddef.h>
#include <stdint.h>

namespace unply {

// An exception, or longjmp, that has left the loop itself.
inline constexpr char kThrownOut[] = "an exception that leaves the loop";
// In front of the name of a thread-local variable that a loop uses, also through calls, or gives away the address of.
inline constexpr char kThreadLocalUse[] = "thread-local variable ";
inline constexpr char kThreadLocalAddress[] = "address of thread-local variable ";

// Of source lines, without the characters that end them: FNV-1a of 32 bits, with a newline after each.
class LinesChecksum {
public:
  constexpr void add_line(const char* text, size_t length) {
    for (size_t i = 0; i < length; ++i) add(text[i]);
    add('\n');
  }
  constexpr uint32_t sum() const { return sum_; }

private:
  constexpr void add(char c) { sum_ = (sum_ ^ static_cast<unsigned char>(c)) * 0x01000193; }
  uint32_t sum_ = 0x811c9dc5;
};

} // namespace unply

#endif
