// refused: memory_between.cpp:9: between calls that are made in a loop or under a condition it changes memory
#include <cstdio>
struct Node { int weight; Node* child[2]; int visits; };
long over(Node* node) {
  if (!node->child[0]) return node->weight;
  long sum = 0;
  int i = 0;
  for (; i < 2; ++i) {
    node->visits = node->visits + i;
    sum += over(node->child[i]);
  }
  return sum;
}
int main() {
  Node a{1, {}, 0}, b{2, {}, 0}, c{3, {&a, &b}, 0};
  std::printf("%ld\n", over(&c));
}
