// The expander against the definition of dependence: random accesses of words, written down as the runtime does it,
// with collections in between.
#include "graph/history_expander.h"
#include "trace/edge_index.h"
#include "trace/testing/memory_sink.h"
#include "trace/trace_reader.h"
#include <doctest/doctest.h>
#include <map>
#include <optional>
#include <random>

using namespace unply;

namespace {

using Edge = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>; // to, from, kind, site_from, site_to
using Edges = std::map<Edge, uint64_t>;                                    // with their bytes

struct Event {
  uint32_t vertex, site;
};
struct Word { // by the definition
  std::optional<Event> writer;
  std::vector<Event> readers;
  uint32_t id = 0; // as the runtime has it
};

// Writes down what one run after the other does to a few words.
class Program {
public:
  explicit Program(uint32_t words) : words_(words) {}

  void begin(uint32_t vertex, uint32_t instance) {
    run_ = {vertex, instance, 0, next_index_, 0, 0, 0, 0, 0, 0, 0};
    floor_ = next_index_ << 1;
    known_.clear();
  }
  void load(uint32_t word, uint32_t site) {
    Word& w = words_[word];
    if (w.id >= floor_ && !(w.id & 1)) return;
    if (w.writer) add({run_.vertex, w.writer->vertex, kEdgeFlow, w.writer->site, site});
    w.readers.push_back({run_.vertex, site});
    auto [known, fresh] = known_.try_emplace({w.id, site, false}, std::pair<uint32_t, size_t>{0, entries_.size()});
    if (fresh) known->second.first = put(w.id, site, kEntryRead);
    count(known->second);
    w.id = known->second.first;
  }
  void store(uint32_t word, uint32_t site) {
    Word& w = words_[word];
    if (w.id >= floor_ && (w.id & 1)) return;
    for (const Event& reader : w.readers) add({run_.vertex, reader.vertex, kEdgeAnti, reader.site, site});
    if (w.writer) add({run_.vertex, w.writer->vertex, kEdgeOutput, w.writer->site, site});
    w.readers.clear();
    w.writer = {run_.vertex, site};
    auto [known, fresh] = known_.try_emplace({w.id, site, true}, std::pair<uint32_t, size_t>{0, entries_.size()});
    if (fresh) {
      auto [write, first] = known_.try_emplace({0, site + 1000, true}, std::pair<uint32_t, size_t>{0, 0});
      if (first) write->second.first = next_index_ << 1 | 1;
      known->second.first = write->second.first;
      put(w.id, site, first ? kEntryWrite : kEntryStore);
    }
    count(known->second);
    w.id = known->second.first;
  }
  bool hand_over(HistoryReader& reader, bool leaf) {
    run_.entries = static_cast<uint32_t>(entries_.size());
    ByteView bytes(reinterpret_cast<const uint8_t*>(entries_.data()), entries_.size() * sizeof(RingEntry));
    bool ok = reader.add_run(run_, leaf, bytes);
    entries_.clear();
    run_.first_index = next_index_; // of the next record of this run
    known_.clear();
    return ok;
  }
  bool collect(HistoryReader& reader) {
    std::vector<uint64_t> marks((next_index_ + 63) / 64);
    for (const Word& w : words_)
      if (w.id) marks[w.id >> 7] |= uint64_t{1} << (w.id >> 1 & 63);
    const uint32_t indices = next_index_;
    std::vector<uint32_t> moved(indices);
    next_index_ = 1;
    for (uint32_t i = 1; i < indices; ++i)
      if (marks[i >> 6] >> (i & 63) & 1) moved[i] = next_index_++;
    for (Word& w : words_) w.id = moved[w.id >> 1] << 1 | (w.id & 1);
    bool ok = true;
    for (uint32_t first = 0; first < marks.size(); first += 3) {
      const auto n = std::min<uint32_t>(3, static_cast<uint32_t>(marks.size()) - first);
      ByteView bytes(reinterpret_cast<const uint8_t*>(marks.data() + first), n * sizeof(uint64_t));
      ok = ok && reader.collect({indices, static_cast<uint32_t>(marks.size()), first, n}, bytes);
    }
    return ok;
  }
  void join(uint32_t vertex, uint32_t instance) { instance_[vertex] = instance; } // of continued ones
  const Edges& expected() const { return expected_; }

private:
  uint32_t put(uint32_t before, uint32_t site, RingEntryKind kind) {
    entries_.push_back({before, site | static_cast<uint32_t>(kind) << 30, 0});
    return kind == kEntryStore ? 0 : next_index_++ << 1 | (kind == kEntryWrite);
  }
  void count(const std::pair<uint32_t, size_t>& known) { entries_[known.second].bytes += 4; }
  void add(const Edge& edge) {
    auto instance = [&](uint32_t v) { return instance_.contains(v) ? instance_.at(v) : v; };
    if (instance(std::get<0>(edge)) != instance(std::get<1>(edge))) expected_[edge] += 4;
  }
  std::vector<Word> words_;
  RingRun run_ = {};
  uint32_t next_index_ = 1, floor_ = 0;
  std::vector<RingEntry> entries_;
  std::map<std::tuple<uint32_t, uint32_t, bool>, std::pair<uint32_t, size_t>> known_;
  std::map<uint32_t, uint32_t> instance_;
  Edges expected_;
};

// As written, read back, with all site pairs.
Edges read_back(MemorySink& sink, TraceWriter& writer, uint32_t vertices, size_t* uses = nullptr) {
  for (uint32_t v = 1; v <= vertices; ++v) writer.add_task({v, v, 0, 0, 0, 0, v, v, 0, 0, 0});
  for (uint32_t site = 1; site < 8; ++site) writer.add_site(site, {});
  writer.add_region(0, {});
  REQUIRE(writer.finish());
  auto trace = read_trace(sink.bytes, "t");
  REQUIRE(trace);
  Edges edges;
  if (uses) *uses = trace->edges.uses.size();
  EdgeIndex index(trace->edges, vertices);
  for (uint32_t to = 0; to < vertices; ++to)
    for (uint32_t row : index.into(trace->edges, to))
      trace->each_pair(row, [&](const SitePair& pair) {
        edges[{to + 1, trace->edges.from[row] + 1, static_cast<uint32_t>(trace->edges.kind[row]), pair.from,
               pair.to}] += pair.bytes;
      });
  return edges;
}

} // namespace

