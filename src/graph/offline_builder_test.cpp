// The offline builder against the figures of execution-graphs-mora-2021, small cases worked out by hand, and a checker
// that looks at all pairs of accesses of random streams.
#include "graph/testing/sample_streams.h"
#include <doctest/doctest.h>
#include <map>
#include <random>
#include <set>

using namespace unply;
using namespace unply::samples;

static uint64_t edges_of(const Trace& trace, EdgeKind kind) {
  return static_cast<uint64_t>(std::count(trace.edges.kind.begin(), trace.edges.kind.end(), kind));
}

TEST_CASE("the five codes of the paper have its tasks and flow edges") {
  struct Expected {
    void (*program)(Stream&, bool);
    size_t fine_tasks, fine_flow, coarse_tasks, coarse_flow;
  };
  for (const Expected& code : {Expected{madd, 4, 0, 2, 0}, Expected{mmult, 8, 4, 4, 0}, Expected{heat, 16, 30, 4, 3},
                               Expected{fft, 12, 16, 7, 6}, Expected{smith_waterman, 16, 24, 4, 3}}) {
    Trace fine = build([&](Stream& s) { code.program(s, true); });
    CHECK(fine.tasks.size() == code.fine_tasks);
    CHECK(edges_of(fine, EdgeKind::flow) == code.fine_flow);
    Trace coarse = build([&](Stream& s) { code.program(s, false); });
    CHECK(coarse.tasks.size() == code.coarse_tasks);
    CHECK(edges_of(coarse, EdgeKind::flow) == code.coarse_flow);
    CHECK(ExecutionGraph::build(std::move(fine)).has_value());
    CHECK(ExecutionGraph::build(std::move(coarse)).has_value());
  }
}

TEST_CASE("every reader since the last write gets its flow and its anti dependence") {
  // The paper's Algorithm 2 keeps one entry for an address: it would lose 1 -> 3 (flow) and 2 -> 4 (anti).
  Trace trace = build([](Stream& s) {
    s.begin(), s.store(64, 2), s.end();
    s.begin(), s.load(64, 3), s.end();
    s.begin(), s.load(64, 4), s.end();
    s.begin(), s.store(64, 5), s.end();
  });
  const EdgeColumns& e = trace.edges;
  CHECK(e.from == std::vector<uint32_t>{0, 0, 0, 1, 2});
  CHECK(e.to == std::vector<uint32_t>{1, 2, 3, 3, 3});
  CHECK(e.kind == std::vector{EdgeKind::flow, EdgeKind::flow, EdgeKind::output, EdgeKind::anti, EdgeKind::anti});
  CHECK(e.site_from == std::vector<uint32_t>{2, 2, 2, 3, 4});
  CHECK(e.site_to == std::vector<uint32_t>{3, 4, 5, 5, 5});
  CHECK(e.bytes == std::vector<uint64_t>{8, 8, 8, 8, 8});
}

TEST_CASE("accesses outside tasks: a store ends the history, a load is nothing") {
  Trace trace = build([](Stream& s) {
    s.begin(), s.store(64), s.store(128), s.end();
    s.load(128), s.store(64, 2, 4);
    s.begin(), s.load(64), s.store(128), s.end();
  });
  REQUIRE(trace.edges.size() == 2);
  CHECK(trace.edges.kind == std::vector{EdgeKind::flow, EdgeKind::output});
  CHECK(trace.edges.bytes == std::vector<uint64_t>{4, 8}); // the upper half of the first word
}

TEST_CASE("the pair of sites with most bytes stands for the edge, the smaller ids on a tie") {
  auto program = [](uint32_t first_bytes) {
    return build([=](Stream& s) {
      s.begin(), s.store(0, 3, 8), s.store(8, 2, 8), s.end();
      s.begin(), s.load(0, 5, first_bytes), s.load(8, 4, 4), s.end();
    });
  };
  Trace larger = program(8), tie = program(4);
  CHECK(larger.edges.site_from == std::vector<uint32_t>{3});
  CHECK(larger.edges.bytes == std::vector<uint64_t>{12});
  CHECK(tie.edges.site_from == std::vector<uint32_t>{2});
  CHECK(tie.edges.site_to == std::vector<uint32_t>{4});
}

