#include "trace/trace_reader.h"
#include "base/mapped_file.h"
#include "trace/trace_loader.h"

namespace unply {

Result<Trace> read_trace(ByteView file, const std::string& name, const ReadOptions& options) {
  auto container = ContainerReader::open(file, name);
  if (!container) return error_of(container);
  if (container->version() >> 16 == kTraceMajorOfRecords) // has no edges yet: read_recording() finds them
    return fail(name + ": its dependences are not found yet", "unply report " + name);
  TraceLoader loader(*container);
  loader.load(options);
  return loader.take();
}

Result<Trace> read_trace(const std::string& path, const ReadOptions& options) {
  auto file = MappedFile::open(path);
  if (!file) return error_of(file);
  return read_trace(file->bytes(), path, options);
}

Result<FileSummary> summarize_file(ByteView file, const std::string& name) {
  auto container = ContainerReader::open(file, name);
  if (!container) return error_of(container);
  FileSummary summary{file.size(), {}};
  std::unordered_map<std::string_view, size_t> index;
  for (const Block& block : container->blocks()) {
    auto [at, fresh] = index.try_emplace(block.schema->name, summary.tables.size());
    if (fresh) summary.tables.push_back({.name = block.schema->name});
    TableSize& table = summary.tables[at->second];
    ++table.blocks;
    table.rows += block.head.rows;
    table.stored_bytes += sizeof block.head + (block.head.stored_bytes + 7) / 8 * 8;
    table.raw_bytes += block.head.raw_bytes;
  }
  return summary;
}

} // namespace unply
