// The forms of x86 memory intrinsics; see x86_accesses.h. LLVM itself knows them only inside its x86 back end, which a
// plugin cannot ask. A family is a prefix of the name; all members have the arguments of their form. A mask is a vector
// of i1, an integer of as many bits or more, or a vector whose sign bits count.
#include "x86_accesses.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace unply {

using namespace llvm;

namespace {

using Accesses = SmallVectorImpl<Access>;

enum class Form {
  kGather,      // (passed through, base, indices, mask, scale)
  kScatter,     // (base, mask, indices, value, scale)
  kMaskedLoad,  // (pointer, mask)
  kMaskedStore, // (pointer, mask, value)
  kMaskedMove,  // (value, mask, pointer), bytes
  kTruncate,    // (pointer, value, mask); the name says to which elements: ...pmov.db.mem: bytes
  kLoad,        // as many bytes at argument `pointer` as the result has, or `bytes`
  kStore,       // as many bytes at argument `pointer` as the next argument has, or `bytes`
  kUpdate,      // likewise, read and written
  kMoveLine,    // (to, from): 64 bytes
  kTileLoad,    // (rows, bytes of a row, base, stride): AMX
  kTileStore
};

struct Family {
  StringLiteral prefix;
  Form form;
  unsigned bytes = 0;
};

constexpr Family kFamilies[] = {
    {"avx2.gather.", Form::kGather},
    {"avx512.gather", Form::kGather},
    {"avx512.mask.gather", Form::kGather},
    {"avx512.scatter", Form::kScatter},
    {"avx512.mask.scatter", Form::kScatter},
    {"avx.maskload.", Form::kMaskedLoad},
    {"avx2.maskload.", Form::kMaskedLoad},
    {"avx.maskstore.", Form::kMaskedStore},
    {"avx2.maskstore.", Form::kMaskedStore},
    {"sse2.maskmov.dqu", Form::kMaskedMove},
    {"mmx.maskmovq", Form::kMaskedMove},
    {"avx512.mask.pmov", Form::kTruncate},
    {"sse3.ldu.dq", Form::kLoad},
    {"avx.ldu.dq.256", Form::kLoad},
    {"avx10.vmovrs", Form::kLoad},
    {"movrs", Form::kLoad},
    {"vbcstne", Form::kLoad, 2},
    {"vcvtne", Form::kLoad},
    {"sse.ldmxcsr", Form::kLoad, 4},
    {"fxrstor", Form::kLoad, 512},
    {"ldtilecfg", Form::kLoad, 64},
    {"sse.stmxcsr", Form::kStore, 4},
    {"fxsave", Form::kStore, 512},
    {"sttilecfg", Form::kStore, 64},
    {"mmx.movnt.dq", Form::kStore},
    {"directstore", Form::kStore},
    {"aadd", Form::kUpdate},
    {"aand", Form::kUpdate},
    {"aor", Form::kUpdate},
    {"axor", Form::kUpdate},
    {"cmpccxadd", Form::kUpdate},
    {"atomic.", Form::kUpdate},
    {"movdir64b", Form::kMoveLine},
    {"tileloadd64.internal", Form::kTileLoad},
    {"tileloaddt164.internal", Form::kTileLoad},
    {"tilestored64.internal", Form::kTileStore},
};

class Writer {
public:
  Writer(Accesses& out, IntrinsicInst& at) : out_(out), at_(at), builder_(&at) {}

  bool add(const Family& family) {
    switch (family.form) {
    case Form::kGather:
      return indexed(argument(1), argument(3), argument(2), at_.getType(), argument(4), false);
    case Form::kScatter:
      return indexed(argument(0), argument(1), argument(2), argument(3)->getType(), argument(4), true);
    case Form::kMaskedLoad:
      return masked(argument(0), argument(1), at_.getType(), 0, false);
    case Form::kMaskedStore:
      return masked(argument(0), argument(1), argument(2)->getType(), 0, true);
    case Form::kMaskedMove:
      return masked_move();
    case Form::kTruncate:
      return masked(argument(0), argument(2), argument(1)->getType(), truncated_bytes(), true);
    case Form::kLoad:
      return whole(at_.getType(), family.bytes, true, false);
    case Form::kStore:
      return whole(next_type(), family.bytes, false, true);
    case Form::kUpdate:
      return whole(next_type(), family.bytes, true, true);
    case Form::kMoveLine:
      range(argument(1), builder_.getInt64(64), false);
      range(argument(0), builder_.getInt64(64), true);
      return true;
    case Form::kTileLoad:
    case Form::kTileStore:
      return tile(family.form == Form::kTileStore);
    }
    return false;
  }

private:
  Value* argument(unsigned index) { return at_.getArgOperand(index); }
  Value* word(Value* value) { return builder_.CreateZExtOrTrunc(value, builder_.getInt64Ty()); }
  void range(Value* pointer, Value* length, bool write) { add_range(out_, at_, pointer, length, write); }
  uint64_t size(Type* type) const { return at_.getDataLayout().getTypeStoreSize(type).getFixedValue(); }

