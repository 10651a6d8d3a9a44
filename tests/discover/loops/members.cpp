// Sums in members of local objects, which a function of the class can name in a clause.
#include <cstdio>
#include <vector>

namespace {

struct World {
  std::vector<double> v;
  double energy = 0, least = 1e9;
  int count = 0;

  void measure() {
    const int n = static_cast<int>(v.size());
    energy = 0;
    for (int i = 0; i < n; ++i) energy += 0.5 * v[i] * v[i]; //@ reduction reduction(+:energy)
  }
  void measure_all() {
    for (double x : v) energy += x; //@ reduction reduction(+:energy)
  }
  void both(int n) {
    for (int i = 0; i < n; ++i) { //@ reduction reduction(+:energy) reduction(+:count)
      energy += v[i];
      if (v[i] > 3) count++;
    }
  }
  void by_this(int n) {
    for (int i = 0; i < n; ++i) //@ reduction ...
      if (v[i] > 3) this->count++;
  }
  // Two objects: their members have one name.
  void exchange(World& other, int n) {
    for (int i = 0; i < n; ++i) { //@ reduction ...
      energy -= v[i];
      other.energy += v[i];
    }
  }
  void run(int n) {
    for (int i = 0; i < n; ++i) energy = energy / 2 + v[i]; //@ serial
  }
};

} // namespace

int main() {
  World w, u;
  for (int i = 0; i < 2000; ++i) w.v.push_back(i % 17); //@ serial
  w.measure();
  std::printf("%.6g\n", w.energy);
  w.measure_all();
  w.both(1500);
  w.by_this(1400);
  w.exchange(u, 1200);
  std::printf("%.6g %d %.6g\n", w.energy, w.count, u.energy);
  w.run(1000);
  std::printf("%.6g\n", w.energy);
}
