# Recursion over children in a loop: its iterations are tasks, down to a depth.
$ cat > tree.cpp <<'END'
+ #include <cstdio>
+ #include <cstdlib>
+ #include <vector>
+ struct Node {
+   int value;
+   std::vector<Node> children;
+ };
+ static Node grow(int depth, int value) {
+   Node node{value, {}};
+   for (int i = 0; depth > 0 && i < 6; i++) node.children.push_back(grow(depth - 1, value * 7 + i));
+   return node;
+ }
+ static long weight(const Node& node, int depth) {
+   long sum = node.value;
+   for (int k = 0; k < 400; k++) sum = (sum * 31 + k) % 1009;
+   for (const Node& child : node.children)
+     sum += weight(child, depth + 1);
+   return sum;
+ }
+ static int path[16];
+ static long ways(int row, int n) {
+   if (row == n) return 1;
+   long found = 0;
+   for (int k = 0; k < 3; k++) {
+     path[row] = k;
+     bool fits = true;
+     for (int r = 0; r + 1 < row; r++) fits &= path[r] != k || path[r + 1] != path[row];
+     if (fits) found += ways(row + 1, n);
+     path[row] = -1;
+   }
+   return found;
+ }
+ int main(int argc, char** argv) {
+   const int n = argc > 1 ? atoi(argv[1]) : 4;
+   const Node root = grow(n, 1);
+   std::printf("%ld\n", weight(root, 0));
+   std::printf("%ld\n", ways(0, n + 5));
+ }
+ END
$ unply c++ -O2 -g tree.cpp -o tree && unply record -q ./tree && unply report tree.trace | grep -vE '^(program|known|next)'
$ unply suggest tree.trace
$ unply suggest tree.trace --json | grep -E '"(verdict|directive)": "(tasks|#pragma omp task)'
$ unply report tree.trace --json | grep -A4 '"loops": \[$' | tail -5
# Why, by a line of the function and by the loop.
$ unply why tree.trace tree.cpp:14 --no-source | grep -vE '^(calls|gain|limit|costs| )'
$ unply why tree.trace tree.cpp:16 --no-source | grep -E '^(tree|clauses|tasks|next)'
# The path is one for all: what a call reads there, the iteration before has written.
$ unply why tree.trace tree.cpp:24 --no-source | grep -E '^(tree|stopped|next)'
# With the copy, and without.
$ unply verify tree.trace --suggestion 1 --compiler clang++-22
