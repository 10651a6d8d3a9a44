// The two nearest of N points of a plane: halves left and right of a line, then the points of a strip around it. The
// points have integer coordinates, so that the squared distance is exact; of pairs as near as each other the first by
// coordinates counts.
//   closest_pair [--on BACKEND] [N]...
#include "run_on.h"

#include <algorithm>
#include <limits>

struct Point {
  std::int64_t x, y;
  auto operator<=>(const Point&) const = default;
};

struct Pair {
  std::int64_t squared = std::numeric_limits<std::int64_t>::max(); // this: no pair
  Point a{}, b{};
  auto operator<=>(const Pair&) const = default;
};

static Pair pair_of(const Point& p, const Point& q) {
  const std::int64_t dx = p.x - q.x, dy = p.y - q.y;
  return {dx * dx + dy * dy, std::min(p, q), std::max(p, q)};
}

static Pair all_pairs(std::span<const Point> points) {
  Pair least;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < points.size(); ++j) least = std::min(least, pair_of(points[i], points[j]));
  return least;
}

struct ClosestPair {
  using problem = std::vector<Point>; // in the order of x
  using solution = Pair;

  bool is_base(const problem& p) const { return p.size() <= 3; }
  solution solve(const problem& p) const { return all_pairs(p); }
  std::array<problem, 2> divide(const problem& p) const {
    const auto middle = p.begin() + static_cast<std::ptrdiff_t>(p.size() / 2);
    return {problem(p.begin(), middle), problem(middle, p.end())};
  }
  solution combine(const problem& p, std::span<solution> halves) const {
    Pair least = std::min(halves[0], halves[1]);
    const std::int64_t line = p[p.size() / 2].x;
    std::vector<Point> strip;
    for (const Point& point : p)
      if ((point.x - line) * (point.x - line) <= least.squared) strip.push_back(point);
    std::sort(strip.begin(), strip.end(),
              [](const Point& a, const Point& b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
    for (std::size_t i = 0; i < strip.size(); ++i)
      for (std::size_t j = i + 1; j < strip.size(); ++j) {
        const std::int64_t dy = strip[j].y - strip[i].y;
        if (dy * dy > least.squared) break;
        least = std::min(least, pair_of(strip[i], strip[j]));
      }
    return least;
  }
  std::array<unply::feature, 1> features(const problem& p) const { return {{{"N", double(p.size())}}}; }
};

int main(int argc, char** argv) {
  return run_example(
      argc, argv, "closest_pair [--on BACKEND] [--depth LEVELS] [N]...", [](const Solve& solve, Words words) {
        if (words.empty()) words = {"20000"};
        for (std::size_t run = 0; run < words.size(); ++run) {
          std::vector<Point> points(size_of(words, run, 0));
          Numbers random(3);
          for (Point& point : points) {
            point.x = static_cast<std::int64_t>(random.below(1u << 30));
            point.y = static_cast<std::int64_t>(random.below(1u << 30));
          }
          std::sort(points.begin(), points.end());
          if (const auto pair = solve(ClosestPair(), points)) {
            if (points.size() < 2) {
              std::printf("closest_pair: %zu points, no pair\n", points.size());
              continue;
            }
            const char* check = points.size() > 5000         ? ", not tested"
                                : *pair == all_pairs(points) ? ", as all pairs give"
                                                             : ", WRONG";
            std::printf("closest_pair: %zu points, (%lld, %lld) and (%lld, %lld), squared distance %lld%s\n",
                        points.size(), static_cast<long long>(pair->a.x), static_cast<long long>(pair->a.y),
                        static_cast<long long>(pair->b.x), static_cast<long long>(pair->b.y),
                        static_cast<long long>(pair->squared), check);
          }
        }
      });
}
