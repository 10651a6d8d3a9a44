# By which calls a loop comes to the function in which a dependence is.
$ cat > way.cpp <<'END'
+ #include <cstdio>
+ static int used, entries[1000], total;
+ struct Log {
+   [[gnu::noinline]] void add(int x) { entries[used++ % 1000] = x; }
+ };
+ static Log history;
+ [[gnu::noinline]] static void note(int x) {
+   for (int k = 0; k < 2; k++) history.add(x + k);
+ }
+ [[gnu::noinline]] static int work(int x) {
+   int sum = 0;
+   for (int k = 0; k < 10; k++) {
+     sum += x * k;
+     if (k == 5) note(sum);
+   }
+   return sum;
+ }
+ int main() {
+   for (int i = 0; i < 500; i++) total += work(i);
+   std::printf("%d %d\n", total, used);
+ }
+ END
$ unply c++ -O2 -g way.cpp -o way && unply record -q ./way
> 5613750 1000
$ unply why way.trace way.cpp:19 | sed -n '/flow through used/,/^ *output/p'
> stopped by 1. flow through used from line 4 to line 4, distance 1
>               fix: none by clauses: iterations need values of used from earlier ones
> carried    flow through total from line 19 to line 19, distance 1; 499 times, first from iteration 0
>            to 1: reduction
>              way.cpp:19  for (int i = 0; i < 500; i++) total += work(i);
>            output through total from line 19 to line 19, distance 1; 499 times, first from iteration
>            flow through used from line 4 to line 4, distance 1; 499 times, first from iteration 0 to
>            1: keeps iterations in order
>              way.cpp:4  [[gnu::noinline]] void add(int x) { entries[used++ % 1000] = x; }
>              in Log::add(), called on way.cpp:8 by note(), called on way.cpp:14 by work(), called on
>                way.cpp:19
>            output through used from line 4 to line 4, distance 1; 499 times, first from iteration 0
