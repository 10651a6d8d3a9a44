! Iterations that work on whole arrays and characters: every one depends on the one before, and not through the do
! variable or through temporaries that flang puts on the stack.
! build: $CC $LEVEL $TASKS $SRC -o program
! tasks: --tasks fortran_iterations.f90:31
! graph:
!   tasks 3
!   1 -> 2 flow
!   2 -> 3 flow
!   1 -> 2 output
!   2 -> 3 output
!   1 -> 2 anti line
!   2 -> 3 anti line
program iterations
  implicit none
  type text
    character(:), allocatable :: of
  end type
  integer :: a(3), squares(3), i
  integer, allocatable :: grow(:), turned(:)
  character(:), allocatable :: s
  character(len=10) :: line
  type(text) :: t
  a = 0
  squares = 0
  allocate (grow(0))
  turned = [1, 2, 3]
  s = ''
  line = '  x'
  t%of = ''

  do i = 1, 3
    a = a + i
    grow = [grow, i]
    s = trim(s)//char(64 + i)
    turned = cshift(turned, 1)
    line = adjustl(line)
    t%of = t%of//trim(line)
    squares(i) = sum([i, i*i])
  end do
  print *, a, grow, s, turned, line, t%of, squares
end program
