! Loops that end at a statement with a label, as in Fortran 77.
module labels
  implicit none
  integer, parameter :: n = 200
contains
  subroutine ends(a, b)
    real(8), intent(out) :: a(n), b(n)
    real(8) :: s, x, y
    integer :: i
    do 10 i = 1, n !@ doall
      a(i) = sqrt(dble(i))
10  continue
    s = 0
    do 20, i = 1, n !@ reduction private(x) reduction(+:s)
      x = a(i) * 2
      b(i) = x
      s = s + x
20  end do
    rows: do 30 i = 1, n !@ doall lastprivate(y)
      y = a(i) + 1
      b(i) = b(i) + y
30  end do rows
    print '(a,2f12.4)', ' ends ', s, y
  end subroutine

  subroutine jumps(a)
    real(8), intent(inout) :: a(n)
    real(8) :: x
    integer :: i
    do 10 i = 1, n !@ doall private(x)
      if (mod(i, 3) == 0) goto 10
      x = a(i)
      if (mod(i, 3) == 1) go to 5
      x = x * 2
5     a(i) = x + 1
10  continue
    do 30 i = 1, n !@ serial
      if (a(i) > 20) goto 40
      a(i) = a(i) * 2
30  continue
40  print '(a,i4,f12.4)', ' jumps ', i, sum(a)
  end subroutine

  ! The last statement is that of both loops, or does some of the work: no directive, but a verdict.
  subroutine shared(c)
    real(8), intent(out) :: c(n, 20)
    real(8) :: x
    integer :: i, j
    do 10 j = 1, 20 !@ doall private(x)
      do 10 i = 1, n !@ doall private(x)
        x = i + j
10      c(i, j) = x
    do 20 j = 2, 20 !@ serial or doacross
      do 30 i = 1, n !@ doall
        c(i, j) = c(i, j) + c(i, j - 1)
30    continue
20  continue
    print '(a,f16.4)', ' shared ', sum(c)
  end subroutine
end module

program main
  use labels
  implicit none
  real(8) :: a(n), b(n), c(n, 20)
  call ends(a, b)
  call jumps(a)
  call shared(c)
end program
