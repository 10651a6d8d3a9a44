// The convex hull of N points of a plane by quickhull: of the points on one side of a line the farthest is on the hull,
// and two problems are left, outside of the two lines to it. Their sizes depend on the points: a tree that is not even.
//   quickhull [--on BACKEND] [--shape disc|circle] [N]...
#include "run_on.h"

#include <algorithm>
#include <cmath>

struct Point {
  std::int64_t x, y;
  auto operator<=>(const Point&) const = default;
};

// Twice the area of the triangle, positive if c is to the left of the way from a to b.
static std::int64_t area(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

struct Side { // the points strictly to the left of the way from a to b, or all points, where a and b are not known yet
  bool whole = false;
  Point a{}, b{};
  std::vector<Point> points;

#ifdef WITH_MPI
  void pack(unply::packer& to) const { to << whole << a << b << points; }
  void unpack(unply::unpacker& from) { from >> whole >> a >> b >> points; }
#endif
};

struct Quickhull {
  using problem = Side;
  using solution = std::vector<Point>; // the hull from a on, without b, clockwise

  bool is_base(const Side& side) const { return side.whole ? side.points.size() < 2 : side.points.empty(); }
  solution solve(const Side& side) const { return side.whole ? side.points : solution{side.a}; }
  std::array<Side, 2> divide(const Side& side) const {
    if (side.whole) {
      const auto [least, most] = std::minmax_element(side.points.begin(), side.points.end());
      return {left_of(side, *least, *most), left_of(side, *most, *least)};
    }
    Point farthest = side.points[0];
    for (const Point& point : side.points) {
      const std::int64_t more = area(side.a, side.b, point) - area(side.a, side.b, farthest);
      if (more > 0 || (more == 0 && point < farthest)) farthest = point;
    }
    return {left_of(side, side.a, farthest), left_of(side, farthest, side.b)};
  }
  solution combine(const Side&, std::span<solution> parts) const {
    solution hull = std::move(parts[0]);
    hull.insert(hull.end(), parts[1].begin(), parts[1].end());
    return hull;
  }
  std::array<unply::feature, 1> features(const Side& side) const { return {{{"N", double(side.points.size())}}}; }

private:
  static Side left_of(const Side& side, const Point& a, const Point& b) {
    Side part{false, a, b, {}};
    for (const Point& point : side.points)
      if (area(a, b, point) > 0) part.points.push_back(point);
    return part;
  }
};

// Clockwise without a turn to the left, and no point outside.
static bool is_hull(const std::vector<Point>& hull, const std::vector<Point>& points) {
  const std::size_t count = hull.size();
  for (std::size_t at = 0; at < count; ++at) {
    const Point &a = hull[at], &b = hull[(at + 1) % count];
    if (count > 2 && area(a, b, hull[(at + 2) % count]) > 0) return false;
    for (const Point& point : points)
      if (area(a, b, point) > 0) return false;
  }
  return count > 0 || points.empty();
}

static std::vector<Point> make_points(std::size_t count, bool circle) {
  std::vector<Point> points;
  Numbers random(4);
  const std::int64_t radius = 1 << 29;
  while (points.size() < count) {
    Point point{static_cast<std::int64_t>(random.below(2 * radius)) - radius,
                static_cast<std::int64_t>(random.below(2 * radius)) - radius};
    const std::int64_t squared = point.x * point.x + point.y * point.y;
    if (squared > radius * radius) continue;
    if (circle && squared > 0) { // moved outwards: almost every point is on the hull
      const double factor = double(radius) / std::sqrt(double(squared));
      point = {std::llround(double(point.x) * factor), std::llround(double(point.y) * factor)};
    }
    points.push_back(point);
  }
  return points;
}

static void run_hulls(const Solve& solve, Words words) {
  bool circle = false;
  if (words.size() >= 2 && words[0] == "--shape") {
    if (words[1] != "disc" && words[1] != "circle") throw WrongUsage(words[1] + ": neither disc nor circle");
    circle = words[1] == "circle";
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words.empty()) words = {"20000"};
  for (std::size_t run = 0; run < words.size(); ++run) {
    const Side all{true, {}, {}, make_points(size_of(words, run, 0), circle)};
    if (const auto hull = solve(Quickhull(), all)) {
      Hash hash;
      for (const Point& point : *hull) {
        hash.add(static_cast<std::uint64_t>(point.x));
        hash.add(static_cast<std::uint64_t>(point.y));
      }
      const bool tested = hull->size() * all.points.size() <= 100000000;
      const char* check = !tested ? "not tested" : is_hull(*hull, all.points) ? "convex, no point outside" : "WRONG";
      std::printf("quickhull: %zu points, hull of %zu, %s, hash %016llx\n", all.points.size(), hull->size(), check,
                  hash.value());
    }
  }
}

int main(int argc, char** argv) {
  return run_example(argc, argv, "quickhull [--on BACKEND] [--depth LEVELS] [--shape disc|circle] [N]...",
                     [](const Solve& solve, const Words& words) { run_hulls(solve, words); });
}
