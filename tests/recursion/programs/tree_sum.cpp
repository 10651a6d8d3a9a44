// Sums a tree of pointers; where a branch is missing, no call is made.
#include <cstdio>
#include <cstdlib>

struct Node {
  long value;
  Node *left, *right;
};

static Node* make(int lo, int hi) {
  if (lo >= hi) return nullptr;
  int mid = (lo + hi) / 2;
  return new Node{mid, make(lo, mid), make(mid + 1, hi)};
}

long tree_sum(const Node* node) {
  long sum = node->value;
  if (node->left) sum += tree_sum(node->left);
  if (node->right) sum += 3 * tree_sum(node->right);
  return sum;
}

int main(int argc, char** argv) {
  Node* root = make(0, argc > 1 ? std::atoi(argv[1]) : 40);
  std::printf("%ld\n", tree_sum(root));
}
