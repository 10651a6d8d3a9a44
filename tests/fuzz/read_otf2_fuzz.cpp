// libFuzzer target of OTF2 archives: whatever their files hold, reading says no or gives a recording that opens. The
// records are decoded by the library of OTF2, which is not instrumented; what is watched is what our callbacks make of
// what it passes on.
//
// An archive is a folder of files. So an input is a list of changes to one of two whole ones, another tool's and our
// own: which file, where in it, and what stands there then; or how much of it is there.
#include "convert/convert.h"
#include "trace/event_file.h"
#include "trace/output_file.h"
#include "trace/testing/memory_sink.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

// The library itself does not close what it finds damaged: its own functions, in a shared library or from an archive.
extern "C" const char* __lsan_default_suppressions() { return "leak:libopen-trace-format2\nleak:OTF2_\nleak:otf2_"; }

extern "C" int make_foreign_archive(int count, char** words); // tests/convert/foreign_archive.c

namespace {

using namespace unply;
namespace fs = std::filesystem;

void demand(bool holds) {
  if (!holds) std::abort();
}

struct ArchiveFile {
  fs::path path;
  std::string bytes;
};
struct Archive {
  std::string anchor;
  std::vector<ArchiveFile> files;
};

void put_file(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

Archive load(const fs::path& folder) {
  Archive archive{*find_otf2_anchor(folder.string()), {}};
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    archive.files.push_back({entry.path(), std::string(std::istreambuf_iterator<char>(file), {})});
  }
  std::ranges::sort(archive.files, {}, &ArchiveFile::path);
  return archive;
}

// A recording with an event of each kind on two threads.
void write_own(const fs::path& folder, const fs::path& scratch) {
  auto out = OutputFile::create(scratch.string());
  demand(out.has_value());
  TraceWriter writer(**out);
  demand(writer.begin().has_value());
  writer.add_meta("program", "a");
  writer.add_clock(0, 0);
  writer.add_clock(100'000, 100'000);
  writer.add_site(1, {writer.string_id("a.c"), writer.string_id("f"), StringId{0}, StringId{0}, 3, 4, 0, 0});
  writer.add_process(0, {0, 77, writer.string_id("host"), writer.string_id("a")});
  writer.add_object({ObjectKind::name, 1, writer.string_id("phase"), 0});
  for (uint32_t thread = 0; thread < 2; ++thread) {
    writer.add_thread(thread, {0, kThreadPthread, 77 + thread, writer.string_id("t"), 0, 0});
    std::vector<EventRow> rows;
    for (uint64_t i = 1; i < 70; ++i) rows.push_back({i * 100, static_cast<uint8_t>(i), 0, 1, i % 4, i % 3});
    demand(writer.write_events(thread, rows).has_value());
  }
  demand(writer.finish() && (*out)->publish());
  auto file = EventFile::open(scratch.string());
  demand(file && write_otf2(*file, folder.string()));
}

class Folder {
public:
  Folder() {
    std::string pattern = fs::temp_directory_path() / "unply-otf2-XXXXXX";
    demand(::mkdtemp(pattern.data()));
    path = pattern;
    std::string foreign = path / "foreign";
    char name[] = "make_foreign_archive";
    char* words[] = {name, foreign.data(), nullptr};
    demand(make_foreign_archive(2, words) == 0);
    write_own(path / "own", path / "own.trace");
    archives.push_back(load(path / "foreign"));
    archives.push_back(load(path / "own"));
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
  std::vector<Archive> archives;
};

void check(const std::string& anchor, const fs::path& scratch) {
  auto out = OutputFile::create(scratch.string());
  demand(out.has_value());
  TraceWriter writer(**out);
  demand(writer.begin().has_value());
  auto done = read_otf2(anchor, writer);
  if (!done) return;
  demand(writer.finish() && (*out)->publish());
  auto trace = EventFile::open(scratch.string());
  demand(trace.has_value() ? trace->events() == done->records : done->records == 0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Folder folder;
  if (size < 6) return 0;
  const Archive& archive = folder.archives[data[0] % 2];
  std::vector<std::string> now;
  for (const ArchiveFile& file : archive.files) now.push_back(file.bytes);
  for (size_t at = 1; at + 5 <= size;) {
    size_t file = data[at] % now.size();
    if (archive.files[file].path == archive.anchor) file = (file + 1) % now.size(); // its mistakes are the library's
    std::string& bytes = now[file];
    size_t offset = (data[at + 1] | size_t{data[at + 2]} << 8) % (bytes.size() + 1);
    size_t length = std::min(size_t{data[at + 3]} % 24, size - at - 4);
    const char* change = reinterpret_cast<const char*>(data + at + 4);
    if (data[at + 3] >= 250)
      bytes.resize(offset);
    else if (data[at + 3] >= 200)
      bytes.insert(offset, change, length);
    else
      bytes.replace(offset, std::min(length, bytes.size() - offset), change, length);
    at += 4 + std::max<size_t>(length, 1);
  }
  for (size_t i = 0; i < now.size(); ++i)
    if (now[i] != archive.files[i].bytes) put_file(archive.files[i].path, now[i]);
  check(archive.anchor, folder.path / "result");
  for (size_t i = 0; i < now.size(); ++i)
    if (now[i] != archive.files[i].bytes) put_file(archive.files[i].path, archive.files[i].bytes);
  return 0;
}