  // For bit instructions, atomic.bts(pointer, i8), the result has the size of the updated object.
  Type* next_type() {
    if (at_.getCalledFunction()->getName().starts_with("llvm.x86.atomic.bt")) return at_.getType();
    return at_.arg_size() > 1 ? argument(1)->getType() : nullptr;
  }

  Value* lane_on(Value* mask, unsigned lane) {
    if (!mask->getType()->isVectorTy())
      return builder_.CreateTrunc(builder_.CreateLShr(mask, lane), builder_.getInt1Ty());
    Value* element = builder_.CreateExtractElement(mask, lane);
    if (element->getType()->isIntegerTy(1)) return element;
    if (!element->getType()->isIntegerTy())
      element = builder_.CreateBitCast(element, builder_.getIntNTy(element->getType()->getScalarSizeInBits()));
    return builder_.CreateIsNeg(element);
  }

  Value* bytes_if(Value* on, uint64_t bytes) {
    return builder_.CreateSelect(on, builder_.getInt64(bytes), builder_.getInt64(0));
  }

  bool indexed(Value* base, Value* mask, Value* indices, Type* data, Value* scale, bool write) {
    auto* elements = cast<FixedVectorType>(data);
    const unsigned lanes =
        std::min(elements->getNumElements(), cast<FixedVectorType>(indices->getType())->getNumElements());
    for (unsigned lane = 0; lane < lanes; ++lane) {
      Value* index = builder_.CreateSExt(builder_.CreateExtractElement(indices, lane), builder_.getInt64Ty());
      Value* pointer = builder_.CreatePtrAdd(base, builder_.CreateMul(index, word(scale)));
      range(pointer, bytes_if(lane_on(mask, lane), size(elements->getElementType())), write);
    }
    return true;
  }

  bool masked(Value* pointer, Value* mask, Type* data, uint64_t bytes, bool write) {
    auto* elements = cast<FixedVectorType>(data);
    if (bytes == 0) bytes = size(elements->getElementType());
    for (unsigned lane = 0; lane < elements->getNumElements(); ++lane)
      range(builder_.CreatePtrAdd(pointer, builder_.getInt64(lane * bytes)), bytes_if(lane_on(mask, lane), bytes),
            write);
    return true;
  }

  bool masked_move() {
    const uint64_t bytes = size(argument(1)->getType());
    auto* type = FixedVectorType::get(builder_.getInt8Ty(), static_cast<unsigned>(bytes));
    return masked(argument(2), builder_.CreateBitCast(argument(1), type), type, 0, true);
  }

  // The letter behind the source's: avx512.mask.pmovus.qd.mem.256 makes d of q.
  uint64_t truncated_bytes() const {
    const StringRef name = at_.getCalledFunction()->getName();
    switch (name[name.find(".mem.") - 1]) {
    case 'b':
      return 1;
    case 'w':
      return 2;
    default:
      return 4;
    }
  }

  bool whole(Type* type, uint64_t bytes, bool read, bool write) {
    if (bytes == 0 && type) bytes = size(type);
    if (bytes == 0) return false;
    if (read) range(argument(0), builder_.getInt64(bytes), false);
    if (write) range(argument(0), builder_.getInt64(bytes), true);
    return true;
  }

  // At most 16 rows; those that the tile does not have get 0 bytes.
  bool tile(bool write) {
    for (unsigned row = 0; row < 16; ++row) {
      Value* on = builder_.CreateICmpUGT(word(argument(0)), builder_.getInt64(row));
      Value* pointer = builder_.CreatePtrAdd(argument(2), builder_.CreateMul(argument(3), builder_.getInt64(row)));
      range(pointer, builder_.CreateSelect(on, word(argument(1)), builder_.getInt64(0)), write);
    }
    return true;
  }

  Accesses& out_;
  IntrinsicInst& at_;
  IRBuilder<> builder_;
};

} // namespace

bool add_x86_accesses(SmallVectorImpl<Access>& out, IntrinsicInst& at) {
  StringRef name = at.getCalledFunction()->getName();
  if (!name.consume_front("llvm.x86.")) return false;
  const auto* family = find_if(kFamilies, [&](const Family& row) { return name.starts_with(row.prefix); });
  return family != std::end(kFamilies) && Writer(out, at).add(*family);
}

bool harmless_on_x86(StringRef name) {
  static constexpr StringLiteral kPrefixes[] = {"sse2.clflush", "clflushopt", "clwb",     "cldemote", "prefetch",
                                                "sse3.monitor", "monitorx",   "umonitor", "seh."};
  return name.consume_front("llvm.x86.") &&
         any_of(kPrefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

} // namespace unply
