// Threads that are not followed release and move blocks that the followed thread uses before and after, and others all the
// time, while histories are collected. The graph is known exactly: a ring of blocks goes round between the followed
// thread, whose tasks write and read them, and its helpers.
//
// races SEED ROUNDS HELPERS: the expected edges go to the output, "FROM TO KIND" a line, tasks counted from 1.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <sys/mman.h>
#include <thread>
#include <tuple>
#include <vector>

namespace {

struct Block {
  unsigned* data;
  size_t words;
  int writer;                // task, or 0: no task has written it since it was allocated
  std::vector<int> readers;  // since then
  int how;                   // what the helper does: 0 nothing, 1 realloc, 2 free and allocate anew, 3 mremap
  bool mapped;
  std::atomic<int> state; // 0: of the followed thread, 1: of the helper
};

unsigned* allocate(size_t words, bool mapped) {
  if (!mapped) return (unsigned*)std::calloc(words, 4);
  void* p = mmap(nullptr, words * 4, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? nullptr : (unsigned*)p;
}

void release(unsigned* p, size_t words, bool mapped) {
  if (mapped)
    munmap(p, words * 4);
  else
    std::free(p);
}

constexpr int kBlocks = 24;
Block blocks[kBlocks];

void serve(Block& b, unsigned random) {
  if (b.how == 1 || b.how == 3) {
    const size_t words = b.mapped ? (1 + random % 16) * 1024 : 16 + random % 4000;
    void* p = b.mapped ? mremap(b.data, b.words * 4, words * 4, MREMAP_MAYMOVE) : std::realloc(b.data, words * 4);
    if (!p || p == MAP_FAILED) std::abort();
    b.data = (unsigned*)p, b.words = words;
  } else if (b.how == 2) {
    release(b.data, b.words, b.mapped);
    b.data = allocate(b.words, b.mapped);
    if (!b.data) std::abort();
  }
  b.state.store(0, std::memory_order_release);
}

void help(int number, int helpers, const std::atomic<bool>& ended) {
  unsigned random = (unsigned)number * 7919 + 17;
  while (!ended) {
    for (int i = number; i < kBlocks; i += helpers)
      if (blocks[i].state.load(std::memory_order_acquire) == 1) serve(blocks[i], random = random * 1664525u + 12345);
    void* p = std::malloc(64 + random % 9000); // what the followed thread gets next may just have been one of these
    p = std::realloc(p, 64 + random % 17000);
    std::free(p);
    random = random * 1664525u + 1013904223u;
  }
}

unsigned sink;
unsigned keep(unsigned v) { return sink ^= v; }

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  unsigned random = (unsigned)std::atoi(argv[1]) * 2654435761u + 1;
  const int rounds = std::atoi(argv[2]), helpers = std::atoi(argv[3]);
  auto next = [&] { return (random = random * 1664525u + 1013904223u) >> 8; };
  for (Block& b : blocks) {
    b.mapped = next() % 4 == 0;
    b.words = b.mapped ? 1024 * (1 + next() % 8) : 16 + next() % 3000;
    b.data = allocate(b.words, b.mapped);
  }
  std::atomic<bool> ended = false;
  std::vector<std::thread> threads;
  for (int h = 0; h < helpers; ++h) threads.emplace_back([&, h] { help(h, helpers, ended); });
  std::set<std::tuple<int, int, const char*>> edges;
  int task = 0;
  for (int round = 0; round < rounds; ++round) {
    Block* b = &blocks[next() % kBlocks];
    while (b->state.load(std::memory_order_acquire) != 0) b = &blocks[next() % kBlocks];
    unsigned* data = b->data;
    const size_t words = b->words < 16 ? b->words : 16; // what no change of size takes away
    // blocks of its own, which come and go: their addresses may have been a helper's
    unsigned* own = (unsigned*)std::malloc(64 + next() % 9000);
    own = (unsigned*)std::realloc(own, 64 + next() % 17000);
    const bool write = next() % 3 == 0;
    ++task;
    if (write) {
#pragma exg task
      for (size_t i = 0; i < words; ++i) data[i] = own[i] = (unsigned)round;
      if (b->writer) edges.insert({b->writer, task, "output"});
      for (int r : b->readers) edges.insert({r, task, "anti"});
      b->writer = task, b->readers.clear();
    } else {
#pragma exg task
      {
        unsigned sum = 0;
        for (size_t i = 0; i < words; ++i) sum += data[i];
        for (size_t i = 0; i < words; ++i) own[i] = sum;
      }
      if (b->writer) edges.insert({b->writer, task, "flow"});
      b->readers.push_back(task);
    }
    ++task;
#pragma exg task
    keep(own[0] + own[words - 1]);
    edges.insert({task - 1, task, "flow"});
    std::free(own);
    b->how = (int)(next() % 4);
    if (b->how == 2) b->writer = 0, b->readers.clear();
    b->state.store(1, std::memory_order_release);
  }
  ended = true;
  for (std::thread& t : threads) t.join();
  for (auto& [from, to, kind] : edges) std::printf("%d %d %s\n", from, to, kind);
}
