! Allocation and pointers: an allocation that changes hands keeps its history; memory that is given out again has none.
! graph:
!   tasks 7
!   1 -> 2 flow from
!   1 -> 2 anti from
!   1 -> 2 output from
!   1 -> 3 flow
!   1 -> 3 output to[]
!   2 -> 3 flow to
!   1 -> 4 output p[]
!   2 -> 4 flow
!   3 -> 4 flow p[]
!   1 -> 7 output p[]
!   4 -> 7 flow
! plain: no
program allocation
  use unply
  implicit none
  integer, allocatable, target :: from(:), to(:)
  integer, pointer :: p(:)
  integer :: sums(2)
  call unply_trace_begin('allocation'//c_null_char)
  call unply_task_begin('allocate'//c_null_char)
  allocate (from(4))
  from = 1
  call unply_task_end
  call unply_task_begin('move'//c_null_char)
  call move_alloc(from, to)
  call unply_task_end
  call unply_task_begin('change'//c_null_char)
  to(2) = to(1) + 1
  call unply_task_end
  call unply_task_begin('associate'//c_null_char)
  p => to(2:4)
  p(2) = p(1)
  call unply_task_end
  call unply_task_begin('new'//c_null_char)
  call scratch(sums(1))
  call unply_task_end
  call unply_task_begin('new'//c_null_char)
  call scratch(sums(2))
  call unply_task_end
  call unply_task_begin('through'//c_null_char)
  p(3) = 7
  call unply_task_end
  call unply_trace_end
  print '(6i3)', to, sums
contains
  subroutine scratch(total)
    integer, intent(out) :: total
    integer, allocatable :: again(:)
    allocate (again(4))
    again = 3
    again = again + [1, 2, 3, 4]
    total = sum(again)
  end subroutine
end program
