# CMake (with compiler identification), make, a configure-like script and libtool's way of linking, in a path with a space.
$ mkdir "a project" && cd "a project"
$ cat > so.c <<'END'
+ #include <unply/annotate.h>
+ int shared;
+ void step(int i) {
+   unply_task_begin("step");
+   shared += i;
+   unply_task_end();
+ }
+ END
$ cat > main.c <<'END'
+ void step(int i);
+ int main(void) {
+   for (int i = 0; i < 3; ++i)
+     step(i);
+ #pragma exg task
+   step(3);
+   return 0;
+ }
+ END
$ printf 'int one() { return 1; }\nint main() { return one() - 1; }\n' > x.cpp
$ cat > CMakeLists.txt <<'END'
+ cmake_minimum_required(VERSION 3.20)
+ project(p C CXX)
+ find_package(Threads REQUIRED)
+ add_library(so SHARED so.c)
+ target_link_options(so PRIVATE -Wl,-z,defs)
+ add_executable(m main.c)
+ add_executable(x x.cpp)
+ target_link_libraries(m so Threads::Threads)
+ END
$ cmake -B build -DCMAKE_C_COMPILER=unply-cc -DCMAKE_CXX_COMPILER=unply-c++ -DCMAKE_C_FLAGS=-g | grep identification
> -- The C compiler identification is Clang 22.1.8
> -- The CXX compiler identification is Clang 22.1.8
$ cmake --build build > log 2>&1 || cat log
$ unply record -q -o m.trace build/m && unply dump m.trace | grep -cE '^task [0-9]+ region'
> 5
$ build/x
$ printf 'm: main.o so.o\n\t$(CC) $(LDFLAGS) main.o so.o -o m\n' > Makefile && make -s CC="unply cc" CFLAGS="-O2 -g" && unply record -q ./m && unply dump m.trace | grep -c 'flow'
> 4
# what libtool does to a C++ library, and each linker with undefined symbols forbidden
$ for ld in bfd gold lld mold; do command -v ld.$ld > /dev/null || continue; unply cc -fuse-ld=$ld -g -shared -fPIC so.c -Wl,-z,defs -o libso.so && unply cc -fuse-ld=$ld -g main.c -L. -lso -Wl,-rpath,. -o m && unply record -q ./m && unply dump m.trace | grep -cE '^task [0-9]+ region' | grep -vx 5; done; true
# configure tests compile, link and run little programs, and look at messages
$ cat > configure <<'END'
+ echo 'int main(void) { return 0; }' > conftest.c
+ $CC $CFLAGS -c conftest.c 2> conftest.err && test ! -s conftest.err && echo compiles without a word
+ $CC conftest.c -o conftest -lm && ./conftest && echo links
+ $CC conftest.c -o conftest -lno_such_library 2> /dev/null || echo misses what is not there
+ echo 'int main(void) { return no_such_function(); }' > conftest.c
+ $CC conftest.c -o conftest 2> /dev/null || echo misses functions
+ END
$ CC="unply cc" CFLAGS=-Werror sh configure
> compiles without a word
> links
> misses what is not there
> misses functions
