! Fortran: do with a cycle, do concurrent of two indices, do while and a do without a condition.
! build: $CC $LEVEL $TASKS $SRC -o program
! tasks: --pool --tasks chosen_fortran.f90:22 --tasks chosen_fortran.f90:26 --tasks chosen_fortran.f90:30 --tasks chosen_fortran.f90:35
! kinds: flow
! graph:
!   tasks 13
!   1 -> 4 flow b[]
!   1 -> 5 flow b[]
!   2 -> 6 flow b[]
!   2 -> 7 flow b[]
!   3 -> 8 flow b[]
!   3 -> 9 flow b[]
!   10 -> 11 flow k
!   11 -> 12 flow k
!   12 -> 13 flow k
program loops
  implicit none
  integer :: i, j, k
  integer :: a(3), b(3), c(3, 2)
  a = 1
  c = 0
  do i = 1, 3
    b(i) = a(i)
    if (i == 2) cycle
  end do
  do concurrent (i = 1:3, j = 1:2)
    c(i, j) = b(i)
  end do
  k = 0
  do while (k < 2)
    k = k + 1
    a(k) = 5
  end do

  do

    k = k + 1
    if (k > 3) exit
  end do
  print *, a, b, c
end program
