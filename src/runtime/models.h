// Declarations shared by the files that evaluate models of library calls; library_models.def describes the forms of an
// effect.
#pragma once
#include "runtime/runtime.h"
#include <wchar.h>

namespace unply::runtime {

// One call whose effects are being evaluated.
struct ModelCall {
  const UnplyCall& call;
  uint64_t* words;
  bool after;

  uint64_t argument(int which) const { return words[1 + which]; }
  int64_t result() const { return (int64_t)words[0]; }
  uint64_t* scratch() const { return words + 1 + call.argument_count; }
  // Records a read or write of `n` bytes at `p`, according to the effect, by its site or one of the following sites.
  void touch(const UnplyEffect& effect, uint64_t p, uint64_t n, uint32_t further = 0) const;
  void read(const UnplyEffect& effect, uint64_t p, uint64_t n) const;
  void write(const UnplyEffect& effect, uint64_t p, uint64_t n) const;
};

constexpr uint64_t kNoLimit = ~0ull;

// Elements of a zero-terminated string with its end, at most `limit`.
template <class C> uint64_t string_elements(const C* p, uint64_t limit = kNoLimit) {
  uint64_t n = 0;
  while (n < limit && p[n]) n++;
  return n < limit ? n + 1 : limit;
}

// model_formats.cpp: the arguments of printf, of scanf; of functions with a va_list.
void touch_format(const ModelCall& call, const UnplyEffect& effect, uint64_t format);

// model_containers.cpp: nodes of libstdc++'s trees and lists.
void touch_nodes(const ModelCall& call, const UnplyEffect& effect, uint64_t node);

// model_streams.cpp: libstdc++'s streams and strings.
void touch_stream(const ModelCall& call, const UnplyEffect& effect, uint64_t p);

} // namespace unply::runtime
