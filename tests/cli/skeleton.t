# A recursive function becomes a skeleton: from the report to the file, the check and the refusals.
$ cat > sum.cpp <<'END'
+ #include <cstdio>
+ long sum(const int* a, int n) {
+   if (n == 1) return a[0];
+   int half = n / 2;
+   return sum(a, half) + sum(a + half, n - half);
+ }
+ int main() {
+   int a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
+   std::printf("%ld\n", sum(a, 8));
+ }
+ END
$ unply c++ -O1 -g --tasks fn:sum sum.cpp -o sum && unply record -q ./sum
> 31
$ unply report sum.trace | grep -A1 -e recursion -e ^next
>   recursion: sum is divide-and-conquer: arity 2, depth 4, 15 calls, 8 base cases; the calls of each
>     activation are independent (observed on this input)
> --
> next:      unply skeleton sum.trace fn:sum
$ unply skeleton sum.trace --check | grep -A2 -e ^function -e ^check -e ^written | grep -v -e ^time
> function     sum: 15 calls in 1 tree from outside, depth 4
> independent  yes, observed on this input: no dependence between calls of one activation
> written      sum.skeleton.cpp: struct sum_skeleton, 2 parts; it compiles
> check        equal: exit status, output (3 bytes) and results (1 call from outside) of the original,
>              the sequential skeleton and the skeleton on 4 OpenMP threads; known for one input, the
>              recorded one
$ sed -n '/^struct/,/^};/p' sum.skeleton.cpp
> struct sum_skeleton {
>   struct problem { // the arguments of a call
>     mutable const int * a{};
>     mutable int n{};
>     problem() = default;
>     problem(const int * unply_a, int unply_n) : a(std::move(unply_a)), n(std::move(unply_n)) {}
>   };
>   using solution = long;
>
>   bool is_base([[maybe_unused]] const problem& unply_problem) const {
>     int n = unply_problem.n;
>     if (n == 1) return true;
>     return false;
>   }
>   solution solve([[maybe_unused]] const problem& unply_problem) const {
>     const int * a = unply_problem.a;
>     int n = unply_problem.n;
>     if (n == 1) return a[0];
>     std::abort(); // is_base() said that this is a base case
>   }
>   std::array<problem, 2> divide([[maybe_unused]] const problem& unply_problem) const {
>     const int * a = unply_problem.a;
>     int n = unply_problem.n;
>     int half = n / 2;
>     auto unply_part_1 = problem(a, half);
>     auto unply_part_2 = problem(a + half, n - half);
>     return {std::move(unply_part_1), std::move(unply_part_2)};
>   }
>   solution combine([[maybe_unused]] const problem& unply_problem, [[maybe_unused]] std::span<solution> unply_parts) const {
>     return unply_parts[0] + unply_parts[1];
>   }
>   // what unply fit describes a problem's size by
>   std::array<unply::feature, 1> features(const problem& unply_problem) const {
>     return {{{"n", static_cast<double>(unply_problem.n)}}};
>   }
> };
$ unply skeleton sum.trace fn:sum --phases phases.csv --json | python3 -c '
+ import json, sys
+ answer = json.load(sys.stdin)
+ print(answer["schema"], answer["function"], answer["recursion"]["calls"], answer["skeleton"]["parts"], answer["check"])
+ print([point["processors"] for point in answer["prediction"]["points"]])'
> 1 sum 15 2 None
> [1, 2, 4, 8, 16, 32, 64]
$ cut -d, -f1-6,10- phases.csv
> rank,call,phase,level,partner,bytes,P,calls
> 0,0,call,0,-1,0,1,15
> 0,0,divide,0,-1,0,1,15
> 0,0,divide,1,-1,0,1,7
> 0,0,divide,2,-1,0,1,3
> 0,0,sequential,3,-1,0,1,1
> 0,0,sequential,3,-1,0,1,1
> 0,0,combine,2,-1,0,1,3
> 0,0,divide,2,-1,0,1,3
> 0,0,sequential,3,-1,0,1,1
> 0,0,sequential,3,-1,0,1,1
> 0,0,combine,2,-1,0,1,3
> 0,0,combine,1,-1,0,1,7
> 0,0,divide,1,-1,0,1,7
> 0,0,divide,2,-1,0,1,3
> 0,0,sequential,3,-1,0,1,1
> 0,0,sequential,3,-1,0,1,1
> 0,0,combine,2,-1,0,1,3
> 0,0,divide,2,-1,0,1,3
> 0,0,sequential,3,-1,0,1,1
> 0,0,sequential,3,-1,0,1,1
> 0,0,combine,2,-1,0,1,3
> 0,0,combine,1,-1,0,1,7
> 0,0,combine,0,-1,0,1,15
$ unply skeleton sum.trace fn:product
> unply: error: sum.trace: no function 'product' that calls itself is among the recorded tasks
>   hint: recorded are sum
! 2
$ unply skeleton sum.trace sum
> unply: error: 'sum': no function, expected fn:NAME
>   hint: for example fn:merge_sort, as with --tasks
! 2
$ unply skeleton sum.trace -p 0
> unply: error: -p 0: '0' is no number of processors from 1 to 65536
>   hint: for example -p 2,4,8 or -p 1..16
! 2
$ unply skeleton sum.trace -o sum.cpp
> unply: error: sum.cpp: this is the source itself
>   hint: give another file to -o
! 2
$ unply skeleton missing.trace
> unply: error: missing.trace: cannot open, No such file or directory
>   hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
$ cat > last.cpp <<'END'
+ long last;
+ long keep(int n) {
+   if (n < 2) return last = n;
+   return keep(n - 1) + keep(n - 2);
+ }
+ int main() { return keep(3) != 2; }
+ END
$ unply c++ -g --tasks fn:keep last.cpp -o last && unply record -q ./last
$ unply skeleton last.trace
> unply: error: keep is not divide-and-conquer: 2 output dependences through last, last.cpp:3 to last.cpp:3
>   hint: calls of one activation must not depend on each other
! 1
$ unply report last.trace | grep -A1 recursion
>   recursion: keep is recursive (arity 2, depth 3, 5 calls, 3 base cases), but calls of one
>     activation depend on each other: 2 output dependences through last, last.cpp:3 to last.cpp:3
