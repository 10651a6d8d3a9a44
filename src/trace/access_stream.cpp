#include "trace/access_stream.h"
#include "base/mapped_file.h"
#include "trace/trace_loader.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

struct Events { // one block of the table "accesses"
  explicit Events(RowBlock& block)
      : op(block.numbers("op")), site(block.numbers("site")), bytes(block.numbers("bytes")),
        address(block.numbers("address")), stride(block.numbers("stride")), count(block.numbers("count")),
        region(block.numbers("region")), trace(block.numbers("trace")), ticks(block.numbers("ticks")) {}
  std::vector<uint64_t> op, site, bytes, address, stride, count, region, trace, ticks;
};

class StreamPlayer {
public:
  StreamPlayer(const TraceLoader& loader, AccessVisitor& visitor) : loader_(loader), visitor_(visitor) {}

  void play(const Events& events, size_t i) {
    switch (events.op[i]) {
    case kStreamLoad:
    case kStreamStore:
      return play_access(events, i);
    case kStreamForget:
      return visitor_.forget(events.address[i], events.count[i]);
    case kStreamMove:
      return visitor_.move(events.address[i], events.stride[i], events.count[i]);
    case kStreamCopy:
      return visitor_.copy(events.address[i], events.stride[i], events.count[i]);
    case kStreamTaskBegin:
      return visitor_.task_begin(task_region(events, i), trace(events, i), time(events, i));
    case kStreamTaskEnd:
      return visitor_.task_end(time(events, i));
    case kStreamTraceBegin:
      return visitor_.trace_begin(trace(events, i), trace_region(events, i), time(events, i));
    case kStreamTraceEnd:
      return visitor_.trace_end(trace(events, i), time(events, i));
    default:
      return; // an operation of a newer minor version
    }
  }

private:
  void play_access(const Events& events, size_t i) {
    bool known = events.site[i] < loader_.trace().sites.size();
    visitor_.access({.address = events.address[i],
                     .stride = static_cast<int64_t>(events.stride[i]),
                     .count = events.count[i],
                     .bytes = static_cast<uint32_t>(events.bytes[i]),
                     .site = known ? static_cast<uint32_t>(events.site[i]) : 0,
                     .write = events.op[i] == kStreamStore});
  }
  uint32_t task_region(const Events& events, size_t i) const {
    return static_cast<uint32_t>(std::min<uint64_t>(events.region[i], loader_.trace().regions.size() - 1));
  }
  uint32_t trace_region(const Events& events, size_t i) const {
    return events.region[i] < loader_.trace().regions.size() ? static_cast<uint32_t>(events.region[i]) : kNoRegion;
  }
  uint32_t trace(const Events& events, size_t i) const {
    return events.trace[i] < loader_.trace().traces.size() ? static_cast<uint32_t>(events.trace[i]) : 0;
  }
  uint64_t time(const Events& events, size_t i) {
    return last_ns_ = std::max(last_ns_, loader_.clock().ns(events.ticks[i]));
  }
  const TraceLoader& loader_;
  AccessVisitor& visitor_;
  uint64_t last_ns_ = 0;
};

} // namespace

Result<void> read_access_stream(ByteView file, const std::string& name, AccessVisitor& visitor) {
  auto container = ContainerReader::open(file, name);
  if (!container) return error_of(container);
  TraceLoader loader(*container);
  loader.load({.graph = false, .sources = false});
  if (!loader.trace().info.access_stream)
    return fail(fmt::format("{}: holds a graph, not an access stream", name), "unply record --accesses writes one");
  StreamPlayer player(loader, visitor);
  for (const Block& block : container->blocks()) {
    if (block.schema->name != "accesses") continue;
    auto rows = RowBlock::unpack(block);
    if (!rows) return error_of(rows);
    Events events(*rows);
    if (!rows->ok()) return fail(fmt::format("{}: block at byte {} is malformed", name, block.offset));
    for (size_t i = 0; i < rows->rows(); ++i) player.play(events, i);
  }
  return {};
}

Result<void> read_access_stream(const std::string& path, AccessVisitor& visitor) {
  auto file = MappedFile::open(path);
  if (!file) return error_of(file);
  return read_access_stream(file->bytes(), path, visitor);
}

} // namespace unply
