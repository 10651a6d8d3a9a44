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
