# Algorithms of the standard library with lambdas: the verdict stands at the lambda in the user's source, and the call
# gets an execution policy.
$ cat > wave.cpp <<'END'
+ #include <algorithm>
+ #include <cmath>
+ #include <cstdio>
+ #include <numeric>
+ #include <vector>
+ int main() {
+   std::vector<double> a(20000), b(20000);
+   std::generate(a.begin(), a.end(), [k = 0.0]() mutable { return k += 0.001; });
+   for (int turn = 0; turn < 20; ++turn) {
+     std::transform(a.begin(), a.end(), b.begin(), [](double x) { return std::sin(x) * std::sqrt(x); });
+     std::for_each(
+         b.begin(), b.end(),
+         [](double& x) { x = x / 3 + 1 / (x + 4) + x / 5; });
+   }
+   double last = 1, total = 0;
+   std::for_each(b.begin(), b.end(), [&](double& x) { last = x += last / 2; });
+   std::for_each(b.begin(), b.end(), [&](double x) { total += x; });
+   double sum = std::accumulate(b.begin(), b.end(), 0.0, [](double s, double x) { return s + x * x; });
+   long large = std::count_if(b.begin(), b.end(), [](double x) { return x > 0.5; });
+   auto ends = std::for_each(a.begin(), a.end(), [](double& x) { x = std::sqrt(x); });
+   (void)ends;
+   std::printf("%.6g %.6g %ld %.6g %.6g\n", sum, total, large, last, a[7]);
+ }
+ END
$ unply c++ -O2 -g wave.cpp -o wave && unply record -q ./wave
> 3.06995e+07 15259.4 11134 4.60044 0.0894427
$ unply report wave.trace | sed -n '/^[1-9n]/p' | grep -v 'stl_\|^next' | sed 's/, [<0-9]* %.*     /   /'
> 1. wave.cpp:10   std::transform   std::execution::par_unseq, 2.2x on 8 threads (2.1 to 2.2)
> 2. wave.cpp:13   std::for_each   std::execution::par_unseq, 1.4x on 8 threads (1.4 to 1.4)
> 3. wave.cpp:20   std::for_each   std::execution::par_unseq, 1.0x on 8 threads (1.0 to 1.0)
> 4. wave.cpp:19   std::count_if   std::execution::par_unseq, 1.0x on 8 threads (1.0 to 1.0)
> 5. wave.cpp:17   std::for_each   by hand, 1.0x on 8 threads (1.0 to 1.0)
> 6. wave.cpp:18   std::accumulate   by hand, 1.0x on 8 threads (1.0 to 1.0)
> not parallel: wave.cpp:9   loop over turn   output through b[] from line 13 to
> not parallel: wave.cpp:16   std::for_each   flow through last from line 16 to line 16,
> not parallel: wave.cpp:8   std::generate   flow through the lambda's state at line 8,
$ unply report --json wave.trace | python3 -c 'import json, sys; [print(l["line"], l["algorithm"], l["verdict"], l["iterations"]) for l in json.load(sys.stdin)["loops"] if l["file"] == "wave.cpp"]'
> 8 generate serial 20000
> 9  serial 20
> 10 transform doall 400000
> 13 for_each doall 400000
> 16 for_each serial 20000
> 17 for_each reduction 20000
> 18 accumulate reduction 20000
> 19 count_if doall 20000
> 20 for_each doall 20000
$ unply why wave.trace wave.cpp:10 | grep -E '^(wave|function|policy|carried)' | sed 's/, [0-9]* %.*:/:/'
> wave.cpp:10   std::transform: doall
> function   a lambda, which the library's loop calls
> carried    no dependence in memory
> policy     std::execution::par_unseq
$ unply why wave.trace wave.cpp:13 | grep policy
> policy     std::execution::par_unseq
$ unply why wave.trace wave.cpp:16 | grep -E '^(stopped|policy)'
> stopped by 1. flow through last from line 16 to line 16, distance 1
$ unply why wave.trace wave.cpp:17 | grep -A 1 -E '^(clauses|policy)'
> clauses    reduction(+: total)
> carried    no dependence in memory
> policy     none: std::for_each does not sum up total: std::transform_reduce(std::execution::par,
>            ...) does
$ unply why wave.trace wave.cpp:18 | grep -A 2 policy
> policy     none: std::accumulate adds in order and takes no policy:
>            std::transform_reduce(std::execution::par, ...) with the operator and the function for
>            one element as two arguments
$ unply suggest --all wave.trace --patch patches | grep -v '^next' | sed 's/, [<0-9]* % of the time.*//'
> 1. wave.cpp:10   std::transform
>    std::execution::par_unseq
>    1-wave.cpp-10.patch
> 2. wave.cpp:13   std::for_each
>    std::execution::par_unseq
>    2-wave.cpp-13.patch
> 3. wave.cpp:20   std::for_each
>    no patch: std::for_each with a policy has no result, and this one may be used
> 4. wave.cpp:19   std::count_if
>    std::execution::par_unseq
>    4-wave.cpp-19.patch
> 5. wave.cpp:17   std::for_each
>    no patch: std::for_each does not sum up total: std::transform_reduce(std::execution::par, ...)
>    does
> 6. wave.cpp:18   std::accumulate
>    no patch: std::accumulate adds in order and takes no policy:
>    std::transform_reduce(std::execution::par, ...) with the operator and the function for one
>    element as two arguments
> all of them at once: patch -p1 < patches/all.patch
$ cat patches/*-13.patch
> --- a/wave.cpp
> +++ b/wave.cpp
> @@ -1,3 +1,4 @@
> +#include <execution>
>  #include <algorithm>
>  #include <cmath>
>  #include <cstdio>
> @@ -8,7 +9,7 @@
>    std::generate(a.begin(), a.end(), [k = 0.0]() mutable { return k += 0.001; });
>    for (int turn = 0; turn < 20; ++turn) {
>      std::transform(a.begin(), a.end(), b.begin(), [](double x) { return std::sin(x) * std::sqrt(x); });
> -    std::for_each(
> +    std::for_each(std::execution::par_unseq,
>          b.begin(), b.end(),
>          [](double& x) { x = x / 3 + 1 / (x + 4) + x / 5; });
>    }
# Each patch compiles and gives the same results. A program may have several policies.
$ for patch in patches/*; do cp wave.cpp one.cpp; patch -s one.cpp < $patch && clang++-22 -O0 -Wall -Werror one.cpp -ltbb -o one && ./one; done
> 3.06995e+07 15259.4 11134 4.60044 0.0894427
> 3.06995e+07 15259.4 11134 4.60044 0.0894427
> 3.06995e+07 15259.4 11134 4.60044 0.0894427
> 3.06995e+07 15259.4 11134 4.60044 0.0894427
$ unply verify wave.trace --suggestion 1 --runs 1 | grep -vE '^   (serial|[0-9]+) ' | sed 's/with [0-9]* thread[s]*/with all threads/'
> 1. wave.cpp:10   std::execution::par_unseq
>    outputs    equal to the serial program's with all threads: standard output, exit code
>    races      not looked for: ThreadSanitizer does not see how oneTBB synchronises
>    threads  seconds  speedup  expected
>    outputs verified, races not looked for
# Without oneTBB there is advice but no patch.
$ mkdir without && printf '#!/bin/sh\nexec /usr/bin/false\n' > without/clang++-22 && chmod +x without/clang++-22
$ PATH=$PWD/without:$PATH unply suggest wave.trace --suggestion 1 | sed 's/, [<0-9]* % of the time.*//'
> 1. wave.cpp:10   std::transform
>    no patch: std::transform with std::execution::par_unseq: libstdc++ needs oneTBB for policies,
>    which clang++-22 does not find: apt-get install libtbb-dev
> next: unply report wave.trace
$ PATH=$PWD/without:$PATH unply suggest wave.trace --suggestion 1 --json | python3 -c 'import json, sys; [print(s["patch"], s["no_patch"]) for s in json.load(sys.stdin)["suggestions"]]'
> None std::transform with std::execution::par_unseq: libstdc++ needs oneTBB for policies, which clang++-22 does not find: apt-get install libtbb-dev
# Nor is there one for a program of an older standard.
$ unply c++ -std=c++14 -O2 -g wave.cpp -o old && unply record -q ./old; unply suggest old.trace --suggestion 1 | sed '1d'
> 3.06995e+07 15259.4 11134 4.60044 0.0894427
>    no patch: std::transform with std::execution::par_unseq: policies are of C++17, and the program
>    is compiled with -std=c++14
> next: unply report old.trace
# A lambda that takes a lock, allocates, prints, or needs what the one before wrote.
$ cat > locks.cpp <<'END'
+ #include <algorithm>
+ #include <cstdio>
+ #include <mutex>
+ #include <string>
+ #include <vector>
+ std::mutex m;
+ int main() {
+   std::vector<double> a(20000, 0.5);
+   std::vector<std::string> names(20000);
+   std::for_each(a.begin(), a.end(), [](double& x) { std::lock_guard g(m); x = x / 3 + 1; });
+   std::for_each(names.begin(), names.end(), [](std::string& s) { s = std::string(40, 'x') + "y"; });
+   std::for_each(a.begin(), a.end(), [](double& x) { if (x > 1) std::printf("%g\n", x), x = 0.5; });
+   std::transform(a.begin(), a.end() - 1, a.begin() + 1, [](double x) { return x + 1; });
+   return a[7] + names[3].size() > 100;
+ }
+ END
$ unply c++ -O2 -g locks.cpp -o locks && unply record -q ./locks | tail -1
> 1.16667
$ for line in 10 11 12 13; do unply why locks.trace locks.cpp:$line | grep -E '^(policy|stopped)' | sed 's/from .*//'; done
> policy     std::execution::par
> policy     std::execution::par
> stopped by 1. output through stdout
> stopped by 1. flow through a[]
# State that the calls of a lambda hand on, in a register or in memory, is found; iterators of the algorithm are none.
$ cat > state.cpp <<'END'
+ #include <algorithm>
+ #include <cstdio>
+ #include <list>
+ #include <iterator>
+ #include <numeric>
+ #include <vector>
+ struct Counter { int n = 0; void fill(std::vector<double>& a) {
+   std::for_each(a.begin(), a.end(), [this](double& x) { x = n++; });
+ } };
+ static int global;
+ int main() {
+   const int n = 20000;
+   std::vector<double> a(n, 0.5), b(n), out;
+   int i = 0, j = 0; double* p = b.data();
+   auto it = b.begin();
+   Counter c;
+   c.fill(a);
+   std::for_each(a.begin(), a.end(), [&](double& x) { x = i++; });
+   std::for_each(a.begin(), a.end(), [&](double x) { *p++ = x; });
+   std::for_each(a.begin(), a.end(), [&](double x) { *it++ = x * 2; });
+   std::for_each(a.begin(), a.end(), [](double& x) { static int k; x += k++; });
+   std::for_each(a.begin(), a.end(), [](double& x) { x += global++; });
+   std::transform(a.begin(), a.end(), std::back_inserter(out), [](double x) { return x + 1; });
+   std::for_each(a.begin(), a.end(), [&](double x) { b[j] = x; j += 2; j %= n; });
+   std::for_each(a.begin(), a.end(), [q = 1.0](double& x) mutable { x *= q; q *= 0.5; q += 1; });
+   std::transform(a.begin(), a.end(), b.begin(), a.begin(), [](double x, double y) { return x * 2 + y; });
+   std::list<double> l(a.begin(), a.end());
+   std::for_each(l.begin(), l.end(), [](double& x) { x = x / 2 + 1; });
+   std::vector<double> kept(n);
+   auto end = std::copy_if(a.begin(), a.end(), kept.begin(), [](double x) { return x > 3; });
+   long odd = std::count_if(a.begin(), a.end(), [&](double x) { return (++i & 1) && x > 0; });
+   double best = 0;
+   std::for_each(a.begin(), a.end(), [&](double x) { if (x > best) best = x; });
+   double tr = std::transform_reduce(a.begin(), a.end(), 0.0, [](double x, double y) { return x + y; }, [](double x) { return x * x; });
+   int* w = new int[n];
+   std::generate_n(w, n, [] { return 7; });
+   std::replace_if(a.begin(), a.end(), [](double x) { return x < 1; }, 2.0);
+   std::printf("%g %g %zu %ld %ld %g %g %d\n", a[5], b[9], out.size(), (long)(end - kept.begin()), odd, best, tr, w[3]);
+ }
+ END
$ unply c++ -std=c++20 -O2 -g state.cpp -o state && unply record -q ./state
> 69.0625 18 20000 20000 10000 299973 5.94289e+14 7
$ unply report --json state.trace | python3 -c 'import json, sys; [print(l["line"], l["algorithm"], l["verdict"], l.get("no_directive", "")) for l in json.load(sys.stdin)["loops"] if l["algorithm"]]'
> 8 for_each serial
> 18 for_each serial
> 19 for_each serial
> 20 for_each serial
> 21 for_each serial
> 22 for_each serial
> 23 transform serial
> 24 for_each serial
> 25 for_each serial
> 26 transform doall
> 28 for_each doall libstdc++ divides only ranges with random access, and runs this one in order
> 30 copy_if doall
> 31 count_if serial
> 33 for_each serial
> 34 transform_reduce doall
> 36 generate_n doall
> 37 replace_if doall
# Each patch compiles and changes nothing; those above brought the header of policies themselves, here it is precompiled.
$ (grep '^#include' state.cpp; echo '#include <execution>') > all.hpp; clang++-22 -std=c++20 -O0 -Wall -x c++-header all.hpp -o all.pch
$ unply suggest --all state.trace --patch state_patches > said; for patch in state_patches/*; do cp state.cpp one.cpp; patch -s one.cpp < $patch && clang++-22 -std=c++20 -O0 -Wall -Werror -include-pch all.pch one.cpp -ltbb -o one && ./one; done
> 69.0625 18 20000 20000 10000 299973 5.94289e+14 7
> 69.0625 18 20000 20000 10000 299973 5.94289e+14 7
> 69.0625 18 20000 20000 10000 299973 5.94289e+14 7
> 69.0625 18 20000 20000 10000 299973 5.94289e+14 7
> 69.0625 18 20000 20000 10000 299973 5.94289e+14 7
> 69.0625 18 20000 20000 10000 299973 5.94289e+14 7
