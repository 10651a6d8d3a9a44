// The definition of the dependences that loops carry, applied to every access of a program, byte by byte: the last write
// and all reads since it, each with the loops that were active and the iteration of each. Nothing of the runtime's
// states, sets of readers or formulas is repeated here, so that an error there cannot hide.
//
// Written to ORACLE when the program asks for it, a line each:
//   loop LINE executions iterations least most
//   carried LINE KIND FROM TO least most [inner least most]   by the loop on that line, sites by their lines
//   within LINE KIND FROM TO                                   in one iteration of it; 0: in no common loop
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace {

struct Level {
  int line;
  uint64_t execution, iteration;
};
using Moment = std::shared_ptr<const std::vector<Level>>; // the loops that are active, outermost first
struct Access {
  int line = 0; // 0: none
  Moment when;
};
struct Byte {
  Access write;
  std::vector<Access> reads;
};
struct Distances {
  int64_t least, most, inner_least, inner_most;
  bool inner = true; // both ends are in the same loop directly inside, always
};
struct Loop {
  uint64_t executions = 0, iterations = 0, least = ~0ull, most = 0;
};
using Pair = std::tuple<int, std::string, int, int>; // loop, kind, from, to

std::map<uint64_t, Byte> bytes;
std::vector<Level> active;
Moment now = std::make_shared<std::vector<Level>>();
uint64_t executions;
std::map<int, Loop> loops;
std::map<Pair, Distances> carried;
std::set<Pair> within;

void changed() { now = std::make_shared<std::vector<Level>>(active); }

void end_to(size_t depth) {
  while (active.size() > depth) {
    Loop& loop = loops[active.back().line];
    const uint64_t iterations = active.back().iteration + 1;
    loop.executions++;
    loop.iterations += iterations;
    if (iterations < loop.least) loop.least = iterations;
    if (iterations > loop.most) loop.most = iterations;
    active.pop_back();
  }
}

void add(const Pair& pair, int64_t distance, const Level* inner_from, const Level* inner_to) {
  const bool inner = inner_from && inner_to && inner_from->line == inner_to->line;
  const auto ahead = inner ? (int64_t)(inner_to->iteration - inner_from->iteration) : 0;
  const auto [place, fresh] = carried.try_emplace(pair, Distances{distance, distance, ahead, ahead, inner});
  Distances& all = place->second;
  if (distance < all.least) all.least = distance;
  if (distance > all.most) all.most = distance;
  all.inner = all.inner && inner;
  if (ahead < all.inner_least) all.inner_least = ahead;
  if (ahead > all.inner_most) all.inner_most = ahead;
}

void depend(const char* kind, const Access& from, int line) {
  int around = 0; // the innermost loop of which both are in one iteration
  for (size_t i = 0; i < active.size() && i < from.when->size(); i++) {
    const Level &then = (*from.when)[i], &here = active[i];
    if (then.execution != here.execution) break;
    if (then.iteration != here.iteration)
      return add({here.line, kind, from.line, line}, (int64_t)(here.iteration - then.iteration),
                 i + 1 < from.when->size() ? &(*from.when)[i + 1] : nullptr,
                 i + 1 < active.size() ? &active[i + 1] : nullptr);
    around = here.line;
  }
  within.insert({around, kind, from.line, line});
}

} // namespace

extern "C" {
void oracle_read(const void* at, size_t count, int line) {
  for (size_t i = 0; i < count; i++) {
    Byte& byte = bytes[(uint64_t)at + i];
    if (byte.write.line) depend("flow", byte.write, line);
    byte.reads.push_back({line, now});
  }
}
void oracle_write(void* at, size_t count, int line) {
  for (size_t i = 0; i < count; i++) {
    Byte& byte = bytes[(uint64_t)at + i];
    for (const Access& read : byte.reads) depend("anti", read, line);
    if (byte.write.line) depend("output", byte.write, line);
    byte.reads.clear();
    byte.write = {line, now};
  }
}
void oracle_fresh(void* at, size_t count) {
  for (size_t i = 0; i < count; i++) bytes.erase((uint64_t)at + i);
}

int oracle_enter() { return (int)active.size(); }
// A loop begins with its first iteration: its condition belongs to what is before, in each iteration.
void oracle_iteration(int depth, int line) {
  if (active.size() == (size_t)depth) {
    active.push_back({line, ++executions, 0});
  } else {
    end_to((size_t)depth + 1);
    active.back().iteration++;
  }
  changed();
}
void oracle_leave(int* depth) {
  end_to((size_t)*depth);
  changed();
}

void oracle_print() {
  FILE* out = fopen(getenv("ORACLE"), "w");
  if (!out) abort();
  for (const auto& [line, loop] : loops)
    fprintf(out, "loop %d %llu %llu %llu %llu\n", line, (unsigned long long)loop.executions,
            (unsigned long long)loop.iterations, (unsigned long long)loop.least, (unsigned long long)loop.most);
  for (const auto& [pair, found] : carried) {
    const auto& [loop, kind, from, to] = pair;
    fprintf(out, "carried %d %s %d %d %lld %lld", loop, kind.c_str(), from, to, (long long)found.least,
            (long long)found.most);
    if (found.inner) fprintf(out, " inner %lld %lld", (long long)found.inner_least, (long long)found.inner_most);
    fprintf(out, "\n");
  }
  for (const auto& [loop, kind, from, to] : within) fprintf(out, "within %d %s %d %d\n", loop, kind.c_str(), from, to);
  fclose(out);
}
}
