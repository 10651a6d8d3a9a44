// Library calls with a model: evaluates the effects that library_models.def lists for them, before and after the call.
// Outside recordings this costs a test of two words; in a task some 5 ns for the call and as much for each effect.
#include "runtime/models.h"
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>

namespace unply::runtime {

namespace {

// These bytes are never stored to: their addresses represent internal state of the library or the kernel.
uint64_t hidden[kUnplyHidden], descriptors[1 << 16];
const char* strtok_rest;

constexpr uint64_t kFileOffset = 8, kFileBytes = 40; // _IO_read_ptr to _IO_write_ptr, which inlined getc and putc use

uint64_t place(const ModelCall& call, int base, int path) {
  switch (base) {
  case kPlaceNone:
    return 0;
  case kPlaceResult:
    return (uint64_t)call.result();
  case kPlaceStdin:
    return (uint64_t)stdin;
  case kPlaceStdout:
    return (uint64_t)stdout;
  case kPlaceStderr:
    return (uint64_t)stderr;
  case kPlaceStrtok:
    return (uint64_t)strtok_rest;
  case kPlaceDescriptor:
    return (uint64_t)&descriptors[call.argument(path) & 0xffff];
  case kPlaceHidden:
    return (uint64_t)&hidden[path % kUnplyHidden];
  default:
    uint64_t p = call.argument(base);
    return p && path >= 0 ? *(uint64_t*)(p + (uint64_t)path) : p;
  }
}

uint64_t operand(const ModelCall& call, int kind, int value) {
  switch (kind) {
  case kOperandConstant:
    return (uint64_t)value;
  case kOperandArgument:
    return call.argument(value);
  case kOperandLength:
    return string_elements((const char*)call.argument(value)) - 1;
  case kOperandResult:
    return call.result() < 0 ? 0 : (uint64_t)call.result();
  default:
    return 0;
  }
}

bool is_space(uint32_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
uint32_t lower(uint32_t c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

// White space, then the characters of a number, and the character that ends it.
template <class C> uint64_t number_elements(const C* p) {
  uint64_t n = 0;
  while (is_space((uint32_t)p[n])) n++;
  for (;; n++) {
    uint32_t c = lower((uint32_t)p[n]);
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '+' || c == '-' || c == '.')) return n + 1;
  }
}

template <class C> uint64_t compared_elements(const C* a, const C* b, uint64_t limit, bool folded) {
  uint64_t n = 0;
  for (; n < limit; n++) {
    auto x = (uint32_t)a[n], y = (uint32_t)b[n];
    if (folded) x = lower(x), y = lower(y);
    if (x != y || !x) return n + 1;
  }
  return limit;
}

template <class C> const C* skip(const C* p, const C* set, bool members) {
  for (; *p; p++) {
    bool member = false;
    for (const C* s = set; *s && !member; s++) member = *s == *p;
    if (member != members) break;
  }
  return p;
}

// The characters that strtok and strsep read from `p` on, or the end of the token, which they overwrite.
template <class C>
void touch_token(const ModelCall& call, const UnplyEffect& effect, uint64_t p, bool leading, bool cut) {
  const C* delimiters = (const C*)call.argument(effect.argument);
  const C* begin = leading ? skip((const C*)p, delimiters, true) : (const C*)p;
  const C* end = skip(begin, delimiters, false);
  if (!cut) return call.touch(effect, p, (uint64_t)(end + 1) - p);
  if (effect.other == kPlaceStrtok) strtok_rest = (const char*)(*end ? end + 1 : end);
  if (*end) call.touch(effect, (uint64_t)end, sizeof(C));
}

template <class C> void touch_appended(const ModelCall& call, const UnplyEffect& effect, uint64_t p, uint64_t limit) {
  const C* from = (const C*)call.argument(effect.argument);
  uint64_t added = string_elements(from, limit == kNoLimit ? limit : limit + 1);
  uint64_t end = p + (string_elements((const C*)p) - 1) * sizeof(C);
  call.touch(effect, end, added * sizeof(C)); // with its end
}

void touch_bounded_append(const ModelCall& call, const UnplyEffect& effect, uint64_t p, uint64_t size) {
  uint64_t old = string_elements((const char*)p, size);
  if (old == size && (!size || ((const char*)p)[size - 1])) return; // no room
  uint64_t added = string_elements((const char*)call.argument(effect.argument), size - old + 1);
  call.touch(effect, p + old - 1, added);
}

void touch_buffers(const ModelCall& call, const UnplyEffect& effect, const iovec* buffers, uint64_t count,
                   uint64_t bytes) {
  for (uint64_t i = 0; i < count && bytes; i++) {
    uint64_t n = buffers[i].iov_len < bytes ? buffers[i].iov_len : bytes;
    call.touch(effect, (uint64_t)buffers[i].iov_base, n);
    bytes -= n;
  }
}

// The number of elements that a term counts at `p`, and the size of an element.
struct Count {
  uint64_t elements, bytes_each;
};

Count count(const ModelCall& call, int term, int argument, uint64_t p, uint64_t limit) {
  uint64_t other = argument >= 0 && term >= kTermArgument ? call.argument(argument) : 0;
  uint64_t text = argument >= 0 ? other : p;
  switch (term) {
  case kTermBytes:
    return {(uint64_t)argument, 1};
  case kTermArgument:
    return {other, 1};
  case kTermResult:
    return {call.result() < 0 ? 0 : (uint64_t)call.result(), 1};
  case kTermTo:
    return {call.result() ? (uint64_t)call.result() - call.argument(0) : 0, 1};
  case kTermString:
    return {text ? string_elements((const char*)text, limit) : 0, 1};
  case kTermWideString:
    return {text ? string_elements((const wchar_t*)text, limit) : 0, sizeof(wchar_t)};
  case kTermEnd:
    return {other ? *(uint64_t*)other - p + 1 : number_elements((const char*)p), 1};
  case kTermNumber:
    return {number_elements((const char*)p), 1};
  case kTermWideNumber:
    return {number_elements((const wchar_t*)p), sizeof(wchar_t)};
  case kTermCompare:
  case kTermCompareFolded:
    return {compared_elements((const char*)p, (const char*)other, limit, term == kTermCompareFolded), 1};
  case kTermWideCompare:
  case kTermWideCompareFolded:
    return {compared_elements((const wchar_t*)p, (const wchar_t*)other, limit, term == kTermWideCompareFolded),
            sizeof(wchar_t)};
  case kTermAt:
    return {other ? *(uint32_t*)other : 0, 1};
  default:
    return {0, 1};
  }
}

void touch_extent(const ModelCall& call, const UnplyEffect& effect, uint64_t p, uint64_t limit) {
  bool null = !call.result() && effect.otherwise != kTermNone;
  int term = null ? effect.otherwise : effect.term;
  Count found = count(call, term, null ? effect.otherwise_argument : effect.argument, p, limit);
  if (!null) found.elements += operand(call, effect.plus_kind, effect.plus);
  if (found.elements > limit) found.elements = limit;
  uint64_t factor = 1;
  if (null)
    factor = effect.otherwise_factor ? (uint64_t)effect.otherwise_factor : 1;
  else if (effect.factor_kind != kOperandNone)
    factor = operand(call, effect.factor_kind, effect.factor);
  call.touch(effect, p, found.elements * found.bytes_each * factor);
}

// Only the bytes that the call changed count as written; a copy of them is taken in front of it.
void touch_changed(const ModelCall& call, const UnplyEffect& effect, uint64_t p) {
  auto* now = (const unsigned char*)p;
  auto* before = (unsigned char*)call.scratch();
  for (int i = 0; i < effect.argument; i++)
    if (!call.after)
      before[i] = now[i];
    else if (before[i] != now[i])
      call.touch(effect, p + (uint64_t)i, 1);
}

bool takes_place(const ModelCall& call, const UnplyEffect& effect) {
  if (!(effect.flags & kEffectWrite ? context.store_floor : context.load_floor)) return false;
  if (!(effect.flags & kEffectIfSucceeded)) return true;
  return effect.flags & kEffectIfNotNull ? call.result() != 0 : call.result() >= 0;
}

void touch_effect(const ModelCall& call, const UnplyEffect& effect) {
  if (!takes_place(call, effect)) return;
  uint64_t p = place(call, effect.base, effect.path);
  if (!p) p = place(call, effect.other, effect.other_path);
  if (!p) return;
  p += (uint64_t)(int64_t)effect.offset;
  uint64_t limit = effect.limit_kind == kOperandNone ? kNoLimit : operand(call, effect.limit_kind, effect.limit);
  switch (effect.term) {
  case kTermToken:
  case kTermCut:
    return touch_token<char>(call, effect, p, true, effect.term == kTermCut);
  case kTermSeparate:
  case kTermSeparateCut:
    return touch_token<char>(call, effect, p, false, effect.term == kTermSeparateCut);
  case kTermWideToken:
  case kTermWideCut:
    return touch_token<wchar_t>(call, effect, p, true, effect.term == kTermWideCut);
  case kTermAppend:
    return touch_appended<char>(call, effect, p, limit);
  case kTermWideAppend:
    return touch_appended<wchar_t>(call, effect, p, limit);
  case kTermBoundedAppend:
    return touch_bounded_append(call, effect, p, limit);
  case kTermBuffers:
    return touch_buffers(call, effect, (const iovec*)p, call.argument(effect.argument), limit);
  case kTermMessage: {
    auto* message = (const msghdr*)p;
    return touch_buffers(call, effect, message->msg_iov, message->msg_iovlen, limit);
  }
  case kTermFile:
    return call.touch(effect, p + kFileOffset, kFileBytes);
  case kTermLast: {
    uint64_t from = call.result() ? (uint64_t)call.result() : p;
    return call.touch(effect, from, p + call.argument(effect.argument) - from);
  }
  case kTermFormat:
  case kTermFormatList:
  case kTermWideFormat:
  case kTermWideFormatList:
  case kTermScan:
  case kTermScanList:
  case kTermWideScan:
  case kTermWideScanList:
    return touch_format(call, effect, p);
  case kTermTree:
  case kTermNext:
  case kTermPrevious:
  case kTermLinks:
    return touch_nodes(call, effect, p);
  case kTermStream:
  case kTermTaken:
  case kTermGot:
  case kTermPut:
  case kTermStringObject:
    return touch_stream(call, effect, p);
  default:
    if (effect.flags & kEffectIfChanged) return touch_changed(call, effect, p);
    return touch_extent(call, effect, p, limit);
  }
}

void touch_call(const UnplyCall* call, uint64_t* words, bool after) {
  if ((!context.load_floor && !context.store_floor) || call->elsewhere || context.busy) return;
  const ModelCall model = {*call, words, after};
  for (uint32_t i = 0; i < call->effect_count; i++)
    if (call->effects[i].flags & (after ? kEffectAfter : kEffectBefore)) touch_effect(model, call->effects[i]);
}

} // namespace

void ModelCall::touch(const UnplyEffect& effect, uint64_t p, uint64_t n, uint32_t further) const {
  UnplySite* site = call.sites + effect.site + further;
  if (effect.flags & kEffectWrite)
    __unply_store_n((void*)p, n, site);
  else
    __unply_load_n((const void*)p, n, site);
}

void ModelCall::read(const UnplyEffect& effect, uint64_t p, uint64_t n) const {
  __unply_load_n((const void*)p, n, call.sites + effect.site);
}

void ModelCall::write(const UnplyEffect& effect, uint64_t p, uint64_t n) const {
  __unply_store_n((void*)p, n, call.sites + effect.site);
}

} // namespace unply::runtime

#pragma GCC visibility push(default)
extern "C" {
void __unply_call_before(const UnplyCall* call, uint64_t* words) { unply::runtime::touch_call(call, words, false); }
void __unply_call_after(const UnplyCall* call, uint64_t* words) { unply::runtime::touch_call(call, words, true); }
}
#pragma GCC visibility pop
