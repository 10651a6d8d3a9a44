! Subroutines: the report names the call in the task by which the later access of a dependence was reached.
! graph:
!   tasks 3
! kinds: none
! plain: no
! report: reached by call_paths.f90:38 -> add (call_paths.f90:17) -> change
module totals
  implicit none
  real(8) :: total = 0, other = 0
contains
  ! Twice behind a call.
  subroutine add(to, amount)
    real(8), intent(inout) :: to
    real(8), intent(in) :: amount
    ! The only call:

    call change(to, amount)
  end subroutine

  subroutine change(to, amount)
    real(8), intent(inout) :: to
    real(8), intent(in) :: amount
    to = to + amount
  end subroutine
end module

program main
  use unply
  use totals
  implicit none
  integer :: i
  real(8) :: own(3) = 0
  call unply_trace_begin('steps'//c_null_char)
  do i = 1, 3
    call unply_task_begin('step'//c_null_char)
    ! Of this element there is one for each task:
    call change(own(i), 1d0)
    call add(total, own(i))
    call unply_task_end()
  end do
  call unply_trace_end()
  print '(f8.3)', total
end program
