! Fortran: executions of chosen loops, counted and while, left by exit and goto, as with calls of the module unply.
! build: $CC $LEVEL -cpp $TASKS $SRC -o program
! levels: -O0,-O2
! tasks: --tasks chosen_executions.f90:19 --tasks chosen_executions.f90:43 --tasks chosen_executions.f90:82 --tasks chosen_executions.f90:108
! marked: yes
! traces: 4
module grids
contains
  subroutine sweep(u, n)
#ifdef MARKED
    use unply
#endif
    integer, intent(in) :: n
    integer, intent(inout) :: u(n)
    integer :: i
#ifdef MARKED
    call unply_trace_begin("s")
#endif
    do i = 2, n
#ifdef MARKED
      call unply_task_begin("t")
#endif
      u(i) = u(i) + u(i - 1)
#ifdef MARKED
      call unply_task_end()
#endif
    end do
#ifdef MARKED
    call unply_trace_end()
#endif
  end subroutine
  integer function search(u, n, x)
#ifdef MARKED
    use unply
#endif
    integer, intent(in) :: n, x
    integer, intent(inout) :: u(n)
    integer :: i
    search = 0
#ifdef MARKED
    call unply_trace_begin("s")
#endif
    do i = 1, n
#ifdef MARKED
      call unply_task_begin("t")
#endif
      if (u(i) > x) then
        u(1) = i
#ifdef MARKED
        call unply_task_end()
#endif
        exit
      end if
      u(i) = u(i) + 1
#ifdef MARKED
      call unply_task_end()
#endif
    end do
#ifdef MARKED
    call unply_trace_end()
#endif
    u(2) = 7
    search = u(1)
  end function
end module
program p
  use grids
#ifdef MARKED
  use unply
#endif
  integer :: a(8), t, s, k, j
  a = 1
  s = 0
  do t = 1, 3
    call sweep(a, 8)
    s = s + search(a, 8, 5 * t)
  end do
  do t = 1, 3
#ifdef MARKED
    call unply_trace_begin("s")
#endif
    do j = 1, 6
#ifdef MARKED
      call unply_task_begin("t")
#endif
      s = s + a(j)
      if (s > 9) then
        a(8) = s
        s = 0
#ifdef MARKED
      call unply_task_end()
#endif
        exit
      end if
#ifdef MARKED
      call unply_task_end()
#endif
    end do
#ifdef MARKED
    call unply_trace_end()
#endif
  end do
  do t = 1, 3
    k = 0
#ifdef MARKED
    call unply_trace_begin("s")
#endif
    do while (k < 5)
#ifdef MARKED
      call unply_task_begin("t")
#endif
      k = k + 1
      a(k) = a(k) + a(8)
      if (a(k) > 60) then
        a(7) = k
#ifdef MARKED
        call unply_task_end()
        call unply_trace_end()
#endif
        goto 100
      end if
#ifdef MARKED
      call unply_task_end()
#endif
    end do
#ifdef MARKED
    call unply_trace_end()
#endif
  end do
100 print *, s, a
end program
