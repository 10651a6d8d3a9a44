! Whole arrays and characters go through flang's runtime at some -O levels or at all: assignment, reallocation on
! assignment, array constructors, transformations, reductions. Each pair of tasks is a chain of its own.
! graph:
!   tasks 16
!   1 -> 2 flow a[]
!   1 -> 2 output a[]
!   3 -> 4 flow
!   3 -> 4 output
!   5 -> 6 flow
!   5 -> 6 output
!   7 -> 8 flow c[]
!   7 -> 8 output c[]
!   9 -> 10 flow w[]
!   9 -> 11 anti m[]
!   10 -> 11 anti m[]
!   10 -> 12 flow v[]
!   10 -> 14 flow v[]
!   13 -> 15 flow line
!   14 -> 16 output n
!   15 -> 16 flow same
! plain: no
program arrays
  use unply
  implicit none
  integer :: a(3), n
  integer, allocatable :: grow(:), c(:)
  character(:), allocatable :: s
  character(len=10) :: line
  real :: m(3, 3), v(3), w(3), total
  logical :: same
  a = 0
  allocate (grow(0))
  s = ''
  c = [1, 2, 3]
  m = 1
  v = 2
  w = 0
  line = ''
  call unply_trace_begin('arrays'//c_null_char)
  call unply_task_begin('t'//c_null_char)
  a = a + 1
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  a = a + 1
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  grow = [grow, 1]
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  grow = [grow, 2]
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  s = trim(s)//'c'
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  s = trim(s)//'d'
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  c = cshift(c, 1)
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  c = cshift(c, 1)
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  w = matmul(m, [1., 2., 3.])
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  v(1) = sum(w) + maxval(m(:, 2))
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  m = transpose(m)
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  total = dot_product(v(1:1), v(1:1))
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  line(1:3) = adjustl('  x')
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  n = count(v(1:1) > 1.)
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  same = line(1:2) == 'x '
  call unply_task_end
  call unply_task_begin('t'//c_null_char)
  if (same) n = 5
  call unply_task_end
  call unply_trace_end
  print *, a, grow, s, c, w, m, v, total, n
end program
