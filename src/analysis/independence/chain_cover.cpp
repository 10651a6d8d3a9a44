// Each phase is a breadth-first search from the ends of all chains to the nearest starts, then searches in depth along
// growing distances only. Only arcs against the flow have a limit: the flow that they may cancel.
#include "analysis/independence/chain_cover.h"
#include <algorithm>
#include <numeric>

namespace unply {

ChainCover::ChainCover(const Dag& dag, const AntichainOptions& options)
    : dag_(dag), options_(options), begin_(std::chrono::steady_clock::now()), chains_(dag.vertices()),
      first_in_(dag.vertices() + 1, 0), units_(dag.edges(), 0), passing_(dag.vertices(), 0), starts_(dag.vertices(), 1),
      ends_(dag.vertices(), 1) {
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    first_in_[v + 1] = first_in_[v] + static_cast<uint32_t>(dag.predecessors(v).size());
}

// A vertex goes on with the chain that ends on the latest level before it, so that no level is skipped without need; of
// several with the one that fewest others could go on with.
void ChainCover::start(const std::vector<uint32_t>& level) {
  for (uint32_t v = 0; v < dag_.vertices(); ++v) {
    auto list = dag_.predecessors(v);
    uint32_t best = kUnseen;
    auto better = [&](uint32_t u, uint32_t than) {
      if (level[u] != level[than]) return level[u] > level[than];
      return dag_.successors(u).size() < dag_.successors(than).size();
    };
    for (uint32_t i = 0; i < list.size(); ++i)
      if (ends_[list[i]] && (best == kUnseen || better(list[i], list[best]))) best = i;
    if (best == kUnseen) continue;
    ends_[list[best]] = starts_[v] = 0;
    units_[first_in_[v] + best] = 1;
    --chains_;
  }
  arcs_ += dag_.edges();
}

uint32_t& ChainCover::units_between(uint32_t from, uint32_t to) {
  auto list = dag_.predecessors(to);
  return units_[first_in_[to] + static_cast<uint32_t>(std::ranges::lower_bound(list, from) - list.begin())];
}

// Joins chains where many units have to take the same way, in a few passes over the edges: one by one, n of them on a
// way of n vertices would take n^2 steps.
//
// Units flow down one forest, in which each vertex chooses a successor, and are asked for up another one, in which each
// vertex chooses a predecessor; so they come together and part again as the graph does.
void ChainCover::send_together() {
  uint32_t n = dag_.vertices();
  // Down: to the successor from where most starts of chains lie on one path.
  std::vector<uint32_t> ahead(n, 0), down(n, kUnseen), up(n, kUnseen), supply(n, 0), wanted(n, 0), arrived(n, 0);
  for (uint32_t v = n; v-- > 0;) {
    for (uint32_t w : dag_.successors(v))
      if (ahead[w] > ahead[v]) ahead[v] = ahead[w], down[v] = w;
    ahead[v] += starts_[v];
  }
  // Up: to the predecessor that most units come by.
  for (uint32_t v = 0; v < n; ++v) {
    for (uint32_t u : dag_.predecessors(v))
      if (supply[u] > 0 && (up[v] == kUnseen || supply[u] > supply[up[v]])) up[v] = u;
    supply[v] += ends_[v];
    if (down[v] != kUnseen) supply[down[v]] += supply[v];
  }
  for (uint32_t v = n; v-- > 0;) {
    wanted[v] += starts_[v];
    if (up[v] != kUnseen) wanted[up[v]] += wanted[v];
  }
  std::vector<uint32_t> left(n, 0); // units that cannot go on from a vertex
  for (uint32_t v = 0; v < n; ++v) {
    uint32_t taken = starts_[v] && arrived[v] > 0 ? 1 : 0, here = arrived[v] - taken + ends_[v];
    passing_[v] += arrived[v] - taken;
    starts_[v] -= taken, ends_[v] = 0;
    auto send = [&](uint32_t w, uint32_t units) {
      if (units == 0) return;
      units_between(v, w) += units;
      arrived[w] += units, here -= units;
    };
    for (uint32_t w : dag_.successors(v))
      if (here > 0 && up[w] == v && wanted[w] > arrived[w]) send(w, std::min(here, wanted[w] - arrived[w]));
    if (down[v] != kUnseen) send(down[v], here);
    left[v] = here;
  }
  take_back(left);
  arcs_ += 4 * uint64_t{dag_.edges()};
}

// Units that came to vertices from which they cannot go on go back to where their chains end.
void ChainCover::take_back(std::vector<uint32_t>& left) {
  for (uint32_t v = dag_.vertices(); v-- > 0;) {
    if (left[v] == 0) continue;
    uint32_t back = std::min(left[v], passing_[v]);
    ends_[v] = left[v] > back; // its own unit
    passing_[v] -= back;
    auto list = dag_.predecessors(v);
    for (uint32_t i = 0; back > 0; ++i) {
      uint32_t units = std::min(back, units_[first_in_[v] + i]);
      units_[first_in_[v] + i] -= units, left[list[i]] += units, back -= units;
    }
  }
  chains_ = static_cast<uint32_t>(std::ranges::count(starts_, 1));
}

bool ChainCover::out_of_limits() {
  if (arcs_ > options_.limit_arcs) return true;
  if (arcs_ < arcs_at_next_look_) return false;
  constexpr uint64_t kArcsBetweenLooks = 1 << 20; // some 5 ms
  arcs_at_next_look_ = arcs_ + kArcsBetweenLooks;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count() > options_.limit_s;
}

// Whether a start of a chain was reached. All nodes at the distance of the nearest one are found, none behind it.
bool ChainCover::find_distances() {
  distance_.assign(size_t{dag_.vertices()} * 2, kUnseen);
  queue_.clear();
  uint32_t last = kUnseen - 1;
  auto reach = [&](uint32_t node, uint32_t distance) {
    if (distance_[node] != kUnseen) return;
    distance_[node] = distance;
    queue_.push_back(node);
    if ((node & 1) != 0 && starts_[node / 2]) last = std::min(last, distance);
  };
  for (uint32_t v = 0; v < dag_.vertices(); ++v)
    if (ends_[v]) reach(2 * v, 0);
  for (size_t i = 0; i < queue_.size(); ++i) {
    uint32_t node = queue_[i], v = node / 2, distance = distance_[node] + 1;
    if (distance > last) break;
    if ((node & 1) == 0) {
      for (uint32_t w : dag_.successors(v)) reach(2 * w + 1, distance);
      arcs_ += dag_.successors(v).size();
      if (passing_[v] > 0) reach(node + 1, distance);
    } else {
      reach(node - 1, distance);
      auto list = dag_.predecessors(v);
      const uint32_t* units = units_.data() + first_in_[v];
      for (uint32_t k = 0; k < list.size(); ++k)
        if (units[k] > 0) reach(2 * list[k], distance);
      arcs_ += list.size();
    }
  }
  return last != kUnseen - 1;
}

// The next node one step further along an arc with room, kUnseen if there is none left.
uint32_t ChainCover::next_node(uint32_t node) {
  uint32_t v = node / 2, wanted = distance_[node] + 1;
  uint32_t& arc = arc_[node];
  uint32_t begin = arc;
  if ((node & 1) == 0) {
    auto list = dag_.successors(v);
    for (; arc < list.size(); ++arc)
      if (uint32_t to = 2 * list[arc] + 1; distance_[to] == wanted) return to;
    arcs_ += arc - begin;
    return arc == list.size() && passing_[v] > 0 && distance_[node + 1] == wanted ? node + 1 : kUnseen;
  }
  auto list = dag_.predecessors(v);
  if (arc == 0 && distance_[node - 1] == wanted) return node - 1;
  if (arc == 0) arc = 1;
  for (; arc <= list.size(); ++arc)
    if (uint32_t to = 2 * list[arc - 1]; units_[first_in_[v] + arc - 1] > 0 && distance_[to] == wanted) return to;
  arcs_ += arc - begin;
  return kUnseen;
}

void ChainCover::push_along_path() {
  for (size_t i = 0; i + 1 < path_.size(); ++i) {
    uint32_t a = path_[i], b = path_[i + 1], v = a / 2, w = b / 2;
    bool from_tail = (a & 1) == 0;
    if (v == w) {
      passing_[v] += from_tail ? -1u : 1u;
      continue;
    }
    uint32_t from = from_tail ? v : w, to = from_tail ? w : v;
    units_between(from, to) += from_tail ? 1u : -1u;
  }
}

// Joins the chain that ends at this vertex to one that starts at the distance of the nearest, if there is a way.
bool ChainCover::push_from(uint32_t end) {
  path_.assign(1, 2 * end);
  while (!path_.empty()) {
    uint32_t node = path_.back();
    if ((node & 1) != 0 && starts_[node / 2]) {
      push_along_path();
      arcs_ += path_.size();
      ends_[end] = starts_[node / 2] = 0;
      --chains_;
      return true;
    }
    uint32_t next = next_node(node);
    if (next != kUnseen) {
      path_.push_back(next);
      continue;
    }
    path_.pop_back();
    if (!path_.empty()) ++arc_[path_.back()]; // that arc leads nowhere
  }
  return false;
}

// Sending units together costs a few passes and seldom helps, but where it does everything else is in vain: it is tried
// when that has cost some passes, and again after twice as many.
bool ChainCover::improve(uint32_t enough) {
  uint64_t patience = 1 + options_.passes_alone * (uint64_t{dag_.edges()} + dag_.vertices());
  for (uint64_t look_at = arcs_ + patience; chains_ > enough;) {
    if (out_of_limits()) return false;
    if (arcs_ > look_at) {
      send_together();
      look_at = arcs_ + (patience *= 2);
    }
    if (!find_distances()) return true;
    arc_.assign(distance_.size(), 0);
    for (uint32_t v = 0; v < dag_.vertices() && arcs_ <= look_at; ++v) {
      if (!ends_[v]) continue;
      push_from(v);
      if (out_of_limits()) return chains_ <= enough;
    }
  }
  return true;
}

// The nodes that cannot reach the start of a chain are closed under the edges, so the vertices whose tails are among
// them and whose heads are not are independent. This view from the starts is used because the opposite set, the nodes
// that no end of a chain can reach, gave smaller sets on random graphs before the end of the search.
std::vector<uint32_t> ChainCover::cut() {
  std::vector<uint8_t> reaches(size_t{dag_.vertices()} * 2, 0);
  queue_.clear();
  auto mark = [&](uint32_t node) {
    if (!reaches[node]) reaches[node] = 1, queue_.push_back(node);
  };
  for (uint32_t v = 0; v < dag_.vertices(); ++v)
    if (starts_[v]) mark(2 * v + 1);
  for (size_t i = 0; i < queue_.size(); ++i) {
    uint32_t node = queue_[i], v = node / 2;
    if ((node & 1) != 0) {
      for (uint32_t u : dag_.predecessors(v)) mark(2 * u);
      if (passing_[v] > 0) mark(node - 1);
    } else {
      mark(node + 1);
      for (uint32_t w : dag_.successors(v))
        if (!reaches[2 * w + 1] && units_between(v, w) > 0) mark(2 * w + 1);
    }
  }
  std::vector<uint32_t> vertices;
  for (uint32_t v = 0; v < dag_.vertices(); ++v)
    if (!reaches[2 * v] && reaches[2 * v + 1]) vertices.push_back(v);
  return vertices;
}

std::vector<ChainLink> ChainCover::links() const {
  std::vector<ChainLink> links;
  for (uint32_t v = 0; v < dag_.vertices(); ++v)
    for (uint32_t i = first_in_[v]; i < first_in_[v + 1]; ++i)
      if (units_[i] > 0) links.push_back({dag_.predecessors(v)[i - first_in_[v]], v, units_[i]});
  return links;
}

} // namespace unply
