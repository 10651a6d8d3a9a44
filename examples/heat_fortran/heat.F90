! The heat equation of ../heat in Fortran, marked by the calls of the module unply.
!   -DFG: a task per point and step     -DCG: a task per step
program heat
  use unply
  implicit none
  integer :: points, steps
  real(8), allocatable :: u(:, :)

  points = argument(1, 4)
  steps = argument(2, 4)
  allocate (u(0:points + 1, 0:steps))
  call start(u, points)
  call integrate(u, points, steps, 0.25d0)
  print '(a, i0, a, i0, a, f0.6)', 'heat ', points, ' points ', steps, ' steps: sum ', sum(u(1:points, steps))

contains

  integer function argument(position, otherwise)
    integer, intent(in) :: position, otherwise
    character(len=16) :: text
    argument = otherwise
    if (command_argument_count() < position) return
    call get_command_argument(position, text)
    read (text, *) argument
  end function

  subroutine start(u, points)
    integer, intent(in) :: points
    real(8), intent(inout) :: u(0:, 0:)
    integer :: x
    u = 0
    do x = 1, points
      u(x, 0) = x * (points + 1 - x)
    end do
  end subroutine

  subroutine integrate(u, points, steps, r)
    integer, intent(in) :: points, steps
    real(8), intent(in) :: r
    real(8), intent(inout) :: u(0:, 0:)
    integer :: t, x
    call unply_trace_begin('heat'//c_null_char)
    do t = 1, steps
#ifdef CG
      call unply_task_begin('step'//c_null_char)
#endif
      do x = 1, points
#ifdef FG
        call unply_task_begin('point'//c_null_char)
#endif
        u(x, t) = (1 - 2 * r) * u(x, t - 1) + r * u(x + 1, t - 1) + r * u(x - 1, t - 1)
#ifdef FG
        call unply_task_end()
#endif
      end do
#ifdef CG
      call unply_task_end()
#endif
    end do
    call unply_trace_end()
  end subroutine

end program
