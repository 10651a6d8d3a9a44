// What storing and reading the events of a recording costs, here and in other formats, in CPU time and bytes an event.
// The least of three turns counts: the machine may be shared. Every event is compared after its way through the store.
#include "convert/convert.h"
#include "timeline/pyramid.h"
#include "trace/output_file.h"
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace {

using namespace unply;

struct Cost {
  double seconds = 0;
  uint64_t bytes = 0;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <class Body> Cost least_of(int turns, Body body) {
  Cost best;
  for (int turn = 0; turn < turns; ++turn) {
    double begin = cpu_seconds();
    uint64_t bytes = body();
    double seconds = cpu_seconds() - begin;
    if (turn == 0 || seconds < best.seconds) best = {seconds, bytes};
  }
  return best;
}

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "store_bench: {}\n", why);
  std::exit(2);
}

template <class T> T value_of(Result<T> result) {
  if (!result) give_up(result.error().what);
  return std::move(*result);
}

struct Events { // of each thread
  std::vector<std::vector<EventRow>> threads;
  uint64_t count = 0;
};

Events load(const EventFile& file) {
  Events events;
  events.threads.resize(file.threads().size());
  for (size_t i = 0; i < file.blocks().size(); ++i) {
    EventBlock block = value_of(file.read_block(i));
    for (size_t row = 0; row < block.size(); ++row)
      events.threads[block.thread].push_back({.ticks = block.time_ns[row],
                                              .kind = block.kind[row],
                                              .core = block.core[row],
                                              .site = block.site[row],
                                              .a = block.a[row],
                                              .b = block.b[row]});
    events.count += block.size();
  }
  return events;
}

uint64_t write_store(const Events& events, const EventFile& file, const std::string& path) {
  auto out = value_of(OutputFile::create(path));
  TraceWriter writer(*out);
  (void)writer.begin();
  writer.add_clock(0, 0);
  writer.add_clock(file.duration_ns() + 1, file.duration_ns() + 1);
  for (uint32_t i = 1; i < file.tables().sites.size(); ++i) writer.add_site(i, {});
  for (uint32_t t = 0; t < events.threads.size(); ++t) {
    const EventThread& thread = file.threads()[t];
    writer.add_thread(t, {.process = 0,
                          .kind = kThreadOpenmp,
                          .system_id = t,
                          .name = StringId{0},
                          .begin_ticks = std::max<uint64_t>(thread.begin_ns, t + 1)});
    (void)writer.write_events(t, events.threads[t]);
  }
  if (!writer.finish() || !out->publish()) give_up(path + ": cannot be written");
  return writer.bytes_written();
}

uint64_t mismatches(const Events& events, const std::string& path) {
  EventFile back = value_of(EventFile::open(path));
  std::vector<size_t> next(events.threads.size());
  uint64_t wrong = 0;
  for (size_t i = 0; i < back.blocks().size(); ++i) {
    EventBlock block = value_of(back.read_block(i));
    uint32_t thread = back.threads()[block.thread].system_id;
    for (size_t row = 0; row < block.size(); ++row) {
      const EventRow& event = events.threads[thread][next[thread]++];
      wrong += event.ticks != block.time_ns[row] || event.kind != block.kind[row] || event.core != block.core[row] ||
               event.site != block.site[row] || event.a != block.a[row] || event.b != block.b[row];
    }
  }
  for (size_t t = 0; t < next.size(); ++t) wrong += events.threads[t].size() - next[t];
  return wrong;
}

uint64_t size_of(const std::string& path) {
  if (!std::filesystem::is_directory(path)) return std::filesystem::file_size(path);
  uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
    if (entry.is_regular_file()) bytes += entry.file_size();
  return bytes;
}

uint64_t write_raw(const Events& events, const std::string& path) {
  FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) give_up(path + ": cannot be written");
  for (const auto& thread : events.threads) std::fwrite(thread.data(), sizeof(EventRow), thread.size(), file);
  std::fclose(file);
  return size_of(path);
}

