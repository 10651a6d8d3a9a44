# A program without debug information, all or in part: the report says so first, and still names the functions of loops.
$ cat > fill.cpp <<'END'
+ double a[300000];
+ namespace room {
+ void fill(int n) {
+   for (int i = 0; i < n; i++) a[i] = i * 0.5 + i % 7;
+ }
+ }
+ END
$ cat > loops.cpp <<'END'
+ #include <cstdio>
+ extern double a[300000];
+ namespace room { void fill(int n); }
+ static double b[300000];
+ int main(int argc, char**) {
+   room::fill(300000 - argc);
+   for (int i = 0; i < 300000; i++) b[i] = a[i] * a[i] + argc;
+   std::printf("%g\n", b[77]);
+ }
+ END
$ unply c++ -O2 -g0 -c fill.cpp && unply c++ -O2 -g loops.cpp fill.o -o loops && unply record -q ./loops && unply report loops.trace | grep -o 'missing.*\|a loop in [^ ]*\|loops.cpp:7'
> 1483.25
> missing: the places of 1 of 2 loops in the source: compile with -g for lines, variables and patches
> a loop in room::fill()
> loops.cpp:7
$ unply c++ -O2 -g0 loops.cpp fill.o -o loops && unply record -q ./loops && unply report loops.trace | head -n1
> 1483.25
> missing: the places of 2 of 2 loops in the source: compile with -g for lines, variables and patches
