// See stream_table.h.
#include "stream_table.h"

#include "unply/runtime_abi.h"

#include <cstddef>

namespace unply {

using namespace llvm;

static_assert(sizeof(UnplyStream) == 32 && offsetof(UnplyStream, site) == 16 && offsetof(UnplyStream, bytes) == 24);

Value* fill_stream_table(ArrayRef<Stream> streams, Instruction& place, DebugLoc where, SCEVExpander& expander,
                         StreamSite site) {
  IRBuilder<> at(&place);
  at.SetCurrentDebugLocation(std::move(where));
  if (streams.empty()) return ConstantPointerNull::get(at.getPtrTy());
  Type* word = at.getInt64Ty();
  auto* row = StructType::get(at.getPtrTy(), word, at.getPtrTy(), at.getInt32Ty(), at.getInt32Ty());
  auto* rows = ArrayType::get(row, streams.size());
  BasicBlock& entry = place.getFunction()->getEntryBlock();
  Value* table = IRBuilder<>(&entry, entry.getFirstInsertionPt()).CreateAlloca(rows);
  for (unsigned index = 0; index < streams.size(); ++index) {
    const Stream& stream = streams[index];
    Value* const fields[] = {expander.expandCodeFor(stream.base, at.getPtrTy(), &place),
                             expander.expandCodeFor(stream.stride, word, &place), site(stream.access),
                             at.getInt32(static_cast<uint32_t>(stream.access.bytes)), at.getInt32(stream.access.write)};
    for (unsigned field = 0; field < 5; ++field)
      at.CreateStore(fields[field],
                     at.CreateInBoundsGEP(rows, table, {at.getInt32(0), at.getInt32(index), at.getInt32(field)}));
  }
  return table;
}

} // namespace unply