TEST_CASE("dependences of random accesses are those of the definition, across collections") {
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    MemorySink sink;
    TraceWriter writer(sink);
    REQUIRE(writer.begin());
    HistoryExpander expander(writer);
    const uint32_t vertices = 40, words = 1 + random() % 30;
    Program program(words);
    for (uint32_t v = 1; v <= vertices; ++v) {
      const bool continues = seed % 3 == 0 && v > 1 && random() % 4 == 0;
      if (continues) program.join(v, v - 1);
      program.begin(v, continues ? v - 1 : v);
      for (uint32_t i = random() % 60; i-- > 0;) {
        const uint32_t word = random() % words, site = 1 + random() % 7;
        random() % 3 ? program.load(word, site) : program.store(word, site);
      }
      const bool leaf = !continues && random() % 2;
      REQUIRE(program.hand_over(expander, leaf));
      if (random() % 5 == 0) REQUIRE(program.collect(expander));
    }
    REQUIRE(expander.expand());
    CHECK(read_back(sink, writer, vertices) == program.expected());
  }
}

TEST_CASE("damaged entries are refused") {
  MemorySink sink;
  TraceWriter writer(sink);
  HistoryExpander expander(writer);
  const RingEntry entry = {2, 1, 4}; // index 1 does not exist yet
  ByteView bytes(reinterpret_cast<const uint8_t*>(&entry), sizeof entry);
  CHECK_FALSE(expander.add_run({1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0}, true, bytes));
  CHECK_FALSE(expander.add_run({1, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0}, true, {}));    // an index was left out
  CHECK_FALSE(expander.add_run({1, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0}, true, {}));    // continues a later vertex
  CHECK_FALSE(expander.add_run({0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, true, {}));    // no vertex
  CHECK_FALSE(expander.add_run({1, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0}, true, bytes)); // an entry is missing
  const RingEntry kind = {0, 1 | 3u << 30, 4};
  CHECK_FALSE(expander.add_run({1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0}, true,
                               {reinterpret_cast<const uint8_t*>(&kind), sizeof kind}));
  const uint64_t word = 0;
  CHECK_FALSE(expander.collect({64, 1, 0, 1}, {reinterpret_cast<const uint8_t*>(&word), sizeof word})); // indices
}

TEST_CASE("the path of an entry is kept once for each pair of sites and kind") {
  MemorySink sink;
  TraceWriter writer(sink);
  HistoryExpander expander(writer);
  auto run = [&](uint32_t vertex, uint32_t first_index, RingEntry entry) {
    return expander.add_run({vertex, vertex, 1, first_index, 0, 0, 0, 0, 0, 0, 0}, false,
                            {reinterpret_cast<const uint8_t*>(&entry), sizeof entry});
  };
  REQUIRE(run(1, 1, {0, 3 | uint32_t{kEntryWrite} << 30, 4})); // id 3
  expander.next_path(7, 5);
  REQUIRE(run(2, 2, {3, 4, 4})); // id 4
  expander.next_path(8, 5);
  REQUIRE(run(3, 3, {3, 4, 4})); // the same pair
  expander.next_path(9, 5);
  REQUIRE(run(4, 4, {4, 6 | uint32_t{kEntryWrite} << 30, 4})); // reader and writer
  REQUIRE(expander.expand());
  const auto& reached = expander.reached();
  REQUIRE(reached.size() == 3);
  auto is = [](const ReachedPair& p, uint32_t kind, uint32_t site_from, uint32_t site, uint32_t from, uint32_t path) {
    return p.kind == kind && p.site_from == site_from && p.site == site && p.from == from && p.path == path;
  };
  CHECK(is(reached[0], kEdgeFlow, 3, 4, 1, 7));
  CHECK(is(reached[1], kEdgeAnti, 4, 6, 2, 9));
  CHECK(is(reached[2], kEdgeOutput, 3, 6, 1, 9));
}

// Tasks that all read, then tasks that each overwrite a part: every kind of vertex that might be taken for another one.
TEST_CASE("what many tasks have read is one list for all that overwrite it, without a walk for each") {
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    MemorySink sink;
    TraceWriter writer(sink);
    REQUIRE(writer.begin());
    HistoryExpander expander(writer);
    constexpr uint32_t kWords = 90;
    Program program(kWords);
    uint32_t vertex = 0;
    auto task = [&](auto body) {
      ++vertex;
      program.begin(vertex, vertex);
      body();
      REQUIRE(program.hand_over(expander, true));
    };
    const bool one_writer = seed % 2 == 0;
    if (one_writer)
      task([&] {
        for (uint32_t word = 0; word < kWords; ++word) program.store(word, 1);
      });
    const uint32_t readers = 60 + random() % 20; // some seeds below the shortest list
    for (uint32_t r = 0; r < readers; ++r)
      task([&] {
        for (uint32_t word = 0; word < kWords; ++word) program.load(word, 2 + random() % (seed % 3 == 0 ? 2 : 1));
      });
    if (seed % 5 == 0) REQUIRE(program.collect(expander));
    for (uint32_t word = 0; word + 1 < kWords;) {
      const uint32_t form = random() % 8;
      if (form == 1) { // reads by itself what it overwrites, in an earlier record
        ++vertex;
        program.begin(vertex, vertex);
        program.load(word, 4);
        REQUIRE(program.hand_over(expander, false));
        program.store(word++, 5);
        REQUIRE(program.hand_over(expander, true));
        continue;
      }
      task([&] {
        if (form == 2) program.load(word, 4);
        if (form == 3) program.load(0, 4); // what the first one has written
        program.store(word++, form == 4 ? 6 : 5);
        if (form == 5) program.store(word++, 5);
      });
    }
    REQUIRE(expander.expand());
    size_t uses = 0;
    CHECK(read_back(sink, writer, vertex, &uses) == program.expected());
    if (seed % 3 != 0) CHECK((uses > 20) == (readers >= 64)); // else each word has been read in its own way
  }
}

