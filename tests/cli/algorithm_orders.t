# Algorithms that visit elements in an order of their own, each one loop at its lambda, which must only read: a counter
# in the lambda, or in an operator that it calls, is found.
$ cat > order.cpp <<'END'
+ #include <algorithm>
+ #include <cstdio>
+ #include <map>
+ #include <string>
+ #include <vector>
+ struct Row { int key; std::string name; };
+ static long compared;
+ struct Odd { int v; bool operator<(const Odd& o) const { compared++; return v < o.v; } };
+ int main() {
+   const int n = 4000;
+   std::vector<Row> rows(n);
+   std::vector<Odd> odds(n);
+   std::vector<int> numbers(n);
+   std::map<int, int> weight;
+   unsigned x = 1;
+   for (int i = 0; i < n; i++) {
+     x = x * 1664525u + 1013904223u;
+     rows[i] = {int(x >> 1), "a longer name of row " + std::to_string(x % 977)};
+     odds[i].v = numbers[i] = int(x >> 4);
+   }
+   std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.key < b.key; });
+   std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.name < b.name; });
+   std::sort(odds.begin(), odds.end(), [](const Odd& a, const Odd& b) { return a < b; });
+   long swaps = 0;
+   std::sort(numbers.begin(), numbers.end(), [&](int a, int b) { swaps++; return a < b; });
+   std::sort(numbers.begin(), numbers.end(), [&](int a, int b) { return weight[a % 9] < weight[b % 9]; });
+   auto found = std::find_if(rows.begin(), rows.end(), [](const Row& r) { return r.key < 0; });
+   bool any = std::any_of(rows.begin(), rows.end(), [](const Row& r) { return r.name.size() > 90; });
+   auto most = std::max_element(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.key < b.key; });
+   auto end = std::remove_if(rows.begin(), rows.end(), [](const Row& r) { return r.key % 3 == 0; });
+   std::printf("%d %s %d %d %d %d %d %ld\n", rows[7].key, rows[9].name.c_str(), found == rows.end(), any, most->key,
+               compared > 0 && swaps > 0, odds[5].v, long(end - rows.begin()));
+ }
+ END
$ unply c++ -w -O2 -g order.cpp -o order && unply record -q ./order
> 7053940 a longer name of row 1 1 0 140392372 1 192957 2635
$ unply report --json order.trace | python3 -c 'import json, sys; [print(l["line"], l["algorithm"], l["verdict"], l["instances"]) for l in json.load(sys.stdin)["loops"] if l["algorithm"]]'
> 21 sort doall 1
> 22 stable_sort doall 2
> 23 sort serial 1
> 25 sort serial 1
> 26 sort serial 1
> 27 find_if doall 1
> 28 any_of doall 1
> 29 max_element doall 1
> 30 remove_if doall 1
$ unply report order.trace | grep -oE '^and .* of the standard library'
> and 4 loops in headers of the standard library
$ unply why order.trace order.cpp:21 | grep -E '^(note|policy)'
> note       dependences of std::sort itself are left out: with a policy it has others
> note       elements that compare equal may come in another order than now; std::stable_sort with the
> note       an exception must not leave an iteration of a parallel loop
> policy     std::execution::par
$ for line in 23 25 26; do unply why order.trace order.cpp:$line | grep -E '[0-9]\. '; done
> stopped by 1. flow through compared from line 8 to line 8, distance 1
> stopped by 1. its lambda may do more than read, by its text
>            2. flow through __comp[] from line 25 to line 25, distance 1
> stopped by 1. flow through __i[] from bits/stl_tree.h:2384 to bits/stl_tree.h:302, distance 1 to 6
>            2. flow through *this from bits/stl_tree.h:2384 to bits/stl_tree.h:735, distance 1 to 7
>            3. flow through *__x from bits/stl_tree.h:2384 to bits/stl_tree.h:780, distance 1 to 1998
>            4. flow through __before[] from bits/stl_tree.h:2384 to bits/stl_tree.h:788, distance 3
>            5. flow through *__z from bits/stl_tree.h:2384 to bits/stl_tree.h:2384, distance 2 to 6
# Whether they compile and print the same does not depend on the level, and -O2 takes four times as long.
$ (grep '^#include' order.cpp; echo '#include <execution>') > all.hpp; clang++-22 -O0 -x c++-header all.hpp -o all.pch
$ unply suggest --all order.trace --patch order_patches > said; for patch in order_patches/*; do cp order.cpp one.cpp; patch -s one.cpp < $patch && clang++-22 -O0 -w -include-pch all.pch one.cpp -ltbb -o one && ./one; done
> 7053940 a longer name of row 1 1 0 140392372 1 192957 2635
> 7053940 a longer name of row 1 1 0 140392372 1 192957 2635
> 7053940 a longer name of row 1 1 0 140392372 1 192957 2635
> 7053940 a longer name of row 1 1 0 140392372 1 192957 2635
> 7053940 a longer name of row 1 1 0 140392372 1 192957 2635
> 7053940 a longer name of row 1 1 0 140392372 1 192957 2635
> 7053940 a longer name of row 1 1 0 140392372 1 192957 2635
