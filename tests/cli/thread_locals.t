# What each thread has for itself, and the loop reaches through calls alone: no directive where a value would be lost.
$ cat > tls.c <<'END'
+ #include <errno.h>
+ #include <stdio.h>
+ #include <stdlib.h>
+ #include <string.h>
+ enum { N = 20000 };
+ static _Thread_local int scale = 1, last;
+ static _Thread_local int buffer[8];
+ static _Thread_local struct { int factor; } state;
+ static int a[N], b[N];
+ __attribute__((noinline)) static int scaled(int x) { return x * scale; }
+ __attribute__((noinline)) static int noted(int x) { return last = x + 1; }
+ __attribute__((noinline)) static int buffered(int x) {
+   for (int k = 0; k < 8; k++) buffer[k] = x + k;
+   return buffer[x % 8];
+ }
+ __attribute__((noinline)) static int through(int *p, int x) { return x + *p; }
+ __attribute__((noinline)) static int addressed(int x) { return through(&state.factor, x); }
+ __attribute__((noinline)) static int checked(int x) {
+   if (x % 5 == 0) errno = EDOM;
+   return x;
+ }
+ int main(int argc, char** argv) {
+   scale = argc + 2;
+   state.factor = argc;
+   for (int i = 0; i < N; i++) a[i] = scaled(i);
+   for (int i = 0; i < N; i++) b[i] = noted(i);
+   for (int i = 0; i < N; i++) a[i] += addressed(i);
+   for (int i = 0; i < N; i++) b[i] += checked(i);
+   const int error = errno;
+   char text[20];
+   errno = 0;
+   for (int i = 0; i < N; i++) b[i] += (int)strtol(argv[0], NULL, i % 30 + 2);
+   if (errno != 0) puts("range");
+   for (int i = 0; i < N; i++) b[i] += buffered(i);
+   for (int i = 0; i < N; i++) {
+     errno = 0;
+     b[i] += (int)strtol(argv[0], NULL, i % 30 + 2);
+     if (errno != 0) b[i] = 0;
+   }
+   for (int i = 0; i < N; i++) a[i] += scale;
+   printf("%d %d %d %d\n", a[7], b[7], last, error);
+ }
+ END
$ cat > shown.py <<'END'
+ import json, sys
+ for row in json.load(sys.stdin)["suggestions"]:
+     print(row["line"], row["directive"] or row["no_patch"].split(":")[0])
+ END
$ unply cc -O2 -g tls.c -o tls && unply record -q ./tls && unply suggest --all --json tls.trace | python3 shown.py | sort -n
> 32 29 20000 33
> 13 buffer is another variable for each thread (thread_local)
> 25 scale is another variable for each thread (thread_local), with a flow through scale from line 23 to line 10
> 27 state is another variable for each thread (thread_local), with a flow through state.factor from line 24 to line 16
> 32 errno is another variable for each thread, and is read behind the loop
> 34 #pragma omp parallel for default(none) shared(b)
> 40 scale is another variable for each thread (thread_local)
$ unply why tls.trace tls.c:26 | grep -A 1 '^by hand'
> by hand    1. last is another variable for each thread (thread_local), with a flow through last from
>            line 11 to line 41
$ unply why tls.trace tls.c:28 | grep -A 1 '^by hand'
> by hand    1. errno is another variable for each thread (thread_local), with a flow through errno
>            from line 19 to line 29
# Without optimisation, and where the functions are in another file.
$ unply cc -O0 -g tls.c -o tls && unply record -q ./tls && unply suggest --all --json tls.trace | python3 shown.py | sort -n | cut -d, -f1
> 32 29 20000 33
> 13 buffer is another variable for each thread (thread_local)
> 25 scale is another variable for each thread (thread_local)
> 27 state is another variable for each thread (thread_local)
> 32 errno is another variable for each thread
> 34 #pragma omp parallel for default(none) shared(b)
> 40 scale is another variable for each thread (thread_local)
$ cat > part.c <<'END'
+ static _Thread_local int scale = 1;
+ static _Thread_local int place[4];
+ void set_scale(int to) { scale = to; place[1] = to; }
+ static int sum(const int* p, int n) {
+   int s = 0;
+   for (int k = 0; k < n; k++) s += p[k];
+   return s;
+ }
+ int scaled(int x) { return x * scale; }
+ int summed(int x) { return x + sum(place, 4); }
+ int fresh(int x) {
+   int* p = place;
+   for (int k = 0; k < 4; k++) p[k] = x + k;
+   return p[x % 4];
+ }
+ END
$ cat > main.c <<'END'
+ #include <stdio.h>
+ void set_scale(int to);
+ int scaled(int x), summed(int x), fresh(int x);
+ enum { N = 20000 };
+ static int a[N];
+ int main(int argc, char** argv) {
+   set_scale(argc + 2);
+   for (int i = 0; i < N; i++) a[i] = scaled(i);
+   for (int i = 0; i < N; i++) a[i] += summed(i);
+   printf("%d\n", a[7]);
+ }
+ END
$ unply cc -O2 -g main.c part.c -o parts && unply record -q ./parts && unply suggest --all --json parts.trace | python3 shown.py | sort -n
> 31
> 6 place is another variable for each thread (thread_local), with a flow through place[] from line 3 to line 6
> 8 scale is another variable for each thread (thread_local), with a flow through scale from part.c
> 9 place is another variable for each thread (thread_local), with a flow through place[] from part.c
# Lambdas that the library calls, and calls as tasks.
$ cat > lambda.cpp <<'END'
+ #include <algorithm>
+ #include <cstdio>
+ #include <vector>
+ static thread_local int scale = 1, count;
+ static int scaled(int x) { return x * scale; }
+ int main(int argc, char** argv) {
+   std::vector<int> a(20000, 1), b(20000);
+   scale = argc + 2;
+   std::for_each(a.begin(), a.end(), [](int& x) { x += scale; });
+   std::transform(a.begin(), a.end(), b.begin(), [](int x) { return scaled(x); });
+   std::for_each(a.begin(), a.end(), [](int& x) { x += 3; });
+   std::sort(b.begin(), b.end(), [](int x, int y) { return x * scale < y * scale; });
+   std::printf("%d %d\n", a[7], b[7]);
+ }
+ END
$ unply c++ -O2 -g lambda.cpp -o lambda && unply record -q ./lambda && unply suggest --all --json lambda.trace | python3 shown.py | grep -v '^.* its iter' | sort -n
> 7 12
> 9 scale is another variable for each thread (thread_local), with a flow through scale from line 8 to line 9
> 10 scale is another variable for each thread (thread_local), with a flow through scale from line 8 to line 9
> 11 std::execution::par_unseq
> 12 scale is another variable for each thread (thread_local), with a flow through scale from line 8 to line 9
$ cat > tasks.c <<'END'
+ #include <stdio.h>
+ static _Thread_local long scale = 1;
+ static long rest(int n) {
+   long s = 0;
+   for (int i = 0; i < 40; i++) s += i % (n + 1);
+   return s;
+ }
+ static long scaled(int n) { return rest(n) * scale; }
+ static long fib(int n) {
+   if (n < 2) return scaled(n);
+   return fib(n - 1) + fib(n - 2);
+ }
+ static long sum(int n) {
+   if (n < 2) return rest(n);
+   return sum(n - 1) + sum(n - 2);
+ }
+ int main(int argc, char** argv) {
+   scale = argc + 2;
+   printf("%ld\n", fib(16));
+   printf("%ld\n", sum(16));
+ }
+ END
$ unply cc -O2 -g tasks.c -o tasks && unply record -q ./tasks && unply report --json tasks.trace | python3 -c 'import json, sys; [print(f["function"], f["verdict"], sorted({b["what"] for b in f["blockers"]})) for f in json.load(sys.stdin)["calls"]]'
> 59220
> 19740
> fib serial ['scale is another variable for each thread (thread_local), and calls hand values on in it']
> sum tasks []
> main serial []