namespace {

// A phase of irregular accesses, one in which all tasks read, and one in which they overwrite that: the file, and its
// edges by the definition.
std::pair<Bytes, Edges> recorded_by(unsigned threads, uint32_t seed, Edges& found) {
  std::mt19937 random(seed);
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  HistoryExpander expander(writer, threads);
  constexpr uint32_t kWords = 300;
  Program program(kWords);
  uint32_t vertex = 0;
  auto task = [&](uint32_t accesses, auto access) {
    ++vertex;
    program.begin(vertex, vertex);
    for (uint32_t i = 0; i < accesses; ++i) access(i);
    const bool leaf = seed % 3 != 0 || random() % 2;
    REQUIRE(program.hand_over(expander, leaf));
    if (!leaf) {
      program.store(random() % kWords, 3);
      REQUIRE(program.hand_over(expander, true));
    }
    if (writer.full()) REQUIRE(writer.write_tables());
  };
  for (uint32_t v = 0; v < 400; ++v) {
    task(40, [&](uint32_t) {
      const uint32_t word = random() % kWords, site = 1 + random() % 7;
      random() % 3 ? program.load(word, site) : program.store(word, site);
    });
    if (seed % 2 == 0 && random() % 100 == 0) REQUIRE(program.collect(expander));
  }
  for (uint32_t v = 0; v < 80; ++v) task(kWords, [&](uint32_t word) { program.load(word, 2); });
  for (uint32_t v = 0; v < kWords; ++v) task(1, [&](uint32_t) { program.store(v, 5); });
  while (!expander.expand()) REQUIRE(writer.write_tables());
  found = read_back(sink, writer, vertex);
  return {sink.bytes, program.expected()};
}

} // namespace

TEST_CASE("any number of threads write the same bytes, and the edges of the definition") {
  for (uint32_t seed : {2u, 3u}) { // with collections; with tasks that are no leaves
    Edges found;
    const auto [alone, expected] = recorded_by(1, seed, found);
    CHECK(found == expected);
    for (unsigned threads : {2u, 3u, 8u}) CHECK(recorded_by(threads, seed, found).first == alone);
  }
}
