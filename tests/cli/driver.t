# unply cc stands in for clang: questions, steps, exit status, response files, other compilers.
$ printf 'int main(void) { return 7; }\n' > a.c
$ unply cc --version | head -n 1 | grep -o 'clang version 22'
> clang version 22
$ unply cc -dumpmachine | grep -c linux
> 1
$ test "$(unply cc -print-prog-name=ld)" = "$(clang-22 -print-prog-name=ld)" && echo same
> same
$ unply cc
> clang-22: error: no input files
! 1
$ unply cc a.c -o a && ./a
! 7
$ unply cc -c a.c && unply cc a.o -o a2 && ./a2
! 7
$ unply cc -S -O1 a.c -o - | grep -c '^main:'
> 1
$ unply cc -E a.c | tail -n 1
> int main(void) { return 7; }
$ unply cc -fsyntax-only a.c
$ unply cc -M a.c
> a.o: a.c
$ unply cc -c a.c -MD -MF deps -o a3.o && cat deps
> a3.o: a.c
$ unply cc -x c - -o a4 < a.c && ./a4
! 7
$ echo '-O2 -c "a.c" -o response.o' > words && unply cc @words && test -e response.o && echo compiled
> compiled
$ printf 'int f(void) { return }\n' > wrong.c && unply cc -c wrong.c
>~ wrong.c:1:22: error: expected expression
> ...
! 1
$ unply cc -Weverything -Werror -Wno-reserved-identifier -c a.c && echo no unused arguments
> no unused arguments
$ unply cc -Werror a.o -o a5 && echo nor at the link
> nor at the link
$ printf '#include <unply/annotate.h>\n' > h.c && unply cc -Wall -Wextra -Wpedantic -Werror -std=c99 -c h.c && echo found
> found
# -static, position independent or not, other linkers, link time optimisation
$ for flags in -static -static-pie -no-pie -fuse-ld=lld -flto "-flto=thin -fuse-ld=lld" "-O3 -march=native"; do unply cc $flags a.c -o b && ./b; echo "$flags: $?"; done
> -static: 7
> -static-pie: 7
> -no-pie: 7
> -fuse-ld=lld: 7
> -flto: 7
> -flto=thin -fuse-ld=lld: 7
> -O3 -march=native: 7
# modules, and headers that are compiled ahead, by unply or by clang alone
$ printf 'export module m;\nexport int cell[8];\nexport inline void step(int i) {\n#pragma exg task\n  cell[i + 1] = cell[i] + 1;\n}\nexport void far(int i);\n' > m.cppm
$ printf 'module m;\nvoid far(int i) {\n#pragma exg task\n  cell[i + 1] = cell[i] + 1;\n}\n' > far.cpp
$ printf 'import m;\nint main() {\n  for (int i = 0; i < 3; i++) step(i), far(i + 3);\n  return cell[4];\n}\n' > use.cpp
$ unply c++ -std=c++20 --precompile m.cppm -o m.pcm && unply c++ -std=c++20 m.pcm far.cpp use.cpp -fmodule-file=m=m.pcm -o modules && ./modules
! 1
$ unply record -o m.trace ./modules 2>&1 | grep -o '6 task instances, [0-9]* edges'
> 6 task instances, 5 edges
$ printf '#pragma once\ninline int *step(int *p) {\n#ifdef REGION\n#pragma exg task\n#endif\n  p[1] = p[0] + 1;\n  return p + 1;\n}\n' > h.hpp
$ printf '#include "h.hpp"\nint cell[8];\nint main() {\n  int *p = cell;\n  for (int i = 0; i < 3; i++)\n#pragma exg task\n    p = step(p);\n  return cell[3];\n}\n' > pch.cpp
$ for by in "unply c++ -c" "unply c++" "unply c++ -DREGION" "clang++-22"; do rm -f h.pch; $by -x c++-header h.hpp -o h.pch && unply c++ -include-pch h.pch pch.cpp -o pch; ./pch; echo "$by: $?"; done
> unply c++ -c: 3
> unply c++: 3
> unply c++ -DREGION: 3
> clang++-22: 3
$ unply c++ h.hpp && ls h.hpp.*
> h.hpp.pch
# omp.h and libomp, which Debian's clang-22 comes without
$ printf '#include <omp.h>\nint main(void) {\n  int n = 0;\n#pragma omp parallel reduction(+ : n)\n  n += omp_in_parallel() + 1 > 0;\n  return n < 1;\n}\n' > omp.c
$ unply cc -fopenmp omp.c -o omp && ./omp && unply cc -fopenmp -c omp.c && unply cc -fopenmp omp.o -o omp && ./omp && echo runs
> runs
$ unply cc -Werror -fopenmp -fno-openmp -c a.c && unply cc -Werror -fopenmp-simd -c a.c
# what cannot be recorded is refused, or compiled as without unply
$ unply cc -m32 a.c
> unply: error: -m32: programs for this machine cannot be recorded, expected x86-64
> hint: compile for x86-64, or with clang-22 itself
! 2
$ unply cc --target=aarch64-linux-gnu -c a.c
> unply: error: --target=aarch64-linux-gnu: programs for this machine cannot be recorded, expected x86-64
> hint: compile for x86-64, or with clang-22 itself
! 2
$ unply cc -fsanitize=dataflow a.c -o flow
> unply: warning: -fsanitize=dataflow: compiled by clang-22 alone, the program cannot be recorded
> hint: build the program to be recorded without the sanitizer
$ ./flow
! 7
# another compiler by the environment
$ UNPLY_CC="env -u X clang-22" unply cc a.c -o c && ./c
! 7
$ UNPLY_CC=/no/such/clang unply cc a.c
> unply: error: /no/such/clang: compiler not found
> hint: correct or unset UNPLY_CC
! 2
$ UNPLY_CC=unply-cc unply cc a.c
> unply: error: unply-cc: is unply itself, expected the compiler behind it
> hint: correct or unset UNPLY_CC
! 2
$ mkdir empty && PATH=$UNPLY_BUILD/bin:$PWD/empty unply cc --version | head -n 1 | grep -o 'clang version 22'
> clang version 22
$ unply cc --tasks
> unply: error: --tasks: no value, expected FILE:LINE or fn:NAME
! 2
$ unply cc --tasks a.c a.c
> unply: error: --tasks a.c: neither FILE:LINE nor fn:NAME
> hint: --tasks 'heat.cpp:12' for the iterations of the loop on that line, --tasks 'fn:update_row' for the calls of a function
! 2
$ unply cc --tasks=a.c:0 a.c
> unply: error: --tasks a.c:0: '0' is no line number
> hint: --tasks 'heat.cpp:12' for the iterations of the loop on that line, --tasks 'fn:update_row' for the calls of a function
! 2
$ unply cc --tasks fn: a.c
> unply: error: --tasks fn:: '' is no function name
> hint: --tasks 'heat.cpp:12' for the iterations of the loop on that line, --tasks 'fn:update_row' for the calls of a function
! 2
