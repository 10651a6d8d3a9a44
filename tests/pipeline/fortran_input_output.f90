! Items of input and output, internal files, conversions: what flang's runtime reads and writes for them.
! graph:
!   tasks 7
!   1 -> 2 flow text
!   2 -> 3 flow x
!   2 -> 4 flow row[]
!   2 -> 5 flow row[]
!   4 -> 5 anti row[]
!   2 -> 5 output row[]
!   5 -> 6 flow row[]
!   2 -> 6 flow row[]
!   1 -> 6 output text
!   2 -> 6 anti text
!   6 -> 7 flow text
! plain: no
program items
  use unply
  implicit none
  character(len=40) :: text
  integer :: row(4)
  real :: x, y
  logical :: found
  call unply_trace_begin('items'//c_null_char)
  call unply_task_begin('write'//c_null_char)
  write (text, '(f6.2, 4i3)') 1.5, 1, 2, 3, 4
  call unply_task_end
  call unply_task_begin('read'//c_null_char)
  read (text, '(f6.2, 4i3)') x, row
  call unply_task_end
  call unply_task_begin('x'//c_null_char)
  y = x
  call unply_task_end
  call unply_task_begin('print'//c_null_char)
  print '(4i3)', row
  call unply_task_end
  call unply_task_begin('section'//c_null_char)
  row(1:3:2) = row(1:3:2) + 10
  call unply_task_end
  call unply_task_begin('list'//c_null_char)
  write (text, *) row
  call unply_task_end
  call unply_task_begin('index'//c_null_char)
  found = index(text, '13') > 0
  call unply_task_end
  call unply_trace_end
  print '(f4.1, l2)', y, found
end program
