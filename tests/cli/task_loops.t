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
> 790062
> 2568
> 1. tree.cpp:13   calls in weight(), 87 % of the time     tasks, 3.6x on 8 threads (3.5 to 3.6)
>      iterations of the loop on line 16 at once, with their calls of weight
>      tasks only if depth < 2: shorter calls are not worth one; observed on 1 input, 1555 executions
> independent, but too short to gain: tree.cpp:27
> not parallel: tree.cpp:15   loop over k, 87 %     flow through sum at line 15, distance 1
> not parallel: tree.cpp:24   loop over k, 7 %     output through path[] from line 29 to line 25,
>    distance 1 to 2
> not parallel: tree.cpp:10   loop over i, 5 %     flow through __first->children from
>    bits/stl_vector.h:106 to bits/stl_vector.h:106, distance 1 to 2; and 1 more reason
>
> loops      7: 2 doall, 2 reduction, 3 serial
>            speedups are estimates from counted work, without memory bandwidth
> costs      of threads: assumed; unply machine --calibrate measures them
$ unply suggest tree.trace
> 1. tree.cpp:13   calls in weight(), 87 % of the time: tasks, 3.6x on 8 threads (3.5 to 3.6)
> --- a/tree.cpp
> +++ b/tree.cpp
> @@ -17,6 +17,17 @@
>      sum += weight(child, depth + 1);
>    return sum;
>  }
> +
> +static long weight_tasks(const Node& node, int depth) {
> +  if (depth >= 2) return weight(node, depth);
> +  long sum = node.value;
> +  for (int k = 0; k < 400; k++) sum = (sum * 31 + k) % 1009;
> +  #pragma omp taskloop grainsize(1) default(none) shared(depth, node) reduction(+: sum)
> +  for (const Node& child : node.children)
> +    sum += weight_tasks(child, depth + 1);
> +  return sum;
> +}
> +
>  static int path[16];
>  static long ways(int row, int n) {
>    if (row == n) return 1;
> @@ -33,6 +44,8 @@
>  int main(int argc, char** argv) {
>    const int n = argc > 1 ? atoi(argv[1]) : 4;
>    const Node root = grow(n, 1);
> -  std::printf("%ld\n", weight(root, 0));
> +  #pragma omp parallel
> +  #pragma omp single
> +  std::printf("%ld\n", weight_tasks(root, 0));
>    std::printf("%ld\n", ways(0, n + 5));
>  }
> next: unply verify tree.trace --suggestion 1
$ unply suggest tree.trace --json | grep -E '"(verdict|directive)": "(tasks|#pragma omp task)'
>       "verdict": "tasks",
>       "directive": "#pragma omp taskloop grainsize(1) default(none) shared(depth, node) reduction(+: sum)",
$ unply report tree.trace --json | grep -A4 '      "loops": \[$'
>       "loops": [
>         {
>           "id": 5,
>           "line": 16,
>           "iterations": 1554
# Why, by a line of the function and by the loop.
$ unply why tree.trace tree.cpp:14 --no-source | grep -vE '^(calls|gain|limit|costs| )'
> tree.cpp:13   calls in weight(): tasks
> known      observed on 1 input, 1555 executions
> tasks      iterations of the loop on line 16 at once, with their calls of weight
> cut-off    tasks only if depth < 2: shorter calls are not worth one
> next: unply suggest tree.trace --suggestion 1
$ unply why tree.trace tree.cpp:16 --no-source | grep -E '^(tree|clauses|tasks|next)'
> tree.cpp:16   loop over child, 87 % of the time: reduction
> clauses    reduction(+: sum)
> tasks      its iterations, in suggestion 1: the calls of weight()
> next: unply suggest tree.trace --suggestion 1
# The path is one for all: calls would not see the copy of a clause.
$ unply why tree.trace tree.cpp:24 --no-source | grep -E '^(tree|stopped|next)'
> tree.cpp:24   loop over k, 7 % of the time: serial
> stopped by 1. output through path[] from line 29 to line 25, distance 1 to 2
> next: unply report tree.trace
# The patch holds, with what libomp does for the sum no race.
$ unply verify tree.trace --suggestion 1 --threads 2 --runs 1 | grep -vE '^   (threads|serial|2) '
> 1. tree.cpp:13   #pragma omp taskloop grainsize(1) default(none) shared(depth, node) reduction(+: sum)
>    outputs    equal to the serial program's with 2 threads: standard output, exit code
>    races      none found by ThreadSanitizer
>    verified
