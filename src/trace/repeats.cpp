// Blocks are independent of each other, so the blocks of the recording are unchanged; only the end block moves.
#include "trace/repeats.h"
#include "base/crc32c.h"
#include <algorithm>
#include <cstddef>
#include <cstring>

namespace unply {

// An end block consists only of its head.
static bool ends_with_end(ByteView file) {
  TraceBlockHead head;
  if (file.size() < sizeof head) return false;
  std::memcpy(&head, file.data() + file.size() - sizeof head, sizeof head);
  return head.magic == UNPLY_BLOCK_MAGIC && head.kind == kBlockEnd && head.stored_bytes == 0 &&
         head.head_checksum == crc32c(&head, offsetof(TraceBlockHead, head_checksum));
}

Result<void> write_with_repeats(ByteSink& sink, ByteView file, const RepeatedTimes& times,
                                std::span<const std::string> notes) {
  constexpr size_t kRows = 64 << 10;
  if (!ends_with_end(file)) return fail("the recording to be kept has no end");
  if (auto written = sink.write(file.first(file.size() - sizeof(TraceBlockHead))); !written) return written;
  ContainerWriter container(sink);
  for (size_t first = 0; first < times.time_ns.size(); first += kRows) {
    TableBuffer rows(kTables[kTableRepeats]);
    for (size_t row = first; row < std::min(first + kRows, times.time_ns.size()); ++row)
      rows.add(row + 1, times.time_ns[row], times.high_ns[row], times.low_ns[row],
               times.beside_ns.empty() ? 0 : times.beside_ns[row]);
    if (auto written = container.write_rows(rows); !written) return written;
  }
  TableBuffer meta(kTables[kTableMeta]);
  if (times.without_hooks) meta.add("times", "without hooks");
  if (times.resolution_ps > 0) meta.add("resolution_ps", std::to_string(times.resolution_ps));
  if (times.beside > 0) meta.add("beside", std::to_string(times.beside));
  if (meta.rows() > 0)
    if (auto written = container.write_rows(meta); !written) return written;
  TableBuffer texts(kTables[kTableNotes]);
  for (const std::string& note : notes) texts.add(note);
  if (texts.rows() > 0)
    if (auto written = container.write_rows(texts); !written) return written;
  return container.write_end();
}

} // namespace unply
