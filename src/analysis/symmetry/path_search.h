// Decides whether one component of a coloured graph can be mapped onto another, or onto itself, with a given image of a
// given vertex: individualisation and refinement along one path of the first, depth first among those paths of the
// second that look the same after every step (McKay and Piperno 2014). Choices are tried in random order, so that of
// many maps a random one is found. A negative answer is exact; three things keep it cheap:
//  - most wrong choices look different after a few steps, and no further step is made;
//  - a choice on which nothing depends that failed is not taken again (conflict-directed backjumping, Prosser 1993);
//  - the first path that fails is followed to its end. One that looks the same to its end gives an automorphism of the
//    second component, and choices that automorphisms map to failed ones are not tried (McKay 1981). Without it a graph
//    of Cai, Fuerer and Immerman takes 2^(cycles of its base) paths, with it one for each cycle.
#pragma once
#include "analysis/symmetry/cell_stack.h"
#include "analysis/symmetry/search_answer.h"
#include "analysis/union_find.h"
#include "base/none.h"
#include <optional>
#include <random>

namespace unply {

// The choices until the remaining cells may be permuted in any way, and the results of all steps on the path.
struct SearchPath {
  struct Choice {
    uint32_t cell, size, vertex;
    size_t events; // of the path up to the next choice
  };
  CellChoice choice = CellChoice::balanced;
  std::vector<Choice> choices = {};
  std::vector<uint64_t> events = {};
  std::vector<uint32_t> leaf = {}; // vertices, cell after cell
  uint64_t work = 0;               // edges looked at on the way
};

// A component with its cells, and a path through it, where one is wanted.
class SearchedComponent {
public:
  SearchedComponent(const ColouredGraph& graph, uint32_t component) : graph_(graph, component), cells_(graph_) {}
  SearchedComponent(const SearchedComponent&) = delete;
  const ComponentGraph& graph() const { return graph_; }
  CellStack& cells() { return cells_; }

  // The path that starts with the choice of `first`, one of `vertices`, or with any cell if it is kNone. sample: of how
  // many vertices of each cell the one is chosen from which others differ soonest: so that wrong choices end soon.
  SearchPath path_from(uint32_t first, CellChoice choice, size_t sample = 1);

private:
  ComponentGraph graph_;
  CellStack cells_;
};

// Makes choices until none is left, and appends them to the path.
void extend_path(CellStack& cells, SearchPath& path, size_t sample = 1);

struct PathAnswer {
  Isomorphism::Answer answer = Isomorphism::unknown;
  uint64_t deviation = 0;      // if the first choice looked different: in what, the same for all equivalent vertices
  size_t deviates_at = 0;      // and after how many steps
  std::vector<uint32_t> image; // if yes: by vertex of the first component
};

class PathSearch {
public:
  // Both components have equally many vertices of each colour. `reference` is a path of `from`.
  PathSearch(const SearchPath& reference, const ComponentGraph& from, CellStack& cells, const Deadline& deadline,
             uint64_t seed)
      : reference_(reference), from_(from), cells_(cells), deadline_(deadline), random_(static_cast<uint32_t>(seed)) {}

  // first: what the path's first choice is mapped to, kNone for any. work: edges that may be looked at.
  PathAnswer run(uint32_t first, uint64_t work);

private:
  struct Node { // a choice of a vertex of `cell`
    size_t mark, event;
    uint32_t cell, chosen = kNone;
    bool listed = false;
    std::vector<uint32_t> candidates, tried;
    LevelSet conflict; // the levels because of which those tried failed
  };
  struct Position { // in the events of a path: how far it was followed, and what came instead of the event there
    size_t at;
    uint64_t instead;
    bool deviates;
  };
  bool push();
  uint32_t next_candidate(Node& node);
  Position follow(const SearchPath& path, size_t at, size_t end, uint32_t level);
  void leave_node();
  bool is_leaf_reached(const Position& position) const;
  bool maps(const ComponentGraph& from, std::span<const uint32_t> leaf);
  void learn(const Position& failed);
  void start_own_path(const Position& failed);
  bool follow_own_path(const Position& failed);

  const SearchPath& reference_;
  const ComponentGraph& from_;
  CellStack& cells_;
  const Deadline& deadline_;
  std::minstd_rand random_;
  std::vector<Node> stack_; // node i decides level i + 1
  std::vector<uint32_t> image_, stamp_;
  // The first path that failed, up to its end; the deepest node of the stack that it leads through; orbits of
  // automorphisms that keep all choices before that node.
  std::optional<SearchPath> own_;
  size_t own_deviates_at_ = 0, own_node_ = 0;
  std::optional<UnionFind> own_orbits_;
  int vain_ = 0;
};

} // namespace unply