TEST_CASE("what a run does again to a byte adds nothing") {
  Trace trace = build([](Stream& s) {
    s.begin(), s.store(0, 2), s.load(0, 1), s.store(0, 3), s.end();
    s.begin(), s.load(0, 4), s.load(0, 5), s.store(0, 6), s.load(0, 7), s.end();
  });
  CHECK(trace.edges.kind == std::vector{EdgeKind::flow, EdgeKind::output});
  CHECK(trace.edges.site_from == std::vector<uint32_t>{3, 3}); // the write after the run's own read
  CHECK(trace.edges.site_to == std::vector<uint32_t>{4, 6});
  CHECK(trace.edges.bytes == std::vector<uint64_t>{8, 8});
}

TEST_CASE("a task that reads what it wrote is a reader too") {
  Trace trace = build([](Stream& s) {
    s.begin(), s.store(0, 2), s.load(0, 1), s.end();
    s.begin(), s.store(0, 3), s.end();
  });
  CHECK(trace.edges.kind == std::vector{EdgeKind::anti, EdgeKind::output});
  CHECK(trace.edges.site_from == std::vector<uint32_t>{1, 2});
}

TEST_CASE("an instance that depends on a nested one goes on as a new vertex") {
  Trace trace = build([](Stream& s) {
    s.begin(); // vertex 1, at 1 ns
    s.store(0);
    s.begin(kInnerRegion), s.load(0), s.store(8), s.end(); // vertex 2, 2 to 3 ns
    s.load(8);                                             // vertex 3 extends 1
    s.end();
  });
  CHECK(trace.tasks.instance == std::vector<uint32_t>{0, 1, 0});
  CHECK(trace.tasks.parent == std::vector<uint32_t>{0, 1, 0});
  CHECK(trace.tasks.region == std::vector<uint32_t>{kTaskRegion, kInnerRegion, kTaskRegion});
  CHECK(trace.edges.from == std::vector<uint32_t>{0, 0, 1});
  CHECK(trace.edges.to == std::vector<uint32_t>{1, 2, 2});
  CHECK(trace.edges.kind == std::vector{EdgeKind::flow, EdgeKind::extension, EdgeKind::flow});
  CHECK(trace.tasks.begin_ns == std::vector<uint64_t>{1, 2, 3});
  CHECK(trace.tasks.end_ns == std::vector<uint64_t>{3, 3, 4});
  CHECK(trace.tasks.self_ns == std::vector<uint64_t>{1, 1, 1});
}

TEST_CASE("forgotten and moved memory") {
  Trace forgotten = build([](Stream& s) {
    s.begin(), s.store(0), s.end();
    s.begin(), s.load(0), s.end();
  });
  CHECK(forgotten.edges.size() == 1);
  Trace trace = empty_trace();
  OfflineBuilder builder(trace.info);
  Stream s(builder);
  s.begin(), s.store(0), s.store(4090, 2, 16), s.end();
  builder.forget(0, 8);
  builder.move(4090, 9000, 16);
  s.begin(), s.load(0), s.load(4090, 1, 16), s.end();
  s.begin(), s.load(9000, 1, 16), s.end();
  REQUIRE(builder.finish(trace, s.now_ns()));
  CHECK(trace.edges.to == std::vector<uint32_t>{2});
  CHECK(trace.edges.bytes == std::vector<uint64_t>{16});
}

TEST_CASE("instances still open at the end are incomplete") {
  Trace trace = build([](Stream& s) { s.begin(), s.begin(kInnerRegion), s.store(0); });
  CHECK(trace.tasks.incomplete == std::vector<bool>{true, true});
}

