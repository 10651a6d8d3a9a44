! Fortran by the API module: a task per time step.
! graph:
!   tasks 4
!   1 -> 2 flow
!   2 -> 3 flow
!   3 -> 4 flow
! kinds: flow
! plain: no
program heat
  use unply
  implicit none
  real(8) :: u(0:5, 0:4)
  integer :: t, x
  u = 0
  do x = 1, 4
    u(x, 0) = x * (5 - x)
  end do
  call unply_trace_begin('heat'//c_null_char)
  do t = 1, 4
    call unply_task_begin('step'//c_null_char)
    do x = 1, 4
      u(x, t) = 0.5d0 * u(x, t - 1) + 0.25d0 * (u(x - 1, t - 1) + u(x + 1, t - 1))
    end do
    call unply_task_end()
  end do
  call unply_trace_end()
  print '(f12.6)', sum(u(:, 4))
end program