uint64_t read_all(const EventFile& file) {
  uint64_t sum = 0;
  EventBlock block;
  for (size_t i = 0; i < file.blocks().size(); ++i) {
    if (auto read = file.read_block(i, block); !read) give_up(read.error().what);
    sum += block.size();
  }
  return sum;
}

void say(const char* what, const Cost& cost, uint64_t count) {
  fmt::print("{:<40} {:>9.1f} {:>9.2f}\n", what, cost.seconds / static_cast<double>(count) * 1e9,
             static_cast<double>(cost.bytes) / static_cast<double>(count));
}

void measure_pyramid(const EventFile& file) {
  std::vector<std::vector<StateInterval>> lanes(file.threads().size());
  uint64_t intervals = 0, bytes = 0;
  TimelineSink sink;
  sink.intervals = [&](uint32_t lane, std::span<const StateInterval> some) {
    lanes[lane].insert(lanes[lane].end(), some.begin(), some.end());
    intervals += some.size();
  };
  double begin = cpu_seconds();
  value_of(build_timeline(file, sink));
  say("states of all threads, for an event", {cpu_seconds() - begin, 0}, file.events());
  Cost cost = least_of(3, [&] {
    PyramidBuilder builder(file.duration_ns(), lanes.size(), intervals);
    for (uint32_t lane = 0; lane < lanes.size(); ++lane) builder.add(lane, lanes[lane]);
    Pyramid pyramid = builder.finish();
    bytes = 0;
    for (const auto& level : pyramid.levels)
      for (const auto& shares : level.shares) bytes += shares.size();
    return bytes;
  });
  say("pyramid, for an interval", cost, std::max<uint64_t>(intervals, 1));
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) give_up("expected a recording of a parallel run [and the number of events up to which to try SQLite]");
  uint64_t most_sqlite = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1'000'000;
  EventFile file = value_of(EventFile::open(argv[1]));
  Events events = load(file);
  std::string base = fmt::format("{}/unply-store-bench.{}", std::filesystem::temp_directory_path().string(), getpid());
  fmt::print("{}: {} events of {} threads\n{:<40} {:>9} {:>9}\n", argv[1], events.count, events.threads.size(), "",
             "ns/event", "B/event");
  say("as it is, 32 bytes each: write", least_of(3, [&] { return write_raw(events, base); }), events.count);
  say("trace: write", least_of(3, [&] { return write_store(events, file, base + ".trace"); }), events.count);
  {
    EventFile back = value_of(EventFile::open(base + ".trace"));
    say("trace: read", least_of(3, [&] { return read_all(back) * 0; }), events.count);
    say("trace: open", least_of(3, [&] { return value_of(EventFile::open(base + ".trace")).events() * 0; }),
        events.count);
  }
  uint64_t wrong = mismatches(events, base + ".trace");
  fmt::print("{:<40} {:>9}\n", "trace: events that came back otherwise", wrong);
  measure_pyramid(file);
  auto convert = [&](const char* what, const std::string& path, auto write) {
    Cost cost = least_of(1, [&] {
      if (auto done = write(path); !done) give_up(done.error().what);
      return size_of(path);
    });
    say(what, cost, events.count);
    std::filesystem::remove_all(path);
  };
  convert("OTF2 with attributes: write", base + ".otf2",
          [&](const std::string& path) { return write_otf2(file, path); });
  convert("Perfetto: states, lines and write", base + ".perfetto", [&](const std::string& path) -> Result<Converted> {
    auto out = value_of(OutputFile::create(path));
    auto done = write_perfetto(file, *out);
    (void)out->publish();
    return done;
  });
  convert("CSV: write", base + ".csv", [&](const std::string& path) -> Result<Converted> {
    auto out = value_of(OutputFile::create(path));
    auto done = write_csv(file, *out);
    (void)out->publish();
    return done;
  });
  if (events.count <= most_sqlite)
    convert("SQLite with events: write", base + ".sqlite",
            [&](const std::string& path) { return write_sqlite(file, path, true); });
  for (const char* ending : {"", ".trace"}) std::filesystem::remove(base + ending);
  return wrong != 0;
}
