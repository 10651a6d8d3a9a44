// A tree whose nodes have any number of children: the calls are in a loop.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  long weight = 0;
  std::vector<Node> children;
};

static void grow(Node& node, int depth) {
  static unsigned state = 1;
  node.weight = (state = state * 1664525u + 1013904223u) >> 20;
  if (depth == 0) return;
  node.children.resize(1 + node.weight % 4);
  for (Node& child : node.children) grow(child, depth - 1);
}

static long heaviest(const Node& node) {
  if (node.children.empty()) return node.weight;
  long best = 0;
  for (const Node& child : node.children) {
    long below = heaviest(child);
    best = std::max(best, below);
  }
  return best + node.weight;
}

int main(int argc, char** argv) {
  Node root;
  grow(root, argc > 1 ? std::atoi(argv[1]) : 4);
  std::printf("%ld\n", heaviest(root));
}
