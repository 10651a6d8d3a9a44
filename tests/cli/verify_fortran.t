# unply verify looks for data races in Fortran: a wrong patch is refused, a right one passes.
$ cat > cells.f90 <<'END'
+ program cells
+   implicit none
+   integer, parameter :: n = 2000
+   integer :: from(n), mark(n), i, k, m, back
+   real(8) :: value(n), v
+   real(8), allocatable :: room(:)
+   character(len=16) :: word
+   m = n
+   back = 0
+   call get_command_argument(1, word)
+   if (len_trim(word) > 0) read (word, *) m
+   call get_command_argument(2, word)
+   if (len_trim(word) > 0) read (word, *) back
+   value = 0
+   mark = 0
+   do i = 2, n
+     from(i) = i - back
+   end do
+   do i = 2, n
+     v = value(from(i)) + i
+     do k = 1, 500
+       v = v * 0.75d0 + 0.25d0
+     end do
+     value(i) = v
+     mark(mod(i, m) + 1) = 1
+   end do
+   allocate (room(n))
+   room = value
+   v = 0
+   do i = 1, n
+     v = v + room(i)
+   end do
+   print '(f12.4, i6)', v, sum(mark)
+ end program
+ END
$ unply fc -O2 -g cells.f90 -o cells && unply record -q ./cells > /dev/null && unply verify cells.trace --suggestion 1 --threads 1,2 --runs 1 | grep -E '^1|outputs|races|verified'
>~ 1\. cells\.f90:19   !\$omp parallel do .*
>    outputs    equal to the serial program's with 1 and 2 threads: standard output, exit code
>    races      none found by ThreadSanitizer
>    verified
# With another input iterations store the same value at the same place: the outputs are equal, and it is a data race.
$ unply verify cells.trace --suggestion 1 --threads 2 --runs 1 -- ./cells 16 | grep -E 'outputs|cells.f90:25|verified'
>    outputs    equal to the serial program's with 2 threads: standard output, exit code
>~ .*cells\.f90:25.*
>~ .*
> ...
>    NOT verified: the parallel program has data races
# A loop in a shared library: ThreadSanitizer's runtime is that of the program.
$ cat > kernel.f90 <<'END'
+ subroutine kernel(mark, n, m) bind(c)
+   use, intrinsic :: iso_c_binding
+   implicit none
+   integer(c_int), value :: n, m
+   integer(c_int) :: mark(n)
+   integer :: i, k
+   real(8) :: v
+   do i = 1, n
+     v = i
+     do k = 1, 500
+       v = v * 0.75d0 + 0.25d0
+     end do
+     mark(mod(i, m) + 1) = merge(1, 2, v > 0)
+   end do
+ end subroutine
+ END
$ cat > marks.c <<'END'
+ #include <stdio.h>
+ #include <stdlib.h>
+ void kernel(int *mark, int n, int m);
+ static int mark[2000];
+ int main(int argc, char **argv) {
+   int count = 0;
+   kernel(mark, 2000, argc > 1 ? atoi(argv[1]) : 2000);
+   for (int i = 0; i < 2000; i++) count += mark[i];
+   printf("%d marks\n", count);
+ }
+ END
$ unply fc -O2 -g -fPIC -shared kernel.f90 -o libkernel.so && unply cc -O2 -g marks.c -L. -lkernel -Wl,-rpath,. -o marks && unply record -q ./marks
> 2000 marks
$ cat > again.sh <<'END'
+ $FC -O2 -g -fPIC -shared kernel.f90 -o libkernel.so && $CC -O2 -g marks.c -L. -lkernel -Wl,-rpath,. -o marks
+ END
$ unply verify marks.trace --suggestion 1 --threads 2 --runs 1 --build 'sh -e again.sh' | grep -E '^1|outputs|races|verified'
> 1. kernel.f90:8   !$omp parallel do default(none) shared(m, mark, n) private(v)
>    outputs    equal to the serial program's with 2 threads: standard output, exit code
>    races      none found by ThreadSanitizer
>    verified
$ unply verify marks.trace --suggestion 1 --threads 2 --runs 1 --build 'sh -e again.sh' -- ./marks 16 | grep -oE 'kernel.f90:13 in kernel|NOT verified.*' | sort -u
> NOT verified: the parallel program has data races
> kernel.f90:13 in kernel
# The same program of both languages without a library, by the commands that it keeps.
$ unply fc -O2 -g -c kernel.f90 && unply cc -O2 -g marks.c kernel.o -o marks && unply record -q ./marks
> 2000 marks
$ unply verify marks.trace --suggestion 1 --threads 2 --runs 1 | grep -E 'races|verified'
>    races      none found by ThreadSanitizer
>    verified
$ unply verify marks.trace --suggestion 1 --threads 2 --runs 1 -- ./marks 16 | grep 'NOT verified'
>    NOT verified: the parallel program has data races
