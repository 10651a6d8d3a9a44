! Dummy arguments have the names that the subroutine gives them: of explicit and assumed shape, scalars, characters,
! pointers, components. Each task reads what the one before wrote to.
! build: $CC $LEVEL $FLAGS $SRC -o program
! graph:
!   tasks 7
!   1 -> 2 flow fixed[]
!   2 -> 3 flow shaped[]
!   3 -> 4 flow scalar
!   4 -> 5 flow text
!   5 -> 6 flow link[]
!   6 -> 7 flow one.values[]
! kinds: flow
! plain: no
module steps
  use unply
  type cell
    integer :: count
    real, allocatable :: values(:)
  end type
contains
  subroutine step(n, fixed, shaped, scalar, text, link, one, sum)
    integer, intent(in) :: n
    real, intent(inout) :: fixed(n), shaped(:, :), scalar, sum
    character(*), intent(inout) :: text
    real, pointer :: link(:)
    type(cell), intent(inout) :: one
    call unply_trace_begin('step'//c_null_char)
    call unply_task_begin('1'//c_null_char)
    fixed(n) = 3
    call unply_task_end
    call unply_task_begin('2'//c_null_char)
    shaped(2, 1) = fixed(n)
    call unply_task_end
    call unply_task_begin('3'//c_null_char)
    scalar = shaped(2, 1)
    call unply_task_end
    call unply_task_begin('4'//c_null_char)
    text(2:2) = char(int(scalar) + 64)
    call unply_task_end
    call unply_task_begin('5'//c_null_char)
    link(3) = ichar(text(2:2))
    call unply_task_end
    call unply_task_begin('6'//c_null_char)
    one%values(2) = link(3)
    call unply_task_end
    call unply_task_begin('7'//c_null_char)
    sum = sum + one%values(2)
    call unply_task_end
    call unply_trace_end
  end subroutine
end module
program dummies
  use steps
  implicit none
  real, target :: place(4)
  real, pointer :: link(:)
  real :: fixed(4), shaped(4, 4), scalar, total
  character(4) :: text
  type(cell) :: one
  allocate (one%values(3))
  link => place
  one%values = 0
  shaped = 0
  total = 0
  text = 'abcd'
  call step(4, fixed, shaped(:, 2:4), scalar, text, link, one, total)
  print *, total, text
end program
