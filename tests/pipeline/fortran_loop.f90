! Fortran with no mark in the source: each iteration of the loop on line 13.
! build: $CC $LEVEL $TASKS $SRC -o program
! tasks: --tasks fortran_loop.f90:13
! graph:
!   tasks 4
!   1 -> 2 flow
!   2 -> 3 flow
!   3 -> 4 flow
program chain
  implicit none
  integer :: a(0:4), i
  a = 1
  do i = 1, 4
    a(i) = a(i - 1) + i
  end do
  print '(5i4)', a
end program
