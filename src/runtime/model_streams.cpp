// Memory accesses of libstdc++ functions on streams and strings that are not templates (std::getline, reading a word):
// offsets follow its ABI on 64-bit machines, which has not changed since GCC 5.
#include "runtime/models.h"

namespace unply::runtime {

namespace {

struct StreamBuffer { // std::streambuf
  void* table;
  const char *get_begin, *get, *get_end;
  char *put_begin, *put, *put_end;
};
struct String { // std::string since GCC 5
  const char* text;
  uint64_t size;
  char inside[16];
};
constexpr uint64_t kStateOffset = 32, kStateBytes = 4, kBufferOffset = 232; // in std::ios
constexpr uint64_t kCountOffset = 8, kCountBytes = 8;                       // in std::istream

// A stream's first word points to a table, in front of which is the distance to its part std::ios.
uint64_t ios_of(uint64_t stream) { return stream + (uint64_t)(*(int64_t**)stream)[-3]; }
StreamBuffer* buffer_of(uint64_t stream) { return *(StreamBuffer**)(ios_of(stream) + kBufferOffset); }

void touch_state(const ModelCall& call, const UnplyEffect& effect, uint64_t stream) {
  call.touch(effect, ios_of(stream) + kStateOffset, kStateBytes);
  if (effect.flags & kEffectWrite) call.touch(effect, stream + kCountOffset, kCountBytes);
  if (StreamBuffer* buffer = buffer_of(stream)) call.touch(effect, (uint64_t)&buffer->get_begin, 3 * sizeof(void*));
}

// The characters taken from the buffer; characters that refill it come from outside.
void touch_taken(const ModelCall& call, const UnplyEffect& effect, const StreamBuffer* buffer) {
  if (!buffer) return;
  uint64_t* before = call.scratch();
  if (!call.after) {
    before[0] = (uint64_t)buffer->get;
    before[1] = (uint64_t)buffer->get_end;
  } else if (before[0] && before[1] == (uint64_t)buffer->get_end && before[0] < (uint64_t)buffer->get) {
    call.touch(effect, before[0], (uint64_t)buffer->get - before[0]);
  }
}

// A buffer that grew was copied as a whole.
void touch_put(const ModelCall& call, const UnplyEffect& effect, const StreamBuffer* buffer) {
  if (!buffer) return;
  uint64_t* before = call.scratch();
  if (!call.after) {
    before[0] = (uint64_t)buffer->put;
    before[1] = (uint64_t)buffer->put_end;
    return;
  }
  bool grew = before[1] != (uint64_t)buffer->put_end;
  uint64_t from = grew ? (uint64_t)buffer->put_begin : before[0];
  if (from && from < (uint64_t)buffer->put) call.touch(effect, from, (uint64_t)buffer->put - from);
}

} // namespace

void touch_stream(const ModelCall& call, const UnplyEffect& effect, uint64_t p) {
  if (effect.term == kTermStream) return touch_state(call, effect, p);
  if (effect.term == kTermTaken) return touch_taken(call, effect, buffer_of(p));
  if (effect.term == kTermGot) return touch_taken(call, effect, (const StreamBuffer*)p);
  if (effect.term == kTermPut) return touch_put(call, effect, (const StreamBuffer*)p);
  auto* string = (String*)p;
  call.touch(effect, p, 2 * sizeof(uint64_t));
  call.touch(effect, (uint64_t)string->text, string->size + 1);
}

} // namespace unply::runtime