namespace {
// All pairs: a log of everything that happened to each byte; nothing is ever summarised or dropped from it.
class PairChecker final : public AccessVisitor {
public:
  using Key = std::tuple<uint32_t, uint32_t, EdgeKind>; // to, from, kind
  std::map<Key, std::map<std::pair<uint32_t, uint32_t>, uint64_t>> edges;
  std::vector<uint32_t> instance; // of each vertex

  void trace_begin(uint32_t, uint32_t, uint64_t) override {}
  void trace_end(uint32_t, uint64_t) override {}
  void task_begin(uint32_t, uint32_t, uint64_t) override {
    stack_.push_back(static_cast<uint32_t>(instance.size()));
    instance.push_back(stack_.back());
    ++run_;
  }
  void task_end(uint64_t) override { stack_.pop_back(), ++run_; }
  void access(const StreamAccess& a) override {
    for (uint64_t i = 0; i < a.count; ++i) one(a.address + i * static_cast<uint64_t>(a.stride), a);
  }
  void forget(uint64_t address, uint64_t bytes) override {
    for (uint64_t i = 0; i < bytes; ++i) log_.erase(address + i);
  }
  void move(uint64_t from, uint64_t to, uint64_t bytes) override {
    std::map<uint64_t, std::vector<Event>> moved;
    for (uint64_t i = 0; i < bytes; ++i) moved[to + i] = log_[from + i];
    forget(from, bytes);
    for (auto& [address, events] : moved) log_[address] = events;
  }
  void copy(uint64_t from, uint64_t to, uint64_t bytes) override {
    for (uint64_t i = 0; i < bytes; ++i) {
      const std::vector<Event>& source = log_[from + i];
      auto writes = [](const Event& e) { return e.write; };
      auto last = std::find_if(source.rbegin(), source.rend(), writes);
      if (last == source.rend() || !last->inside) continue;
      Event written = *last;
      for (auto e = last; e != source.rend() && e->write && e->inside && e->run == written.run; ++e)
        written.site = e->site; // the first of those that follow each other
      std::vector<Event>& events = log_[to + i];
      auto own = std::find_if(events.rbegin(), events.rend(), writes);
      if (own == events.rend() || !own->inside || own->run < written.run) events = {written};
    }
  }

private:
  struct Event {
    bool write, inside;
    uint32_t vertex, run, site;
  };
  struct Pair {
    Event source;
    EdgeKind kind;
  };
  // The dependences of a new access on the byte whose history is `events`: for each earlier event, is there a write
  // between, and is it the first read of its run since that write?
  std::vector<Pair> pairs(const std::vector<Event>& events, bool write) const {
    std::vector<Pair> found;
    for (size_t i = 0; i < events.size(); ++i) {
      bool overwritten = false;
      for (size_t k = i + 1; k < events.size(); ++k) overwritten |= events[k].write;
      if (overwritten || !events[i].inside) continue;
      if (events[i].write) {
        bool seen = false; // a read by this run has counted before
        for (size_t k = i + 1; k < events.size(); ++k) seen |= events[k].run == run_;
        Event source = events[i];
        // Of writes that follow each other in a run, the first names the site.
        for (size_t k = i; k-- > 0 && events[k].write && events[k].run == source.run && events[k].inside;)
          source.site = events[k].site;
        if (!seen || write) found.push_back({source, write ? EdgeKind::output : EdgeKind::flow});
      } else if (write) {
        bool first = true; // an earlier read of this value by the run stands for it
        for (size_t k = 0; k < i; ++k) {
          bool same_value = true;
          for (size_t w = k + 1; w < i; ++w) same_value &= !events[w].write;
          first &= !(same_value && !events[k].write && events[k].run == events[i].run && events[k].inside);
        }
        if (first) found.push_back({events[i], EdgeKind::anti});
      }
    }
    return found;
  }
  void one(uint64_t address, const StreamAccess& a) {
    bool inside = !stack_.empty(), ahead = false;
    if (!inside && !a.write) return;
    for (uint32_t i = 0; inside && i < a.bytes; ++i)
      for (const Pair& pair : pairs(log_[address + i], a.write))
        ahead |= pair.source.vertex > stack_.back() && instance[pair.source.vertex] != instance[stack_.back()];
    if (ahead) {
      uint32_t old = stack_.back(), renewed = static_cast<uint32_t>(instance.size());
      instance.push_back(instance[old]);
      edges[{renewed, old, EdgeKind::extension}][{0, 0}] = 0;
      stack_.back() = renewed;
      ++run_;
    }
    for (uint32_t i = 0; i < a.bytes; ++i) {
      std::vector<Event>& events = log_[address + i];
      for (const Pair& pair : pairs(events, a.write))
        if (inside && instance[pair.source.vertex] != instance[stack_.back()])
          ++edges[{stack_.back(), pair.source.vertex, pair.kind}][{pair.source.site, a.site}];
      events.push_back({a.write, inside, inside ? stack_.back() : 0, run_, a.site});
    }
  }
  std::vector<uint32_t> stack_;
  uint32_t run_ = 0;
  std::map<uint64_t, std::vector<Event>> log_;
};

void random_stream(std::mt19937& random, Stream& s, AccessVisitor& visitor) {
  auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  uint32_t depth = 0, memory = 8 + below(40), nested = below(3); // nested 0: no nested tasks
  uint64_t base = 4096 - below(64);                              // across a page border
  for (int event = 0; event < 80; ++event) {
    uint32_t choice = below(20);
    if (choice < 4 && depth <= nested) {
      s.begin(kTaskRegion + (depth > 0)), ++depth;
    } else if (choice < 7 && depth > 0) {
      s.end(), --depth;
    } else if (choice == 7) {
      visitor.forget(base + below(memory), below(8));
    } else if (choice == 8) {
      visitor.move(base + below(memory), base + below(memory), below(12));
    } else if (choice == 10) {
      visitor.copy(base + below(memory), base + below(memory), below(12));
    } else if (choice == 9) {
      s.access(base + below(memory), 1 + below(7), 1 + below(4), below(2), 1 + below(4),
               static_cast<int64_t>(below(9)) - 4);
    } else {
      s.access(base + below(memory), 1 + below(7), 1u << below(4), below(2));
    }
  }
  while (depth-- > 0) s.end();
}
} // namespace

