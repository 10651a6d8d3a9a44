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
