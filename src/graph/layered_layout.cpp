// Points are vertices first, then the bends of long edges. Bends are left out (straight curves instead) when there
// would be more than kMostBends: eight sweeps over them would take longer than a user waits for a picture.
#include "graph/layered_layout.h"
#include <algorithm>
#include <numeric>

namespace unply {

namespace {
constexpr size_t kMostBends = 60000;
constexpr int kOrderSweeps = 12, kColumnSweeps = 24;

struct Points {
  std::vector<uint32_t> row;
  std::vector<bool> bend;
  std::vector<std::vector<uint32_t>> up, down; // neighbours on the rows next above and below
  std::vector<std::vector<uint32_t>> rows;     // points of each row, left to right
  std::vector<double> x;
};

void join(Points& points, uint32_t upper, uint32_t lower) {
  points.down[upper].push_back(lower);
  points.up[lower].push_back(upper);
}

uint32_t add_bend(Points& points, uint32_t row) {
  points.row.push_back(row);
  points.bend.push_back(true);
  points.up.emplace_back();
  points.down.emplace_back();
  return static_cast<uint32_t>(points.row.size() - 1);
}

// first_bend[e]: the point of the edge's first bend; the others follow it.
Points make_points(const std::vector<uint32_t>& row, const std::vector<LayoutEdge>& edges,
                   std::vector<uint32_t>& first_bend) {
  size_t bends = 0;
  for (const LayoutEdge& edge : edges) bends += row[edge.to] - row[edge.from] - 1;
  Points points{.row = row, .bend = std::vector<bool>(row.size(), false), .up = {}, .down = {}, .rows = {}, .x = {}};
  points.up.resize(row.size());
  points.down.resize(row.size());
  for (size_t e = 0; e < edges.size(); ++e) {
    first_bend[e] = static_cast<uint32_t>(points.row.size());
    uint32_t last = edges[e].from, top = row[edges[e].from], bottom = row[edges[e].to];
    if (bends > kMostBends && bottom > top + 1) continue;
    for (uint32_t level = top + 1; level < bottom; ++level) {
      uint32_t bend = add_bend(points, level);
      join(points, last, bend);
      last = bend;
    }
    join(points, last, edges[e].to);
  }
  uint32_t levels = points.row.empty() ? 0 : *std::max_element(points.row.begin(), points.row.end()) + 1;
  points.rows.resize(levels);
  for (uint32_t p = 0; p < points.row.size(); ++p) points.rows[points.row[p]].push_back(p);
  points.x.resize(points.row.size());
  for (auto& level : points.rows)
    for (size_t i = 0; i < level.size(); ++i) points.x[level[i]] = static_cast<double>(i);
  return points;
}

double mean_x(const Points& points, const std::vector<uint32_t>& neighbours, double otherwise) {
  if (neighbours.empty()) return otherwise;
  double sum = 0;
  for (uint32_t p : neighbours) sum += points.x[p];
  return sum / static_cast<double>(neighbours.size());
}

void order_row(Points& points, std::vector<uint32_t>& level, bool by_upper) {
  struct Key {
    double mean;
    size_t before; // place so far: ties stay in order
    uint32_t point;
  };
  std::vector<Key> keys;
  for (uint32_t p : level)
    keys.push_back({mean_x(points, by_upper ? points.up[p] : points.down[p], points.x[p]), keys.size(), p});
  std::sort(keys.begin(), keys.end(),
            [](const Key& a, const Key& b) { return std::pair(a.mean, a.before) < std::pair(b.mean, b.before); });
  for (size_t i = 0; i < level.size(); ++i) {
    level[i] = keys[i].point;
    points.x[level[i]] = static_cast<double>(i);
  }
}

uint64_t crossings(const Points& points) {
  uint64_t count = 0;
  std::vector<double> ends;
  for (const auto& level : points.rows) {
    ends.clear();
    for (uint32_t p : level) {
      std::vector<double> below;
      for (uint32_t q : points.down[p]) below.push_back(points.x[q]);
      for (double x : below) // ends stays sorted: those to the right of x are crossed
        count += static_cast<uint64_t>(ends.end() - std::upper_bound(ends.begin(), ends.end(), x));
      for (double x : below) ends.insert(std::upper_bound(ends.begin(), ends.end(), x), x);
    }
  }
  return count;
}

// Sweeps down and up in turn and keeps the order with the fewest crossings.
void order_rows(Points& points) {
  uint64_t fewest = crossings(points);
  std::vector<std::vector<uint32_t>> best = points.rows;
  for (int sweep = 0; sweep < kOrderSweeps && fewest > 0; ++sweep) {
    if (sweep % 2 == 0)
      for (size_t r = 1; r < points.rows.size(); ++r) order_row(points, points.rows[r], true);
    else
      for (size_t r = points.rows.size() - 1; r-- > 0;) order_row(points, points.rows[r], false);
    uint64_t now = crossings(points);
    if (now < fewest) fewest = now, best = points.rows;
  }
  points.rows = std::move(best);
}

// Moves each point of a row as near as possible to where it wants to be, keeping order and distance: the positions
// minimise the squared displacement (pool adjacent violators).
void place_row(Points& points, const std::vector<uint32_t>& level, const std::vector<double>& wanted) {
  struct Block {
    double sum; // of wanted positions, each less its offset in the row
    size_t size;
  };
  std::vector<double> offset(level.size(), 0);
  auto half = [&](size_t i) { return points.bend[level[i]] ? 0.175 : 0.5; }; // lines lie closer than boxes
  for (size_t i = 1; i < level.size(); ++i) offset[i] = offset[i - 1] + half(i - 1) + half(i);
  std::vector<Block> blocks;
  for (size_t i = 0; i < level.size(); ++i) {
    blocks.push_back({wanted[i] - offset[i], 1});
    while (blocks.size() > 1) {
      Block &last = blocks.back(), &before = blocks[blocks.size() - 2];
      if (before.sum / static_cast<double>(before.size) <= last.sum / static_cast<double>(last.size)) break;
      before.sum += last.sum, before.size += last.size;
      blocks.pop_back();
    }
  }
  size_t i = 0;
  for (const Block& block : blocks)
    for (size_t j = 0; j < block.size; ++j, ++i)
      points.x[level[i]] = block.sum / static_cast<double>(block.size) + offset[i];
}

void place_columns(Points& points) {
  double widest = 0;
  for (const auto& level : points.rows) widest = std::max(widest, static_cast<double>(level.size()));
  for (const auto& level : points.rows) {
    std::vector<double> wanted(level.size());
    for (size_t i = 0; i < level.size(); ++i)
      wanted[i] = (widest - static_cast<double>(level.size())) / 2 + static_cast<double>(i);
    place_row(points, level, wanted);
  }
  for (int sweep = 0; sweep < kColumnSweeps; ++sweep) {
    for (size_t i = 0; i < points.rows.size(); ++i) {
      const auto& level = points.rows[sweep % 2 == 0 ? i : points.rows.size() - 1 - i];
      std::vector<double> wanted;
      for (uint32_t p : level) {
        double above = mean_x(points, points.up[p], points.x[p]), below = mean_x(points, points.down[p], points.x[p]);
        wanted.push_back(points.up[p].empty() ? below : points.down[p].empty() ? above : (above + below) / 2);
      }
      place_row(points, level, wanted);
    }
  }
}
} // namespace

LayeredLayout lay_out(const std::vector<uint32_t>& row, const std::vector<LayoutEdge>& edges) {
  std::vector<uint32_t> first_bend(edges.size());
  Points points = make_points(row, edges, first_bend);
  if (!points.rows.empty()) order_rows(points);
  place_columns(points);
  LayeredLayout layout;
  double least = points.x.empty() ? 0 : *std::min_element(points.x.begin(), points.x.end());
  double most = points.x.empty() ? 0 : *std::max_element(points.x.begin(), points.x.end());
  for (double& x : points.x) x -= least;
  layout.columns = most - least + 1;
  layout.column.assign(points.x.begin(), points.x.begin() + static_cast<std::ptrdiff_t>(row.size()));
  layout.bends.resize(edges.size());
  for (size_t e = 0; e < edges.size(); ++e) {
    size_t end = e + 1 < edges.size() ? first_bend[e + 1] : points.x.size();
    for (size_t p = first_bend[e]; p < end; ++p) layout.bends[e].push_back(points.x[p]);
  }
  return layout;
}

} // namespace unply
