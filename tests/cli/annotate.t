# annotate.h is nothing without unply, clean in all standards, and gives the same tasks in C and C++.
$ cat > a.c <<'END'
+ #include <unply/annotate.h>
+ int main(void) {
+   int sum = 0;
+   unply_trace_begin("solve");
+   for (int i = 0; i < 3; ++i) {
+     unply_task_begin("add");
+     sum += i;
+     unply_task_end();
+   }
+   unply_trace_end();
+   mt_btrace();
+   mt_btask();
+   sum += 4;
+   mt_etask();
+   mt_etrace();
+   return sum - 7;
+ }
+ END
$ cat > a.cpp <<'END'
+ #include <unply/annotate.h>
+ int main() {
+   int sum = 0;
+   {
+     unply::TraceRegion trace("solve");
+     for (int i = 0; i < 3; ++i) {
+       unply::TaskRegion task("add");
+       sum += i;
+     }
+   }
+   return sum - 3;
+ }
+ END
$ include="$UNPLY_BUILD/include"
$ for c in gcc clang-22 "unply cc"; do for s in c99 c11 c17; do command -v $c > /dev/null && $c -std=$s -Wall -Wextra -Wpedantic -Werror -I"$include" a.c -o a && ./a || echo "$c -std=$s"; done; done
$ for c in g++ clang++-22 "unply c++"; do for s in 11 14 17 20 23; do $c -std=c++$s -Wall -Wextra -Wpedantic -Werror -I"$include" a.cpp -o a && ./a || echo "$c -std=c++$s"; done; done
$ clang-22 -I"$include" a.c -o plain && nm plain | grep -c unply
> 0
! 1
$ unply cc -O2 -g a.c -o a && unply record -q ./a && unply dump a.trace | grep -E '^(region|task .* (flow|region))' | sed 's/ begin.*//'
> region 0 trace api a.c:4:3 main "solve"
> region 1 task api a.c:6:5 main "add"
> region 2 trace api a.c:11:3 main
> region 3 task api a.c:12:3 main
> task 1 region 1 a.c:6 trace 1
> task 2 region 1 a.c:6 trace 1
> task 3 region 1 a.c:6 trace 1
> task 4 region 3 a.c:12 trace 2
> task 1 -> 2 flow sum 4 bytes a.c:7 -> a.c:7
> task 2 -> 3 flow sum 4 bytes a.c:7 -> a.c:7
> task 3 -> 4 flow sum 4 bytes a.c:7 -> a.c:13
$ unply c++ -O2 -g a.cpp -o a && unply record -q ./a && unply dump a.trace | grep -E '^(region|task .* (flow|region))' | sed 's/ begin.*//'
> region 0 trace api a.cpp:5:24 main "solve"
> region 1 task api a.cpp:7:25 main "add"
> task 1 region 1 a.cpp:7 trace 1
> task 2 region 1 a.cpp:7 trace 1
> task 3 region 1 a.cpp:7 trace 1
> task 1 -> 2 flow sum 4 bytes a.cpp:8 -> a.cpp:8
> task 2 -> 3 flow sum 4 bytes a.cpp:8 -> a.cpp:8
