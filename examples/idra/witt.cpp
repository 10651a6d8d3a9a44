// or-parallel, and almost none of it: conceptual clustering. Objects are taken one after the other; how well each would
// go into each cluster is looked at independently, but is little beside bringing the statistics up to date, which is
// sequential.
//   witt [OBJECTS [CLUSTERS]]
#include "branch.h"

constexpr size_t kAttributes = 12, kValues = 6;

struct Object {
  uint8_t value[kAttributes];
};
struct Cluster {
  uint32_t members = 0;
  uint32_t count[kAttributes][kValues] = {};
  uint32_t together[kAttributes][kAttributes] = {}; // members in which two attributes have the same value
};

static uint64_t cohesion(const Cluster& cluster, const Object& object) {
  uint64_t sum = 0;
  for (size_t a = 0; a < kAttributes; ++a) sum += cluster.count[a][object.value[a]];
  return 1000 * (sum + 1) / (kAttributes * cluster.members + kValues);
}

static void take_in(Cluster& cluster, const Object& object) {
  ++cluster.members;
  for (size_t a = 0; a < kAttributes; ++a) {
    ++cluster.count[a][object.value[a]];
    for (size_t b = 0; b < kAttributes; ++b) cluster.together[a][b] += object.value[a] == object.value[b];
  }
}

int main(int argc, char** argv) {
  const int objects = argument(argc, argv, 1, 200, 1, 1000000), clusters = argument(argc, argv, 2, 3, 1, 1000);
  Numbers numbers(5);
  std::vector<Object> object(static_cast<size_t>(objects));
  for (Object& o : object) {
    const uint32_t kind = numbers.below(static_cast<uint32_t>(clusters));
    for (uint8_t& v : o.value) v = static_cast<uint8_t>((numbers.below(3) ? kind : numbers.below(kValues)) % kValues);
  }
  std::vector<Cluster> cluster(static_cast<size_t>(clusters));
  std::vector<uint64_t> fit(cluster.size());
  for (Timed part; part.again();) {
    cluster.assign(cluster.size(), {});
    part.start();
#pragma exg trace
#pragma omp parallel
#pragma omp single
    for (const Object& o : object) {
      for (size_t c = 0; c < cluster.size(); ++c)
#pragma exg task
#pragma omp task shared(fit, cluster, o)
        fit[c] = cohesion(cluster[c], o);
#pragma omp taskwait
#pragma exg task
      {
        size_t best = 0;
        for (size_t c = 1; c < fit.size(); ++c)
          if (fit[c] > fit[best]) best = c;
        take_in(cluster[best], o);
      }
    }
  }
  uint64_t members = 0, largest = 0;
  for (const Cluster& c : cluster) {
    members += c.members;
    if (c.members > largest) largest = c.members;
    for (size_t a = 0; a < kAttributes; ++a)
      if (c.together[a][a] != c.members) return 1;
  }
  std::printf("witt %d objects: %d clusters, largest %llu\n", objects, clusters, (unsigned long long)largest);
  return members != static_cast<uint64_t>(objects);
}
