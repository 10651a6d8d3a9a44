// Finds the memory that printf reads and scanf writes through their further arguments, by parsing the format as they
// do.
#include "runtime/models.h"
#include <stdarg.h>
#include <string.h>

namespace unply::runtime {

namespace {

// The further arguments: words of the call, or a va_list, of which only a copy is walked.
class Arguments {
public:
  Arguments(const ModelCall& call, int first) : call_(call), first_(first), next_(first) {}
  Arguments(const ModelCall& call, const void* list) : call_(call), listed_(true) {
    memcpy(&list_, list, sizeof list_);
  }
  void go_to(uint32_t position) { next_ = first_ + (int)position - 1; }
  bool listed() const { return listed_; }
  bool empty() const { return !listed_ && next_ >= (int)call_.call.argument_count; }
  uint32_t site() const { return listed_ ? 0 : (uint32_t)(next_ - first_); }
  uint64_t word() { return listed_ ? va_arg(list_, uint64_t) : empty() ? 0 : call_.argument(next_++); }
  void floating(bool extended) {
    if (!listed_)
      next_++;
    else if (extended)
      (void)va_arg(list_, long double);
    else
      (void)va_arg(list_, double);
  }

private:
  const ModelCall& call_;
  int first_ = 0, next_ = 0;
  bool listed_ = false;
  va_list list_;
};

// h 1, hh 2, l 3, ll q j z t 4, L 5; 0: none
template <class C> int read_size(const C*& p) {
  int size = 0;
  for (;; p++) {
    if (*p == 'h')
      size = size == 1 ? 2 : 1;
    else if (*p == 'l')
      size = size == 3 ? 4 : 3;
    else if (*p == 'q' || *p == 'j' || *p == 'z' || *p == 't' || *p == 'Z')
      size = 4;
    else if (*p == 'L')
      size = 5;
    else
      return size;
  }
}

uint64_t integer_bytes(int size) { return size == 0 ? 4 : size == 1 ? 2 : size == 2 ? 1 : 8; }

template <class C> uint64_t read_number(const C*& p) {
  uint64_t n = 0;
  for (; *p >= '0' && *p <= '9'; p++) n = n * 10 + (uint64_t)(*p - '0');
  return n;
}

// "3$", which only goes to an argument; where there is none, `p` stays.
template <class C> bool read_position(const C*& p, Arguments& arguments) {
  const C* after = p;
  uint64_t position = read_number(after);
  if (!position || *after != '$') return false;
  p = after + 1;
  if (!arguments.listed()) arguments.go_to((uint32_t)position);
  return true;
}

template <class C> uint64_t read_extent(const C*& p, Arguments& arguments) {
  if (*p != '*') return read_number(p);
  p++;
  read_position(p, arguments);
  auto n = (int32_t)arguments.word();
  return n < 0 ? kNoLimit : (uint64_t)n;
}

void print_pointer(const ModelCall& call, const UnplyEffect& effect, Arguments& arguments, uint32_t conversion,
                   int size, uint64_t precision) {
  uint32_t site = arguments.site();
  uint64_t p = arguments.word();
  if (!p) return;
  if (conversion == 'n') {
    __unply_store_n((void*)p, integer_bytes(size), call.call.sites + effect.site + site);
  } else if (conversion == 'S' || size >= 3) {
    call.touch(effect, p, string_elements((const wchar_t*)p, precision) * sizeof(wchar_t), site);
  } else {
    call.touch(effect, p, string_elements((const char*)p, precision), site);
  }
}

template <class C> void print(const ModelCall& call, const UnplyEffect& effect, const C* p, Arguments arguments) {
  for (; *p; p++) {
    if (*p != '%') continue;
    p++;
    if (read_position(p, arguments) && arguments.listed()) return; // no order in which a list can be walked
    while (*p == '-' || *p == '+' || *p == ' ' || *p == '#' || *p == '0' || *p == '\'' || *p == 'I') p++;
    uint64_t precision = kNoLimit;
    read_extent(p, arguments);
    if (*p == '.') precision = read_extent(++p, arguments);
    int size = read_size(p);
    switch (*p) {
    case 0:
      return;
    case '%':
    case 'm':
      break;
    case 's':
    case 'S':
    case 'n':
      print_pointer(call, effect, arguments, (uint32_t)*p, size, precision);
      break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      arguments.floating(size == 5);
      break;
    default:
      arguments.word();
    }
  }
}

void scan_text(const ModelCall& call, const UnplyEffect& effect, uint64_t p, bool wide, uint64_t width, uint32_t site) {
  if (!p) return;
  uint64_t n = width  ? width // %c: no end is written
               : wide ? string_elements((const wchar_t*)p)
                      : string_elements((const char*)p);
  call.touch(effect, p, n * (wide ? sizeof(wchar_t) : 1), site);
}

void scan_value(const ModelCall& call, const UnplyEffect& effect, uint32_t conversion, int size, bool allocates,
                uint64_t width, Arguments& arguments) {
  uint32_t site = arguments.site();
  uint64_t p = arguments.word();
  if (!p) return;
  switch (conversion) {
  case 's':
  case 'S':
  case '[':
  case 'c':
  case 'C': {
    bool wide = size >= 3 || conversion == 'S' || conversion == 'C';
    if (allocates) {
      call.touch(effect, p, 8, site);
      p = *(uint64_t*)p;
    }
    bool counted = conversion == 'c' || conversion == 'C';
    return scan_text(call, effect, p, wide, counted ? (width ? width : 1) : 0, site);
  }
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    return call.touch(effect, p, size == 5 ? 10 : size >= 3 ? 8 : 4, site);
  case 'p':
    return call.touch(effect, p, 8, site);
  default:
    return call.touch(effect, p, size == 5 ? 8 : integer_bytes(size), site);
  }
}

template <class C> void scan(const ModelCall& call, const UnplyEffect& effect, const C* p, Arguments arguments) {
  int64_t assigned = (int32_t)call.result();
  for (; *p; p++) {
    if (*p != '%') continue;
    p++;
    if (read_position(p, arguments) && arguments.listed()) return;
    bool suppressed = *p == '*', allocates = false;
    if (suppressed) p++;
    while (*p == '\'' || *p == 'I') p++;
    uint64_t width = read_number(p);
    if (*p == 'm') allocates = true, p++;
    int size = read_size(p);
    auto conversion = (uint32_t)*p;
    if (!conversion) return;
    if (conversion == '[') { // up to the bracket that ends the set
      p += p[1] == '^' ? 2 : 1;
      if (*p == ']') p++;
      while (*p && *p != ']') p++;
      if (!*p) return;
    }
    if (conversion == '%' || suppressed) continue;
    if (conversion != 'n' && assigned-- <= 0) return;
    scan_value(call, effect, conversion, size, allocates, width, arguments);
  }
}

template <class C>
void walk(const ModelCall& call, const UnplyEffect& effect, const C* format, bool scans, Arguments arguments) {
  if (scans)
    scan(call, effect, format, arguments);
  else
    print(call, effect, format, arguments);
}

} // namespace

void touch_format(const ModelCall& call, const UnplyEffect& effect, uint64_t format) {
  int term = effect.term;
  bool scans = term >= kTermScan;
  bool wide =
      term == kTermWideFormat || term == kTermWideFormatList || term == kTermWideScan || term == kTermWideScanList;
  bool listed =
      term == kTermFormatList || term == kTermWideFormatList || term == kTermScanList || term == kTermWideScanList;
  if (listed && scans && !call.after) { // the call will use the list up
    memcpy(call.scratch(), (const void*)call.argument(effect.argument), sizeof(va_list));
    return;
  }
  const void* list = scans ? call.scratch() : (const void*)(listed ? call.argument(effect.argument) : 0);
  Arguments arguments = listed ? Arguments(call, list) : Arguments(call, effect.argument);
  if (wide)
    walk(call, effect, (const wchar_t*)format, scans, arguments);
  else
    walk(call, effect, (const char*)format, scans, arguments);
}

static_assert(sizeof(va_list) <= kUnplyCallScratch * sizeof(uint64_t));

} // namespace unply::runtime