TEST_CASE("random streams agree with a checker of all pairs of accesses") {
  size_t all_edges = 0, extensions = 0;
  for (uint32_t seed = 0; seed < 6000; ++seed) {
    std::mt19937 random(seed);
    PairChecker expected;
    Stream expected_stream(expected);
    random_stream(random, expected_stream, expected);
    random.seed(seed);
    Trace trace = empty_trace();
    OfflineBuilder builder(trace.info);
    Stream stream(builder);
    random_stream(random, stream, builder);
    REQUIRE(builder.finish(trace, stream.now_ns()));

    CAPTURE(seed);
    REQUIRE(trace.tasks.instance == expected.instance);
    REQUIRE(trace.edges.size() == expected.edges.size());
    size_t e = 0;
    for (const auto& [key, sites] : expected.edges) {
      uint64_t bytes = 0, most = 0;
      std::pair<uint32_t, uint32_t> best = sites.begin()->first;
      for (const auto& [pair, count] : sites) {
        bytes += count;
        if (count > most) most = count, best = pair;
      }
      REQUIRE(std::tuple(trace.edges.to[e], trace.edges.from[e], trace.edges.kind[e]) == key);
      REQUIRE(trace.edges.bytes[e] == bytes);
      REQUIRE(std::pair(trace.edges.site_from[e], trace.edges.site_to[e]) == best);
      extensions += trace.edges.kind[e] == EdgeKind::extension;
      ++e;
    }
    all_edges += e;
    REQUIRE(ExecutionGraph::build(std::move(trace)).has_value()); // ids are a topological order
  }
  CHECK(all_edges > 50000);
  CHECK(extensions > 500);
}
