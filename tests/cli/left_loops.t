# Loops that exceptions leave, and loops that are in themselves by recursion.
$ cat > left.cpp <<'END'
+ #include <cstdio>
+ #include <csetjmp>
+ #include <stdexcept>
+ #include <vector>
+ std::vector<int> a(1000), b(1000);
+ std::jmp_buf back;
+ [[gnu::noinline]] int checked(int x) {
+   if (x == 700) throw std::runtime_error("seven hundred");
+   return x * 2;
+ }
+ [[gnu::noinline]] void left_in_callee() {
+   for (int i = 0; i < 1000; ++i) b[i] = checked(i);
+ }
+ [[gnu::noinline]] void left_here() {
+   try {
+     for (int i = 0; i < 1000; ++i) b[i] = checked(i) + 1;
+   } catch (const std::runtime_error&) {
+   }
+ }
+ [[gnu::noinline]] void caught_inside() {
+   for (int i = 0; i < 1000; ++i) {
+     try {
+       b[i] = checked(i);
+     } catch (const std::runtime_error&) {
+       b[i] = -1;
+     }
+   }
+ }
+ [[gnu::noinline]] void jumps() {
+   for (int i = 0; i < 1000; ++i) {
+     b[i] = i;
+     if (a[i] == 0 && i == 500) std::longjmp(back, 1);
+   }
+ }
+ struct Node {
+   std::vector<Node> children;
+   int value = 1;
+ };
+ void grow(Node& n, int depth) {
+   if (depth == 0) return;
+   n.children.resize(4);
+   for (int i = 0; i < 4; ++i) grow(n.children[i], depth - 1);
+ }
+ [[gnu::noinline]] void visit(Node& n) {
+   for (size_t i = 0; i < n.children.size(); ++i) visit(n.children[i]);
+   n.value *= 2;
+ }
+ int main() {
+   for (int turn = 0; turn < 3; ++turn) {
+     try {
+       left_in_callee();
+     } catch (const std::runtime_error&) {
+     }
+   }
+   left_here();
+   caught_inside();
+   if (!setjmp(back)) jumps();
+   Node root;
+   grow(root, 5);
+   visit(root);
+   std::printf("%d %d\n", b[10], root.value);
+ }
+ END
$ unply c++ -O1 -g left.cpp -o left && unply record -q ./left
> 10 2
$ for line in 12 16 21 30 45; do unply report left.trace --json | python3 -c 'import json, sys; print(sys.argv[1], *{loop["verdict"] for loop in json.load(sys.stdin)["loops"] if loop["line"] == int(sys.argv[1])})' $line; done
> 12 serial
> 16 serial
> 21 doall
> 30 serial
> 45 doall
$ unply why left.trace left.cpp:12 | grep -A 1 stopped; unply why left.trace left.cpp:30 | grep stopped
> stopped by 1. an exception, or the end of the program, left it
>               fix: catch it inside the iteration, or report it behind the loop
> stopped by 1. leaves the loop early at line 32 (longjmp)
# Names are those of the source.
$ unply report left.trace | grep '^unseen.*:12'
> unseen: 3 calls of std::runtime_error::runtime_error in the loop at left.cpp:12
# What is around a loop that is in itself is what was around it the first time.
$ unply report left.trace | grep complete || echo it is
> it is
