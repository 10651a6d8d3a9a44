// Against the relation of the standard, pair by pair: indirect waits are the same.
#include "graph/depend_clauses.h"
#include <doctest/doctest.h>
#include <random>

using namespace unply;

using Found = std::vector<DependPredecessor>;

TEST_CASE("a task waits for the last generation of tasks on each address") {
  using enum EdgeKind;
  DependClauses clauses;
  auto add = [&](uint32_t task, uint8_t type) { return clauses.add(task, std::vector<DependClause>{{type, 64}}); };
  CHECK(add(0, kDependIn) == Found{});
  CHECK(add(1, kDependIn) == Found{});
  CHECK(add(2, kDependOut) == Found{{0, anti}, {1, anti}});
  CHECK(add(3, kDependOut) == Found{{2, output}});
  CHECK(add(4, kDependMutexinoutset) == Found{{3, flow}});
  CHECK(add(5, kDependMutexinoutset) == Found{{3, flow}});
  CHECK(add(6, kDependInoutset) == Found{{4, flow}, {5, flow}});
  CHECK(add(7, kDependInoutset) == Found{{4, flow}, {5, flow}});
  CHECK(add(8, kDependInout) == Found{{6, flow}, {7, flow}});
  CHECK(clauses.ask(std::vector<DependClause>{{kDependIn, 64}}) == Found{{8, flow}});
  CHECK(clauses.ask(std::vector<DependClause>{{kDependIn, 65}}) == Found{});
  CHECK(clauses.ask(std::vector<DependClause>{{kDependSource, 64}}) == Found{});
}

TEST_CASE("a task that depends on all memory comes after all and before all") {
  using enum EdgeKind;
  DependClauses clauses;
  auto add = [&](uint32_t task, uint8_t type, uint64_t address) {
    return clauses.add(task, std::vector<DependClause>{{type, address}});
  };
  add(0, kDependIn, 1);
  add(1, kDependOut, 2);
  CHECK(add(2, kDependAll, 0) == Found{{0, anti}, {1, flow}});
  CHECK(add(3, kDependIn, 1) == Found{{2, flow}});
  CHECK(add(4, kDependIn, 1) == Found{{2, flow}});
  CHECK(add(5, kDependOut, 3) == Found{{2, output}});
  CHECK(add(6, kDependAll, 0) == Found{{3, anti}, {4, anti}, {5, flow}});
  CHECK(add(7, kDependAll, 0) == Found{{6, flow}});
}

TEST_CASE("a task that names an address with several types reads and writes it") {
  DependClauses clauses;
  clauses.add(0, std::vector<DependClause>{{kDependIn, 8}});
  CHECK(clauses.add(1, std::vector<DependClause>{{kDependIn, 8}, {kDependMutexinoutset, 8}}).size() == 1);
  CHECK(clauses.add(2, std::vector<DependClause>{{kDependMutexinoutset, 8}}) == Found{{1, EdgeKind::flow}});
}

// OpenMP 5.2, 15.9.5: in waits for earlier out, inout, mutexinoutset and inoutset; out and inout for all; the two sets
// for all but their own kind.
static bool must_wait(uint8_t earlier, uint8_t later) {
  if (earlier == kDependAll || later == kDependAll) return true;
  if (later == kDependOut || later == kDependInout) return true;
  return earlier != later;
}

TEST_CASE("random clauses order the same tasks as the definition does") {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    size_t n = 2 + random() % 30;
    uint32_t addresses = 1 + random() % 4;
    std::vector<std::vector<DependClause>> tasks(n);
    DependClauses clauses;
    std::vector<std::vector<bool>> defined(n, std::vector<bool>(n)), found = defined;
    for (uint32_t v = 0; v < n; ++v) {
      for (uint32_t address = 0; address < addresses; ++address)
        if (random() % 2 == 0) tasks[v].push_back({static_cast<uint8_t>(1 + random() % 5), address});
      if (random() % 20 == 0) tasks[v] = {{kDependAll, 0}};
      for (const DependPredecessor& before : clauses.add(v, tasks[v])) {
        CHECK(before.task < v);
        found[v][before.task] = true;
      }
      for (uint32_t u = 0; u < v; ++u)
        for (const DependClause& a : tasks[u])
          for (const DependClause& b : tasks[v])
            if (a.type == kDependAll || b.type == kDependAll || a.address == b.address)
              defined[v][u] = defined[v][u] || must_wait(a.type, b.type);
      for (uint32_t u = 0; u < v; ++u) CHECK_FALSE((found[v][u] && !defined[v][u])); // nothing that is not asked for
      for (uint32_t u = 0; u < v; ++u)
        for (uint32_t w = 0; w < u; ++w) {
          if (defined[v][u] && defined[u][w]) defined[v][w] = true;
        }
      std::vector<bool> reached = found[v];
      for (uint32_t u = v; u-- > 0;)
        if (reached[u])
          for (uint32_t w = 0; w < u; ++w) reached[w] = reached[w] || found[u][w];
      found[v] = reached;
      CHECK(found[v] == defined[v]);
    }
  }
}
