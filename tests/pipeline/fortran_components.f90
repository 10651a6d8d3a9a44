! Assignment of derived types copies what their allocatable components hold; elements that a mask leaves out are not read.
! graph:
!   tasks 9
!   1 -> 2 flow
!   2 -> 3 flow copy.values
!   4 -> 5 flow
!   5 -> 6 flow
!   8 -> 9 flow numbers[]
! kinds: flow
! plain: no
program components
  use unply
  implicit none
  type cell
    integer :: count = 0
    integer, allocatable :: values(:)
  end type
  type pair
    type(cell) :: first, second(2)
  end type
  type(cell) :: one, copy
  type(pair), allocatable :: pairs(:), others(:)
  integer :: numbers(4), total, i
  logical :: chosen(4)
  allocate (one%values(2), pairs(2))
  one%values = 1
  allocate (pairs(2)%second(1)%values(3))
  numbers = 1
  chosen = [.false., .true., .false., .true.]
  call unply_trace_begin('components'//c_null_char)
  call unply_task_begin('1'//c_null_char)
  one%values(2) = 5
  call unply_task_end
  call unply_task_begin('2'//c_null_char)
  copy = one
  call unply_task_end
  call unply_task_begin('3'//c_null_char)
  total = copy%values(2)
  call unply_task_end
  call unply_task_begin('4'//c_null_char)
  pairs(2)%second(1)%values(3) = 7
  call unply_task_end
  call unply_task_begin('5'//c_null_char)
  others = pairs
  call unply_task_end
  call unply_task_begin('6'//c_null_char)
  total = others(2)%second(1)%values(3)
  call unply_task_end
  call unply_task_begin('7'//c_null_char)
  numbers(1) = 2
  call unply_task_end
  call unply_task_begin('8'//c_null_char)
  numbers(2) = 3
  call unply_task_end
  call unply_task_begin('9'//c_null_char)
  total = sum(numbers, mask=chosen)
  call unply_task_end
  call unply_trace_end
  print *, total, copy%values
end program
